//! Domains in the arena: how they are laid out, read and pruned.
//!
//! A domain whose values span at most 64 is one word, and bit `b` stands for value `base + b`. A wider one has words of
//! its own and a summary word (size, first and last non-empty word), so that bounds and size cost no scan. Where the span
//! is too large for words, the domain is an interval: its word is the size, and two more are the bounds.

use super::interval::NOW;
use super::{Cause, Conflict, Events, Past, Store};
use crate::ids::VarId;
use std::ops::Range;

/// Where a variable's domain lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct VarMeta {
    /// The value that bit 0 of the first word stands for.
    base: i64,
    /// The first word of a wide domain; of an interval, whose words are the bounds and which holes it has.
    first: u32,
    /// The number of words of a wide domain; 0 for a one-word domain, [`INTERVAL`](Self::INTERVAL) for an interval.
    len: u32,
}

/// The summary of a wide domain: its size in the upper half, then its first and last non-empty word.
#[derive(Clone, Copy)]
pub(super) struct Summary {
    size: u32,
    low: u16,
    high: u16,
}

impl Summary {
    fn pack(self) -> u64 {
        u64::from(self.size) << 32 | u64::from(self.low) << 16 | u64::from(self.high)
    }

    fn unpack(word: u64) -> Self {
        Self { size: (word >> 32) as u32, low: (word >> 16) as u16, high: word as u16 }
    }

    /// The summary of these words; 0 for an empty domain.
    pub(super) fn of(words: &[u64]) -> u64 {
        let size = words.iter().map(|w| w.count_ones()).sum();
        let low = words.iter().position(|&w| w != 0);
        let high = words.iter().rposition(|&w| w != 0);
        match (low, high) {
            (Some(low), Some(high)) => Self { size, low: low as u16, high: high as u16 }.pack(),
            _ => 0,
        }
    }
}

impl VarMeta {
    /// The length that marks an interval.
    const INTERVAL: u32 = u32::MAX;

    /// A one-word domain for variable `index` whose bit 0 stands for `base`.
    pub(super) fn narrow(index: usize, base: i64) -> Self {
        Self { base, first: index as u32, len: 0 }
    }

    /// A domain of so many words from this one on.
    pub(super) fn wide(first: usize, len: usize, base: i64) -> Self {
        Self { base, first: first as u32, len: len as u32 }
    }

    /// An interval whose bounds lie here.
    pub(super) fn interval(first: usize, min: i64) -> Self {
        Self { base: min, first: first as u32, len: Self::INTERVAL }
    }

    /// Whether the domain fits one word.
    #[inline]
    pub fn is_narrow(&self) -> bool {
        self.len == 0
    }

    /// Whether the domain is an interval with holes, because its values lie too far apart for words.
    #[inline]
    pub fn is_interval(&self) -> bool {
        self.len == Self::INTERVAL
    }

    /// The value that bit 0 stands for; the first smallest value of an interval.
    #[inline]
    pub fn base(&self) -> i64 {
        self.base
    }

    /// How many words there are to look at.
    pub(crate) fn breadth(&self) -> usize {
        if self.is_interval() { 2 } else { (self.len as usize).max(1) }
    }

    /// The words of a wide domain; the bounds of an interval.
    pub(super) fn words(&self) -> Range<usize> {
        let first = self.first as usize;
        first..first + if self.is_interval() { 2 } else { self.len as usize }
    }

    /// The words of an interval's bounds.
    pub(super) fn bound_words(&self) -> [usize; 2] {
        [self.first as usize, self.first as usize + 1]
    }

    /// Which holes an interval has.
    pub(super) fn holes(&self, word: impl Fn(usize) -> u64) -> usize {
        word(self.first as usize + 2) as usize
    }

    /// The word and the bit within it of a value that the domain could hold; `None` for an interval.
    #[inline]
    pub(super) fn position(&self, value: i64) -> Option<(usize, u64)> {
        let bit = value.wrapping_sub(self.base) as u64;
        if self.is_narrow() {
            return (bit < 64).then(|| (self.first as usize, 1 << bit));
        }
        let word = bit / 64;
        (!self.is_interval() && word < u64::from(self.len))
            .then(|| (self.first as usize + word as usize, 1 << (bit % 64)))
    }

    #[inline]
    fn value(&self, bit: u32) -> i64 {
        self.base + i64::from(bit)
    }

    /// The smallest value, in the arena that `word` reads; the base where the domain is empty.
    #[inline]
    pub(super) fn min(&self, x: VarId, word: impl Fn(usize) -> u64) -> i64 {
        let own = word(x.index());
        if self.is_narrow() {
            return self.value(own.trailing_zeros() & 63);
        }
        self.wide_min(own, word)
    }

    /// The smallest value where the domain is more than a word; apart, so that the usual case stays small.
    #[inline(never)]
    fn wide_min(&self, own: u64, word: impl Fn(usize) -> u64) -> i64 {
        if self.is_interval() {
            return word(self.first as usize) as i64;
        }
        let low = Summary::unpack(own).low;
        self.value(u32::from(low) * 64 + (word(self.first as usize + usize::from(low)).trailing_zeros() & 63))
    }

    /// The largest value, in the arena that `word` reads; the base where the domain is empty.
    #[inline]
    pub(super) fn max(&self, x: VarId, word: impl Fn(usize) -> u64) -> i64 {
        let own = word(x.index());
        if self.is_narrow() {
            return self.value(own.checked_ilog2().unwrap_or(0));
        }
        if self.is_interval() {
            return word(self.first as usize + 1) as i64;
        }
        let high = Summary::unpack(own).high;
        let top = word(self.first as usize + usize::from(high)).checked_ilog2().unwrap_or(0);
        self.value(u32::from(high) * 64 + top)
    }

    /// The number of values, in the arena that `word` reads.
    #[inline]
    pub(super) fn size(&self, x: VarId, word: impl Fn(usize) -> u64) -> u64 {
        let own = word(x.index());
        if self.is_narrow() {
            return own.count_ones().into();
        }
        if self.is_interval() { own } else { Summary::unpack(own).size.into() }
    }

    /// The values of a domain of words in increasing order, in the arena that `word` reads.
    pub(super) fn values<'w>(self, word: impl Fn(usize) -> u64 + 'w) -> impl Iterator<Item = i64> + 'w {
        self.values_from(self.base, word)
    }

    /// The values of a domain of words from this one on, in increasing order.
    pub(super) fn values_from<'w>(self, from: i64, word: impl Fn(usize) -> u64 + 'w) -> impl Iterator<Item = i64> + 'w {
        let lowest = from.saturating_sub(self.base).max(0) as usize;
        let meta = self;
        let words = match meta.len {
            0 => meta.first as usize..meta.first as usize + 1,
            Self::INTERVAL => 0..0,
            _ => meta.words(),
        };
        words.enumerate().skip(lowest / 64).flat_map(move |(i, w)| {
            let mut rest = word(w) & if i == lowest / 64 { u64::MAX << (lowest % 64) } else { u64::MAX };
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(meta.value(i as u32 * 64 + bit))
            })
        })
    }
}

/// Reading.
impl Store {
    #[inline]
    pub(crate) fn meta(&self, x: VarId) -> VarMeta {
        self.vars[x.index()]
    }

    /// The word of a one-word domain.
    #[inline]
    pub(crate) fn mask(&self, x: VarId) -> u64 {
        debug_assert!(self.meta(x).is_narrow(), "{x:?} has a domain of several words");
        self.words[x.index()]
    }

    /// The words of a domain that has any, and the value that bit 0 of the first stands for.
    #[inline]
    pub(crate) fn bits(&self, x: VarId) -> Option<(i64, &[u64])> {
        let meta = self.meta(x);
        match () {
            () if meta.is_narrow() => Some((meta.base, &self.words[x.index()..=x.index()])),
            () if meta.is_interval() => None,
            () => Some((meta.base, &self.words[meta.words()])),
        }
    }

    #[inline]
    pub(crate) fn min(&self, x: VarId) -> i64 {
        self.meta(x).min(x, |w| self.words[w])
    }

    #[inline]
    pub(crate) fn max(&self, x: VarId) -> i64 {
        self.meta(x).max(x, |w| self.words[w])
    }

    #[inline]
    pub(crate) fn size(&self, x: VarId) -> u64 {
        self.meta(x).size(x, |w| self.words[w])
    }

    /// Whether one value is left; cheaper than the size.
    #[inline]
    pub(crate) fn is_fixed(&self, x: VarId) -> bool {
        let own = self.words[x.index()];
        match self.meta(x) {
            meta if meta.is_narrow() => own.is_power_of_two(),
            meta if meta.is_interval() => own == 1,
            _ => Summary::unpack(own).size == 1,
        }
    }

    #[inline]
    pub(crate) fn contains(&self, x: VarId, value: i64) -> bool {
        let meta = self.meta(x);
        match meta.position(value) {
            Some((word, bit)) => self.words[word] & bit != 0,
            None => meta.is_interval() && self.past(self.trail_len()).contains(x, value),
        }
    }

    pub(crate) fn values(&self, x: VarId) -> impl Iterator<Item = i64> + '_ {
        let meta = self.meta(x);
        let interval = meta.is_interval().then(|| self.holes(meta).values(self.min(x), self.max(x), NOW));
        meta.values(|w| self.words[w]).chain(interval.into_iter().flatten())
    }

    /// The only value left, if only one is.
    #[inline]
    pub(crate) fn value(&self, x: VarId) -> Option<i64> {
        self.is_fixed(x).then(|| self.min(x))
    }
}

/// Pruning: each returns what has changed, or records a contradiction and changes nothing.
impl Store {
    /// Keeps the values of a one-word domain whose bits are in the mask.
    #[inline]
    pub(crate) fn keep_mask(&mut self, x: VarId, mask: u64, cause: Cause) -> Result<Events, Conflict> {
        let old = self.mask(x);
        let new = old & mask;
        if new == old {
            return Ok(Events::NONE);
        }
        if new == 0 {
            return Err(self.fail(Some(x), cause));
        }
        self.set_word(x.index(), new, cause);
        Ok(Events::between(old, new))
    }

    #[inline]
    pub(crate) fn remove(&mut self, x: VarId, value: i64, cause: Cause) -> Result<Events, Conflict> {
        let meta = self.meta(x);
        let Some((word, bit)) = meta.position(value) else {
            return if meta.is_interval() { self.remove_from_interval(x, value, cause) } else { Ok(Events::NONE) };
        };
        if meta.is_narrow() {
            return self.keep_mask(x, !bit, cause);
        }
        if self.words[word] & bit == 0 {
            return Ok(Events::NONE);
        }
        let Summary { size, low, high } = Summary::unpack(self.words[x.index()]);
        if size == 1 {
            return Err(self.fail(Some(x), cause));
        }
        let left = self.words[word] & !bit;
        if left == 0 {
            let before = (self.min(x), self.max(x));
            self.set_word(word, left, cause);
            return Ok(self.summarise(x, before, cause));
        }
        self.set_word(word, left, cause);
        self.set_word(x.index(), Summary { size: size - 1, low, high }.pack(), cause);
        let at = word - meta.words().start;
        let was_min = at == usize::from(low) && left & (bit - 1) == 0;
        let was_max = at == usize::from(high) && left & !(bit - 1) == 0;
        Ok(Events::of(size == 2, was_min, was_max))
    }

    #[inline]
    pub(crate) fn fix(&mut self, x: VarId, value: i64, cause: Cause) -> Result<Events, Conflict> {
        let meta = self.meta(x);
        if meta.is_narrow() {
            let mask = meta.position(value).map_or(0, |(_, bit)| bit);
            return self.keep_mask(x, mask, cause);
        }
        if !self.contains(x, value) {
            return Err(self.fail(Some(x), cause));
        }
        self.keep_between(x, value, value, cause)
    }

    #[inline]
    pub(crate) fn at_least(&mut self, x: VarId, value: i64, cause: Cause) -> Result<Events, Conflict> {
        let meta = self.meta(x);
        if value <= self.min(x) {
            return Ok(Events::NONE);
        }
        if value > self.max(x) {
            return Err(self.fail(Some(x), cause));
        }
        if meta.is_narrow() {
            return self.keep_mask(x, u64::MAX << (value - meta.base), cause);
        }
        self.keep_between(x, value, self.max(x), cause)
    }

    #[inline]
    pub(crate) fn at_most(&mut self, x: VarId, value: i64, cause: Cause) -> Result<Events, Conflict> {
        let meta = self.meta(x);
        if value >= self.max(x) {
            return Ok(Events::NONE);
        }
        if value < self.min(x) {
            return Err(self.fail(Some(x), cause));
        }
        if meta.is_narrow() {
            return self.keep_mask(x, u64::MAX >> (63 - (value - meta.base)), cause);
        }
        self.keep_between(x, self.min(x), value, cause)
    }

    /// Keeps the values of a wide domain or an interval from `low` to `high`, neither of which lies beyond its bounds.
    #[cold]
    fn keep_between(&mut self, x: VarId, low: i64, high: i64, cause: Cause) -> Result<Events, Conflict> {
        let meta = self.meta(x);
        if meta.is_interval() {
            return self.narrow_interval(x, low, high, cause);
        }
        let [low, high] = [low, high].map(|value| (value - meta.base) as usize);
        let keep = |_: &Self, w: usize, word: u64| {
            let start = 64 * (w - meta.first as usize);
            let (from, to) = (low.saturating_sub(start), high.checked_sub(start));
            let above = if from < 64 { u64::MAX << from } else { 0 };
            let below = to.map_or(0, |to| u64::MAX >> 63_usize.saturating_sub(to));
            word & above & below
        };
        self.keep_words(x, keep, cause)
    }

    /// Keeps the values that the condition accepts; asked once a value, in increasing order, with the domains as they are.
    /// An interval that is not enumerable is asked for a few values at either end, and keeps all between.
    pub(crate) fn keep_if(
        &mut self,
        x: VarId,
        mut keep: impl FnMut(Past<'_>, i64) -> bool,
        cause: Cause,
    ) -> Result<Events, Conflict> {
        let meta = self.meta(x);
        let now = self.trail_len();
        let mut filter = |store: &Self, base: i64, word: u64| {
            let now = store.past(now);
            let (mut rest, mut new) = (word, word);
            while rest != 0 {
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                if !keep(now, base + i64::from(bit)) {
                    new &= !(1 << bit);
                }
            }
            new
        };
        if meta.is_narrow() {
            let mask = filter(self, meta.base, self.words[x.index()]);
            return self.keep_mask(x, mask, cause);
        }
        if meta.is_interval() {
            return self.keep_in_interval(x, keep, cause);
        }
        let first = meta.words().start;
        self.keep_words(x, |store, w, word| filter(store, meta.base + 64 * (w - first) as i64, word), cause)
    }

    /// Keeps what the same variable has in another store, which was laid out alike.
    pub(crate) fn keep_domain(&mut self, x: VarId, other: Past<'_>, cause: Cause) -> Result<Events, Conflict> {
        if self.meta(x).is_interval() {
            return self.keep_of_interval(x, other, cause);
        }
        self.keep_if(x, |_, v| other.contains(x, v), cause)
    }

    /// Keeps of every word of a wide domain, which `keep` gets with its place in the arena, what that answers.
    fn keep_words(
        &mut self,
        x: VarId,
        mut keep: impl FnMut(&Self, usize, u64) -> u64,
        cause: Cause,
    ) -> Result<Events, Conflict> {
        let words = self.meta(x).words();
        // Nothing may be written before it is known that a value is left.
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        scratch.extend(words.clone().map(|w| keep(self, w, self.words[w])));
        let result = if scratch.iter().all(|&w| w == 0) {
            Err(self.fail(Some(x), cause))
        } else {
            let before = (self.min(x), self.max(x));
            let size = self.size(x);
            for (w, &new) in words.zip(&scratch) {
                self.set_word(w, new, cause);
            }
            let left: u64 = scratch.iter().map(|w| u64::from(w.count_ones())).sum();
            Ok(if left == size { Events::NONE } else { self.summarise(x, before, cause) })
        };
        self.scratch = scratch;
        result
    }

    /// Renews the summary of a wide domain that has changed, and says what has.
    fn summarise(&mut self, x: VarId, (min, max): (i64, i64), cause: Cause) -> Events {
        let summary = Summary::of(&self.words[self.meta(x).words()]);
        self.set_word(x.index(), summary, cause);
        Events::of(self.size(x) == 1, self.min(x) != min, self.max(x) != max)
    }
}
