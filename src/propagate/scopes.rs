//! What the engine asks of a scope: how long a run over it takes, and whether it names a variable twice.

use crate::ids::VarId;

/// The steps of a run that looks at every word of the domains in a scope a few times.
pub(super) fn steps(scope: &[VarId], breadth: impl Fn(VarId) -> usize) -> u32 {
    let words = scope.iter().map(|&x| breadth(x)).sum::<usize>();
    1 + u32::try_from(words / WORDS_OF_A_STEP).unwrap_or(u32::MAX - 1)
}

/// So many words of domains are looked at in a step.
const WORDS_OF_A_STEP: usize = 16;

/// Whether no variable occurs twice.
pub(crate) fn is_distinct(scope: &[VarId]) -> bool {
    let &[first, ref rest @ ..] = scope else { return true };
    if let &[second] = rest {
        return first != second;
    }
    // Most scopes are lines and cages in reading order.
    if scope.windows(2).all(|pair| pair[0] < pair[1]) {
        return true;
    }
    // Nearly all scopes: variables so near the first that bits of four words tell them apart.
    let lowest = first.index().wrapping_sub(64);
    let mut seen = [0_u64; 4];
    let is_new = |x: &VarId| {
        let bit = x.index().wrapping_sub(lowest);
        let word = &mut seen[bit / 64 % 4];
        let new = bit < 256 && *word >> (bit % 64) & 1 == 0;
        *word |= 1 << (bit % 64);
        new
    };
    if scope.iter().all(is_new) {
        return true;
    }
    let mut sorted = scope.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] != pair[1])
}
