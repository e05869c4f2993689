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

/// The first line of a text that is neither blank nor a comment, with the byte at which it starts, and with the blanks
/// around it.
fn first_line(text: &str) -> Option<(usize, &str)> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.trim();
        if !bare.is_empty() && !bare.starts_with('#') {
            return Some((start, line.trim_end_matches('\n')));
        }
        start += line.len();
    }
    None
}
