//! Cages of a native file: a grid of labels, the clues of the labels, and `cage` lines.

use std::mem;

use super::Reader;
use super::grid::{Groups, is_label};
use crate::puzzle::cages::{Cage, Cages, Clue};
use crate::puzzle::mistake::{Place, Span};
use crate::puzzle::source::Line;

impl<'a> Reader<'a> {
    /// Cages with their targets: the first grid, or `cages:`, its clues, and `cage` lines. A target is a number, then
    /// nothing, `?`, or one of these signs.
    ///
    /// The cages come in canonical order, and a mistake at [`Place::Part`] of a cage's number is shown at its clue.
    /// What only a kind can know is left to it: whether cells may be in two cages or in none, and cages without a clue.
    pub fn cages(&mut self, height: usize, width: usize, signs: &str) -> Cages {
        let (section, own) = self.grid_section("cages");
        if self.board.is_none() {
            return Cages::default();
        }
        let mut found = Vec::new();
        let mut none = Vec::new();
        if let Some(section) = section {
            let (groups, free) = self.labels_in(section, height, width, |line| !is_clue(line, width));
            none = free;
            self.clues(section, height, groups, signs, &mut found);
        } else if own && self.cage_lines.is_empty() {
            let place = self.header.span();
            let help = format!("{height} rows of labels follow the header, then a clue for each label");
            self.mistakes.error(place, format!("the {} has no cages", self.kind.name)).help(help);
            self.broken = true;
        }
        for line in mem::take(&mut self.cage_lines) {
            found.extend(self.cage_line(&line, height, width, signs).map(|cage| (cage, line.span())));
        }
        found.sort();
        for (number, &(_, span)) in found.iter().enumerate() {
            self.parts.note(Place::Part(number), span);
        }
        let cages = found.into_iter().map(|(cage, _)| cage).collect();
        let mut cages = Cages { cages, free: Vec::new() };
        // A cell without a label may be in a cage of a `cage` line.
        let uncovered = cages.uncovered(height, width);
        let free = none.into_iter().map(|(cell, _)| cell).filter(|cell| uncovered.binary_search(cell).is_ok());
        cages.free = free.collect();
        cages
    }

    /// The cages of a grid of labels, each with the place of its clue, or of its first cell where it has none.
    fn clues(&mut self, section: usize, height: usize, groups: Groups<'a>, signs: &str, found: &mut Vec<(Cage, Span)>) {
        let mut clues = vec![None; groups.len()];
        for line in mem::take(&mut self.sections[section].lines) {
            let [label, _, rest @ ..] = &line.tokens[..] else {
                self.no_clue(&line, height);
                continue;
            };
            if !is_label(label.text) || !(is_clue(&line, 0) || rest.is_empty()) {
                self.no_clue(&line, height);
                continue;
            }
            if let [next, ..] = rest {
                let help = "each clue stands on a line of its own";
                self.mistakes.error(next.span, "a second thing on the line of a clue").help(help);
            }
            let clue = self.clue(&line, signs);
            let Some(group) = groups.get_index_of(label.text) else {
                // With rows missing the label may have stood there.
                if !self.broken {
                    self.mistakes.error(label.span, format!("no cell has label {}", label.text));
                }
                continue;
            };
            if clues[group].replace((clue, line.span())).is_some() {
                self.mistakes.error(label.span, format!("label {} has two clues", label.text));
            }
        }
        for (cells, clue) in groups.into_values().zip(clues) {
            let span = clue.map_or(cells[0].1, |(_, span)| span);
            let cells = cells.into_iter().map(|(cell, _)| cell).collect();
            found.push((Cage { cells, clue: clue.and_then(|(clue, _)| clue) }, span));
        }
    }

    fn no_clue(&mut self, line: &Line<'_>, height: usize) {
        let message = format!("this is neither one of the grid's {height} rows nor a clue");
        let help = "a clue is a label and its target, as in `A 11+`";
        self.mistakes.error(line.span(), message).help(help);
    }

    fn cage_line(&mut self, line: &Line<'_>, height: usize, width: usize, signs: &str) -> Option<Cage> {
        let [keyword, _, cells @ ..] = &line.tokens[..] else {
            let help = "a cage is written `cage 3- r2c2 r2c3`: its target, then its cells";
            self.mistakes.error(line.span(), "the cage has no target and no cells").help(help);
            return None;
        };
        let clue = self.clue(line, signs);
        let mut inside = Vec::with_capacity(cells.len());
        for &token in cells {
            let Some(cell) = self.cell(token, height, width) else { continue };
            self.parts.note(cell, token.span);
            if inside.contains(&cell) {
                self.mistakes.error(token.span, format!("the cage names cell {cell} twice"));
            } else {
                inside.push(cell);
            }
        }
        if cells.is_empty() {
            let help = "its cells follow the target, as in `cage 3- r2c2 r2c3`";
            self.mistakes.error(keyword.span, "the cage has no cells").help(help);
        }
        inside.sort_unstable();
        (!inside.is_empty()).then_some(Cage { cells: inside, clue })
    }

    /// The target in the second place of a line; `.` is none.
    fn clue(&mut self, line: &Line<'_>, signs: &str) -> Option<Clue> {
        let target = line.tokens[1];
        if target.text == "." {
            return None;
        }
        let clue = Clue::parse(target.text, signs).map_err(|(message, help)| {
            self.mistakes.error(target.span, message).help(help);
            self.unread.insert(line.span());
        });
        clue.ok()
    }
}

/// Whether a line of a grid of this width is rather a clue: a label, then a target.
fn is_clue(line: &Line<'_>, width: usize) -> bool {
    let [label, target, rest @ ..] = &line.tokens[..] else { return false };
    let number = |first: char| first.is_ascii_digit() || "+-−".contains(first);
    is_label(label.text) && target.text.starts_with(number) && (rest.is_empty() || line.tokens.len() != width)
}
