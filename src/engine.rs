//! The engine of one thread: a store, an agenda and the propagators of a network, with levels that can be undone.

mod check;
mod meter;
mod trial;

pub use check::Oracle;
pub(crate) use meter::Tally;
pub(crate) use trial::{Fate, Trials};

use crate::agenda::Agenda;
use crate::ids::{Atom, ConstraintId, Op, PropId, VarId};
use crate::limit::{Budget, Limit};
use crate::propagate::{
    End, Inspector, Network, Parents, Parts, Posted, Propagator, Reserved, Strength, post_late, posted, subscribe,
};
use crate::store::{Cause, Conflict, Events, Failure, Past, Store};
use check::ClaimCheck;
use meter::{Inspectors, Meter};
use std::sync::Arc;

/// What [`Engine::pop`] restores.
#[derive(Clone, Copy, Debug)]
struct Level {
    trail: usize,
    /// Propagators that had come after compilation.
    late: usize,
    arena: usize,
    cache: usize,
    /// Whether propagators were waiting, so that the level below is not at its fixpoint.
    pending: bool,
    /// How often strength or restriction had changed by then.
    turns: u64,
    /// The contradiction that the level below has met already.
    failure: Option<Failure>,
}

/// Domains, propagators and a trail: what a search, an explainer or a caller of one's own drives.
///
/// Level 0 is the root. Whatever is assumed, decided, attached or inferred above a level is undone by [`pop`](Self::pop).
///
/// ```
/// use gridwright::{Atom, Budget, End, Limits, Model, all_different};
/// let mut m = Model::new();
/// let row = m.grid(1, 3, 1..=3);
/// m.post(all_different(row.row(0)));
/// let compiled = m.compile(Limits::none())?;
/// let mut engine = compiled.engine();
/// engine.push();
/// engine.assume(Atom::eq(row[(0, 0)], 1)).ok();
/// engine.assume(Atom::eq(row[(0, 1)], 2)).ok();
/// assert_eq!(engine.fixpoint(&mut Budget::unlimited()), End::Fixpoint);
/// assert_eq!(engine.value(row[(0, 2)]), Some(3));
/// engine.pop();
/// assert_eq!(engine.size(row[(0, 2)]), 3);
/// # Ok::<(), gridwright::Error>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    network: Arc<Network>,
    store: Store,
    agenda: Agenda,
    late: Vec<Posted>,
    cache: Vec<u64>,
    levels: Vec<Level>,
    strength: Strength,
    /// How often strength or restriction has changed.
    turns: u64,
    /// Those who look over its shoulder, if any do.
    inspectors: Option<Box<Inspectors>>,
    runs: u64,
    /// Whether the domains are there.
    ready: bool,
}

impl Engine {
    /// A fresh engine at the root, with every propagator waiting for the first fixpoint.
    pub(crate) fn new(network: Arc<Network>) -> Self {
        let mut engine = Self::blank(network);
        // Nothing stops what has no limit.
        let _ = engine.fill(&mut Budget::unlimited());
        engine
    }

    /// An engine that nothing may be asked of before [`fill`](Self::fill) has made it ready.
    pub(crate) fn blank(network: Arc<Network>) -> Self {
        Self {
            store: network.blank_store(),
            agenda: Agenda::default(),
            late: Vec::new(),
            cache: Vec::new(),
            levels: Vec::with_capacity(64),
            strength: Strength::Full,
            turns: 0,
            inspectors: None,
            runs: 0,
            ready: false,
            network,
        }
    }

    /// Makes a blank engine ready, which takes long where domains are many and wide; does nothing where it is ready.
    ///
    /// # Errors
    /// The limit that is reached; calling again goes on.
    pub(crate) fn fill(&mut self, budget: &mut Budget) -> Result<(), Limit> {
        if !self.ready {
            self.network.fill(&mut self.store, budget)?;
            self.agenda = self.network.agenda();
            self.cache = vec![0; self.network.cache_words()];
            self.ready = true;
        }
        Ok(())
    }

    /// Whether anything may be asked of it.
    pub(crate) fn is_ready(&self) -> bool {
        self.ready
    }

    /// Runs propagators until nothing changes, a contradiction is met or the budget is spent.
    pub fn fixpoint(&mut self, budget: &mut Budget) -> End {
        if let Some(inspectors) = &mut self.inspectors {
            inspectors.begin(budget);
        }
        let parts = Parts {
            store: &mut self.store,
            agenda: &mut self.agenda,
            network: &self.network,
            late: &self.late,
            cache: &mut self.cache,
            strength: self.strength,
            inspector: self.inspectors.as_deref_mut().map(|inspectors| inspectors as &mut dyn Inspector),
            runs: &mut self.runs,
        };
        parts.fixpoint(budget)
    }

    /// Opens a level.
    #[inline]
    pub fn push(&mut self) {
        self.levels.push(Level {
            trail: self.store.trail_len(),
            late: self.late.len(),
            arena: self.store.arena_len(),
            cache: self.cache.len(),
            pending: !self.agenda.is_idle(),
            turns: self.turns,
            failure: self.store.failure().copied(),
        });
    }

    /// Undoes everything since the last [`push`](Self::push). Does nothing at the root.
    pub fn pop(&mut self) {
        let Some(level) = self.levels.pop() else { return };
        self.agenda.clear();
        self.store.undo_to(level.trail, level.failure);
        if self.late.len() > level.late {
            self.agenda.detach_from(self.network.propagators() + level.late);
            self.late.truncate(level.late);
            self.store.shrink_to(level.arena);
            self.cache.truncate(level.cache);
        }
        // What the level below has reached means little if others act now, or act otherwise.
        if level.pending || level.turns != self.turns {
            self.agenda.wake_all(&self.store);
        }
    }

    /// Undoes everything above a level.
    pub fn pop_to(&mut self, level: usize) {
        while self.levels.len() > level {
            self.pop();
        }
    }

    /// The number of levels above the root.
    #[inline]
    pub fn level(&self) -> usize {
        self.levels.len()
    }

    /// Makes a claim true on the caller's word, such as a puzzle's given; propagates nothing yet.
    ///
    /// # Errors
    /// A conflict if the variable has no such value left. The next fixpoint then ends in a contradiction at once.
    pub fn assume(&mut self, atom: Atom) -> Result<(), Conflict> {
        self.apply(atom, Cause::GIVEN)
    }

    /// Makes a claim true as a decision of a search; propagates nothing yet.
    ///
    /// # Errors
    /// As [`assume`](Self::assume).
    pub fn decide(&mut self, atom: Atom) -> Result<(), Conflict> {
        self.apply(atom, Cause::DECISION)
    }

    /// Keeps only the values of a variable that the condition accepts, on the caller's word; propagates nothing yet. Where
    /// the domain is not [enumerable](Self::is_enumerable), values at either end alone go.
    ///
    /// # Errors
    /// As [`assume`](Self::assume).
    pub fn assume_in(&mut self, x: VarId, mut keep: impl FnMut(i64) -> bool) -> Result<(), Conflict> {
        let events = self.store.keep_if(x, |_, v| keep(v), Cause::GIVEN)?;
        self.wake(x, events);
        Ok(())
    }

    /// Keeps of a variable what it has in another engine, whose domains were laid out alike.
    pub(crate) fn assume_domain(&mut self, x: VarId, other: Past<'_>) -> Result<(), Conflict> {
        let events = self.store.keep_domain(x, other, Cause::GIVEN)?;
        self.wake(x, events);
        Ok(())
    }

    fn wake(&mut self, x: VarId, events: Events) {
        if events != Events::NONE {
            self.agenda.wake(x, events, self.network.watches(), &self.store);
        }
    }

    fn apply(&mut self, Atom { var, op, value }: Atom, cause: Cause) -> Result<(), Conflict> {
        let events = match op {
            Op::Eq => self.store.fix(var, value, cause),
            Op::Ne => self.store.remove(var, value, cause),
            Op::Ge => self.store.at_least(var, value, cause),
            Op::Le => self.store.at_most(var, value, cause),
        }?;
        self.wake(var, events);
        Ok(())
    }

    /// Adds a propagator after compilation: a nogood, an objective's bound, "not this solution". It goes when the level
    /// that it was added at is popped, and acts even under a restriction that stands already.
    pub fn attach(&mut self, propagator: Arc<dyn Propagator>, parents: impl Into<Parents>) -> PropId {
        self.enlist(Reserved { propagator, parents: parents.into(), leader: None })
    }

    fn enlist(&mut self, Reserved { propagator, parents, leader }: Reserved) -> PropId {
        let prop = PropId::new(self.network.propagators() + self.late.len());
        let entailed = self.store.arena_len();
        self.store.grow(1 + propagator.state_words());
        let cache = self.cache.len();
        self.cache.resize(cache + propagator.cache_words(), 0);
        let variables = self.store.variables();
        self.agenda.attach(propagator.priority(), entailed);
        match leader {
            Some(leader) => self.agenda.put_behind(leader),
            None => subscribe(&*propagator, prop.index() as u32, |x, watch| self.agenda.watch(x, watch, variables)),
        }
        self.late.push(post_late(propagator, entailed + 1, cache, parents));
        prop
    }

    /// Attaches those of these propagators that are `wanted`.
    pub(crate) fn attach_some(&mut self, reserve: &[Reserved], wanted: impl Fn(&Self, &dyn Propagator) -> bool) {
        // Room for all at once, or else it would grow with every one.
        let sum = |of: fn(&Reserved) -> usize| reserve.iter().map(of).sum();
        let listens = |one: &Reserved| if one.leader.is_some() { 0 } else { one.propagator.scope().len() };
        self.agenda.reserve(reserve.len(), sum(listens));
        self.store.reserve(sum(|one| 1 + one.propagator.state_words()));
        self.cache.reserve(sum(|one| one.propagator.cache_words()));
        self.late.reserve(reserve.len());
        for one in reserve {
            if wanted(self, &*one.propagator) {
                self.enlist(one.clone());
            }
        }
    }

    /// Lets a propagator that was attached on the present level rest for good, because another says all that it says.
    pub(crate) fn retire(&mut self, p: PropId) {
        self.agenda.entail(p, &mut self.store, Cause::GIVEN);
        self.agenda.unwatch(p, posted(&self.network, &self.late, p).propagator.scope());
    }

    /// Lets only propagators act all of whose constraints are allowed; any of them where `None`. They are queued anew, so
    /// call it where nothing has been propagated yet that the others should not have said. Under
    /// [`Plan::Fast`](crate::Plan::Fast), tables have absorbed the all-different constraints over their variables, and some
    /// of those act only together, so what a subset means alone shows under [`Plan::Explain`](crate::Plan::Explain) only.
    pub fn restrict(&mut self, constraints: Option<&dyn Fn(ConstraintId) -> bool>) {
        let allowed = constraints.map(|is_allowed| {
            let all = self.network.propagators() + self.late.len();
            (0..all).filter(|&p| self.parents(PropId::new(p)).all(is_allowed)).collect()
        });
        self.turns += 1;
        self.agenda.allow(allowed);
        self.agenda.wake_all(&self.store);
    }

    /// How hard propagators may think from now on.
    pub fn set_strength(&mut self, strength: Strength) {
        if self.strength != strength {
            self.strength = strength;
            self.turns += 1;
            self.agenda.wake_all(&self.store);
        }
    }

    /// Checks every claim of every propagator from now on against brute force, where that is small enough: fixpoints by
    /// a second run, entailment and explanations by the constraints' own meaning, which the oracle knows.
    ///
    /// [`fixpoint`](Self::fixpoint) then panics where a claim is wrong. For tests of propagators.
    pub fn check_claims(&mut self, oracle: Arc<dyn Oracle>) {
        self.inspectors.get_or_insert_default().check = Some(ClaimCheck::new(oracle));
    }

    /// Counts from now on, and times, what each propagator does; what was counted before is forgotten.
    pub(crate) fn start_meter(&mut self) {
        let meter = Meter::new(self.network.propagators());
        self.inspectors.get_or_insert_default().meter = Some(meter);
    }

    /// What propagators have done since the meter was started, with the constraints that they act for and their names;
    /// those that came after compilation last. `None` where no meter was started.
    pub(crate) fn tallies(&self) -> Option<impl Iterator<Item = ((Vec<ConstraintId>, &'static str), Tally)> + '_> {
        let meter = self.inspectors.as_ref()?.meter.as_ref()?;
        Some(meter.tallies(&self.network))
    }

    /// The last contradiction, until something is undone.
    pub fn failure(&self) -> Option<&Failure> {
        self.store.failure()
    }

    /// All domains as they were when the trail had this length.
    pub fn past(&self, at: usize) -> Past<'_> {
        self.store.past(at)
    }

    /// All domains as they are, in the form that explanations read.
    pub fn now(&self) -> Past<'_> {
        self.store.past(self.store.trail_len())
    }

    /// The cause of the change at this position of the trail.
    pub fn cause(&self, at: usize) -> Cause {
        self.store.entry(at).cause
    }

    /// The length of the trail at a level's start: everything from there on is undone when that level is popped.
    pub fn level_start(&self, level: usize) -> usize {
        self.levels.get(level).map_or(self.store.trail_len(), |l| l.trail)
    }

    /// A propagator.
    pub fn propagator(&self, p: PropId) -> &dyn Propagator {
        &*posted(&self.network, &self.late, p).propagator
    }

    /// The constraints that a propagator acts for.
    pub fn parents(&self, p: PropId) -> impl Iterator<Item = ConstraintId> + '_ {
        posted(&self.network, &self.late, p).parents.iter()
    }

    /// Whether a propagator has said that its constraint holds for whatever values are left.
    pub fn is_entailed(&self, p: PropId) -> bool {
        self.agenda.is_entailed(p, &self.store)
    }

    /// The compiled propagators that watch a variable.
    pub fn watchers(&self, x: VarId) -> impl Iterator<Item = PropId> + '_ {
        self.network.watches().watchers(x)
    }

    /// The number of propagators, those attached later included.
    pub fn propagators(&self) -> usize {
        self.network.propagators() + self.late.len()
    }

    /// Runs of propagators since the engine was made.
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// The number of variables, constants that compilation added included.
    pub fn variables(&self) -> usize {
        self.store.variables()
    }

    /// The smallest value of a variable.
    #[inline]
    pub fn min(&self, x: VarId) -> i64 {
        self.store.min(x)
    }

    /// The largest value of a variable.
    #[inline]
    pub fn max(&self, x: VarId) -> i64 {
        self.store.max(x)
    }

    /// The number of values of a variable.
    #[inline]
    pub fn size(&self, x: VarId) -> u64 {
        self.store.size(x)
    }

    /// About as many simple operations as it takes to write a whole domain and to undo that.
    pub(crate) fn writing(&self, x: VarId) -> usize {
        4 * self.store.meta(x).breadth()
    }

    /// Whether a variable has one value left.
    #[inline]
    pub fn is_fixed(&self, x: VarId) -> bool {
        self.store.is_fixed(x)
    }

    /// Whether a variable can still have this value.
    #[inline]
    pub fn contains(&self, x: VarId, value: i64) -> bool {
        self.store.contains(x, value)
    }

    /// The smallest value of a variable from this one on, if there is one.
    pub fn first_from(&self, x: VarId, value: i64) -> Option<i64> {
        self.store.first_from(x, value)
    }

    /// The only value left, if only one is.
    #[inline]
    pub fn value(&self, x: VarId) -> Option<i64> {
        self.store.value(x)
    }

    /// Whether the values of a variable are few enough to be looked at one by one; see [`Cx::is_enumerable`](crate::Cx).
    pub fn is_enumerable(&self, x: VarId) -> bool {
        self.store.is_enumerable(x)
    }

    /// The values of a variable in increasing order; very many where the domain is not enumerable.
    pub fn values(&self, x: VarId) -> impl Iterator<Item = i64> + '_ {
        self.store.values(x)
    }
}

#[cfg(test)]
mod tests;
