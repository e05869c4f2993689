//! When to start a search over, so that an early mistake does not cost everything below it.

/// After how many failures a search starts over.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
#[non_exhaustive]
pub enum Restarts {
    /// Never.
    #[default]
    Never,
    /// After `unit` times 1, 1, 2, 1, 1, 2, 4, … failures (Luby, Sinclair and Zuckerman 1993).
    Luby {
        /// The failures of the shortest run; 0 counts as 1.
        unit: u64,
    },
    /// After `first` failures, and each time `factor` times as many (Walsh 1999).
    Geometric {
        /// The failures of the first run; 0 counts as 1.
        first: u64,
        /// The growth; below 1 counts as 1.01, so that the search ends.
        factor: f64,
    },
}

/// Restarts by the Luby sequence.
pub fn luby(unit: u64) -> Restarts {
    Restarts::Luby { unit }
}

/// Restarts after a number of failures that grows by a factor.
pub fn geometric(first: u64, factor: f64) -> Restarts {
    Restarts::Geometric { first, factor }
}

impl Restarts {
    /// The failures that run number `run`, counted from 0, may have; `None` for no bound.
    pub(super) fn bound(self, run: u64) -> Option<u64> {
        match self {
            Self::Never => None,
            Self::Luby { unit } => Some(unit.max(1).saturating_mul(luby_term(run + 1))),
            Self::Geometric { first, factor } => {
                let growth = if factor > 1.0 { factor } else { 1.01 };
                // A float that is too large saturates, which is as good as no bound.
                Some((first.max(1) as f64 * growth.powf(run as f64)) as u64)
            }
        }
    }
}

/// Term `i`, counted from 1, of 1, 1, 2, 1, 1, 2, 4, …
fn luby_term(i: u64) -> u64 {
    let mut i = i;
    loop {
        // The sequence up to 2^k - 1 ends in 2^(k-1) and repeats what came before it.
        let k = 64 - i.leading_zeros();
        if i == (1 << k) - 1 {
            return 1 << (k - 1);
        }
        i -= (1 << (k - 1)) - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_luby_sequence_is_the_published_one() {
        let terms: Vec<u64> = (1..=15).map(luby_term).collect();
        assert_eq!(terms, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }

    #[test]
    fn geometric_bounds_grow_without_end() {
        let bounds: Vec<_> = (0..4).map(|run| geometric(10, 2.0).bound(run)).collect();
        assert_eq!(bounds, [Some(10), Some(20), Some(40), Some(80)]);
        assert_eq!(geometric(10, 0.0).bound(100_000), Some(u64::MAX));
        assert_eq!(Restarts::Never.bound(0), None);
        // A search that never grew might never end.
        assert!([0.5, 1.0].iter().all(|&factor| geometric(10, factor).bound(1_000) > Some(1_000)));
        assert_eq!((geometric(0, 3.0).bound(2), luby(0).bound(2), luby(5).bound(6)), (Some(9), Some(2), Some(20)));
    }
}
