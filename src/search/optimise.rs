//! The best solution: each one found puts a bound on the objective that the next must beat. Where the objective has many
//! values, solutions that are better by larger and larger steps are looked for.

use super::Solver;
use super::dfs::Step;
use super::solution::{Optimum, Solution};
use crate::constraint::{Expr, Linear};
use crate::ids::PropId;
use crate::limit::Limit;
use crate::model::Error;
use crate::propagate::Parents;

/// An objective whose values lie no further apart is improved as it comes.
const MOST_STEPS: u64 = 65_536;

/// Which way is better.
#[derive(Clone, Copy, Debug)]
enum Sense {
    Smaller,
    Larger,
}

impl Solver {
    /// The solution with the smallest value of a linear expression.
    ///
    /// ```
    /// use gridwright::{Limits, Model, Optimum, all_different};
    /// let mut m = Model::new();
    /// let (x, y) = (m.var(1..=9), m.var(1..=9));
    /// m.post((x + y).at_least(12));
    /// m.post(all_different([x, y]));
    /// let mut solver = m.compile(Limits::none())?.solver();
    /// let Optimum::Best(solution, cost) = solver.minimise(3 * x + y)? else { panic!("there are solutions") };
    /// assert_eq!((solution[x], solution[y], cost), (3, 9, 18));
    /// # Ok::<(), gridwright::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Bug`] if a propagator is wrong; [`Error::Constraint`] if the expression can leave the 64-bit range, or names
    /// a variable of another model.
    pub fn minimise(&mut self, objective: impl Into<Expr>) -> Result<Optimum, Error> {
        self.optimise(&objective.into(), Sense::Smaller)
    }

    /// The solution with the largest value of a linear expression.
    ///
    /// # Errors
    /// As [`minimise`](Self::minimise).
    pub fn maximise(&mut self, objective: impl Into<Expr>) -> Result<Optimum, Error> {
        self.optimise(&objective.into(), Sense::Larger)
    }

    fn optimise(&mut self, objective: &Expr, sense: Sense) -> Result<Optimum, Error> {
        self.compiled.check_objective(objective)?;
        if let Err(limit) = self.begin() {
            return Ok(Optimum::Stopped(limit, None));
        }
        let engine = &self.dfs.engine;
        let leaps = objective.reach(&|x| (engine.min(x), engine.max(x))) > MOST_STEPS;
        let mut best = None;
        let mut posted = Vec::new();
        loop {
            let mut step = self.seek()?;
            if step == Step::Solution {
                let mut stopped = self.improve(objective, sense, &mut best, &mut posted)?;
                if leaps && stopped.is_none() {
                    stopped = self.leap(objective, sense, &mut best, &mut posted)?;
                }
                let Some(limit) = stopped else { continue };
                step = Step::Stopped(limit);
            }
            return Ok(match (step, best) {
                (Step::Stopped(limit), best) => Optimum::Stopped(limit, best),
                (_, Some((solution, cost))) => Optimum::Best(solution, cost),
                (_, None) => Optimum::None,
            });
        }
    }

    /// Makes the solution that was just taken the best one, under whose bound the search starts over.
    fn improve(
        &mut self,
        objective: &Expr,
        sense: Sense,
        best: &mut Option<(Solution, i64)>,
        posted: &mut Vec<PropId>,
    ) -> Result<Option<Limit>, Error> {
        let solution = &self.found[0];
        let Some(cost) = objective.value(&|x| solution[x]) else {
            let why = "its value leaves the 64-bit range".into();
            return Err(Error::Constraint { constraint: "the objective".into(), why });
        };
        *best = Some((solution.clone(), cost));
        self.bound(&sense.better(objective, cost, 1), posted)
    }

    /// Improves the best solution by steps that double as long as there is one so much better, and halve where there is
    /// none, until none is better by two.
    fn leap(
        &mut self,
        objective: &Expr,
        sense: Sense,
        best: &mut Option<(Solution, i64)>,
        posted: &mut Vec<PropId>,
    ) -> Result<Option<Limit>, Error> {
        let mut by = 2;
        // A cost that is known to be out of reach.
        let mut beyond = None;
        while let (Some((_, cost)), 2..) = (&*best, by) {
            let cost = *cost;
            match self.search_under(&sense.better(objective, cost, by))? {
                Step::Stopped(limit) => return Ok(Some(limit)),
                Step::Exhausted | Step::Restart => beyond = Some(sense.step(cost, by)),
                Step::Solution => {
                    by = by.saturating_mul(2);
                    if let Some(limit) = self.improve(objective, sense, best, posted)? {
                        return Ok(Some(limit));
                    }
                }
            }
            if let (Some(beyond), Some((_, cost))) = (beyond, &*best) {
                by = by.min((cost.abs_diff(beyond) / 2) as i64);
            }
        }
        Ok(None)
    }

    /// Searches for a solution within a bound, which is gone afterwards. One that is found is taken.
    fn search_under(&mut self, bound: &Linear) -> Result<Step, Error> {
        let propagators = match self.compiled.late(bound, &mut self.budget) {
            Err(Error::Stopped(limit)) => return Ok(Step::Stopped(limit)),
            other => other?,
        };
        let level = self.dfs.engine.level();
        self.dfs.engine.push();
        for propagator in propagators {
            self.dfs.engine.attach(propagator, Parents::none());
        }
        self.dfs.set_base();
        let step = self.seek()?;
        self.dfs.drop_decisions();
        self.dfs.engine.pop_to(level);
        self.dfs.set_base();
        Ok(step)
    }

    /// Lets the search start over under a new bound, which stands on the level of the assumptions and relieves the last.
    fn bound(&mut self, bound: &Linear, posted: &mut Vec<PropId>) -> Result<Option<Limit>, Error> {
        self.dfs.drop_decisions();
        let propagators = match self.compiled.late(bound, &mut self.budget) {
            Err(Error::Stopped(limit)) => return Ok(Some(limit)),
            other => other?,
        };
        let engine = &mut self.dfs.engine;
        posted.drain(..).for_each(|last| engine.retire(last));
        posted.extend(propagators.into_iter().map(|propagator| engine.attach(propagator, Parents::none())));
        Ok(None)
    }
}

impl Sense {
    /// The cost that is better than this by so much.
    fn step(self, cost: i64, by: i64) -> i64 {
        match self {
            Self::Smaller => cost.saturating_sub(by),
            Self::Larger => cost.saturating_add(by),
        }
    }

    /// That a cost is better than this by so much at least.
    fn better(self, objective: &Expr, cost: i64, by: i64) -> Linear {
        let cost = self.step(cost, by - 1);
        match self {
            Self::Smaller => objective.clone().less_than(cost),
            Self::Larger => objective.clone().greater_than(cost),
        }
    }
}
