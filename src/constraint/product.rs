//! `x * y * … = z` over the integers, zero and negative values included.

use super::{Constraint, LineName, ModelError, Posting, Scope, TableKey, TableRequest, Tabulate, Term};
use crate::ids::{Atom, VarId};
use crate::propagate::{Cx, Outcome, Propagator, Rule, Strength};
use crate::store::{Conflict, Past, Why};

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
        let scope = self.factors.iter().copied().chain(result.var()).collect();
        ProductEquals { factors: self.factors, result, scope }
    }
}

/// The constraint that a product has a value, made by [`Product::equals`].
///
/// Prunes by the bounds of the product, and by divisibility once the product is fixed; under the fast plan, small ones become
/// tables.
#[derive(Debug)]
pub struct ProductEquals {
    factors: Scope,
    result: Term,
    scope: Vec<VarId>,
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

    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
        if !self.scope.is_empty() && self.post_table(to)? {
            return Ok(());
        }
        let result = to.var(self.result);
        to.propagator(Multiplication { scope: self.factors.iter().copied().chain([result]).collect() });
        Ok(())
    }

    fn name(&self) -> Option<LineName> {
        self.factors.name()
    }
}

impl ProductEquals {
    /// Asks for a table. A prefix must leave a product within the bounds, and divide a constant one.
    fn post_table(&self, to: &mut Posting<'_>) -> Result<bool, ModelError> {
        let bounds = |x: VarId| to.domain(x).bounds().map(|(min, max)| Interval::new(min, max));
        let factors = self.factors.len();
        // The product of the factors from a position on.
        let mut rest = vec![Interval::ONE; factors + 1];
        for (i, &x) in self.factors.iter().enumerate().rev() {
            let Some(factor) = bounds(x) else { return Ok(false) };
            rest[i] = rest[i + 1].times(factor);
        }
        let (target, constant) = match self.result {
            Term::Var(y) => (bounds(y), None),
            Term::Constant(value) => (Some(Interval::new(value, value)), Some(value)),
        };
        let Some(target) = target else { return Ok(false) };
        let accepts = |prefix: &[i64]| {
            let chosen = &prefix[..prefix.len().min(factors)];
            let product = chosen.iter().fold(Interval::ONE, |product, &v| product.times(Interval::new(v, v)));
            let target = prefix.get(factors).map_or(target, |&v| Interval::new(v, v));
            product.times(rest[chosen.len()]).meets(target)
                && constant.is_none_or(|c| c == 0 || product.low != 0 && i128::from(c) % product.low == 0)
        };
        let parameters: &[i64] = constant.as_slice();
        to.table(&TableRequest {
            scope: &self.scope,
            when: Tabulate::WhenFast,
            key: Some(TableKey::new("product", parameters)),
            accepts: &accepts,
        })
    }
}

/// A range of products. Ends beyond `i64` are moved to the first number beyond it, which loses nothing: whatever a number
/// beyond `i64` is multiplied by, the product is 0 or beyond `i64` too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Interval {
    low: i128,
    high: i128,
}

impl Interval {
    const ONE: Self = Self { low: 1, high: 1 };
    /// Greater than the size of any `i64`, and small enough for the product of two to fit.
    const BEYOND: i128 = (1 << 63) + 1;
    /// How many words of cache it takes.
    const WORDS: usize = 4;

    fn new(low: i64, high: i64) -> Self {
        Self { low: low.into(), high: high.into() }
    }

    fn of(cx: &Cx<'_>, x: VarId) -> Self {
        Self::new(cx.min(x), cx.max(x))
    }

    fn times(self, other: Self) -> Self {
        let beyond = |v: i128| v.clamp(-Self::BEYOND, Self::BEYOND);
        if self.low >= 0 && other.low >= 0 {
            return Self { low: beyond(self.low * other.low), high: beyond(self.high * other.high) };
        }
        let corners =
            [self.low * other.low, self.low * other.high, self.high * other.low, self.high * other.high].map(beyond);
        let first = Self { low: corners[0], high: corners[0] };
        corners[1..].iter().fold(first, |hull, &v| Self { low: hull.low.min(v), high: hull.high.max(v) })
    }

    fn meets(self, other: Self) -> bool {
        self.low <= other.high && other.low <= self.high
    }

    fn is_within(self, other: Self) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    fn is_point(self) -> bool {
        self.low == self.high
    }

    fn save(self, words: &mut [u64]) {
        let [low, high] = [self.low, self.high];
        words.copy_from_slice(&[low as u64, (low >> 64) as u64, high as u64, (high >> 64) as u64]);
    }

    fn load(words: &[u64]) -> Self {
        let end = |low: u64, high: u64| (u128::from(high) << 64 | u128::from(low)) as i128;
        Self { low: end(words[0], words[1]), high: end(words[2], words[3]) }
    }
}

/// The propagator; the result stands last in its scope. Reaches its own fixpoint.
#[derive(Debug)]
struct Multiplication {
    scope: Box<[VarId]>,
}

/// The bounds of the other factors and of the result.
const BOUNDS: Why = Why::rule(0);
/// The result and the fixed factors.
const DIVISOR: Why = Why::rule(1);

impl Propagator for Multiplication {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn rules(&self) -> &'static [Rule] {
        const { &[Rule::new("the bounds of the product"), Rule::new("only a divisor of the product fits")] }
    }

    fn cache_words(&self) -> usize {
        (self.scope.len() - 1) * Interval::WORDS
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let [factors @ .., result] = &*self.scope else { return Ok(Outcome::Entailed) };
        let is_open = |x: &&VarId| !cx.is_fixed(**x);
        if cx.strength() == Strength::Unit && self.scope.iter().filter(is_open).nth(1).is_some() {
            return Ok(Outcome::AtFixpoint);
        }
        let rest = cx.take_cache();
        loop {
            let mut whole = Interval::ONE;
            for (&x, after) in factors.iter().zip(rest.chunks_exact_mut(Interval::WORDS)).rev() {
                whole.save(after);
                whole = whole.times(Interval::of(cx, x));
            }
            if !whole.meets(Interval::of(cx, *result)) {
                return Err(cx.fail(BOUNDS));
            }
            let end = |v: i128| v.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
            let mut changed = cx.at_least(*result, end(whole.low), BOUNDS)?;
            changed |= cx.at_most(*result, end(whole.high), BOUNDS)?;
            if whole.is_point() && cx.is_fixed(*result) {
                return Ok(Outcome::Entailed);
            }
            let target = Interval::of(cx, *result);
            let share = self.share(cx)?;
            let mut before = Interval::ONE;
            for (&x, after) in factors.iter().zip(rest.chunks_exact(Interval::WORDS)) {
                if !cx.is_fixed(x) {
                    let others = before.times(Interval::load(after));
                    if let Some(share) = share {
                        changed |= cx.keep_if(x, |v| v != 0 && share % v.unsigned_abs() == 0, DIVISOR)?;
                    }
                    if !others.times(Interval::of(cx, x)).is_within(target) {
                        changed |= cx.keep_if(x, |v| others.times(Interval::new(v, v)).meets(target), BOUNDS)?;
                    }
                }
                before = before.times(Interval::of(cx, x));
            }
            if !changed {
                return Ok(Outcome::AtFixpoint);
            }
        }
    }

    fn explain(&self, inferred: Option<Atom>, why: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        let occurs = |x: VarId| self.scope.iter().filter(|&&y| y == x).count();
        for &x in &self.scope {
            if inferred.is_some_and(|atom| atom.var == x && occurs(x) == 1) {
                continue;
            }
            if why == DIVISOR {
                if past.size(x) == 1 {
                    past.facts(x, out);
                }
            } else {
                past.min_fact(x, out);
                past.max_fact(x, out);
            }
        }
    }
}

impl Multiplication {
    /// The size of what the open factors must multiply to, if the result is fixed and not 0.
    fn share(&self, cx: &mut Cx<'_>) -> Result<Option<u64>, Conflict> {
        let [factors @ .., result] = &*self.scope else { return Ok(None) };
        let Some(value) = cx.value(*result).filter(|&value| value != 0) else { return Ok(None) };
        let mut share = value.unsigned_abs();
        for &x in factors {
            let Some(factor) = cx.value(x) else { continue };
            if factor == 0 || share % factor.unsigned_abs() != 0 {
                return Err(cx.fail(DIVISOR));
            }
            share /= factor.unsigned_abs();
        }
        Ok(Some(share))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Domain;
    use crate::testing::{Consistency, check};

    fn domains() -> [Domain; 3] {
        [(-2..=3).into(), [-4, 0, 1, 6].into(), (1..=3).into()]
    }

    #[test]
    fn constants() {
        for result in [0, 1, -1, 6, -8, 12, 7, 36, -36, 1000] {
            check(domains(), |x| product(x).equals(result)).run();
            check(domains(), |x| product(&x[..2]).equals(result)).run();
            check(domains(), |x| product([x[1]]).equals(result)).run();
            check(domains(), |_| product([]).equals(result)).run();
        }
    }

    #[test]
    fn variables() {
        check(domains(), |x| product(&x[..2]).equals(x[2])).run();
        check(domains(), |x| product([x[0], x[2]]).equals(x[1])).run();
        check(domains(), |x| product([x[1]]).equals(x[2])).run();
        check(domains(), |_| product([]).equals(5)).run();
        check(domains(), |x| product([]).equals(x[0])).run();
        check([1..=3, 1..=3, 1..=9], |x| product(&x[..2]).equals(x[2])).run();
    }

    #[test]
    fn repeated_variables() {
        for result in [0, 1, 4, 8, 9, -8] {
            check(domains(), |x| product([x[0], x[0]]).equals(result)).run();
            check(domains(), |x| product([x[0], x[2], x[0]]).equals(result)).run();
        }
        check(domains(), |x| product([x[0], x[1]]).equals(x[0])).run();
        check(domains(), |x| product([x[0], x[0]]).equals(x[0])).run();
    }

    #[test]
    fn two_positive_ranges_are_bounds_consistent() {
        for result in 1..=20 {
            check([1..=5, 1..=6], |x| product(x).equals(result)).promises(Consistency::Bounds).run();
        }
    }

    #[test]
    fn values_far_apart_and_products_beyond_i64() {
        let far: [Domain; 3] = [[-70, 0, 63].into(), [-63, 1, 200].into(), [-200, 7].into()];
        for result in [0, -441, 63, 63 * 200 * 7] {
            check(far.clone(), |x| product(x).equals(result)).run();
        }
        let large: [Domain; 3] =
            [(i64::MAX - 1..=i64::MAX).into(), (i64::MIN..=i64::MIN + 1).into(), [-1, 0, 1].into()];
        for result in [0, 1, -1, i64::MAX, i64::MIN, i64::MIN + 1] {
            check(large.clone(), |x| product(x).equals(result)).run();
            check(large.clone(), |x| product(&x[1..]).equals(result)).run();
            check(large.clone(), |x| product([x[0], x[2]]).equals(result)).run();
        }
        check(large, |x| product([x[0], x[2]]).equals(x[1])).run();
        let exact: [Domain; 2] = [(1 << 31..=(1 << 31) + 1).into(), (-(1 << 32)..=3 - (1 << 32)).into()];
        for result in [i64::MIN, i64::MIN + (1 << 31), i64::MAX] {
            check(exact.clone(), |x| product(x).equals(result)).run();
        }
    }
}
