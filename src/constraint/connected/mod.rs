//! `connected`: the active nodes of a graph are in one piece.

mod graph;
mod propagator;

#[cfg(test)]
mod tests;

use super::minizinc::{MiniZinc, all_of, some_of};
use super::{Constraint, ModelError, Posting, Scope};
use crate::domain::Domain;
use crate::ids::VarId;
use graph::Graph;
use propagator::Reach;
use std::sync::Arc;

/// The active nodes of an undirected graph are in one piece: from each one there is a way to every other along edges and
/// through active nodes alone.
///
/// A variable stands for each node, and a node is active if its variable has the value 1, or a value that
/// [`of`](Connected::of) names. Edges join positions of the list, in either order, and more than once if need be;
/// [`Grid::edges`](crate::Grid::edges) has those of a grid. No active node at all is one piece, and so is a single one.
///
/// Pruning is domain-consistent where no variable occurs twice. An edge to a position that is not there is refused when
/// the model is compiled.
///
/// ```
/// use gridwright::{Limits, Model, connected, sum};
/// let mut m = Model::new();
/// let cell = m.grid(3, 3, 0..=1);
/// m.post(connected(cell.vars(), cell.edges())); // the ones
/// m.post(connected(cell.vars(), cell.edges()).of(0)); // the zeros
/// m.post(sum(cell.row(0)).equals(3));
/// m.post(sum(cell.vars()).equals(7));
/// assert_eq!(m.compile(Limits::none())?.solver().count(100)?.n, 7);
/// # Ok::<(), gridwright::Error>(())
/// ```
pub fn connected(nodes: impl Into<Scope>, edges: impl IntoIterator<Item = (usize, usize)>) -> Connected {
    Connected { scope: nodes.into(), edges: edges.into_iter().collect(), active: 1.into() }
}

/// See [`connected`].
#[derive(Clone, Debug)]
pub struct Connected {
    scope: Scope,
    edges: Arc<[(usize, usize)]>,
    active: Domain,
}

impl Connected {
    /// The nodes whose variables have one of these values, instead of 1, are the active ones.
    pub fn of(mut self, values: impl Into<Domain>) -> Self {
        self.active = values.into();
        self
    }
}

impl Constraint for Connected {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let active: Vec<bool> = self.scope.iter().map(|&x| self.active.contains(value(x))).collect();
        let mut pieces = active.iter().filter(|&&active| active).count();
        // Each node points to another of its piece, and one of every piece to itself.
        let mut other: Vec<usize> = (0..active.len()).collect();
        for &(a, b) in self.edges.iter().filter(|&&(a, b)| active[a] && active[b]) {
            let ends = [a, b].map(|mut node| {
                while other[node] != node {
                    other[node] = other[other[node]];
                    node = other[node];
                }
                node
            });
            if ends[0] != ends[1] {
                other[ends[0]] = ends[1];
                pieces -= 1;
            }
        }
        pieces <= 1
    }

    fn minizinc(&self, to: &mut MiniZinc<'_>) -> Result<String, ModelError> {
        let graph = Graph::new(self.scope.len(), &self.edges)?;
        let active: Vec<String> = self.scope.iter().map(|&x| to.define(&to.is_in(x, &self.active))).collect();
        // From the first active node, step by step, to all that can be reached.
        let mut before: Option<String> = None;
        let mut reached = Vec::with_capacity(active.len());
        for name in &active {
            reached.push(match &before {
                None => name.clone(),
                Some(before) => to.define(&format!("{name} /\\ not {before}")),
            });
            before = Some(before.map_or(name.clone(), |before| to.define(&format!("{before} \\/ {name}"))));
        }
        for _ in 1..active.len() {
            let step = |node: usize| {
                let near = graph.neighbours(node).iter().map(|&next| reached[next as usize].clone());
                format!("{} /\\ ({})", active[node], some_of(near.chain([reached[node].clone()])))
            };
            let steps: Vec<String> = (0..active.len()).map(step).collect();
            reached = steps.iter().map(|step| to.define(step)).collect();
        }
        Ok(all_of(active.iter().zip(&reached).map(|(active, reached)| format!("{active} -> {reached}"))))
    }

    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
        let graph = Graph::new(self.scope.len(), &self.edges)?;
        to.budget().spend((self.scope.len() + self.edges.len()) as u32)?;
        let reach = Reach::new(self.scope.vars().clone(), graph, self.active.clone(), to);
        to.propagator(reach);
        Ok(())
    }
}
