//! Lists of cages whose cells are a letter and a number, in two dialects that read `A2` differently.

use gridwright::{Cages, Cell, Format, Mistakes, Parts, Place, Puzzle, Request, Settings, Sheet, Sniff, Source, Span};

use super::{ASCII, FOUR, List, operation_of, sign_of, size_of, written};
use crate::format::{lines, read_kenken};
use crate::kenken::{KenKen, Operation};

/// Lists of cages whose letters are columns: a line with the size, then `TARGET OP A1 A2 …` for each cage, so that `A2` is row 2
/// of column A; OP is `+`, `-`, `*`, `/`, or `=` for a single cell.
#[derive(Clone, Copy, Debug)]
pub struct ColumnLetters;

/// Lists of cages whose letters are rows: `OP TARGET A1 A2 …` for each cage, so that `A2` is column 2 of row A; OP is `+`, `-`, `*`,
/// `/`, `!` for a given and `?` where the operation is hidden. The size stands before them as `# 4`, or alone on a line.
#[derive(Clone, Copy, Debug)]
pub struct RowLetters;

/// Which way round a list is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialect {
    Columns,
    Rows,
}

/// A line that is a cage: operation, target, cells.
struct Parsed<'a> {
    sign: &'a str,
    target: &'a str,
    cells: &'a str,
    /// Whether the target stands before the operation.
    target_first: bool,
}

const SIGNS: [char; 11] = ['+', '-', '−', '*', '×', 'x', '/', '÷', '=', '!', '?'];

/// Cuts a line into operation, target and cells, whichever of the first two comes first.
fn parse(line: &str) -> Option<Parsed<'_>> {
    let number = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let sign = |text: &str| text.chars().next().filter(|c| SIGNS.contains(c)).map_or(0, char::len_utf8);
    let digits = number(line);
    let (sign, target, rest) = if digits > 0 {
        let after = line[digits..].trim_start();
        let length = sign(after);
        (&after[..length], &line[..digits], &after[length..])
    } else {
        let length = sign(line);
        let after = line[length..].trim_start();
        let digits = number(after);
        (&line[..length], &after[..digits], &after[digits..])
    };
    let is_cells = rest.trim_start().starts_with(|c: char| c.is_ascii_alphabetic());
    (!sign.is_empty() && !target.is_empty() && is_cells).then_some(Parsed {
        sign,
        target,
        cells: rest.trim(),
        target_first: digits > 0,
    })
}

/// The cells of a line: letters and numbers, with blanks between or without.
fn cells(text: &str, dialect: Dialect) -> Option<Vec<Cell>> {
    let mut cells = Vec::new();
    let mut rest = text.trim_start_matches([' ', '\t', ',']);
    while let Some(letter) = rest.chars().next() {
        let digits = rest[letter.len_utf8()..].bytes().take_while(u8::is_ascii_digit).count();
        let place = usize::try_from(letter.to_digit(36)?.checked_sub(10)?).ok()?;
        let number: usize = rest[letter.len_utf8()..letter.len_utf8() + digits].parse().ok()?;
        let number = number.checked_sub(1)?;
        cells.push(match dialect {
            Dialect::Columns => Cell::new(number, place),
            Dialect::Rows => Cell::new(place, number),
        });
        rest = rest[letter.len_utf8() + digits..].trim_start_matches([' ', '\t', ',']);
    }
    Some(cells)
}

fn sniff(text: &str, dialect: Dialect) -> Sniff {
    let mut lines = lines(text);
    let Some((start, line)) = lines.next() else { return Sniff::More };
    let has_size = !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit());
    let (start, line) = match has_size {
        true => match lines.next() {
            Some(next) => next,
            None => return Sniff::More,
        },
        false if dialect == Dialect::Columns => return Sniff::no(start, "a size alone on its line"),
        false => (start, line),
    };
    match (parse(line).map(|parsed| parsed.target_first), dialect) {
        (Some(true), Dialect::Columns) | (Some(false), Dialect::Rows) => Sniff::Yes,
        (_, Dialect::Columns) => Sniff::no(start, "a cage such as 11 + A1 A2, its target first"),
        (_, Dialect::Rows) => Sniff::no(start, "a cage such as + 11 A1 A2, its operation first"),
    }
}

/// The size that a line `# 4` tells.
fn size_in_comment(line: &str) -> Option<usize> {
    line.trim().strip_prefix('#')?.trim().parse().ok().filter(|size| KenKen::SIZES.contains(size))
}

/// Reads a list; without a size it is the largest row or column that is named.
fn read(source: &Source, dialect: Dialect, parts: &mut Parts, out: &mut Mistakes) -> Option<(usize, Cages)> {
    let text = source.text();
    let mut lines: Vec<(usize, &str)> = lines(text).collect();
    let &(start, first) = lines.first()?;
    let head = Span { start, end: start + first.len() };
    parts.note(Place::Puzzle, head);
    let mut size = match dialect {
        Dialect::Rows => source.comments().lines().rev().chain(text.lines()).find_map(size_in_comment),
        Dialect::Columns => None,
    };
    if first.bytes().all(|byte| byte.is_ascii_digit()) {
        size = Some(size_of(first, head, out)?);
        lines.remove(0);
    } else if dialect == Dialect::Columns {
        out.error(head, "the list does not begin with the size, alone on its line");
        return None;
    }
    let mut found = Vec::new();
    for (start, line) in lines {
        let span = Span { start, end: start + line.len() };
        let Some(Parsed { sign, target, cells: names, .. }) = parse(line) else {
            let form = if dialect == Dialect::Columns { "11 + A1 A2" } else { "+ 11 A1 A2" };
            out.error(span, format!("`{line}` is no cage")).help(format!("a cage is written `{form}`"));
            continue;
        };
        match (cells(names, dialect), target.parse::<i64>()) {
            (Some(cells), Ok(target)) => found.push((span, sign, target, cells)),
            (None, _) => {
                out.error(span, format!("`{names}` are no cells")).help("a cell is a letter and a number, as in A2");
            }
            (_, Err(_)) => {
                out.error(span, format!("target `{target}` is beyond 64 bits"));
            }
        }
    }
    let largest = found.iter().flat_map(|(.., cells)| cells).map(|cell| cell.row.max(cell.column) + 1).max();
    let size = size.or(largest).unwrap_or(1);
    if !KenKen::SIZES.contains(&size) {
        out.error(head, format!("a board of size {size}")).help("sizes are 1 to 25");
        return None;
    }
    let mut list = List::default();
    for (span, sign, target, cells) in found {
        let plain = match sign {
            "−" => "-",
            "×" | "x" => "*",
            "÷" => "/",
            other => other,
        };
        if ["=", "!"].contains(&plain) && cells.len() > 1 {
            out.error(span, format!("`{sign}` is a given, which has one cell, not {}", cells.len()));
        }
        list.add(size, cells, target, operation_of(&ASCII, plain), span, out);
    }
    Some((size, list.finish(parts)))
}

fn write(sheet: &Sheet, dialect: Dialect) -> Result<String, Mistakes> {
    let format = match dialect {
        Dialect::Columns => "a list of cages by columns",
        Dialect::Rows => "a list of cages by rows",
    };
    let (size, cages) = written(sheet, format, &FOUR, dialect == Dialect::Rows)?;
    let mut out = Mistakes::new();
    let mut text = match dialect {
        Dialect::Columns => format!("{size}\n"),
        Dialect::Rows => format!("# {size}\n"),
    };
    for (number, cage) in cages.iter().enumerate() {
        if cage.target < 0 {
            out.error(Place::Part(number), format!("{format} cannot hold a negative target"));
        }
        let names: Vec<String> = cage
            .cells
            .iter()
            .map(|cell| {
                let (letter, number) = match dialect {
                    Dialect::Columns => (cell.column, cell.row),
                    Dialect::Rows => (cell.row, cell.column),
                };
                format!("{}{}", char::from(b'A' + letter as u8), number + 1)
            })
            .collect();
        let sign = |operation: Operation| sign_of(&ASCII, operation);
        let single = cage.cells.len() == 1;
        text += &match dialect {
            Dialect::Columns => format!("{} {} {}\n", cage.target, cage.operation.map_or("=", sign), names.join(" ")),
            Dialect::Rows => {
                let none = if single { "!" } else { "?" };
                format!("{} {} {}\n", cage.operation.map_or(none, sign), cage.target, names.join(" "))
            }
        };
    }
    if out.has_errors() { Err(out) } else { Ok(text) }
}

/// A line with a size begins the next puzzle.
fn continues(next: &str, dialect: Dialect) -> bool {
    let next = next.trim();
    let is_size = !next.is_empty() && next.bytes().all(|byte| byte.is_ascii_digit());
    !(is_size || dialect == Dialect::Rows && size_in_comment(next).is_some())
}

impl Format for ColumnLetters {
    fn name(&self) -> &'static str {
        "column-letters"
    }

    fn description(&self) -> &'static str {
        "KenKens: the size, then cages such as 11 + A1 A2, where A2 is row 2 of column A"
    }

    fn kinds(&self) -> &'static [&'static str] {
        &[KenKen::KIND.name]
    }

    fn sniff(&self, text: &str) -> Sniff {
        sniff(text, Dialect::Columns)
    }

    fn continues(&self, _lines: &str, next: &str) -> bool {
        continues(next, Dialect::Columns)
    }

    fn read(&self, source: &Source, request: &Request<'_>) -> Result<Sheet, Mistakes> {
        read_kenken(source, request, |_, parts, out| read(source, Dialect::Columns, parts, out))
    }

    fn write(&self, sheet: &Sheet, _settings: &Settings) -> Result<String, Mistakes> {
        write(sheet, Dialect::Columns)
    }
}

impl Format for RowLetters {
    fn name(&self) -> &'static str {
        "row-letters"
    }

    fn description(&self) -> &'static str {
        "KenKens: cages such as + 11 A1 A2, where A2 is column 2 of row A; ! a given, ? any operation"
    }

    fn kinds(&self) -> &'static [&'static str] {
        &[KenKen::KIND.name]
    }

    fn sniff(&self, text: &str) -> Sniff {
        sniff(text, Dialect::Rows)
    }

    fn continues(&self, _lines: &str, next: &str) -> bool {
        continues(next, Dialect::Rows)
    }

    fn read(&self, source: &Source, request: &Request<'_>) -> Result<Sheet, Mistakes> {
        read_kenken(source, request, |_, parts, out| read(source, Dialect::Rows, parts, out))
    }

    fn write(&self, sheet: &Sheet, _settings: &Settings) -> Result<String, Mistakes> {
        write(sheet, Dialect::Rows)
    }
}
