//! The canonical form of a classic Sudoku: the least of all puzzles that its symmetries make of it.

mod search;
mod state;

use gridwright::Cell;

use super::{Regions, Sudoku};
use search::{least, patience};
use state::Shape;

/// A symmetry of classic Sudokus: it makes another puzzle of one, with the same solutions but for the symmetry.
///
/// First it transposes the board, if it does; then it permutes rows, columns and digits, such that boxes remain boxes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// Whether rows become columns first.
    pub transposed: bool,
    /// For each row, the row that comes there.
    pub rows: Vec<usize>,
    /// For each column, the column that comes there.
    pub columns: Vec<usize>,
    /// For each digit from 1 on, the digit that takes its place.
    pub digits: Vec<i64>,
}

impl Symmetry {
    /// What the symmetry makes of a puzzle.
    ///
    /// # Panics
    /// If the puzzle is smaller than the symmetry's board or has givens outside it.
    pub fn apply(&self, puzzle: &Sudoku) -> Sudoku {
        let places = |lines: &[usize]| {
            let mut places = vec![0; lines.len()];
            lines.iter().enumerate().for_each(|(place, &line)| places[line] = place);
            places
        };
        let (rows, columns) = (places(&self.rows), places(&self.columns));
        let moved = |&(cell, digit): &(Cell, i64)| {
            let (row, column) = if self.transposed { (cell.column, cell.row) } else { (cell.row, cell.column) };
            (Cell::new(rows[row], columns[column]), self.digits[digit as usize - 1])
        };
        let mut givens: Vec<_> = puzzle.givens.iter().map(moved).collect();
        givens.sort_unstable();
        Sudoku { givens, ..puzzle.clone() }
    }
}

impl Sudoku {
    /// A symmetry that brings the puzzle into its [canonical](gridwright::Puzzle::canonical) form.
    ///
    /// The symmetries are: another name for each digit, another order of the rows of a band of boxes, of the bands, of
    /// the columns of a stack of boxes, of the stacks, and, where that keeps the boxes or these are rows or columns,
    /// transposition. Of all puzzles that they make, the canonical one has the least digits in reading order, an empty
    /// cell being 0; so two puzzles are the same up to symmetry exactly if their canonical forms are equal.
    ///
    /// `None` unless the puzzle is classic: boxes, and givens in different cells of the board, no jigsaw, variant or
    /// candidate. Also `None` for the rare board of a size above 9 whose symmetry is too intricate to be seen through.
    ///
    /// ```
    /// use gridwright::Cell;
    /// use gridwright_models::sudoku::Sudoku;
    /// let mut puzzle = Sudoku::new(9);
    /// puzzle.givens = vec![(Cell::new(1, 2), 7), (Cell::new(4, 8), 3)];
    /// let symmetry = puzzle.canonical_symmetry().unwrap();
    /// assert_eq!(symmetry.apply(&puzzle).givens, [(Cell::new(5, 8), 1), (Cell::new(8, 5), 2)]);
    /// ```
    pub fn canonical_symmetry(&self) -> Option<Symmetry> {
        let shape = self.canonical_shape()?;
        match self.size {
            0..=9 => least::<9>(self, shape, patience(self.size)),
            10..=16 => least::<16>(self, shape, patience(self.size)),
            _ => least::<36>(self, shape, patience(self.size)),
        }
    }

    /// The shape of its boxes, if it is a puzzle that has a canonical form.
    fn canonical_shape(&self) -> Option<Shape> {
        let &Regions::Boxes { height, width } = &self.regions else { return None };
        let size = self.size;
        let on_board =
            |&(cell, digit): &(Cell, i64)| cell.row < size && cell.column < size && (1..=size as i64).contains(&digit);
        let fits = self.is_classic() && Self::SIZES.contains(&size) && height.checked_mul(width) == Some(size);
        let differ = self.givens.windows(2).all(|pair| pair[0].0 < pair[1].0);
        (fits && differ && self.givens.iter().all(on_board)).then_some(Shape { size, height, width })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    #[test]
    fn equivalent_states_may_be_dropped() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut below = |n: usize| (random.next_u64() % n as u64) as usize;
        for (height, width) in [(2, 2), (1, 4), (2, 3), (3, 3)] {
            let size = height * width;
            let shape = Shape { size, height, width };
            for trial in 0..1000 {
                let (given, most) = (1 + below(10), 1 + below(size));
                let mut puzzle = Sudoku::new(size);
                puzzle.regions = Regions::Boxes { height, width };
                for cell in (0..size * size).map(|at| Cell::new(at / size, at % size)) {
                    if below(10) >= given {
                        continue;
                    }
                    let full = (cell.row % height * width + cell.row / height + cell.column) % size;
                    let digit = if trial % 2 == 0 { full } else { below(most) };
                    puzzle.givens.push((cell, digit as i64 + 1));
                }
                let form = |patience| least::<9>(&puzzle, shape, patience).map(|symmetry| symmetry.apply(&puzzle));
                assert_eq!(form(1), form(usize::MAX), "{puzzle:?}");
            }
        }
    }
}
