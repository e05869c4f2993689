//! Combinations: the sets of digits that fill a cage, the tables that players of Killer and KenKen look up.

use std::sync::Arc;

use gridwright::{
    Constraint, Domain, Error, Limit, Limits, Model, Solutions, Solver, VarId, count, global_cardinality, increasing,
    input_order, product, strictly_increasing, sum,
};

use crate::kenken::{Digits, Operation, makes, one_of};

/// The combinations of digits that make a target by an operation, whatever the order in which they stand.
///
/// What an operation makes of the digits is what it makes of a cage: see [`KenKen`](crate::kenken::KenKen).
///
/// ```
/// use gridwright::Limits;
/// use gridwright_models::combinations::Combinations;
/// use gridwright_models::kenken::Operation;
/// let mut combinations = Combinations::new(3, Operation::Add, 9);
/// let mut table = combinations.table(Limits::none())?;
/// assert_eq!(table.rows().collect::<Result<Vec<_>, _>>()?, [[1, 2, 6], [1, 3, 5], [2, 3, 4]]);
///
/// combinations.must = vec![1];
/// combinations.without = vec![5];
/// combinations.most = 2;
/// let mut table = combinations.table(Limits::none())?;
/// assert_eq!(table.rows().collect::<Result<Vec<_>, _>>()?, [[1, 1, 7], [1, 2, 6], [1, 4, 4]]);
/// # Ok::<(), gridwright::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combinations {
    /// The digits to choose from.
    pub digits: Digits,
    /// How many digits make a combination.
    pub cells: usize,
    /// What is done with them.
    pub operation: Operation,
    /// What it results in.
    pub target: i64,
    /// How many times a digit may occur: 1 where all are different.
    pub most: usize,
    /// The digits that each combination must have; what is listed twice occurs at least twice.
    pub must: Vec<i64>,
    /// The digits that no combination has.
    pub without: Vec<i64>,
}

impl Combinations {
    /// The combinations of different digits from 1 to 9.
    pub fn new(cells: usize, operation: Operation, target: i64) -> Self {
        let digits = Digits::up_to(9);
        Self { digits, cells, operation, target, most: 1, must: Vec::new(), without: Vec::new() }
    }

    /// The digits that may occur, in increasing order.
    pub fn allowed(&self) -> impl Iterator<Item = i64> + '_ {
        self.digits.values().iter().copied().filter(|digit| !self.without.contains(digit))
    }

    /// Prepares the table. The limits hold for this, and again for going through the rows.
    ///
    /// # Errors
    /// [`Error::Span`] for digits that reach too far, [`Error::Constraint`] for numbers too large to calculate with,
    /// [`Error::Stopped`] for a limit that is reached.
    pub fn table(&self, limits: impl Into<Limits>) -> Result<Table, Error> {
        let limits = limits.into();
        let mut m = Model::new();
        let had = |digit: i64| self.must.iter().filter(|&&other| other == digit).count();
        let fits = |&digit: &i64| self.allowed().any(|other| other == digit) && had(digit) <= self.most;
        let possible = self.must.len() <= self.cells && self.must.iter().all(fits);
        // The digits that a combination must have are no choice: the others stand beside them, in increasing order.
        let fixed = |&digit: &i64| m.named_var("a digit", if possible { digit.into() } else { Domain::empty() });
        let mut cells: Vec<VarId> = self.must.iter().map(fixed).collect();
        let others: Vec<i64> = self.allowed().filter(|&digit| had(digit) < self.most).collect();
        let free: Vec<VarId> = (cells.len()..self.cells).map(|_| m.named_var("a digit", &others[..])).collect();
        cells.extend(&free);

        if self.most != 1 {
            m.post(increasing(&free));
        }
        // A digit is larger than the one that stands so many places before it.
        for first in 0..self.most.min(free.len()) {
            m.post(strictly_increasing(free[first..].iter().copied().step_by(self.most).collect::<Vec<_>>()));
        }
        for &digit in others.iter().filter(|&&digit| had(digit) > 0) {
            let left = self.most - had(digit);
            if left < free.len() {
                m.post(global_cardinality(&free).value(digit, 0..=left as i64));
            }
        }
        self.post_target(&mut m, &free, &cells);
        let solver = m.compile(limits.clone())?.solver().branch(input_order()).limits(limits);
        Ok(Table { solver, free, must: self.must.clone() })
    }

    /// Posts that the operation makes the target, in the form that prunes most where the cells are many.
    fn post_target(&self, m: &mut Model, free: &[VarId], cells: &[VarId]) {
        let others = |one: VarId| cells.iter().copied().filter(move |&other| other != one);
        let constraint: Arc<dyn Constraint> = match self.operation {
            Operation::Subtract => {
                let from = |one: VarId| Arc::new((2 * one - sum(cells)).equals(self.target)) as _;
                one_of(self.ones(free, cells).map(from).collect())
            }
            // Only 0 divided by all others is 0.
            Operation::Divide if self.target == 0 => Arc::new(count(cells, 0).equals(1)),
            Operation::Divide => {
                for cell in cells {
                    m.post(cell.differs_from(0));
                }
                let target = m.named_var("the target", self.target);
                let of =
                    |one: VarId| Arc::new(product(others(one).chain([target]).collect::<Vec<_>>()).equals(one)) as _;
                one_of(self.ones(free, cells).map(of).collect())
            }
            operation => makes(operation, &cells.into(), self.target),
        };
        m.post_shared(constraint).label("target", self.target);
    }

    /// The cells whose digit can be the one that the others are subtracted from, or that they divide: where nothing is
    /// negative, that is the largest.
    fn ones<'a>(&self, free: &'a [VarId], cells: &'a [VarId]) -> impl Iterator<Item = VarId> + 'a {
        let largest = self.target >= 0 && self.allowed().all(|digit| digit >= 0);
        let of_must = (0..self.must.len()).max_by_key(|&i| self.must[i]).map(|i| cells[i]);
        let all = if largest { &[] } else { cells };
        let two = free.last().copied().into_iter().chain(of_must).filter(move |_| largest);
        all.iter().copied().chain(two)
    }
}

/// A table of combinations, made by [`Combinations::table`].
#[derive(Debug)]
pub struct Table {
    solver: Solver,
    /// The cells whose digits are to be chosen.
    free: Vec<VarId>,
    must: Vec<i64>,
}

impl Table {
    /// The combinations one at a time, each with its digits in increasing order; by their first digits, then by their
    /// second, and so on.
    pub fn rows(&mut self) -> Rows<'_> {
        Rows { solutions: self.solver.solutions(), free: &self.free, must: &self.must }
    }
}

/// The rows of a table, found as they are asked for; see [`Table::rows`].
#[derive(Debug)]
pub struct Rows<'t> {
    solutions: Solutions<'t>,
    free: &'t [VarId],
    must: &'t [i64],
}

impl Rows<'_> {
    /// Whether all rows have been seen.
    pub fn is_complete(&self) -> bool {
        self.solutions.is_complete()
    }

    /// The limit that has ended the table, if one has.
    pub fn stopped(&self) -> Option<Limit> {
        self.solutions.stopped()
    }
}

impl Iterator for Rows<'_> {
    /// A combination, or [`Error::Bug`] if a propagator is wrong.
    type Item = Result<Vec<i64>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let solution = self.solutions.next()?;
        Some(solution.map(|solution| {
            let mut row: Vec<i64> = self.free.iter().map(|&x| solution[x]).chain(self.must.iter().copied()).collect();
            row.sort_unstable();
            row
        }))
    }
}
