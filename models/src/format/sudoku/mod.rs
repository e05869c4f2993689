//! Formats of Sudokus: lines and grids of digits and of candidates.

mod alphabet;
mod candidates;
mod grid;
mod jigsaw;
mod line;

pub use candidates::CandidateLine;
pub use grid::SdkGrid;
pub use jigsaw::JigsawLine;
pub use line::SudokuLine;

/// The size of a board with so many cells; `None` if that is no square, or beyond what a board may be.
fn size_of(cells: usize) -> Option<usize> {
    let size = cells.isqrt();
    (size * size == cells && crate::sudoku::Sudoku::SIZES.contains(&size)).then_some(size)
}
