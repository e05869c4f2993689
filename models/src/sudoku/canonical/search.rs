//! The search for the canonical form: row by row and cell by cell, all symmetries at once that do equally well so far.

use std::collections::HashSet;

use super::Symmetry;
use super::state::{OPEN, Shape, Side, State, members};
use crate::sudoku::Sudoku;

/// With more states than these, it is tried to tell which are equivalent. Even boards without symmetry have some hundreds
/// for a short while.
pub(super) const fn patience(size: usize) -> usize {
    if size <= 9 { 1024 } else { 256 }
}

/// After so many trials, the search of a board of a size above 9 gives up.
const MOST_TRIALS: usize = 1 << 16;

/// What stands for a cell whose least digit is not yet known: worse than all.
const UNKNOWN: u8 = u8::MAX;

/// A symmetry that makes of a puzzle the least in reading order; equivalent states are looked for among more than
/// `patience` ones.
pub(super) fn least<const N: usize>(puzzle: &Sudoku, shape: Shape, patience: usize) -> Option<Symmetry> {
    let (mut digits, mut transposed) = ([[0; N]; N], [[0; N]; N]);
    for &(cell, digit) in &puzzle.givens {
        digits[cell.row][cell.column] = digit as u8;
        transposed[cell.column][cell.row] = digit as u8;
    }
    let sides = [Side::new(digits, shape), Side::new(transposed, shape)];
    let mut search = Search::new(&sides, shape, Effort::All { patience });
    search.level.push(State::new(0));
    if shape.transposes() {
        search.level.push(State::new(1));
    }
    search.rows(0)?;
    Some(search.symmetry(&search.level[0]))
}

/// The row that is being written.
#[derive(Clone, Copy)]
struct Line<'a, const N: usize> {
    /// How many rows came before.
    index: usize,
    digits: &'a [u8; N],
    given: u64,
    differ: bool,
}

/// How thorough a search is.
#[derive(Clone, Copy)]
enum Effort {
    /// It follows all states; of more than these it drops equivalent ones.
    All { patience: usize },
    /// It follows one state, though others may do better later.
    One,
}

/// The search.
struct Search<'a, const N: usize> {
    sides: &'a [Side<N>; 2],
    shape: Shape,
    /// The least rows so far.
    out: [[u8; N]; N],
    /// The states that make them.
    level: Vec<State<N>>,
    /// States that made a part of the row that is being written, by the number of its cells.
    waiting: Vec<Vec<State<N>>>,
    effort: Effort,
    /// For how many states equivalent ones were looked for.
    trials: usize,
}

impl<'a, const N: usize> Search<'a, N> {
    fn new(sides: &'a [Side<N>; 2], shape: Shape, effort: Effort) -> Self {
        let waiting = (0..=shape.size).map(|_| Vec::new()).collect();
        Self { sides, shape, out: [[UNKNOWN; N]; N], level: Vec::new(), waiting, effort, trials: 0 }
    }

    /// Writes the rows from this one on; `None` if that takes too many states.
    fn rows(&mut self, from: usize) -> Option<()> {
        for index in from..self.shape.size {
            for state in std::mem::take(&mut self.level) {
                members(self.candidates(&state, index)).for_each(|row| {
                    let mut state = state;
                    state.rows[index] = row as u8;
                    state.used |= 1 << row;
                    self.advance(state, index, 0);
                });
            }
            self.finish(index, 0)?;
        }
        Some(())
    }

    /// The rows that may come next; of equal ones the first.
    fn candidates(&self, state: &State<N>, index: usize) -> u64 {
        let (side, height) = (&self.sides[usize::from(state.side)], self.shape.height);
        let band = |band: usize| ((1_u64 << height) - 1) << (band * height);
        let bands = if index.is_multiple_of(height) {
            let free = |&at: &usize| state.used & band(at) == 0;
            let first = |at: &usize| members(side.twin_bands[*at]).all(|twin| !free(&twin));
            (0..self.shape.size / height).filter(|at| free(at) && first(at)).map(band).sum()
        } else {
            band(usize::from(state.rows[index - 1]) / height)
        };
        let first = |&row: &usize| side.twin_rows[row] & !state.used == 0;
        members(bands & !state.used).filter(first).map(|row| 1 << row).sum()
    }

    /// Writes the rest of a row, in lockstep.
    fn finish(&mut self, index: usize, from: usize) -> Option<()> {
        let mut most = 0;
        for at in from..=self.shape.size {
            match self.effort {
                Effort::One => self.waiting[at].truncate(1),
                Effort::All { patience } if self.waiting[at].len() > patience.max(most) => {
                    self.merge(index, at)?;
                    most = 4 * self.waiting[at].len();
                }
                Effort::All { .. } => {}
            }
            while at < self.shape.size
                && let Some(state) = self.waiting[at].pop()
            {
                self.advance(state, index, at);
            }
        }
        self.level = std::mem::take(&mut self.waiting[self.shape.size]);
        Some(())
    }

    /// Drops states that are equivalent to others; `None` if that takes too many trials.
    ///
    /// Symmetries of two states that make the same puzzle differ by a symmetry that keeps the puzzle; since it takes all
    /// symmetries of the one state to those of the other if these leave the same open, either state will do.
    fn merge(&mut self, index: usize, at: usize) -> Option<()> {
        let mut seen = HashSet::new();
        let states = std::mem::take(&mut self.waiting[at]);
        self.trials += states.len();
        if N > 9 && self.trials > MOST_TRIALS {
            return None;
        }
        let is_new = |state: &State<N>| {
            let mut search = Search::new(self.sides, self.shape, Effort::One);
            search.out = self.out;
            search.out[index][at..].fill(UNKNOWN);
            search.advance(*state, index, at);
            let done = search.finish(index, at).and_then(|()| search.rows(index + 1));
            done.is_none() || seen.insert((search.out, state.partition(self.shape)))
        };
        self.waiting[at] = states.into_iter().filter(is_new).collect();
        Some(())
    }

    /// Writes a state's row from a position on, as far as there is nothing to choose.
    fn advance(&mut self, mut state: State<N>, index: usize, mut at: usize) {
        let (side, row, width) =
            (&self.sides[usize::from(state.side)], usize::from(state.rows[index]), self.shape.width);
        let line = Line { index, digits: &side.digits[row], given: side.given[row], differ: side.differ[row] };
        while at < self.shape.size {
            let stacks = state.stacks(at / width, self.shape);
            let next = if stacks.is_power_of_two() {
                self.columns(&mut state, line, at, stacks.trailing_zeros() as usize)
            } else {
                self.stacks(&mut state, line, at, stacks)
            };
            match next {
                Some(next) => at = next,
                None => return,
            }
        }
        self.waiting[at].push(state);
    }

    /// Writes a digit; returns whether the row is still among the least.
    fn write(&mut self, line: Line<'_, N>, at: usize, digit: u8) -> bool {
        let row = &mut self.out[line.index];
        if digit < row[at] {
            row[at] = digit;
            row[at + 1..].fill(UNKNOWN);
            self.waiting[at + 1..].iter_mut().for_each(Vec::clear);
        }
        digit == row[at]
    }

    /// Decides which of some stacks come first and writes their cells; returns the position after them unless the row is
    /// dropped or goes on with several states.
    fn stacks(&mut self, state: &mut State<N>, line: Line<'_, N>, at: usize, stacks: u64) -> Option<usize> {
        let shape = self.shape;
        let empty = members(stacks).filter(|&stack| line.given & shape.stack(stack) == 0);
        let empty: u64 = empty.map(|stack| 1 << stack).sum();
        if empty != 0 {
            return self.open_stacks(state, line, at, empty, stacks, 0);
        }
        let is_new = |column: usize| state.label[usize::from(line.digits[column]) - 1] == 0;
        let is_open = |&stack: &usize| line.differ && members(line.given & shape.stack(stack)).all(is_new);
        let open: u64 = members(stacks).filter(is_open).map(|stack| 1 << stack).sum();
        let pattern = |stack| state.pattern(stack, line.given, shape);
        let least = members(open).map(pattern).min().unwrap_or(0);
        let group: u64 = members(open).filter(|&stack| pattern(stack) == least).map(|stack| 1 << stack).sum();
        if open == stacks {
            return self.open_stacks(state, line, at, group, stacks, least);
        }
        for stack in members(stacks & !open) {
            let mut state = *state;
            state.stacks_first(1 << stack, stacks & !(1 << stack));
            self.waiting[at].push(state);
        }
        if open != 0 {
            let mut state = *state;
            if let Some(next) = self.open_stacks(&mut state, line, at, group, stacks, least) {
                self.waiting[next].push(state);
            }
        }
        None
    }

    /// Writes the cells of stacks that have nothing but new digits and the same pattern, in any order.
    fn open_stacks(
        &mut self,
        state: &mut State<N>,
        line: Line<'_, N>,
        at: usize,
        group: u64,
        stacks: u64,
        pattern: u64,
    ) -> Option<usize> {
        let (shape, end) = (self.shape, at + group.count_ones() as usize * self.shape.width);
        state.stacks_first(group, stacks & !group);
        for at in at..end {
            let is_given = pattern >> (shape.width - 1 - at % shape.width) & 1;
            state.labels += is_given as u8;
            if !self.write(line, at, is_given as u8 * state.labels) {
                return None;
            }
        }
        if pattern != 0 {
            for stack in members(group) {
                let mut place = 0;
                while place < shape.width {
                    let columns = state.columns(stack, place, shape);
                    let given = columns & line.given;
                    state.columns_first(columns & !given, given);
                    open_labels(state, line, given);
                    place += columns.count_ones() as usize;
                }
            }
        }
        Some(end)
    }

    /// Decides which of a stack's columns with the same place come first and writes their cells; returns the position
    /// after them unless the row is dropped or goes on with several states.
    fn columns(&mut self, state: &mut State<N>, line: Line<'_, N>, mut at: usize, stack: usize) -> Option<usize> {
        let columns = state.columns(stack, at % self.shape.width, self.shape);
        let given = columns & line.given;
        if given != columns {
            let empty = columns & !given;
            state.columns_first(empty, given);
            for _ in members(empty) {
                if !self.write(line, at, 0) {
                    return None;
                }
                at += 1;
            }
            return Some(at);
        }
        let mut least = UNKNOWN;
        let (mut first, mut seen, mut is_open) = (0_u64, 0_u64, true);
        for column in members(given) {
            let digit = usize::from(line.digits[column]) - 1;
            is_open &= state.label[digit] == 0 && seen >> digit & 1 == 0;
            seen |= 1 << digit;
            let label = self.label(state, line, digit, given);
            if label < least {
                (least, first) = (label, 0);
            }
            first |= u64::from(label == least) << digit;
        }
        if is_open && !given.is_power_of_two() {
            for _ in members(given) {
                state.labels += 1;
                if !self.write(line, at, state.labels) {
                    return None;
                }
                at += 1;
            }
            open_labels(state, line, given);
            return Some(at);
        }
        if first.is_power_of_two() {
            return self.digit(state, line, at, given, first.trailing_zeros() as usize, least);
        }
        if !self.write(line, at, least) {
            return None;
        }
        for digit in members(first) {
            let mut state = *state;
            if let Some(next) = self.digit(&mut state, line, at, given, digit, least) {
                self.waiting[next].push(state);
            }
        }
        None
    }

    /// The least label that a digit may have if its columns are the first of these.
    fn label(&self, state: &State<N>, line: Line<'_, N>, digit: usize, columns: u64) -> u8 {
        match state.label[digit] {
            0 => state.labels + 1,
            OPEN => {
                let home = usize::from(state.home[digit]);
                let same = same_digit(line, digit, columns);
                let behind = if (columns & !same) >> home & 1 == 1 { same.count_ones() as usize } else { 0 };
                self.out[usize::from(state.birth[digit])][state.position(home, self.shape) + behind]
            }
            label => label,
        }
    }

    /// Lets the columns with a digit be the first of some and writes their cells; returns the position after them unless
    /// the row is dropped.
    fn digit(
        &mut self,
        state: &mut State<N>,
        line: Line<'_, N>,
        mut at: usize,
        columns: u64,
        digit: usize,
        label: u8,
    ) -> Option<usize> {
        let same = same_digit(line, digit, columns);
        for _ in members(same) {
            if !self.write(line, at, label) {
                return None;
            }
            at += 1;
        }
        state.columns_first(same, columns & !same);
        match state.label[digit] {
            0 => state.labels += 1,
            OPEN => state.settle(usize::from(state.home[digit]), self.shape),
            _ => {}
        }
        state.label[digit] = label;
        Some(at)
    }

    /// A symmetry of a state that has chosen all rows.
    fn symmetry(&self, state: &State<N>) -> Symmetry {
        let size = self.shape.size;
        let mut columns: Vec<usize> = (0..size).collect();
        columns.sort_by_key(|&column| {
            (state.slot[column / self.shape.width], column / self.shape.width, state.place[column])
        });
        let rows: Vec<usize> = state.rows[..size].iter().map(|&row| usize::from(row)).collect();
        let mut digits = vec![0; size];
        for (out, &row) in self.out.iter().zip(&rows) {
            for (&new, &column) in out.iter().zip(&columns) {
                let digit = self.sides[usize::from(state.side)].digits[row][column];
                if digit != 0 {
                    digits[usize::from(digit) - 1] = i64::from(new);
                }
            }
        }
        let free = i64::from(state.labels) + 1..;
        digits.iter_mut().filter(|digit| **digit == 0).zip(free).for_each(|(digit, label)| *digit = label);
        Symmetry { transposed: state.side == 1, rows, columns, digits }
    }
}

/// Those of some columns that have the digit.
fn same_digit<const N: usize>(line: Line<'_, N>, digit: usize, columns: u64) -> u64 {
    members(columns).filter(|&column| usize::from(line.digits[column]) == digit + 1).map(|column| 1 << column).sum()
}

/// Gives the new digits in some columns open labels.
fn open_labels<const N: usize>(state: &mut State<N>, line: Line<'_, N>, columns: u64) {
    for column in members(columns) {
        let digit = usize::from(line.digits[column]) - 1;
        state.label[digit] = OPEN;
        (state.home[digit], state.birth[digit]) = (column as u8, line.index as u8);
    }
}
