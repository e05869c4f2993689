//! The model of a puzzle in MiniZinc.

use gridwright::{AnyPuzzle, Atom, Error, Goal, Model};

/// What `--to` calls it.
pub(super) const NAME: &str = "mzn";

/// The rules of a puzzle with its givens.
///
/// # Errors
/// As [`Model::minizinc`].
pub(super) fn write(puzzle: &dyn AnyPuzzle) -> Result<String, Error> {
    let mut model = Model::new();
    let board = puzzle.rules(&mut model);
    let given = |(cell, value)| Some(Atom::eq(board.at(cell)?, value));
    let givens: Vec<Atom> = puzzle.givens().into_iter().filter_map(given).collect();
    model.minizinc(&givens, &Goal::Satisfy)
}
