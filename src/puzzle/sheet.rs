//! A puzzle as it lies on paper: with its title, and what a player has filled in.

use super::format::Extras;
use super::mistake::{Mistakes, Parts, Place};
use super::registry::AnyPuzzle;
use super::{Puzzle, mistake};
use crate::model::Cell;

/// A puzzle that was read, its kind erased, with what every kind's file may hold beside it.
#[derive(Debug)]
pub struct Sheet {
    /// The puzzle.
    pub puzzle: Box<dyn AnyPuzzle>,
    /// Its title.
    pub title: Option<String>,
    /// What a player has filled in, in reading order.
    pub entries: Vec<(Cell, i64)>,
    /// The candidates that a player has noted, in reading order.
    pub marks: Vec<(Cell, Vec<i64>)>,
    /// What reading it found odd.
    pub warnings: Mistakes,
}

impl Sheet {
    /// A puzzle without a title, entries or marks.
    pub fn new(puzzle: impl Puzzle) -> Self {
        Self {
            puzzle: Box::new(puzzle),
            title: None,
            entries: Vec::new(),
            marks: Vec::new(),
            warnings: Mistakes::new(),
        }
    }

    /// What the sheet holds beside the puzzle that a format of this name does not, as warnings.
    pub fn lost_beside(&self, holds: Extras, format: &str) -> Mistakes {
        let mut out = Mistakes::new();
        let parts = [
            ("title", self.title.is_some() && !holds.title),
            ("entries", !self.entries.is_empty() && !holds.entries),
            ("marks", !self.marks.is_empty() && !holds.marks),
        ];
        for (name, _) in parts.iter().filter(|(_, lost)| *lost) {
            out.warning(Place::Puzzle, format!("format {format} does not hold the {name}"));
        }
        out
    }

    /// A puzzle that a format has read, with the mistakes that it found and the places that it knows: asks the puzzle's
    /// own [`check`](Puzzle::check), and maps the places of all mistakes.
    ///
    /// # Errors
    /// All mistakes if one of them is an error.
    pub fn checked(puzzle: impl Puzzle, parts: &Parts, mut mistakes: Mistakes) -> Result<Self, Mistakes> {
        puzzle.check(&mut mistakes);
        mistake::settle(parts, &mut mistakes)?;
        Ok(Self { warnings: mistakes, ..Self::new(puzzle) })
    }
}
