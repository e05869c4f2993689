//! Walks a contradiction back along the trail to the constraints and assumptions that it rests on.

use crate::engine::Engine;
use crate::ids::{Atom, VarId};
use crate::limit::Budget;
use crate::store::{Author, Cause, Past};
use fixedbitset::FixedBitSet;
use std::collections::HashSet;

/// Constraints first, assumptions behind them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Members {
    pub(super) constraints: usize,
    pub(super) assumptions: usize,
}

impl Members {
    pub(super) fn all(self) -> usize {
        self.constraints + self.assumptions
    }
}

/// Adds to `core` every member that the engine's present contradiction rests on, by the propagators' own explanations.
/// `assumed[i]` is the length of the trail when assumption `i` was made, for those that were. Decisions do not count: who
/// refutes both sides of each gathers what either side needs. Ends early, with some members lacking, once the budget is spent.
pub(super) fn trace(
    engine: &Engine,
    members: Members,
    assumed: &[(usize, usize)],
    core: &mut FixedBitSet,
    budget: &mut Budget,
) {
    let Some(failure) = engine.failure() else { return };
    let mut walk = Walk { engine, members, assumed, core, open: Vec::new(), seen: HashSet::new(), budget };
    let past = engine.past(failure.at);
    match failure.var {
        None => walk.explain(None, failure.cause, failure.at),
        Some(x) => {
            walk.removed(x, past.lost(x).collect(), past);
            for v in past.values(x) {
                walk.explain(Some(Atom::ne(x, v)), failure.cause, failure.at);
            }
            if past.size(x) == 0 {
                return; // The domain was empty from the start, which is nobody's fault.
            }
        }
    }
    while let Some((x, v, at)) = walk.open.pop() {
        if walk.budget.spend(1).is_err() {
            return;
        }
        walk.explain(Some(Atom::ne(x, v)), engine.cause(at), at);
    }
}

struct Walk<'a> {
    engine: &'a Engine,
    members: Members,
    assumed: &'a [(usize, usize)],
    core: &'a mut FixedBitSet,
    /// Removals to be explained: the variable, the value, and where on the trail.
    open: Vec<(VarId, i64, usize)>,
    seen: HashSet<(VarId, i64)>,
    budget: &'a mut Budget,
}

impl Walk<'_> {
    /// Explains one inference and queues the removals that its premises rest on.
    fn explain(&mut self, inferred: Option<Atom>, cause: Cause, at: usize) {
        match cause.author() {
            Author::Decision => {}
            Author::Given => {
                // The last assumption that was made when the trail was at most this long.
                if let Some(&(assumption, _)) = self.assumed.iter().rev().find(|&&(_, start)| start <= at) {
                    self.core.insert(self.members.constraints + assumption);
                }
            }
            Author::Propagator(p) => {
                self.core.extend(self.engine.parents(p).map(|c| c.index()));
                let past = self.engine.past(at);
                let mut premises = Vec::new();
                self.engine.propagator(p).explain(inferred, cause.why(), past, &mut premises);
                for premise in premises {
                    let x = premise.var;
                    if self.budget.spend_on(8 * past.initial().size(x) as usize).is_err() {
                        return;
                    }
                    let needed = past.initial().values(x).filter(|&v| !premise.holds(v)).collect();
                    self.removed(x, needed, past);
                }
            }
        }
    }

    /// Queues the removals of these values.
    fn removed(&mut self, x: VarId, values: Vec<i64>, past: Past<'_>) {
        for v in values {
            if let Some(at) = past.removal(x, v)
                && self.seen.insert((x, v))
            {
                self.open.push((x, v, at));
            }
        }
    }
}
