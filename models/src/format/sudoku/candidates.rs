//! Sudokus with pencil marks in one line each: for each cell all digits, with a dot for each that is removed.

use gridwright::{Format, Mistakes, Parts, Place, Request, Settings, Sheet, Sniff, Source, Span};

use super::line::characters;
use crate::format::board::{Body, Feature, SUDOKU, View, cell_at, read_body};
use crate::format::first_word;
use crate::sudoku::Sudoku;

/// Candidates in one line each: 729 characters for a board of size 9, nine for each cell, a dot for a digit that is
/// removed. Beyond size 9 a digit takes two characters, `01` or `..`.
#[derive(Clone, Copy, Debug)]
pub struct CandidateLine;

/// The sizes of boards that are recognised, with the number of characters of a digit.
fn size_and_width(length: usize) -> Option<(usize, usize)> {
    let size = |width: usize, sizes: std::ops::RangeInclusive<usize>| {
        sizes.into_iter().find(|&n| n * n * n * width == length).map(|n| (n, width))
    };
    size(1, 4..=9).or_else(|| size(2, 10..=*Sudoku::SIZES.end()))
}

/// Whether a word is such a line: each digit in its place or a dot, and some digits.
pub(super) fn is_candidate_line(word: &str) -> bool {
    let Some((size, width)) = size_and_width(word.len()).filter(|_| word.is_ascii()) else { return false };
    word.bytes().any(|byte| byte != b'.')
        && characters(word, width).enumerate().all(|(i, text)| {
            let digit = i % size + 1;
            text.bytes().all(|byte| byte == b'.') || text.parse() == Ok(digit) && text.len() == width
        })
}

impl Format for CandidateLine {
    fn name(&self) -> &'static str {
        "candidates"
    }

    fn description(&self) -> &'static str {
        "Sudokus with pencil marks, one a line: 9 characters a cell, `.` for a digit that is removed"
    }

    fn kinds(&self) -> &'static [&'static str] {
        &[SUDOKU]
    }

    fn is_line(&self) -> bool {
        true
    }

    fn sniff(&self, text: &str) -> Sniff {
        let Some((at, line)) = first_word(text) else { return Sniff::More };
        match is_candidate_line(line) {
            true => Sniff::Yes,
            false => Sniff::no(at, "all digits of each cell in one line, 729 characters, with dots for removed ones"),
        }
    }

    fn read(&self, source: &Source, request: &Request<'_>) -> Result<Sheet, Mistakes> {
        read_body(source, request, &[], read)
    }

    fn write(&self, sheet: &Sheet, _settings: &Settings) -> Result<String, Mistakes> {
        let holds = [Feature::Givens, Feature::Candidates];
        let (view, mut out) = View::of(sheet, "a line of candidates", self.kinds(), &holds)?;
        let size = view.sudoku.size;
        if size < 4 {
            out.error(Place::Puzzle, format!("a line of candidates holds boards from size 4 on, not {size}"));
        }
        if out.has_errors() {
            return Err(out);
        }
        let all: Vec<i64> = (1..=size as i64).collect();
        let mut lists = vec![&all[..]; size * size];
        for (cell, digits) in &view.sudoku.candidates {
            lists[cell.row * size + cell.column] = digits;
        }
        let given = view.given_of();
        let mut line = String::new();
        for (list, given) in lists.into_iter().zip(given) {
            for digit in &all {
                match (list.contains(digit) && given.is_none_or(|given| given == *digit), size) {
                    (true, ..=9) => line += &digit.to_string(),
                    (true, _) => line += &format!("{digit:02}"),
                    (false, ..=9) => line.push('.'),
                    (false, _) => line += "..",
                }
            }
        }
        Ok(line + "\n")
    }
}

fn read(text: &str, parts: &mut Parts, out: &mut Mistakes) -> Option<Body> {
    let (start, line) = first_word(text)?;
    let whole = Span { start, end: start + line.len() };
    parts.note(Place::Puzzle, whole);
    let Some((size, width)) = size_and_width(line.len()).filter(|_| line.is_ascii()) else {
        let count = line.chars().count();
        out.error(whole, format!("the line has {count} characters, which make no board"))
            .help("a board of size 9 has 9 for each of its 81 cells, 729 together");
        return None;
    };
    let mut body = Body::new(size);
    for (index, digits) in characters(line, size * width).enumerate() {
        let cell = cell_at(size, index);
        let at = start + index * size * width;
        parts.note(cell, Span { start: at, end: at + digits.len() });
        let mut left = Vec::new();
        for (i, text) in characters(digits, width).enumerate() {
            if text.bytes().all(|byte| byte == b'.') {
                continue;
            }
            let span = Span { start: at + i * width, end: at + (i + 1) * width };
            let expected = i as i64 + 1;
            if text.parse() != Ok(expected) {
                out.error(span, format!("`{text}` stands in the place of {expected} in {cell}"))
                    .help("the digits of a cell stand in order, with dots for those that are removed");
            }
            left.push(expected);
        }
        body.sudoku.candidates.push((cell, left));
    }
    Some(body)
}
