//! Hitori: shade cells until no number is left twice in a row or column.

use std::collections::BTreeMap;

use gridwright::{Board, Cell, Drawing, Kind, Mistakes, Model, Puzzle, Reader, VarId, Writer, connected, sum};

/// A Hitori: every cell has a number. Shaded cells have the value 1, the others 0: no number stands twice unshaded in a
/// row or column, no two shaded cells share a side, and the unshaded ones are connected.
///
/// In the native file the numbers are the grid, run together where all have one digit:
///
/// ```text
/// hitori 4
/// 3 2 1 1
/// 3 4 1 2
/// 1 4 2 4
/// 3 3 1 4
/// ```
///
/// ```
/// use gridwright::{Cell, Limits, Model, Puzzle};
/// use gridwright_models::hitori::Hitori;
/// let numbers = [2, 2, 3, 3, 1, 3, 3, 3, 2].into_iter().enumerate();
/// let numbers = numbers.map(|(i, number)| (Cell::new(i / 3, i % 3), number)).collect();
/// let puzzle = Hitori { height: 3, width: 3, numbers };
/// let mut model = Model::new();
/// puzzle.rules(&mut model);
/// let solution = model.compile(Limits::none())?.solver().unique()?.expect_unique();
/// assert_eq!(solution.values(), [1, 0, 0, 0, 0, 1, 1, 0, 0]);
/// # Ok::<(), gridwright::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hitori {
    /// The number of rows.
    pub height: usize,
    /// The number of columns.
    pub width: usize,
    /// The number of each cell, in reading order.
    pub numbers: Vec<(Cell, i64)>,
}

impl Puzzle for Hitori {
    const KIND: Kind = Kind::new("hitori", "shade cells until no number is left twice in a row or column");

    fn read(doc: &mut Reader<'_>) -> Result<Self, Mistakes> {
        let (height, width) = doc.sizes(1..=64, 1..=64);
        doc.finish(|doc| Self { height, width, numbers: doc.values(height, width) })
    }

    fn write(&self, doc: &mut Writer<'_>) {
        doc.header((self.height, self.width)).values(self.height, self.width, &self.numbers);
    }

    fn check(&self, out: &mut Mistakes) {
        let cells = (0..self.height).flat_map(|row| (0..self.width).map(move |column| Cell::new(row, column)));
        for cell in cells.filter(|&cell| self.numbers.iter().all(|&(other, _)| other != cell)) {
            out.error(cell, format!("cell {cell} has no number"));
        }
    }

    fn rules(&self, m: &mut Model) -> Board {
        let shaded = m.grid(self.height, self.width, 0..=1);
        let mut equal: BTreeMap<(&str, usize, i64), Vec<VarId>> = BTreeMap::new();
        for &(cell, number) in &self.numbers {
            for (kind, line) in [("row", cell.row), ("column", cell.column)] {
                equal.entry((kind, line + 1, number)).or_default().push(shaded[cell]);
            }
        }
        for ((kind, line, number), cells) in equal.into_iter().filter(|(_, cells)| cells.len() > 1) {
            let most = cells.len() as i64 - 1;
            m.post(sum(cells).at_least(most)).label("number", format!("{number} in {kind} {line}"));
        }
        for (a, b) in shaded.edges() {
            let [a, b] = [a, b].map(|i| shaded.vars()[i]);
            m.post((a + b).at_most(1)).label("neighbours", ());
        }
        m.post(connected(shaded.vars(), shaded.edges()).of(0)).label("connection", ());
        shaded.into()
    }

    fn draw(&self, on: &mut Drawing) {
        for &(cell, number) in &self.numbers {
            on.write(cell, number.to_string());
        }
    }

    fn draw_value(&self, cell: Cell, value: i64, on: &mut Drawing) {
        if value == 1 {
            on.blacken([cell]);
        }
    }
}
