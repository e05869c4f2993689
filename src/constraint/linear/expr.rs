//! Linear expressions: sums of variables with coefficients, built by operators that never wrap.

use super::{Comparison, Linear};
use crate::constraint::Vars;
use crate::constraint::minizinc::{MiniZinc, join};
use crate::constraint::{LineName, ModelError, Scope, Term};
use crate::ids::VarId;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Mul, Neg, Sub};

/// A sum of variables with coefficients, and a constant: `a + 2 * b - 3`.
///
/// Made from a variable, a number, [`sum`] or an iterator's `sum()`, and combined by `+`, `-` and, with a number, `*`.
/// An overflow on the way is remembered, and reported when the model is compiled. Comparisons are methods, because `==`
/// and `<` cannot return a constraint.
///
/// ```
/// use gridwright::{Expr, Limits, Model};
/// let mut m = Model::new();
/// let (a, b, c) = (m.var(1..=9), m.var(1..=9), m.var(1..=9));
/// m.post((a + b + 2 * c).equals(11));
/// m.post((a - 3).at_least(b));
/// m.post([a, b, c].into_iter().sum::<Expr>().differs_from(7));
/// m.compile(Limits::none())?;
/// # Ok::<(), gridwright::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct Expr {
    /// Coefficients and variables as they were written; may name a variable twice.
    pub(super) terms: Vec<(i64, VarId)>,
    /// Wider than any value, so that bounds at the ends of `i64` can be moved to the other side.
    pub(super) constant: i128,
    pub(super) overflowed: bool,
    /// The variables of the terms as a list, if they were given as one; more terms may follow.
    pub(super) of: Option<Scope>,
}

/// The sum of some variables, such as a line of a grid.
///
/// ```
/// use gridwright::{Limits, Model, sum};
/// let mut m = Model::new();
/// let square = m.grid(3, 3, 1..=9);
/// for line in square.rows().chain(square.columns()) {
///     m.post(sum(line).equals(15));
/// }
/// m.compile(Limits::none())?;
/// # Ok::<(), gridwright::Error>(())
/// ```
pub fn sum(vars: impl Into<Scope>) -> Expr {
    let vars = vars.into();
    Expr { terms: vars.iter().map(|&x| (1, x)).collect(), of: Some(vars), ..Expr::default() }
}

/// The sum of some variables, each times its weight; the weights may go on behind the last variable.
///
/// ```
/// use gridwright::{Limits, Model, weighted_sum};
/// let mut m = Model::new();
/// let row = m.vars(4, 0..=1);
/// m.post(weighted_sum(&row, 1..).equals(5)); // 1 + 4 or 2 + 3
/// assert_eq!(m.compile(Limits::none())?.solver().count(10)?.n, 2);
/// # Ok::<(), gridwright::Error>(())
/// ```
///
/// # Panics
/// If there are fewer weights than variables.
pub fn weighted_sum(vars: impl Into<Scope>, weights: impl IntoIterator<Item = i64>) -> Expr {
    let mut expr = sum(vars);
    let mut weights = weights.into_iter();
    for (coefficient, _) in &mut expr.terms {
        *coefficient = weights.next().expect("every variable has a weight");
    }
    expr
}

impl Expr {
    /// Adds `factor` times another expression.
    fn plus(mut self, factor: i64, other: Self) -> Self {
        let other = if factor == 1 { other } else { other.times(factor) };
        self.terms.extend(other.terms);
        let constant = self.constant.checked_add(other.constant);
        Self {
            terms: self.terms,
            constant: constant.unwrap_or(0),
            overflowed: self.overflowed || other.overflowed || constant.is_none(),
            of: None,
        }
    }

    fn times(mut self, factor: i64) -> Self {
        for (coefficient, _) in &mut self.terms {
            let product = coefficient.checked_mul(factor);
            self.overflowed |= product.is_none();
            *coefficient = product.unwrap_or(0);
        }
        let constant = self.constant.checked_mul(i128::from(factor));
        self.overflowed |= constant.is_none();
        Self { constant: constant.unwrap_or(0), of: None, ..self }
    }

    /// Its value for these values of the variables; `None` beyond the 64-bit range.
    pub fn value(&self, value: &dyn Fn(VarId) -> i64) -> Option<i64> {
        let product = |&(coefficient, x): &(i64, VarId)| i128::from(coefficient) * i128::from(value(x));
        let sum = self.terms.iter().map(product).try_fold(self.constant, i128::checked_add)?;
        i64::try_from(sum).ok().filter(|_| !self.overflowed)
    }

    /// Its terms as MiniZinc writes them; 0 where there are none.
    pub(super) fn minizinc_terms(&self, to: &MiniZinc<'_>) -> Result<String, ModelError> {
        if self.overflowed {
            return Err(ModelError::Overflow(format!("the sum in {self:?}")));
        }
        let term = |&(coefficient, x): &(i64, VarId)| match coefficient {
            1 => to.var(x).to_owned(),
            _ => format!("{coefficient} * {}", to.var(x)),
        };
        let terms = join(self.terms.iter().map(term), " + ");
        Ok(if terms.is_empty() { "0".into() } else { terms })
    }

    /// The whole expression as MiniZinc writes it.
    pub(crate) fn minizinc(&self, to: &MiniZinc<'_>) -> Result<String, ModelError> {
        let terms = self.minizinc_terms(to)?;
        Ok(if self.constant == 0 { terms } else { format!("{terms} + {}", self.constant) })
    }

    /// Its variables, in the order of its terms.
    pub(crate) fn vars(&self) -> impl Iterator<Item = VarId> + '_ {
        self.terms.iter().map(|&(_, x)| x)
    }

    /// How far its smallest and its largest value lie apart where the variables have these bounds; `u64::MAX` for more.
    pub(crate) fn reach(&self, bounds: &dyn Fn(VarId) -> (i64, i64)) -> u64 {
        let spread = |&(coefficient, x): &(i64, VarId)| {
            let (min, max) = bounds(x);
            coefficient.unsigned_abs().saturating_mul(max.abs_diff(min))
        };
        self.terms.iter().map(spread).fold(0, u64::saturating_add)
    }

    /// The name of the line whose sum this is.
    pub(super) fn name(&self) -> Option<LineName> {
        self.of.as_ref().and_then(Scope::name)
    }

    /// The list of its variables.
    pub(super) fn scope(&self) -> Vars {
        match &self.of {
            Some(of) if of.len() == self.terms.len() => of.vars().clone(),
            _ => self.vars().collect(),
        }
    }

    /// The constraint that compares this with `right`, under the name of the line that this may be.
    fn compare(self, comparison: Comparison, right: Self) -> Linear {
        let of = self.of.clone();
        Linear::new(Self { of, ..self.plus(-1, right) }, comparison)
    }
}

impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        let numbers = |expr: &Self| (expr.constant, expr.overflowed, expr.name());
        self.terms == other.terms && numbers(self) == numbers(other)
    }
}

impl Eq for Expr {}

impl fmt::Debug for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, &(coefficient, x)) in self.terms.iter().enumerate() {
            match (i, coefficient < 0) {
                (0, false) => {}
                (0, true) => f.write_str("-")?,
                (_, false) => f.write_str(" + ")?,
                (_, true) => f.write_str(" - ")?,
            }
            match coefficient.unsigned_abs() {
                1 => write!(f, "{x:?}")?,
                size => write!(f, "{size}*{x:?}")?,
            }
        }
        match (self.terms.is_empty(), self.constant) {
            (true, constant) => write!(f, "{constant}"),
            (false, 0) => Ok(()),
            (false, constant) if constant < 0 => write!(f, " - {}", constant.unsigned_abs()),
            (false, constant) => write!(f, " + {constant}"),
        }
    }
}

impl From<VarId> for Expr {
    fn from(x: VarId) -> Self {
        Self { terms: vec![(1, x)], ..Self::default() }
    }
}

impl From<i64> for Expr {
    fn from(constant: i64) -> Self {
        Self { constant: constant.into(), ..Self::default() }
    }
}

impl From<Term> for Expr {
    fn from(term: Term) -> Self {
        match term {
            Term::Var(x) => x.into(),
            Term::Constant(constant) => constant.into(),
        }
    }
}

impl<T: Into<Self>> Sum<T> for Expr {
    fn sum<I: Iterator<Item = T>>(terms: I) -> Self {
        terms.fold(Self::default(), |sum, term| sum.plus(1, term.into()))
    }
}

/// The operators and comparisons that a variable and an expression share.
macro_rules! operators {
    ($($left:ty),*) => {$(
        impl<T: Into<Expr>> Add<T> for $left {
            type Output = Expr;

            fn add(self, right: T) -> Expr {
                Expr::from(self).plus(1, right.into())
            }
        }

        impl<T: Into<Expr>> Sub<T> for $left {
            type Output = Expr;

            fn sub(self, right: T) -> Expr {
                Expr::from(self).plus(-1, right.into())
            }
        }

        impl Mul<i64> for $left {
            type Output = Expr;

            fn mul(self, factor: i64) -> Expr {
                Expr::from(self).times(factor)
            }
        }

        impl Neg for $left {
            type Output = Expr;

            fn neg(self) -> Expr {
                Expr::from(self).times(-1)
            }
        }

        impl Add<$left> for i64 {
            type Output = Expr;

            fn add(self, right: $left) -> Expr {
                Expr::from(self).plus(1, right.into())
            }
        }

        impl Sub<$left> for i64 {
            type Output = Expr;

            fn sub(self, right: $left) -> Expr {
                Expr::from(self).plus(-1, right.into())
            }
        }

        impl Mul<$left> for i64 {
            type Output = Expr;

            fn mul(self, right: $left) -> Expr {
                Expr::from(right).times(self)
            }
        }

        impl $left {
            /// The constraint that this equals `right`.
            pub fn equals(self, right: impl Into<Expr>) -> Linear {
                Expr::from(self).compare(Comparison::Equal, right.into())
            }

            /// The constraint that this differs from `right`.
            pub fn differs_from(self, right: impl Into<Expr>) -> Linear {
                Expr::from(self).compare(Comparison::Different, right.into())
            }

            /// The constraint that this is at most `right`.
            pub fn at_most(self, right: impl Into<Expr>) -> Linear {
                Expr::from(self).compare(Comparison::AtMost, right.into())
            }

            /// The constraint that this is at least `right`.
            pub fn at_least(self, right: impl Into<Expr>) -> Linear {
                Expr::from(self).compare(Comparison::AtLeast, right.into())
            }

            /// The constraint that this is less than `right`.
            pub fn less_than(self, right: impl Into<Expr>) -> Linear {
                Expr::from(self).compare(Comparison::AtMost, right.into().plus(-1, 1.into()))
            }

            /// The constraint that this is greater than `right`.
            pub fn greater_than(self, right: impl Into<Expr>) -> Linear {
                Expr::from(self).compare(Comparison::AtLeast, right.into().plus(1, 1.into()))
            }
        }
    )*};
}

operators!(VarId, Expr);
