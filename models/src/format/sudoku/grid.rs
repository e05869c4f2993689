//! Sudokus as a grid of rows: bare as in `.sdk` files, with borders as people draw them, or with candidates.

use gridwright::{Extras, Format, Mistakes, Parts, Place, Request, Settings, Sheet, Sniff, Source, Span};

use super::alphabet::{Alphabet, asked, may_stand, read_symbols};
use super::line::characters;
use crate::format::board::{Body, Feature, SUDOKU, View, cell_at, read_body};
use crate::sudoku::Sudoku;

/// A grid of rows, a line each, also known as `.sdk`.
///
/// A row is a character a cell, or a word a cell between blanks; `|` and lines of `-`, `+` and `=` are borders and say
/// nothing. Where some word has several digits they are the candidates of their cell, and a single digit is a given. Comment
/// lines `#D …` or `#C …` above the grid are its title.
#[derive(Clone, Copy, Debug)]
pub struct SdkGrid;

/// The smallest board that is recognised: fewer characters in a line may be anything.
const SMALLEST: usize = 4;

/// The words of a line, and whether each is a cell.
fn words(line: &str) -> (Vec<&str>, bool) {
    let words: Vec<&str> =
        line.split(|c: char| c.is_whitespace() || "|:!".contains(c)).filter(|word| !word.is_empty()).collect();
    let is_cells = words.len() >= SMALLEST && is_words(&words);
    (words, is_cells)
}

/// Whether the words of a line are groups of cells of different lengths, as no box has them.
fn is_ragged(line: &str) -> bool {
    let (words, is_cells) = words(line);
    !is_cells && words.iter().any(|word| word.chars().count() != words[0].chars().count())
}

/// The cells of one line, each with its place; none for a border.
fn row(line: &str, start: usize) -> Vec<(Span, &str)> {
    let inner = line.trim().trim_matches('|');
    if line.chars().all(|c| " \t|+-=:*.".contains(c)) && line.contains(['-', '=']) && !line.contains("..") {
        return Vec::new();
    }
    let place = |part: &str| {
        let at = start + part.as_ptr() as usize - line.as_ptr() as usize;
        Span { start: at, end: at + part.len() }
    };
    let (words, is_cells) = words(inner);
    let cells: Vec<&str> = if is_cells { words } else { words.iter().flat_map(|word| characters(word, 1)).collect() };
    cells.into_iter().map(|cell| (place(cell), cell)).collect()
}

/// Whether words are a cell each, rather than groups of cells: up to nine are single cells or candidates, which stand in
/// order; more may also be cells of two digits, or two blanks.
pub(super) fn is_words(words: &[&str]) -> bool {
    let is_cell = |word: &&str| {
        let digits = word.bytes().all(|byte| byte.is_ascii_digit());
        match words.len() {
            _ if word.chars().count() == 1 => true,
            ..=9 => digits && word.as_bytes().is_sorted_by(|a, b| a < b),
            _ => word.len() == 2 && (digits || !word.contains(|c: char| c.is_ascii_alphanumeric())),
        }
    };
    words.iter().all(is_cell)
}

/// The rows of a text, borders left out.
fn rows(text: &str) -> Vec<Vec<(Span, &str)>> {
    let mut start = 0;
    let mut rows = Vec::new();
    for raw in text.split_inclusive('\n') {
        let line = raw.trim_end();
        if !line.trim_start().starts_with('#') && !line.trim().is_empty() {
            let cells = row(line, start);
            if !cells.is_empty() {
                rows.push(cells);
            }
        }
        start += raw.len();
    }
    rows
}

impl Format for SdkGrid {
    fn name(&self) -> &'static str {
        "sdk"
    }

    fn description(&self) -> &'static str {
        "a Sudoku as a grid of rows, with borders or without, of digits or of candidates; also .sdk"
    }

    fn kinds(&self) -> &'static [&'static str] {
        &[SUDOKU]
    }

    fn extras(&self) -> Extras {
        Extras { title: true, ..Extras::default() }
    }

    fn sniff(&self, text: &str) -> Sniff {
        let rows = rows(text);
        let Some(first) = rows.first() else { return Sniff::More };
        let at = first[0].0.start;
        let no = |at: usize| Sniff::no(at, "a row of a Sudoku, such as 9 digits and dots");
        let size = first.len();
        if !(SMALLEST..=*Sudoku::SIZES.end()).contains(&size) {
            return no(at);
        }
        if text[at..].lines().next().is_some_and(is_ragged) {
            return no(at);
        }
        for (span, cell) in rows.iter().flatten() {
            if !cell.chars().all(|c| may_stand(c, size)) {
                return no(span.start);
            }
        }
        // Lines of 16 and 36 characters are rather small boards, unless some cell is too large for these.
        let large = |(_, cell): &(Span, &str)| match cell.parse::<usize>() {
            Ok(digit) => digit * digit > size,
            Err(_) => cell.starts_with(|c: char| c.is_ascii_alphabetic()),
        };
        if [16, 36].contains(&size) && !rows.iter().flatten().any(large) {
            let whole = rows.len() >= size || rows.iter().any(|row| row.len() != size);
            return if whole { no(at) } else { Sniff::More };
        }
        match rows.get(1) {
            None => Sniff::More,
            Some(second) if second.len().abs_diff(size) <= 1 => Sniff::Yes,
            Some(second) => no(second[0].0.start),
        }
    }

    fn continues(&self, lines: &str, next: &str) -> bool {
        self.goes_on(lines, next, &mut [0; 2])
    }

    /// What is known is how many bytes were looked at, and, once there is a row, one more than how many are still to come.
    fn goes_on(&self, lines: &str, next: &str, known: &mut [usize; 2]) -> bool {
        let [seen, left] = known;
        let new = rows(&lines[*seen..]);
        *seen = lines.len();
        if let (0, Some(first)) = (*left, new.first()) {
            *left = first.len() + 1;
        }
        if *left > 0 {
            *left = left.saturating_sub(new.len()).max(1);
        }
        // The lower border belongs to the grid.
        *left != 1 || next.contains(['-', '=', '+']) && row(next, 0).is_empty()
    }

    fn read(&self, source: &Source, request: &Request<'_>) -> Result<Sheet, Mistakes> {
        let title = source.comments().lines().find_map(|line| {
            let line = line.trim_start_matches('#');
            line.strip_prefix(['D', 'C']).filter(|rest| rest.starts_with([' ', ':'])).map(|rest| rest[1..].trim())
        });
        let sheet =
            read_body(source, request, &["alphabet"], |text, parts, out| read(text, request.settings, parts, out))?;
        Ok(Sheet { title: title.map(str::to_owned), ..sheet })
    }

    fn write(&self, sheet: &Sheet, settings: &Settings) -> Result<String, Mistakes> {
        let holds = [Feature::Givens, Feature::Candidates];
        let (view, mut out) = View::of(sheet, "a grid of digits", self.kinds(), &holds)?;
        let size = view.sudoku.size;
        let Some(alphabet) = asked(settings, &mut out) else { return Err(out) };
        let alphabet = alphabet.unwrap_or(Alphabet::usual(size));
        if size < SMALLEST {
            out.error(Place::Puzzle, format!("a grid of digits holds boards from size {SMALLEST} on, not {size}"));
        }
        let marked = !view.sudoku.candidates.is_empty();
        if marked && size > 9 {
            out.error(view.sudoku.candidates[0].0, "a grid of digits holds candidates up to size 9");
        }
        if let Some((cell, _)) = view.sudoku.candidates.iter().find(|(_, digits)| digits.is_empty()) {
            out.error(*cell, format!("a grid of digits cannot hold {cell}, which has no candidate"));
        }
        if out.has_errors() {
            return Err(out);
        }
        let all: String = (1..=size.min(9)).map(|digit| digit.to_string()).collect();
        let empty = if marked { all } else { alphabet.blank().to_owned() };
        let symbol = |digit: i64| alphabet.symbol(digit);
        let mut cells: Vec<Option<String>> =
            view.given_of().into_iter().map(|given| given.map_or(Some(empty.clone()), symbol)).collect();
        for (cell, digits) in &view.sudoku.candidates {
            cells[cell.row * size + cell.column] = Some(digits.iter().map(i64::to_string).collect());
        }
        let Some(cells) = cells.into_iter().collect::<Option<Vec<String>>>() else {
            out.error(Place::Puzzle, "the alphabet has too few digits for this board");
            return Err(out);
        };
        let width = cells.iter().map(String::len).max().unwrap_or(1);
        let mut text =
            sheet.title.as_ref().map_or(String::new(), |title| format!("#D {}\n", title.replace(['\n', '\r'], " ")));
        for row in cells.chunks(size) {
            let line: Vec<String> = row.iter().map(|cell| format!("{cell:<width$}")).collect();
            text += line.join(if width > 1 { " " } else { "" }).trim_end();
            text.push('\n');
        }
        Ok(text)
    }
}

fn read(text: &str, settings: &Settings, parts: &mut Parts, out: &mut Mistakes) -> Option<Body> {
    let alphabet = asked(settings, out)?;
    let rows = rows(text);
    let whole = |cells: &[(Span, &str)]| Span { start: cells[0].0.start, end: cells[cells.len() - 1].0.end };
    let first = rows.first()?;
    parts.note(Place::Puzzle, whole(first));
    let size = first.len();
    for (i, row) in rows.iter().enumerate() {
        if row.len() != size {
            out.error(whole(row), format!("row {} has {} cells, not {size} as the first", i + 1, row.len()));
        }
    }
    if rows.len() != size {
        out.error(whole(&rows[rows.len() - 1]), format!("the grid has {} of its {size} rows", rows.len()));
    }
    if !Sudoku::SIZES.contains(&size) {
        out.error(whole(first), format!("a row of {size} cells")).help("boards go up to size 36");
    }
    if out.has_errors() {
        return None;
    }
    let cells: Vec<(Span, &str)> = rows.concat();
    let mut body = Body::new(size);
    // Up to size 9 a word of several digits is the candidates of its cell, and beyond it is one digit.
    let is_marked = |index: &usize| size <= 9 && cells[*index].1.len() > 1;
    let (marked, plain): (Vec<usize>, Vec<usize>) = (0..cells.len()).partition(is_marked);
    let symbols: Vec<&str> = plain.iter().map(|&index| cells[index].1).collect();
    let values = read_symbols(text, &symbols, size, alphabet).map_err(|(span, message, help)| {
        out.error(span, message).help(help);
    });
    for (index, (span, _)) in cells.iter().enumerate() {
        parts.note(cell_at(size, index), *span);
    }
    for (&index, value) in plain.iter().zip(values.ok()?) {
        body.sudoku.givens.extend(value.map(|value| (cell_at(size, index), value)));
    }
    for index in marked {
        let (span, text) = cells[index];
        let digits: Option<Vec<i64>> = text.chars().map(|c| c.to_digit(10).map(i64::from)).collect();
        match digits {
            Some(digits) => body.sudoku.candidates.push((cell_at(size, index), digits)),
            None => {
                out.error(span, format!("`{text}` is neither a cell nor its candidates"));
            }
        }
    }
    Some(body)
}
