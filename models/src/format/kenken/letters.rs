//! The `.ken` letter grid: rows of letters and given digits, then a line a cage with its label.

use std::collections::BTreeMap;

use gridwright::{Cages, Cell, Format, Mistakes, Parts, Place, Puzzle, Request, Settings, Sheet, Sniff, Source, Span};

use super::{ASCII, FOUR, List, number, operation_of, sign_of, written};
use crate::format::{lines, read_kenken};
use crate::kenken::KenKen;

/// Letter grids with given digits: as many rows as columns of letters, where a digit is a given, then for each letter a line
/// `x: TARGET` and one of `+ - * /`, with a blank between or without.
#[derive(Clone, Copy, Debug)]
pub struct KenGrid;

/// Whether a line is a row: letters and digits, one of which at least is a letter, or all digits in a grid that goes on.
fn is_row(line: &str) -> bool {
    line.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

impl Format for KenGrid {
    fn name(&self) -> &'static str {
        "ken"
    }

    fn description(&self) -> &'static str {
        "KenKens as rows of letters and given digits, then lines such as a: 11+"
    }

    fn kinds(&self) -> &'static [&'static str] {
        &[KenKen::KIND.name]
    }

    fn sniff(&self, text: &str) -> Sniff {
        let mut lines = lines(text).peekable();
        let Some(&(start, first)) = lines.peek() else { return Sniff::More };
        if !is_row(first) || !KenKen::SIZES.contains(&first.len()) {
            return Sniff::no(start, "a row of letters and digits");
        }
        for _ in 0..first.len() {
            match lines.next() {
                None => return Sniff::More,
                Some((_, row)) if is_row(row) && row.len() == first.len() => {}
                Some((start, _)) => return Sniff::no(start, format!("a row of {} letters and digits", first.len())),
            }
        }
        match lines.next() {
            None => Sniff::More,
            Some((_, clue)) if clue.as_bytes().get(1) == Some(&b':') => Sniff::Yes,
            Some((start, _)) => Sniff::no(start, "the target of a cage such as a: 11+"),
        }
    }

    /// A row behind the first target, which no more than the rows of a board come before, begins the next puzzle.
    fn continues(&self, so_far: &str, next: &str) -> bool {
        let mut head = lines(so_far).take(KenKen::SIZES.end() + 1);
        !(is_row(next.trim()) && !next.trim().is_empty() && head.any(|(_, line)| line.contains(':')))
    }

    fn read(&self, source: &Source, request: &Request<'_>) -> Result<Sheet, Mistakes> {
        read_kenken(source, request, read)
    }

    fn write(&self, sheet: &Sheet, _settings: &Settings) -> Result<String, Mistakes> {
        let (size, cages) = written(sheet, "a .ken grid", &FOUR, false)?;
        let mut out = Mistakes::new();
        let mut grid = vec![' '; size * size];
        let mut clues = String::from("\n");
        let mut letters = ('a'..='z').chain('A'..='Z');
        for (number, cage) in cages.iter().enumerate() {
            let digit = u32::try_from(cage.target).ok().and_then(|target| char::from_digit(target, 10));
            let sign = match (cage.operation, digit) {
                (Some(operation), _) => operation,
                (None, Some(digit)) => {
                    grid[cage.cells[0].row * size + cage.cells[0].column] = digit;
                    continue;
                }
                (None, None) => {
                    out.error(Place::Part(number), "a .ken grid holds givens from 0 to 9");
                    continue;
                }
            };
            let Some(letter) = letters.next() else {
                out.error(Place::Part(number), "a .ken grid has 52 letters, which do not suffice");
                break;
            };
            cage.cells.iter().for_each(|cell| grid[cell.row * size + cell.column] = letter);
            clues += &format!("{letter}: {}{}\n", cage.target, sign_of(&ASCII, sign));
        }
        if !grid.iter().any(char::is_ascii_alphabetic) {
            out.error(Place::Puzzle, "a .ken grid needs a cage of several cells");
        }
        if out.has_errors() {
            return Err(out);
        }
        Ok(grid.chunks(size).map(|row| row.iter().chain(&['\n']).collect::<String>()).collect::<String>() + &clues)
    }
}

fn read(text: &str, parts: &mut Parts, out: &mut Mistakes) -> Option<(usize, Cages)> {
    let mut lines = lines(text).peekable();
    let &(start, first) = lines.peek()?;
    let size = first.chars().count();
    let head = Span { start, end: start + first.len() };
    parts.note(Place::Puzzle, head);
    if !KenKen::SIZES.contains(&size) {
        out.error(head, format!("a row of {size} cells")).help("boards go up to size 25");
        return None;
    }
    let mut groups: BTreeMap<char, Vec<Cell>> = BTreeMap::new();
    let mut list = List::default();
    for row in 0..size {
        let Some((start, line)) = lines.next_if(|(_, line)| !line.contains(':')) else {
            out.error(head, format!("the grid has {row} rows, not {size}"));
            return None;
        };
        if line.chars().count() != size {
            let span = Span { start, end: start + line.len() };
            out.error(span, format!("row {} has {} cells, not {size}", row + 1, line.chars().count()));
            return None;
        }
        for ((at, symbol), column) in line.char_indices().zip(0..) {
            let span = Span { start: start + at, end: start + at + symbol.len_utf8() };
            let cell = Cell::new(row, column);
            match symbol.to_digit(10) {
                Some(digit) => list.add(size, vec![cell], digit.into(), None, span, out),
                None if symbol.is_ascii_alphabetic() => groups.entry(symbol).or_default().push(cell),
                None => {
                    out.error(span, format!("`{symbol}` is neither a letter nor a digit"));
                }
            }
        }
    }
    for (start, line) in lines {
        let span = Span { start, end: start + line.len() };
        let Some((label, clue)) = line.split_once(':') else {
            out.error(span, format!("`{line}` is no target")).help("a target is written a: 11+");
            continue;
        };
        let letter = label.trim().chars().next().filter(|_| label.trim().chars().count() == 1);
        let Some(cells) = letter.and_then(|letter| groups.remove(&letter)) else {
            out.error(span, format!("no cell that still needs a target has the letter `{}`", label.trim()));
            continue;
        };
        // `11 +` as well as `11+`.
        let clue = clue.trim();
        let minus = usize::from(clue.starts_with('-'));
        let digits = clue[minus..].bytes().take_while(u8::is_ascii_digit).count();
        let (target, sign) = clue.split_at(minus + digits);
        let sign = sign.trim();
        let operation = operation_of(&ASCII, sign);
        if operation.is_none() && !(sign.is_empty() && cells.len() == 1) {
            out.error(span, format!("`{sign}` is no operator")).help("the operators are + - * /");
            continue;
        }
        if let Some(target) = number(target, span, out) {
            list.add(size, cells, target, operation, span, out);
        }
    }
    for (letter, cells) in groups {
        out.error(head, format!("cage {letter} at {} has no target", cells[0]));
    }
    Some((size, list.finish(parts)))
}
