//! Formats of Killer Sudokus, a line each.

mod colours;
mod long;
mod short;
mod sumocue;

use gridwright::{Cage, Cell, Clue, Mistakes, Place};

pub use colours::ColourLine;
pub use long::LongKiller;
pub use short::ShortKiller;
pub use sumocue::SumoCue;

use super::board::View;

/// The only board that these formats hold.
const SIZE: usize = 9;

/// Says so if a board has another size.
fn check_size(view: &View<'_>, format: &str, out: &mut Mistakes) {
    let size = view.sudoku.size;
    if size != SIZE {
        out.error(Place::Puzzle, format!("{format} holds boards of size {SIZE}, not {size}"));
    }
}

/// A cage with a sum, where 0 stands for none; a single cell without a sum is no cage at all.
fn cage(cells: Vec<Cell>, sum: i64) -> Option<Cage> {
    let clue = (sum != 0).then_some(Clue { number: sum, sign: None });
    (cells.len() > 1 || clue.is_some()).then_some(Cage { cells, clue })
}

/// The sum of each cage, 0 for none; one that is outside the range is a mistake, and so is a single cell without a sum.
fn sums(view: &View<'_>, range: std::ops::RangeInclusive<i64>, format: &str, out: &mut Mistakes) -> Vec<i64> {
    let mut sums = Vec::new();
    for (number, cage) in view.cages().iter().enumerate() {
        let sum = cage.clue.map_or(0, |clue| clue.number);
        if cage.clue.is_none() && cage.cells.len() == 1 {
            out.error(Place::Part(number), format!("{format} cannot hold a cage of one cell without a sum"));
        } else if !range.contains(&sum) || sum == 0 && cage.clue.is_some() {
            let name = crate::kenken::name(cage);
            out.error(Place::Part(number), format!("{format} cannot hold {name}"))
                .help(format!("its sums go from 1 to {}", range.end()));
        }
        sums.push(sum);
    }
    sums
}
