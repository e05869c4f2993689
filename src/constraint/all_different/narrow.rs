//! All-different on plain words: bit `b` of every domain, shifted, stands for one value.
//!
//! Invariant: a value whose bit is set in the reversible word is the only one of some variable, and no other has it.

use super::{AllDifferent, NO_PLACE, ONLY_PLACE, Posting, RULES, USED};
use crate::agenda::Priority;
use crate::domain::Domain;
use crate::ids::{Atom, Op, VarId};
use crate::propagate::{Cx, Outcome, Propagator, Rule};
use crate::store::{Conflict, Events, Past, Why};
use std::sync::Arc;

/// Up to 64 variables with up to 64 values.
#[derive(Debug)]
pub(super) struct Narrow {
    scope: Arc<[VarId]>,
    /// How far each domain is shifted to the left, so that equal bits mean equal values; empty where none is.
    shifts: Box<[u8]>,
    /// Every value of every variable at the start.
    universe: u64,
    /// Whether there are as many values as variables, so that each value needs a place.
    permutation: bool,
}

/// The positions of the bits that are set, lowest first.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if word == 0 {
            return None;
        }
        let bit = word.trailing_zeros() as usize;
        word &= word - 1;
        Some(bit)
    })
}

/// The domain as a word whose bit 0 stands for `base`; no value may lie further away than bit 63.
fn word_of(domain: &Domain, base: i64) -> u64 {
    match domain.bounds() {
        Some((min, max)) if domain.size() == domain.span() => u64::MAX >> (63 - (max - min)) << (min - base),
        _ => domain.values().fold(0, |word, v| word | 1 << (v - base)),
    }
}

impl Narrow {
    /// Without offsets, for one-word domains with a common base, as every line of a grid has them; `None` for others.
    pub(super) fn plain(posted: &AllDifferent, to: &Posting<'_>) -> Option<Self> {
        if !posted.offsets.is_empty() || posted.scope.len() > 64 {
            return None;
        }
        let base = to.common_base(&posted.scope)?;
        let mut universe = 0;
        let mut last = None;
        for &x in posted.scope.iter() {
            let domain = to.domain(x);
            if last != Some(domain) {
                universe |= word_of(domain, base);
                last = Some(domain);
            }
        }
        let permutation = universe.count_ones() as usize == posted.scope.len();
        Some(Self { scope: posted.scope.vars().clone(), shifts: Box::default(), universe, permutation })
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
            universe |= word_of(to.domain(x), lowest.checked_sub(posted.offset(i))?);
        }
        let permutation = universe.count_ones() as usize == bases.len();
        let plain = bases.iter().all(|&base| base == lowest);
        let shifts = if plain { Box::default() } else { bases.iter().map(|&base| (base - lowest) as u8).collect() };
        Some(Self { scope: posted.scope.vars().clone(), shifts, universe, permutation })
    }

    /// The number of values that there are at the start.
    pub(super) fn values(&self) -> usize {
        self.universe.count_ones() as usize
    }

    #[inline]
    fn shift(&self, position: usize) -> u32 {
        self.shifts.get(position).map_or(0, |&shift| u32::from(shift))
    }

    #[inline]
    fn mask(&self, cx: &Cx<'_>, position: usize) -> u64 {
        cx.mask(self.scope[position]) << self.shift(position)
    }

    #[inline]
    fn keep(&self, cx: &mut Cx<'_>, position: usize, mask: u64, why: Why) -> Result<bool, Conflict> {
        cx.keep_mask(self.scope[position], mask >> self.shift(position), why)
    }

    #[cold]
    fn no_place(&self, cx: &mut Cx<'_>) -> Conflict {
        let left = (0..self.scope.len()).fold(0, |left, i| left | self.mask(cx, i));
        cx.fail(NO_PLACE.with((self.universe & !left).trailing_zeros()))
    }

    /// The value that a bit means at a position; one that its variable never had may wrap.
    fn value(&self, past: Past<'_>, position: usize, bit: u32) -> i64 {
        past.base(self.scope[position]).wrapping_add(i64::from(bit) - i64::from(self.shift(position)))
    }

    /// The bit of a fixed position.
    fn fixed_bit(&self, past: Past<'_>, position: usize) -> Option<u32> {
        let mask = past.mask(self.scope[position]);
        mask.is_power_of_two().then(|| mask.trailing_zeros() + self.shift(position))
    }

    /// Adds where the value has no place any more.
    fn nowhere(&self, bit: u32, past: Past<'_>, out: &mut Vec<Atom>) {
        for (i, &x) in self.scope.iter().enumerate() {
            let value = self.value(past, i, bit);
            if past.initial().contains(x, value) && !past.contains(x, value) {
                out.push(Atom::ne(x, value));
            }
        }
    }

    /// Adds the variable that has taken a removed value; or, for a contradiction, two that share one.
    fn who_took(&self, inferred: Option<Atom>, past: Past<'_>, out: &mut Vec<Atom>) {
        let n = self.scope.len();
        for i in 0..n {
            let bit = match inferred {
                Some(Atom { var, op: Op::Ne, value }) if var == self.scope[i] => {
                    u32::try_from(value.wrapping_sub(past.base(var))).ok().map(|bit| bit + self.shift(i))
                }
                None => self.fixed_bit(past, i),
                Some(_) => None,
            };
            let taker = (0..n).find(|&j| j != i && bit.is_some() && self.fixed_bit(past, j) == bit);
            if let (Some(bit), Some(taker)) = (bit, taker) {
                let fixed = |j: usize| Atom::eq(self.scope[j], self.value(past, j, bit));
                out.push(fixed(taker));
                out.extend(inferred.is_none().then(|| fixed(i)));
                return;
            }
        }
    }
}

impl Propagator for Narrow {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn rules(&self) -> &'static [Rule] {
        &RULES
    }

    fn subscribe(&self, on: &mut dyn FnMut(usize, Events)) {
        let events = if self.permutation { Events::DOMAIN } else { Events::FIX };
        (0..self.scope.len()).for_each(|i| on(i, events));
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn state_words(&self) -> usize {
        1
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let all = u64::MAX >> (64 - self.scope.len());
        let mut open = all & !cx.state(0);
        loop {
            // Values that open positions have once, and more than once; values and places of those that are fixed.
            let (mut once, mut twice, mut fixed, mut newly) = (0, 0, 0, 0);
            for i in bits(open) {
                let mask = self.mask(cx, i);
                twice |= once & mask;
                once |= mask;
                if mask.is_power_of_two() {
                    if fixed & mask != 0 {
                        return Err(cx.fail(USED));
                    }
                    fixed |= mask;
                    newly |= 1 << i;
                }
            }
            open &= !newly;
            if fixed & twice != 0 {
                for i in bits(open) {
                    if self.mask(cx, i) & fixed != 0 {
                        self.keep(cx, i, !fixed, USED)?;
                    }
                }
                continue;
            }
            let single = once & !twice & !fixed;
            if self.permutation && (once & !fixed).count_ones() < open.count_ones() {
                return Err(self.no_place(cx));
            }
            if !self.permutation || single == 0 {
                cx.set_state(0, all & !open);
                // The last open variable has no value left that another has taken.
                return Ok(if open & open.wrapping_sub(1) == 0 { Outcome::Entailed } else { Outcome::AtFixpoint });
            }
            for i in bits(open) {
                let here = self.mask(cx, i) & single;
                if here != 0 {
                    // Where two values need this place, the second has none from now on.
                    let bit = here.trailing_zeros();
                    self.keep(cx, i, 1 << bit, ONLY_PLACE.with(bit))?;
                }
            }
        }
    }

    fn explain(&self, inferred: Option<Atom>, why: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        match why.index() {
            0 => self.who_took(inferred, past, out),
            _ => self.nowhere(why.argument(), past, out),
        }
    }
}
