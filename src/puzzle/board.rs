//! The board of a puzzle: which variable stands in which cell, and what a drawing shows beside the values.

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

/// What a drawing of a board shows: a text in each cell, borders between regions, small texts in corners.
///
/// A puzzle says what it looks like in [`Puzzle::draw`](super::Puzzle::draw); the drawing itself knows no puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    height: usize,
    width: usize,
    texts: Vec<Option<String>>,
    corners: Vec<Option<String>>,
    regions: Vec<Option<usize>>,
}

impl Drawing {
    /// An empty board.
    pub fn new(height: usize, width: usize) -> Self {
        let cells = height * width;
        Self { height, width, texts: vec![None; cells], corners: vec![None; cells], regions: vec![None; cells] }
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    fn index(&self, cell: Cell) -> usize {
        assert!(cell.row < self.height && cell.column < self.width, "cell {cell} is outside the board");
        cell.row * self.width + cell.column
    }

    /// Writes a text into a cell.
    ///
    /// # Panics
    /// If the cell is outside the board.
    pub fn write(&mut self, cell: Cell, text: impl Into<String>) {
        let index = self.index(cell);
        self.texts[index] = Some(text.into());
    }

    /// Writes a small text, such as a cage's target, into the corner of a cell.
    ///
    /// # Panics
    /// If the cell is outside the board.
    pub fn corner(&mut self, cell: Cell, text: impl Into<String>) {
        let index = self.index(cell);
        self.corners[index] = Some(text.into());
    }

    /// Puts cells into one region: a border runs between cells of different regions. A cell that is in no region is
    /// one by itself.
    ///
    /// # Panics
    /// If a cell is outside the board.
    pub fn region(&mut self, cells: impl IntoIterator<Item = Cell>) {
        let region = self.regions.iter().flatten().max().map_or(0, |last| last + 1);
        for cell in cells {
            let index = self.index(cell);
            self.regions[index] = Some(region);
        }
    }

    /// The text of a cell.
    pub fn text_at(&self, cell: Cell) -> Option<&str> {
        self.texts[self.index(cell)].as_deref()
    }

    /// The small text in the corner of a cell.
    pub fn corner_at(&self, cell: Cell) -> Option<&str> {
        self.corners[self.index(cell)].as_deref()
    }

    /// Whether the drawing has regions at all.
    pub fn has_regions(&self) -> bool {
        self.regions.iter().any(Option::is_some)
    }

    /// Whether two cells are in one region.
    pub fn same_region(&self, a: Cell, b: Cell) -> bool {
        let (a, b) = (self.index(a), self.index(b));
        a == b || (self.regions[a].is_some() && self.regions[a] == self.regions[b])
    }
}
