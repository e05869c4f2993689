//! Clashes: smallest sets of constraints and assumptions that have no solution together.
//!
//! A first set comes from the trail of a contradiction, is shrunk by leaving out one member after another, and then
//! rivalled by smallest hitting sets of what must be taken away to leave a solution (Ignatiev, Previti, Liffiton and
//! Marques-Silva, "Smallest MUS extraction with minimal hitting set dualization", 2015).

use super::hitting;
use super::trace::{Members, trace};
use crate::engine::Engine;
use crate::ids::{Atom, ConstraintId};
use crate::limit::{Budget, Limit};
use crate::model::{Error, Plan};
use crate::propagate::End;
use crate::search::{Dfs, Observer, Solver, Step};
use fixedbitset::FixedBitSet;
use std::sync::{Arc, Mutex, PoisonError};

/// Constraints and assumptions that have no solution together, though without any one of them they have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The constraints, in the order of posting.
    pub constraints: Vec<ConstraintId>,
    /// The assumptions, in the order in which they were assumed.
    pub assumptions: Vec<Atom>,
    /// Whether no clash has fewer members; if not, the effort ended before that was known.
    pub smallest: bool,
}

/// The answer of [`Solver::clash`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClashAnswer {
    /// There is no solution, and this is why. Empty where a variable has no value to begin with.
    Clash(Clash),
    /// There is a solution.
    None,
    /// A limit was reached before an irreducible clash was known.
    Stopped(Limit),
}

/// Failures of one search for a solution of a subset while rivals are looked for; undecided counts as "may have one".
const FAILURES_OF_A_RIVAL: u64 = 500;

/// Rivals that are tried, and branches that all their hitting sets may take.
const MOST_RIVALS: usize = 400;
const MOST_HITTING_STEPS: u64 = 200_000;

impl Solver {
    /// A smallest set of constraints and assumptions without a common solution, by the explaining plan.
    ///
    /// Irreducible always; the fewest members that a fixed effort and the solver's limits find.
    ///
    /// ```
    /// use gridwright::{Atom, ClashAnswer, Limits, Model, all_different};
    /// let mut m = Model::new();
    /// let cell = m.grid(2, 2, 1..=2);
    /// for line in cell.rows().chain(cell.columns()) {
    ///     m.post(all_different(line));
    /// }
    /// let compiled = m.compile(Limits::none())?;
    /// let mut solver = compiled.solver().assume([Atom::eq(cell[(0, 0)], 1), Atom::eq(cell[(1, 0)], 1)]);
    /// let ClashAnswer::Clash(clash) = solver.clash()? else { panic!("two equal givens in a column") };
    /// assert_eq!(compiled.constraint_name(clash.constraints[0]), "column 1");
    /// assert_eq!((clash.constraints.len(), clash.assumptions.len()), (1, 2));
    /// # Ok::<(), gridwright::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Model::compile`](crate::model::Model::compile) for the explaining plan; [`Error::Bug`] if a propagator is wrong.
    pub fn clash(&mut self) -> Result<ClashAnswer, Error> {
        let mut budget = Budget::start(self.limits_set());
        let engine = match self.compiled().engine_for(Plan::Explain, &mut budget) {
            Err(Error::Stopped(limit)) => return Ok(ClashAnswer::Stopped(limit)),
            engine => engine?,
        };
        let variables = self.compiled().variables();
        let mut search = Search::new(engine, variables, self.compiled().constraints(), self.assumptions(), budget);
        Ok(match search.clash() {
            Err(limit) => ClashAnswer::Stopped(limit),
            Ok(None) => {
                // The search stands on a solution, which is checked like any other.
                let engine = &search.dfs.engine;
                if let Some(c) = self.compiled().violated(&|x| engine.min(x)) {
                    return Err(Error::Bug { constraint: self.compiled().constraint_name(c) });
                }
                ClashAnswer::None
            }
            Ok(Some((core, smallest))) => {
                let constraints = self.compiled().constraints();
                let (c, a): (Vec<usize>, Vec<usize>) = core.ones().partition(|&member| member < constraints);
                ClashAnswer::Clash(Clash {
                    constraints: c.into_iter().map(ConstraintId::new).collect(),
                    assumptions: a.into_iter().map(|member| self.assumptions()[member - constraints]).collect(),
                    smallest,
                })
            }
        })
    }
}

/// What is known of a set of members.
enum Test {
    /// No solution, because of these members.
    Unsolvable(FixedBitSet),
    /// A solution; its values stand in the engine.
    Solvable,
    /// Neither, within the bound on failures.
    Undecided,
}

/// Gathers the members that every contradiction of a search rests on.
#[derive(Debug)]
struct Collector {
    members: Members,
    gathered: Arc<Mutex<Gathered>>,
}

/// Where each assumption begins on the trail, and the members that were needed so far.
#[derive(Debug)]
struct Gathered {
    assumed: Vec<(usize, usize)>,
    core: FixedBitSet,
    /// For the walks, which end early once it is spent.
    budget: Budget,
}

impl Observer for Collector {
    fn failure(&mut self, engine: &Engine) {
        let mut gathered = self.gathered.lock().unwrap_or_else(PoisonError::into_inner);
        let Gathered { assumed, core, budget } = &mut *gathered;
        trace(engine, self.members, assumed, core, budget);
    }
}

struct Search<'a> {
    dfs: Dfs,
    members: Members,
    assumptions: &'a [Atom],
    gathered: Arc<Mutex<Gathered>>,
    budget: Budget,
}

impl<'a> Search<'a> {
    fn new(mut engine: Engine, variables: usize, constraints: usize, assumptions: &'a [Atom], budget: Budget) -> Self {
        // The root stays untouched, so that every subset starts from the same domains.
        engine.restrict(Some(&|_| false));
        let members = Members { constraints, assumptions: assumptions.len() };
        let nothing = Gathered { assumed: Vec::new(), core: FixedBitSet::new(), budget: budget.clone() };
        let gathered = Arc::new(Mutex::new(nothing));
        let mut dfs = Dfs::new(engine, variables);
        dfs.observers.push(Box::new(Collector { members, gathered: gathered.clone() }));
        Self { dfs, members, assumptions, gathered, budget }
    }

    /// A smallest clash, and whether it is known to be one; `None` where there is a solution.
    fn clash(&mut self) -> Result<Option<(FixedBitSet, bool)>, Limit> {
        let mut all = FixedBitSet::with_capacity(self.members.all());
        all.insert_range(..);
        match self.test(&all, None)? {
            Test::Unsolvable(core) => {
                let mut best = self.shrink(core)?;
                // What follows only looks for something shorter, so a limit there does not take away what is known.
                let smallest = self.rival(&all, &mut best).unwrap_or(false);
                Ok(Some((best, smallest)))
            }
            Test::Solvable | Test::Undecided => Ok(None),
        }
    }

    /// Leaves out every member that the others do not need.
    fn shrink(&mut self, mut core: FixedBitSet) -> Result<FixedBitSet, Limit> {
        // Assumptions are left out first: a clash among the rules alone says more.
        for member in (0..self.members.all()).rev() {
            if !core.contains(member) {
                continue;
            }
            let mut without = core.clone();
            without.remove(member);
            if let Test::Unsolvable(smaller) = self.test(&without, None)? {
                core = smaller;
            }
        }
        Ok(core)
    }

    /// Makes `best` a clash with fewer members, as long as there is one and the effort lasts. Answers whether none has
    /// fewer.
    fn rival(&mut self, all: &FixedBitSet, best: &mut FixedBitSet) -> Result<bool, Limit> {
        let mut corrections: Vec<FixedBitSet> = Vec::new();
        let mut steps = MOST_HITTING_STEPS;
        for _ in 0..MOST_RIVALS {
            let most = best.count_ones(..);
            let Some(hitting) = hitting::smallest(&corrections, most, &mut steps, &mut self.budget)? else {
                return Ok(steps > 0);
            };
            let mut kept = FixedBitSet::with_capacity(all.len());
            kept.extend(hitting.ones());
            match self.test(&kept, Some(FAILURES_OF_A_RIVAL))? {
                Test::Solvable => {}
                Test::Undecided => return Ok(false),
                Test::Unsolvable(core) => {
                    *best = self.shrink(core)?;
                    continue;
                }
            }
            self.grow(all, &mut kept)?;
            // What propagation cannot refute may have no solution all the same: then it holds another clash.
            loop {
                match self.test(&kept, Some(FAILURES_OF_A_RIVAL))? {
                    Test::Solvable => break,
                    Test::Undecided => return Ok(false),
                    Test::Unsolvable(core) => {
                        // The hitting set alone has a solution, so the core has a member besides.
                        let spare = core.ones().find(|&member| !hitting.contains(member));
                        if core.count_ones(..) < best.count_ones(..) {
                            *best = self.shrink(core)?;
                        }
                        let Some(spare) = spare else { break };
                        kept.remove(spare);
                    }
                }
            }
            let mut correction = all.clone();
            correction.difference_with(&kept);
            corrections.push(correction);
        }
        Ok(false)
    }

    /// Adds every member that propagation alone does not refute.
    fn grow(&mut self, all: &FixedBitSet, kept: &mut FixedBitSet) -> Result<(), Limit> {
        for member in all.ones() {
            if kept.contains(member) {
                continue;
            }
            kept.insert(member);
            self.start(kept);
            match self.dfs.engine.fixpoint(&mut self.budget) {
                End::Fixpoint => {}
                End::Contradiction => kept.remove(member),
                End::Stopped(limit) => return Err(limit),
            }
        }
        Ok(())
    }

    /// Lets only these members act, from domains that nothing has pruned.
    fn start(&mut self, members: &FixedBitSet) {
        // The next fixpoint notices a spent budget.
        let _ = self.budget.spend_on(4 * self.members.all() + self.dfs.engine.propagators());
        self.dfs.rewind();
        let engine = &mut self.dfs.engine;
        engine.push();
        let mut gathered = self.gathered.lock().unwrap_or_else(PoisonError::into_inner);
        gathered.assumed.clear();
        gathered.core.clear();
        gathered.core.grow(self.members.all());
        engine.restrict(Some(&|c| members.contains(c.index())));
        for (i, &atom) in self.assumptions.iter().enumerate() {
            if members.contains(self.members.constraints + i) {
                gathered.assumed.push((i, engine.now().at()));
                if engine.assume(atom).is_err() {
                    break;
                }
            }
        }
        drop(gathered);
        self.dfs.set_base();
    }

    /// Whether these members have a common solution.
    fn test(&mut self, members: &FixedBitSet, failures: Option<u64>) -> Result<Test, Limit> {
        self.start(members);
        match self.dfs.run(&mut self.budget, failures) {
            Step::Solution => Ok(Test::Solvable),
            Step::Restart => Ok(Test::Undecided),
            Step::Stopped(limit) => Err(limit),
            Step::Exhausted => {
                let gathered = self.gathered.lock().unwrap_or_else(PoisonError::into_inner);
                match gathered.budget.spent() {
                    // A walk that ended early may lack members.
                    Some(limit) => Err(limit),
                    None => Ok(Test::Unsolvable(gathered.core.clone())),
                }
            }
        }
    }
}
