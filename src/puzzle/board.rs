//! The board of a puzzle: which variable stands in which cell.

use crate::ids::VarId;
use crate::model::{Cell, Grid};

/// The variables of a puzzle's cells in reading order; a cell may have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    height: usize,
    width: usize,
    vars: Vec<Option<VarId>>,
}

impl Board {
    /// A board without variables.
    pub fn new(height: usize, width: usize) -> Self {
        Self { height, width, vars: vec![None; height * width] }
    }

    /// Puts a variable into a cell.
    ///
    /// # Panics
    /// If the cell is outside the board.
    pub fn set(&mut self, cell: Cell, var: VarId) {
        assert!(cell.column < self.width, "cell {cell} is outside the board");
        self.vars[cell.row * self.width + cell.column] = Some(var);
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The variable of a cell; `None` where the cell is outside the board or has none.
    pub fn at(&self, cell: Cell) -> Option<VarId> {
        if cell.column < self.width { *self.vars.get(cell.row * self.width + cell.column)? } else { None }
    }

    /// All cells in reading order, each with its variable.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, Option<VarId>)> + '_ {
        self.vars.iter().enumerate().map(|(i, &var)| (Cell::new(i / self.width, i % self.width), var))
    }

    /// The cells that have a variable, in reading order.
    pub fn vars(&self) -> impl Iterator<Item = (Cell, VarId)> + '_ {
        self.cells().filter_map(|(cell, var)| Some((cell, var?)))
    }
}

impl From<Grid> for Board {
    fn from(grid: Grid) -> Self {
        let mut board = Self::new(grid.height(), grid.width());
        for (cell, var) in grid.cells() {
            board.set(cell, var);
        }
        board
    }
}
