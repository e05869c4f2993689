//! What the search for the canonical form knows: the board in both orientations, and how far a symmetry is fixed.

/// The size of a board and of its boxes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub size: usize,
    pub height: usize,
    pub width: usize,
}

impl Shape {
    /// Whether the transposed board has the same rules.
    pub fn transposes(self) -> bool {
        self.height == self.width || self.height == 1 || self.width == 1
    }

    /// The columns of a stack.
    pub fn stack(self, stack: usize) -> u64 {
        ((1 << self.width) - 1) << (stack * self.width)
    }

    /// The number of stacks.
    pub fn stacks(self) -> usize {
        self.size / self.width
    }
}

/// The members of a set of small numbers in increasing order.
pub(super) fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        first
    })
}

/// The board in one orientation.
#[derive(Debug)]
pub(super) struct Side<const N: usize> {
    /// The digits, 0 in an empty cell.
    pub digits: [[u8; N]; N],
    /// For each row, the columns with givens.
    pub given: [u64; N],
    /// For each row, whether its givens differ.
    pub differ: [bool; N],
    /// For each row, the earlier rows of its band that are equal to it.
    pub twin_rows: [u64; N],
    /// For each band, the earlier bands with the same rows in some order.
    pub twin_bands: [u64; N],
}

impl<const N: usize> Side<N> {
    /// The board with these digits.
    pub fn new(digits: [[u8; N]; N], shape: Shape) -> Self {
        let Shape { size, height, .. } = shape;
        let mut side = Self { digits, given: [0; N], differ: [true; N], twin_rows: [0; N], twin_bands: [0; N] };
        for (row, line) in digits[..size].iter().enumerate() {
            let mut seen = 0_u64;
            for (column, &digit) in line.iter().enumerate().filter(|(_, digit)| **digit != 0) {
                side.given[row] |= 1 << column;
                side.differ[row] &= seen >> digit & 1 == 0;
                seen |= 1 << digit;
            }
            let earlier = row - row % height..row;
            side.twin_rows[row] = earlier.filter(|&other| digits[other] == *line).map(|other| 1 << other).sum();
        }
        let mut sorted = digits;
        sorted[..size].chunks_mut(height).for_each(<[_]>::sort_unstable);
        let rows = |band: usize| &sorted[band * height..][..height];
        for band in 0..size / height {
            let earlier = (0..band).filter(|&other| rows(other) == rows(band));
            side.twin_bands[band] = earlier.map(|other| 1 << other).sum();
        }
        side
    }
}

/// The label of a digit that has one, but it is not yet known which.
pub(super) const OPEN: u8 = u8::MAX;

/// A set of symmetries that make the same of the rows so far.
///
/// It holds every order of the stacks, and of the columns in them, that keeps an ordered partition: stacks of one slot,
/// the first of those that they share, are interchangeable, and so are the columns of one stack with the same place in
/// it. A digit that was new in a row where its column could still change places has an open label: the one that the row
/// has where the column comes to stand. So nothing has to be tried before a later row can tell the difference.
#[derive(Clone, Copy, Debug)]
pub(super) struct State<const N: usize> {
    /// The rows that were chosen.
    pub rows: [u8; N],
    /// The rows that were chosen, as a set.
    pub used: u64,
    /// The orientation.
    pub side: u8,
    /// How many digits have labels.
    pub labels: u8,
    /// For each stack, the first slot that it may have.
    pub slot: [u8; N],
    /// For each column, the first place in its stack that it may have.
    pub place: [u8; N],
    /// For each digit from 1 on, its label; 0 if it was not seen yet, or [`OPEN`].
    pub label: [u8; N],
    /// For each digit with an open label, the column from which it has it.
    pub home: [u8; N],
    /// For each digit with an open label, how many rows came before the one from which it has it.
    pub birth: [u8; N],
}

impl<const N: usize> State<N> {
    /// All symmetries of one orientation.
    pub fn new(side: u8) -> Self {
        let none = [0; N];
        let (rows, slot, place, label, home, birth) = (none, none, none, none, none, none);
        Self { rows, used: 0, side, labels: 0, slot, place, label, home, birth }
    }

    /// The stacks whose first possible slot is this.
    pub fn stacks(&self, slot: usize, shape: Shape) -> u64 {
        let at_slot = |&stack: &usize| usize::from(self.slot[stack]) == slot;
        (0..shape.stacks()).filter(at_slot).map(|stack| 1 << stack).sum()
    }

    /// The columns of a stack whose first possible place is this.
    pub fn columns(&self, stack: usize, place: usize, shape: Shape) -> u64 {
        let columns = stack * shape.width..(stack + 1) * shape.width;
        let at_place = |&column: &usize| usize::from(self.place[column]) == place;
        columns.filter(at_place).map(|column| 1 << column).sum()
    }

    /// The first position in a row that a column may have.
    pub fn position(&self, column: usize, shape: Shape) -> usize {
        usize::from(self.slot[column / shape.width]) * shape.width + usize::from(self.place[column])
    }

    /// Lets some of the stacks that share slots be the first of them.
    pub fn stacks_first(&mut self, some: u64, others: u64) {
        members(others).for_each(|stack| self.slot[stack] += some.count_ones() as u8);
    }

    /// Lets some of the columns that share places be the first of them.
    pub fn columns_first(&mut self, some: u64, others: u64) {
        members(others).for_each(|column| self.place[column] += some.count_ones() as u8);
    }

    /// Gives a column the first position that it may have.
    pub fn settle(&mut self, column: usize, shape: Shape) {
        let (stack, one) = (column / shape.width, 1 << column);
        let stacks = self.stacks(usize::from(self.slot[stack]), shape);
        self.stacks_first(1 << stack, stacks & !(1 << stack));
        let columns = self.columns(stack, usize::from(self.place[column]), shape);
        self.columns_first(one, columns & !one);
    }

    /// How a stack's row has to begin with empty cells and go on with givens: one bit a cell, the first cell the highest.
    pub fn pattern(&self, stack: usize, given: u64, shape: Shape) -> u64 {
        let (mut place, mut pattern) = (0, 0);
        while place < shape.width {
            let columns = self.columns(stack, place, shape);
            place += columns.count_ones() as usize;
            pattern = pattern << columns.count_ones() | ((1 << (columns & given).count_ones()) - 1);
        }
        pattern
    }

    /// The positions where a column or a stack could be another than at the position before.
    pub fn partition(&self, shape: Shape) -> (u64, u64) {
        let columns = (0..shape.size).fold(0, |set, column| set | 1 << self.position(column, shape));
        (columns, (0..shape.stacks()).fold(0, |set, stack| set | 1 << self.slot[stack]))
    }
}
