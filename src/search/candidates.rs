//! The values of each variable that occur in some solution.

use super::Solver;
use super::dfs::Step;
use crate::ids::{Atom, VarId};
use crate::limit::Limit;
use crate::model::Error;
use crate::propagate::End;
use std::collections::BTreeSet;

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
        let mut known = vec![BTreeSet::new(); self.compiled.variables()];
        let stopped = match self.begin() {
            Ok(()) => self.settle(&mut known)?,
            Err(limit) => Some(limit),
        };
        Ok(Candidates { values: known.into_iter().map(|values| values.into_iter().collect()).collect(), stopped })
    }

    /// Looks for a solution with each value that no solution has shown so far.
    fn settle(&mut self, known: &mut [BTreeSet<i64>]) -> Result<Option<Limit>, Error> {
        match self.dfs.engine.fixpoint(&mut self.budget) {
            End::Contradiction => return Ok(None),
            End::Stopped(limit) => return Ok(Some(limit)),
            End::Fixpoint => {}
        }
        for x in (0..known.len()).map(VarId::new) {
            let mut next = self.dfs.engine.first_from(x, i64::MIN);
            while let Some(v) = next {
                next = v.checked_add(1).and_then(|v| self.dfs.engine.first_from(x, v));
                if known[x.index()].contains(&v) {
                    continue;
                }
                // Where nothing else is open, there is neither a node nor a run that would notice.
                if let Err(limit) = self.budget.spend_on(self.dfs.engine.writing(x) + 8 * known.len()) {
                    return Ok(Some(limit));
                }
                match self.try_value(Atom::eq(x, v))? {
                    Step::Solution => {
                        for (values, &value) in known.iter_mut().zip(self.found[0].values()) {
                            values.insert(value);
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

    /// Searches for a solution with this claim, on a level of its own that is gone afterwards.
    fn try_value(&mut self, atom: Atom) -> Result<Step, Error> {
        let base = self.dfs.engine.level();
        self.dfs.engine.push();
        // A conflict shows in the search's first fixpoint.
        let _ = self.dfs.engine.decide(atom);
        self.dfs.set_base();
        let step = self.seek()?;
        self.dfs.drop_decisions();
        self.dfs.engine.pop_to(base);
        self.dfs.set_base();
        Ok(step)
    }
}
