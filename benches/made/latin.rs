//! Latin squares with holes: random squares, some of whose cells are emptied.
//!
//! Jacobson and Matthews, Generating uniformly distributed random Latin squares, Journal of Combinatorial Designs 4
//! (1996): a walk through the squares and those whose incidence cube has one entry of -1.

use gridwright::Cell;
use gridwright_models::latin::Latin;

use super::random::Random;

/// A square of this order by seed, without so many of its hundredths.
pub fn with_holes(order: usize, percent: usize, seed: u64) -> Latin {
    let mut random = Random::new(seed);
    let square = square(order, &mut random);
    let mut cells: Vec<usize> = (0..order * order).collect();
    // The cells that are chosen first keep their digits.
    let kept = cells.len() - (cells.len() * percent + 50) / 100;
    for i in 0..kept {
        let other = i + random.below(cells.len() - i);
        cells.swap(i, other);
    }
    cells.truncate(kept);
    cells.sort_unstable();
    let given = |at| (Cell::new(at / order, at % order), square[at]);
    Latin { size: order, givens: cells.into_iter().map(given).collect() }
}

/// The digits of a random square in reading order.
pub fn square(order: usize, random: &mut Random) -> Vec<i64> {
    let mut cube = Cube::cyclic(order);
    // The one square of order 1 has no entry that is 0.
    let steps = if order < 2 { 0 } else { order.pow(3) };
    let mut hole = None;
    let mut step = 0;
    while step < steps || hole.is_some() {
        let from = hole.unwrap_or_else(|| {
            loop {
                let at = [(); 3].map(|()| random.below(order));
                if *cube.at(at) == 0 {
                    return at;
                }
            }
        });
        hole = cube.step(from, |n| random.below(n));
        step += 1;
    }
    cube.digits()
}

/// One entry for each row, column and digit, 1 where the digit stands there; every line of entries has the sum 1.
struct Cube {
    order: usize,
    entries: Vec<i8>,
}

impl Cube {
    /// The square whose rows are moved by one each.
    fn cyclic(order: usize) -> Self {
        let mut cube = Self { order, entries: vec![0; order.pow(3)] };
        for row in 0..order {
            for column in 0..order {
                *cube.at([row, column, (row + column) % order]) = 1;
            }
        }
        cube
    }

    fn at(&mut self, [row, column, digit]: [usize; 3]) -> &mut i8 {
        &mut self.entries[(row * self.order + column) * self.order + digit]
    }

    /// Adds 1 to an entry that is 0, or to the one that is -1, and sets seven others right. Returns where -1 stands now.
    fn step(&mut self, from: [usize; 3], mut below: impl FnMut(usize) -> usize) -> Option<[usize; 3]> {
        let to = [0, 1, 2].map(|axis| {
            let mut ones = Vec::with_capacity(2);
            for i in 0..self.order {
                let mut at = from;
                at[axis] = i;
                if *self.at(at) == 1 {
                    ones.push(i);
                }
            }
            ones[below(ones.len())]
        });
        for corner in 0..8_u32 {
            let at = [0, 1, 2].map(|axis| if corner >> axis & 1 == 1 { to[axis] } else { from[axis] });
            *self.at(at) += if corner.count_ones() % 2 == 0 { 1 } else { -1 };
        }
        (*self.at(to) < 0).then_some(to)
    }

    /// The digits, counted from 1, in reading order.
    fn digits(&self) -> Vec<i64> {
        let digit = |line: &[i8]| line.iter().position(|&entry| entry == 1).map_or(0, |digit| digit as i64 + 1);
        self.entries.chunks(self.order).map(digit).collect()
    }
}
