//! The values of each variable that occur in some solution.

use super::Solver;
use super::dfs::Step;
use crate::ids::{Atom, VarId};
use crate::limit::Limit;
use crate::model::Error;
use crate::propagate::End;

/// For each variable, values that occur in solutions; see [`Solver::candidates`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidates {
    /// The values of each variable of the model, in increasing order. All lists are empty where there is no solution.
    pub values: Vec<Vec<i64>>,
    /// The limit that ended the search early; some values may then be missing.
    pub stopped: Option<Limit>,
}

impl Candidates {
    /// Whether no value is missing.
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none()
    }

    /// The values of a variable.
    pub fn of(&self, x: VarId) -> &[i64] {
        &self.values[x.index()]
    }
}

impl Solver {
    /// The values of each variable that occur in some solution.
    ///
    /// Each solution found settles a value of every variable; a value that no solution has is removed for good.
    ///
    /// # Errors
    /// [`Error::Bug`] if a propagator is wrong.
    pub fn candidates(&mut self) -> Result<Candidates, Error> {
        let variables = self.compiled.variables();
        let mut candidates = Candidates { values: vec![Vec::new(); variables], stopped: None };
        candidates.stopped = match self.begin() {
            Ok(()) => self.settle(&mut candidates)?,
            Err(limit) => Some(limit),
        };
        candidates.values.iter_mut().for_each(|values| values.sort_unstable());
        Ok(candidates)
    }

    fn settle(&mut self, candidates: &mut Candidates) -> Result<Option<Limit>, Error> {
        match self.dfs.engine.fixpoint(&mut self.budget) {
            End::Contradiction => return Ok(None),
            End::Stopped(limit) => return Ok(Some(limit)),
            End::Fixpoint => {}
        }
        for i in 0..candidates.values.len() {
            let x = VarId::new(i);
            while let Some(v) = self.unsettled(x, &candidates.values[i]) {
                match self.try_value(Atom::eq(x, v))? {
                    Step::Solution => {
                        for (values, &value) in candidates.values.iter_mut().zip(self.found[0].values()) {
                            if !values.contains(&value) {
                                values.push(value);
                            }
                        }
                        continue;
                    }
                    Step::Stopped(limit) => return Ok(Some(limit)),
                    Step::Exhausted | Step::Restart => {}
                }
                // A conflict shows in the fixpoint, and means that every value of a solution is known already.
                let _ = self.dfs.engine.assume(Atom::ne(x, v));
                match self.dfs.engine.fixpoint(&mut self.budget) {
                    End::Contradiction => return Ok(None),
                    End::Stopped(limit) => return Ok(Some(limit)),
                    End::Fixpoint => {}
                }
            }
        }
        Ok(None)
    }

    /// A value that the variable can still have and that is in no solution found so far.
    fn unsettled(&self, x: VarId, known: &[i64]) -> Option<i64> {
        self.dfs.engine.values(x).find(|v| !known.contains(v))
    }

    /// Searches for a solution with this claim, on a level of its own that is gone afterwards.
    fn try_value(&mut self, atom: Atom) -> Result<Step, Error> {
        let base = self.dfs.engine.level();
        self.dfs.engine.push();
        // A conflict shows in the search's first fixpoint.
        let _ = self.dfs.engine.decide(atom);
        self.dfs.set_base();
        let step = self.next(true);
        if step == Step::Solution {
            self.count = 0;
            self.take()?;
        }
        self.dfs.drop_decisions();
        self.dfs.engine.pop_to(base);
        self.dfs.set_base();
        Ok(step)
    }
}
