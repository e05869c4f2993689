//! How an operation prunes where it is too large for a table.

use super::Operator;
use super::value::Ends;
use crate::agenda::Priority;
use crate::ids::{Atom, VarId};
use crate::propagate::{Cx, Outcome, Propagator, Rule, Strength};
use crate::store::{Conflict, Past, Why};

/// Enough for all values of one variable.
const MOST: u64 = 1 << 16;

/// Reaches its own fixpoint. The scope holds the arguments and the result.
#[derive(Debug)]
pub(super) struct Operating {
    operator: Operator,
    scope: [VarId; 3],
    /// How many pairs or triples of values are tried in a run, at least 1; beyond, bounds must do.
    most: u64,
}

/// No values of the others go with it.
const VALUES: Why = Why::rule(0);
/// The bounds of the others leave no room for it.
const BOUNDS: Why = Why::rule(1);

impl Operating {
    pub(super) fn new(operator: Operator, scope: [VarId; 3]) -> Self {
        Self { operator, scope, most: MOST }
    }

    /// Tries fewer values, so that bounds are tested where little is open.
    #[cfg(test)]
    pub(super) fn trying(self, most: u64) -> Self {
        Self { most, ..self }
    }

    /// Prunes the result.
    fn prune_result(&self, cx: &mut Cx<'_>) -> Result<bool, Conflict> {
        let [x, y, z] = self.scope;
        let Some((low, high)) = self.operator.range(ends(cx, x), ends(cx, y)) else { return Err(cx.fail(BOUNDS)) };
        let mut changed = cx.at_least(z, low, BOUNDS)?;
        changed |= cx.at_most(z, high, BOUNDS)?;
        if tuples(cx, &self.scope) <= self.most {
            let (xs, ys) = (values(cx, x), values(cx, y));
            let gives = |v, u| ys.iter().any(|&w| self.operator.value(v, w) == Some(u));
            changed |= cx.keep_if(z, |u| xs.iter().any(|&v| gives(v, u)), VALUES)?;
        }
        Ok(changed)
    }

    /// Prunes one of the arguments.
    fn prune_argument(&self, cx: &mut Cx<'_>, first: bool) -> Result<bool, Conflict> {
        let [x, y, z] = self.scope;
        let (argument, other) = if first { (x, y) } else { (y, x) };
        if tuples(cx, &[x, y]) <= self.most {
            let others = values(cx, other);
            let value = |v, w| if first { self.operator.value(v, w) } else { self.operator.value(w, v) };
            let fits = |now: Past<'_>, v, w| value(v, w).is_some_and(|result| now.contains(z, result));
            return cx.keep_supported(argument, |now, v| others.iter().any(|&w| fits(now, v, w)), VALUES);
        }
        let (others, (low, high)) = (ends(cx, other), ends(cx, z));
        let range = |v| if first { self.operator.range(v, others) } else { self.operator.range(others, v) };
        cx.keep_ranges(argument, |v| range(v).is_some_and(|range| range.0 <= high && low <= range.1), BOUNDS)
    }
}

fn ends(cx: &Cx<'_>, x: VarId) -> Ends {
    (cx.min(x), cx.max(x))
}

/// The values, read once: those of a wide domain may lie in many words.
fn values(cx: &Cx<'_>, x: VarId) -> Vec<i64> {
    cx.values(x).collect()
}

/// The number of combinations of values.
fn tuples(cx: &Cx<'_>, scope: &[VarId]) -> u64 {
    scope.iter().map(|&x| cx.size(x)).fold(1, u64::saturating_mul)
}

impl Propagator for Operating {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn name(&self) -> &'static str {
        "operation by bounds"
    }

    fn rules(&self) -> &'static [Rule] {
        const {
            &[
                Rule::new("no values of the others go with it"),
                Rule::new("the bounds of the others leave no room for it"),
            ]
        }
    }

    fn priority(&self) -> Priority {
        Priority::Costly
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let open = self.scope.iter().filter(|&&x| !cx.is_fixed(x)).count();
        if cx.strength() == Strength::Unit && open > 1 {
            return Ok(Outcome::AtFixpoint);
        }
        loop {
            if !cx.spend(64) {
                return Ok(Outcome::Suspend);
            }
            let mut changed = self.prune_result(cx)?;
            changed |= self.prune_argument(cx, true)?;
            changed |= self.prune_argument(cx, false)?;
            if !changed {
                // When nothing changes any more, a full assignment has been looked at as such.
                let fixed = self.scope.iter().all(|&x| cx.is_fixed(x));
                return Ok(if fixed { Outcome::Entailed } else { Outcome::AtFixpoint });
            }
        }
    }

    fn explain(&self, inferred: Option<Atom>, why: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        // The domain of the inferred variable is not needed, not even where it occurs twice: both have the same value.
        for &x in &self.scope {
            if inferred.is_some_and(|atom| atom.var == x) {
                continue;
            }
            if why == BOUNDS {
                past.min_fact(x, out);
                past.max_fact(x, out);
            } else {
                past.facts(x, out);
            }
        }
    }
}
