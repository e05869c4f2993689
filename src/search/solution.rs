//! Answers: solutions, and what is known about how many there are.

use crate::ids::VarId;
use crate::limit::Limit;
use std::ops::Index;

/// A value for every variable of a model.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Solution {
    values: Vec<i64>,
}

impl Solution {
    /// The values of all variables, in the order of their creation.
    pub fn values(&self) -> &[i64] {
        &self.values
    }

    /// The value of a variable.
    ///
    /// # Panics
    /// If the variable belongs to another, larger model.
    pub fn value(&self, x: VarId) -> i64 {
        self.values[x.index()]
    }

    /// The variables on which two solutions of one model differ.
    pub fn differences<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = VarId> + 'a {
        let pairs = self.values.iter().zip(&other.values).enumerate();
        pairs.filter(|(_, (a, b))| a != b).map(|(i, _)| VarId::new(i))
    }

    /// Takes over these values, in the memory that is there.
    pub(super) fn set(&mut self, values: impl Iterator<Item = i64>) {
        self.values.clear();
        self.values.extend(values);
    }
}

impl Index<VarId> for Solution {
    type Output = i64;

    fn index(&self, x: VarId) -> &i64 {
        &self.values[x.index()]
    }
}

/// Whether there is a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A solution.
    Solution(Solution),
    /// Proved: there is none.
    None,
    /// A limit was reached before either was known.
    Stopped(Limit),
}

impl Found {
    /// The solution, if one was found.
    pub fn solution(self) -> Option<Solution> {
        match self {
            Self::Solution(solution) => Some(solution),
            _ => None,
        }
    }
}

/// Whether there is exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Proved: this is the only solution.
    Unique(Solution),
    /// Two different solutions.
    Many(Solution, Solution),
    /// Proved: there is none.
    None,
    /// A limit was reached before any of these was known; [`Solver::found`](super::Solver::found) has what was found.
    Stopped(Limit),
}

impl Verdict {
    /// The only solution.
    ///
    /// # Panics
    /// If there is none, or several, or it is not known. For tests and examples.
    pub fn expect_unique(self) -> Solution {
        match self {
            Self::Unique(solution) => solution,
            other => panic!("expected exactly one solution, got {other:?}"),
        }
    }

    /// Whether exactly one solution was proved.
    pub fn is_unique(&self) -> bool {
        matches!(self, Self::Unique(_))
    }
}

/// How many solutions there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The solutions found.
    pub n: u64,
    /// Whether these are all. If not, there are at least `n`.
    pub complete: bool,
    /// The limit that ended the count, where one did; `None` too where the most solutions asked for were found.
    pub stopped: Option<Limit>,
}

/// The best solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Optimum {
    /// Proved: no solution has a better value of the objective.
    Best(Solution, i64),
    /// Proved: there is no solution.
    None,
    /// A limit was reached; the best solution so far, if any, with its value of the objective.
    Stopped(Limit, Option<(Solution, i64)>),
}
