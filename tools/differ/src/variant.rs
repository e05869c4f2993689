//! The ways in which a model is compiled and searched.

use gridwright::testing::{Dice, Steps, compile_steps};
use gridwright::{
    Branch, Compiled, Error, Limits, Model, Plan, ValueOrder, dom_wdeg, first_fail, fullest, input_order, random_order,
};

/// A way to compile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The plan.
    pub plan: Plan,
    /// What the fast plan adds.
    pub steps: Steps,
}

impl Variant {
    /// Both plans, the fast one with and without derived constraints and joined all-differents.
    pub const ALL: [Self; 5] = [
        Self { plan: Plan::Fast, steps: Steps { derive: true, join: true } },
        Self { plan: Plan::Fast, steps: Steps { derive: true, join: false } },
        Self { plan: Plan::Fast, steps: Steps { derive: false, join: true } },
        Self { plan: Plan::Fast, steps: Steps { derive: false, join: false } },
        Self { plan: Plan::Explain, steps: Steps { derive: true, join: true } },
    ];

    /// Compiles a model so.
    ///
    /// # Errors
    /// As [`Model::compile`].
    pub fn compile(self, model: &Model) -> Result<Compiled, Error> {
        compile_steps(model, self.plan, self.steps, Limits::none())
    }

    /// The code that does it.
    pub fn code(self) -> String {
        let Self { plan, steps: Steps { derive, join } } = self;
        if derive && join {
            return format!("m.compile_for(Plan::{plan:?}, Limits::none()).unwrap()");
        }
        let steps = format!("Steps {{ derive: {derive}, join: {join} }}");
        format!("testing::compile_steps(&m, Plan::{plan:?}, {steps}, Limits::none()).unwrap()")
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
        let values =
            [ValueOrder::Minimum, ValueOrder::Maximum, ValueOrder::MostSupported, ValueOrder::Random(seed)].map(Some);
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
