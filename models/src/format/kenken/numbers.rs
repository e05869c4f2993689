//! Lists of cages that are numbers all through, in two dialects: one counts from 1 and numbers the operations, the other
//! counts from 0 and writes their signs.

use gridwright::{Cages, Cell, Format, Mistakes, Parts, Place, Puzzle, Request, Settings, Sheet, Sniff, Source, Span};

use super::{ASCII, FOUR, List, number, operation_of, sign_of, size_of, words, written};
use crate::format::{lines, read_kenken};
use crate::kenken::{KenKen, Operation};

/// Lists that count from 1: `SIZE CAGES`, then for each cage `OP TARGET CELLS ROW COLUMN …`, where OP is 0 for a given and 1 to 6 for
/// `+ - * / % ^`; a cell may have the digit that a player has filled in behind it, as `[3]`. Blanks and line ends are the same.
#[derive(Clone, Copy, Debug)]
pub struct OneBased;

/// Lists that count from 0: a line with the size, one with the number of cages, then for each cage
/// `CELLS ROW COLUMN … OP TARGET` with one of `+ - * /`, any of them for a single cell.
#[derive(Clone, Copy, Debug)]
pub struct ZeroBased;

/// The operations by their numbers from 1.
const NUMBERED: [Operation; 6] =
    [Operation::Add, Operation::Subtract, Operation::Multiply, Operation::Divide, Operation::Modulo, Operation::Power];

/// Takes numbers from a list of words.
struct Numbers<'a> {
    words: std::iter::Peekable<std::vec::IntoIter<(Span, &'a str)>>,
    last: Span,
}

impl<'a> Numbers<'a> {
    fn new(text: &'a str) -> Self {
        Self { words: words(text).into_iter().peekable(), last: Span::default() }
    }

    fn word(&mut self, what: &str, out: &mut Mistakes) -> Option<(Span, &'a str)> {
        match self.words.next() {
            Some(next) => {
                self.last = next.0;
                Some(next)
            }
            None => {
                out.error(self.last, format!("the list ends where {what} should follow"));
                None
            }
        }
    }

    fn number(&mut self, what: &str, out: &mut Mistakes) -> Option<i64> {
        let (span, word) = self.word(what, out)?;
        number(word, span, out)
    }

    /// So many cells, counted from `base`.
    fn cells(&mut self, count: i64, base: i64, size: usize, out: &mut Mistakes) -> Option<Vec<Cell>> {
        if !(1..=(size * size) as i64).contains(&count) {
            out.error(self.last, format!("a cage of {count} cells"));
            return None;
        }
        let mut cells = Vec::new();
        for _ in 0..count {
            let row = self.number("a row", out)?;
            let start = self.last.start;
            let column = self.number("a column", out)?;
            let place = |number: i64| usize::try_from(number - base).ok().filter(|&place| place < size);
            match (place(row), place(column)) {
                (Some(row), Some(column)) => cells.push(Cell::new(row, column)),
                _ => {
                    let span = Span { start, end: self.last.end };
                    out.error(span, format!("row {row}, column {column} is outside the board"))
                        .help(format!("they go from {base} to {}", size as i64 - 1 + base));
                    return None;
                }
            }
            // What a player has filled in is no part of the puzzle.
            while self.words.next_if(|(_, word)| word.starts_with('[') && word.ends_with(']')).is_some() {}
        }
        Some(cells)
    }
}

/// Whether a line is so many whole numbers.
fn is_numbers(line: &str, count: std::ops::RangeInclusive<usize>) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    count.contains(&words.len()) && words.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
}

impl Format for OneBased {
    fn name(&self) -> &'static str {
        "one-based"
    }

    fn description(&self) -> &'static str {
        "KenKens in numbers from 1: SIZE CAGES, then OP TARGET CELLS ROW COLUMN …"
    }

    fn kinds(&self) -> &'static [&'static str] {
        &[KenKen::KIND.name]
    }

    fn sniff(&self, text: &str) -> Sniff {
        let mut lines = lines(text);
        let Some((start, line)) = lines.next() else { return Sniff::More };
        if !is_numbers(line, 2..=2) {
            return Sniff::no(start, "a size and a number of cages");
        }
        let wanted = line.split_whitespace().nth(1).and_then(|count| count.parse().ok()).unwrap_or(usize::MAX);
        let mut cages = 0;
        for (start, line) in lines {
            let bare = line.split_whitespace().filter(|word| !word.starts_with('['));
            let numbers: Option<Vec<usize>> = bare.map(|word| word.parse().ok()).collect();
            let is_cage = matches!(numbers.as_deref(), Some([operation, _, cells, places @ ..])
                if *operation <= 6 && (*cells == 1) == (*operation == 0)
                    && *cells > 0 && places.len() == 2 * cells && places.iter().all(|&place| place > 0));
            if !is_cage {
                return Sniff::no(start, "a cage as OP TARGET CELLS ROW COLUMN …, counted from 1");
            }
            cages += 1;
        }
        // Rows of other numbers may look like single cells for a while.
        if cages >= wanted { Sniff::Yes } else { Sniff::More }
    }

    /// A line of two numbers begins the next puzzle.
    fn continues(&self, _lines: &str, next: &str) -> bool {
        !is_numbers(next, 2..=2)
    }

    fn read(&self, source: &Source, request: &Request<'_>) -> Result<Sheet, Mistakes> {
        read_kenken(source, request, read_one_based)
    }

    fn write(&self, sheet: &Sheet, _settings: &Settings) -> Result<String, Mistakes> {
        let (size, cages) = written(sheet, "a list of numbers from 1", &NUMBERED, false)?;
        let mut text = format!("{size} {}\n", cages.len());
        for cage in cages {
            let number = |operation| NUMBERED.iter().position(|its| *its == operation).map_or(0, |place| place + 1);
            let places: String =
                cage.cells.iter().map(|cell| format!(" {} {}", cell.row + 1, cell.column + 1)).collect();
            let operation = cage.operation.map_or(0, number);
            text += &format!("{operation} {} {}{places}\n", cage.target, cage.cells.len());
        }
        Ok(text)
    }
}

fn read_one_based(text: &str, parts: &mut Parts, out: &mut Mistakes) -> Option<(usize, Cages)> {
    let mut numbers = Numbers::new(text);
    let (head, word) = numbers.word("a size", out)?;
    parts.note(Place::Puzzle, head);
    let size = size_of(word, head, out)?;
    let count = numbers.number("the number of cages", out)?;
    let mut list = List::default();
    for _ in 0..count {
        let operation = numbers.number("an operation", out)?;
        let start = numbers.last;
        let target = numbers.number("a target", out)?;
        let cells = numbers.number("a number of cells", out)?;
        let cells = numbers.cells(cells, 1, size, out)?;
        let span = Span { start: start.start, end: numbers.last.end };
        let known = usize::try_from(operation).ok().and_then(|operation| match operation {
            0 => Some(None),
            other => NUMBERED.get(other - 1).map(|&operation| Some(operation)),
        });
        let Some(operation) = known.filter(|operation| operation.is_some() || cells.len() == 1) else {
            out.error(start, format!("`{operation}` is no operation of {} cells", cells.len()))
                .help("0 is a given, and 1 to 6 are + - * / modulo and power");
            continue;
        };
        list.add(size, cells, target, operation, span, out);
    }
    rest(numbers, count, out);
    Some((size, list.finish(parts)))
}

/// What stands behind the last cage.
fn rest(mut numbers: Numbers<'_>, count: i64, out: &mut Mistakes) {
    if let Some((span, word)) = numbers.words.next() {
        out.error(span, format!("`{word}` stands behind the last of the {count} cages"));
    }
}

impl Format for ZeroBased {
    fn name(&self) -> &'static str {
        "zero-based"
    }

    fn description(&self) -> &'static str {
        "KenKens in numbers from 0: the size, the number of cages, then CELLS ROW COLUMN … OP TARGET"
    }

    fn kinds(&self) -> &'static [&'static str] {
        &[KenKen::KIND.name]
    }

    fn sniff(&self, text: &str) -> Sniff {
        let mut lines = lines(text);
        for what in ["a size alone on its line", "the number of cages alone on its line"] {
            match lines.next() {
                None => return Sniff::More,
                Some((_, line)) if is_numbers(line, 1..=1) => {}
                Some((start, _)) => return Sniff::no(start, what),
            }
        }
        let Some((start, line)) = lines.next() else { return Sniff::More };
        let words: Vec<&str> = line.split_whitespace().collect();
        let cells = words.first().and_then(|word| word.parse::<usize>().ok());
        let sign = words.len().checked_sub(2).map_or("", |at| words[at]);
        match cells.is_some_and(|cells| words.len() == 2 * cells + 3) && operation_of(&ASCII, sign).is_some() {
            true => Sniff::Yes,
            false => Sniff::no(start, "a cage as CELLS ROW COLUMN … OP TARGET"),
        }
    }

    /// A number alone on its line begins the next puzzle.
    fn continues(&self, so_far: &str, next: &str) -> bool {
        !(is_numbers(next, 1..=1) && lines(so_far).count() > 2)
    }

    fn read(&self, source: &Source, request: &Request<'_>) -> Result<Sheet, Mistakes> {
        read_kenken(source, request, read_zero_based)
    }

    fn write(&self, sheet: &Sheet, _settings: &Settings) -> Result<String, Mistakes> {
        let (size, cages) = written(sheet, "a list of numbers from 0", &FOUR, false)?;
        let mut text = format!("{size}\n{}\n", cages.len());
        for cage in cages {
            let places: String = cage.cells.iter().map(|cell| format!(" {} {}", cell.row, cell.column)).collect();
            let sign = cage.operation.map_or("+", |operation| sign_of(&ASCII, operation));
            text += &format!("{}{places} {sign} {}\n", cage.cells.len(), cage.target);
        }
        Ok(text)
    }
}

fn read_zero_based(text: &str, parts: &mut Parts, out: &mut Mistakes) -> Option<(usize, Cages)> {
    let mut numbers = Numbers::new(text);
    let (head, word) = numbers.word("a size", out)?;
    parts.note(Place::Puzzle, head);
    let size = size_of(word, head, out)?;
    let count = numbers.number("the number of cages", out)?;
    let mut list = List::default();
    for _ in 0..count {
        let cells = numbers.number("a number of cells", out)?;
        let start = numbers.last;
        let cells = numbers.cells(cells, 0, size, out)?;
        let (span, sign) = numbers.word("an operator", out)?;
        let Some(operation) = operation_of(&ASCII, sign) else {
            out.error(span, format!("`{sign}` is no operator")).help("the operators are + - * /");
            return None;
        };
        let target = numbers.number("a target", out)?;
        list.add(size, cells, target, Some(operation), Span { start: start.start, end: numbers.last.end }, out);
    }
    rest(numbers, count, out);
    Some((size, list.finish(parts)))
}
