//! Binairo: zeros and ones, never three alike side by side, as many of both in every line, and no two lines alike.

use gridwright::{Board, Cell, Kind, Mistakes, Model, Place, Puzzle, Reader, Scope, Writer, lists_differ, sum};

/// A Binairo, also called Takuzu: a board of zeros and ones. Every row and column has as many zeros as ones, three equal
/// neighbours in line are forbidden, and no two rows and no two columns are the same.
///
/// In the native file the given digits are the grid:
///
/// ```
/// let text = "binairo 4\n. 1 . 0\n. . 0 .\n. 0 . .\n1 1 . 0\n";
/// let registry = gridwright_models::registry();
/// let sheet = registry.stream(text.as_bytes()).next().expect("a puzzle")?.read(&[])?;
/// assert_eq!(registry.write(&sheet), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binairo {
    /// The numbers of rows and columns, both even.
    pub size: (usize, usize),
    /// The digits that are given.
    pub givens: Vec<(Cell, i64)>,
}

impl Puzzle for Binairo {
    const KIND: Kind = Kind::new("binairo", "zeros and ones, balanced, no three alike in line, no two lines alike");

    fn read(doc: &mut Reader<'_>) -> Result<Self, Mistakes> {
        let size = doc.sizes(2..=64, 2..=64);
        doc.finish(|doc| Self { size, givens: doc.values(size.0, size.1) })
    }

    fn write(&self, doc: &mut Writer<'_>) {
        doc.header(self.size).values(self.size.0, self.size.1, &self.givens);
    }

    fn check(&self, out: &mut Mistakes) {
        for &(cell, digit) in self.givens.iter().filter(|(_, digit)| !(0..=1).contains(digit)) {
            out.error(cell, format!("the given {digit} at {cell} is neither 0 nor 1"));
        }
        for (count, what) in [(self.size.0, "rows"), (self.size.1, "columns")] {
            if count % 2 != 0 {
                let message = format!("a binairo has an even number of {what}, not {count}");
                out.error(Place::Puzzle, message).help("half of the cells of each line are zeros");
            }
        }
    }

    fn rules(&self, m: &mut Model) -> Board {
        let cell = m.grid(self.size.0, self.size.1, 0..=1);
        for lines in [cell.rows().collect::<Vec<Scope>>(), cell.columns().collect()] {
            for (i, line) in lines.iter().enumerate() {
                m.post(sum(line.clone()).equals(line.len() as i64 / 2));
                for three in line.windows(3) {
                    m.post(sum(three).at_least(1)).label("three zeros", ());
                    m.post(sum(three).at_most(2)).label("three ones", ());
                }
                for other in &lines[..i] {
                    m.post(lists_differ(other.clone(), line.clone())).label("equal lines", ());
                }
            }
        }
        cell.into()
    }

    fn givens(&self) -> Vec<(Cell, i64)> {
        self.givens.clone()
    }

    fn shape(&self) -> Option<String> {
        Some(format!("{}x{}", self.size.0, self.size.1))
    }
}
