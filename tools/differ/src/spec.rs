//! Models as plain data, which can be built, judged, made smaller and printed.

use gridwright::Op;

/// A variable by its number, or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A variable.
    Var(usize),
    /// A constant.
    Is(i64),
}

/// A claim about one variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The variable.
    pub var: usize,
    /// How it is compared.
    pub op: Op,
    /// What with.
    pub value: i64,
}

/// How often a value may be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// As often as this variable says.
    Var(usize),
    /// Exactly so often.
    Is(i64),
    /// Between these, both included.
    Between(i64, i64),
}

/// An operation on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `abs` of the first; the second is not looked at.
    Abs,
    /// `absolute_difference`
    Difference,
    /// `exact_ratio`
    Ratio,
    /// `div_truncated`
    DivTruncated,
    /// `div_floored`
    DivFloored,
    /// `mod_truncated`
    ModTruncated,
    /// `mod_floored`
    ModFloored,
    /// `pow`
    Power,
}

/// How a sum is compared, by the method of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Equals,
    DiffersFrom,
    AtMost,
    AtLeast,
    LessThan,
    GreaterThan,
}

/// A sum of variables with coefficients.
pub type Terms = Vec<(i64, usize)>;

/// A constraint, by the constructor of the same name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    AllDifferent {
        vars: Vec<usize>,
        offsets: Option<Vec<i64>>,
        consistent: bool,
    },
    Count {
        vars: Vec<usize>,
        value: i64,
        number: Value,
    },
    Element {
        array: Vec<Value>,
        index: Value,
        result: Value,
    },
    /// A closure: the sum of the values, each reduced by 5 and multiplied, is at least the target.
    Relation {
        vars: Vec<usize>,
        factor: i64,
        target: i64,
    },
    Table {
        vars: Vec<usize>,
        tuples: Vec<Vec<i64>>,
    },
    DistinctSum {
        vars: Vec<usize>,
        total: i64,
    },
    Consecutive {
        vars: Vec<usize>,
    },
    Linear {
        terms: Terms,
        comparison: Comparison,
        right: Value,
    },
    Product {
        vars: Vec<usize>,
        result: Value,
    },
    Operation {
        operator: Operator,
        x: Value,
        y: Value,
        result: Value,
    },
    Extremum {
        largest: bool,
        vars: Vec<usize>,
        result: Value,
    },
    Cardinality {
        vars: Vec<usize>,
        amounts: Vec<(i64, Amount)>,
        closed: bool,
    },
    Regular {
        vars: Vec<usize>,
        start: usize,
        accepting: Vec<usize>,
        arcs: Vec<(usize, i64, usize)>,
    },
    Increasing {
        vars: Vec<usize>,
        strictly: bool,
    },
    Lex {
        left: Vec<usize>,
        right: Vec<usize>,
        strictly: bool,
    },
    ListsDiffer {
        left: Vec<usize>,
        right: Vec<usize>,
    },
    Clause(Vec<Claim>),
    Connected {
        vars: Vec<usize>,
        edges: Vec<(usize, usize)>,
        active: Vec<i64>,
    },
    Reified {
        truth: usize,
        exactly: bool,
        rule: Box<Self>,
    },
    AnyOf(Vec<Self>),
}

/// A model and what is asked about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The values of each variable, in increasing order.
    pub domains: Vec<Vec<i64>>,
    /// The constraints.
    pub rules: Vec<Rule>,
    /// What is assumed where assumptions are tried.
    pub claims: Vec<Claim>,
    /// What solutions are told apart by where they are projected.
    pub project: Vec<usize>,
    /// What is made smallest and largest.
    pub objective: Terms,
    /// Chooses the variants that are not tried on every model.
    pub seed: u64,
}

impl Value {
    fn each_var(&mut self, change: &mut dyn FnMut(&mut usize)) {
        if let Self::Var(x) = self {
            change(x);
        }
    }
}

impl Rule {
    /// Visits every variable that the constraint names.
    pub fn each_var(&mut self, change: &mut dyn FnMut(&mut usize)) {
        match self {
            Self::AllDifferent { vars, .. }
            | Self::Relation { vars, .. }
            | Self::Table { vars, .. }
            | Self::DistinctSum { vars, .. }
            | Self::Consecutive { vars }
            | Self::Regular { vars, .. }
            | Self::Increasing { vars, .. }
            | Self::Connected { vars, .. } => vars.iter_mut().for_each(change),
            Self::Count { vars, number: result, .. }
            | Self::Product { vars, result }
            | Self::Extremum { vars, result, .. } => {
                vars.iter_mut().for_each(&mut *change);
                result.each_var(change);
            }
            Self::Element { array, index, result } => {
                array.iter_mut().chain([index, result]).for_each(|value| value.each_var(change));
            }
            Self::Linear { terms, right, .. } => {
                terms.iter_mut().for_each(|(_, x)| change(x));
                right.each_var(change);
            }
            Self::Operation { x, y, result, .. } => [x, y, result].into_iter().for_each(|value| value.each_var(change)),
            Self::Cardinality { vars, amounts, .. } => {
                vars.iter_mut().for_each(&mut *change);
                for (_, amount) in amounts {
                    if let Amount::Var(x) = amount {
                        change(x);
                    }
                }
            }
            Self::Lex { left, right, .. } | Self::ListsDiffer { left, right } => {
                left.iter_mut().chain(right).for_each(change);
            }
            Self::Clause(claims) => claims.iter_mut().for_each(|claim| change(&mut claim.var)),
            Self::Reified { truth, rule, .. } => {
                change(truth);
                rule.each_var(change);
            }
            Self::AnyOf(rules) => rules.iter_mut().for_each(|rule| rule.each_var(change)),
        }
    }

    /// The largest variable that it names, plus one; 0 where it names none.
    pub fn reach(&self) -> usize {
        let mut reach = 0;
        self.clone().each_var(&mut |x| reach = reach.max(*x + 1));
        reach
    }
}

impl Spec {
    /// Visits every variable that is named anywhere.
    pub fn each_var(&mut self, change: &mut dyn FnMut(&mut usize)) {
        self.rules.iter_mut().for_each(|rule| rule.each_var(change));
        self.claims.iter_mut().for_each(|claim| change(&mut claim.var));
        self.project.iter_mut().for_each(&mut *change);
        self.objective.iter_mut().for_each(|(_, x)| change(x));
    }
}
