//! Sudokus in one line each: the cells in reading order, 81 characters for a board of size 9.

use gridwright::{Extras, Format, Mistakes, Parts, Place, Request, Settings, Sheet, Sniff, Source};

use super::alphabet::{Alphabet, asked, may_stand, read_symbols, stretch};
use super::candidates::is_candidate_line;
use super::grid::is_words;
use super::jigsaw::is_jigsaw;
use super::size_of;
use crate::format::board::{Body, Feature, SUDOKU, View, cell_at, read_body};
use crate::format::{first_line, span_in};

/// Sudokus in one line each, also known as `.sdm`.
///
/// A line is all cells in reading order; one of `. 0 * _ - ? X` or a blank is an empty cell. Cells may have blanks, tabs or
/// commas between them. What stands behind the board, after a blank, a comma or a semicolon, is its title. Boards beyond size 9
/// use letters or two decimal digits a cell: see `--alphabet`.
#[derive(Clone, Copy, Debug)]
pub struct SudokuLine;

/// The numbers of cells by which a line is recognised: other squares are hardly Sudokus.
const KNOWN: [usize; 12] = [16, 36, 64, 81, 100, 144, 225, 256, 400, 576, 625, 1296];

/// The cells of a line, and what follows them.
struct Cells<'a> {
    symbols: Vec<&'a str>,
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
        let Cells { symbols, rest } = cells(line, None);
        let no = |at: usize| Sniff::no(at, "the cells of a Sudoku in one line, such as 81 digits and dots");
        let wide = symbols.iter().any(|symbol| symbol.len() > 1);
        let size = if symbols.len() > 100 { 36 } else { 9 };
        if let Some(strange) = symbols.iter().find(|symbol| !symbol.chars().all(|c| may_stand(c, size) || c == ' ')) {
            return no(span_in(text, strange).start);
        }
        let end = symbols.last().map_or(start, |symbol| span_in(text, symbol).end);
        let word = symbols.concat();
        if is_candidate_line(&word) || is_jigsaw(&word) || rest.len() == 162 && rest.bytes().all(|b| b.is_ascii_digit())
        {
            return no(end);
        }
        let count = symbols.len();
        let small = |size: i64| symbols.iter().all(|s| s.parse().is_ok_and(|v: i64| v <= size) || may_stand_blank(s));
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
        if let Some(title) = &sheet.title {
            let title = title.replace(['\n', '\r'], " ");
            let spaced = format!("{line} {title}");
            // A small board and numbers could be cells of a larger one.
            let is_board = is_spaced(&spaced) || fields(&spaced).is_some();
            line = if is_board { format!("{line};{title}") } else { spaced };
        }
        if out.has_errors() { Err(out) } else { Ok(line + "\n") }
    }
}

fn may_stand_blank(symbol: &str) -> bool {
    symbol.trim().is_empty() || !symbol.starts_with(|c: char| c.is_ascii_alphanumeric())
}

/// Cuts a line into its cells and what follows them.
fn cells(line: &str, alphabet: Option<Alphabet>) -> Cells<'_> {
    // Blanks for empty cells: the line as a whole is the board.
    if is_spaced(line) {
        return Cells { symbols: characters(line, 1).collect(), rest: "" };
    }
    if let Some(symbols) = fields(line) {
        return Cells { symbols, rest: "" };
    }
    let line = line.trim();
    let end = line.bytes().position(|byte| b" \t,;".contains(&byte)).unwrap_or(line.len());
    let (word, rest) = line.split_at(end);
    let symbols = characters(word, alphabet.map_or(1, Alphabet::width)).collect();
    Cells { symbols, rest: title(rest) }
}

/// What follows a board, without what parts the two.
fn title(rest: &str) -> &str {
    rest.trim_start_matches([',', ';']).trim()
}

/// Whether the characters of a line are the cells of a board of which some are blanks.
fn is_spaced(line: &str) -> bool {
    let square = size_of(line.len()).is_some_and(|size| KNOWN.contains(&(size * size)));
    let is_board = || line.contains(' ') && line.bytes().all(|byte| byte == b' ' || byte.is_ascii_digit());
    // A row of candidates may be as long.
    let is_candidates = || {
        let words: Vec<&str> = line.split(' ').filter(|word| !word.is_empty()).collect();
        words.len() <= 9 && is_words(&words)
    };
    square && is_board() && !is_candidates()
}

/// The fields of a line that holds a cell in each, of two characters at most.
fn fields(line: &str) -> Option<Vec<&str>> {
    // Most lines hold a board without gaps.
    let is_solid = |first: &[u8; 3]| first.iter().all(|byte| byte.is_ascii_graphic() && *byte != b',');
    if line.trim_start().as_bytes().first_chunk().is_some_and(is_solid) {
        return None;
    }
    let split = |separator: char| line.split(separator).map(str::trim).collect();
    let mut ways = [split('\t'), split(','), line.split_whitespace().collect::<Vec<_>>()].into_iter();
    ways.find(|fields| KNOWN.contains(&fields.len()) && fields.iter().all(|field| field.len() <= 2))
}

/// The characters of a word, so many at a time.
pub(super) fn characters(word: &str, width: usize) -> impl Iterator<Item = &str> {
    let starts = word.char_indices().map(|(at, _)| at).step_by(width);
    let ends = starts.clone().skip(1).chain([word.len()]);
    starts.zip(ends).map(|(start, end)| &word[start..end])
}

/// A line that is read at a glance, as most are: up to size 9, a character a cell, all empty cells alike, and nothing before
/// the board. Its cells, and what follows them; `None` for all other lines, those with a mistake included.
fn plain(line: &str) -> Option<(&str, &str)> {
    let (mut largest, mut blank, mut end) = (0, None, line.len());
    for (at, byte) in line.bytes().enumerate() {
        match byte {
            b'1'..=b'9' => largest = largest.max(byte - b'0'),
            b' ' | b'\t' | b',' | b';' => {
                end = at;
                break;
            }
            b'.' | b'0' | b'*' | b'_' | b'-' | b'?' if *blank.get_or_insert(byte) == byte => {}
            _ => return None,
        }
    }
    // A shorter word may be the first of many fields.
    let fits = size_of(end).is_some_and(|size| (usize::from(largest)..=9).contains(&size) && size > 1);
    (fits && !is_spaced(line)).then(|| (&line[..end], title(&line[end..])))
}

fn read(text: &str, settings: &Settings, parts: &mut Parts, out: &mut Mistakes) -> Option<Body> {
    let (_, line) = first_line(text)?;
    let alphabet = asked(settings, out)?;
    if let Some((word, rest)) = plain(line).filter(|_| matches!(alphabet, None | Some(Alphabet::Usual))) {
        parts.note(Place::Puzzle, span_in(text, word));
        let digits = word.bytes().enumerate().filter(|(_, byte)| matches!(byte, b'1'..=b'9'));
        let givens = digits.map(|(at, byte)| (at, (byte - b'0').into(), &word[at..=at]));
        return Some(body(text, word.len().isqrt(), rest, givens, parts));
    }
    let mut found = cells(line, alphabet);
    let doubled = found.symbols.len() > 162 && size_of(found.symbols.len()).is_none();
    if alphabet.is_none() && doubled && size_of(found.symbols.len() / 2).is_some() {
        found = cells(line, Some(Alphabet::Decimal));
    }
    let Cells { symbols, rest } = found;
    let count = symbols.len();
    if count == 0 {
        return None;
    }
    let whole = stretch(text, &symbols);
    parts.note(Place::Puzzle, whole);
    let Some(size) = size_of(count) else {
        let help = "a board of size 9 has 81, one of size 6 has 36, one of size 16 has 256";
        out.error(whole, format!("the line has {count} cells, which make no board")).help(help);
        return None;
    };
    match read_symbols(text, &symbols, size, alphabet) {
        Ok(values) => {
            let cells = values.iter().zip(&symbols).enumerate();
            let givens = cells.filter_map(|(index, (value, symbol))| Some((index, (*value)?, *symbol)));
            Some(body(text, size, rest, givens, parts))
        }
        Err((span, message, help)) => {
            out.error(span, message).help(help);
            None
        }
    }
}

/// A board with these givens: the number of the cell, the digit, and how it is written.
fn body<'a>(
    text: &str,
    size: usize,
    rest: &str,
    givens: impl Iterator<Item = (usize, i64, &'a str)> + Clone,
    parts: &mut Parts,
) -> Body {
    let mut body = Body::new(size);
    body.title = Some(rest.to_owned());
    let count = givens.clone().count();
    body.sudoku.givens.reserve(count);
    parts.reserve(count);
    for (index, digit, symbol) in givens {
        let cell = cell_at(size, index);
        parts.note(cell, span_in(text, symbol));
        body.sudoku.givens.push((cell, digit));
    }
    body
}
