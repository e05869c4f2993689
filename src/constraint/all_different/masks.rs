//! The domains of an all-different as plain words: bit `b` of each, shifted, stands for one value.

use super::{AllDifferent, Posting};
use crate::constraint::Vars;
use crate::propagate::Cx;
use crate::store::{Conflict, Past, Why};

/// Up to 64 variables with up to 64 values.
#[derive(Clone, Debug)]
pub(super) struct Masks {
    pub(super) scope: Vars,
    /// How far each domain is shifted to the left, so that equal bits mean equal values; empty where none is.
    shifts: Box<[u8]>,
    /// Every value of every variable at the start.
    pub(super) universe: u64,
}

/// The positions of the bits that are set, lowest first.
pub(super) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if word == 0 {
            return None;
        }
        let bit = word.trailing_zeros() as usize;
        word &= word - 1;
        Some(bit)
    })
}

impl Masks {
    /// Without offsets, for one-word domains with a common base, as every line of a grid has them; `None` for others.
    pub(super) fn plain(posted: &AllDifferent, to: &Posting<'_>) -> Option<Self> {
        if !posted.offsets.is_empty() || posted.scope.len() > 64 {
            return None;
        }
        let universe = to.union(&posted.scope)?;
        Some(Self::of(posted.scope.vars().clone(), universe))
    }

    /// Over domains with a common base and these values.
    pub(super) fn of(scope: Vars, universe: u64) -> Self {
        Self { scope, shifts: Box::default(), universe }
    }

    /// `None` where a value would lie beyond a word. The bounds include the offsets.
    pub(super) fn new(posted: &AllDifferent, bounds: &[(i64, i64)], to: &Posting<'_>) -> Option<Self> {
        if bounds.len() > 64 {
            return None;
        }
        let mut bases = [0; 64];
        for (i, &x) in posted.scope.iter().enumerate() {
            bases[i] = to.base(x)?.checked_add(posted.offset(i))?;
        }
        let bases = &bases[..bounds.len()];
        let lowest = *bases.iter().min()?;
        if bounds.iter().any(|&(_, max)| max.checked_sub(lowest).is_none_or(|bit| bit >= 64)) {
            return None;
        }
        let mut universe = 0;
        for (i, &x) in posted.scope.iter().enumerate() {
            universe |= to.domain(x).word(lowest.checked_sub(posted.offset(i))?);
        }
        let plain = bases.iter().all(|&base| base == lowest);
        let shifts = if plain { Box::default() } else { bases.iter().map(|&base| (base - lowest) as u8).collect() };
        Some(Self { scope: posted.scope.vars().clone(), shifts, universe })
    }

    /// The number of values that there are at the start.
    pub(super) fn values(&self) -> usize {
        self.universe.count_ones() as usize
    }

    /// Whether equal bits of the domains mean equal values.
    pub(super) fn is_plain(&self) -> bool {
        self.shifts.is_empty()
    }

    /// How far a position is shifted.
    #[inline]
    pub(super) fn shift(&self, position: usize) -> u32 {
        self.shifts.get(position).map_or(0, |&shift| u32::from(shift))
    }

    /// The values of a position.
    #[inline]
    pub(super) fn mask(&self, cx: &Cx<'_>, position: usize) -> u64 {
        cx.mask(self.scope[position]) << self.shift(position)
    }

    /// Keeps these values of a position.
    ///
    /// # Errors
    /// A conflict if none is left.
    #[inline]
    pub(super) fn keep(&self, cx: &mut Cx<'_>, position: usize, mask: u64, why: Why) -> Result<bool, Conflict> {
        cx.keep_mask(self.scope[position], mask >> self.shift(position), why)
    }

    /// The value that a bit means at a position; one that its variable never had may wrap.
    pub(super) fn value(&self, past: Past<'_>, position: usize, bit: u32) -> i64 {
        past.base(self.scope[position]).wrapping_add(i64::from(bit) - i64::from(self.shift(position)))
    }
}
