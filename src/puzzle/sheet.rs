//! A puzzle as it lies on paper: with its title, and what a player has filled in.

use super::mistake::{Mistakes, Parts};
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
