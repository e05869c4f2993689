//! Jigsaw Sudokus in one line each: the cells in reading order, then a character for the region of each.

use gridwright::{Format, Mistakes, Parts, Place, Request, Settings, Sheet, Sniff, Source, Span};

use super::alphabet::{Alphabet, asked, read_symbols};
use super::line::characters;
use super::size_of;
use crate::format::board::{Body, Feature, SUDOKU, View, cell_at, groups, read_body};
use crate::format::{first_word, span_in};
use crate::sudoku::Regions;

/// Jigsaw Sudokus in one line each: 81 characters for the givens and 81 for the regions, the same character for the cells
/// of one.
#[derive(Clone, Copy, Debug)]
pub struct JigsawLine;

/// The size of the board if a line has as many characters as such a line has.
fn size(word: &str) -> Option<usize> {
    let length = word.len();
    (length.is_multiple_of(2) && word.is_ascii()).then(|| size_of(length / 2)).flatten()
}

/// Whether a word is such a line: in its second half as many characters as rows, each as often.
pub(super) fn is_jigsaw(word: &str) -> bool {
    let Some(size) = size(word).filter(|&size| size >= 4) else { return false };
    let regions = &word.as_bytes()[word.len() / 2..];
    regions.iter().all(|region| regions.iter().filter(|other| *other == region).count() == size)
}

impl Format for JigsawLine {
    fn name(&self) -> &'static str {
        "jigsaw"
    }

    fn description(&self) -> &'static str {
        "jigsaw Sudokus, one a line: 81 characters for the cells, then 81 for their regions"
    }

    fn kinds(&self) -> &'static [&'static str] {
        &[SUDOKU]
    }

    fn is_line(&self) -> bool {
        true
    }

    fn sniff(&self, text: &str) -> Sniff {
        let Some((start, word)) = first_word(text) else { return Sniff::More };
        match is_jigsaw(word) {
            true => Sniff::Yes,
            false => Sniff::no(
                start + word.len() / 2,
                "81 cells, then 81 characters for their regions, each character 9 times",
            ),
        }
    }

    fn read(&self, source: &Source, request: &Request<'_>) -> Result<Sheet, Mistakes> {
        read_body(source, request, &["alphabet"], |text, parts, out| read(text, request.settings, parts, out))
    }

    fn write(&self, sheet: &Sheet, _settings: &Settings) -> Result<String, Mistakes> {
        let holds = [Feature::Givens, Feature::Boxes, Feature::Regions];
        let (view, mut out) = View::of(sheet, "a jigsaw line", self.kinds(), &holds)?;
        let size = view.sudoku.size;
        if !(4..=35).contains(&size) {
            out.error(Place::Puzzle, format!("a jigsaw line holds boards of size 4 to 35, not {size}"));
        }
        if out.has_errors() {
            return Err(out);
        }
        let symbol = |value: i64| Alphabet::Usual.symbol(value).unwrap_or_default();
        let cells = view.given_of().into_iter().map(|given| given.map_or(".".to_owned(), symbol));
        let regions = view.region_of().into_iter().flatten().map(|region| symbol(region as i64 + 1));
        Ok(cells.chain(regions).collect::<String>() + "\n")
    }
}

fn read(text: &str, settings: &Settings, parts: &mut Parts, out: &mut Mistakes) -> Option<Body> {
    let (start, word) = first_word(text)?;
    let alphabet = asked(settings, out)?;
    let whole = Span { start, end: start + word.len() };
    parts.note(Place::Puzzle, whole);
    let Some(size) = size(word) else {
        out.error(whole, format!("the line has {} characters, which make no board", word.chars().count()))
            .help("a board of size 9 has 81 cells and 81 regions, 162 together");
        return None;
    };
    let (cells, regions) = word.split_at(word.len() / 2);
    let symbols: Vec<&str> = characters(cells, 1).collect();
    let values = read_symbols(text, &symbols, size, alphabet).map_err(|(span, message, help)| {
        out.error(span, message).help(help);
    });
    let mut body = Body::new(size);
    for (index, value) in values.ok()?.into_iter().enumerate() {
        let cell = cell_at(size, index);
        parts.note(cell, span_in(text, symbols[index]));
        body.sudoku.givens.extend(value.map(|value| (cell, value)));
    }
    let owners: Vec<_> = regions.bytes().map(Some).collect();
    let regions = groups(size, &owners).into_iter().map(|(_, cells)| cells).collect();
    body.sudoku.regions = Regions::of(size, regions);
    Some(body)
}
