//! The kenny letter grid: a KenKen as its size, rows of capital letters, and the targets in alphabetical order.

use std::collections::BTreeMap;

use gridwright::{
    Cage, Cages, Cell, Clue, Format, Mistakes, Parts, Place, Puzzle, Request, Settings, Sheet, Sniff, Source, Span,
};

use crate::format::{lines, plain_kenken, read_kenken};
use crate::kenken::{KenKen, Operators, name};

/// The letter grid of the solver kenny: a line with the size, as many rows of as many capital letters, and for each letter
/// in alphabetical order a line with its target, an integer and then `+`, `-`, `*`, `/` or nothing.
#[derive(Clone, Copy, Debug)]
pub struct Kenny;

/// The operators that a target may have.
const SIGNS: &str = "+-*/";

impl Format for Kenny {
    fn name(&self) -> &'static str {
        "kenny"
    }

    fn description(&self) -> &'static str {
        "letter grids: the size, rows of capital letters, then a target a line"
    }

    fn kinds(&self) -> &'static [&'static str] {
        &[KenKen::KIND.name]
    }

    fn sniff(&self, text: &str) -> Sniff {
        let mut lines = lines(text);
        let Some((start, line)) = lines.next() else { return Sniff::More };
        if size(line).is_none() {
            return Sniff::no(start, "a size from 1 to 25 alone on its line");
        }
        match lines.next() {
            None => Sniff::More,
            Some((_, row)) if row.bytes().all(|byte| byte.is_ascii_uppercase()) => Sniff::Yes,
            Some((start, _)) => Sniff::no(start, "a row of capital letters"),
        }
    }

    /// A line that could be a size begins the next puzzle if this one has all its targets.
    fn continues(&self, so_far: &str, next: &str) -> bool {
        let mut lines = lines(so_far).map(|(_, line)| line);
        let size = lines.next().and_then(size);
        let (Some(size), Some(_)) = (size, self::size(next.trim())) else { return true };
        let mut letters: Vec<u8> = lines.by_ref().take(size).flat_map(str::bytes).collect();
        letters.sort_unstable();
        letters.dedup();
        lines.count() < letters.len()
    }

    fn read(&self, source: &Source, request: &Request<'_>) -> Result<Sheet, Mistakes> {
        read_kenken(source, request, read)
    }

    fn write(&self, sheet: &Sheet, _settings: &Settings) -> Result<String, Mistakes> {
        let (puzzle, mut out) = plain_kenken(sheet, "a letter grid")?;
        let (size, cages) = (puzzle.size, &puzzle.cages.cages);
        if cages.len() > 26 {
            out.error(Place::Puzzle, format!("a letter grid cannot hold {} cages, only 26", cages.len()));
        }
        let mut grid = vec![' '; size * size];
        let mut targets = String::new();
        for ((number, cage), letter) in cages.iter().enumerate().zip('A'..='Z') {
            for cell in &cage.cells {
                grid[cell.row * size + cell.column] = letter;
            }
            match clue(cage, puzzle) {
                Ok(clue) => targets += &format!("{clue}\n"),
                Err(why) => {
                    out.error(Place::Part(number), format!("a letter grid cannot hold {}: {why}", name(cage)));
                }
            }
        }
        if !out.is_empty() {
            return Err(out);
        }
        let rows = grid.chunks(size).map(|row| row.iter().chain(&['\n']).collect::<String>());
        Ok(format!("{size}\n{}{targets}", rows.collect::<String>()))
    }
}

/// The size that a line consists of.
fn size(line: &str) -> Option<usize> {
    let digits = line.bytes().all(|byte| byte.is_ascii_digit());
    line.parse().ok().filter(|size| digits && KenKen::SIZES.contains(size))
}

/// Reads a letter grid, and notes where the cells and the targets of the cages stand; `None` if the grid is not whole.
fn read(text: &str, parts: &mut Parts, out: &mut Mistakes) -> Option<(usize, Cages)> {
    let span = |(start, line): (usize, &str)| Span { start, end: start + line.len() };
    let mut lines = lines(text).peekable();
    let first = lines.next().unwrap_or_default();
    let Some(size) = size(first.1) else {
        out.error(span(first), format!("`{}` is no size", first.1)).help("a size is a number from 1 to 25");
        return None;
    };

    let mut cells: BTreeMap<char, Vec<Cell>> = BTreeMap::new();
    let mut last = first;
    for row in 0..size {
        // A line without any letter is a target already.
        let is_row = |(_, line): &(usize, &str)| line.contains(|c: char| c.is_alphabetic());
        let Some((start, line)) = lines.next_if(is_row) else {
            out.error(span(last), format!("the grid has {row} rows, not {size}"));
            return None;
        };
        last = (start, line);
        let letters = line.chars().count();
        if letters != size {
            out.error(span(last), format!("row {} has {letters} letters, not {size}", row + 1));
        }
        for ((at, letter), column) in line.char_indices().zip(0..size) {
            let place = Span { start: start + at, end: start + at + letter.len_utf8() };
            if !letter.is_ascii_uppercase() {
                out.error(place, format!("`{letter}` is no capital letter"));
            }
            let cell = Cell::new(row, column);
            parts.note(cell, place);
            cells.entry(letter).or_default().push(cell);
        }
    }
    if out.has_errors() {
        return None;
    }

    let mut cages = Vec::new();
    for (letter, cells) in cells {
        let Some(line) = lines.next() else {
            out.error(span(last), format!("cage {letter} has no target"))
                .help("each cage has one, on a line of its own");
            break;
        };
        last = line;
        match Clue::parse(line.1, SIGNS) {
            Ok(clue) => cages.push((Cage { cells, clue: Some(clue) }, span(line))),
            Err(_) if line.1.contains(char::is_whitespace) => {
                let message = format!("`{}` is more than the target of cage {letter}", line.1);
                out.error(span(line), message).help("each cage has its target on a line of its own");
            }
            Err((message, help)) => {
                out.error(span(line), message).help(help);
            }
        }
    }
    for line in lines {
        out.error(span(line), format!("`{}` stands after the targets of all cages", line.1));
    }
    cages.sort();
    for (number, (_, span)) in cages.iter().enumerate() {
        parts.note(Place::Part(number), *span);
    }
    Some((size, Cages { cages: cages.into_iter().map(|(cage, _)| cage).collect(), free: Vec::new() }))
}

/// The target of a cage as a letter grid has it, or why it has none.
fn clue(cage: &Cage, puzzle: &KenKen) -> Result<Clue, String> {
    let clue = cage.clue.ok_or("it has no target")?;
    let cells = cage.cells.len();
    match clue.sign {
        Some(sign) if !SIGNS.contains(sign) => Err(format!("its operator is none of {SIGNS}")),
        None if cells > 1 && puzzle.operators != Operators::default() => {
            Err(format!("it may be any of operators={}", puzzle.operators))
        }
        None if cells > 2 && puzzle.strict => Err("its operator depends on strict=yes".to_owned()),
        _ => Ok(clue),
    }
}
