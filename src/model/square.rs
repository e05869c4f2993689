//! Squares whose lines hold different values: what the models of many puzzles begin with, said once for all of them.

use super::{Grid, Model, Rule};
use crate::constraint::{Constraint, all_different};
use crate::domain::Domain;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// As many squares are kept.
const MOST: usize = 32;

/// A square of the first variables of a model.
#[derive(Clone)]
struct Square {
    side: usize,
    values: Domain,
    grid: Grid,
    /// Its rows and columns, which keep their propagators.
    lines: Arc<[Arc<dyn Constraint>]>,
}

/// The squares that were asked for last, the oldest first.
static KEPT: LazyLock<Mutex<Vec<Square>>> = LazyLock::new(Mutex::default);

impl Model {
    /// A new grid of so many rows and columns whose every row, and every column, holds different values.
    ///
    /// ```
    /// use gridwright::{Limits, Model};
    /// let mut m = Model::new();
    /// let cell = m.latin_square(3, 1..=3);
    /// m.post(cell[(0, 0)].equals(1));
    /// let compiled = m.compile(Limits::none())?;
    /// assert_eq!(compiled.solver().count(100)?.n, 4); // of twelve in all
    /// assert_eq!(m.constraints(), 7);
    /// # Ok::<(), gridwright::Error>(())
    /// ```
    ///
    /// The same as a [`grid`](Self::grid) with an [`all_different`] for each of its rows and then its columns, and sooner
    /// done where a program makes many such models.
    pub fn latin_square(&mut self, side: usize, values: impl Into<Domain>) -> Grid {
        let values = values.into();
        let square = match self.variables() {
            0 => kept(side, &values),
            first => Square::new(side, &values, first),
        };
        let source = self.source_mut();
        source.domains.resize(source.domains.len() + square.grid.vars().len(), values);
        let grid = square.grid.unnamed();
        source.grids.push(grid.name().clone());
        // Most puzzles have about as many other rules.
        source.rules.reserve(4 * square.lines.len());
        source.rules.extend(square.lines.iter().map(|line| Rule { constraint: line.clone(), label: None }));
        grid
    }
}

impl Square {
    fn new(side: usize, values: &Domain, first: usize) -> Self {
        let grid = Grid::new(side, side, first);
        let line = |scope| Arc::new(all_different(scope).kept()) as Arc<dyn Constraint>;
        let lines = grid.rows().chain(grid.columns()).map(line).collect();
        Self { side, values: values.clone(), grid, lines }
    }
}

/// The square of this size and these values at the start of a model.
fn kept(side: usize, values: &Domain) -> Square {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    match kept.iter().rposition(|square| square.side == side && square.values == *values) {
        Some(at) => kept[at..].rotate_left(1),
        None => {
            if kept.len() == MOST {
                kept.remove(0);
            }
            kept.push(Square::new(side, values, 0));
        }
    }
    kept[kept.len() - 1].clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    #[test]
    fn a_square_says_what_a_grid_with_different_lines_says() {
        // Twice as many shapes as are kept, each three times, one with more values than cells, one with fewer.
        for round in 0..3 {
            for i in 0..2 * MOST {
                let (side, least) = (i % 4, 10 - i as i64);
                let values = least..=least + side as i64 - 1 + [0, 1, -1, 0][i / 4 % 4];
                let (mut square, mut lines) = (Model::new(), Model::new());
                if round == 2 {
                    // Behind another variable.
                    square.var(0..=1);
                    lines.var(0..=1);
                }
                let grids = [square.latin_square(side, values.clone()), lines.grid(side, side, values)];
                for line in grids[1].rows().chain(grids[1].columns()) {
                    lines.post(all_different(line));
                }
                assert_eq!(grids[0].vars(), grids[1].vars());
                let told = |model: &Model| {
                    let compiled = model.compile(Limits::none()).unwrap();
                    let names: Vec<String> = compiled.describe().constraints.iter().map(|c| c.name.clone()).collect();
                    (compiled.solver().count(1000).unwrap().n, names, format!("{:?}", model.source().rules))
                };
                assert_eq!(told(&square), told(&lines), "side {side}");
            }
        }
    }

    #[test]
    fn a_square_may_be_named_and_none_other_is() {
        let name = |grid: fn(Grid) -> Grid| {
            let mut m = Model::new();
            let x = grid(m.latin_square(2, 1..=2));
            m.compile(Limits::none()).unwrap().var_name(x[(0, 1)])
        };
        assert_eq!([name(|grid| grid.named("x")), name(|grid| grid)], ["x r1c2", "r1c2"]);
    }
}
