//! `table`: the variables together take one of the listed tuples.
//!
//! Pruning is domain-consistent. Pairs keep, for each value, the mask of its partners; larger tables keep the set of
//! live tuples in reversible words (Compact-Table: Demeulenaere, Hartert, Lecoutre, Perez, Perron, Régin, Schaus 2016).

mod live;
mod pair;
mod tuples;

pub(crate) use tuples::Tuples;

use super::minizinc::MiniZinc;
use super::{Constraint, ModelError, Posting, Scope, distinct};
use crate::ids::VarId;
use crate::propagate::{Propagator, Rule};
use std::sync::Arc;

/// The variables together take one of the tuples; a tuple of another length than the scope is an error of the model.
///
/// ```
/// use gridwright::{Limits, Model, table};
/// let mut m = Model::new();
/// let (x, y) = (m.var(1..=9), m.var(1..=9));
/// m.post(table([x, y], [[1, 2], [2, 4], [3, 9]]));
/// m.post(y.at_least(5));
/// let solution = m.compile(Limits::none())?.solver().unique()?.expect_unique();
/// assert_eq!((solution[x], solution[y]), (3, 9));
/// # Ok::<(), gridwright::Error>(())
/// ```
pub fn table<T: Into<Vec<i64>>>(scope: impl Into<Scope>, tuples: impl IntoIterator<Item = T>) -> Table {
    let mut tuples: Vec<Vec<i64>> = tuples.into_iter().map(Into::into).collect();
    tuples.sort_unstable();
    tuples.dedup();
    Table { scope: scope.into(), tuples }
}

/// See [`table`].
#[derive(Clone, Debug)]
pub struct Table {
    scope: Scope,
    tuples: Vec<Vec<i64>>,
}

impl Constraint for Table {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        self.tuples.iter().any(|tuple| tuple.iter().copied().eq(self.scope.iter().map(|&x| value(x))))
    }

    fn minizinc(&self, to: &mut MiniZinc<'_>) -> Result<String, ModelError> {
        Ok(to.table(&self.scope, &self.tuples))
    }

    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
        if let Some(tuple) = self.tuples.iter().find(|tuple| tuple.len() != self.scope.len()) {
            let (wrong, right) = (tuple.len(), self.scope.len());
            return Err(ModelError::Invalid(format!("a tuple has {wrong} values, but there are {right} variables")));
        }
        let (vars, first) = distinct(&self.scope);
        let mut kept: Vec<i64> = Vec::new();
        for tuple in &self.tuples {
            to.budget().spend(1)?;
            let fits = |(i, &x): (usize, &VarId)| to.domain(x).contains(tuple[i]) && tuple[first[i]] == tuple[i];
            if self.scope.iter().enumerate().all(fits) {
                kept.extend(first.iter().enumerate().filter(|&(i, &f)| i == f).map(|(i, _)| tuple[i]));
            }
        }
        let bases: Vec<Option<i64>> = vars.iter().map(|&x| to.base(x)).collect();
        let count = kept.len().checked_div(vars.len()).unwrap_or(self.tuples.len());
        let tuples = Tuples::new(&bases, count, &kept);
        to.boxed(table_propagator(vars.into(), Arc::new(tuples)));
        Ok(())
    }
}

/// The propagator that keeps variables, each named once, within tuples.
pub(crate) fn table_propagator(vars: Arc<[VarId]>, tuples: Arc<Tuples>) -> Box<dyn Propagator> {
    match *vars {
        [x, y] if tuples.partners().is_some() => Box::new(pair::Pair::new([x, y], tuples)),
        _ => Box::new(live::Live::new(vars, tuples)),
    }
}

/// What a table can infer.
const RULES: &[Rule] =
    &[Rule::new("no combination that is left has the value there"), Rule::new("no combination is left")];

#[cfg(test)]
mod tests;
