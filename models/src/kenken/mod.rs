//! KenKen: a Latin square with cages whose digits make a target by an operation.

mod digits;
mod operation;
mod rules;

use gridwright::{
    Board, Cage, Cages, Cell, Clue, Drawing, Kind, Mistakes, Model, OptionSpec, Options, Place, Puzzle, Reader, Stroke,
    Writer, are_connected,
};

pub use digits::Digits;
pub(crate) use operation::printed;
pub use operation::{Operation, Operators};
pub(crate) use rules::{makes, one_of};

/// A KenKen, also known as Calcudoku or Mathdoku.
///
/// Every row and column holds different digits, and the digits of each cage make its target. Digits may repeat inside a
/// cage as long as no row or column holds them twice. A cage may have a shape and size of its own, several parts even;
/// where it shows no operator, any that the puzzle allows will do, and a single cell then has its target as its digit.
///
/// * `+`, `*` and `|` take all digits, in any number.
/// * `-` and `/` take one digit and subtract, or divide it by, all the others, whichever it is: `1-` holds for 2 and 3 in
///   either order, and for 2, 3 and 6 because of 6 − 2 − 3. Division is exact, and nothing is divisible by 0.
/// * `%` and `^` take two digits in either order. Nothing is anything modulo 0; conventions differ about negative digits,
///   so a puzzle that has both is refused. 0 to the power of 0 is 1, and a negative power counts where it is whole.
///
/// ```
/// use gridwright::Cell;
/// use gridwright_models::kenken::{KenKen, Operation};
/// let mut puzzle = KenKen::new(2);
/// puzzle.cage([Cell::new(0, 0), Cell::new(0, 1)], 2, Operation::Divide);
/// puzzle.cage([Cell::new(1, 0)], 1, None);
/// puzzle.cage([Cell::new(1, 1)], 2, None);
/// # let mut mistakes = gridwright::Mistakes::new();
/// # gridwright::Puzzle::check(&puzzle, &mut mistakes);
/// # assert!(mistakes.is_empty(), "{mistakes}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KenKen {
    /// The number of rows, and of columns.
    pub size: usize,
    /// The digits that go into the cells, at least as many as there are rows.
    pub digits: Digits,
    /// The operations that cages may have, and that are tried where a cage shows none.
    pub operators: Operators,
    /// Whether `-` and `/` take two cells only, and cages must be connected.
    pub strict: bool,
    /// The cages, and the cells that are in none on purpose.
    pub cages: Cages,
    /// Digits that are given outside the cages.
    pub givens: Vec<(Cell, i64)>,
}

impl KenKen {
    /// The sizes that a board may have.
    pub const SIZES: std::ops::RangeInclusive<usize> = 1..=25;

    /// The most cages that a board can have: as many as the largest has cells.
    pub(crate) const MOST_CAGES: usize = 25 * 25;

    /// An empty board with the digits from 1 to its size, whose cages are still to come.
    pub fn new(size: usize) -> Self {
        Self {
            size,
            digits: Digits::up_to(size),
            operators: Operators::default(),
            strict: false,
            cages: Cages::default(),
            givens: Vec::new(),
        }
    }

    /// Adds a cage; cages are kept in the order of their cells.
    pub fn cage(
        &mut self,
        cells: impl IntoIterator<Item = Cell>,
        target: i64,
        operation: impl Into<Option<Operation>>,
    ) -> &mut Self {
        let clue = Clue { number: target, sign: operation.into().map(Operation::ascii) };
        self.cages.cages.push(Cage { cells: cells.into_iter().collect(), clue: Some(clue) });
        self.cages.sort();
        self
    }

    /// The puzzle of this size, with these cages and options. Where the options free uncovered cells, these count as
    /// free on purpose from here on.
    pub(crate) fn with_options(size: usize, mut cages: Cages, options: &Options, out: &mut Mistakes) -> Self {
        let mut puzzle = Self { strict: options.is_on("strict"), ..Self::new(size) };
        if let Some(text) = options.given("digits") {
            match Digits::parse(text) {
                Ok(digits) => puzzle.digits = digits,
                Err(message) => {
                    out.error(Place::Option("digits"), message);
                }
            }
        }
        match Operators::parse(options.get("operators")) {
            Ok(operators) => puzzle.operators = operators,
            Err(message) => {
                out.error(Place::Option("operators"), message);
            }
        }
        if options.get("uncovered") == "free" {
            cages.free.extend(cages.uncovered(size, size));
            cages.sort();
        }
        Self { cages, ..puzzle }
    }

    /// Says what is wrong with a cage by itself.
    fn check_cage(&self, number: usize, cage: &Cage, out: &mut Mistakes) {
        let (name, place) = (name(cage), Place::Part(number));
        let Some(clue) = cage.clue else {
            out.error(place, format!("{name} has no target")).help("give each cage one, as in 11+");
            return;
        };
        if !are_connected(&cage.cells) {
            match self.strict {
                true => out.error(place, format!("{name} is not connected")),
                false => out.warning(place, format!("{name} is not connected")),
            };
        }
        let Some(sign) = clue.sign else { return };
        let Some(operation) = Operation::from_sign(sign) else {
            out.error(place, format!("{name} has the unknown operator `{sign}`"))
                .help("the operators are + - * / % ^ |");
            return;
        };
        if !self.operators.contains(operation) {
            let all: Operators = self.operators.iter().chain([operation]).collect();
            out.error(place, format!("{name} has an operator that the puzzle does not allow"))
                .help(format!("allow it by operators={all}"));
        }
        if operation.is_binary(self.strict) && cage.cells.len() != 2 {
            let strictly = if operation.is_binary(false) { "" } else { "under strict=yes " };
            out.error(place, format!("{name} has {} cells", cage.cells.len()))
                .help(format!("{strictly}{operation} takes exactly two"));
        }
    }
}

impl Puzzle for KenKen {
    const KIND: Kind = Kind::new("kenken", "Latin square with cages that make a target by an operation").options(&[
        OptionSpec::text(
            "digits",
            "as in 0..5 or 1,2,5",
            "",
            "the digits that go into the cells; 1 to the size by default",
        ),
        OptionSpec::text(
            "operators",
            "some of +-*/%^|",
            "+-*/",
            "the operators allowed, and tried where a cage has none",
        ),
        OptionSpec::switch("strict", "no", "- and / take two cells only, and cages must be connected"),
        OptionSpec::words("uncovered", &["free", "error"], "error", "what a cell in no cage is unless it is marked ."),
    ]);

    fn read(doc: &mut Reader<'_>) -> Result<Self, Mistakes> {
        let size = doc.size(Self::SIZES);
        doc.finish(|doc| {
            let cages = doc.cages(size, size, Operation::SIGNS);
            let givens = doc.values(size, size);
            let options = doc.options().clone();
            Self { givens, ..Self::with_options(size, cages, &options, doc.mistakes()) }
        })
    }

    fn write(&self, doc: &mut Writer) {
        doc.header(self.size);
        if self.digits != Digits::up_to(self.size) {
            doc.option("digits", &self.digits.to_string());
        }
        doc.option("operators", &self.operators.to_string()).option("strict", if self.strict { "yes" } else { "no" });
        doc.cages(self.size, self.size, &self.cages).values(self.size, self.size, &self.givens);
    }

    fn check(&self, out: &mut Mistakes) {
        let Self { size, digits, cages, .. } = self;
        if !Self::SIZES.contains(size) {
            out.error(Place::Puzzle, format!("a board of size {size}")).help("sizes are 1 to 25");
            return;
        }
        if digits.values().len() < *size {
            out.error(Place::Option("digits"), format!("a row of {size} cells needs as many different digits"))
                .help(format!("digits={digits} has {}", digits.values().len()));
        }
        if self.operators.contains(Operation::Modulo) && digits.values()[0] < 0 {
            out.error(Place::Option("operators"), "modulo is not defined for negative digits")
                .help(format!("leave out % or the negative ones of digits={digits}"));
        }
        let outside = |cell: &&Cell| cell.row >= *size || cell.column >= *size;
        let cells = cages.cages.iter().flat_map(|cage| &cage.cells).chain(&cages.free);
        if let Some(&cell) = cells.chain(self.givens.iter().map(|(cell, _)| cell)).find(outside) {
            out.error(cell, format!("cell {cell} is outside the board of size {size}"));
            return;
        }
        for (number, cage) in cages.cages.iter().enumerate() {
            self.check_cage(number, cage, out);
        }
        for (cell, one, other) in cages.overlaps(*size, *size) {
            let [one, other] = [one, other].map(|number| name(&cages.cages[number]));
            out.error(cell, format!("cell {cell} is in two cages")).help(format!("it is in {one} and in {other}"));
        }
        if let uncovered @ [first, ..] = &cages.uncovered(*size, *size)[..] {
            out.error(*first, format!("{} in no cage", list(uncovered)))
                .help("mark a cell that is meant to be in none by `.`, or all by uncovered=free");
        }
        if let [first, ..] = cages.free[..] {
            out.warning(first, format!("{} in no cage", list(&cages.free)));
        }
        for &(cell, digit) in &self.givens {
            if !digits.values().contains(&digit) {
                out.error(cell, format!("the given {digit} at {cell} is none of the digits"))
                    .help(format!("they are {digits}"));
            }
        }
    }

    fn rules(&self, m: &mut Model) -> Board {
        rules::rules(self, m)
    }

    fn givens(&self) -> Vec<(Cell, i64)> {
        self.givens.clone()
    }

    fn draw(&self, on: &mut Drawing) {
        for cage in &self.cages.cages {
            on.region(Stroke::Thick, cage.cells.iter().copied());
            if let (Some(&first), Some(clue)) = (cage.cells.first(), cage.clue) {
                on.corner(first, printed(clue));
            }
        }
    }
}

/// A cage by its clue and first cell: `cage 11+ at r1c1`.
pub(crate) fn name(cage: &Cage) -> String {
    let clue = cage.clue.map(|clue| format!(" {}", printed(clue)));
    let at = cage.cells.first().map(|first| format!(" at {first}"));
    format!("cage{}{}", clue.unwrap_or_default(), at.unwrap_or_default())
}

/// Cells and their verb: `cell r1c1 is`, `cells r1c1, r1c2 are`.
fn list(cells: &[Cell]) -> String {
    let names: Vec<String> = cells.iter().map(Cell::to_string).collect();
    match &names[..] {
        [one] => format!("cell {one} is"),
        more => format!("cells {} are", more.join(", ")),
    }
}
