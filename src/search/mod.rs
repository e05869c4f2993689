//! Search: depth-first over an explicit stack of decisions, and the questions that a solver answers with it.

mod branch;
mod candidates;
mod dfs;
mod ends;
mod nogood;
mod observe;
mod optimise;
mod profile;
mod random;
mod restart;
mod solution;
mod story;
mod weights;

pub use branch::{Branch, Brancher, ValueOrder, View, dom_wdeg, first_fail, fullest, input_order, random_order};
pub use candidates::Candidates;
pub use ends::{Answer, Solutions};
pub use observe::{Observer, Stats};
pub use profile::{Profile, ProfileRow};
pub use restart::{Restarts, geometric, luby};
pub use solution::{Count, Found, Optimum, Solution, Verdict};

use crate::engine::Engine;
use crate::ids::{Atom, VarId};
use crate::limit::{Budget, Limits};
use crate::model::Compiled;
pub(crate) use dfs::{Dfs, Step};
use std::sync::OnceLock;

/// Answers questions about one compiled model: is there a solution, is it the only one, how many, which values occur.
///
/// Built in a chain: what to assume, how to branch, when to stop; then asked as often as wanted. Every answer starts
/// afresh, so one seed gives one trace, and a second identical question allocates nothing but what it returns.
///
/// ```
/// use gridwright::{Atom, Limit, Limits, Model, Verdict, all_different, dom_wdeg};
/// use std::time::Duration;
/// let mut m = Model::new();
/// let queens: Vec<_> = m.vars(6, 1..=6);
/// let slope: Vec<i64> = (0..6).collect();
/// let back: Vec<i64> = (0..6).rev().collect();
/// m.post(all_different(&queens));
/// m.post(all_different(&queens).with_offsets(&slope));
/// m.post(all_different(&queens).with_offsets(&back));
/// let compiled = m.compile(Limits::none())?;
/// let mut solver = compiled.solver().branch(dom_wdeg()).limit(Limit::time(Duration::from_secs(10)));
/// assert_eq!(solver.count(1000)?.n, 4);
/// assert!(matches!(solver.assume([Atom::eq(queens[0], 1)]).unique()?, Verdict::None));
/// # Ok::<(), gridwright::Error>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    compiled: Compiled,
    dfs: Dfs,
    /// What each question may take, and what the last one has left of it.
    budget: Budget,
    assumed: Vec<Atom>,
    restarts: Restarts,
    /// Solutions of the last question, kept so that asking again needs no memory.
    found: Vec<Solution>,
    count: usize,
    /// An engine at the root to be looked at where no question has made the search's own ready.
    untouched: OnceLock<Engine>,
}

impl Compiled {
    /// A solver with an engine of its own, without limits, which branches on weighted degree over domain size. The first
    /// question makes the engine, within its limits.
    pub fn solver(&self) -> Solver {
        let mut dfs = Dfs::new(self.blank_engine(), self.variables());
        if let Some(story) = story::Story::wanted(self) {
            dfs.observers.push(Box::new(story));
        }
        Solver {
            dfs,
            compiled: self.clone(),
            budget: Budget::idle(Limits::none()),
            assumed: Vec::new(),
            restarts: Restarts::Never,
            found: Vec::new(),
            count: 0,
            untouched: OnceLock::new(),
        }
    }
}

/// What to ask under.
impl Solver {
    /// Branches this way.
    pub fn branch(mut self, brancher: impl Brancher + 'static) -> Self {
        self.dfs.brancher = Box::new(brancher);
        self
    }

    /// Stops at this limit too, counted anew for each question. May be called for several kinds of limit.
    pub fn limit(self, limit: crate::limit::Limit) -> Self {
        let limits = self.limits_set().clone().and(limit);
        self.limits(limits)
    }

    /// Stops at these limits instead of those set before.
    pub fn limits(mut self, limits: impl Into<Limits>) -> Self {
        self.limit_to(limits);
        self
    }

    /// As [`limits`](Self::limits), on a solver that is kept.
    pub fn limit_to(&mut self, limits: impl Into<Limits>) -> &mut Self {
        self.budget = Budget::idle(limits.into());
        self
    }

    /// Takes these claims for granted besides those that were assumed before, such as a puzzle's givens.
    pub fn assume(mut self, atoms: impl IntoIterator<Item = Atom>) -> Self {
        self.assume_also(atoms);
        self
    }

    /// As [`assume`](Self::assume), on a solver that is kept.
    pub fn assume_also(&mut self, atoms: impl IntoIterator<Item = Atom>) -> &mut Self {
        self.assumed.extend(atoms);
        self
    }

    /// Drops all assumptions.
    pub fn assume_nothing(&mut self) -> &mut Self {
        self.assumed.clear();
        self
    }

    /// Solutions are told apart by these variables alone: each combination of their values that some solution has is
    /// found once.
    pub fn project(mut self, vars: impl IntoIterator<Item = VarId>) -> Self {
        self.dfs.project(vars.into_iter().collect());
        self
    }

    /// Restarts the search by this policy where one solution is searched: in `first`, `minimise`, `maximise` and both
    /// halves of `unique`. The enumerations never restart.
    pub fn restart(mut self, restarts: Restarts) -> Self {
        self.restarts = restarts;
        self
    }

    /// Tells an observer what happens.
    pub fn observe(mut self, observer: impl Observer + 'static) -> Self {
        self.dfs.observers.push(Box::new(observer));
        self
    }

    /// What the last question cost.
    pub fn stats(&self) -> Stats {
        self.dfs.stats()
    }

    /// The solutions that the last question had found when it ended, at most two of them.
    pub fn found(&self) -> &[Solution] {
        &self.found[..self.count]
    }

    /// The compiled model.
    pub fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    /// What is assumed.
    pub fn assumptions(&self) -> &[Atom] {
        &self.assumed
    }

    /// The limits of each question.
    pub(crate) fn limits_set(&self) -> &Limits {
        self.budget.limits()
    }

    /// The engine, at whatever point the last question has left it; [`rewind`](Self::rewind) brings it to the root.
    pub fn engine(&self) -> &Engine {
        match self.dfs.engine.is_ready() {
            true => &self.dfs.engine,
            false => self.untouched.get_or_init(|| self.compiled.engine()),
        }
    }
}
