//! `x + y = c` and `x - y = c`, pruned value by value: on one-word domains by a shift, a sum after a reversal. Where values
//! are too many for that, their bounds are pruned.

use super::conditional::Refutable;
use crate::agenda::Priority;
use crate::ids::{Atom, VarId};
use crate::propagate::{Cx, Outcome, Propagator, Rule, Strength};
use crate::store::{Conflict, Past, Why};

/// Domain-consistent where both domains are enumerable, else bounds-consistent. Where partners are computed, arithmetic
/// wraps: a partner beyond `i64` is in no domain, because the constant lies between two sums (differences) of initial
/// values, whose distance the spans of both domains limit to less than 2^64.
#[derive(Debug)]
pub(super) struct Pair {
    scope: [VarId; 2],
    relation: Relation,
    constant: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Sum,
    Difference,
}

const PARTNER: Why = Why::rule(0);

impl Pair {
    /// `x + y = constant`.
    pub(super) fn sum(x: VarId, y: VarId, constant: i64) -> Self {
        Self { scope: [x, y], relation: Relation::Sum, constant }
    }

    /// `x - y = constant`.
    pub(super) fn difference(x: VarId, y: VarId, constant: i64) -> Self {
        Self { scope: [x, y], relation: Relation::Difference, constant }
    }

    /// The other variable, and the value that it must have when `x`, one of the two, has value `v`.
    fn partner(&self, x: VarId, v: i64) -> (VarId, i64) {
        let [first, second] = self.scope;
        let other = if x == first { second } else { first };
        let value = match self.relation {
            Relation::Sum => self.constant.wrapping_sub(v),
            Relation::Difference if x == first => v.wrapping_sub(self.constant),
            Relation::Difference => v.wrapping_add(self.constant),
        };
        (other, value)
    }

    /// The bounds of the partners of a variable's values.
    fn partners(&self, now: Past<'_>, from: VarId) -> (i128, i128) {
        let constant = i128::from(self.constant);
        let partner = |v: i64| match self.relation {
            Relation::Sum => constant - i128::from(v),
            Relation::Difference if from == self.scope[0] => i128::from(v) - constant,
            Relation::Difference => i128::from(v) + constant,
        };
        let (one, other) = (partner(now.min(from)), partner(now.max(from)));
        (one.min(other), one.max(other))
    }

    /// Keeps a variable within the bounds of the other's partners, and says whether that has changed anything.
    fn follow(&self, cx: &mut Cx<'_>, from: VarId, to: VarId) -> Result<bool, Conflict> {
        let (low, high) = self.partners(cx.now(), from);
        if low > cx.max(to).into() || high < cx.min(to).into() {
            return Err(cx.no_value(to, PARTNER));
        }
        let end = |v: i128| v.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        let changed = cx.at_least(to, end(low), PARTNER)?;
        Ok(cx.at_most(to, end(high), PARTNER)? || changed)
    }

    /// The bits of the partners of a one-word domain's values, for a domain with this base.
    fn image(&self, cx: &Cx<'_>, x: VarId, y_base: i64) -> u64 {
        let lowest = self.partner(x, cx.base(x)).1.wrapping_sub(y_base);
        match self.relation {
            // Bit `b` goes to `lowest - b`; the reversal has put it to `63 - b`.
            Relation::Sum => shifted(cx.mask(x).reverse_bits(), lowest.wrapping_sub(63)),
            Relation::Difference => shifted(cx.mask(x), lowest),
        }
    }
}

/// The mask moved up by `by` bits, or down if that is negative.
#[inline]
fn shifted(mask: u64, by: i64) -> u64 {
    match by {
        0..64 => mask << by,
        -63..0 => mask >> -by,
        _ => 0,
    }
}

impl Propagator for Pair {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn name(&self) -> &'static str {
        "sum of two"
    }

    fn rules(&self) -> &'static [Rule] {
        const { &[Rule::new("the other variable cannot have the value that would go with it")] }
    }

    fn priority(&self) -> Priority {
        Priority::Binary
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let [x, y] = self.scope;
        if cx.strength() == Strength::Unit && !cx.is_fixed(x) && !cx.is_fixed(y) {
            return Ok(Outcome::AtFixpoint);
        }
        while !cx.is_enumerable(x) || !cx.is_enumerable(y) {
            let changed = self.follow(cx, x, y)?;
            if !self.follow(cx, y, x)? && !changed {
                return Ok(if cx.is_fixed(x) { Outcome::Entailed } else { Outcome::AtFixpoint });
            }
        }
        let narrow = cx.is_narrow(x) && cx.is_narrow(y);
        for (from, to) in [(x, y), (y, x)] {
            if narrow {
                let image = self.image(cx, from, cx.base(to));
                cx.keep_mask(to, image, PARTNER)?;
            } else {
                let supported = |now: Past<'_>, v| now.contains(from, self.partner(to, v).1);
                cx.keep_supported(to, supported, PARTNER)?;
            }
        }
        Ok(if cx.is_fixed(x) { Outcome::Entailed } else { Outcome::AtFixpoint })
    }

    fn explain(&self, inferred: Option<Atom>, _: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        let Some(Atom { var, value, .. }) = inferred else {
            return self.scope.iter().for_each(|&x| past.facts(x, out));
        };
        let (other, value) = self.partner(var, value);
        if past.initial().contains(other, value) {
            out.push(Atom::ne(other, value));
        }
    }
}

impl Refutable for Pair {
    fn refuted(&self, now: Past<'_>) -> Option<Why> {
        let [x, y] = self.scope;
        let possible = match [(x, y), (y, x)].into_iter().find(|&(few, _)| now.is_enumerable(few)) {
            Some((few, other)) => now.values(few).any(|v| now.contains(other, self.partner(few, v).1)),
            None => {
                let (low, high) = self.partners(now, x);
                low <= now.max(y).into() && high >= now.min(y).into()
            }
        };
        (!possible).then_some(PARTNER)
    }
}
