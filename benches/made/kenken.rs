//! KenKens of any size: a Latin square, cut into cages.

use gridwright::Cell;
use gridwright_models::kenken::{KenKen, Operation};

use super::latin;
use super::random::Random;

/// How many cages of one cell, of two and so on there are, as weights; what remains between cages may be smaller.
pub type Lengths = [usize];

/// Cages of two and three cells.
pub const SHORT: &Lengths = &[0, 1, 1];
/// Cages of one to five cells, most of them of two and three.
pub const MIXED: &Lengths = &[1, 4, 3, 2, 1];

/// A puzzle with at least one solution.
pub fn board(size: usize, lengths: &Lengths, random: &mut Random) -> KenKen {
    let square = latin::square(size, random);
    let mut puzzle = KenKen::new(size);
    let mut free: Vec<Cell> = (0..size * size).map(|at| Cell::new(at / size, at % size)).collect();
    while let Some(first) = random.take(&mut free, |_| true) {
        let mut cage = vec![first];
        for _ in 0..random.weighted(lengths) {
            let beside =
                |cell: Cell| cage.iter().any(|at| at.row.abs_diff(cell.row) + at.column.abs_diff(cell.column) == 1);
            let Some(next) = random.take(&mut free, beside) else { break };
            cage.push(next);
        }
        let digits: Vec<i64> = cage.iter().map(|at| square[at.row * size + at.column]).collect();
        let (target, operation) = clue(&digits, random);
        puzzle.cage(cage, target, operation);
    }
    puzzle
}

/// A target and operation that fit a cage of these digits.
fn clue(digits: &[i64], random: &mut Random) -> (i64, Option<Operation>) {
    let mut clues =
        vec![(digits.iter().sum(), Some(Operation::Add)), (digits.iter().product(), Some(Operation::Multiply))];
    match *digits {
        [digit] => clues = vec![(digit, None)],
        [a, b] => {
            clues.push(((a - b).abs(), Some(Operation::Subtract)));
            if a.max(b) % a.min(b) == 0 {
                clues.push((a.max(b) / a.min(b), Some(Operation::Divide)));
            }
        }
        _ => {}
    }
    clues[random.below(clues.len())]
}
