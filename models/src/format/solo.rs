//! The Solo ID: a Sudoku, jigsaw or Killer as one word, as Solo of Simon Tatham's Portable Puzzle Collection has it.

use gridwright::{
    Cage, Cages, Clue, Format, Mistakes, Parts, Place, Request, Settings, Sheet, Sniff, Source, are_connected,
};

use super::blocks::{self, BlocksError, Dialect};
use super::board::{Body, Feature, KILLER, SUDOKU, View, cell_at, groups, read_body};
use super::{lines, span_in};
use crate::sudoku::{Regions, Sudoku};

/// Solo IDs, one a line: `3x3:8b9b6_1b9c5f…`, `9j:…` for a jigsaw, with `x` for diagonals and `k` for a Killer.
///
/// Before the colon stand the number of boxes beside and above one another, or the size and `j`, then `x` and `k`; letters
/// for symmetry and level may follow, say nothing about the puzzle and are not written. Behind it come the cells, where a
/// letter is a run of empty ones and `_` stands between numbers; for a jigsaw its regions, for a Killer its cages as runs of cell
/// sides, and then the sums in the form of the cells, each at its cage's first cell.
#[derive(Clone, Copy, Debug)]
pub struct SoloId;

/// What stands before the colon.
struct Head {
    size: usize,
    /// The rows and columns of a box; `None` for a jigsaw.
    boxes: Option<(usize, usize)>,
    diagonals: bool,
    killer: bool,
}

/// Cuts a word at its colon and reads what stands before it; otherwise what is expected at which byte.
fn head(word: &str) -> Result<(Head, &str), (usize, &'static str)> {
    let number = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let digits = number(word);
    let first: usize = word[..digits].parse().map_err(|_| (0, "a size such as 3x3 or 9j"))?;
    let rest = &word[digits..];
    let (size, boxes, flags) = if let Some(flags) = rest.strip_prefix('j') {
        (Some(first), None, flags)
    } else if let Some(after) = rest.strip_prefix('x') {
        let more = number(after);
        let second: usize = after[..more].parse().map_err(|_| (digits + 1, "a second number, as in 3x3"))?;
        (first.checked_mul(second), Some((first, second)), &after[more..])
    } else {
        return Err((digits, "`x` and a second number, or `j`"));
    };
    let at = word.len() - flags.len();
    let size = size.filter(|size| Sudoku::SIZES.contains(size)).ok_or((0, "a size of at most 36"))?;
    let end = flags.find(':').ok_or((word.len(), "a colon"))?;
    if let Some(strange) = flags[..end].find(|c: char| !c.is_ascii_alphanumeric()) {
        return Err((at + strange, "letters, then a colon"));
    }
    let plain = flags[..end].bytes().take_while(|byte| b"xk".contains(byte)).count();
    let flag = |wanted| flags[..plain].contains(wanted);
    let head = Head { size, boxes, diagonals: flag('x'), killer: flag('k') };
    Ok((head, &flags[end + 1..]))
}

impl Format for SoloId {
    fn name(&self) -> &'static str {
        "solo"
    }

    fn description(&self) -> &'static str {
        "Solo IDs, one a line: 3x3:CELLS, with x for diagonals, k for a Killer, 9j for a jigsaw"
    }

    fn kinds(&self) -> &'static [&'static str] {
        &[SUDOKU, KILLER]
    }

    fn is_line(&self) -> bool {
        true
    }

    fn sniff(&self, text: &str) -> Sniff {
        let Some((start, line)) = lines(text).next() else { return Sniff::More };
        match head(line) {
            Err((at, expected)) => Sniff::no(start + at, expected),
            Ok((_, rest)) => match rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == ',')) {
                Some(at) => Sniff::no(start + line.len() - rest.len() + at, "cells in letters, digits and _"),
                None => Sniff::Yes,
            },
        }
    }

    fn read(&self, source: &Source, request: &Request<'_>) -> Result<Sheet, Mistakes> {
        read_body(source, request, &[], read)
    }

    fn write(&self, sheet: &Sheet, _settings: &Settings) -> Result<String, Mistakes> {
        let holds = [Feature::Givens, Feature::Boxes, Feature::Regions, Feature::Diagonals, Feature::Cages];
        let (view, mut out) = View::of(sheet, "a Solo ID", self.kinds(), &holds)?;
        let size = view.sudoku.size;
        let mut id = match view.sudoku.regions {
            Regions::Boxes { height, width } => format!("{height}x{width}"),
            Regions::Groups(_) => format!("{size}j"),
        };
        id += if view.sudoku.variants.falling { "x" } else { "" };
        id += if view.cages.is_some() { "k:" } else { ":" };
        id += &write_cells(&view.given_of());
        if let Regions::Groups(groups) = &view.sudoku.regions {
            if let Some(group) = groups.iter().find(|group| !are_connected(group)) {
                out.error(
                    group[0],
                    format!("a Solo ID cannot hold the region at {}, which is not connected", group[0]),
                );
            }
            let owners: Vec<usize> = view.region_of().into_iter().flatten().collect();
            if owners.len() == size * size {
                id += &format!(",{}", blocks::write(&owners, size, Dialect::Solo));
            }
        }
        if let Some(cages) = view.cages {
            for (number, cage) in cages.cages.iter().enumerate().filter(|(_, cage)| !are_connected(&cage.cells)) {
                let name = crate::kenken::name(cage);
                out.error(Place::Part(number), format!("a Solo ID cannot hold {name}, which is not connected"));
            }
            if size > 9 {
                out.error(Place::Puzzle, "a Solo ID holds Killers up to size 9");
            }
            let mut sums = vec![None; size * size];
            for cage in &cages.cages {
                let clue = cage.clue.map_or(0, |clue| clue.number);
                if clue < 0 {
                    out.error(cage.cells[0], "a Solo ID cannot hold a negative sum");
                }
                sums[cage.cells[0].row * size + cage.cells[0].column] = Some(clue);
            }
            let owners: Vec<usize> = view.cage_of().into_iter().flatten().collect();
            if owners.len() == size * size {
                id += &format!(",{},{}", blocks::write(&owners, size, Dialect::Solo), write_cells(&sums));
            }
        }
        if out.has_errors() { Err(out) } else { Ok(id + "\n") }
    }
}

fn read(text: &str, parts: &mut Parts, out: &mut Mistakes) -> Option<Body> {
    let (_, line) = lines(text).next()?;
    let span = |part: &str| span_in(text, part);
    parts.note(Place::Puzzle, span(line));
    let (head, rest) = match head(line) {
        Ok(found) => found,
        Err((at, expected)) => {
            out.error(span(&line[at.min(line.len())..]), format!("a Solo ID has {expected} here"));
            return None;
        }
    };
    let size = head.size;
    let wanted = 1 + usize::from(head.boxes.is_none()) + 2 * usize::from(head.killer);
    let sections: Vec<&str> = rest.split(',').collect();
    if sections.len() != wanted {
        let what = match (head.boxes.is_none(), head.killer) {
            (false, false) => "the cells",
            (true, false) => "the cells and the regions",
            (false, true) => "the cells, the cages and the sums",
            (true, true) => "the cells, the regions, the cages and the sums",
        };
        out.error(span(rest), format!("the ID has {} sections between commas, not {wanted}", sections.len()))
            .help(format!("they are {what}"));
        return None;
    }
    let mut complain = |part: &str, BlocksError { offset, message }: BlocksError| {
        let rest = &part[offset..];
        out.error(span(&rest[..rest.chars().next().map_or(0, char::len_utf8)]), message);
    };
    let mut body = Body::new(size);
    (body.sudoku.variants.falling, body.sudoku.variants.rising) = (head.diagonals, head.diagonals);
    let givens = read_cells(sections[0], size * size).map_err(|error| complain(sections[0], error)).ok()?;
    for (index, (given, at)) in givens.into_iter().enumerate() {
        let Some(given) = given else { continue };
        parts.note(cell_at(size, index), span(&sections[0][at..at + given.to_string().len()]));
        body.sudoku.givens.push((cell_at(size, index), given));
    }
    let mut blocks = |section: &str| -> Option<Vec<Vec<gridwright::Cell>>> {
        let owners = blocks::read(section, size, Dialect::Solo).map_err(|error| complain(section, error)).ok()?;
        let owners: Vec<_> = owners.into_iter().map(Some).collect();
        Some(groups(size, &owners).into_iter().map(|(_, cells)| cells).collect())
    };
    match head.boxes {
        Some((height, width)) => body.sudoku.regions = Regions::Boxes { height, width },
        None => body.sudoku.regions = Regions::of(size, blocks(sections[1])?),
    }
    if head.killer {
        let cages = blocks(sections[wanted - 2])?;
        let section = sections[wanted - 1];
        let sums = read_cells(section, size * size).map_err(|error| complain(section, error)).ok()?;
        let mut found = Cages::default();
        for (number, cells) in cages.into_iter().enumerate() {
            let (sum, at) = sums[cells[0].row * size + cells[0].column];
            let Some(sum) = sum else {
                out.error(span(section), format!("the cage at {} has no sum", cells[0]));
                continue;
            };
            parts.note(Place::Part(number), span(&section[at..at + sum.to_string().len()]));
            let clue = (sum != 0).then_some(Clue { number: sum, sign: None });
            found.cages.push(Cage { cells, clue });
        }
        let given = sums.iter().filter(|(sum, _)| sum.is_some()).count();
        if given > found.cages.len() {
            out.error(span(section), format!("there are {given} sums for {} cages", found.cages.len()))
                .help("each sum stands at the first cell of its cage");
        }
        body.cages = Some(found);
    }
    Some(body)
}

/// Reads cells as letters for runs of empty ones and numbers, each with the byte where it stands.
fn read_cells(text: &str, cells: usize) -> Result<Vec<(Option<i64>, usize)>, BlocksError> {
    let error = |offset, message| Err(BlocksError { offset, message });
    let mut found = Vec::new();
    let mut offset = 0;
    while let Some(next) = text[offset..].chars().next() {
        let digits = text[offset..].bytes().take_while(u8::is_ascii_digit).count();
        match next {
            'a'..='z' => found.extend((0..next as usize - 'a' as usize + 1).map(|_| (None, offset))),
            '_' => {}
            '0'..='9' => match text[offset..offset + digits].parse() {
                Ok(number) => found.push((Some(number), offset)),
                Err(_) => return error(offset, "the number is too large".to_owned()),
            },
            _ => return error(offset, format!("`{next}` is neither a run of empty cells nor a number")),
        }
        if found.len() > cells {
            return error(offset, format!("the cells go on after the last of the {cells} of this board"));
        }
        offset += if digits > 0 { digits } else { next.len_utf8() };
    }
    if found.len() < cells {
        return error(text.len(), format!("there are {} of {cells} cells", found.len()));
    }
    Ok(found)
}

/// Writes cells as runs and numbers.
fn write_cells(cells: &[Option<i64>]) -> String {
    let mut text = String::new();
    let mut run = 0;
    let flush = |run: &mut u8, text: &mut String| {
        if *run > 0 {
            text.push(char::from(b'a' + *run - 1));
            *run = 0;
        }
    };
    for cell in cells {
        match cell {
            None => {
                run += 1;
                if run == 26 {
                    flush(&mut run, &mut text);
                }
            }
            Some(number) => {
                flush(&mut run, &mut text);
                if text.ends_with(|c: char| c.is_ascii_digit()) {
                    text.push('_');
                }
                text += &number.to_string();
            }
        }
    }
    flush(&mut run, &mut text);
    text
}
