//! Writing the native file in its canonical form: labels in reading order, defaults left out.

use std::fmt::{Display, Write as _};

use super::cages::{Cage, Cages};
use super::drawing::Side;
use super::kind::Kind;
use super::reader::KEYWORDS;
use crate::model::Cell;

/// The size of a board: rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    height: usize,
    width: usize,
}

impl From<usize> for Size {
    fn from(side: usize) -> Self {
        Self { height: side, width: side }
    }
}

impl From<(usize, usize)> for Size {
    fn from((height, width): (usize, usize)) -> Self {
        Self { height, width }
    }
}

/// Writes one puzzle as a native file; the counterpart of [`Reader`](super::Reader), with the same order of calls.
///
/// The first grid that a kind writes stands right under the header; others stand under their names.
#[derive(Debug)]
pub struct Writer<'a> {
    kind: Kind,
    kinds: &'a [&'static str],
    size: Size,
    header: String,
    body: String,
    has_grid: bool,
    /// The section whose lines are being written.
    heading: &'static str,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(kind: Kind, kinds: &'a [&'static str]) -> Self {
        let (header, body) = (kind.name.to_owned(), String::new());
        Self { kind, kinds, size: Size::from(0), header, body, has_grid: false, heading: "" }
    }

    /// The size of the board, a number or rows and columns.
    pub fn header(&mut self, size: impl Into<Size>) -> &mut Self {
        self.size = size.into();
        let Size { height, width } = self.size;
        self.header += &if height == width { format!(" {height}") } else { format!(" {height}x{width}") };
        self
    }

    /// The size of the board, for kinds whose header has none; entries and marks are written by it.
    pub fn board(&mut self, size: impl Into<Size>) -> &mut Self {
        self.size = size.into();
        self
    }

    /// A line that stands right under the header in place of a grid.
    pub fn line(&mut self, text: &str) -> &mut Self {
        self.own_grid();
        self.body += text;
        self.body.push('\n');
        self
    }

    /// The value of an option; nothing is written where it is the default.
    pub fn option(&mut self, name: &str, value: &str) -> &mut Self {
        if !self.kind.options.iter().any(|spec| spec.name == name && spec.default == value) {
            self.header += &format!(" {name}={value}");
        }
        self
    }

    /// A grid of values: the givens. Nothing is written where there are none, unless it is the first grid.
    pub fn values(&mut self, height: usize, width: usize, values: &[(Cell, i64)]) -> &mut Self {
        self.value_grid(Size { height, width }, values, true)
    }

    /// A grid of values of which nothing is written where there are none, even if it is the first grid.
    pub fn givens(&mut self, height: usize, width: usize, values: &[(Cell, i64)]) -> &mut Self {
        self.value_grid(Size { height, width }, values, false)
    }

    fn value_grid(&mut self, size: Size, values: &[(Cell, i64)], demanded: bool) -> &mut Self {
        let own = self.own_grid();
        if own && demanded || !values.is_empty() {
            self.word_grid(if own { "" } else { "givens" }, size, values);
        }
        self
    }

    /// A grid of words that the kind reads itself, `.` where a cell has none. Nothing is written where there are none at
    /// all, unless it is the first grid.
    pub fn words(&mut self, name: &str, height: usize, width: usize, words: &[(Cell, impl Display)]) -> &mut Self {
        let own = self.own_grid();
        if own || !words.is_empty() {
            self.word_grid(if own { "" } else { name }, Size { height, width }, words);
        }
        self
    }

    /// Cages with their targets: a grid of labels and a clue for each, then `cage` lines for the cages that share a
    /// cell with an earlier one.
    pub fn cages(&mut self, height: usize, width: usize, cages: &Cages) -> &mut Self {
        let mut taken = vec![false; height * width];
        let (mut labelled, mut listed): (Vec<&Cage>, Vec<&Cage>) = (Vec::new(), Vec::new());
        for cage in &cages.cages {
            let at = |cell: &Cell| cell.row * width + cell.column;
            if cage.cells.iter().any(|cell| taken[at(cell)]) {
                listed.push(cage);
            } else {
                cage.cells.iter().for_each(|cell| taken[at(cell)] = true);
                labelled.push(cage);
            }
        }
        let labels = self.labels(labelled.len());
        let groups = labelled.iter().map(|cage| &cage.cells[..]);
        self.label_grid("cages", Size { height, width }, groups, &labels);
        for (cage, label) in labelled.iter().zip(&labels) {
            if let Some(clue) = cage.clue {
                let _ = writeln!(self.body, "{label} {clue}");
            }
        }
        for cage in listed {
            let clue = cage.clue.map_or(".".to_owned(), |clue| clue.to_string());
            let _ = writeln!(self.body, "cage {clue}{}", list(&cage.cells));
        }
        self
    }

    /// Regions of a board that is divided into them, in reading order of their first cells.
    pub fn regions(&mut self, height: usize, width: usize, regions: &[Vec<Cell>]) -> &mut Self {
        let labels = self.labels(regions.len());
        self.label_grid("regions", Size { height, width }, regions.iter().map(|cells| &cells[..]), &labels);
        self
    }

    /// The values that cells are allowed, as a grid of their own; nothing where there are none.
    pub fn candidates(&mut self, height: usize, width: usize, candidates: &[(Cell, Vec<i64>)]) -> &mut Self {
        self.mark_grid("candidates", Size { height, width }, candidates)
    }

    /// Lists of cells, each on a line behind this word in the section of this name; those of one section are written one
    /// after another.
    pub fn lists(&mut self, section: &'static str, word: &str, lists: &[Vec<Cell>]) -> &mut Self {
        self.heading(section, !lists.is_empty());
        for cells in lists {
            let _ = writeln!(self.body, "{word}{}", list(cells));
        }
        self
    }

    /// The clues outside the board at one side, with the numbers of their rows or columns, on one line; nothing where there
    /// are none.
    pub fn outside(&mut self, side: Side, clues: &[(usize, i64)]) -> &mut Self {
        if !clues.is_empty() {
            let count = if matches!(side, Side::Top | Side::Bottom) { self.size.width } else { self.size.height };
            let mut texts = vec![".".to_owned(); count];
            clues.iter().for_each(|&(i, clue)| texts[i] = clue.to_string());
            let _ = writeln!(self.body, "{}: {}", side.name(), texts.join(" "));
            self.heading = "";
        }
        self
    }

    /// Lists of numbers, each on a line of a section of this name; `.` where there are none.
    pub fn numbers(&mut self, section: &'static str, lists: &[Vec<i64>]) -> &mut Self {
        self.heading(section, true);
        for numbers in lists {
            let texts: Vec<String> = numbers.iter().map(i64::to_string).collect();
            let _ = writeln!(self.body, "{}", if texts.is_empty() { ".".to_owned() } else { texts.join(" ") });
        }
        self
    }

    /// Pairs of cells with a sign between them.
    pub fn pairs(&mut self, sign: &str, pairs: &[(Cell, Cell)]) -> &mut Self {
        self.heading("pairs", !pairs.is_empty());
        for (a, b) in pairs {
            let _ = writeln!(self.body, "{a} {sign} {b}");
        }
        self
    }

    /// What a player has filled in, as a grid of its own; nothing where that is nothing.
    pub(crate) fn entries(&mut self, entries: &[(Cell, i64)]) -> &mut Self {
        if !entries.is_empty() {
            self.word_grid("entries", self.size, entries);
        }
        self
    }

    /// A player's notes, as a grid of their own; nothing where there are none.
    pub(crate) fn marks(&mut self, marks: &[(Cell, Vec<i64>)]) -> &mut Self {
        self.mark_grid("marks", self.size, marks)
    }

    fn mark_grid(&mut self, name: &str, size: Size, marks: &[(Cell, Vec<i64>)]) -> &mut Self {
        if !marks.is_empty() {
            self.grid(name, size, marks.iter().map(|(cell, values)| (*cell, mark(values))));
        }
        self
    }

    /// Opens a section of lines, if there is something to write that does not follow such lines already.
    fn heading(&mut self, section: &'static str, needed: bool) {
        if needed && std::mem::replace(&mut self.heading, section) != section {
            let _ = writeln!(self.body, "{section}:");
        }
    }

    /// A comment on a line of its own.
    #[cfg(any(test, feature = "testing"))]
    pub(crate) fn comment(&mut self, text: &str) -> &mut Self {
        let _ = writeln!(self.body, "# {text}");
        self
    }

    /// The whole text, with the title under the header.
    pub(crate) fn finish(self, title: Option<&str>) -> String {
        // A title takes one line.
        let title = title.map(|title| title.replace(['\n', '\r'], " "));
        let title = title.map_or(String::new(), |title| format!("title: {}\n", title.trim()));
        format!("{}\n{title}{}", self.header, self.body)
    }

    /// Whether the grid that is about to be written is the first one.
    fn own_grid(&mut self) -> bool {
        !std::mem::replace(&mut self.has_grid, true)
    }

    fn label_grid<'c>(&mut self, name: &str, size: Size, groups: impl Iterator<Item = &'c [Cell]>, labels: &[String]) {
        let name = if self.own_grid() { "" } else { name };
        let texts = groups.zip(labels).flat_map(|(cells, label)| cells.iter().map(move |&cell| (cell, label.clone())));
        self.grid(name, size, texts);
    }

    fn word_grid(&mut self, name: &str, size: Size, words: &[(Cell, impl Display)]) {
        self.grid(name, size, words.iter().map(|(cell, word)| (*cell, word.to_string())));
    }

    /// A grid of texts under its name, columns aligned; a cell without a text is `.`.
    fn grid(&mut self, name: &str, size: Size, texts: impl Iterator<Item = (Cell, String)>) {
        let mut cells = vec![String::from("."); size.height * size.width];
        for (cell, text) in texts {
            cells[cell.row * size.width + cell.column] = text;
        }
        if !name.is_empty() {
            let _ = writeln!(self.body, "{name}:");
        }
        self.heading = "";
        let longest = cells.iter().map(String::len).max().unwrap_or(1);
        for row in cells.chunks(size.width.max(1)) {
            let line: String = row.iter().map(|text| format!("{text:<longest$} ")).collect();
            self.body += line.trim_end();
            self.body.push('\n');
        }
    }

    /// The first labels: A…Z a…z AA AB …, without the words that cannot be labels.
    fn labels(&self, count: usize) -> Vec<String> {
        let allowed = |label: &String| !KEYWORDS.contains(&&label[..]) && !self.kinds.contains(&&label[..]);
        (0..).map(label).filter(allowed).take(count).collect()
    }
}

/// The label with this number: A…Z a…z AA AB … .
fn label(number: usize) -> String {
    const LETTERS: &[u8; 52] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let last = char::from(LETTERS[number % 52]);
    match number / 52 {
        0 => last.to_string(),
        rest => label(rest - 1) + &last.to_string(),
    }
}

/// Cells behind a word, each after a blank.
fn list(cells: &[Cell]) -> String {
    cells.iter().map(|cell| format!(" {cell}")).collect()
}

/// Candidates as a mark: digits run together, or with commas if one has two characters (with one behind a single value,
/// lest it look like two digits); none at all are `-`.
fn mark(values: &[i64]) -> String {
    let texts: Vec<_> = values.iter().map(i64::to_string).collect();
    match &texts[..] {
        [] => "-".to_owned(),
        [single] if single.len() > 1 => format!("{single},"),
        _ => texts.join(if texts.iter().all(|text| text.len() == 1) { "" } else { "," }),
    }
}
