//! A table of pairs over one-word domains: each value keeps the mask of its partners, and nothing is reversible.

use super::{RULES, Tuples};
use crate::agenda::Priority;
use crate::ids::{Atom, Op, VarId};
use crate::propagate::{Cx, Opening, Outcome, Propagator, Rule, Strength, TableSize};
use crate::store::{Conflict, Events, Past, Why};
use std::sync::Arc;

/// Two variables within pairs. One pass is domain-consistent: a value that keeps a partner is that partner's partner.
#[derive(Debug)]
pub(super) struct Pair {
    scope: [VarId; 2],
    tuples: Arc<Tuples>,
}

impl Pair {
    pub(super) fn new(scope: [VarId; 2], tuples: Arc<Tuples>) -> Self {
        Self { scope, tuples }
    }

    /// The masks of partners for the bits of either side.
    fn partners(&self) -> &[[u64; 64]; 2] {
        const NONE: &[[u64; 64]; 2] = &[[0; 64]; 2];
        self.tuples.partners().unwrap_or(NONE)
    }
}

/// All partners of the bits of a domain.
#[inline]
fn union(partners: &[u64; 64], mut domain: u64) -> u64 {
    let mut all = 0;
    while domain != 0 {
        all |= partners[domain.trailing_zeros() as usize];
        domain &= domain - 1;
    }
    all
}

impl Propagator for Pair {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn name(&self) -> &'static str {
        "table of pairs"
    }

    fn rules(&self) -> &'static [Rule] {
        RULES
    }

    fn table_size(&self) -> Option<TableSize> {
        Some(self.tuples.size())
    }

    fn opening(&self) -> Option<Opening<'_>> {
        self.tuples.opening()
    }

    fn events(&self) -> Option<Events> {
        Some(Events::DOMAIN)
    }

    fn priority(&self) -> Priority {
        Priority::Binary
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let [x, y] = self.scope;
        let partners = self.partners();
        let (before_x, before_y) = (cx.mask(x), cx.mask(y));
        if cx.strength() == Strength::Unit && !before_x.is_power_of_two() && !before_y.is_power_of_two() {
            return Ok(Outcome::AtFixpoint);
        }
        let dirty = cx.dirty();
        if dirty & 1 != 0 {
            cx.keep_mask(y, union(&partners[0], before_x), Why::rule(0))?;
        }
        if dirty & 2 != 0 {
            cx.keep_mask(x, union(&partners[1], before_y), Why::rule(0))?;
        }
        let one = |mask: u64| mask & (mask - 1) == 0;
        Ok(if one(cx.mask(x)) || one(cx.mask(y)) { Outcome::Entailed } else { Outcome::AtFixpoint })
    }

    fn support(&self, position: usize, value: i64, now: Past<'_>) -> Option<u64> {
        let (x, other) = (self.scope[position], self.scope[1 - position]);
        let bit = usize::try_from(value.wrapping_sub(now.base(x))).ok()?;
        let partners = self.partners()[position].get(bit)? & now.mask(other);
        Some(u64::from(partners.count_ones()))
    }

    fn explain(&self, inferred: Option<Atom>, _: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        match inferred {
            Some(Atom { var, op: Op::Ne, value }) if self.scope[0] != self.scope[1] => {
                let side = usize::from(var == self.scope[1]);
                let other = self.scope[1 - side];
                if let Some(only) = past.value(other) {
                    out.push(Atom::eq(other, only));
                    return;
                }
                let bit = value.wrapping_sub(past.base(var)) as usize;
                let mask = self.partners()[side].get(bit).copied().unwrap_or(0) & past.initial().mask(other);
                let values = (0..64).filter(|b| mask >> b & 1 == 1).map(|b| past.base(other) + b);
                out.extend(values.map(|v| Atom::ne(other, v)));
            }
            _ => self.scope.iter().for_each(|&x| past.facts(x, out)),
        }
    }
}
