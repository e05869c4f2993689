//! Which variables can never be equal, so that tables need not list them so.

use super::Source;
use crate::ids::VarId;

/// Which variables an all-different keeps apart: a bit set of constraints for each variable.
#[derive(Debug, Default)]
pub(super) struct Differ {
    words: usize,
    bits: Vec<u64>,
}

impl Differ {
    pub(super) fn new(source: &Source) -> Self {
        let mut scopes = Vec::with_capacity(source.rules.len());
        scopes.extend(source.rules.iter().filter_map(|rule| rule.constraint.facts().all_different));
        let words = scopes.len().div_ceil(64);
        let mut bits = vec![0; words * source.domains.len()];
        for (i, scope) in scopes.into_iter().enumerate() {
            for x in scope {
                bits[x.index() * words + i / 64] |= 1 << (i % 64);
            }
        }
        Self { words, bits }
    }

    /// Whether an all-different holds both variables; constants are in none.
    pub(super) fn clash(&self, x: VarId, y: VarId) -> bool {
        let of = |x: VarId| self.bits.get(x.index() * self.words..(x.index() + 1) * self.words).unwrap_or(&[]);
        of(x).iter().zip(of(y)).any(|(a, b)| a & b != 0)
    }
}
