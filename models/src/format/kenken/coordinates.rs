//! The coordinate list: a KenKen as its size and a line a cage, `[(0,0),(1,0)] mult 90`.

use gridwright::{Cages, Cell, Format, Mistakes, Parts, Place, Puzzle, Request, Settings, Sheet, Sniff, Source, Span};

use super::{FOUR, List, Signs, number, operation_of, sign_of, size_of, written};
use crate::format::{lines, read_kenken};
use crate::kenken::{KenKen, Operation};

/// Lists of cages by coordinates: a line with the size, then for each cage its cells as `[(row,column),…]` from 0, one of
/// `add`, `sub`, `mult`, `div`, or `''` for a single cell, and its target.
#[derive(Clone, Copy, Debug)]
pub struct CoordinateList;

const WORDS: Signs =
    [("add", Operation::Add), ("sub", Operation::Subtract), ("mult", Operation::Multiply), ("div", Operation::Divide)];

impl Format for CoordinateList {
    fn name(&self) -> &'static str {
        "coordinates"
    }

    fn description(&self) -> &'static str {
        "KenKens: the size, then cages such as [(0,0),(1,0)] mult 90"
    }

    fn kinds(&self) -> &'static [&'static str] {
        &[KenKen::KIND.name]
    }

    fn sniff(&self, text: &str) -> Sniff {
        let mut lines = lines(text);
        let Some((start, line)) = lines.next() else { return Sniff::More };
        if !line.bytes().all(|byte| byte.is_ascii_digit()) {
            return Sniff::no(start, "a size alone on its line");
        }
        match lines.next() {
            None => Sniff::More,
            Some((_, line)) if line.starts_with("[(") => Sniff::Yes,
            Some((start, _)) => Sniff::no(start, "the cells of a cage such as [(0,0),(1,0)]"),
        }
    }

    fn continues(&self, _lines: &str, next: &str) -> bool {
        let next = next.trim();
        next.is_empty() || next.starts_with(['[', '#'])
    }

    fn read(&self, source: &Source, request: &Request<'_>) -> Result<Sheet, Mistakes> {
        read_kenken(source, request, read)
    }

    fn write(&self, sheet: &Sheet, _settings: &Settings) -> Result<String, Mistakes> {
        let (size, cages) = written(sheet, "a coordinate list", &FOUR, false)?;
        let mut text = format!("{size}\n");
        for cage in cages {
            let cells: Vec<String> = cage.cells.iter().map(|cell| format!("({},{})", cell.row, cell.column)).collect();
            let word = cage.operation.map_or("''", |operation| sign_of(&WORDS, operation));
            text += &format!("[{}] {word} {}\n", cells.join(","), cage.target);
        }
        Ok(text)
    }
}

fn read(text: &str, parts: &mut Parts, out: &mut Mistakes) -> Option<(usize, Cages)> {
    let mut lines = lines(text);
    let (start, first) = lines.next()?;
    let head = Span { start, end: start + first.len() };
    parts.note(Place::Puzzle, head);
    let size = size_of(first, head, out)?;
    let mut list = List::default();
    for (start, line) in lines {
        let span = Span { start, end: start + line.len() };
        let Some((cells, rest)) = line.strip_prefix('[').and_then(|rest| rest.split_once(']')) else {
            out.error(span, "the line does not begin with the cells of a cage").help("as in [(0,0),(1,0)] mult 90");
            continue;
        };
        let Some(cells) = pairs(cells) else {
            out.error(span, format!("`[{cells}]` are no cells")).help("cells are written (row,column), counted from 0");
            continue;
        };
        let words: Vec<&str> = rest.split_whitespace().collect();
        let (word, target) = match words[..] {
            [target] => ("''", target),
            [word, target] => (word, target),
            _ => {
                out.error(span, "behind the cells stand an operation and a target").help("as in [(0,0),(1,0)] mult 90");
                continue;
            }
        };
        let operation = operation_of(&WORDS, word);
        let none = ["''", "\"\"", "="].contains(&word);
        if operation.is_none() && (!none || cells.len() > 1) {
            out.error(span, format!("`{word}` is no operation for {} cells", cells.len()))
                .help("the operations are add, sub, mult and div, and '' for a single cell");
            continue;
        }
        if let Some(target) = number(target, span, out) {
            list.add(size, cells, target, operation, span, out);
        }
    }
    Some((size, list.finish(parts)))
}

/// Cells as `(row,column)` with commas between, from 0.
fn pairs(text: &str) -> Option<Vec<Cell>> {
    let inner = text.trim().strip_prefix('(')?.strip_suffix(')')?;
    let cell = |pair: &str| {
        let (row, column) = pair.split_once(',')?;
        let place = |text: &str| text.trim().parse::<u32>().ok().map(|place| place as usize);
        Some(Cell::new(place(row)?, place(column)?))
    };
    inner.split(')').map(|part| cell(part.trim_start_matches([',', ' ', '(']))).collect()
}
