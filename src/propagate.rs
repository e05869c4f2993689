//! The propagator trait, the context that a propagator prunes through, and the fixpoint loop.
//!
//! A propagator is constant and shared between engines: what it must undo lives in words of the arena, what it may keep
//! across backtracking in a cache of the engine, so an engine costs a few flat copies.

mod cx;
mod opening;
mod reserved;
mod scopes;
mod sentence;

pub use cx::Cx;
pub use opening::Opening;
pub(crate) use reserved::Reserved;
pub(crate) use scopes::is_distinct;
use scopes::steps;
pub use sentence::{Rule, Sentence};

use crate::agenda::{Agenda, Priority, Subscriptions, Watch, Watches};
use crate::ids::{Atom, ConstraintId, PropId, VarId};
use crate::limit::{Budget, Limit};
use crate::store::{Cause, Conflict, Events, Intervals, Layout, Past, Store, VarMeta, Why};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// What a run of a propagator has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing is promised: changes that the run has made itself wake the propagator again.
    Suspend,
    /// Running again at once would change nothing. Ignored where the scope names a variable twice.
    AtFixpoint,
    /// The constraint holds for whatever values are left: the propagator rests until this is undone.
    Entailed,
}

/// How hard propagators may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Strength {
    /// Only inferences about the last open variable or the last place of a value, as a beginner makes them.
    Unit,
    /// Everything that a propagator knows.
    #[default]
    Full,
}

/// How large a table of tuples is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSize {
    /// The number of tuples.
    pub tuples: usize,
    /// Roughly the bytes that they take; models share tables, so together they may take less.
    pub bytes: usize,
}

/// Behaviour: how a constraint prunes.
///
/// A propagator may remove only values that no solution of its constraint within the current domains has, must report a
/// contradiction when all variables are fixed and the constraint is violated, and must answer
/// [`Outcome::Entailed`] when all are fixed and it holds.
pub trait Propagator: fmt::Debug + Send + Sync {
    /// The variables that it reads or prunes; may name one twice.
    fn scope(&self) -> &[VarId];

    /// Human phrases of what it can infer; [`Why::rule`] counts through them.
    fn rules(&self) -> &'static [Rule];

    /// What it is, in a word or two, such as "table of pairs". The default is the name of its type.
    fn name(&self) -> &'static str {
        let path = std::any::type_name::<Self>();
        let path = path.split('<').next().unwrap_or(path);
        path.rsplit("::").next().unwrap_or(path)
    }

    /// How large its table of tuples is, if it has one.
    fn table_size(&self) -> Option<TableSize> {
        None
    }

    /// The events that wake it, where they are the same for every position of the scope; else [`subscribe`](Self::subscribe)
    /// tells them.
    fn events(&self) -> Option<Events> {
        None
    }

    /// What it would leave of the domains at the start by its first rule, where that is known without a run.
    fn opening(&self) -> Option<Opening<'_>> {
        None
    }

    /// Says which events of which positions of the scope wake it. The default is what [`events`](Self::events) says of every
    /// position, or else any change.
    fn subscribe(&self, on: &mut dyn FnMut(usize, Events)) {
        let events = self.events().unwrap_or(Events::DOMAIN);
        for position in 0..self.scope().len() {
            on(position, events);
        }
    }

    /// What a run costs.
    fn priority(&self) -> Priority {
        Priority::Linear
    }

    /// Reversible words that it needs; zero at first, read and written by [`Cx::state`] and [`Cx::set_state`].
    fn state_words(&self) -> usize {
        0
    }

    /// Words of cache that it needs; they survive backtracking, so they may be stale. See [`Cx::take_cache`].
    fn cache_words(&self) -> usize {
        0
    }

    /// Prunes.
    ///
    /// # Errors
    /// The conflict that a pruning or [`Cx::fail`] returned.
    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict>;

    /// Adds claims, all certain in `past`, that with the constraint imply `inferred`; or that contradict the constraint
    /// where `inferred` is `None`. The default is the scope's domains as they were.
    fn explain(&self, inferred: Option<Atom>, why: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        let _ = (inferred, why);
        for &x in self.scope() {
            past.facts(x, out);
        }
    }

    /// Whom to blame for a contradiction that it found for this reason: branching prefers variables that are to blame
    /// often. The default is the scope.
    fn culprits(&self, why: Why) -> &[VarId] {
        let _ = why;
        self.scope()
    }

    /// The scopes of the constraints whose work it does, where those are several; empty where its own scope says all. What
    /// branching counts of constraints, it counts of these.
    fn parts(&self) -> &[Box<[VarId]>] {
        &[]
    }

    /// Whether all that it says is that these variables, which have one-word domains with a common base, take pairwise
    /// different values, so that one propagator may do the work of several such.
    fn is_all_different(&self) -> bool {
        false
    }

    /// A propagator of the same constraints that prunes more and costs more, to stand beside it in a search.
    fn stronger(&self) -> Option<Arc<dyn Propagator>> {
        None
    }

    /// How many combinations of the other variables' values go with this value at this position of the scope, where that
    /// is quickly known; branching on well-supported values asks for it.
    fn support(&self, position: usize, value: i64, now: Past<'_>) -> Option<u64> {
        let _ = (position, value, now);
        None
    }

    /// Says an inference in words. The default is the phrase of the rule.
    fn describe(&self, inferred: Option<Atom>, why: Why, past: Past<'_>, say: &mut Sentence) {
        let _ = (inferred, past);
        if let Some(rule) = self.rules().get(why.index()) {
            say.text(rule.phrase());
        }
    }
}

/// A propagator in an engine, and what the engine knows about it.
#[derive(Debug)]
pub(crate) struct Posted {
    pub(crate) propagator: Arc<dyn Propagator>,
    /// What a run spends of the budget: the more, the larger its scope and the domains of that.
    steps: u32,
    /// Whether the scope names no variable twice, so that its fixpoint claims can be believed.
    pub(crate) distinct: bool,
    /// The first word of its reversible state.
    state: u32,
    /// Its cache.
    cache: Range<u32>,
    /// The constraints that it acts for.
    pub(crate) parents: Parents,
}

/// The constraints that a propagator acts for: the one that posted it, and those that it has absorbed or was derived
/// from besides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parents {
    first: Option<ConstraintId>,
    others: Vec<ConstraintId>,
}

impl Parents {
    /// No parents: for what a search adds of its own accord.
    pub fn none() -> Self {
        Self { first: None, others: Vec::new() }
    }

    /// All of them, the one that posted the propagator first.
    pub fn iter(&self) -> impl Iterator<Item = ConstraintId> + '_ {
        self.first.into_iter().chain(self.others.iter().copied())
    }
}

impl FromIterator<ConstraintId> for Parents {
    fn from_iter<I: IntoIterator<Item = ConstraintId>>(parents: I) -> Self {
        let mut parents = parents.into_iter();
        Self { first: parents.next(), others: parents.collect() }
    }
}

impl From<ConstraintId> for Parents {
    fn from(first: ConstraintId) -> Self {
        Self { first: Some(first), others: Vec::new() }
    }
}

/// Looks over the shoulder of the fixpoint loop; see `Engine::check_claims`.
pub(crate) trait Inspector {
    /// Called after a run that ended without conflict (`Some`) or with one (`None`), with the length of the trail
    /// before it.
    fn run_ended(&mut self, parts: &mut Parts<'_>, p: PropId, trail: usize, outcome: Option<Outcome>);
}

/// Propagators, watch lists and initial domains: the constant half of an engine, shared between engines.
#[derive(Debug)]
pub(crate) struct Network {
    pub(crate) vars: Arc<[VarMeta]>,
    /// The arena at the start: domains, entailed bits, the propagators' state.
    words: Vec<u64>,
    /// The intervals at the start.
    intervals: Intervals,
    pub(crate) props: Vec<Posted>,
    priorities: Vec<Priority>,
    watches: Watches,
    entailed: usize,
    cache_words: usize,
}

impl Network {
    /// Joins domains and propagators with the constraints that each acts for.
    ///
    /// # Errors
    /// The limit that is reached.
    pub fn new(
        domains: Layout,
        propagators: impl IntoIterator<Item = (Arc<dyn Propagator>, Parents)>,
        budget: &mut Budget,
    ) -> Result<Self, Limit> {
        let Layout { vars, mut words, intervals } = domains;
        let propagators = propagators.into_iter();
        let expected = propagators.size_hint().0;
        let mut posted = Vec::with_capacity(expected);
        let mut priorities = Vec::with_capacity(expected);
        let mut watches = Subscriptions::new(vars.len());
        let all_narrow = words.len() == vars.len();
        let mut state = 0;
        let mut cache = 0;
        for (propagator, parents) in propagators {
            let scope = propagator.scope();
            budget.spend_on(64 + 8 * scope.len())?;
            subscribe(&*propagator, posted.len() as u32, |x, watch| watches.add(x, watch));
            priorities.push(propagator.priority());
            let cache_end = cache + propagator.cache_words() as u32;
            let next_state = state + propagator.state_words() as u32;
            let steps = steps(scope, |x| if all_narrow { 1 } else { vars[x.index()].breadth() });
            let distinct = is_distinct(scope);
            posted.push(Posted { steps, distinct, propagator, state, cache: cache..cache_end, parents });
            (state, cache) = (next_state, cache_end);
        }
        let entailed = words.len();
        words.resize(entailed + Agenda::entailed_words(posted.len()), 0);
        let first_state = words.len() as u32;
        posted.iter_mut().for_each(|p| p.state += first_state);
        words.resize(words.len() + state as usize, 0);
        let watches = watches.lists(budget)?;
        let (vars, cache_words) = (vars.into(), cache as usize);
        Ok(Self { vars, words, intervals, props: posted, priorities, watches, entailed, cache_words })
    }

    /// A store whose domains are not there before [`fill`](Self::fill) has brought them.
    pub(crate) fn blank_store(&self) -> Store {
        Store::blank(self.vars.clone())
    }

    /// Brings the domains at the start, and goes on with that where it was stopped before.
    pub(crate) fn fill(&self, store: &mut Store, budget: &mut Budget) -> Result<(), Limit> {
        store.fill(&self.words, &self.intervals, |steps| budget.spend_on(steps))
    }

    /// Every propagator, waiting for its first run.
    pub(crate) fn agenda(&self) -> Agenda {
        Agenda::new(&self.priorities, self.entailed)
    }

    pub(crate) fn cache_words(&self) -> usize {
        self.cache_words
    }

    pub(crate) fn watches(&self) -> &Watches {
        &self.watches
    }

    /// The number of propagators.
    pub fn propagators(&self) -> usize {
        self.props.len()
    }

    /// A propagator, and the constraints that it acts for.
    pub(crate) fn propagator(&self, p: PropId) -> (&dyn Propagator, &Parents) {
        let posted = &self.props[p.index()];
        (&*posted.propagator, &posted.parents)
    }

    /// The word of a one-word domain at the start.
    pub(crate) fn initial_mask(&self, x: VarId) -> u64 {
        self.words[x.index()]
    }

    /// The number of variables.
    pub(crate) fn variables(&self) -> usize {
        self.vars.len()
    }
}

/// Tells the subscriptions of a propagator.
pub(crate) fn subscribe(propagator: &dyn Propagator, prop: u32, mut tell: impl FnMut(VarId, Watch)) {
    let scope = propagator.scope();
    let watch = |position: usize, events| Watch { prop, position: position.min(63) as u8, events };
    match propagator.events() {
        Some(events) => scope.iter().enumerate().for_each(|(position, &x)| tell(x, watch(position, events))),
        None => propagator.subscribe(&mut |position, events| tell(scope[position], watch(position, events))),
    }
}

/// How a fixpoint ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// No propagator can prune any more.
    Fixpoint,
    /// A contradiction, which the engine's `failure` describes.
    Contradiction,
    /// A limit was reached; what was pruned so far is right, and calling again goes on.
    Stopped(Limit),
}

/// The parts of an engine that the fixpoint loop works on.
pub(crate) struct Parts<'a> {
    pub(crate) store: &'a mut Store,
    pub(crate) agenda: &'a mut Agenda,
    pub(crate) network: &'a Network,
    /// Propagators that came after compilation.
    pub(crate) late: &'a [Posted],
    pub(crate) cache: &'a mut [u64],
    pub(crate) strength: Strength,
    pub(crate) inspector: Option<&'a mut dyn Inspector>,
    /// Runs of propagators so far.
    pub(crate) runs: &'a mut u64,
}

impl<'a> Parts<'a> {
    /// Runs propagators until none is queued.
    pub(crate) fn fixpoint(mut self, budget: &mut Budget) -> End {
        if self.store.failure().is_some() {
            return self.contradiction();
        }
        if self.is_untouched()
            && let Err(end) = self.open(budget)
        {
            return end;
        }
        while let Some((p, dirty)) = self.agenda.pop() {
            if dirty == 0 {
                self.agenda.finish(p, true); // It was settled while it waited.
                continue;
            }
            let posted = self.posted(p);
            if let Err(limit) = budget.spend(posted.steps) {
                self.agenda.put_back(p);
                return End::Stopped(limit);
            }
            *self.runs += 1;
            let trail = self.store.trail_len();
            let Ok(outcome) = self.run(p, posted, dirty, budget) else {
                self.inspect(p, trail, None);
                self.agenda.release(p);
                return self.contradiction();
            };
            let at_fixpoint = match outcome {
                Outcome::Suspend => false,
                Outcome::AtFixpoint => posted.distinct,
                Outcome::Entailed => {
                    self.agenda.entail(p, self.store, Cause::propagator(p, Why::rule(0)));
                    true
                }
            };
            self.inspect(p, trail, Some(outcome));
            self.agenda.finish(p, at_fixpoint);
            if outcome != Outcome::Entailed {
                self.agenda.wake_behind(p, self.store);
            }
            // A propagator that ran out of budget answers early, which must not pass for a fixpoint.
            if let Some(limit) = budget.spent() {
                self.agenda.wake_all(self.store);
                return End::Stopped(limit);
            }
        }
        End::Fixpoint
    }

    #[cold]
    fn contradiction(&mut self) -> End {
        self.agenda.clear();
        End::Contradiction
    }

    #[inline]
    fn inspect(&mut self, p: PropId, trail: usize, outcome: Option<Outcome>) {
        if self.inspector.is_some() {
            self.show(p, trail, outcome);
        }
    }

    #[cold]
    fn show(&mut self, p: PropId, trail: usize, outcome: Option<Outcome>) {
        if let Some(inspector) = self.inspector.take() {
            inspector.run_ended(self, p, trail, outcome);
            self.inspector = Some(inspector);
        }
    }

    #[inline]
    pub(crate) fn posted(&self, p: PropId) -> &'a Posted {
        posted(self.network, self.late, p)
    }

    /// Runs one propagator, which must not be queued while it runs.
    pub(crate) fn run(
        &mut self,
        p: PropId,
        posted: &Posted,
        dirty: u64,
        budget: &mut Budget,
    ) -> Result<Outcome, Conflict> {
        let cache = &mut self.cache[posted.cache.start as usize..posted.cache.end as usize];
        let mut cx = Cx::new(self.store, self.agenda, &self.network.watches, budget, cache, p);
        cx.state = posted.state as usize;
        cx.dirty = dirty;
        cx.strength = self.strength;
        posted.propagator.propagate(&mut cx)
    }
}

/// A propagator of the network, or one that came later.
#[inline]
pub(crate) fn posted<'a>(network: &'a Network, late: &'a [Posted], p: PropId) -> &'a Posted {
    network.props.get(p.index()).unwrap_or_else(|| &late[p.index() - network.props.len()])
}

/// A propagator that comes after compilation, with its words behind `state` in the arena and `cache` in the cache.
pub(crate) fn post_late(propagator: Arc<dyn Propagator>, state: usize, cache: usize, parents: Parents) -> Posted {
    let cache = cache as u32..(cache + propagator.cache_words()) as u32;
    let (steps, distinct) = (steps(propagator.scope(), |_| 1), is_distinct(propagator.scope()));
    Posted { steps, distinct, propagator, state: state as u32, cache, parents }
}

#[cfg(test)]
mod tests;
