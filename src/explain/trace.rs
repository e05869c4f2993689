//! Walks a contradiction back along the trail to the constraints and assumptions that it rests on.

use crate::engine::Engine;
use crate::ids::{Atom, Op, PropId, VarId};
use crate::limit::Budget;
use crate::store::{Author, Cause, Past};
use fixedbitset::FixedBitSet;
use std::collections::{HashMap, HashSet};

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
    let (open, seen, looked_at) = (Vec::new(), HashSet::new(), HashMap::new());
    let mut walk = Walk { engine, members, assumed, core, open, seen, looked_at, budget };
    let past = engine.past(failure.at);
    match failure.var {
        None => walk.explain(None, failure.cause, failure.at),
        Some(x) if past.is_interval(x) => {
            walk.lost(x, past);
            walk.blame(failure.cause, failure.at);
        }
        Some(x) => {
            walk.lost(x, past);
            for v in past.values(x) {
                if walk.budget.spent().is_some() {
                    return;
                }
                walk.explain(Some(Atom::ne(x, v)), failure.cause, failure.at);
            }
            if past.size(x) == 0 {
                return; // The domain was empty from the start, which is nobody's fault.
            }
        }
    }
    while let Some(change) = walk.open.pop() {
        if walk.budget.spend(1).is_err() {
            return;
        }
        match change {
            Change::Removal(x, v, at) => walk.explain(Some(Atom::ne(x, v)), engine.cause(at), at),
            Change::OfInterval(at) => walk.blame(engine.cause(at), at),
        }
    }
}

/// What is to be explained.
enum Change {
    /// The removal of a value, and where on the trail.
    Removal(VarId, i64, usize),
    /// A change of an interval, whose values may be too many to be explained one by one.
    OfInterval(usize),
}

struct Walk<'a> {
    engine: &'a Engine,
    members: Members,
    assumed: &'a [(usize, usize)],
    core: &'a mut FixedBitSet,
    open: Vec<Change>,
    seen: HashSet<(VarId, i64)>,
    /// Up to which length of the trail each interval's changes have been met.
    looked_at: HashMap<VarId, usize>,
    budget: &'a mut Budget,
}

impl Walk<'_> {
    /// Explains one inference and queues the removals that its premises rest on.
    fn explain(&mut self, inferred: Option<Atom>, cause: Cause, at: usize) {
        let Some(p) = self.author(cause, at) else { return };
        let past = self.engine.past(at);
        let propagator = self.engine.propagator(p);
        if self.budget.spend_on(propagator.scope().iter().map(|&x| past.reading(x)).sum()).is_err() {
            return;
        }
        let mut premises = Vec::new();
        propagator.explain(inferred, cause.why(), past, &mut premises);
        for premise in premises {
            let x = premise.var;
            if past.is_interval(x) {
                self.lost(x, past);
                if self.budget.spent().is_some() {
                    return;
                }
            } else {
                let needed = match premise.op {
                    Op::Ne => vec![premise.value],
                    _ => past.initial().values(x).filter(|&v| !premise.holds(v)).collect(),
                };
                if self.budget.spend_on(8 + 8 * needed.len()).is_err() {
                    return;
                }
                self.removed(x, needed, past);
            }
        }
    }

    /// Explains one inference by all that its propagator saw, and queues the changes that this rests on.
    fn blame(&mut self, cause: Cause, at: usize) {
        let Some(p) = self.author(cause, at) else { return };
        let past = self.engine.past(at);
        for &x in self.engine.propagator(p).scope() {
            self.lost(x, past);
        }
    }

    /// Adds the members that an inference is due to, and says whose it is if it is a propagator's.
    fn author(&mut self, cause: Cause, at: usize) -> Option<PropId> {
        match cause.author() {
            Author::Decision => None,
            Author::Given => {
                // The last assumption that was made when the trail was at most this long.
                if let Some(&(assumption, _)) = self.assumed.iter().rev().find(|&&(_, start)| start <= at) {
                    self.core.insert(self.members.constraints + assumption);
                }
                None
            }
            Author::Propagator(p) => {
                self.core.extend(self.engine.parents(p).map(|c| c.index()));
                Some(p)
            }
        }
    }

    /// Queues all that a variable has lost.
    fn lost(&mut self, x: VarId, past: Past<'_>) {
        if !past.is_interval(x) {
            if self.budget.spend_on(8 * past.initial().size(x) as usize).is_err() {
                return;
            }
            return self.removed(x, past.lost(x).collect(), past);
        }
        let before = self.looked_at.entry(x).or_default();
        if past.len() <= *before {
            return;
        }
        let met = self.open.len();
        self.open.extend(past.changes_since(x, *before).map(Change::OfInterval));
        *before = past.len();
        // The walk notices.
        let _ = self.budget.spend_on(past.reading(x) + 8 * (self.open.len() - met));
    }

    /// Queues the removals of these values.
    fn removed(&mut self, x: VarId, values: Vec<i64>, past: Past<'_>) {
        for v in values {
            if let Some(at) = past.removal(x, v)
                && self.seen.insert((x, v))
            {
                self.open.push(Change::Removal(x, v, at));
            }
        }
    }
}
