//! `x * y * … = z` over the integers, zero and negative values included.

mod interval;
mod propagator;

use super::minizinc::{MiniZinc, join};
use super::{Constraint, Facts, LineName, ModelError, Posting, Scope, TableKey, TableRequest, Tabulate, Term};
use crate::constraint::Vars;
use crate::ids::VarId;
use crate::propagate::is_distinct;
use interval::Interval;
use propagator::Multiplication;

/// The product of some variables; say what it equals to get a constraint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product {
    factors: Scope,
}

/// The product of some variables; 1 where there are none.
///
/// ```
/// use gridwright::{Limits, Model, product};
/// let mut m = Model::new();
/// let (a, b, c) = (m.var(1..=6), m.var(1..=6), m.var(1..=36));
/// m.post(product([a, b]).equals(c));
/// m.post(product([a, b, c]).equals(144));
/// m.compile(Limits::none())?;
/// # Ok::<(), gridwright::Error>(())
/// ```
pub fn product(factors: impl Into<Scope>) -> Product {
    Product { factors: factors.into() }
}

impl Product {
    /// The constraint that the product equals a variable or a constant. A product beyond `i64` equals neither.
    pub fn equals(self, result: impl Into<Term>) -> ProductEquals {
        let result = result.into();
        let scope = match result {
            Term::Var(y) => self.factors.iter().copied().chain([y]).collect(),
            Term::Constant(_) => self.factors.vars().clone(),
        };
        ProductEquals { factors: self.factors, result, scope }
    }
}

/// The constraint that a product has a value, made by [`Product::equals`].
///
/// Prunes by the bounds of the product, once that is fixed by divisibility, and when two factors are open value by value;
/// under the fast plan, small ones become tables.
#[derive(Debug)]
pub struct ProductEquals {
    factors: Scope,
    result: Term,
    scope: Vars,
}

impl Constraint for ProductEquals {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let result = i128::from(self.result.value(value));
        if self.factors.iter().any(|&x| value(x) == 0) {
            return result == 0;
        }
        // Without a factor 0, no factor makes a product smaller: what has left `i64` does not come back.
        let product = self.factors.iter().try_fold(1_i128, |product, &x| {
            let product = product * i128::from(value(x));
            (product.unsigned_abs() <= 1 << 63).then_some(product)
        });
        product == Some(result)
    }

    fn minizinc(&self, to: &mut MiniZinc<'_>) -> Result<String, ModelError> {
        let product = match self.factors.is_empty() {
            true => "1".into(),
            false => join(self.factors.iter().map(|&x| to.var(x)), " * "),
        };
        Ok(format!("{product} = {}", to.term(self.result)))
    }

    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
        if !self.scope.is_empty() && self.post_table(to)? {
            return Ok(());
        }
        let result = to.var(self.result);
        to.propagator(Multiplication::new(self.factors.iter().copied().chain([result]).collect()));
        Ok(())
    }

    fn facts(&self) -> Facts<'_> {
        match self.result {
            Term::Constant(value) if is_distinct(&self.factors) => {
                Facts { product: Some((&self.factors, value)), ..Facts::NONE }
            }
            _ => Facts::NONE,
        }
    }

    fn name(&self) -> Option<LineName> {
        self.factors.name()
    }
}

impl ProductEquals {
    /// Asks for a table. A prefix must leave a product within the bounds, and divide a constant one.
    fn post_table(&self, to: &mut Posting<'_>) -> Result<bool, ModelError> {
        let constant = match self.result {
            Term::Var(_) => None,
            Term::Constant(value) => Some(value),
        };
        let key = TableKey::own("product", constant.as_slice());
        if to.kept_table(&self.scope, Tabulate::WhenFast, key) {
            return Ok(true);
        }
        let bounds = |x: VarId| to.domain(x).bounds().map(|(min, max)| Interval::new(min, max));
        let factors = self.factors.len();
        // The product of the factors from a position on.
        let mut rest = vec![Interval::ONE; factors + 1];
        for (i, &x) in self.factors.iter().enumerate().rev() {
            let Some(factor) = bounds(x) else { return Ok(false) };
            rest[i] = rest[i + 1].times(factor);
        }
        let target = match self.result {
            Term::Var(y) => bounds(y),
            Term::Constant(value) => Some(Interval::new(value, value)),
        };
        let Some(target) = target else { return Ok(false) };
        let accepts = |prefix: &[i64]| {
            let chosen = &prefix[..prefix.len().min(factors)];
            let product = chosen.iter().fold(Interval::ONE, |product, &v| product.times(Interval::new(v, v)));
            let target = prefix.get(factors).map_or(target, |&v| Interval::new(v, v));
            product.times(rest[chosen.len()]).meets(target)
                && constant.is_none_or(|c| c == 0 || product.low != 0 && i128::from(c) % product.low == 0)
        };
        to.table(&TableRequest { scope: &self.scope, when: Tabulate::WhenFast, key: Some(key), accepts: &accepts })
    }
}

#[cfg(test)]
mod tests;
