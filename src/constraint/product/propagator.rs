//! How a product prunes where it is no table.

use super::interval::Interval;
use crate::ids::{Atom, VarId};
use crate::propagate::{Cx, Outcome, Propagator, Rule, Strength};
use crate::store::{Conflict, Past, Why};

/// The propagator; the result stands last in its scope. Reaches its own fixpoint.
#[derive(Debug)]
pub(super) struct Multiplication {
    scope: Box<[VarId]>,
}

/// The bounds of the other factors and of the result.
const BOUNDS: Why = Why::rule(0);
/// The result and the fixed factors.
const DIVISOR: Why = Why::rule(1);
/// The result, the fixed factors and the domain of the only other open factor, at the position of the argument.
const PARTNER: Why = Why::rule(2);

impl Propagator for Multiplication {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn name(&self) -> &'static str {
        "product by bounds"
    }

    fn rules(&self) -> &'static [Rule] {
        const {
            &[
                Rule::new("the bounds of the product"),
                Rule::new("only a divisor of the product fits"),
                Rule::new("the other factor cannot have the value that would go with it"),
            ]
        }
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
                whole = whole.times(hull(cx, x));
            }
            if !whole.meets(hull(cx, *result)) {
                return Err(cx.fail(BOUNDS));
            }
            let end = |v: i128| v.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
            let mut changed = cx.at_least(*result, end(whole.low), BOUNDS)?;
            changed |= cx.at_most(*result, end(whole.high), BOUNDS)?;
            if whole.is_point() && cx.is_fixed(*result) {
                return Ok(Outcome::Entailed);
            }
            let share = self.share(|x| cx.value(x)).map_err(|Indivisible| cx.fail(DIVISOR))?;
            if let (Some(share), Some(pair)) = (share, self.open_pair(cx)) {
                return self.match_partners(cx, pair, share);
            }
            let target = hull(cx, *result);
            let mut before = Interval::ONE;
            for (&x, after) in factors.iter().zip(rest.chunks_exact(Interval::WORDS)) {
                if !cx.is_fixed(x) {
                    let others = before.times(Interval::load(after));
                    if let (Some(share), true) = (share, cx.is_enumerable(x)) {
                        changed |= cx.keep_if(x, |v| v != 0 && share.wrapping_rem(v) == 0, DIVISOR)?;
                    }
                    if !others.times(hull(cx, x)).is_within(target) {
                        changed |=
                            cx.keep_ranges(x, |(a, b)| others.times(Interval::new(a, b)).meets(target), BOUNDS)?;
                    }
                }
                before = before.times(hull(cx, x));
            }
            if !changed {
                return Ok(Outcome::AtFixpoint);
            }
            if !cx.spend(64) {
                return Ok(Outcome::Suspend);
            }
        }
    }

    fn explain(&self, inferred: Option<Atom>, why: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        let partner = (why.index() == PARTNER.index()).then(|| self.scope[why.argument() as usize]);
        // The domain of the inferred variable is not needed, not even where it occurs twice: both have the same value.
        for &x in &self.scope {
            if partner == Some(x) || inferred.is_some_and(|atom| atom.var == x) {
                continue;
            }
            if why == BOUNDS {
                past.min_fact(x, out);
                past.max_fact(x, out);
            } else if past.size(x) == 1 {
                past.facts(x, out);
            }
        }
        let (Some(partner), Some(Atom { var, value, .. })) = (partner, inferred) else { return };
        if let Ok(Some(share)) = self.share(|x| past.value(x).filter(|_| x != partner && x != var)) {
            let lost = other_factor(share, value).filter(|&v| past.initial().contains(partner, v));
            out.extend(lost.map(|v| Atom::ne(partner, v)));
        }
    }
}

fn hull(cx: &Cx<'_>, x: VarId) -> Interval {
    Interval::new(cx.min(x), cx.max(x))
}

/// The factors with a value do not divide the product.
struct Indivisible;

/// The only factor that makes `share` with the factor `v`, where there is one.
fn other_factor(share: i64, v: i64) -> Option<i64> {
    (share.checked_rem(v)? == 0).then(|| share / v)
}

impl Multiplication {
    /// The factors, then the result.
    pub(super) fn new(scope: Box<[VarId]>) -> Self {
        Self { scope }
    }

    /// What the factors without a value must multiply to; `None` where the product is open or 0, or the share is beyond `i64`.
    fn share(&self, value: impl Fn(VarId) -> Option<i64>) -> Result<Option<i64>, Indivisible> {
        let [factors @ .., result] = &*self.scope else { return Ok(None) };
        let Some(mut share) = value(*result).filter(|&product| product != 0) else { return Ok(None) };
        for factor in factors.iter().filter_map(|&x| value(x)) {
            if factor == 0 || share.wrapping_rem(factor) != 0 {
                return Err(Indivisible);
            }
            let Some(quotient) = share.checked_div(factor) else { return Ok(None) };
            share = quotient;
        }
        Ok(Some(share))
    }

    /// The positions of the open factors, if there are two of different variables whose values can be looked at.
    fn open_pair(&self, cx: &Cx<'_>) -> Option<[usize; 2]> {
        let factors = 0..self.scope.len() - 1;
        let mut open = factors.filter(|&i| !cx.is_fixed(self.scope[i]));
        let pair = [open.next()?, open.next()?];
        let [x, y] = pair.map(|i| self.scope[i]);
        (open.next().is_none() && x != y && cx.is_enumerable(x) && cx.is_enumerable(y)).then_some(pair)
    }

    /// Prunes two factors, the only open ones, value by value.
    fn match_partners(&self, cx: &mut Cx<'_>, pair: [usize; 2], share: i64) -> Result<Outcome, Conflict> {
        let [i, j] = pair;
        for (at, other) in [(i, j), (j, i)] {
            let (x, y) = (self.scope[at], self.scope[other]);
            let supported = |now: Past<'_>, v| other_factor(share, v).is_some_and(|w| now.contains(y, w));
            cx.keep_supported(x, supported, PARTNER.with(other as u32))?;
        }
        Ok(if cx.is_fixed(self.scope[i]) { Outcome::Entailed } else { Outcome::AtFixpoint })
    }
}
