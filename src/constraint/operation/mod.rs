//! Operations on two numbers with one result: absolute value and difference, exact ratio, quotients, remainders, powers.

mod meaning;
mod propagator;
mod value;

use super::minizinc::MiniZinc;
use super::{Constraint, ModelError, Posting, TableKey, TableRequest, Tabulate, Term};
use crate::ids::VarId;
use propagator::Operating;
use std::fmt;

/// What is done with two numbers. Each has at most one result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    AbsoluteDifference,
    ExactRatio,
    DivTruncated,
    DivFloored,
    ModTruncated,
    ModFloored,
    Power,
}

impl Operator {
    fn divides(self) -> bool {
        matches!(self, Self::DivTruncated | Self::DivFloored | Self::ModTruncated | Self::ModFloored)
    }

    /// A name of up to eight letters.
    fn name(self) -> &'static str {
        match self {
            Self::AbsoluteDifference => "absdiff",
            Self::ExactRatio => "ratio",
            Self::DivTruncated => "divtrunc",
            Self::DivFloored => "divfloor",
            Self::ModTruncated => "modtrunc",
            Self::ModFloored => "modfloor",
            Self::Power => "pow",
        }
    }
}

/// An operation on two variables or constants; say what it equals to get a constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation {
    operator: Operator,
    x: Term,
    y: Term,
}

fn operation(operator: Operator, x: impl Into<Term>, y: impl Into<Term>) -> Operation {
    Operation { operator, x: x.into(), y: y.into() }
}

/// The absolute value of `x`.
///
/// ```
/// use gridwright::{Limits, Model, abs};
/// let mut m = Model::new();
/// let (x, y) = (m.var(-3..=3), m.var(2..=5));
/// m.post(abs(x).equals(y));
/// assert_eq!(m.compile(Limits::none())?.solver().count(10)?.n, 4);
/// # Ok::<(), gridwright::Error>(())
/// ```
pub fn abs(x: impl Into<Term>) -> Operation {
    absolute_difference(x, 0)
}

/// The difference of `x` and `y` in either order, which is not negative.
///
/// ```
/// use gridwright::{Limits, Model, absolute_difference};
/// let mut m = Model::new();
/// let (x, y) = (m.var(1..=4), m.var(1..=4));
/// m.post(absolute_difference(x, y).equals(3));
/// assert_eq!(m.compile(Limits::none())?.solver().count(10)?.n, 2);
/// # Ok::<(), gridwright::Error>(())
/// ```
pub fn absolute_difference(x: impl Into<Term>, y: impl Into<Term>) -> Operation {
    operation(Operator::AbsoluteDifference, x, y)
}

/// The ratio of `x` and `y` in either order, which must be whole: `z` such that `x = y * z` and `y` is not 0, or
/// `y = x * z` and `x` is not 0.
///
/// So 5 and 2 have no ratio, the ratio of 0 and any other number is 0, and 0 and 0 have none.
///
/// ```
/// use gridwright::{Limits, Model, exact_ratio};
/// let mut m = Model::new();
/// let (x, y) = (m.var(1..=5), m.var(1..=5));
/// m.post(exact_ratio(x, y).equals(2));
/// assert_eq!(m.compile(Limits::none())?.solver().count(10)?.n, 4);
/// # Ok::<(), gridwright::Error>(())
/// ```
pub fn exact_ratio(x: impl Into<Term>, y: impl Into<Term>) -> Operation {
    operation(Operator::ExactRatio, x, y)
}

/// The quotient of `x` by `y`, rounded towards 0: -5 by 3 is -1. A quotient by 0 equals nothing.
///
/// ```
/// use gridwright::{Limits, Model, div_floored, div_truncated};
/// let mut m = Model::new();
/// let (truncated, floored) = (m.var(-9..=9), m.var(-9..=9));
/// m.post(div_truncated(-5, 3).equals(truncated));
/// m.post(div_floored(-5, 3).equals(floored));
/// let solution = m.compile(Limits::none())?.solver().unique()?.expect_unique();
/// assert_eq!((solution[truncated], solution[floored]), (-1, -2));
/// # Ok::<(), gridwright::Error>(())
/// ```
pub fn div_truncated(x: impl Into<Term>, y: impl Into<Term>) -> Operation {
    operation(Operator::DivTruncated, x, y)
}

/// The quotient of `x` by `y`, rounded down: -5 by 3 is -2. A quotient by 0 equals nothing. See [`div_truncated`].
pub fn div_floored(x: impl Into<Term>, y: impl Into<Term>) -> Operation {
    operation(Operator::DivFloored, x, y)
}

/// The remainder of [`div_truncated`], which has the sign of `x`: that of -5 by 3 is -2. A remainder by 0 equals nothing.
///
/// ```
/// use gridwright::{Limits, Model, mod_floored, mod_truncated};
/// let mut m = Model::new();
/// let (truncated, floored) = (m.var(-9..=9), m.var(-9..=9));
/// m.post(mod_truncated(-5, 3).equals(truncated));
/// m.post(mod_floored(-5, 3).equals(floored));
/// let solution = m.compile(Limits::none())?.solver().unique()?.expect_unique();
/// assert_eq!((solution[truncated], solution[floored]), (-2, 1));
/// # Ok::<(), gridwright::Error>(())
/// ```
pub fn mod_truncated(x: impl Into<Term>, y: impl Into<Term>) -> Operation {
    operation(Operator::ModTruncated, x, y)
}

/// The remainder of [`div_floored`], which has the sign of `y`: that of -5 by 3 is 1. A remainder by 0 equals nothing. See
/// [`mod_truncated`].
pub fn mod_floored(x: impl Into<Term>, y: impl Into<Term>) -> Operation {
    operation(Operator::ModFloored, x, y)
}

/// `x` to the power of `y`, where that is a whole number within `i64`: a negative exponent has a result for the bases 1 and
/// -1 alone. 0 to the power of 0 is 1.
///
/// ```
/// use gridwright::{Limits, Model, pow};
/// let mut m = Model::new();
/// let (x, y) = (m.var(1..=9), m.var(1..=9));
/// m.post(pow(x, y).equals(8));
/// assert_eq!(m.compile(Limits::none())?.solver().count(10)?.n, 2);
/// # Ok::<(), gridwright::Error>(())
/// ```
pub fn pow(x: impl Into<Term>, y: impl Into<Term>) -> Operation {
    operation(Operator::Power, x, y)
}

impl Operation {
    /// The constraint that the operation has this result. It does not hold where the operation has none.
    pub fn equals(self, result: impl Into<Term>) -> OperationEquals {
        let terms = [self.x, self.y, result.into()];
        let mut vars = [VarId::new(0); 3];
        let slots = vars.iter_mut().zip(terms.into_iter().filter_map(Term::var));
        let arity = slots.map(|(slot, x)| *slot = x).count();
        OperationEquals { operator: self.operator, terms, vars, arity }
    }
}

/// The constraint that an operation has a result, made by [`Operation::equals`].
///
/// Becomes a table under every plan, unless that would be too large; then it prunes by bounds, and value by value where
/// few values are left.
pub struct OperationEquals {
    operator: Operator,
    /// The two arguments and the result.
    terms: [Term; 3],
    /// The variables among them.
    vars: [VarId; 3],
    arity: usize,
}

impl fmt::Debug for OperationEquals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.terms;
        write!(f, "{}({x:?}, {y:?}) = {z:?}", self.operator.name())
    }
}

impl Constraint for OperationEquals {
    fn scope(&self) -> &[VarId] {
        &self.vars[..self.arity]
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let [x, y, z] = self.terms.map(|term| i128::from(term.value(value)));
        self.operator.relates(x, y, z)
    }

    fn minizinc(&self, to: &mut MiniZinc<'_>) -> Result<String, ModelError> {
        let [x, y, z] = self.terms.map(|term| to.term(term));
        if self.terms[1] == Term::Constant(0) && self.operator.divides() {
            return Ok("false".into());
        }
        // MiniZinc rounds towards 0, and what is undefined makes the comparison around it false.
        Ok(match self.operator {
            Operator::AbsoluteDifference => format!("abs({x} - {y}) = {z}"),
            Operator::ExactRatio => format!("({y} != 0 /\\ {x} = {y} * {z}) \\/ ({x} != 0 /\\ {y} = {x} * {z})"),
            Operator::DivTruncated => format!("{x} div {y} = {z}"),
            Operator::ModTruncated => format!("{x} mod {y} = {z}"),
            Operator::DivFloored => {
                let rest = format!("{x} - {y} * {z}");
                format!("(0 <= {rest} /\\ {rest} < {y}) \\/ ({y} < {rest} /\\ {rest} <= 0)")
            }
            Operator::ModFloored => {
                format!("({x} - {z}) mod {y} = 0 /\\ ((0 <= {z} /\\ {z} < {y}) \\/ ({y} < {z} /\\ {z} <= 0))")
            }
            Operator::Power => return to.tabulate(self.scope(), |value| self.holds(value)),
        })
    }

    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
        if self.scope().is_empty() || !self.post_table(to)? {
            let scope = self.terms.map(|term| to.var(term));
            to.propagator(Operating::new(self.operator, scope));
        }
        Ok(())
    }
}

impl OperationEquals {
    /// Asks for a table over the variables; constants become parameters.
    fn post_table(&self, to: &mut Posting<'_>) -> Result<bool, ModelError> {
        let mut parameters = [0; 6];
        for (pair, term) in parameters.chunks_exact_mut(2).zip(self.terms) {
            if let Term::Constant(value) = term {
                pair.copy_from_slice(&[1, value]);
            }
        }
        let key = TableKey::own(self.operator.name(), &parameters);
        if to.kept_table(self.scope(), Tabulate::Always, key) {
            return Ok(true);
        }
        let results = self.terms[2].var().map(|z| to.domain(z).clone());
        let accepts = |prefix: &[i64]| {
            let mut values = prefix.iter().copied();
            let [x, y, z] = self.terms.map(|term| match term {
                Term::Var(_) => values.next(),
                Term::Constant(value) => Some(value),
            });
            let (Some(x), Some(y)) = (x, y) else { return true };
            let possible = |result| match z {
                Some(z) => z == result,
                None => results.as_ref().is_none_or(|results| results.contains(result)),
            };
            self.operator.value(x, y).is_some_and(possible)
        };
        to.table(&TableRequest { scope: self.scope(), when: Tabulate::Always, key: Some(key), accepts: &accepts })
    }
}

#[cfg(test)]
mod tests;
