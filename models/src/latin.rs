//! Latin squares: every row and column holds every digit once.

use gridwright::{Board, Cell, Kind, Mistakes, Model, Puzzle, Reader, Writer, all_different};

/// A Latin square with the digits from 1 to its size, some of which are given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Latin {
    /// The number of rows, and of columns.
    pub size: usize,
    /// The digits that are given.
    pub givens: Vec<(Cell, i64)>,
}

impl Puzzle for Latin {
    const KIND: Kind = Kind::new("latin", "square whose rows and columns hold every digit once");

    fn read(doc: &mut Reader<'_>) -> Result<Self, Mistakes> {
        let size = doc.size(1..=64);
        doc.finish(|doc| Self { size, givens: doc.values(size, size) })
    }

    fn write(&self, doc: &mut Writer) {
        doc.header(self.size).values(self.size, self.size, &self.givens);
    }

    fn check(&self, out: &mut Mistakes) {
        for &(cell, digit) in &self.givens {
            if !(1..=self.size as i64).contains(&digit) {
                out.error(cell, format!("the given {digit} at {cell} is none of the digits 1 to {}", self.size));
            }
        }
    }

    fn rules(&self, m: &mut Model) -> Board {
        let cell = m.grid(self.size, self.size, 1..=self.size as i64);
        for line in cell.rows().chain(cell.columns()) {
            m.post(all_different(line).domain_consistent());
        }
        cell.into()
    }

    fn givens(&self) -> Vec<(Cell, i64)> {
        self.givens.clone()
    }

    fn shape(&self) -> Option<String> {
        Some(self.size.to_string())
    }
}
