//! `table`: the variables together take one of the listed tuples.
//!
//! Pruning is domain-consistent. Pairs keep, for each value, the mask of its partners; larger tables keep the set of
//! live tuples in reversible words (Compact-Table: Demeulenaere, Hartert, Lecoutre, Perez, Perron, Régin, Schaus 2016), and
//! those whose sets would take too much memory are looked at tuple by tuple.

mod live;
mod pair;
mod scan;
mod tuples;

pub(crate) use tuples::Tuples;

use super::minizinc::MiniZinc;
use super::sorted::sorted;
use super::{Constraint, ModelError, Posting, Scope, distinct};
use crate::ids::VarId;
use crate::limit::Budget;
use crate::propagate::{Propagator, Rule};
use scan::Scan;
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
        let taken = || self.scope.iter().map(|&x| value(x));
        self.tuples.binary_search_by(|tuple| tuple.iter().copied().cmp(taken())).is_ok()
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
            to.budget().spend_on(8 * tuple.len())?;
            let fits = |(i, &x): (usize, &VarId)| to.domain(x).contains(tuple[i]) && tuple[first[i]] == tuple[i];
            if self.scope.iter().enumerate().all(fits) {
                kept.extend(first.iter().enumerate().filter(|&(i, &f)| i == f).map(|(i, _)| tuple[i]));
            }
        }
        let bases: Vec<Option<i64>> = vars.iter().map(|&x| to.base(x)).collect();
        let count = kept.len().checked_div(vars.len()).unwrap_or(self.tuples.len());
        let values = columns(vars.len(), &kept, to.budget())?;
        let sets = values.iter().map(|values| values.len().saturating_mul(count.div_ceil(64)));
        let bytes = Tuples::bytes_of(&bases, sets.fold(0, usize::saturating_add));
        if bytes > MOST_BYTES || !to.reserve(bytes) {
            log::info!("a table of {count} tuples would take {bytes} bytes as bit sets, so it stays a list");
            let scan = Scan::new(vars.as_slice().into(), values, count, &kept, to.budget())?;
            to.propagator(scan);
            return Ok(());
        }
        let tuples = Tuples::new(&bases, count, &kept, to.budget())?;
        to.shared(table_propagator(&vars, Arc::new(tuples)));
        Ok(())
    }
}

/// A posted table stays a list of tuples where its bit sets would take more, whatever the memory limit.
const MOST_BYTES: usize = 256 << 20;

/// The values of each column, in increasing order.
fn columns(arity: usize, flat: &[i64], budget: &mut Budget) -> Result<Vec<Vec<i64>>, ModelError> {
    (0..arity).map(|p| Ok(sorted(flat.iter().skip(p).step_by(arity).copied(), budget)?)).collect()
}

/// The propagator that keeps variables, each named once, within tuples.
pub(crate) fn table_propagator(vars: &[VarId], tuples: Arc<Tuples>) -> Arc<dyn Propagator> {
    match *vars {
        [x, y] if tuples.partners().is_some() => Arc::new(pair::Pair::new([x, y], tuples)),
        _ => Arc::new(live::Live::new(vars.into(), tuples)),
    }
}

/// What a table can infer.
const RULES: &[Rule] =
    &[Rule::new("no combination that is left has the value there"), Rule::new("no combination is left")];

#[cfg(test)]
mod tests;
