//! Killer Sudoku: a Sudoku whose cages have sums, and hold no digit twice.

use gridwright::{
    Board, Cage, Cages, Cell, Clue, Drawing, Kind, Mistakes, Model, OptionSpec, Place, Puzzle, Reader, Scope, Writer,
    all_different, are_connected_by, distinct_sum,
};

use crate::kenken::{Operation, makes, name, printed};
use crate::sudoku::{self, Sudoku};

/// A Killer Sudoku: a Sudoku of any shape and variant, with cages.
///
/// The target of a cage is the sum of its digits, or with a sign `-`, `*`, `/`, `%`, `^`, `|` what
/// [`Operation`] says; a cage without a target still holds no digit twice, unless the puzzle allows repeats. Cages may
/// overlap, and cells may be in none.
///
/// ```
/// use gridwright::Cell;
/// use gridwright_models::killer::Killer;
/// let mut puzzle = Killer::new(4);
/// puzzle.cage([Cell::new(0, 0), Cell::new(1, 0)], 7).cage([Cell::new(3, 2), Cell::new(3, 3)], None);
/// assert_eq!(puzzle.cages.cages.len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Killer {
    /// The Sudoku under the cages.
    pub sudoku: Sudoku,
    /// The cages.
    pub cages: Cages,
    /// Whether a cage may hold a digit twice.
    pub repeats: bool,
}

/// The options of a Killer.
const OPTIONS: [OptionSpec; 1 + sudoku::OPTIONS.len()] =
    sudoku::joined([OptionSpec::switch("repeats", "no", "whether a cage may hold a digit twice")], sudoku::OPTIONS);

impl Killer {
    /// An empty board without cages.
    pub fn new(size: usize) -> Self {
        Self { sudoku: Sudoku::new(size), cages: Cages::default(), repeats: false }
    }

    /// Adds a cage with a sum, or without one; cages are kept in the order of their cells.
    pub fn cage(&mut self, cells: impl IntoIterator<Item = Cell>, sum: impl Into<Option<i64>>) -> &mut Self {
        let clue = sum.into().map(|number| Clue { number, sign: None });
        self.cages.cages.push(Cage { cells: cells.into_iter().collect(), clue });
        self.cages.sort();
        self
    }

    fn check_cage(&self, number: usize, cage: &Cage, out: &mut Mistakes) {
        let place = Place::Part(number);
        // Cages may touch at corners alone.
        let touch = |a: Cell, b: Cell| a.row.abs_diff(b.row) <= 1 && a.column.abs_diff(b.column) <= 1;
        if !are_connected_by(&cage.cells, touch) {
            out.warning(place, format!("{} is not connected", name(cage)));
        }
        let Some(sign) = cage.clue.and_then(|clue| clue.sign) else { return };
        match Operation::from_sign(sign) {
            None => {
                out.error(place, format!("{} has the unknown operator `{sign}`", name(cage)))
                    .help("the operators are + - * / % ^ |");
            }
            Some(operation) if operation.is_binary(false) && cage.cells.len() != 2 => {
                out.error(place, format!("{} has {} cells", name(cage), cage.cells.len()))
                    .help(format!("{operation} takes exactly two"));
            }
            Some(_) => {}
        }
    }
}

impl Puzzle for Killer {
    const KIND: Kind =
        Kind::new("killer", "Sudoku with cages that have sums and hold no digit twice").options(&OPTIONS);

    fn read(doc: &mut Reader<'_>) -> Result<Self, Mistakes> {
        let size = doc.size(Sudoku::SIZES);
        doc.finish(|doc| {
            // A cell in no cage needs no mark.
            let cages = Cages { free: Vec::new(), ..doc.cages(size, size, Operation::SIGNS) };
            let repeats = doc.options().is_on("repeats");
            Self { sudoku: Sudoku::read_parts(size, doc), cages, repeats }
        })
    }

    fn write(&self, doc: &mut Writer<'_>) {
        let size = self.sudoku.size;
        doc.header(size).option("repeats", if self.repeats { "yes" } else { "no" });
        self.sudoku.write_options(doc);
        doc.cages(size, size, &self.cages);
        self.sudoku.write_parts(doc);
    }

    fn check(&self, out: &mut Mistakes) {
        if !self.sudoku.check_parts(out) {
            return;
        }
        let size = self.sudoku.size;
        let mut cells = self.cages.cages.iter().flat_map(|cage| &cage.cells).chain(&self.cages.free);
        if let Some(&cell) = cells.find(|cell| cell.row >= size || cell.column >= size) {
            out.error(cell, format!("cell {cell} is outside the board of size {size}"));
            return;
        }
        for (number, cage) in self.cages.cages.iter().enumerate() {
            self.check_cage(number, cage, out);
        }
    }

    fn rules(&self, m: &mut Model) -> Board {
        let cell = self.sudoku.rules_on(m);
        for Cage { cells, clue } in &self.cages.cages {
            let vars: Scope = cells.iter().map(|&at| cell[at]).collect();
            let sign = clue.and_then(|clue| clue.sign);
            let operation = sign.map_or(Some(Operation::Add), Operation::from_sign);
            match (*clue, operation) {
                (Some(Clue { number, .. }), Some(Operation::Add)) if !self.repeats => {
                    m.post(distinct_sum(vars, number)).label("cage", number);
                }
                (clue, operation) => {
                    if !self.repeats && vars.len() > 1 {
                        m.post(all_different(&vars)).label("digits of cage", clue.map_or(String::new(), printed));
                    }
                    // An unknown sign is a mistake that `check` names.
                    if let (Some(Clue { number, .. }), Some(operation)) = (clue, operation) {
                        let cage = makes(operation, &vars, number);
                        m.post_shared(cage).label("cage", (number, operation.sign()));
                    }
                }
            }
        }
        cell.into()
    }

    fn givens(&self) -> Vec<(Cell, i64)> {
        self.sudoku.givens.clone()
    }

    fn draw(&self, on: &mut Drawing) {
        for cage in &self.cages.cages {
            on.cage(cage.cells.iter().copied(), cage.clue.map_or(String::new(), printed));
        }
        Puzzle::draw(&self.sudoku, on);
    }
}
