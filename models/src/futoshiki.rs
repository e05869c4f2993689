//! Futoshiki: a Latin square with signs between neighbours that say which digit is the lesser.

use gridwright::{Board, Cell, Drawing, Kind, Mistakes, Model, Place, Puzzle, Reader, Writer};

/// A Futoshiki with the digits from 1 to its size.
///
/// ```
/// use gridwright::{Atom, Limits, Model, Puzzle};
/// use gridwright_models::futoshiki::Futoshiki;
/// let signs = vec![((0, 0).into(), (0, 1).into()), ((0, 1).into(), (0, 2).into())];
/// let puzzle = Futoshiki { size: 3, givens: vec![((2, 0).into(), 3)], signs };
/// let mut model = Model::new();
/// let board = puzzle.rules(&mut model);
/// let given = Atom::eq(board.at((2, 0).into()).unwrap(), 3);
/// let solution = model.compile(Limits::none())?.solver().assume([given]).unique()?.expect_unique();
/// assert_eq!(solution.values(), [1, 2, 3, 2, 3, 1, 3, 1, 2]);
/// # Ok::<(), gridwright::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Futoshiki {
    /// The number of rows, and of columns.
    pub size: usize,
    /// The digits that are given.
    pub givens: Vec<(Cell, i64)>,
    /// The pairs of neighbours with a sign between them, the cell with the lesser digit first.
    pub signs: Vec<(Cell, Cell)>,
}

impl Puzzle for Futoshiki {
    const KIND: Kind = Kind::new("futoshiki", "Latin square with signs that say which neighbour is less");

    fn read(doc: &mut Reader<'_>) -> Result<Self, Mistakes> {
        let size = doc.size(1..=25);
        doc.finish(|doc| {
            let givens = doc.values(size, size);
            let mut signs = doc.pairs("<");
            signs.extend(doc.pairs(">").into_iter().map(|(greater, less)| (less, greater)));
            signs.sort_unstable();
            signs.dedup();
            Self { size, givens, signs }
        })
    }

    fn write(&self, doc: &mut Writer<'_>) {
        doc.header(self.size).values(self.size, self.size, &self.givens).pairs("<", &self.signs);
    }

    fn check(&self, out: &mut Mistakes) {
        for &(cell, digit) in &self.givens {
            if !(1..=self.size as i64).contains(&digit) {
                out.error(cell, format!("the given {digit} at {cell} is none of the digits 1 to {}", self.size));
            }
        }
        for &(a, b) in &self.signs {
            if a.row.abs_diff(b.row) + a.column.abs_diff(b.column) != 1 {
                out.error(Place::Pair(a, b), format!("a sign stands between neighbours, and {a} and {b} are none"));
            }
        }
    }

    fn rules(&self, m: &mut Model) -> Board {
        let cell = m.latin_square(self.size, 1..=self.size as i64);
        for &(a, b) in &self.signs {
            m.post(cell[a].less_than(cell[b])).label("sign", format!("< {b}"));
        }
        cell.into()
    }

    fn givens(&self) -> Vec<(Cell, i64)> {
        self.givens.clone()
    }

    fn draw(&self, on: &mut Drawing) {
        for &(a, b) in &self.signs {
            on.between(a, b, "<");
        }
    }
}
