//! The ways in which a model is compiled and searched.

use gridwright::testing::{Dice, Steps, compile_steps};
use gridwright::{
    Branch, Compiled, Error, Limit, Limits, Model, Plan, ValueOrder, dom_wdeg, first_fail, fullest, input_order,
    random_order,
};

/// A way to compile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The plan.
    pub plan: Plan,
    /// What the fast plan adds.
    pub steps: Steps,
    /// Whether there is memory for tables; without, other propagators take their place.
    pub tables: bool,
}

impl Variant {
    /// Both plans, with and without tables; the fast one with and without derived constraints and joined all-differents.
    pub const ALL: [Self; 7] = [
        Self::fast(true, true),
        Self::fast(true, false),
        Self::fast(false, true),
        Self::fast(false, false),
        Self { plan: Plan::Explain, ..Self::fast(true, true) },
        Self { tables: false, ..Self::fast(true, true) },
        Self { plan: Plan::Explain, tables: false, ..Self::fast(true, true) },
    ];

    const fn fast(derive: bool, join: bool) -> Self {
        Self { plan: Plan::Fast, steps: Steps { derive, join }, tables: true }
    }

    /// Compiles a model so.
    ///
    /// # Errors
    /// As [`Model::compile`].
    pub fn compile(self, model: &Model) -> Result<Compiled, Error> {
        let limits = if self.tables { Limits::none() } else { Limit::memory(0).into() };
        compile_steps(model, self.plan, self.steps, limits)
    }

    /// The code that does it.
    pub fn code(self) -> String {
        let Self { plan, steps: Steps { derive, join }, tables } = self;
        let limits = if tables { "Limits::none()" } else { "Limit::memory(0)" };
        if derive && join {
            return format!("m.compile_for(Plan::{plan:?}, {limits}).unwrap()");
        }
        let steps = format!("testing::Steps {{ derive: {derive}, join: {join} }}");
        format!("testing::compile_steps(&m, Plan::{plan:?}, {steps}, {limits}).unwrap()")
    }
}

/// A way to branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branching {
    order: Order,
    values: Option<ValueOrder>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Input,
    FirstFail,
    DomWdeg,
    Fullest,
    Random(u64),
}

impl Branching {
    /// One of all orders of variables and of values.
    pub fn any(dice: &mut Dice) -> Self {
        let seed = dice.next_u64() % 1000;
        let orders = [Order::Input, Order::FirstFail, Order::DomWdeg, Order::Fullest, Order::Random(seed)];
        let values = [
            ValueOrder::Minimum,
            ValueOrder::Maximum,
            ValueOrder::Median,
            ValueOrder::MostSupported,
            ValueOrder::Random(seed),
        ]
        .map(Some);
        Self { order: *dice.pick(&orders), values: if dice.once_in(3) { None } else { *dice.pick(&values) } }
    }

    /// The brancher.
    pub fn brancher(self) -> Branch {
        let branch = match self.order {
            Order::Input => input_order(),
            Order::FirstFail => first_fail(),
            Order::DomWdeg => dom_wdeg(),
            Order::Fullest => fullest(),
            Order::Random(seed) => random_order(seed),
        };
        match self.values {
            Some(values) => branch.values(values),
            None => branch,
        }
    }

    /// The code that makes it.
    pub fn code(self) -> String {
        let order = match self.order {
            Order::Input => "input_order()".into(),
            Order::FirstFail => "first_fail()".into(),
            Order::DomWdeg => "dom_wdeg()".into(),
            Order::Fullest => "fullest()".into(),
            Order::Random(seed) => format!("random_order({seed})"),
        };
        self.values.map_or(order.clone(), |values| format!("{order}.values(ValueOrder::{values:?})"))
    }
}
