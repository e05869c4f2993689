//! Magic squares: every row, column and diagonal has the same sum.

use gridwright::{Board, Cell, Kind, Mistakes, Model, Puzzle, Reader, Writer, all_different, distinct_sum};

/// A magic square: the numbers from 1 to n² stand in it once each, and every row, every column and both diagonals sum to
/// n (n² + 1) / 2.
///
/// In the native file the given numbers follow the header; where there are none, nothing need follow it.
///
/// ```
/// let text = "magic-square 3\n2 . .\n. . .\n4 . .\n";
/// let registry = gridwright_models::registry();
/// let sheet = registry.stream(text.as_bytes()).next().expect("a puzzle")?.read(&[])?;
/// assert_eq!(registry.write(&sheet), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MagicSquare {
    /// The number of rows, and of columns.
    pub order: usize,
    /// The numbers that are given.
    pub givens: Vec<(Cell, i64)>,
}

impl MagicSquare {
    /// The greatest number in the square: n².
    fn greatest(&self) -> i64 {
        (self.order * self.order) as i64
    }
}

impl Puzzle for MagicSquare {
    const KIND: Kind = Kind::new("magic-square", "square whose rows, columns and diagonals have one sum");

    fn read(doc: &mut Reader<'_>) -> Result<Self, Mistakes> {
        let order = doc.size(1..=32);
        doc.finish(|doc| Self { order, givens: doc.givens(order, order) })
    }

    fn write(&self, doc: &mut Writer<'_>) {
        doc.header(self.order).givens(self.order, self.order, &self.givens);
    }

    fn check(&self, out: &mut Mistakes) {
        for &(cell, number) in &self.givens {
            if !(1..=self.greatest()).contains(&number) {
                let message = format!("the given {number} at {cell} is none of the numbers 1 to {}", self.greatest());
                out.error(cell, message);
            }
        }
    }

    fn rules(&self, m: &mut Model) -> Board {
        let cell = m.grid(self.order, self.order, 1..=self.greatest());
        let sum = self.order as i64 * (self.greatest() + 1) / 2;
        m.post(all_different(cell.vars())).label("numbers", ());
        for line in cell.rows().chain(cell.columns()).chain(cell.diagonals()) {
            m.post(distinct_sum(line, sum));
        }
        cell.into()
    }

    fn givens(&self) -> Vec<(Cell, i64)> {
        self.givens.clone()
    }

    fn shape(&self) -> Option<String> {
        Some(self.order.to_string())
    }
}
