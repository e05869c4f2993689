//! The search loop: an explicit stack of decisions over an engine.
//!
//! A node decides an atom on a level of its own; when everything below has failed, the level is popped and the atom's
//! negation is decided on the level below. Both stand on the trail as decisions.

use super::branch::{Brancher, View, dom_wdeg};
use super::observe::{Observer, Stats};
use super::weights::Weights;
use crate::engine::Engine;
use crate::ids::{Atom, VarId};
use crate::limit::{Budget, Limit};
use crate::propagate::End;
use crate::store::Author;

/// How a stretch of search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// All variables are fixed, and every propagator agrees.
    Solution,
    /// Everything has been searched.
    Exhausted,
    /// The bound on failures was reached.
    Restart,
    /// A limit was reached.
    Stopped(Limit),
}

/// A depth-first search above some level of an engine.
#[derive(Debug)]
pub(crate) struct Dfs {
    pub(crate) engine: Engine,
    pub(crate) brancher: Box<dyn Brancher>,
    pub(crate) observers: Vec<Box<dyn Observer>>,
    weights: Weights,
    /// The decisions that stand, each on a level of its own.
    stack: Vec<Atom>,
    /// The level that the search stands on.
    base: usize,
    vars: Vec<VarId>,
    /// The variables that solutions are told apart by; all where missing.
    projected: Option<Vec<VarId>>,
    /// Those of them that no decision is needed for are left out.
    open: Vec<VarId>,
    /// How many decisions stood when the first was made on a variable that is not projected.
    projected_depth: usize,
    stats: Stats,
    /// The runs of the engine before this question, less those that the root has taken.
    runs_before: u64,
    /// The runs that the root's own fixpoint has taken, in whichever question.
    root_runs: u64,
}

impl Dfs {
    pub(crate) fn new(engine: Engine, variables: usize) -> Self {
        Self {
            weights: Weights::default(),
            engine,
            brancher: Box::new(dom_wdeg()),
            observers: Vec::new(),
            stack: Vec::with_capacity(64),
            base: 0,
            vars: (0..variables).map(VarId::new).collect(),
            projected: None,
            open: Vec::with_capacity(variables),
            projected_depth: usize::MAX,
            stats: Stats::default(),
            runs_before: 0,
            root_runs: 0,
        }
    }

    /// Tells solutions apart by these variables alone.
    pub(crate) fn project(&mut self, vars: Vec<VarId>) {
        self.projected = Some(vars);
    }

    /// The variables that solutions are told apart by.
    pub(crate) fn distinguished(&self) -> &[VarId] {
        self.projected.as_deref().unwrap_or(&self.vars)
    }

    /// Starts over at the root: nothing decided, nothing assumed, counters at zero, as if no question had been asked.
    pub(crate) fn rewind(&mut self) {
        self.stack.clear();
        self.engine.pop_to(0);
        self.base = 0;
        self.weights.reset();
        self.brancher.reset();
        self.projected_depth = usize::MAX;
        self.stats = Stats::default();
        self.runs_before = self.engine.runs();
    }

    /// Propagates the root. What that takes counts in every question, though only the first has to do it.
    pub(crate) fn propagate_root(&mut self, budget: &mut Budget) -> End {
        let before = self.engine.runs();
        let end = self.engine.fixpoint(budget);
        self.root_runs += self.engine.runs() - before;
        self.runs_before = self.engine.runs() - self.root_runs;
        end
    }

    /// Takes the engine's present level as the one that the search stands on.
    pub(crate) fn set_base(&mut self) {
        self.base = self.engine.level();
    }

    /// Whether a variable has several values left.
    pub(crate) fn is_open(&self) -> bool {
        self.vars.iter().any(|&x| !self.engine.is_fixed(x))
    }

    /// Drops all decisions.
    pub(crate) fn drop_decisions(&mut self) {
        self.stack.clear();
        self.engine.pop_to(self.base);
        self.projected_depth = usize::MAX;
    }

    pub(crate) fn stats(&self) -> Stats {
        Stats { propagations: self.engine.runs() - self.runs_before, ..self.stats }
    }

    /// Drops all decisions and counts a restart.
    pub(crate) fn start_over(&mut self) {
        self.drop_decisions();
        self.stats.restarts += 1;
        for observer in &mut self.observers {
            observer.restart(self.stats.restarts);
        }
    }

    /// Searches on until something is to be told. `failures` bounds the failures of this call.
    pub(crate) fn run(&mut self, budget: &mut Budget, failures: Option<u64>) -> Step {
        let mut left = failures;
        loop {
            match self.engine.fixpoint(budget) {
                End::Stopped(limit) => return Step::Stopped(limit),
                End::Contradiction => {
                    self.failed();
                    if !self.backtrack() {
                        return Step::Exhausted;
                    }
                    if let Err(limit) = budget.failure() {
                        return Step::Stopped(limit);
                    }
                    if let Some(left) = &mut left {
                        if *left == 0 {
                            return Step::Restart;
                        }
                        *left -= 1;
                    }
                }
                End::Fixpoint => {
                    // Branching looks at every open variable, and a decision writes a domain; the node will notice.
                    let _ = budget.spend_on(self.open.len());
                    let Some(atom) = self.choose() else {
                        self.stats.solutions += 1;
                        return Step::Solution;
                    };
                    let _ = budget.spend_on(self.engine.writing(atom.var));
                    if let Err(limit) = budget.node() {
                        return Step::Stopped(limit);
                    }
                    self.decide(atom);
                }
            }
        }
    }

    /// Leaves a solution behind. `false` where nothing is left to search.
    pub(crate) fn leave_solution(&mut self) -> bool {
        // One completion of the projected variables is enough.
        while self.stack.len() > self.projected_depth {
            self.stack.pop();
            self.engine.pop();
        }
        self.backtrack()
    }

    fn choose(&mut self) -> Option<Atom> {
        if self.stack.is_empty() {
            // What is fixed without a decision stays so below all of them.
            let distinguished = self.projected.as_deref().unwrap_or(&self.vars);
            self.open.clear();
            self.open.extend(distinguished.iter().filter(|&&x| !self.engine.is_fixed(x)));
        }
        if self.open.is_empty() && self.projected.is_none() {
            return None;
        }
        self.weights.prepare(&self.engine);
        let view = View::new(&self.engine, &self.open, self.weights.all());
        if let Some(atom) = view.ask(&mut *self.brancher) {
            return Some(atom);
        }
        self.projected.as_ref()?;
        self.projected_depth = self.projected_depth.min(self.stack.len());
        View::new(&self.engine, &self.vars, self.weights.all()).ask(&mut *self.brancher)
    }

    fn decide(&mut self, atom: Atom) {
        for observer in &mut self.observers {
            observer.decision(&self.engine, atom);
        }
        self.engine.push();
        self.stack.push(atom);
        self.stats.nodes += 1;
        self.stats.depth = self.stats.depth.max(self.stack.len() as u64);
        // A conflict shows in the next fixpoint.
        let _ = self.engine.decide(atom);
    }

    fn failed(&mut self) {
        self.stats.failures += 1;
        for observer in &mut self.observers {
            observer.failure(&self.engine);
        }
        if let Some(failure) = self.engine.failure()
            && let Author::Propagator(p) = failure.cause.author()
        {
            self.weights.prepare(&self.engine);
            self.weights.failed(&self.engine, p, failure.cause.why());
        }
    }

    /// Pops the last decision and decides its opposite. `false` where none is left.
    fn backtrack(&mut self) -> bool {
        while let Some(atom) = self.stack.pop() {
            self.engine.pop();
            if self.stack.len() < self.projected_depth {
                self.projected_depth = usize::MAX;
            }
            if let Some(negated) = atom.negated() {
                let _ = self.engine.decide(negated);
                return true;
            }
        }
        false
    }
}
