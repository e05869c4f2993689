//! Where a search spends its work, by constraint.

use super::Solver;
use crate::engine::Tally;
use crate::ids::ConstraintId;
use indexmap::IndexMap;
use std::fmt;
use std::time::Duration;

/// The profile prints this many rows; the others stand in one row behind them.
const SHOWN: usize = 20;

/// What each constraint's propagators have done; see [`Solver::profile`].
///
/// Printed, it is a table of the rows that took most time; `{:#}` leaves the times out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// The rows, those that took most time first.
    pub rows: Vec<ProfileRow>,
}

/// The propagators of one kind that act for the same constraints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProfileRow {
    /// The constraints that they act for: one, or several for what was joined or derived. Empty for what the search has
    /// added itself, such as the bound on an objective.
    pub constraints: Vec<ConstraintId>,
    /// The names of the constraints, and what kind of propagator it is.
    pub name: String,
    /// Runs.
    pub runs: u64,
    /// Values removed.
    pub prunings: u64,
    /// Runs that ended in a contradiction.
    pub failures: u64,
    /// The time that the runs took.
    pub time: Duration,
}

impl ProfileRow {
    fn new(constraints: Vec<ConstraintId>, name: String, tally: Tally) -> Self {
        let Tally { runs, prunings, failures, time } = tally;
        Self { constraints, name, runs, prunings, failures, time }
    }

    fn tally(&self) -> Tally {
        let &Self { runs, prunings, failures, time, .. } = self;
        Tally { runs, prunings, failures, time }
    }
}

impl Solver {
    /// Counts and times from now on what the propagators of each constraint do, for [`profile`](Self::profile). A search
    /// that is watched takes longer; one that is not, no longer than before.
    pub fn profiled(mut self) -> Self {
        self.start_profile();
        self
    }

    /// As [`profiled`](Self::profiled), on a solver that is kept; what was counted before is forgotten.
    pub fn start_profile(&mut self) -> &mut Self {
        self.dfs.engine.start_meter();
        self
    }

    /// What the propagators of each constraint have done since profiling began, in all questions together; `None` where
    /// it did not. The root is propagated by the first question only, so that a solver that was asked before shows less.
    ///
    /// Time that a propagator spends in engines of its own, as `any_of` does, counts for it. A contradiction that no
    /// propagator meets counts for none: a domain that is empty from the start, or an assumption that the root excludes.
    ///
    /// ```
    /// use gridwright::{Limits, Model, all_different};
    /// let mut m = Model::new();
    /// let cell = m.grid(3, 3, 1..=3);
    /// for line in cell.rows().chain(cell.columns()) {
    ///     m.post(all_different(line));
    /// }
    /// let mut solver = m.compile(Limits::none())?.solver().profiled();
    /// assert_eq!(solver.count(100)?.n, 12);
    /// let profile = solver.profile().expect("it is profiled");
    /// assert_eq!(profile.total().runs, solver.stats().propagations);
    /// println!("{profile}");
    /// # Ok::<(), gridwright::Error>(())
    /// ```
    pub fn profile(&self) -> Option<Profile> {
        let mut groups: IndexMap<(Vec<ConstraintId>, &str), Tally> = IndexMap::new();
        for ((constraints, propagator), tally) in self.dfs.engine.tallies()? {
            let propagator = if constraints.is_empty() { "added by the search" } else { propagator };
            groups.entry((constraints, propagator)).or_default().add(tally);
        }
        let row = |((constraints, propagator), tally): ((Vec<ConstraintId>, &str), Tally)| {
            let name = match constraints.is_empty() {
                true => propagator.to_owned(),
                false => format!("{}: {propagator}", self.compiled.names(&constraints)),
            };
            ProfileRow::new(constraints, name, tally)
        };
        let mut rows: Vec<ProfileRow> = groups.into_iter().map(row).collect();
        rows.sort_by_key(|row| std::cmp::Reverse((row.time, row.runs)));
        Some(Profile { rows })
    }
}

impl Profile {
    /// All rows together.
    pub fn total(&self) -> ProfileRow {
        sum("total".into(), &self.rows)
    }
}

/// Rows as one.
fn sum(name: String, rows: &[ProfileRow]) -> ProfileRow {
    let mut total = Tally::default();
    rows.iter().for_each(|row| total.add(row.tally()));
    ProfileRow::new(Vec::new(), name, total)
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let timed = !f.alternate();
        let mut line = |[runs, prunings, failures, time, name]: [&dyn fmt::Display; 5]| {
            write!(f, "{runs:>10} {prunings:>10} {failures:>10} ")?;
            if timed {
                write!(f, "{time:>10} ")?;
            }
            writeln!(f, " {name}")
        };
        line([&"runs", &"prunings", &"failures", &"time", &"constraint: propagator"])?;
        let (shown, rest) = self.rows.split_at(self.rows.len().min(SHOWN));
        let rest = (!rest.is_empty()).then(|| sum(format!("{} more", rest.len()), rest));
        for row in shown.iter().chain(&rest).chain([&self.total()]) {
            // Widths hold for texts, not for what `Duration` prints.
            let time = format!("{:.1?}", row.time);
            line([&row.runs, &row.prunings, &row.failures, &time, &row.name])?;
        }
        Ok(())
    }
}
