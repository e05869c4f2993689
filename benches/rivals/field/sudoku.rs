//! The crate `sudoku`, for Sudokus of size 9.

mod lines;

use lines::{Found, Puzzle};
use sudoku::Sudoku;

fn main() {
    lines::main(|puzzle, question, start| {
        let bytes = givens(puzzle)?;
        let sudoku = Sudoku::from_bytes(bytes).ok()?;
        let built = start.elapsed();
        let solutions = sudoku.solutions_count_up_to(question.solutions);
        Some(Found { solutions: Some(solutions), nodes: 0, built })
    });
}

/// The digits of a plain Sudoku.
fn givens(puzzle: &Puzzle) -> Option<[u8; 81]> {
    let mut digits = [0; 81];
    if puzzle.size != 9 || puzzle.regions.len() != 9 {
        return None;
    }
    for cage in &puzzle.cages {
        let [cell] = cage.cells[..] else { return None };
        digits[cell] = cage.target as u8;
    }
    Some(digits)
}
