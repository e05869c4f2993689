//! Linear constraints: a sum of variables with coefficients that equals, differs from or is bounded by a constant.

mod bounds;
mod conditional;
mod different;
mod expr;
mod form;
mod pair;
mod unary;

pub use expr::{Expr, sum, weighted_sum};

#[cfg(test)]
use super::Scope;
use super::minizinc::MiniZinc;
use super::{Constraint, Facts, LineName, Link, ModelError, Posting, Tabulate};
use crate::constraint::Vars;
use crate::ids::VarId;
use crate::propagate::is_distinct;
use form::Form;
use std::fmt;

/// How a linear expression compares with 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    Equal,
    Different,
    AtMost,
    AtLeast,
}

impl Comparison {
    fn sign(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::Different => "!=",
            Self::AtMost => "<=",
            Self::AtLeast => ">=",
        }
    }
}

/// A linear constraint, such as `(a + 2 * b).equals(11)`, `x.less_than(y)` or `sum(line).at_most(20)`.
///
/// Coefficients and sums are exact. A model whose sum can leave the 64-bit range, given the variables' initial values, does
/// not compile.
///
/// Equations prune the bounds of every variable (bounds consistency over the rationals, as in Harvey and Schimpf 2002);
/// two variables without coefficients prune value by value. Under the fast plan, small equations become tables.
pub struct Linear {
    /// What is compared with 0.
    expr: Expr,
    comparison: Comparison,
    scope: Vars,
    /// Whether it may become a table.
    tables: bool,
}

impl Linear {
    fn new(expr: Expr, comparison: Comparison) -> Self {
        let scope = expr.scope();
        Self { expr, comparison, scope, tables: true }
    }

    /// The same without a table, which prunes less and costs less.
    pub(crate) fn by_bounds(self) -> Self {
        Self { tables: false, ..self }
    }

    /// Posts the table of a plain sum that has been asked for before, without a look at its form.
    fn post_kept_table(&self, to: &mut Posting<'_>) -> bool {
        let mut parameters = [1; 8];
        match (self.plain_total(), self.scope.len()) {
            (Some(total), n @ 2..8) if self.tables => {
                parameters[n] = total;
                to.kept_table(&self.scope, Tabulate::WhenFast, form::table_key(&parameters[..=n]))
            }
            _ => false,
        }
    }

    /// What the variables, each once and without a coefficient, add up to, if it says that.
    fn plain_total(&self) -> Option<i64> {
        let unit = |sign: i64| self.expr.terms.iter().all(|&(coefficient, _)| coefficient == sign);
        let total = match self.comparison {
            Comparison::Equal if unit(1) => self.expr.constant.checked_neg(),
            Comparison::Equal if unit(-1) => Some(self.expr.constant),
            _ => None,
        };
        let total = total.and_then(|total| i64::try_from(total).ok());
        total.filter(|_| is_distinct(&self.scope) && !self.expr.overflowed)
    }

    /// See [`Facts::difference`].
    fn difference(&self) -> Option<([VarId; 2], [i64; 2])> {
        // Whichever stands first, `x - y` and the constant are compared with 0.
        let vars = match *self.expr.terms {
            [(1, x), (-1, y)] | [(-1, y), (1, x)] if x != y && !self.expr.overflowed => [x, y],
            _ => return None,
        };
        let bound = i64::try_from(self.expr.constant.checked_neg()?).ok()?;
        match self.comparison {
            Comparison::Equal => Some((vars, [bound, bound])),
            Comparison::AtMost => Some((vars, [i64::MIN, bound])),
            Comparison::AtLeast => Some((vars, [bound, i64::MAX])),
            Comparison::Different => None,
        }
    }

    fn overflow(&self) -> ModelError {
        ModelError::Overflow(format!("the sum in {self:?}"))
    }
}

impl fmt::Debug for Linear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left = Expr { terms: self.expr.terms.clone(), ..Expr::default() };
        write!(f, "{left:?} {} {}", self.comparison.sign(), self.expr.constant.saturating_neg())
    }
}

impl Constraint for Linear {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let product = |&(coefficient, x): &(i64, VarId)| i128::from(coefficient) * i128::from(value(x));
        let sum = self.expr.terms.iter().map(product).try_fold(self.expr.constant, i128::checked_add);
        !self.expr.overflowed
            && sum.is_some_and(|sum| match self.comparison {
                Comparison::Equal => sum == 0,
                Comparison::Different => sum != 0,
                Comparison::AtMost => sum <= 0,
                Comparison::AtLeast => sum >= 0,
            })
    }

    fn minizinc(&self, to: &mut MiniZinc<'_>) -> Result<String, ModelError> {
        let overflow = || self.overflow();
        let sign = self.comparison.sign();
        let right = self.expr.constant.checked_neg().and_then(|right| i64::try_from(right).ok());
        Ok(format!("{} {sign} {}", self.expr.minizinc_terms(to)?, right.ok_or_else(overflow)?))
    }

    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
        if self.post_kept_table(to) || self.scope.iter().any(|&x| to.domain(x).is_empty()) {
            return Ok(());
        }
        Form::of(&self.expr, self.comparison, to).ok_or_else(|| self.overflow())?.post(self.tables, to)
    }

    fn reified(&self, truth: VarId, link: Link, to: &mut Posting<'_>) -> Result<bool, ModelError> {
        if self.scope.iter().all(|&x| !to.domain(x).is_empty()) {
            let form = Form::of(&self.expr, self.comparison, to).ok_or_else(|| self.overflow())?;
            return Ok(form.post_reified(truth, link, to));
        }
        Ok(true)
    }

    fn facts(&self) -> Facts<'_> {
        let sum = self.plain_total().map(|total| (&*self.scope, total));
        Facts { sum, difference: self.difference(), ..Facts::NONE }
    }

    fn name(&self) -> Option<LineName> {
        self.expr.name()
    }
}

#[cfg(test)]
mod tests;
