//! Cryptarithms: an equation whose digits were replaced by letters.

mod columns;
mod equation;

use std::collections::BTreeSet;

use gridwright::{
    Board, Cell, Drawing, Kind, Mistakes, Model, OptionSpec, Place, Puzzle, Reader, Side, Stroke, Term, Writer,
    all_different,
};

use columns::{Columns, Digits};
pub use equation::{Equation, Sign};

/// A cryptarithm, such as SEND + MORE = MONEY: every letter stands for a digit, different letters for different digits, and
/// no number of several digits begins with 0.
///
/// In the native file the equation follows the header. Numbers are added, subtracted and multiplied, on either side of the
/// `=`; products come first. A digit stands for itself, and a letter may have the same value. `base=12` counts in other than
/// tens; the digits above 9 are `a`, `b` and so on in solutions.
///
/// ```
/// let text = "cryptarithm\nSEND + MORE = MONEY\n";
/// let registry = gridwright_models::registry();
/// let sheet = registry.stream(text.as_bytes()).next().expect("a puzzle")?.read(&[])?;
/// assert_eq!(registry.write(&sheet), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The board has a row for each number, from the left to the right of the equation, and the numbers end in its last column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cryptarithm {
    /// The base in which the numbers are written, from 2 to 36.
    pub base: i64,
    /// The equation.
    pub equation: Equation,
}

impl Cryptarithm {
    /// The bases that there are.
    pub const BASES: std::ops::RangeInclusive<i64> = 2..=36;

    /// The most letters and digits of an equation, and of a product in it.
    const LONGEST: [usize; 2] = [1000, 100];

    fn size(&self) -> (usize, usize) {
        let longest = self.equation.numbers.iter().map(|(_, number)| number.chars().count()).max();
        (self.equation.numbers.len(), longest.unwrap_or(0))
    }

    /// The cells of a number, with their letters and digits.
    fn cells(&self, row: usize) -> impl Iterator<Item = (Cell, char)> + '_ {
        let number = &self.equation.numbers[row].1;
        let start = self.size().1 - number.chars().count();
        number.chars().enumerate().map(move |(i, symbol)| (Cell::new(row, start + i), symbol))
    }

    /// The letters that begin a number of several digits.
    fn leading(&self) -> BTreeSet<char> {
        let long = self.equation.numbers.iter().filter(|(_, number)| number.chars().count() > 1);
        long.filter_map(|(_, number)| number.chars().next()).collect()
    }
}

impl Puzzle for Cryptarithm {
    const KIND: Kind =
        Kind::new("cryptarithm", "equation whose digits were replaced by letters").options(&[OptionSpec::text(
            "base",
            "a number from 2 to 36",
            "10",
            "the base in which the numbers are written",
        )]);

    fn read(doc: &mut Reader<'_>) -> Result<Self, Mistakes> {
        let base = doc.number_option("base", Self::BASES);
        let mut puzzle = Self { base, equation: Equation::default() };
        if let Some((text, place)) = doc.line("SEND + MORE = MONEY") {
            doc.note(Place::Puzzle, place);
            if let Some((equation, places)) = Equation::parse(text, place.start, doc.mistakes()) {
                puzzle.equation = equation;
                places.into_iter().enumerate().for_each(|(i, place)| doc.note(Place::Part(i), place));
            }
        }
        doc.board(puzzle.size().0, puzzle.size().1);
        doc.finish(|_| puzzle)
    }

    fn write(&self, doc: &mut Writer<'_>) {
        doc.option("base", &self.base.to_string()).line(&self.equation.to_string()).board(self.size());
    }

    fn check(&self, out: &mut Mistakes) {
        let mut letters = BTreeSet::new();
        for (i, (_, number)) in self.equation.numbers.iter().enumerate() {
            if number.starts_with('0') && number.len() > 1 {
                out.error(Place::Part(i), format!("the number {number} begins with 0"));
            }
            for symbol in number.chars() {
                if symbol.to_digit(10).is_some_and(|digit| i64::from(digit) >= self.base) {
                    out.error(Place::Part(i), format!("{symbol} in {number} is no digit of base {}", self.base));
                } else if !symbol.is_ascii_digit() && letters.insert(symbol) && letters.len() as i64 == self.base + 1 {
                    let help =
                        format!("different letters stand for different digits, of which base {0} has {0}", self.base);
                    out.error(Place::Part(i), format!("{symbol} is one letter too many")).help(help);
                }
            }
        }
        let length =
            |numbers: &[(Sign, String)]| numbers.iter().map(|(_, number)| number.chars().count()).sum::<usize>();
        let products = self.equation.products().map(|(_, product)| length(product)).max();
        for (what, length, most) in [
            ("an equation", length(&self.equation.numbers), Self::LONGEST[0]),
            ("a product", products.unwrap_or(0), Self::LONGEST[1]),
        ] {
            if length > most {
                out.error(Place::Puzzle, format!("{what} of {length} letters is too long"))
                    .help(format!("{most} are the most"));
            }
        }
    }

    fn rules(&self, m: &mut Model) -> Board {
        let mut board = Board::new(self.size().0, self.size().1);
        let (mut letters, leading) = (Vec::new(), self.leading());
        let mut numbers: Vec<Digits> = Vec::new();
        for row in 0..self.equation.numbers.len() {
            let mut number = Vec::new();
            for (cell, symbol) in self.cells(row) {
                if let Some(digit) = symbol.to_digit(10) {
                    number.push(Term::Constant(digit.into()));
                    continue;
                }
                let known = letters.iter().find(|(letter, _)| *letter == symbol).map(|&(_, x)| x);
                let x = known.unwrap_or_else(|| {
                    let x = m.named_var(symbol.to_string(), i64::from(leading.contains(&symbol))..=self.base - 1);
                    letters.push((symbol, x));
                    x
                });
                board.set(cell, x);
                number.push(Term::Var(x));
            }
            number.reverse();
            numbers.push(number);
        }
        let letters: Vec<_> = letters.into_iter().map(|(_, x)| x).collect();
        m.post(all_different(letters)).label("different letters", ());
        let mut columns = Columns::new(self.base);
        let mut rest = &numbers[..];
        for (factor, product) in self.equation.products() {
            let (factors, others) = rest.split_at(product.len());
            columns.add_product(m, factor, factors);
            rest = others;
        }
        columns.post(m);
        board
    }

    fn draw(&self, on: &mut Drawing) {
        on.grid(Stroke::None);
        on.frame(Stroke::None);
        let mut stroke = Stroke::Thin;
        for (row, (sign, _)) in self.equation.numbers.iter().enumerate() {
            if *sign == Sign::Equals {
                stroke = Stroke::Thick;
            }
            if row > 0 {
                on.outside(Side::Left, row, sign.drawn());
            }
            for (cell, symbol) in self.cells(row) {
                on.region(Stroke::Thin, [cell]);
                match symbol.is_ascii_digit() {
                    true => on.write(cell, symbol),
                    false => on.corner(cell, symbol),
                }
            }
            on.region(stroke, self.cells(row).map(|(cell, _)| cell));
        }
    }

    fn draw_value(&self, cell: Cell, value: i64, on: &mut Drawing) {
        on.write(cell, digit(value));
    }

    fn solution_text(&self, value: &dyn Fn(Cell) -> Option<i64>) -> Option<String> {
        let number = |row| -> Option<String> {
            self.cells(row)
                .map(|(cell, symbol)| if symbol.is_ascii_digit() { Some(symbol) } else { Some(digit(value(cell)?)) })
                .collect()
        };
        let signs = self.equation.numbers.iter().map(|(sign, _)| *sign).enumerate();
        let numbers: Option<Vec<_>> = signs.map(|(row, sign)| Some((sign, number(row)?))).collect();
        Some(Equation { numbers: numbers? }.to_string())
    }
}

/// A digit as it is written; those above 9 are letters.
fn digit(value: i64) -> char {
    u32::try_from(value).ok().and_then(|value| char::from_digit(value, 36)).unwrap_or('?')
}
