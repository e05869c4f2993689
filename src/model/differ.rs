//! Which variables can never be equal, so that tables need not list them so.

use crate::constraint::Facts;
use crate::ids::VarId;

/// Which variables an all-different keeps apart: a bit set of constraints for each variable.
#[derive(Debug, Default)]
pub(super) struct Differ {
    words: usize,
    bits: Vec<u64>,
}

impl Differ {
    /// What constraints with these facts keep apart of so many variables.
    pub(super) fn new(facts: &[Facts<'_>], variables: usize) -> Self {
        let scopes = || facts.iter().filter_map(|facts| facts.all_different);
        let words = scopes().count().div_ceil(64);
        let mut bits = vec![0; words * variables];
        for (i, scope) in scopes().enumerate() {
            for x in scope {
                bits[x.index() * words + i / 64] |= 1 << (i % 64);
            }
        }
        Self { words, bits }
    }

    /// Whether an all-different holds both variables; constants are in none.
    #[inline]
    pub(super) fn clash(&self, x: VarId, y: VarId) -> bool {
        if self.words == 1 {
            let of = |x: VarId| self.bits.get(x.index()).copied().unwrap_or(0);
            return of(x) & of(y) != 0;
        }
        let of = |x: VarId| self.bits.get(x.index() * self.words..(x.index() + 1) * self.words).unwrap_or(&[]);
        of(x).iter().zip(of(y)).any(|(a, b)| a & b != 0)
    }
}
