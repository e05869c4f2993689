//! `regular`: the values of the variables, in their order, are a word that a finite automaton accepts.

mod automaton;
mod layers;

#[cfg(test)]
mod tests;

pub use automaton::Automaton;

use super::minizinc::{MiniZinc, all_of, some_of};
use super::{Constraint, LineName, ModelError, Posting, Scope};
use crate::ids::VarId;
use indexmap::IndexMap;
use layers::Layers;

/// The values of the variables, in their order, are a word that the automaton accepts.
///
/// Pruning is domain-consistent where no variable occurs twice.
///
/// ```
/// use gridwright::{Automaton, Budget, Limits, Model, regular};
/// // A row of a nonogram with the clue "2 1": blocks of two and one black cells, white ones between them.
/// let arcs = [(0, 0, 0), (0, 1, 1), (1, 1, 2), (2, 0, 3), (3, 0, 3), (3, 1, 4), (4, 0, 4)];
/// let clue = Automaton::new(0, [4], arcs);
/// let mut m = Model::new();
/// let row = m.vars(5, 0..=1);
/// m.post(regular(&row, &clue));
/// let mut engine = m.compile(Limits::none())?.engine();
/// engine.fixpoint(&mut Budget::unlimited());
/// assert_eq!(row.iter().map(|&x| engine.value(x)).collect::<Vec<_>>(), [None, Some(1), None, None, None]);
/// # Ok::<(), gridwright::Error>(())
/// ```
pub fn regular(scope: impl Into<Scope>, automaton: &Automaton) -> Regular {
    Regular { scope: scope.into(), automaton: automaton.clone() }
}

/// See [`regular`].
#[derive(Clone, Debug)]
pub struct Regular {
    scope: Scope,
    automaton: Automaton,
}

impl Constraint for Regular {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        self.automaton.accepts(self.scope.iter().map(|&x| value(x)))
    }

    fn minizinc(&self, to: &mut MiniZinc<'_>) -> Result<String, ModelError> {
        // Which states can be reached after each letter, as Booleans.
        let mut reached: IndexMap<usize, Option<String>> = [(self.automaton.start(), None)].into();
        for &x in self.scope.iter() {
            let mut ways: IndexMap<usize, IndexMap<usize, Vec<i64>>> = IndexMap::new();
            for &(from, by, to) in self.automaton.transitions() {
                if reached.contains_key(&from) {
                    ways.entry(to).or_default().entry(from).or_default().push(by);
                }
            }
            let mut next = IndexMap::new();
            for (state, from) in ways {
                let way = |(from, by): (usize, Vec<i64>)| {
                    all_of(reached[&from].clone().into_iter().chain([to.is_in(x, &by.into())]))
                };
                let ways = some_of(from.into_iter().map(way));
                next.insert(state, Some(to.define(&ways)));
            }
            reached = next;
        }
        let accepted = reached.into_iter().filter(|(state, _)| self.automaton.accepting().contains(state));
        Ok(some_of(accepted.map(|(_, name)| name.unwrap_or_else(|| "true".into()))))
    }

    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
        let layers = Layers::new(self.scope.vars().clone(), &self.automaton, to)?;
        to.propagator(layers);
        Ok(())
    }

    fn name(&self) -> Option<LineName> {
        self.scope.name()
    }
}
