//! Counts over the shoulder of the engine what each propagator does and how long that takes.

use super::check::ClaimCheck;
use crate::ids::{ConstraintId, PropId, VarId};
use crate::limit::{Budget, Clock};
use crate::propagate::{Inspector, Network, Outcome, Parts};
use indexmap::IndexMap;
use std::time::Duration;

/// What a propagator has done.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) runs: u64,
    /// Values that it has removed.
    pub(crate) prunings: u64,
    /// Runs that ended in a contradiction.
    pub(crate) failures: u64,
    pub(crate) time: Duration,
}

impl Tally {
    /// Adds what another has done.
    pub(crate) fn add(&mut self, other: Self) {
        self.runs += other.runs;
        self.prunings += other.prunings;
        self.failures += other.failures;
        self.time += other.time;
    }
}

/// The tallies of all propagators.
#[derive(Debug)]
pub(super) struct Meter {
    /// One for each compiled propagator.
    compiled: Vec<Tally>,
    /// Those of propagators that came later, by the constraints that they act for and their names.
    late: IndexMap<(Vec<ConstraintId>, &'static str), Tally>,
    clock: Clock,
    /// When the present run began: when the one before it ended, so that choosing it counts too.
    since: Duration,
    /// The variables that a run has pruned.
    pruned: Vec<VarId>,
}

impl Meter {
    /// A meter for so many compiled propagators.
    pub(super) fn new(propagators: usize) -> Self {
        let compiled = vec![Tally::default(); propagators];
        let late = IndexMap::new();
        Self { compiled, late, clock: || Duration::ZERO, since: Duration::ZERO, pruned: Vec::new() }
    }

    /// The tallies, the constraints that their propagators act for, and the names of these.
    pub(super) fn tallies<'a>(
        &'a self,
        network: &'a Network,
    ) -> impl Iterator<Item = ((Vec<ConstraintId>, &'static str), Tally)> + 'a {
        let compiled = self.compiled.iter().enumerate().map(|(i, &tally)| {
            let (propagator, parents) = network.propagator(PropId::new(i));
            ((parents.iter().collect(), propagator.name()), tally)
        });
        compiled.chain(self.late.iter().map(|(key, &tally)| (key.clone(), tally)))
    }

    /// A fixpoint begins under this budget, whose clock is read from now on.
    fn begin(&mut self, budget: &Budget) {
        self.clock = budget.clock();
        self.since = (self.clock)();
    }

    fn run_ended(&mut self, parts: &Parts<'_>, p: PropId, trail: usize, failed: bool) {
        let now = (self.clock)();
        let prunings = self.removed(parts, trail);
        let time = now.saturating_sub(self.since);
        let tally = match self.compiled.get_mut(p.index()) {
            Some(tally) => tally,
            None => {
                let posted = parts.posted(p);
                self.late.entry((posted.parents.iter().collect(), posted.propagator.name())).or_default()
            }
        };
        tally.add(Tally { runs: 1, prunings, failures: failed.into(), time });
        self.since = (self.clock)();
    }

    /// The number of values that went since the trail had this length.
    fn removed(&mut self, parts: &Parts<'_>, trail: usize) -> u64 {
        let words = (trail..parts.store.trail_len()).map(|at| parts.store.entry(at).word);
        self.pruned.clear();
        self.pruned.extend(words.filter_map(|word| parts.store.owner(word)));
        self.pruned.sort_unstable();
        self.pruned.dedup();
        let before = parts.store.past(trail);
        self.pruned.iter().map(|&x| before.size(x) - parts.store.size(x)).sum()
    }
}

/// All who look over the shoulder of one engine.
#[derive(Debug, Default)]
pub(super) struct Inspectors {
    pub(super) meter: Option<Meter>,
    pub(super) check: Option<ClaimCheck>,
}

impl Inspectors {
    /// A fixpoint begins.
    pub(super) fn begin(&mut self, budget: &Budget) {
        if let Some(meter) = &mut self.meter {
            meter.begin(budget);
        }
    }
}

impl Inspector for Inspectors {
    fn run_ended(&mut self, parts: &mut Parts<'_>, p: PropId, trail: usize, outcome: Option<Outcome>) {
        if let Some(meter) = &mut self.meter {
            meter.run_ended(parts, p, trail, outcome.is_none());
        }
        if let Some(check) = &mut self.check {
            check.run_ended(parts, p, trail, outcome);
        }
    }
}
