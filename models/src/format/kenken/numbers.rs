//! Lists of cages that are numbers all through, in two dialects: one counts from 1 and numbers the operations, the other
//! counts from 0 and writes their signs.

use gridwright::{
    Cages, Cell, Extras, Format, Mistakes, Parts, Place, Puzzle, Request, Settings, Sheet, Sniff, Source, Span,
};

use super::{ASCII, FOUR, List, number, operation_of, sign_of, size_of, words, written};
use crate::format::{lines, read_kenken};
use crate::kenken::{KenKen, Operation};

/// Lists that count from 1: `SIZE CAGES`, then for each cage `OP TARGET CELLS ROW COLUMN …`, where OP is 0 for a given and 1 to 6 for
/// `+ - * / % ^`; a cell may have the digit that a player has filled in behind it, as `[3]`. Blanks and line ends are the same.
#[derive(Clone, Copy, Debug)]
pub struct OneBased;

/// Lists that count from 0: the size, the number of cages, then for each cage `CELLS ROW COLUMN … OP TARGET` with one of
/// `+ - * /`, any of them for a single cell. Blanks and line ends are the same.
#[derive(Clone, Copy, Debug)]
pub struct ZeroBased;

/// The operations by their numbers from 1.
const NUMBERED: [Operation; 6] =
    [Operation::Add, Operation::Subtract, Operation::Multiply, Operation::Divide, Operation::Modulo, Operation::Power];

/// Takes numbers from a list of words.
struct Numbers<'a> {
    words: std::iter::Peekable<std::vec::IntoIter<(Span, &'a str)>>,
    last: Span,
    /// What a player has filled in, if the list has that behind cells.
    entries: Option<Vec<(Cell, i64)>>,
}

impl<'a> Numbers<'a> {
    fn new(text: &'a str) -> Self {
        Self { words: words(text).collect::<Vec<_>>().into_iter().peekable(), last: Span::default(), entries: None }
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

    /// The size and the number of cages.
    fn head(&mut self, parts: &mut Parts, out: &mut Mistakes) -> Option<(usize, i64)> {
        let (head, word) = self.word("a size", out)?;
        parts.note(Place::Puzzle, head);
        Some((size_of(word, head, out)?, self.number("the number of cages", out)?))
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
            let place = |number: i64| {
                number.checked_sub(base).and_then(|place| usize::try_from(place).ok()).filter(|&place| place < size)
            };
            match (place(row), place(column)) {
                (Some(row), Some(column)) => cells.push(Cell::new(row, column)),
                _ => {
                    let span = Span { start, end: self.last.end };
                    out.error(span, format!("row {row}, column {column} is outside the board"))
                        .help(format!("they go from {base} to {}", size as i64 - 1 + base));
                    return None;
                }
            }
            let Some(entries) = &mut self.entries else { continue };
            if let Some((span, word)) = self.words.next_if(|(_, word)| is_entry(word)) {
                self.last = span;
                let digit = number(&word[1..word.len() - 1], span, out)?;
                entries.extend(cells.last().map(|&cell| (cell, digit)));
            }
        }
        Some(cells)
    }
}

/// Whether a line is so many whole numbers.
fn is_numbers(line: &str, count: usize) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.len() == count && words.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether a word is what a player has filled in.
fn is_entry(word: &str) -> bool {
    word.starts_with('[') && word.ends_with(']')
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialect {
    OneBased,
    ZeroBased,
}

/// What a text looks like as a list, by the order of its words alone.
struct Shape {
    /// The cages that are whole.
    cages: usize,
    end: End,
}

enum End {
    /// All cages are there, and nothing else.
    Whole,
    /// More is to come.
    Open,
    /// No list has the word at this byte there.
    Wrong(usize),
}

impl Shape {
    fn of(text: &str, dialect: Dialect) -> Self {
        let mut cages = 0;
        let end = Self::scan(text, dialect, &mut cages).err().unwrap_or(End::Whole);
        Self { cages, end }
    }

    /// Goes through the words; the error is the end unless all is there.
    fn scan(text: &str, dialect: Dialect, cages: &mut usize) -> Result<(), End> {
        // An entry stands behind a number, and no two stand side by side.
        let mut behind_number = false;
        let mut words = words(text).filter(|(_, word)| {
            let is_number = dialect == Dialect::ZeroBased || !is_entry(word);
            let was_number = std::mem::replace(&mut behind_number, is_number);
            is_number || !was_number
        });
        let mut next = |fits: &dyn Fn(&str) -> bool| {
            let (span, word) = words.next().ok_or(End::Open)?;
            if fits(word) { Ok(word) } else { Err(End::Wrong(span.start)) }
        };
        let is_place = |word: &str| word.parse::<usize>().is_ok_and(|place| dialect == Dialect::ZeroBased || place > 0);
        let is_target = |word: &str| word.parse::<i64>().is_ok();
        next(&|word| word.parse().is_ok_and(|size| KenKen::SIZES.contains(&size)))?;
        let is_count = |word: &str| word.parse::<usize>().is_ok_and(|cages| cages <= KenKen::MOST_CAGES);
        let wanted = next(&is_count)?.parse().unwrap_or(0);
        // No cell is in two cages.
        let mut free = KenKen::MOST_CAGES;
        while *cages < wanted {
            let mut given = false;
            if dialect == Dialect::OneBased {
                let operation = next(&|word| word.parse::<usize>().is_ok_and(|operation| operation <= NUMBERED.len()))?;
                given = operation == "0";
                next(&is_target)?;
            }
            let is_cells = |cells: usize| (1..=free).contains(&cells) && !(given && cells > 1);
            let cells = next(&|word| word.parse().is_ok_and(is_cells))?.parse().unwrap_or(0);
            free -= cells;
            for _ in 0..cells {
                next(&is_place)?;
                next(&is_place)?;
            }
            if dialect == Dialect::ZeroBased {
                next(&|word| operation_of(&ASCII, word).is_some())?;
                next(&is_target)?;
            }
            *cages += 1;
        }
        match words.next() {
            Some((span, _)) => Err(End::Wrong(span.start)),
            None => Ok(()),
        }
    }
}

/// Whether a list goes on behind these lines; `None` where some word is wrong, which stays so. What is known is how many
/// bytes were looked at, and what came of that.
fn list_goes_on(so_far: &str, dialect: Dialect, [seen, found]: &mut [usize; 2]) -> Option<bool> {
    const OPEN: usize = 1;
    const WHOLE: usize = 2;
    const WRONG: usize = 3;
    // Lines without words change nothing.
    if *found != WRONG && (*found == 0 || words(&so_far[*seen..]).next().is_some()) {
        *found = match Shape::of(so_far, dialect).end {
            End::Open => OPEN,
            End::Whole => WHOLE,
            End::Wrong(_) => WRONG,
        };
    }
    *seen = so_far.len();
    (*found != WRONG).then_some(*found == OPEN)
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

    fn extras(&self) -> Extras {
        Extras { entries: true, ..Extras::default() }
    }

    fn sniff(&self, text: &str) -> Sniff {
        if let Some((start, line)) = lines(text).next()
            && is_numbers(line, 1)
        {
            return Sniff::no(start, "a size and a number of cages");
        }
        // Rows of other numbers may look like single cells for a while.
        match Shape::of(text, Dialect::OneBased).end {
            End::Whole => Sniff::Yes,
            End::Open => Sniff::More,
            End::Wrong(at) => Sniff::no(at, "a size, a number of cages, and cages as OP TARGET CELLS ROW COLUMN …"),
        }
    }

    fn continues(&self, so_far: &str, next: &str) -> bool {
        self.goes_on(so_far, next, &mut [0; 2])
    }

    /// Where some cage is wrong, a line of two numbers begins the next puzzle.
    fn goes_on(&self, so_far: &str, next: &str, known: &mut [usize; 2]) -> bool {
        list_goes_on(so_far, Dialect::OneBased, known).unwrap_or_else(|| !is_numbers(next, 2))
    }

    fn read(&self, source: &Source, request: &Request<'_>) -> Result<Sheet, Mistakes> {
        let mut entries = Vec::new();
        let sheet = read_kenken(source, request, |text, parts, out| read_one_based(text, parts, out, &mut entries))?;
        Ok(Sheet { entries, ..sheet })
    }

    fn write(&self, sheet: &Sheet, _settings: &Settings) -> Result<String, Mistakes> {
        let (size, cages) = written(sheet, "a list of numbers from 1", &NUMBERED, false)?;
        let mut text = format!("{size} {}\n", cages.len());
        for cage in cages {
            let number = |operation| NUMBERED.iter().position(|its| *its == operation).map_or(0, |place| place + 1);
            let mut places = String::new();
            for cell in cage.cells {
                places += &format!(" {} {}", cell.row + 1, cell.column + 1);
                if let Some((_, digit)) = sheet.entries.iter().find(|(at, _)| at == cell) {
                    places += &format!(" [{digit}]");
                }
            }
            let operation = cage.operation.map_or(0, number);
            text += &format!("{operation} {} {}{places}\n", cage.target, cage.cells.len());
        }
        Ok(text)
    }
}

fn read_one_based(
    text: &str,
    parts: &mut Parts,
    out: &mut Mistakes,
    entries: &mut Vec<(Cell, i64)>,
) -> Option<(usize, Cages)> {
    let mut numbers = Numbers { entries: Some(Vec::new()), ..Numbers::new(text) };
    let (size, count) = numbers.head(parts, out)?;
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
    *entries = numbers.entries.take().unwrap_or_default();
    entries.sort_unstable();
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
        if let Some((start, _)) = lines(text).take(2).find(|(_, line)| !is_numbers(line, 1)) {
            return Sniff::no(start, "a size, then the number of cages, each alone on its line");
        }
        match Shape::of(text, Dialect::ZeroBased) {
            Shape { cages: 1.., .. } | Shape { end: End::Whole, .. } => Sniff::Yes,
            Shape { end: End::Open, .. } => Sniff::More,
            Shape { end: End::Wrong(at), .. } => {
                Sniff::no(at, "a size, the number of cages, and cages as CELLS ROW COLUMN … OP TARGET")
            }
        }
    }

    fn continues(&self, so_far: &str, next: &str) -> bool {
        self.goes_on(so_far, next, &mut [0; 2])
    }

    /// Where some cage is wrong, a number alone on its line begins the next puzzle.
    fn goes_on(&self, so_far: &str, next: &str, known: &mut [usize; 2]) -> bool {
        list_goes_on(so_far, Dialect::ZeroBased, known).unwrap_or_else(|| !is_numbers(next, 1))
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
    let (size, count) = numbers.head(parts, out)?;
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
