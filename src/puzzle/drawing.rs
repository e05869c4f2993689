//! What a drawing of a board shows, apart from how it is drawn.

use std::collections::BTreeSet;
use std::fmt;

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

/// What a line through the centres of cells means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Path {
    /// A bulb at the first cell, and a broad line.
    Thermometer,
    /// A circle around the first cell, and a head at the last.
    Arrow,
    /// A thin line.
    Line,
}

/// A shape around the value of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// A circle.
    Circle,
    /// A square.
    Square,
}

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Above the first row.
    Top,
    /// Left of the first column.
    Left,
    /// Below the last row.
    Bottom,
    /// Right of the last column.
    Right,
}

impl Side {
    /// All sides, in reading order.
    pub const ALL: [Self; 4] = [Self::Top, Self::Left, Self::Right, Self::Bottom];

    /// The side in a word, as a file names it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Top => "top",
            Self::Left => "left",
            Self::Bottom => "bottom",
            Self::Right => "right",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a drawing of a board shows: a text in each cell, small texts in corners, lines between cells, and what else is
/// printed on boards: cages, lines through cells, signs, dots, shapes, grey and black cells, cells that are cut in two, and
/// clues outside.
///
/// A puzzle says what it looks like in [`Puzzle::draw`](super::Puzzle::draw); the drawing itself knows no puzzle. The
/// line around the board is thick and the lines between cells are thin, until [`frame`](Self::frame) and
/// [`grid`](Self::grid) say otherwise; regions add lines around themselves.
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
    /// The line above each cell, and below those of the last row.
    above: Vec<Stroke>,
    /// The line left of each cell, and right of the last one of each row.
    left_of: Vec<Stroke>,
    /// The small candidates in each cell.
    marks: Vec<Vec<i64>>,
    shapes: Vec<Option<Shape>>,
    shaded: Vec<bool>,
    black: Vec<bool>,
    /// The texts below and above the line that cuts a cell.
    splits: Vec<Option<[String; 2]>>,
    cages: Vec<Vec<Cell>>,
    paths: Vec<(Path, Vec<Cell>)>,
    between: Vec<(Cell, Cell, String)>,
    outside: Vec<(Side, usize, String)>,
}

impl Drawing {
    /// An empty board.
    pub fn new(height: usize, width: usize) -> Self {
        let cells = height * width;
        let mut drawing = Self {
            height,
            width,
            texts: vec![String::new(); cells],
            corners: vec![String::new(); cells],
            above: vec![Stroke::Thin; cells + width],
            left_of: vec![Stroke::Thin; cells + height],
            marks: vec![Vec::new(); cells],
            shapes: vec![None; cells],
            shaded: vec![false; cells],
            black: vec![false; cells],
            splits: vec![None; cells],
            cages: Vec::new(),
            paths: Vec::new(),
            between: Vec::new(),
            outside: Vec::new(),
        };
        drawing.frame(Stroke::Thick);
        drawing
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

    /// Notes small candidates in a cell, which show where it has no text.
    ///
    /// # Panics
    /// If the cell is outside the board.
    pub fn marks(&mut self, cell: Cell, values: &[i64]) {
        let index = self.index(cell);
        self.marks[index] = values.to_vec();
    }

    /// Draws a shape around the value of a cell.
    ///
    /// # Panics
    /// If the cell is outside the board.
    pub fn shape(&mut self, cell: Cell, shape: Shape) {
        let index = self.index(cell);
        self.shapes[index] = Some(shape);
    }

    /// Makes cells grey.
    ///
    /// # Panics
    /// If a cell is outside the board.
    pub fn shade(&mut self, cells: impl IntoIterator<Item = Cell>) {
        for cell in cells {
            let index = self.index(cell);
            self.shaded[index] = true;
        }
    }

    /// Makes cells black, and what stands in them white.
    ///
    /// # Panics
    /// If a cell is outside the board.
    pub fn blacken(&mut self, cells: impl IntoIterator<Item = Cell>) {
        for cell in cells {
            let index = self.index(cell);
            self.black[index] = true;
        }
    }

    /// Cuts a cell by a line from its upper left corner to the lower right one, with a text below and one above the line,
    /// either of which may be empty: `16\24` as in Kakuro, where clues stand like that.
    ///
    /// # Panics
    /// If the cell is outside the board.
    pub fn split(&mut self, cell: Cell, below: impl Into<String>, above: impl Into<String>) {
        let index = self.index(cell);
        self.splits[index] = Some([below.into(), above.into()]);
    }

    /// Draws a cage inside its cells, apart from the lines between cells, and adds a small text to the corner of the first.
    ///
    /// # Panics
    /// If a cell is outside the board.
    pub fn cage(&mut self, cells: impl IntoIterator<Item = Cell>, corner: impl Into<String>) {
        let mut cells = self.inside(cells);
        cells.sort_unstable();
        if let Some(&first) = cells.first() {
            let (index, corner) = (self.index(first), corner.into());
            let present = &mut self.corners[index];
            present.push_str(if present.is_empty() || corner.is_empty() { "" } else { " " });
            present.push_str(&corner);
            self.cages.push(cells);
        }
    }

    /// Draws a line through the centres of cells.
    ///
    /// # Panics
    /// If a cell is outside the board.
    pub fn path(&mut self, path: Path, cells: impl IntoIterator<Item = Cell>) {
        let cells = self.inside(cells);
        self.paths.push((path, cells));
    }

    /// Writes a sign on the side between two neighbours. `<` and `>` compare the first cell with the second and are drawn
    /// turned where that is not the one on the left; `○` and `●` are dots.
    ///
    /// # Panics
    /// If a cell is outside the board, or the cells are no neighbours.
    pub fn between(&mut self, a: Cell, b: Cell, text: impl Into<String>) {
        self.inside([a, b]);
        let distance = a.row.abs_diff(b.row) + a.column.abs_diff(b.column);
        assert!(distance == 1, "{a} and {b} are no neighbours");
        self.between.push((a, b, text.into()));
    }

    /// Writes a text outside the board, at this row or column. Several at one place stand in reading order.
    ///
    /// # Panics
    /// If there is no such row or column.
    pub fn outside(&mut self, side: Side, index: usize, text: impl Into<String>) {
        assert!(index < self.lines_at(side), "there is no line {index} at this side of the board");
        self.outside.push((side, index, text.into()));
    }

    /// Sets every line between two cells, those of earlier regions included.
    pub fn grid(&mut self, stroke: Stroke) {
        let (height, width) = (self.height, self.width);
        (width..height * width).for_each(|line| self.above[line] = stroke);
        for row in 0..height {
            (1..width).for_each(|column| self.left_of[row * (width + 1) + column] = stroke);
        }
    }

    /// Sets the line around the board, which earlier regions may have drawn too.
    pub fn frame(&mut self, stroke: Stroke) {
        let (height, width) = (self.height, self.width);
        for column in 0..width {
            self.above[column] = stroke;
            self.above[height * width + column] = stroke;
        }
        for row in 0..height {
            self.left_of[row * (width + 1)] = stroke;
            self.left_of[row * (width + 1) + width] = stroke;
        }
    }

    /// Draws a line around a region, which may be in several parts and may overlap others.
    ///
    /// # Panics
    /// If a cell is outside the board.
    pub fn region(&mut self, stroke: Stroke, cells: impl IntoIterator<Item = Cell>) {
        let inside: BTreeSet<Cell> = self.inside(cells).into_iter().collect();
        let holds = |row: Option<usize>, column: Option<usize>| {
            row.zip(column).is_some_and(|(row, column)| inside.contains(&Cell::new(row, column)))
        };
        let strengthen = |line: &mut Stroke, goes_on: bool| {
            if !goes_on {
                *line = stroke.max(*line);
            }
        };
        for &Cell { row, column } in &inside {
            let (above, left_of) = (row * self.width + column, row * (self.width + 1) + column);
            strengthen(&mut self.above[above], holds(row.checked_sub(1), Some(column)));
            strengthen(&mut self.above[above + self.width], holds(Some(row + 1), Some(column)));
            strengthen(&mut self.left_of[left_of], holds(Some(row), column.checked_sub(1)));
            strengthen(&mut self.left_of[left_of + 1], holds(Some(row), Some(column + 1)));
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

    /// The line above this row in this column; the row behind the last has the line below the board above it.
    ///
    /// # Panics
    /// If the column is outside the board, or the row more than one outside it.
    pub fn above(&self, row: usize, column: usize) -> Stroke {
        assert!(column < self.width, "column {column} is outside the board");
        self.above[row * self.width + column]
    }

    /// The line left of this column in this row; the column behind the last has the line beside the board left of it.
    ///
    /// # Panics
    /// If the row is outside the board, or the column more than one outside it.
    pub fn left_of(&self, row: usize, column: usize) -> Stroke {
        assert!(column <= self.width, "column {column} is outside the board");
        self.left_of[row * (self.width + 1) + column]
    }

    /// The small candidates noted in a cell.
    ///
    /// # Panics
    /// If the cell is outside the board.
    pub fn marks_at(&self, cell: Cell) -> &[i64] {
        &self.marks[self.index(cell)]
    }

    /// The shape around the value of a cell.
    ///
    /// # Panics
    /// If the cell is outside the board.
    pub fn shape_at(&self, cell: Cell) -> Option<Shape> {
        self.shapes[self.index(cell)]
    }

    /// Whether a cell is grey.
    ///
    /// # Panics
    /// If the cell is outside the board.
    pub fn is_shaded(&self, cell: Cell) -> bool {
        self.shaded[self.index(cell)]
    }

    /// Whether a cell is black.
    ///
    /// # Panics
    /// If the cell is outside the board.
    pub fn is_black(&self, cell: Cell) -> bool {
        self.black[self.index(cell)]
    }

    /// The texts below and above the line that cuts a cell, if one does.
    ///
    /// # Panics
    /// If the cell is outside the board.
    pub fn split_at(&self, cell: Cell) -> Option<[&str; 2]> {
        self.splits[self.index(cell)].as_ref().map(|[below, above]| [&below[..], &above[..]])
    }

    /// The cells of each cage in reading order, in the order in which the cages were drawn.
    pub fn cages(&self) -> &[Vec<Cell>] {
        &self.cages
    }

    /// The lines through the centres of cells, in the order in which they were drawn.
    pub fn paths(&self) -> &[(Path, Vec<Cell>)] {
        &self.paths
    }

    /// The signs between neighbours: `<` says that the first cell is the lesser, wherever the cells lie.
    pub fn signs(&self) -> &[(Cell, Cell, String)] {
        &self.between
    }

    /// The texts outside the board at this row or column of a side, in reading order.
    pub fn texts_outside(&self, side: Side, index: usize) -> impl Iterator<Item = &str> {
        self.outside.iter().filter(move |(at, i, _)| (*at, *i) == (side, index)).map(|(.., text)| &text[..])
    }

    /// All cells in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (height, width) = (self.height, self.width);
        (0..height).flat_map(move |row| (0..width).map(move |column| Cell::new(row, column)))
    }

    /// The number of rows or columns that end at this side.
    pub fn lines_at(&self, side: Side) -> usize {
        if matches!(side, Side::Top | Side::Bottom) { self.width } else { self.height }
    }

    /// Cells that all lie on the board.
    fn inside(&self, cells: impl IntoIterator<Item = Cell>) -> Vec<Cell> {
        let check = |cell| {
            self.index(cell);
            cell
        };
        cells.into_iter().map(check).collect()
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

    #[test]
    fn without_a_frame_a_region_at_the_edge_has_its_own_line() {
        let mut drawing = Drawing::new(1, 3);
        drawing.grid(Stroke::None);
        drawing.frame(Stroke::None);
        drawing.region(Stroke::Thin, [Cell::new(0, 0), Cell::new(0, 1)]);
        let lines = |row| [0, 1, 2].map(|column| drawing.above(row, column) as u8);
        assert_eq!([lines(0), lines(1)], [[1, 1, 0], [1, 1, 0]]);
        assert_eq!([0, 1, 2, 3].map(|column| drawing.left_of(0, column) as u8), [1, 0, 1, 0]);
    }
}
