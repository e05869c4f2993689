//! The board of a puzzle: which variable stands in which cell.

use crate::constraint::{LineName, Scope};
use crate::domain::Domain;
use crate::ids::{Atom, VarId};
use crate::model::{Cell, Grid, Model};
use crate::search::Solution;

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

    /// A board with a new variable in each cell for which there is a domain, named `r1c1` and so on.
    ///
    /// ```
    /// use gridwright::{Board, Cell, Model};
    /// let mut m = Model::new();
    /// // A cross: the corners have no variables.
    /// let board = Board::sparse(&mut m, 3, 3, |cell| (cell.row == 1 || cell.column == 1).then_some(1..=5));
    /// assert_eq!((board.at(Cell::new(0, 0)), board.vars().count()), (None, 5));
    /// let across: Vec<usize> = board.across().iter().map(Vec::len).collect();
    /// assert_eq!(across, [1, 3, 1]);
    /// ```
    pub fn sparse<D: Into<Domain>>(
        model: &mut Model,
        height: usize,
        width: usize,
        domain: impl Fn(Cell) -> Option<D>,
    ) -> Self {
        let mut board = Self::new(height, width);
        let cells: Vec<Cell> = board.cells().map(|(cell, _)| cell).collect();
        for cell in cells {
            if let Some(domain) = domain(cell) {
                board.set(cell, model.named_var(cell.to_string(), domain));
            }
        }
        board
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

    /// The claims that cells have these values, such as a puzzle's givens; cells without a variable are left out.
    pub fn atoms(&self, values: &[(Cell, i64)]) -> Vec<Atom> {
        values.iter().filter_map(|&(cell, value)| Some(Atom::eq(self.at(cell)?, value))).collect()
    }

    /// A solution's value in each cell, in reading order; `None` for a cell without a variable.
    pub fn values(&self, solution: &Solution) -> Vec<Option<i64>> {
        self.vars.iter().map(|x| x.map(|x| solution[x])).collect()
    }

    /// The variables of each row, from the top, named "row 1" and so on.
    pub fn rows(&self) -> impl Iterator<Item = Scope> + '_ {
        (0..self.height).map(|row| self.line("row", row, (0..self.width).map(move |column| Cell::new(row, column))))
    }

    /// The variables of each column, from the left, named "column 1" and so on.
    pub fn columns(&self) -> impl Iterator<Item = Scope> + '_ {
        (0..self.width)
            .map(|column| self.line("column", column, (0..self.height).map(move |row| Cell::new(row, column))))
    }

    fn line(&self, kind: &'static str, index: usize, cells: impl Iterator<Item = Cell>) -> Scope {
        let vars: Vec<VarId> = cells.filter_map(|cell| self.at(cell)).collect();
        Scope::named(vars, LineName { kind, number: index + 1 })
    }

    /// The runs in rows: cells with a variable that follow one another, as long as they go, in reading order.
    pub fn across(&self) -> Vec<Vec<(Cell, VarId)>> {
        self.runs(self.cells().map(|(cell, _)| cell), |cell| cell.column == 0)
    }

    /// The runs in columns, from the left, as [`across`](Self::across) has those in rows.
    pub fn down(&self) -> Vec<Vec<(Cell, VarId)>> {
        let cells = (0..self.width).flat_map(|column| (0..self.height).map(move |row| Cell::new(row, column)));
        self.runs(cells, |cell| cell.row == 0)
    }

    fn runs(&self, cells: impl Iterator<Item = Cell>, starts_line: impl Fn(Cell) -> bool) -> Vec<Vec<(Cell, VarId)>> {
        let (mut runs, mut run) = (Vec::new(), Vec::new());
        for cell in cells {
            let var = self.at(cell);
            if (var.is_none() || starts_line(cell)) && !run.is_empty() {
                runs.push(std::mem::take(&mut run));
            }
            run.extend(var.map(|var| (cell, var)));
        }
        runs.extend((!run.is_empty()).then_some(run));
        runs
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_end_at_cells_without_variables_and_at_the_edge() {
        // ..#.
        // #...
        let black = [Cell::new(0, 2), Cell::new(1, 0)];
        let board = Board::sparse(&mut Model::new(), 2, 4, |cell| (!black.contains(&cell)).then_some(1..=9));
        let names = |runs: Vec<Vec<(Cell, VarId)>>| -> Vec<String> {
            let join = |run: &Vec<(Cell, VarId)>| run.iter().map(|(cell, _)| cell.to_string()).collect::<String>();
            runs.iter().map(join).collect()
        };
        assert_eq!(names(board.across()), ["r1c1r1c2", "r1c4", "r2c2r2c3r2c4"]);
        assert_eq!(names(board.down()), ["r1c1", "r1c2r2c2", "r2c3", "r1c4r2c4"]);
        assert_eq!(board.rows().map(|row| row.len()).collect::<Vec<_>>(), [3, 3]);
        assert_eq!(board.columns().map(|column| column.len()).collect::<Vec<_>>(), [1, 2, 1, 2]);
        assert!(names(Board::new(2, 2).across()).is_empty() && names(Board::new(0, 0).down()).is_empty());
    }
}
