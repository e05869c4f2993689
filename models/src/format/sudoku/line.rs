//! Sudokus in one line each: the cells in reading order, 81 characters for a board of size 9.

use gridwright::{Extras, Format, Mistakes, Parts, Place, Request, Settings, Sheet, Sniff, Source, Span};

use super::alphabet::{Alphabet, asked, may_stand, read_symbols};
use super::candidates::is_candidate_line;
use super::grid::is_words;
use super::jigsaw::is_jigsaw;
use super::size_of;
use crate::format::board::{Body, Feature, SUDOKU, View, cell_at, read_body};
use crate::format::first_line;

/// Sudokus in one line each, also known as `.sdm`.
///
/// A line is all cells in reading order; one of `. 0 * _ - ? X` or a blank is an empty cell. Cells may have blanks, tabs or
/// commas between them. What stands behind the board, after a blank, a comma or a semicolon, is its title. Boards beyond size 9
/// use letters or two decimal digits a cell: see `--alphabet`.
#[derive(Clone, Copy, Debug)]
pub struct SudokuLine;

/// The numbers of cells by which a line is recognised: other squares are hardly Sudokus.
const KNOWN: [usize; 12] = [16, 36, 64, 81, 100, 144, 225, 256, 400, 576, 625, 1296];

/// The cells of a line, each with its place, and what follows them.
struct Cells<'a> {
    symbols: Vec<(Span, &'a str)>,
    rest: &'a str,
}

impl Format for SudokuLine {
    fn name(&self) -> &'static str {
        "line"
    }

    fn description(&self) -> &'static str {
        "Sudokus, one a line: all cells in reading order, `.` or `0` an empty one; also .sdm"
    }

    fn kinds(&self) -> &'static [&'static str] {
        &[SUDOKU]
    }

    fn extras(&self) -> Extras {
        Extras { title: true, ..Extras::default() }
    }

    fn is_line(&self) -> bool {
        true
    }

    fn sniff(&self, text: &str) -> Sniff {
        let Some((start, line)) = first_line(text) else { return Sniff::More };
        let Cells { symbols, rest } = cells(line, start, None);
        let no = |at: usize| Sniff::no(at, "the cells of a Sudoku in one line, such as 81 digits and dots");
        let wide = symbols.iter().any(|(_, symbol)| symbol.len() > 1);
        let size = if symbols.len() > 100 { 36 } else { 9 };
        let strange = |(_, symbol): &&(Span, &str)| !symbol.chars().all(|c| may_stand(c, size) || c == ' ');
        if let Some((span, _)) = symbols.iter().find(strange) {
            return no(span.start);
        }
        let end = symbols.last().map_or(start, |(span, _)| span.end);
        let word: String = symbols.iter().map(|(_, symbol)| *symbol).collect();
        if is_candidate_line(&word) || is_jigsaw(&word) || rest.len() == 162 && rest.bytes().all(|b| b.is_ascii_digit())
        {
            return no(end);
        }
        let count = symbols.len();
        let small =
            |size: i64| symbols.iter().all(|(_, s)| s.parse().is_ok_and(|v: i64| v <= size) || may_stand_blank(s));
        match count {
            // Rows of larger boards have these lengths too, with larger digits.
            16 if !small(4) => no(start),
            36 if !small(6) => no(start),
            _ if KNOWN.contains(&count) => Sniff::Yes,
            // Two characters a cell.
            _ if !wide && count > 162 && count.is_multiple_of(2) && KNOWN.contains(&(count / 2)) => Sniff::Yes,
            // A cell lost or typed twice is a mistake in a line, not another format.
            72..=90 if !wide => Sniff::Yes,
            _ => no(end),
        }
    }

    fn read(&self, source: &Source, request: &Request<'_>) -> Result<Sheet, Mistakes> {
        read_body(source, request, &["alphabet"], |text, parts, out| read(text, request.settings, parts, out))
    }

    fn write(&self, sheet: &Sheet, settings: &Settings) -> Result<String, Mistakes> {
        let (view, mut out) = View::of(sheet, "a line of digits", self.kinds(), &[Feature::Givens])?;
        let size = view.sudoku.size;
        let Some(alphabet) = asked(settings, &mut out) else { return Err(out) };
        let alphabet = alphabet.unwrap_or(Alphabet::usual(size));
        let mut line = String::new();
        for given in view.given_of() {
            match given.map(|digit| alphabet.symbol(digit)) {
                None => line += alphabet.blank(),
                Some(Some(symbol)) => line += &symbol,
                Some(None) => {
                    out.error(Place::Puzzle, "the alphabet has too few digits for this board");
                    return Err(out);
                }
            }
        }
        let title =
            sheet.title.as_ref().map_or(String::new(), |title| format!(" {}", title.replace(['\n', '\r'], " ")));
        if out.has_errors() { Err(out) } else { Ok(format!("{line}{title}\n")) }
    }
}

fn may_stand_blank(symbol: &str) -> bool {
    symbol.trim().is_empty() || !symbol.starts_with(|c: char| c.is_ascii_alphanumeric())
}

/// Cuts a line, which starts at this byte, into its cells and what follows them.
fn cells(line: &str, start: usize, alphabet: Option<Alphabet>) -> Cells<'_> {
    let span = |part: &str| {
        let at = start + part.as_ptr() as usize - line.as_ptr() as usize;
        Span { start: at, end: at + part.len() }
    };
    let with_place = |part| (span(part), part);
    // Blanks for empty cells: the line as a whole is the board.
    let is_digit_or_blank = |c: char| c == ' ' || c.is_ascii_digit();
    let square = size_of(line.len()).is_some_and(|size| KNOWN.contains(&(size * size)));
    // A row of candidates may be as long.
    let words: Vec<&str> = line.split(' ').filter(|word| !word.is_empty()).collect();
    let candidates = words.len() <= 9 && is_words(&words);
    if square && line.contains(' ') && line.chars().all(is_digit_or_blank) && !candidates {
        return Cells { symbols: characters(line, 1).map(with_place).collect(), rest: "" };
    }
    // A cell a field.
    for separator in ['\t', ',', ' '] {
        let fields: Vec<&str> = match separator {
            ' ' => line.split_whitespace().collect(),
            _ => line.split(separator).map(str::trim).collect(),
        };
        if KNOWN.contains(&fields.len()) && fields.iter().all(|field| field.len() <= 2) {
            return Cells { symbols: fields.into_iter().map(with_place).collect(), rest: "" };
        }
    }
    let line = line.trim();
    let end = line.find([' ', '\t', ',', ';']).unwrap_or(line.len());
    let (word, rest) = line.split_at(end);
    let width = alphabet.map_or(1, Alphabet::width);
    Cells {
        symbols: characters(word, width).map(with_place).collect(),
        rest: rest.trim_start_matches([',', ';']).trim(),
    }
}

/// The characters of a word, so many at a time.
pub(super) fn characters(word: &str, width: usize) -> impl Iterator<Item = &str> {
    let starts: Vec<usize> = word.char_indices().map(|(at, _)| at).step_by(width).chain([word.len()]).collect();
    (1..starts.len()).map(move |i| &word[starts[i - 1]..starts[i]])
}

fn read(text: &str, settings: &Settings, parts: &mut Parts, out: &mut Mistakes) -> Option<Body> {
    let (start, line) = first_line(text)?;
    let alphabet = asked(settings, out)?;
    let mut found = cells(line, start, alphabet);
    let doubled = found.symbols.len() > 162 && size_of(found.symbols.len()).is_none();
    if alphabet.is_none() && doubled && size_of(found.symbols.len() / 2).is_some() {
        found = cells(line, start, Some(Alphabet::Decimal));
    }
    let count = found.symbols.len();
    let whole = Span { start: found.symbols.first()?.0.start, end: found.symbols[count - 1].0.end };
    parts.note(Place::Puzzle, whole);
    let Some(size) = size_of(count) else {
        let help = "a board of size 9 has 81, one of size 6 has 36, one of size 16 has 256";
        out.error(whole, format!("the line has {count} cells, which make no board")).help(help);
        return None;
    };
    let mut body = Body::new(size);
    body.title = Some(found.rest.to_owned());
    match read_symbols(&found.symbols, size, alphabet) {
        Ok(values) => {
            for (index, value) in values.into_iter().enumerate() {
                let cell = cell_at(size, index);
                if let Some(value) = value {
                    parts.note(cell, found.symbols[index].0);
                    body.sudoku.givens.push((cell, value));
                }
            }
            Some(body)
        }
        Err((span, message, help)) => {
            out.error(span, message).help(help);
            None
        }
    }
}
