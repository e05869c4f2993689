//! Queens: as many as the board has rows, none of which attacks another.

use gridwright::{Board, Cell, Drawing, Kind, Mistakes, Model, Puzzle, Reader, VarId, Writer, sum};

/// The n-queens problem: every row and every column of a chessboard has one queen, and no diagonal has two. A queen is 1, an
/// empty square 0.
///
/// In the native file the size is enough; a grid of squares that are known may follow.
///
/// ```
/// let text = "queens 4\n. 1 . .\n. . . .\n. . . .\n. . . .\n";
/// let registry = gridwright_models::registry();
/// let sheet = registry.stream(text.as_bytes()).next().expect("a puzzle")?.read(&[])?;
/// assert_eq!(registry.write(&sheet), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Queens {
    /// The number of rows, of columns, and of queens.
    pub size: usize,
    /// The squares that are known: 1 has a queen, 0 has none.
    pub givens: Vec<(Cell, i64)>,
}

impl Puzzle for Queens {
    const KIND: Kind = Kind::new("queens", "queens on a chessboard that do not attack one another");

    fn read(doc: &mut Reader<'_>) -> Result<Self, Mistakes> {
        let size = doc.size(1..=64);
        doc.finish(|doc| Self { size, givens: doc.givens(size, size) })
    }

    fn write(&self, doc: &mut Writer<'_>) {
        doc.header(self.size).givens(self.size, self.size, &self.givens);
    }

    fn check(&self, out: &mut Mistakes) {
        for &(cell, value) in self.givens.iter().filter(|(_, value)| !(0..=1).contains(value)) {
            out.error(cell, format!("the given {value} at {cell} is neither 1, for a queen, nor 0"));
        }
    }

    fn rules(&self, m: &mut Model) -> Board {
        let queen = m.grid(self.size, self.size, 0..=1);
        for line in queen.rows().chain(queen.columns()) {
            m.post(sum(line).equals(1));
        }
        // The squares of a diagonal have one sum, or one difference, of row and column.
        for number in 1..(2 * self.size).saturating_sub(2) {
            let on_rising = |cell: Cell| cell.row + cell.column == number;
            let on_falling = |cell: Cell| cell.row + self.size - 1 - cell.column == number;
            for on in [&on_rising as &dyn Fn(Cell) -> bool, &on_falling] {
                let squares: Vec<VarId> = queen.cells().filter(|&(cell, _)| on(cell)).map(|(_, x)| x).collect();
                m.post(sum(squares).at_most(1)).label("diagonal", ());
            }
        }
        queen.into()
    }

    fn givens(&self) -> Vec<(Cell, i64)> {
        self.givens.clone()
    }

    fn draw(&self, on: &mut Drawing) {
        on.shade(on.cells().filter(|cell| (cell.row + cell.column) % 2 == 1));
    }

    fn draw_value(&self, cell: Cell, value: i64, on: &mut Drawing) {
        on.write(cell, if value == 1 { "♛" } else { "·" });
    }

    fn solution_text(&self, value: &dyn Fn(Cell) -> Option<i64>) -> Option<String> {
        let column_of = |row| (0..self.size).find(|&column| value(Cell::new(row, column)) == Some(1));
        let columns: Option<Vec<String>> = (0..self.size).map(|row| Some((column_of(row)? + 1).to_string())).collect();
        Some(columns?.join(" "))
    }

    fn shape(&self) -> Option<String> {
        Some(self.size.to_string())
    }
}
