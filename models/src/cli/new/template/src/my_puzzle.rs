//! A Latin square with one more rule, to begin with: the two diagonals hold every number once, too.

use gridwright::{
    Board, Cell, Drawing, Kind, Mistakes, Model, Puzzle, Reader, Writer, all_different,
};

/// What a file says of one puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MyPuzzle {
    /// The number of rows, and of columns.
    pub size: usize,
    /// The cells whose numbers are given.
    pub givens: Vec<(Cell, i64)>,
}

impl Puzzle for MyPuzzle {
    // The word with which each puzzle begins in a file, and what this kind of puzzle is.
    const KIND: Kind = Kind::new("my-puzzle", "square with diagonals");

    // Asks the file for everything that makes up a puzzle. Errors in the file are reported by
    // themselves, each with its line.
    fn read(doc: &mut Reader<'_>) -> Result<Self, Mistakes> {
        let size = doc.size(1..=25);
        doc.finish(|doc| Self {
            size,
            givens: doc.values(size, size),
        })
    }

    // Writes what `read` asks for, in the same order.
    fn write(&self, doc: &mut Writer<'_>) {
        doc.header(self.size)
            .values(self.size, self.size, &self.givens);
    }

    // Says what is wrong with a puzzle that could be read.
    fn check(&self, out: &mut Mistakes) {
        for &(cell, number) in &self.givens {
            if !(1..=self.size as i64).contains(&number) {
                let message = format!("{number} is none of the numbers 1 to {}", self.size);
                out.error(cell, message);
            }
        }
    }

    // The rules. They are only written down here: the solver keeps them.
    fn rules(&self, m: &mut Model) -> Board {
        // Every cell has a variable, which takes one of the numbers.
        let cell = m.grid(self.size, self.size, 1..=self.size as i64);

        // Rows and columns hold every number once.
        for line in cell.rows().chain(cell.columns()) {
            m.post(all_different(line));
        }

        // Here your own rules begin: so do the diagonals. Where there is no solution, the reason names
        // the rules that exclude each other. Lines have names by themselves; other rules get theirs
        // by a label: `m.post(a.less_than(b)).label("sign", "<");`
        for diagonal in cell.diagonals() {
            m.post(all_different(diagonal));
        }

        // The board says which variable stands in which cell.
        cell.into()
    }

    // What is known before solving. The rules leave it out.
    fn givens(&self) -> Vec<(Cell, i64)> {
        self.givens.clone()
    }

    // Draws what is printed on the board beside the numbers: here the diagonals in grey.
    fn draw(&self, on: &mut Drawing) {
        let diagonals = (0..self.size).flat_map(|i| [(i, i), (i, self.size - 1 - i)]);
        on.shade(diagonals.map(Cell::from));
    }
}
