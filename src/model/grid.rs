//! Cells and rectangular grids of variables.

use crate::constraint::{LineName, Scope};
use crate::ids::VarId;
use std::fmt;
use std::ops::Index;
use std::sync::{Arc, OnceLock};

/// A place in a grid, counted from 0; prints as `r1c1`, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The row, 0 at the top.
    pub row: usize,
    /// The column, 0 at the left.
    pub column: usize,
}

impl Cell {
    /// The cell in this row and column, both counted from 0.
    pub const fn new(row: usize, column: usize) -> Self {
        Self { row, column }
    }
}

impl From<(usize, usize)> for Cell {
    fn from((row, column): (usize, usize)) -> Self {
        Self { row, column }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row + 1, self.column + 1)
    }
}

/// How the variables of a grid are called.
#[derive(Clone, Debug)]
pub(super) struct GridName {
    first: usize,
    rows: usize,
    columns: usize,
    /// Set once by [`Grid::named`]; shared with the model.
    prefix: Arc<OnceLock<String>>,
}

impl GridName {
    /// The name of a variable, if it is one of the grid's.
    pub(super) fn name(&self, x: VarId) -> Option<String> {
        let offset = x.index().checked_sub(self.first).filter(|&i| i < self.rows * self.columns)?;
        let cell = Cell::new(offset / self.columns, offset % self.columns);
        Some(match self.prefix.get() {
            Some(prefix) => format!("{prefix} {cell}"),
            None => cell.to_string(),
        })
    }

    /// The indices of each row's variables.
    pub(super) fn rows(&self) -> impl Iterator<Item = std::ops::Range<usize>> + use<> {
        let (first, columns) = (self.first, self.columns);
        (0..self.rows).map(move |row| first + row * columns..first + (row + 1) * columns)
    }
}

/// A rectangle of variables; see [`Model::grid`](crate::model::Model::grid). Cloning it is cheap.
///
/// ```
/// use gridwright::{Cell, Model};
/// let mut m = Model::new();
/// let cell = m.grid(2, 3, 0..=1);
/// assert_eq!(cell[(1, 2)], cell[Cell::new(1, 2)]);
/// assert_eq!(cell.rows().count(), 2);
/// assert_eq!(cell.column(0).len(), 2);
/// let square = m.grid(2, 2, 0..=1);
/// assert_eq!(*square.diagonals()[1], [square[(0, 1)], square[(1, 0)]]);
/// ```
#[derive(Clone, Debug)]
pub struct Grid {
    vars: Arc<[VarId]>,
    name: GridName,
}

impl Grid {
    pub(super) fn new(rows: usize, columns: usize, first: usize) -> Self {
        let vars = (first..first + rows * columns).map(VarId::new).collect();
        Self { vars, name: GridName { first, rows, columns, prefix: Arc::default() } }
    }

    pub(super) fn name(&self) -> &GridName {
        &self.name
    }

    /// The same variables without a name.
    pub(super) fn unnamed(&self) -> Self {
        let GridName { first, rows, columns, .. } = self.name;
        Self { vars: self.vars.clone(), name: GridName { first, rows, columns, prefix: Arc::default() } }
    }

    /// Names the grid, for models with several: its variables then read "x r1c1". A second name is ignored.
    pub fn named(self, name: impl Into<String>) -> Self {
        let _ = self.name.prefix.set(name.into());
        self
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.name.rows
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.name.columns
    }

    /// The variable of a cell, if the cell lies in the grid.
    pub fn at(&self, cell: impl Into<Cell>) -> Option<VarId> {
        let Cell { row, column } = cell.into();
        (row < self.height() && column < self.width()).then(|| self.vars[row * self.width() + column])
    }

    /// All variables in reading order.
    pub fn vars(&self) -> &[VarId] {
        &self.vars
    }

    /// All cells in reading order, with their variables.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, VarId)> + '_ {
        self.vars.iter().enumerate().map(|(i, &x)| (Cell::new(i / self.width(), i % self.width()), x))
    }

    /// The pairs of cells that share a side, as positions in [`vars`](Self::vars), the earlier one first; for
    /// [`connected`](crate::connected), and for what neighbours must not have in common.
    ///
    /// ```
    /// use gridwright::Model;
    /// let mut m = Model::new();
    /// let cell = m.grid(2, 3, 0..=1);
    /// let edges: Vec<_> = cell.edges().collect();
    /// assert_eq!(edges, [(0, 1), (0, 3), (1, 2), (1, 4), (2, 5), (3, 4), (4, 5)]);
    /// ```
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (width, count) = (self.width(), self.vars.len());
        (0..count).flat_map(move |i| {
            let right = (i % width + 1 < width).then_some((i, i + 1));
            right.into_iter().chain((i + width < count).then_some((i, i + width)))
        })
    }

    /// A row, counted from 0, named "row 1" and so on.
    ///
    /// # Panics
    /// If the grid has no such row.
    pub fn row(&self, row: usize) -> Scope {
        let start = row * self.width();
        Scope::named(&self.vars[start..start + self.width()], LineName { kind: "row", number: row + 1 })
    }

    /// A column, counted from 0, named "column 1" and so on.
    ///
    /// # Panics
    /// If the grid has no such column.
    pub fn column(&self, column: usize) -> Scope {
        assert!(column < self.width(), "a grid of {} columns has no column {column}", self.width());
        let vars: Arc<[VarId]> = (0..self.height()).map(|row| self.vars[row * self.width() + column]).collect();
        Scope::named(vars, LineName { kind: "column", number: column + 1 })
    }

    /// The rows, from the top.
    pub fn rows(&self) -> impl Iterator<Item = Scope> + '_ {
        (0..self.height()).map(|row| self.row(row))
    }

    /// The columns, from the left.
    pub fn columns(&self) -> impl Iterator<Item = Scope> + '_ {
        (0..self.width()).map(|column| self.column(column))
    }

    /// The two diagonals of a square grid, named "diagonal 1", from the top left, and "diagonal 2", from the top right.
    ///
    /// # Panics
    /// If the grid is not square.
    pub fn diagonals(&self) -> [Scope; 2] {
        let side = self.height();
        assert!(side == self.width(), "a grid of {side} rows and {} columns has no diagonals", self.width());
        let line = |number, column: &dyn Fn(usize) -> usize| {
            let vars: Arc<[VarId]> = (0..side).map(|row| self[(row, column(row))]).collect();
            Scope::named(vars, LineName { kind: "diagonal", number })
        };
        [line(1, &|row| row), line(2, &|row| side - 1 - row)]
    }
}

impl Index<Cell> for Grid {
    type Output = VarId;

    /// # Panics
    /// If the cell lies outside the grid.
    fn index(&self, Cell { row, column }: Cell) -> &VarId {
        assert!(column < self.width(), "a grid of {} columns has no column {column}", self.width());
        &self.vars[row * self.width() + column]
    }
}

impl Index<(usize, usize)> for Grid {
    type Output = VarId;

    /// # Panics
    /// If the cell lies outside the grid.
    fn index(&self, (row, column): (usize, usize)) -> &VarId {
        &self[Cell { row, column }]
    }
}
