//! Foreign file formats: how they are recognised, read and written.

mod blocks;
mod board;
mod equation;
mod fpuzzles;
mod kenken;
mod killer;
mod non;
mod solo;
mod sudoku;

use gridwright::{Cages, Mistakes, Options, Parts, Place, Puzzle, Request, Sheet, Source, Span};

pub use equation::EquationLine;
pub use fpuzzles::{FPuzzles, FPuzzlesLink, SudokuPad};
pub use kenken::{
    BlocksJson, CagesJson, ColumnLetters, CoordinateList, IndexGrid, Keen, KenGrid, Kenny, KkList, OneBased,
    RowLetters, ZeroBased,
};
pub use killer::{ColourLine, LongKiller, ShortKiller, SumoCue};
pub use non::NonFile;
pub use solo::SoloId;
pub use sudoku::{CandidateLine, JigsawLine, SdkGrid, SudokuLine};

use crate::kenken::{Digits, KenKen, Operation};

/// The lines of a text that are neither blank nor comments, each without its comment and the blanks around it, and with
/// the byte at which it starts.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    text.split_inclusive('\n').filter_map(move |line| {
        let at = start + line.len() - line.trim_start().len();
        start += line.len();
        let comment =
            line.match_indices('#').map(|(at, _)| at).find(|&at| !line[..at].ends_with(|c: char| !c.is_whitespace()));
        let line = line[..comment.unwrap_or(line.len())].trim();
        (!line.is_empty()).then_some((at, line))
    })
}

/// The first line of a text that is neither blank nor a comment, with the byte at which it starts, and with the blanks
/// around it.
fn first_line(text: &str) -> Option<(usize, &str)> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.trim();
        if !bare.is_empty() && !bare.starts_with('#') {
            return Some((start, line.trim_end_matches('\n')));
        }
        start += line.len();
    }
    None
}

/// The same line without the blanks around it.
fn first_word(text: &str) -> Option<(usize, &str)> {
    first_line(text).map(|(start, line)| (start + line.len() - line.trim_start().len(), line.trim()))
}

/// Where a part of a text, which must be a slice of it, stands.
fn span_in(text: &str, part: &str) -> Span {
    let start = part.as_ptr() as usize - text.as_ptr() as usize;
    Span { start, end: start + part.len() }
}

/// How many bytes of a text lie up to the end of the JSON value that begins so deep before it; `None` where that is not
/// there yet, and then the depth is that of the end.
fn end_of_json(text: &str, depth: &mut usize) -> Option<usize> {
    let (mut in_string, mut escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => *depth += 1,
            b'}' | b']' if !in_string => {
                *depth = depth.saturating_sub(1);
                if *depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// Whether the first JSON value of a text goes on behind the text, which has grown by some lines since this was asked
/// last: `known` is how many bytes of it there were, and how deep they ended.
fn json_goes_on(text: &str, known: &mut [usize; 2]) -> bool {
    let [seen, depth] = known;
    // No string goes from one line to the next.
    let ended = end_of_json(&text[*seen..], depth).is_some();
    *seen = text.len();
    !ended
}

/// Where JSON is broken.
fn json_error(text: &str, error: &serde_json::Error) -> Span {
    let lines: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let mut at = (lines + error.column().saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    Span { start: at, end: at }
}

/// Reads a KenKen by a reader of its size and cages, which notes the places that it knows and collects mistakes.
///
/// # Errors
/// All mistakes if one of them is an error. The puzzle's own check is asked if there is none before.
fn read_kenken(
    source: &Source,
    request: &Request<'_>,
    read: impl FnOnce(&str, &mut Parts, &mut Mistakes) -> Option<(usize, Cages)>,
) -> Result<Sheet, Mistakes> {
    let (mut parts, mut out) = (Parts::new(), Mistakes::new());
    let options = Options::from_settings(&KenKen::KIND, request.settings, &mut out);
    match read(source.text(), &mut parts, &mut out) {
        Some((size, cages)) if !out.has_errors() => {
            let mut puzzle = KenKen::with_options(size, cages, &options, &mut out);
            if options.given("operators").is_none() {
                // A format that has a sign for an operation allows it.
                let used = puzzle.cages.cages.iter().filter_map(|cage| Operation::from_sign(cage.clue?.sign?));
                puzzle.operators = puzzle.operators.iter().chain(used).collect();
            }
            Sheet::checked(puzzle, &parts, out)
        }
        _ => {
            if !out.has_errors() {
                out.error(Place::Puzzle, "the text holds no puzzle");
            }
            parts.locate(&mut out);
            Err(out)
        }
    }
}

/// The KenKen of a sheet, and what of it a format cannot hold that holds cages of digits from 1 to the size and nothing else.
///
/// # Errors
/// Why there is no such puzzle at all.
fn plain_kenken<'a>(sheet: &'a Sheet, format: &str) -> Result<(&'a KenKen, Mistakes), Mistakes> {
    let mut out = Mistakes::new();
    let Some(puzzle) = sheet.puzzle.as_any().downcast_ref::<KenKen>() else {
        let kind = sheet.puzzle.kind().name;
        out.error(Place::Puzzle, format!("{format} holds puzzles of kind kenken, not {kind}"));
        return Err(out);
    };
    puzzle.check(&mut out);
    if out.has_errors() {
        return Err(out);
    }
    let mut out = Mistakes::new();
    if puzzle.digits != Digits::up_to(puzzle.size) {
        let message = format!("{format} cannot hold digits={}, only the digits from 1 to the size", puzzle.digits);
        out.error(Place::Option("digits"), message);
    }
    for &cell in &puzzle.cages.free {
        out.error(cell, format!("{format} cannot hold cell {cell}, which is in no cage"));
    }
    for &(cell, digit) in &puzzle.givens {
        out.error(cell, format!("{format} cannot hold the given {digit} at {cell} outside the cages"));
    }
    Ok((puzzle, out))
}

#[cfg(test)]
mod tests {
    #[test]
    fn lines_come_without_comments_and_with_their_place() {
        let text = "# all\n\n  4 # size\nA#B\t#\n é";
        assert_eq!(super::lines(text).collect::<Vec<_>>(), [(9, "4"), (18, "A#B"), (25, "é")]);
    }
}
