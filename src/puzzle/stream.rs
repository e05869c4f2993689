//! A stream of puzzles: cuts an input into the texts of its puzzles, one at a time, as they come.

use std::io::{self, BufRead};

use super::format::{Format, Sniff};
use super::kind::Settings;
use super::mistake::{Mistakes, Place};
use super::registry::Registry;
use super::sheet::Sheet;
use super::source::Source;

/// The puzzles of an input, one at a time; at no time is more than one of them in memory.
#[derive(Debug)]
pub struct Stream<'r, R> {
    registry: &'r Registry,
    input: R,
    format: Option<&'r dyn Format>,
}

/// The text of one puzzle, not yet read.
#[derive(Debug)]
pub struct Block<'r> {
    /// The text, and where it stands.
    pub source: Source,
    /// The format that it was recognised to have.
    format: Result<&'r dyn Format, Mistakes>,
}

impl<'r, R: BufRead> Stream<'r, R> {
    pub(super) fn new(registry: &'r Registry, input: R) -> Self {
        Self { registry, input, format: None }
    }
}

impl Block<'_> {
    /// Reads the puzzle.
    ///
    /// # Errors
    /// All mistakes if one of them is an error, or why the text has no format.
    pub fn read(&self, settings: &Settings) -> Result<Sheet, Mistakes> {
        match &self.format {
            Ok(format) => format.read(&self.source, settings),
            Err(mistakes) => Err(mistakes.clone()),
        }
    }
}
