//! Nonograms: a picture of black cells, told by the lengths of their blocks in each row and column.

use gridwright::{
    Automaton, Board, Cell, Drawing, Kind, Mistakes, Model, Place, Puzzle, Reader, Side, Stroke, Writer, clause,
    regular,
};

/// A nonogram: for each row and column the lengths of its blocks of black cells, in their order, with white cells between
/// any two. Black cells have the value 1, white ones 0.
///
/// In the native file each row and each column has a line; `.` or `0` is one without black cells:
///
/// ```text
/// nonogram 3x4
/// rows:
/// 1 2
/// .
/// 4
/// columns:
/// 1 1
/// 1
/// 1 1
/// 1 1
/// ```
///
/// ```
/// use gridwright::{Limits, Model, Puzzle};
/// use gridwright_models::nonogram::Nonogram;
/// let puzzle = Nonogram {
///     rows: vec![vec![1, 2], vec![], vec![4]],
///     columns: vec![vec![1, 1], vec![1], vec![1, 1], vec![1, 1]],
/// };
/// let mut model = Model::new();
/// puzzle.rules(&mut model);
/// let solution = model.compile(Limits::none())?.solver().unique()?.expect_unique();
/// assert_eq!(solution.values(), [1, 0, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1]);
/// # Ok::<(), gridwright::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nonogram {
    /// The lengths of the blocks in each row, from the left.
    pub rows: Vec<Vec<i64>>,
    /// The lengths of the blocks in each column, from the top.
    pub columns: Vec<Vec<i64>>,
}

impl Nonogram {
    /// The most rows and columns that a file may have.
    pub const MOST: usize = 100;

    /// The puzzle that a picture is a solution of: its cells in reading order, whether each is black.
    ///
    /// ```
    /// use gridwright_models::nonogram::Nonogram;
    /// let puzzle = Nonogram::of(&[true, false, true, true, true, false], 3);
    /// assert_eq!((puzzle.rows, puzzle.columns), (vec![vec![1, 1], vec![2]], vec![vec![2], vec![1], vec![1]]));
    /// ```
    ///
    /// # Panics
    /// If the width is 0.
    pub fn of(black: &[bool], width: usize) -> Self {
        let blocks =
            |line: Vec<bool>| line.split(|black| !black).map(|block| block.len() as i64).filter(|&n| n > 0).collect();
        let columns = (0..width).map(|column| blocks(black.iter().copied().skip(column).step_by(width).collect()));
        Self { rows: black.chunks(width).map(|row| blocks(row.to_vec())).collect(), columns: columns.collect() }
    }

    /// Both kinds of lines: the section that tells them, what one is called, and their blocks.
    fn lines(&self) -> [(&'static str, &'static str, &Vec<Vec<i64>>); 2] {
        [("rows", "row", &self.rows), ("columns", "column", &self.columns)]
    }
}

impl Puzzle for Nonogram {
    const KIND: Kind = Kind::new("nonogram", "picture told by the blocks of its rows and columns");

    fn read(doc: &mut Reader<'_>) -> Result<Self, Mistakes> {
        let (height, width) = doc.sizes(1..=Self::MOST, 1..=Self::MOST);
        doc.finish(|doc| {
            let mut blocks = |section, count| {
                let lines = doc.numbers(section, count).into_iter();
                lines.map(|line| if line == [0] { Vec::new() } else { line }).collect()
            };
            Self { rows: blocks("rows", height), columns: blocks("columns", width) }
        })
    }

    fn write(&self, doc: &mut Writer<'_>) {
        doc.header((self.rows.len(), self.columns.len())).numbers("rows", &self.rows).numbers("columns", &self.columns);
    }

    fn check(&self, out: &mut Mistakes) {
        for (section, name, lines) in self.lines() {
            for (i, blocks) in lines.iter().enumerate() {
                if let Some(block) = blocks.iter().find(|&&block| block < 1) {
                    let message = format!("{name} {} has a block of {block} cells", i + 1);
                    out.error(Place::Line(section, i), message).help("a block has at least one cell");
                }
            }
        }
    }

    fn rules(&self, m: &mut Model) -> Board {
        let cell = m.grid(self.rows.len(), self.columns.len(), 0..=1);
        let lines = cell.rows().chain(cell.columns());
        for (line, blocks) in lines.zip(self.rows.iter().chain(&self.columns)) {
            let pattern = pattern(blocks, line.len());
            m.post(regular(line, &pattern));
        }
        let total = |lines: &[Vec<i64>]| lines.iter().flatten().map(|&block| i128::from(block)).sum::<i128>();
        let (by_rows, by_columns) = (total(&self.rows), total(&self.columns));
        if by_rows != by_columns {
            let totals = format!("of {by_rows} black cells in the rows and {by_columns} in the columns");
            m.post(clause([])).label("totals", totals); // nothing makes them equal
        }
        cell.into()
    }

    fn draw(&self, on: &mut Drawing) {
        let (height, width) = (self.rows.len(), self.columns.len());
        for (row, column) in (0..height * width).map(|i| (i / width, i % width)).filter(|(r, c)| r % 5 + c % 5 == 0) {
            let block = (0..25).map(|i| Cell::new(row + i / 5, column + i % 5));
            on.region(Stroke::Thick, block.filter(|cell| cell.row < height && cell.column < width));
        }
        for (side, (.., lines)) in [Side::Left, Side::Top].into_iter().zip(self.lines()) {
            for (i, blocks) in lines.iter().enumerate() {
                blocks.iter().for_each(|block| on.outside(side, i, block.to_string()));
            }
        }
    }

    fn draw_value(&self, cell: Cell, value: i64, on: &mut Drawing) {
        if value == 1 {
            on.blacken([cell]);
        }
    }
}

/// Accepts the lines that have these blocks of ones and no others. The states count the cells up to the end of each block
/// and the white one behind it; where a line of this length has no room for all of them, nothing is accepted.
fn pattern(blocks: &[i64], length: usize) -> Automaton {
    let mut arcs = vec![(0, 0, 0)];
    let mut state: usize = 0;
    for (i, &block) in blocks.iter().enumerate() {
        if i > 0 {
            arcs.extend([(state, 0, state + 1), (state + 1, 0, state + 1)]);
            state += 1;
        }
        let end = usize::try_from(block).map_or(usize::MAX, |block| state.saturating_add(block));
        if end > length {
            return Automaton::new(0, [], []);
        }
        arcs.extend((state..end).map(|state| (state, 1, state + 1)));
        state = end;
    }
    arcs.push((state, 0, state));
    Automaton::new(0, [state], arcs)
}
