//! `global_cardinality`: how many of the variables take each value.

mod flow;
mod propagator;

#[cfg(test)]
mod tests;

use super::minizinc::{MiniZinc, all_of};
use super::{Constraint, ModelError, Posting, Scope};
use crate::domain::Domain;
use crate::ids::VarId;
use propagator::Cardinality;
use std::ops::RangeInclusive;

/// How many variables take a value: a number, a range of numbers, or a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Amount {
    /// As many as this variable says.
    Var(VarId),
    /// A number between these, both included.
    Between(i64, i64),
}

impl From<VarId> for Amount {
    fn from(x: VarId) -> Self {
        Self::Var(x)
    }
}

impl From<i64> for Amount {
    fn from(n: i64) -> Self {
        Self::Between(n, n)
    }
}

impl From<RangeInclusive<i64>> for Amount {
    fn from(range: RangeInclusive<i64>) -> Self {
        // A range that has been iterated to its end holds nothing any more.
        if range.is_empty() { Self::Between(1, 0) } else { Self::Between(*range.start(), *range.end()) }
    }
}

/// Of the variables, so many take this value, so many that one, as [`value`](GlobalCardinality::value) says for each;
/// values that are not listed may be taken by any number, unless [`closed`](GlobalCardinality::closed).
///
/// Where all amounts are numbers or ranges and no variable occurs twice, pruning is domain-consistent, by a flow (Régin
/// 1996). An amount that is a variable is kept between the number of variables that have the value and of those that can
/// have it, and the others are pruned by its smallest and largest value, which promises less.
///
/// ```
/// use gridwright::{Budget, Limits, Model, global_cardinality};
/// let mut m = Model::new();
/// let row = m.vars(4, 1..=3);
/// let threes = m.var(0..=9);
/// m.post(global_cardinality(&row).value(1, 2).value(2, 1..=4).value(3, threes));
/// let mut engine = m.compile(Limits::none())?.engine();
/// engine.fixpoint(&mut Budget::unlimited());
/// assert_eq!(engine.max(threes), 4);
/// let solutions = m.compile(Limits::none())?.solver().count(100)?;
/// assert_eq!(solutions.n, 18); // two ones in six ways, and of the others not both threes
/// # Ok::<(), gridwright::Error>(())
/// ```
pub fn global_cardinality(scope: impl Into<Scope>) -> GlobalCardinality {
    let scope = scope.into();
    GlobalCardinality { counted: scope.len(), scope, amounts: Vec::new(), closed: false }
}

/// See [`global_cardinality`].
#[derive(Clone, Debug)]
pub struct GlobalCardinality {
    /// The counted variables, then the amounts that are variables.
    scope: Scope,
    counted: usize,
    amounts: Vec<(i64, Amount)>,
    closed: bool,
}

impl GlobalCardinality {
    /// So many variables take this value. Of a value that is listed several times, all must hold.
    pub fn value(mut self, value: i64, amount: impl Into<Amount>) -> Self {
        let amount = amount.into();
        if let Amount::Var(x) = amount {
            self.scope = self.scope.iter().copied().chain([x]).collect();
        }
        self.amounts.push((value, amount));
        self
    }

    /// No variable takes a value that is not listed.
    pub fn closed(mut self) -> Self {
        self.closed = true;
        self
    }
}

impl Constraint for GlobalCardinality {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let counted = &self.scope[..self.counted];
        let listed = |v: i64| self.amounts.iter().any(|&(other, _)| other == v);
        let holds = |(v, amount): &(i64, Amount)| {
            let number = counted.iter().filter(|&&x| value(x) == *v).count() as i64;
            match *amount {
                Amount::Var(x) => value(x) == number,
                Amount::Between(low, high) => (low..=high).contains(&number),
            }
        };
        self.amounts.iter().all(holds) && (!self.closed || counted.iter().all(|&x| listed(value(x))))
    }

    fn minizinc(&self, to: &mut MiniZinc<'_>) -> Result<String, ModelError> {
        let counted = &self.scope[..self.counted];
        let mut parts: Vec<String> = Vec::new();
        for (value, amount) in &self.amounts {
            let number = to.occurrences(counted, *value);
            parts.push(match *amount {
                Amount::Var(x) => format!("{number} = {}", to.var(x)),
                Amount::Between(low, high) if low == high => format!("{number} = {low}"),
                Amount::Between(low, high) => format!("{low} <= {number} /\\ {number} <= {high}"),
            });
        }
        if self.closed {
            let listed = Domain::from(self.amounts.iter().map(|&(value, _)| value).collect::<Vec<_>>());
            parts.extend(counted.iter().map(|&x| to.is_in(x, &listed)));
        }
        Ok(all_of(parts))
    }

    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
        to.propagator(Cardinality::new(self.scope.vars().clone(), self.counted, &self.amounts, self.closed));
        Ok(())
    }
}
