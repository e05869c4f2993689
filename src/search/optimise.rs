//! The best solution: each one found puts a bound on the objective that the next must beat.

use super::Solver;
use super::dfs::Step;
use super::solution::Optimum;
use crate::constraint::{Expr, Linear};
use crate::ids::PropId;
use crate::limit::Limit;
use crate::model::Error;
use crate::propagate::Parents;

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
    /// [`Error::Bug`] if a propagator is wrong; [`Error::Constraint`] if the expression can leave the 64-bit range.
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
        if let Err(limit) = self.begin() {
            return Ok(Optimum::Stopped(limit, None));
        }
        let mut best = None;
        let mut posted = Vec::new();
        loop {
            match self.next(true) {
                Step::Solution => {}
                Step::Stopped(limit) => return Ok(Optimum::Stopped(limit, best)),
                Step::Exhausted | Step::Restart => {
                    return Ok(best.map_or(Optimum::None, |(solution, cost)| Optimum::Best(solution, cost)));
                }
            }
            self.count = 0;
            self.take()?;
            let solution = &self.found[0];
            let Some(cost) = objective.value(&|x| solution[x]) else {
                let why = "its value leaves the 64-bit range".into();
                return Err(Error::Constraint { constraint: "the objective".into(), why });
            };
            best = Some((solution.clone(), cost));
            let bound = match sense {
                Sense::Smaller => objective.clone().less_than(cost),
                Sense::Larger => objective.clone().greater_than(cost),
            };
            if let Err(limit) = self.bound(&bound, &mut posted)? {
                return Ok(Optimum::Stopped(limit, best));
            }
        }
    }

    /// Lets the search start over under a new bound, which stands on the level of the assumptions and relieves the last.
    fn bound(&mut self, bound: &Linear, posted: &mut Vec<PropId>) -> Result<Result<(), Limit>, Error> {
        self.dfs.drop_decisions();
        let propagators = match self.compiled.late(bound, &mut self.budget) {
            Err(Error::Stopped(limit)) => return Ok(Err(limit)),
            other => other?,
        };
        let engine = &mut self.dfs.engine;
        posted.drain(..).for_each(|last| engine.retire(last));
        posted.extend(propagators.into_iter().map(|propagator| engine.attach(propagator, Parents::none())));
        Ok(Ok(()))
    }
}
