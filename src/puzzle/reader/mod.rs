//! Reading the native file: the header and the sections; what the sections hold is in [`grid`] and [`cages`].

mod cages;
mod grid;

use std::collections::HashSet;
use std::ops::RangeInclusive;

use super::Puzzle;
use super::kind::{Kind, Options, Settings};
use super::mistake::{Mistakes, Parts, Place, Span, settle};
use super::registry::AnyPuzzle;
use super::sheet::Sheet;
use super::source::{Line, Source, Token};
use crate::model::Cell;

/// The words that open a line or a section and therefore are no labels.
pub(super) const KEYWORDS: [&str; 17] = [
    "bottom",
    "cage",
    "cages",
    "candidates",
    "cells",
    "columns",
    "entries",
    "givens",
    "left",
    "lines",
    "marks",
    "pairs",
    "regions",
    "right",
    "rows",
    "title",
    "top",
];

/// Reads one puzzle from its native file, and collects what is wrong with it.
///
/// A kind asks for what it knows: the size, then grids, cages or pairs. The first grid that it asks for is the one that
/// stands right under the header; others stand under their names. Mistakes do not stop the reading: what cannot be read
/// is left out, and [`finish`](Self::finish) reports all of them together.
#[derive(Debug)]
pub struct Reader<'a> {
    kind: Kind,
    /// The names of all kinds, which are no labels.
    kinds: &'a [&'static str],
    header: Line<'a>,
    options: Options,
    title: Option<String>,
    /// The lines under the header, then the named sections.
    sections: Vec<Section<'a>>,
    /// The names of the sections.
    headings: HashSet<&'a str>,
    cage_lines: Vec<Line<'a>>,
    /// The names of the sections that were asked for.
    asked: Vec<&'static str>,
    /// What lines the sections may hold whose lines stand for themselves, by example.
    forms: Vec<(&'static str, String)>,
    board: Option<(usize, usize)>,
    entries: Vec<(Cell, i64)>,
    marks: Vec<(Cell, Vec<i64>)>,
    mistakes: Mistakes,
    parts: Parts,
    /// Where the parts stand that could not be read.
    unread: HashSet<Span>,
    /// Whether so much is missing that the puzzle's own check would only repeat it.
    broken: bool,
}

/// A section: its name and the lines that nobody has read yet.
#[derive(Debug)]
struct Section<'a> {
    name: &'a str,
    heading: Span,
    lines: Vec<Line<'a>>,
}

impl<'a> Reader<'a> {
    /// Cuts the text into sections and reads the options.
    pub(super) fn new(kind: Kind, source: &'a Source, kinds: &'a [&'static str], settings: &Settings) -> Self {
        let mut lines = source.lines().into_iter();
        let header = lines.next().unwrap_or_default();
        let mut reader = Self {
            kind,
            kinds,
            options: Options::defaults(&kind),
            title: None,
            sections: vec![Section { name: "", heading: header.span(), lines: Vec::new() }],
            headings: HashSet::from([""]),
            cage_lines: Vec::new(),
            asked: Vec::new(),
            forms: Vec::new(),
            board: None,
            entries: Vec::new(),
            marks: Vec::new(),
            mistakes: Mistakes::new(),
            parts: Parts::new(),
            unread: HashSet::new(),
            broken: false,
            header,
        };
        reader.parts.note(Place::Puzzle, reader.header.span());
        lines.for_each(|line| reader.sort_in(line));
        reader.read_options(settings);
        reader
    }

    /// Puts a line where it belongs: the title, the `cage` lines, a section.
    fn sort_in(&mut self, line: Line<'a>) {
        let first = line.tokens[0];
        if first.text == "cage" {
            self.cage_lines.push(line);
        } else if let Some(title) = line.raw.text.strip_prefix("title:") {
            if self.title.is_some() {
                self.mistakes.error(first.span, "the puzzle has two titles");
            }
            self.title = Some(title.trim().to_owned());
        } else if let Some(name) = first.text.strip_suffix(':') {
            if !self.headings.insert(name) {
                self.mistakes.error(first.span, format!("section `{name}:` stands twice"));
            }
            let rest = Line { tokens: line.tokens[1..].to_vec(), ..line };
            let lines = if rest.tokens.is_empty() { Vec::new() } else { vec![rest] };
            self.sections.push(Section { name, heading: first.span, lines });
        } else {
            self.sections.last_mut().expect("the first section is always there").lines.push(line);
        }
    }

    fn read_options(&mut self, settings: &Settings) {
        let mut seen = HashSet::new();
        // The kind and, unless it is an option already, the size come first.
        let size = usize::from(self.header.tokens.get(1).is_some_and(|token| !token.text.contains('=')));
        for token in self.header.tokens.iter().skip(1 + size) {
            let Some((key, value)) = token.text.split_once('=') else {
                let help = "after kind and size a header holds options, each written key=value";
                self.mistakes.error(token.span, format!("`{}` is no option", token.text)).help(help);
                continue;
            };
            if !seen.insert(key) {
                self.mistakes.error(token.span, format!("option {key} is given twice"));
            }
            if let Some(name) = self.options.set(&self.kind, key, value, token.span.into(), &mut self.mistakes) {
                self.parts.note(Place::Option(name), token.span);
            }
        }
        for (key, value) in settings {
            self.options.set(&self.kind, key, value, Place::Puzzle, &mut self.mistakes);
        }
    }

    /// The size of a square board. One that is missing, no number or outside the range is a mistake, and then nothing
    /// else is read.
    pub fn size(&mut self, sides: RangeInclusive<usize>) -> usize {
        let help = format!("a size is a number from {} to {}", sides.start(), sides.end());
        let (height, width) = self.read_size(&sides, &sides, help);
        if height != width {
            let help = format!("write `{} {height}`", self.kind.name);
            self.size_mistake(format!("a {} is square, not {height}x{width}", self.kind.name), help);
        }
        height
    }

    /// The size of a board that need not be square: rows and columns. One that is missing, no number or outside the
    /// ranges is a mistake, and then nothing else is read.
    pub fn sizes(&mut self, rows: RangeInclusive<usize>, columns: RangeInclusive<usize>) -> (usize, usize) {
        let help = format!(
            "a size is ROWSxCOLUMNS, or a number for as many of both, from {}x{} to {}x{}",
            rows.start(),
            columns.start(),
            rows.end(),
            columns.end()
        );
        self.read_size(&rows, &columns, help)
    }

    fn read_size(
        &mut self,
        rows: &RangeInclusive<usize>,
        columns: &RangeInclusive<usize>,
        help: String,
    ) -> (usize, usize) {
        let least = (*rows.start(), *columns.start());
        let Some(token) = self.header.tokens.get(1).filter(|token| !token.text.contains('=')) else {
            self.size_mistake(format!("the {} has no size", self.kind.name), help);
            return least;
        };
        let (height, width) = token.text.split_once('x').unwrap_or((token.text, token.text));
        match (whole(height), whole(width)) {
            (Some(height), Some(width)) if rows.contains(&height) && columns.contains(&width) => {
                self.board = Some((height, width));
                (height, width)
            }
            (None, _) | (_, None) => {
                self.size_mistake(format!("`{}` is no size", token.text), help);
                least
            }
            _ => {
                self.size_mistake(format!("size {} is out of range", token.text), help);
                least
            }
        }
    }

    fn size_mistake(&mut self, message: String, help: String) {
        let token = self.header.tokens.get(1).or(self.header.tokens.first());
        let place = token.map_or(Place::Puzzle, |token| token.span.into());
        self.mistakes.error(place, message).help(help);
        self.board = None;
        self.broken = true;
    }

    /// The values of the kind's options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The value of an option as a whole number, as [`Options::number`] has it.
    ///
    /// # Panics
    /// If the kind declares no such option.
    pub fn number_option(&mut self, name: &'static str, range: RangeInclusive<i64>) -> i64 {
        self.options.number(name, range, &mut self.mistakes)
    }

    /// The line right under the header, without its comment, for kinds that have a text in place of a grid; and where it
    /// stands. One that is missing is a mistake, and then nothing else is read; `form` shows what it looks like.
    pub fn line(&mut self, form: &str) -> Option<(&'a str, Span)> {
        self.asked.push("");
        let lines = &mut self.sections[0].lines;
        if lines.is_empty() {
            let message = format!("the {} has no line under its header", self.kind.name);
            self.mistakes.error(self.header.span(), message).help(format!("it reads like `{form}`"));
            self.broken = true;
            return None;
        }
        let line = lines.remove(0);
        let (span, start) = (line.span(), line.raw.span.start);
        Some((&line.raw.text[span.start - start..span.end - start], span))
    }

    /// Notes where a part stands that the kind has read itself, so that its mistakes are shown there.
    pub fn note(&mut self, place: impl Into<Place>, span: Span) {
        self.parts.note(place, span);
    }

    /// The size of the board, for kinds whose header has none; entries and marks are read by it.
    pub fn board(&mut self, height: usize, width: usize) {
        self.board = Some((height, width));
    }

    /// The mistakes so far, to add to.
    pub fn mistakes(&mut self) -> &mut Mistakes {
        &mut self.mistakes
    }

    /// Makes the puzzle from what was read, asks its own [`check`](Puzzle::check), and reports what nobody has read.
    /// Without a size nothing is made; with a grid that is not whole the puzzle's check is not asked, since it would
    /// name every missing cell.
    ///
    /// # Errors
    /// All mistakes if one of them is an error.
    pub fn finish<P: Puzzle>(&mut self, make: impl FnOnce(&mut Self) -> P) -> Result<P, Mistakes> {
        if self.broken && self.board.is_none() {
            settle(&self.parts, &mut self.mistakes)?;
        }
        let puzzle = make(self);
        if let Some((height, width)) = self.board {
            self.entries = self.entries(height, width);
            self.marks = self.marks(height, width);
        }
        self.report_unread();
        if !self.broken {
            let mut found = Mistakes::new();
            puzzle.check(&mut found);
            self.parts.locate(&mut found);
            // What is missing in a part that could not be read is no news.
            let unread = |place| matches!(place, Place::Text(span) if self.unread.contains(&span));
            found.retain(|mistake| !unread(mistake.place));
            self.mistakes.append(found);
        }
        settle(&self.parts, &mut self.mistakes)?;
        Ok(puzzle)
    }

    /// Sections of unknown names and lines that belong to nothing.
    fn report_unread(&mut self) {
        self.asked.sort_unstable();
        self.asked.dedup();
        let asked = self.asked.iter().filter(|name| !name.is_empty());
        let known: String = asked.map(|name| format!(", {name}:")).collect();
        for section in &self.sections {
            if !section.name.is_empty() && !self.asked.contains(&section.name) {
                let message = format!("a {} has no section `{}:`", self.kind.name, section.name);
                self.mistakes.error(section.heading, message).help(format!("its sections are title:{known}"));
                continue;
            }
            let forms: Vec<_> = self.forms.iter().filter(|(name, _)| *name == section.name).collect();
            // Lines that follow a grid have one cause; others stand for themselves.
            for line in section.lines.iter().take(if forms.is_empty() { 1 } else { usize::MAX }) {
                let mistake = self.mistakes.error(line.span(), "this line belongs to nothing before it");
                if !forms.is_empty() {
                    let forms: Vec<_> = forms.iter().map(|(_, form)| format!("`{form}`")).collect();
                    mistake.message = format!("this is none of what `{}:` holds", section.name);
                    mistake.help(format!("its lines are written {}", forms.join(", ")));
                }
            }
        }
        for line in &self.cage_lines {
            self.mistakes.error(line.span(), format!("a {} has no cages", self.kind.name));
        }
    }

    pub(super) fn into_sheet(self, puzzle: Box<dyn AnyPuzzle>) -> Sheet {
        let title = self.title.filter(|title| !title.is_empty());
        Sheet { puzzle, title, entries: self.entries, marks: self.marks, warnings: self.mistakes }
    }

    /// The section of this name.
    fn section(&mut self, name: &'static str) -> Option<usize> {
        self.asked.push(name);
        self.sections.iter().position(|section| section.name == name)
    }

    /// The section that holds the kind's own grid if nobody has asked for that yet, or else the section of this name;
    /// and whether it was to be the kind's own. Without a board there is none.
    fn grid_section(&mut self, name: &'static str) -> (Option<usize>, bool) {
        if self.board.is_none() {
            return (None, false);
        }
        let own = !self.asked.contains(&"");
        let named = self.section(name);
        if !own {
            return (named, false);
        }
        self.asked.push("");
        let main = (!self.sections[0].lines.is_empty()).then_some(0);
        if let (Some(_), Some(named)) = (main, named) {
            let message = format!("the {name} stand twice: under the header and under `{name}:`");
            let twice = &mut self.sections[named];
            twice.lines.clear();
            self.mistakes.error(twice.heading, message);
        }
        (main.or(named), true)
    }

    fn cell(&mut self, token: Token<'_>, height: usize, width: usize) -> Option<Cell> {
        let numbers = token.text.strip_prefix('r').and_then(|rest| rest.split_once('c'));
        let Some((Some(row), Some(column))) = numbers.map(|(row, column)| (whole(row), whole(column))) else {
            let help = "a cell is written r2c3: row 2, column 3";
            self.mistakes.error(token.span, format!("`{}` is no cell", token.text)).help(help);
            return None;
        };
        if row == 0 || row > height || column == 0 || column > width {
            let help = format!("rows go from 1 to {height}, columns from 1 to {width}");
            self.mistakes.error(token.span, format!("cell {} is outside the board", token.text)).help(help);
            return None;
        }
        Some(Cell::new(row - 1, column - 1))
    }
}

/// A number in plain digits.
fn whole(text: &str) -> Option<usize> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}
