//! An undirected graph as lists of neighbours.

use crate::constraint::ModelError;

/// The neighbours of each node, one list behind another.
#[derive(Debug)]
pub(super) struct Graph {
    /// Where the list of each node begins, and where the last one ends.
    starts: Box<[u32]>,
    neighbours: Box<[u32]>,
}

impl Graph {
    /// The graph of so many nodes with these edges.
    ///
    /// # Errors
    /// [`ModelError::Invalid`] for an edge to a node that is not there.
    pub fn new(nodes: usize, edges: &[(usize, usize)]) -> Result<Self, ModelError> {
        if let Some((a, b)) = edges.iter().find(|&&(a, b)| a.max(b) >= nodes) {
            let list = nodes
                .checked_sub(1)
                .map_or("which is empty".to_owned(), |last| format!("whose last position is {last}"));
            return Err(ModelError::Invalid(format!("edge ({a}, {b}) leaves the list, {list}")));
        }
        let mut arcs: Vec<(u32, u32)> =
            edges.iter().flat_map(|&(a, b)| [(a as u32, b as u32), (b as u32, a as u32)]).collect();
        arcs.sort_unstable();
        arcs.dedup();
        let starts = (0..=nodes).map(|node| arcs.partition_point(|&(from, _)| (from as usize) < node) as u32);
        Ok(Self { starts: starts.collect(), neighbours: arcs.iter().map(|&(_, to)| to).collect() })
    }

    /// The number of neighbours of all nodes together.
    pub fn arcs(&self) -> usize {
        self.neighbours.len()
    }

    /// The neighbours of a node.
    pub fn neighbours(&self, node: usize) -> &[u32] {
        &self.neighbours[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// Whether a node has a neighbour in a set.
    pub fn touches(&self, node: usize, set: &[bool]) -> bool {
        self.neighbours(node).iter().any(|&next| set[next as usize])
    }

    /// The nodes that can be reached from one, itself included, through nodes that may be entered.
    pub fn flood(&self, from: usize, enter: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut reached = vec![false; self.starts.len() - 1];
        reached[from] = true;
        let mut open = vec![from];
        while let Some(node) = open.pop() {
            for &next in self.neighbours(node) {
                let next = next as usize;
                if !reached[next] && enter(next) {
                    reached[next] = true;
                    open.push(next);
                }
            }
        }
        reached
    }
}
