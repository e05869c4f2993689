//! All-different on plain words: bit `b` of every domain, shifted, stands for one value.
//!
//! Invariant: a position whose bit is set in the reversible word is fixed, and no other domain has its value any more.

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
}

/// The positions of the bits that are set, lowest first.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
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
        let plain = bases.iter().all(|&base| base == lowest);
        let shifts = if plain { Box::default() } else { bases.iter().map(|&base| (base - lowest) as u8).collect() };
        Some(Self { scope: posted.scope.vars().clone(), shifts, universe })
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

    #[inline]
    fn is_permutation(&self) -> bool {
        self.values() == self.scope.len()
    }

    /// Takes these values from the open positions. Returns the positions that this has fixed.
    #[inline]
    fn eliminate(&self, cx: &mut Cx<'_>, taken: u64, open: u64) -> Result<u64, Conflict> {
        let mut fixed = 0;
        for i in bits(open) {
            let mask = self.mask(cx, i);
            if mask & taken != 0 {
                self.keep(cx, i, !taken, USED)?;
                fixed |= u64::from((mask & !taken).is_power_of_two()) << i;
            }
        }
        Ok(fixed)
    }

    /// Gives every value that has one place left to it. Returns the positions that this has fixed.
    #[inline]
    fn place(&self, cx: &mut Cx<'_>, open: u64) -> Result<u64, Conflict> {
        let (mut once, mut twice) = (0, 0);
        for i in bits(open) {
            let mask = self.mask(cx, i);
            twice |= once & mask;
            once |= mask;
        }
        if once.count_ones() < open.count_ones() {
            return Err(self.no_place(cx));
        }
        let single = once & !twice;
        let mut fixed = 0;
        if single != 0 {
            for i in bits(open) {
                let here = self.mask(cx, i) & single;
                if here != 0 {
                    // Where two values need this place, the second has none from now on.
                    let bit = here.trailing_zeros();
                    self.keep(cx, i, 1 << bit, ONLY_PLACE.with(bit))?;
                    fixed |= 1 << i;
                }
            }
        }
        Ok(fixed)
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
        let events = if self.is_permutation() { Events::DOMAIN } else { Events::FIX };
        (0..self.scope.len()).for_each(|i| on(i, events));
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn state_words(&self) -> usize {
        1
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let done = cx.state(0);
        let mut open = u64::MAX >> (64 - self.scope.len()) & !done;
        let mut changed = open & cx.dirty();
        loop {
            let mut taken = 0;
            for i in bits(changed) {
                let mask = self.mask(cx, i);
                if mask.is_power_of_two() {
                    if taken & mask != 0 {
                        return Err(cx.fail(USED));
                    }
                    taken |= mask;
                    open &= !(1 << i);
                }
            }
            changed = if taken == 0 { 0 } else { self.eliminate(cx, taken, open)? };
            if changed == 0 && self.is_permutation() {
                changed = self.place(cx, open)?;
            }
            if changed == 0 {
                break;
            }
        }
        cx.set_state(0, u64::MAX >> (64 - self.scope.len()) & !open);
        // The last open variable has no value left that another has taken.
        Ok(if open & open.wrapping_sub(1) == 0 { Outcome::Entailed } else { Outcome::AtFixpoint })
    }

    fn explain(&self, inferred: Option<Atom>, why: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        match why.index() {
            0 => self.who_took(inferred, past, out),
            _ => self.nowhere(why.argument(), past, out),
        }
    }
}
