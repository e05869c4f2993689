//! The questions: first, unique, solutions and count.

use super::Solver;
use super::dfs::Step;
use super::nogood::NotThis;
use super::solution::{Count, Found, Solution, Verdict};
use super::story::standing;
use crate::ids::VarId;
use crate::limit::Limit;
use crate::model::Error;
use crate::propagate::End;
use crate::propagate::Parents;
use std::sync::Arc;

/// What [`Solver::prove`] has found out; the solutions stay in the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Exactly one solution, proved.
    Unique,
    /// At least two solutions.
    Many,
    /// No solution, proved.
    None,
    /// A limit was reached before any of these was known.
    Stopped(Limit),
}

impl Solver {
    /// Brings the engine back to the root, where nothing is assumed, and forgets what the last question has learnt.
    pub fn rewind(&mut self) {
        self.budget.restart();
        self.dfs.rewind();
        self.count = 0;
    }

    /// Propagates the root, then assumes what is assumed on a level of its own, and lets the search stand on it.
    pub(super) fn begin(&mut self) -> Result<(), Limit> {
        self.rewind();
        self.dfs.engine.fill(&mut self.budget)?;
        // What the root alone implies is kept for every later question.
        if let End::Stopped(limit) = self.dfs.propagate_root(&mut self.budget) {
            log::debug!("stopped by the {limit} at the root");
            return Err(limit);
        }
        log::debug!("root: {}", standing(&self.compiled, &self.dfs.engine));
        self.dfs.engine.push();
        for &atom in &self.assumed {
            if self.dfs.engine.assume(atom).is_err() {
                break;
            }
        }
        self.dfs.set_base();
        log::debug!("{} claims are assumed", self.assumed.len());
        self.reinforce()
    }

    /// Attaches what the compiled model holds in reserve, unless propagation alone tells how the base ends.
    fn reinforce(&mut self) -> Result<(), Limit> {
        match self.dfs.engine.fixpoint(&mut self.budget) {
            End::Stopped(limit) => return Err(limit),
            End::Contradiction => return Ok(()),
            End::Fixpoint => {}
        }
        if self.dfs.is_open() {
            // Among three open places there is nothing that singles do not tell.
            self.dfs.engine.attach_some(self.compiled.reserve(), |engine, line| {
                line.scope().iter().filter(|&&x| !engine.is_fixed(x)).nth(3).is_some()
            });
        }
        Ok(())
    }

    /// Propagates without searching: the domains that are left, or why it ended early. They are read from
    /// [`engine`](Self::engine).
    pub fn propagate(&mut self) -> End {
        match self.begin() {
            Ok(()) => self.dfs.engine.fixpoint(&mut self.budget),
            Err(limit) => End::Stopped(limit),
        }
    }

    /// Searches on for a solution, starting over by the restart policy where `restarts` says so.
    pub(super) fn next(&mut self, restarts: bool) -> Step {
        let mut run = 0;
        loop {
            let failures = if restarts { self.restarts.bound(run) } else { None };
            match self.dfs.run(&mut self.budget, failures) {
                Step::Restart => {
                    run += 1;
                    log::debug!("restart {run}");
                    self.dfs.start_over();
                }
                Step::Stopped(limit) => {
                    log::debug!("stopped by the {limit}: {}", self.stats());
                    return Step::Stopped(limit);
                }
                Step::Exhausted => {
                    self.tell_end();
                    return Step::Exhausted;
                }
                Step::Solution => return Step::Solution,
            }
        }
    }

    /// Searches on for a solution, and keeps it instead of those that were found before.
    pub(super) fn seek(&mut self) -> Result<Step, Error> {
        let step = self.next(true);
        if step == Step::Solution {
            self.count = 0;
            self.take()?;
        }
        Ok(step)
    }

    /// Leaves a solution behind. `false` where nothing is left to search.
    fn leave_solution(&mut self) -> bool {
        let more = self.dfs.leave_solution();
        if !more {
            self.tell_end();
        }
        more
    }

    fn tell_end(&self) {
        log::debug!("nothing is left to search: {}", self.stats());
    }

    /// Checks the solution that the search stands on against every posted constraint, and keeps it.
    pub(super) fn take(&mut self) -> Result<(), Error> {
        if self.found.len() == self.count {
            self.found.push(Solution::default());
        }
        // Whoever goes on notices a spent budget; the solution is told in any case.
        let _ = self.budget.spend_on(4096 + 8 * self.compiled.constraints() + self.compiled.variables());
        let engine = &self.dfs.engine;
        let solution = &mut self.found[self.count];
        solution.set((0..self.compiled.variables()).map(|i| engine.min(VarId::new(i))));
        let value = |x: VarId| solution[x];
        if let Some(c) = self.compiled.violated(&value) {
            return Err(Error::Bug { constraint: self.compiled.constraint_name(c) });
        }
        for observer in &mut self.dfs.observers {
            observer.solution(&value);
        }
        self.count += 1;
        log::debug!("solution {}: {}", self.stats().solutions, self.stats());
        Ok(())
    }

    /// A first solution.
    ///
    /// # Errors
    /// [`Error::Bug`] if a propagator is wrong.
    pub fn first(&mut self) -> Result<Found, Error> {
        if let Err(limit) = self.begin() {
            return Ok(Found::Stopped(limit));
        }
        Ok(match self.next(true) {
            Step::Solution => {
                self.take()?;
                Found::Solution(self.found[0].clone())
            }
            Step::Stopped(limit) => Found::Stopped(limit),
            Step::Exhausted | Step::Restart => Found::None,
        })
    }

    /// Whether there is exactly one solution, with the solution or two that differ.
    ///
    /// # Errors
    /// [`Error::Bug`] if a propagator is wrong.
    pub fn unique(&mut self) -> Result<Verdict, Error> {
        Ok(match self.prove()? {
            Answer::Unique => Verdict::Unique(self.found[0].clone()),
            Answer::Many => Verdict::Many(self.found[0].clone(), self.found[1].clone()),
            Answer::None => Verdict::None,
            Answer::Stopped(limit) => Verdict::Stopped(limit),
        })
    }

    /// As [`unique`](Self::unique), but the solutions stay in the solver, where [`found`](Self::found) lends them: asking
    /// again allocates nothing.
    ///
    /// # Errors
    /// [`Error::Bug`] if a propagator is wrong.
    pub fn prove(&mut self) -> Result<Answer, Error> {
        if let Err(limit) = self.begin() {
            return Ok(Answer::Stopped(limit));
        }
        match self.next(true) {
            Step::Solution => self.take()?,
            Step::Stopped(limit) => return Ok(Answer::Stopped(limit)),
            Step::Exhausted | Step::Restart => return Ok(Answer::None),
        }
        if self.restarts == super::Restarts::Never {
            if !self.leave_solution() {
                return Ok(Answer::Unique);
            }
        } else {
            // A search that starts over would find the same solution again, so it is forbidden.
            self.dfs.drop_decisions();
            let vars = self.dfs.distinguished().to_vec();
            let values = vars.iter().map(|&x| self.found[0][x]).collect();
            self.dfs.engine.attach(Arc::new(NotThis::new(vars, values)), Parents::none());
        }
        Ok(match self.next(true) {
            Step::Solution => {
                self.take()?;
                Answer::Many
            }
            Step::Stopped(limit) => Answer::Stopped(limit),
            Step::Exhausted | Step::Restart => Answer::Unique,
        })
    }

    /// All solutions, one at a time and none twice. Limits hold for the whole iteration.
    pub fn solutions(&mut self) -> Solutions<'_> {
        let state = match self.begin() {
            Ok(()) => State::Fresh,
            Err(limit) => State::Ended(Some(limit)),
        };
        Solutions { solver: self, state }
    }

    /// The number of solutions, counted up to `max`.
    ///
    /// # Errors
    /// [`Error::Bug`] if a propagator is wrong.
    pub fn count(&mut self, max: u64) -> Result<Count, Error> {
        let mut n = 0;
        let mut solutions = self.solutions();
        // Whether there is another solution is only known by looking for it.
        while n <= max {
            match solutions.advance() {
                None => {
                    let stopped = solutions.stopped();
                    return Ok(Count { n, complete: stopped.is_none(), stopped });
                }
                Some(result) => result?,
            }
            n += 1;
        }
        Ok(Count { n: max, complete: false, stopped: None })
    }
}

/// Where an iteration stands.
#[derive(Clone, Copy, Debug)]
enum State {
    Fresh,
    AtSolution,
    Ended(Option<Limit>),
}

/// An iteration over all solutions; see [`Solver::solutions`].
#[derive(Debug)]
pub struct Solutions<'s> {
    solver: &'s mut Solver,
    state: State,
}

impl Solutions<'_> {
    /// Whether the iteration has ended because there are no more solutions.
    pub fn is_complete(&self) -> bool {
        matches!(self.state, State::Ended(None))
    }

    /// The limit that has ended the iteration, if one has.
    pub fn stopped(&self) -> Option<Limit> {
        match self.state {
            State::Ended(limit) => limit,
            _ => None,
        }
    }

    /// Finds the next solution and keeps it in the solver.
    fn advance(&mut self) -> Option<Result<(), Error>> {
        let step = match self.state {
            State::Ended(_) => return None,
            State::Fresh => self.solver.next(false),
            State::AtSolution if self.solver.leave_solution() => self.solver.next(false),
            State::AtSolution => Step::Exhausted,
        };
        match step {
            Step::Solution => {
                self.state = State::AtSolution;
                self.solver.count = 0;
                Some(self.solver.take())
            }
            Step::Stopped(limit) => {
                self.state = State::Ended(Some(limit));
                None
            }
            Step::Exhausted | Step::Restart => {
                self.state = State::Ended(None);
                None
            }
        }
    }
}

impl Iterator for Solutions<'_> {
    type Item = Result<Solution, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let result = self.advance()?;
        Some(result.map(|()| self.solver.found[0].clone()))
    }
}
