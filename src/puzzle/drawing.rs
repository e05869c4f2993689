//! What a drawing of a board shows, apart from how it is drawn.

use std::collections::BTreeSet;

use crate::model::Cell;

/// How strong a line is; where several fall on one side of a cell, the strongest shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stroke {
    /// No line.
    #[default]
    None,
    /// A thin line.
    Thin,
    /// A thick line.
    Thick,
}

/// What a drawing of a board shows: a text in each cell, small texts in corners, lines between cells.
///
/// A puzzle says what it looks like in [`Puzzle::draw`](super::Puzzle::draw); the drawing itself knows no puzzle. The
/// board's outline is thick and the lines between cells are thin, until [`grid`](Self::grid) says otherwise; regions add
/// lines around themselves.
///
/// ```
/// use gridwright::{Cell, Drawing, Stroke};
/// let mut drawing = Drawing::new(2, 2);
/// drawing.region(Stroke::Thick, [Cell::new(0, 0), Cell::new(1, 0)]);
/// drawing.corner(Cell::new(0, 0), "3+");
/// assert_eq!([drawing.above(1, 0), drawing.left_of(1, 1)], [Stroke::Thin, Stroke::Thick]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    height: usize,
    width: usize,
    texts: Vec<String>,
    corners: Vec<String>,
    /// For each cell the line above it and the line left of it.
    lines: Vec<[Stroke; 2]>,
}

impl Drawing {
    /// An empty board.
    pub fn new(height: usize, width: usize) -> Self {
        let empty = vec![String::new(); height * width];
        Self { height, width, texts: empty.clone(), corners: empty, lines: vec![[Stroke::Thin; 2]; height * width] }
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Writes a text into a cell.
    ///
    /// # Panics
    /// If the cell is outside the board.
    pub fn write(&mut self, cell: Cell, text: impl Into<String>) {
        let index = self.index(cell);
        self.texts[index] = text.into();
    }

    /// Writes a small text, such as a cage's target, into the corner of a cell.
    ///
    /// # Panics
    /// If the cell is outside the board.
    pub fn corner(&mut self, cell: Cell, text: impl Into<String>) {
        let index = self.index(cell);
        self.corners[index] = text.into();
    }

    /// Sets every line between two cells, those of earlier regions included.
    pub fn grid(&mut self, stroke: Stroke) {
        self.lines.fill([stroke; 2]);
    }

    /// Draws a line around a region, which may be in several parts and may overlap others.
    ///
    /// # Panics
    /// If a cell is outside the board.
    pub fn region(&mut self, stroke: Stroke, cells: impl IntoIterator<Item = Cell>) {
        let inside: BTreeSet<usize> = cells.into_iter().map(|cell| self.index(cell)).collect();
        for &cell in &inside {
            // A cell's lower and right sides belong to its neighbours, where it has any.
            let neighbours = [
                (cell.checked_sub(self.width), cell, 0),
                ((cell % self.width > 0).then(|| cell - 1), cell, 1),
                (Some(cell + self.width), cell + self.width, 0),
                ((cell % self.width + 1 < self.width).then_some(cell + 1), cell + 1, 1),
            ];
            for (neighbour, holder, side) in neighbours {
                if let Some(neighbour) = neighbour
                    && !inside.contains(&neighbour)
                    && let Some(lines) = self.lines.get_mut(holder)
                {
                    lines[side] = lines[side].max(stroke);
                }
            }
        }
    }

    /// The text of a cell, empty where there is none.
    ///
    /// # Panics
    /// If the cell is outside the board.
    pub fn text_at(&self, cell: Cell) -> &str {
        &self.texts[self.index(cell)]
    }

    /// The small text in the corner of a cell, empty where there is none.
    ///
    /// # Panics
    /// If the cell is outside the board.
    pub fn corner_at(&self, cell: Cell) -> &str {
        &self.corners[self.index(cell)]
    }

    /// The line above this row in this column; the row behind the last has the board's outline above it.
    ///
    /// # Panics
    /// If the column is outside the board, or the row more than one outside it.
    pub fn above(&self, row: usize, column: usize) -> Stroke {
        if row == 0 || row == self.height { Stroke::Thick } else { self.lines[self.index(Cell::new(row, column))][0] }
    }

    /// The line left of this column in this row; the column behind the last has the board's outline left of it.
    ///
    /// # Panics
    /// If the row is outside the board, or the column more than one outside it.
    pub fn left_of(&self, row: usize, column: usize) -> Stroke {
        if column == 0 || column == self.width {
            Stroke::Thick
        } else {
            self.lines[self.index(Cell::new(row, column))][1]
        }
    }

    fn index(&self, cell: Cell) -> usize {
        assert!(cell.row < self.height && cell.column < self.width, "cell {cell} is outside the board");
        cell.row * self.width + cell.column
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_draws_its_own_sides_only() {
        let mut drawing = Drawing::new(3, 3);
        drawing.grid(Stroke::None);
        drawing.region(Stroke::Thin, [Cell::new(0, 2), Cell::new(1, 1)]);
        drawing.region(Stroke::Thick, [Cell::new(1, 1), Cell::new(2, 2)]);
        let rows = |f: &dyn Fn(usize, usize) -> Stroke, rows: usize, columns: usize| -> Vec<Vec<u8>> {
            (0..rows).map(|row| (0..columns).map(|column| f(row, column) as u8).collect()).collect()
        };
        assert_eq!(rows(&|row, column| drawing.above(row, column), 4, 3), [[2, 2, 2], [0, 2, 1], [0, 2, 2], [2, 2, 2]]);
        assert_eq!(rows(&|row, column| drawing.left_of(row, column), 3, 4), [[2, 0, 1, 2], [2, 2, 2, 2], [2, 0, 2, 2]]);
    }
}
