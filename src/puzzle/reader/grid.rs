//! Grids of a native file: values, regions, entries, marks, and pairs of cells.

use indexmap::IndexMap;

use super::{KEYWORDS, Reader, Section};
use crate::model::Cell;
use crate::puzzle::drawing::Side;
use crate::puzzle::mistake::{Mistakes, Place, Span};
use crate::puzzle::source::{Line, Token};

/// The cells that bear a label, by label in reading order, each with the place of its token.
pub(super) type Groups<'a> = IndexMap<&'a str, Vec<(Cell, Span)>>;

impl<'a> Reader<'a> {
    /// A grid of values: the first grid, or `givens:`. Only the first grid must be there.
    pub fn values(&mut self, height: usize, width: usize) -> Vec<(Cell, i64)> {
        self.value_grid(height, width, true)
    }

    /// A grid of values, as [`values`](Self::values) reads them, that may be missing where it is the first grid too.
    pub fn givens(&mut self, height: usize, width: usize) -> Vec<(Cell, i64)> {
        self.value_grid(height, width, false)
    }

    fn value_grid(&mut self, height: usize, width: usize, demanded: bool) -> Vec<(Cell, i64)> {
        let (section, own) = self.grid_section("givens");
        let Some(section) = section else {
            self.demand_grid(own && demanded, height);
            return Vec::new();
        };
        let mut values = Vec::new();
        for (cell, token) in self.rows(section, height, width, |_| true) {
            // A cell that has nothing here may have something in the kind's own grid.
            if own || token.text != "." {
                self.parts.note(cell, token.span);
            }
            if token.text != "." {
                match number(token.text, token.span, &mut self.mistakes) {
                    Some(value) => values.push((cell, value)),
                    None => _ = self.unread.insert(token.span),
                }
            }
        }
        values
    }

    /// A grid of words that the kind reads itself: the first grid, or the section of this name. They come in reading order
    /// without those that are `.`; a mistake at a cell is shown at its word. Only the first grid must be there.
    ///
    /// ```
    /// use gridwright::{Board, Cell, Kind, Mistakes, Model, Puzzle, Reader, Registry, Writer};
    ///
    /// /// Cells that point somewhere.
    /// #[derive(Debug)]
    /// struct Pointers(usize, Vec<(Cell, char)>);
    ///
    /// impl Puzzle for Pointers {
    ///     const KIND: Kind = Kind::new("pointers", "cells that point somewhere");
    ///     fn read(doc: &mut Reader<'_>) -> Result<Self, Mistakes> {
    ///         let size = doc.size(1..=9);
    ///         doc.finish(|doc| {
    ///             let mut pointers = Vec::new();
    ///             for (cell, word) in doc.words("pointers", size, size) {
    ///                 match word.chars().next() {
    ///                     Some(way @ ('<' | '>' | '^' | 'v')) if word.len() == 1 => pointers.push((cell, way)),
    ///                     _ => {
    ///                         doc.mistakes().error(cell, format!("`{word}` points nowhere"));
    ///                     }
    ///                 }
    ///             }
    ///             Self(size, pointers)
    ///         })
    ///     }
    ///     fn write(&self, doc: &mut Writer<'_>) {
    ///         doc.header(self.0).words("pointers", self.0, self.0, &self.1);
    ///     }
    ///     fn rules(&self, m: &mut Model) -> Board {
    ///         m.grid(self.0, self.0, 0..=3).into()
    ///     }
    /// }
    ///
    /// let mut registry = Registry::new();
    /// registry.add::<Pointers>();
    /// let read = |text: &str| registry.stream(text.as_bytes()).next().unwrap().unwrap().read(&[]);
    /// let text = "pointers 2\n< .\n. v\n";
    /// assert_eq!(registry.write(&read(text).unwrap()), text);
    /// assert_eq!(read("pointers 2\n< .\n. w\n").unwrap_err().to_string(), "`w` points nowhere");
    /// ```
    pub fn words(&mut self, name: &'static str, height: usize, width: usize) -> Vec<(Cell, &'a str)> {
        let (section, own) = self.grid_section(name);
        let Some(section) = section else {
            self.demand_grid(own, height);
            return Vec::new();
        };
        let words = self.rows(section, height, width, |_| true);
        words.iter().for_each(|(cell, word)| self.parts.note(*cell, word.span));
        words.into_iter().filter(|(_, word)| word.text != ".").map(|(cell, word)| (cell, word.text)).collect()
    }

    /// Regions of a board, from a grid of labels: the first grid, or `regions:`; each with its cells in reading order.
    /// `None` where there is no such grid; only the first grid must be there. Whether a cell may be in no region is left
    /// to the kind.
    pub fn regions(&mut self, height: usize, width: usize) -> Option<Vec<Vec<Cell>>> {
        let (section, own) = self.grid_section("regions");
        let Some(section) = section else {
            self.demand_grid(own, height);
            return None;
        };
        let (groups, _) = self.labels_in(section, height, width, |_| true);
        Some(groups.into_values().map(|cells| cells.into_iter().map(|(cell, _)| cell).collect()).collect())
    }

    /// The values that cells are allowed, from a grid under `candidates:`, written as marks are; `-` allows none.
    pub fn candidates(&mut self, height: usize, width: usize) -> Vec<(Cell, Vec<i64>)> {
        let Some(section) = self.board.and_then(|_| self.section("candidates")) else { return Vec::new() };
        let candidates = self.marks_in(section, height, width).into_iter().map(|(cell, values, span)| {
            self.parts.note(cell, span);
            (cell, values)
        });
        candidates.collect()
    }

    /// The clues outside the board at one side, a number or `.` for each row or column, from a line under the side's name:
    /// `top: 3 . 2 1`; each with the number of its row or column, from 0. None where there is no such line.
    pub fn outside(&mut self, side: Side) -> Vec<(usize, i64)> {
        let Some((height, width)) = self.board else { return Vec::new() };
        let Some(section) = self.section(side.name()) else { return Vec::new() };
        let (count, lines) =
            if matches!(side, Side::Top | Side::Bottom) { (width, "columns") } else { (height, "rows") };
        let Section { name, heading, lines: of_section } = &mut self.sections[section];
        let line = if of_section.is_empty() { None } else { Some(of_section.remove(0)) };
        let tokens = line.as_ref().map_or(Vec::new(), |line| one_each(line, count));
        if tokens.len() != count {
            let place = line.map_or(*heading, |line| line.span());
            let message = format!("`{name}:` has {} clues for {count} {lines}", tokens.len());
            self.mistakes.error(place, message).help("a clue is a number, and `.` is none");
            self.broken = true;
            return Vec::new();
        }
        let mut clues = Vec::new();
        for (i, token) in tokens.into_iter().enumerate().filter(|(_, token)| token.text != ".") {
            self.parts.note(Place::Outside(side, i), token.span);
            clues.extend(number(token.text, token.span, &mut self.mistakes).map(|clue| (i, clue)));
        }
        clues
    }

    /// The numbers on each line of a section, which has so many lines; a line without numbers is `.`. A mistake at
    /// [`Place::Line`] of a line's number is shown there.
    pub fn numbers(&mut self, section: &'static str, count: usize) -> Vec<Vec<i64>> {
        if self.board.is_none() {
            return Vec::new();
        }
        let Some(index) = self.section(section) else {
            let message = format!("the {} has no section `{section}:`", self.kind.name);
            self.mistakes
                .error(self.header.span(), message)
                .help(format!("it has {count} lines of numbers, `.` for none"));
            self.broken = true;
            return Vec::new();
        };
        let Section { heading, lines, .. } = &mut self.sections[index];
        let heading = *heading;
        let lines: Vec<_> = lines.drain(..count.min(lines.len())).collect();
        if lines.len() < count {
            let place = lines.last().map_or(heading, Line::span);
            let message = format!("`{section}:` has {} of its {count} lines", lines.len());
            self.mistakes.error(place, message).help("a line without numbers is `.`");
            self.broken = true;
        }
        let mut lists = Vec::with_capacity(count);
        for (i, line) in lines.iter().enumerate() {
            self.parts.note(Place::Line(section, i), line.span());
            let mut numbers = Vec::new();
            for token in &line.tokens {
                if token.text != "." {
                    numbers.extend(number(token.text, token.span, &mut self.mistakes));
                } else if line.tokens.len() > 1 {
                    self.mistakes.error(token.span, "`.` stands alone, for a line without numbers");
                }
            }
            lists.push(numbers);
        }
        lists
    }

    /// The pairs of cells with this sign between them, from the lines `r1c1 < r1c2` under `pairs:`.
    pub fn pairs(&mut self, sign: &'static str) -> Vec<(Cell, Cell)> {
        let form = format!("r1c1 {sign} r1c2");
        let lines = self.lines_of("pairs", form, |line| line.tokens.len() == 3 && line.tokens[1].text == sign);
        lines
            .iter()
            .filter_map(|line| self.cells(line, [line.tokens[0], line.tokens[2]])?.try_into().ok())
            .map(<[_; 2]>::into)
            .collect()
    }

    /// Lists of cells, each from a line `WORD r1c1 r1c2 …` under the heading of this section.
    pub fn lists(&mut self, section: &'static str, word: &'static str) -> Vec<Vec<Cell>> {
        let form = format!("{word} r1c1 r1c2");
        let lines = self.lines_of(section, form, |line| line.tokens[0].text == word);
        let mut lists = Vec::with_capacity(lines.len());
        for line in lines {
            if line.tokens.len() == 1 {
                let help = format!("its cells follow, as in `{word} r1c1 r1c2`");
                self.mistakes.error(line.span(), format!("the {word} has no cells")).help(help);
                continue;
            }
            lists.extend(self.cells(&line, line.tokens[1..].iter().copied()));
        }
        lists
    }

    /// Takes the lines of a section that are of this form.
    fn lines_of(&mut self, name: &'static str, form: String, is: impl Fn(&Line<'a>) -> bool) -> Vec<Line<'a>> {
        self.forms.push((name, form));
        match self.board.and_then(|_| self.section(name)) {
            Some(section) => self.sections[section].lines.extract_if(.., |line| is(line)).collect(),
            None => Vec::new(),
        }
    }

    /// The cells of a line, if all of them are cells, with a note where the line from the first to the last stands.
    fn cells(&mut self, line: &Line<'a>, tokens: impl IntoIterator<Item = Token<'a>>) -> Option<Vec<Cell>> {
        let (height, width) = self.board?;
        let cells: Vec<_> = tokens.into_iter().map(|token| self.cell(token, height, width)).collect();
        let cells: Vec<Cell> = cells.into_iter().collect::<Option<_>>()?;
        if let (Some(&first), Some(&last)) = (cells.first(), cells.last()) {
            self.parts.note(Place::Pair(first, last), line.span());
            self.parts.note(Place::Pair(last, first), line.span());
        }
        Some(cells)
    }

    /// What a player has filled in, under `entries:`.
    pub(super) fn entries(&mut self, height: usize, width: usize) -> Vec<(Cell, i64)> {
        let Some(section) = self.section("entries") else { return Vec::new() };
        self.values_in(section, height, width).into_iter().map(|(cell, value, _)| (cell, value)).collect()
    }

    /// The candidates that a player has noted, under `marks:`: digits run together, or values with commas between.
    pub(super) fn marks(&mut self, height: usize, width: usize) -> Vec<(Cell, Vec<i64>)> {
        let Some(section) = self.section("marks") else { return Vec::new() };
        self.marks_in(section, height, width).into_iter().map(|(cell, values, _)| (cell, values)).collect()
    }

    fn marks_in(&mut self, section: usize, height: usize, width: usize) -> Vec<(Cell, Vec<i64>, Span)> {
        let cells = self.rows(section, height, width, |_| true);
        let mut marks = Vec::new();
        for (cell, token) in cells.into_iter().filter(|(_, token)| token.text != ".") {
            if token.text == "-" {
                marks.push((cell, Vec::new(), token.span));
                continue;
            }
            let read = |text: &str| number(text, token.span, &mut self.mistakes);
            let values: Option<Vec<_>> = match token.text.contains(',') {
                true => token.text.split_terminator(',').map(read).collect(),
                false => token.text.split("").filter(|digit| !digit.is_empty()).map(read).collect(),
            };
            marks.extend(values.map(|values| (cell, values, token.span)));
        }
        marks
    }

    fn values_in(&mut self, section: usize, height: usize, width: usize) -> Vec<(Cell, i64, Span)> {
        let cells = self.rows(section, height, width, |_| true);
        let filled = cells.into_iter().filter(|(_, token)| token.text != ".");
        filled
            .filter_map(|(cell, token)| Some((cell, number(token.text, token.span, &mut self.mistakes)?, token.span)))
            .collect()
    }

    /// A grid of labels: the cells of each label, and the cells that have none.
    pub(super) fn labels_in(
        &mut self,
        section: usize,
        height: usize,
        width: usize,
        is_row: impl Fn(&Line<'_>) -> bool,
    ) -> (Groups<'a>, Vec<(Cell, Span)>) {
        let (mut groups, mut none) = (Groups::new(), Vec::new());
        for (cell, token) in self.rows(section, height, width, is_row) {
            self.parts.note(cell, token.span);
            if token.text == "." {
                none.push((cell, token.span));
                continue;
            }
            if !is_label(token.text) {
                let help = "a label is a letter, then letters or digits; `.` is none";
                self.mistakes.error(token.span, format!("`{}` is no label", token.text)).help(help);
            } else if KEYWORDS.contains(&token.text) || self.kinds.contains(&token.text) {
                let help = "keywords and kinds of puzzles are no labels";
                self.mistakes.error(token.span, format!("`{}` cannot be a label", token.text)).help(help);
            }
            groups.entry(token.text).or_default().push((cell, token.span));
        }
        (groups, none)
    }

    /// Takes the rows of a grid from a section: each a token a column, or one token with a character a column.
    /// `is_row` tells rows from the lines that follow the grid.
    fn rows(
        &mut self,
        section: usize,
        height: usize,
        width: usize,
        is_row: impl Fn(&Line<'_>) -> bool,
    ) -> Vec<(Cell, Token<'a>)> {
        let Section { heading, lines, .. } = &mut self.sections[section];
        let count = lines.iter().take(height).take_while(|line| is_row(line)).count();
        let rows: Vec<_> = lines.drain(..count).collect();
        if count < height {
            let place = rows.last().map_or(*heading, Line::span);
            self.mistakes.error(place, format!("the grid has {count} of its {height} rows"));
            self.broken = true;
        }
        let mut cells = Vec::with_capacity(height * width);
        for (row, line) in rows.iter().enumerate() {
            let tokens = one_each(line, width);
            if tokens.len() == width {
                cells.extend(tokens.into_iter().enumerate().map(|(column, token)| (Cell::new(row, column), token)));
            } else {
                let help = "a row is one word a column, or one word with a character a column";
                let message = format!("row {} is {} wide, not {width}", row + 1, tokens.len());
                self.mistakes.error(line.span(), message).help(help);
                self.broken = true;
            }
        }
        cells
    }

    fn demand_grid(&mut self, own: bool, height: usize) {
        if own {
            let place = self.header.span();
            self.mistakes
                .error(place, format!("the {} has no grid", self.kind.name))
                .help(format!("{height} rows follow the header; an empty cell is `.`"));
            self.broken = true;
        }
    }
}

/// The tokens of a line that has one for each column, or the characters of one token that has them all.
fn one_each<'a>(line: &Line<'a>, columns: usize) -> Vec<Token<'a>> {
    match line.tokens[..] {
        [token] if columns > 1 => characters(token),
        _ => line.tokens.clone(),
    }
}

/// The characters of a token, each as a token.
fn characters(token: Token<'_>) -> Vec<Token<'_>> {
    let cut = |(at, character): (usize, char)| {
        let end = at + character.len_utf8();
        let span = Span { start: token.span.start + at, end: token.span.start + end };
        Token { text: &token.text[at..end], span }
    };
    token.text.char_indices().map(cut).collect()
}

/// A letter, then letters or digits.
pub(super) fn is_label(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// A whole number in decimal digits, with a minus perhaps.
fn number(text: &str, span: Span, out: &mut Mistakes) -> Option<i64> {
    let plain = text.replacen('−', "-", 1);
    let digits = plain.strip_prefix('-').unwrap_or(&plain);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        out.error(span, format!("`{text}` is no value")).help("a value is a whole number; an empty cell is `.`");
        return None;
    }
    let value = plain.parse().ok();
    if value.is_none() {
        out.error(span, format!("`{text}` is beyond 64 bits"));
    }
    value
}
