//! Formats of KenKens: IDs, letter grids, lists of cages, JSON.

mod coordinates;
mod indices;
mod json;
mod keen;
mod kenny;
mod kk;
mod labels;
mod letters;
mod numbers;

use gridwright::{Cage, Cages, Cell, Clue, Mistakes, Parts, Place, Sheet, Span};

pub use coordinates::CoordinateList;
pub use indices::IndexGrid;
pub use json::{BlocksJson, CagesJson};
pub use keen::Keen;
pub use kenny::Kenny;
pub use kk::KkList;
pub use labels::{ColumnLetters, RowLetters};
pub use letters::KenGrid;
pub use numbers::{OneBased, ZeroBased};

use super::plain_kenken;
use crate::kenken::{KenKen, Operation, name};

/// Words between blanks, each with its place.
fn words(text: &str) -> impl Iterator<Item = (Span, &str)> {
    super::lines(text).flat_map(|(start, line)| {
        line.split_whitespace().map(move |word| {
            let at = start + word.as_ptr() as usize - line.as_ptr() as usize;
            (Span { start: at, end: at + word.len() }, word)
        })
    })
}

/// The size that a text consists of, or a mistake.
fn size_of(text: &str, span: Span, out: &mut Mistakes) -> Option<usize> {
    let size = text.parse().ok().filter(|size| KenKen::SIZES.contains(size));
    if size.is_none() {
        out.error(span, format!("`{text}` is no size")).help("a size is a number from 1 to 25");
    }
    size
}

/// A whole number, or a mistake.
fn number(text: &str, span: Span, out: &mut Mistakes) -> Option<i64> {
    let number = text.parse().ok().filter(|_| !text.starts_with('+'));
    if number.is_none() {
        out.error(span, format!("`{text}` is no whole number"));
    }
    number
}

/// The cells of a cage in reading order, unless there are none, or one lies outside the board or occurs twice.
fn cage_cells(size: usize, mut cells: Vec<Cell>, span: Span, out: &mut Mistakes) -> Option<Vec<Cell>> {
    cells.sort_unstable();
    if let Some(cell) = cells.iter().find(|cell| cell.row >= size || cell.column >= size) {
        out.error(span, format!("cell {cell} is outside the board of size {size}"));
    } else if let Some(pair) = cells.windows(2).find(|pair| pair[0] == pair[1]) {
        out.error(span, format!("the cage names cell {} twice", pair[0]));
    } else if cells.is_empty() {
        out.error(span, "the cage has no cells");
    } else {
        return Some(cells);
    }
    None
}

/// The cages of a list while they are read.
#[derive(Debug, Default)]
struct List {
    cages: Vec<(Cage, Span)>,
}

impl List {
    /// Adds a cage; a single cell has no operation. Cells that lie outside the board or occur twice are mistakes.
    fn add(
        &mut self,
        size: usize,
        cells: Vec<Cell>,
        target: i64,
        operation: Option<Operation>,
        span: Span,
        out: &mut Mistakes,
    ) {
        if let Some(cells) = cage_cells(size, cells, span, out) {
            let sign = operation.filter(|_| cells.len() > 1).map(Operation::ascii);
            self.cages.push((Cage { cells, clue: Some(Clue { number: target, sign }) }, span));
        }
    }

    /// The cages in their order, with a note where each stands, and where its cells do.
    fn finish(mut self, parts: &mut Parts) -> Cages {
        self.cages.sort();
        for (number, (cage, span)) in self.cages.iter().enumerate() {
            parts.note(Place::Part(number), *span);
            cage.cells.iter().for_each(|&cell| parts.note(cell, *span));
        }
        Cages { cages: self.cages.into_iter().map(|(cage, _)| cage).collect(), free: Vec::new() }
    }
}

/// A cage as lists write it: cells, target, and its operation; `None` for a single cell.
struct Written<'a> {
    cells: &'a [Cell],
    target: i64,
    operation: Option<Operation>,
}

/// The size and the cages of a KenKen for a format that has these operations, and perhaps cages whose operation is hidden.
///
/// # Errors
/// What the format cannot hold.
fn written<'a>(
    sheet: &'a Sheet,
    format: &str,
    operations: &[Operation],
    hidden: bool,
) -> Result<(usize, Vec<Written<'a>>), Mistakes> {
    let (puzzle, mut out) = plain_kenken(sheet, format)?;
    let mut cages = Vec::new();
    for (number, cage) in puzzle.cages.cages.iter().enumerate() {
        let mut lost = |why: &str| {
            out.error(Place::Part(number), format!("{format} cannot hold {}: {why}", name(cage)));
        };
        let Some(clue) = cage.clue else {
            lost("it has no target");
            continue;
        };
        let operation = clue.sign.and_then(Operation::from_sign).filter(|_| cage.cells.len() > 1);
        let usual = puzzle.operators == crate::kenken::Operators::default() && !puzzle.strict;
        match operation {
            Some(operation) if !operations.contains(&operation) => lost("there is no sign for its operation"),
            None if cage.cells.len() > 1 && !hidden => lost("it shows no operator"),
            None if cage.cells.len() > 1 && !usual => lost("its operators are not the usual ones"),
            _ => {}
        }
        cages.push(Written { cells: &cage.cells, target: clue.number, operation });
    }
    if out.has_errors() { Err(out) } else { Ok((puzzle.size, cages)) }
}

/// The four usual operations with a word or sign for each.
type Signs = [(&'static str, Operation); 4];

const ASCII: Signs =
    [("+", Operation::Add), ("-", Operation::Subtract), ("*", Operation::Multiply), ("/", Operation::Divide)];

const FOUR: [Operation; 4] = [Operation::Add, Operation::Subtract, Operation::Multiply, Operation::Divide];

fn operation_of(signs: &Signs, text: &str) -> Option<Operation> {
    signs.iter().find(|(sign, _)| *sign == text).map(|&(_, operation)| operation)
}

fn sign_of(signs: &Signs, operation: Operation) -> &'static str {
    signs.iter().find(|(_, its)| *its == operation).map_or("", |(sign, _)| sign)
}
