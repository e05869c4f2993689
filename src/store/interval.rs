//! Interval domains: bounds and the holes between them, for values that lie too far apart for words.
//!
//! Invariant: both bounds are values of the domain, so that every hole lies wholly between them or wholly beyond one.

use super::{Cause, Conflict, Events, Past, Store, VarMeta};
use crate::domain::Domain;
use crate::ids::VarId;
use crate::limit::Limit;
use std::collections::BTreeMap;

/// So many values are asked at each end of a domain that has too many to ask all.
const ASKED_AT_ENDS: usize = 64;

/// Consecutive values that are missing.
#[derive(Clone, Copy, Debug)]
struct Hole {
    high: i64,
    /// How long the trail was just after the values had gone; 0 where they were never there.
    since: u32,
}

/// The holes of one domain, which are disjoint, by their lowest value.
#[derive(Clone, Debug)]
pub(super) struct Holes {
    by_low: BTreeMap<i64, Hole>,
}

/// A hole to be filled again when the trail is undone.
#[derive(Clone, Copy, Debug)]
struct Dug {
    since: u32,
    /// Which domain's holes.
    index: u32,
    low: i64,
}

/// All holes that there are now.
pub(super) const NOW: u32 = u32::MAX;

/// What the intervals of a store have besides their words.
#[derive(Clone, Debug)]
pub(crate) struct Intervals {
    /// The holes of each.
    holes: Vec<Holes>,
    /// The holes that were dug since the start, the last one last.
    dug: Vec<Dug>,
    /// The most values that are looked at one by one.
    pub(super) enumerable: u64,
}

impl Intervals {
    pub(super) fn new(enumerable: u64) -> Self {
        Self { holes: Vec::new(), dug: Vec::new(), enumerable }
    }

    /// Adds the holes that a domain has at the start, and says which of all these are.
    pub(super) fn add(&mut self, domain: &Domain) -> usize {
        self.holes.push(Holes::of(domain));
        self.holes.len() - 1
    }

    /// Copies those of a store at the start, from where the last call has ended, if one was stopped.
    pub(super) fn fill(
        &mut self,
        start: &Self,
        mut spend: impl FnMut(usize) -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        self.enumerable = start.enumerable;
        for holes in &start.holes[self.holes.len()..] {
            spend(1 + 8 * holes.by_low.len())?;
            self.holes.push(holes.clone());
        }
        Ok(())
    }

    /// Fills the holes that were dug behind this length of the trail.
    #[inline]
    pub(super) fn undo_to(&mut self, len: usize) {
        while let Some(dug) = self.dug.pop_if(|dug| dug.since as usize > len) {
            self.holes[dug.index as usize].by_low.remove(&dug.low);
        }
    }
}

impl Holes {
    /// The holes of a domain at the start.
    pub(super) fn of(domain: &Domain) -> Self {
        let mut by_low = BTreeMap::new();
        if domain.size() < domain.span() {
            let mut last = None;
            for value in domain.values() {
                if let Some(low) = last.map(|last: i64| last + 1).filter(|&low| low < value) {
                    by_low.insert(low, Hole { high: value - 1, since: 0 });
                }
                last = Some(value);
            }
        }
        Self { by_low }
    }

    /// The hole with a value, as it was when the trail had this length: its ends, and since when it is there.
    pub(super) fn around(&self, value: i64, at: u32) -> Option<(i64, i64, u32)> {
        let (&low, hole) = self.by_low.range(..=value).next_back()?;
        (hole.high >= value && hole.since <= at).then_some((low, hole.high, hole.since))
    }

    /// The first value from this one on that is in no hole.
    pub(super) fn next(&self, mut value: i64, at: u32) -> i64 {
        while let Some((_, high, _)) = self.around(value, at) {
            value = high + 1;
        }
        value
    }

    /// The last value up to this one that is in no hole.
    pub(super) fn previous(&self, mut value: i64, at: u32) -> i64 {
        while let Some((low, ..)) = self.around(value, at) {
            value = low - 1;
        }
        value
    }

    /// How many values between two that are in no hole are missing.
    fn missing(&self, low: i64, high: i64) -> u64 {
        self.by_low.range(low..=high).map(|(low, hole)| (hole.high - low + 1) as u64).sum()
    }

    /// The ends of the holes between two values that are in none, in increasing order, and since when each is there.
    pub(super) fn between(&self, low: i64, high: i64, at: u32) -> impl Iterator<Item = (i64, i64, u32)> + '_ {
        let holes = (low <= high).then(|| self.by_low.range(low..=high));
        let holes = holes.into_iter().flatten().map(|(&low, hole)| (low, hole.high, hole.since));
        holes.filter(move |&(.., since)| since <= at)
    }

    /// The values from one to another that are in no hole, in increasing order.
    pub(super) fn values(&self, min: i64, max: i64, at: u32) -> impl Iterator<Item = i64> + '_ {
        let mut next = min;
        let mut holes = self.between(min, max, at).peekable();
        std::iter::from_fn(move || {
            while let Some((_, high, _)) = holes.next_if(|&(low, ..)| low <= next) {
                next = high + 1;
            }
            let value = next;
            next += 1;
            (value <= max).then_some(value)
        })
    }
}

/// Reading.
impl Store {
    /// The holes of an interval domain.
    pub(super) fn holes(&self, meta: VarMeta) -> &Holes {
        &self.intervals.holes[meta.holes(|w| self.words[w])]
    }

    /// The smallest value from this one on, if there is one.
    pub(crate) fn first_from(&self, x: VarId, value: i64) -> Option<i64> {
        self.past(self.trail_len()).first_from(x, value)
    }

    /// Whether the values are few enough to be looked at one by one.
    #[inline]
    pub(crate) fn is_enumerable(&self, x: VarId) -> bool {
        !self.meta(x).is_interval() || self.words[x.index()] <= self.intervals.enumerable
    }
}

/// Pruning, as for other domains.
impl Store {
    #[cold]
    pub(super) fn remove_from_interval(&mut self, x: VarId, value: i64, cause: Cause) -> Result<Events, Conflict> {
        let meta = self.meta(x);
        if !self.contains(x, value) {
            return Ok(Events::NONE);
        }
        let (min, max) = (self.min(x), self.max(x));
        if min == max {
            return Err(self.fail(Some(x), cause));
        }
        Ok(if value == min {
            let min = self.holes(meta).next(min + 1, NOW);
            self.set_bounds(x, min, max, cause)
        } else if value == max {
            let max = self.holes(meta).previous(max - 1, NOW);
            self.set_bounds(x, min, max, cause)
        } else {
            self.dig(x, value, value, cause);
            Events::DOMAIN
        })
    }

    /// Keeps the values of an interval domain from `low` to `high`, neither of which lies beyond its bounds.
    pub(super) fn narrow_interval(&mut self, x: VarId, low: i64, high: i64, cause: Cause) -> Result<Events, Conflict> {
        let holes = self.holes(self.meta(x));
        let (low, high) = (holes.next(low, NOW), holes.previous(high, NOW));
        if low > high {
            return Err(self.fail(Some(x), cause));
        }
        Ok(self.set_bounds(x, low, high, cause))
    }

    /// Keeps the values that the condition accepts where they are few; else tests values at either end.
    #[cold]
    pub(super) fn keep_in_interval(
        &mut self,
        x: VarId,
        mut keep: impl FnMut(Past<'_>, i64) -> bool,
        cause: Cause,
    ) -> Result<Events, Conflict> {
        let (min, max) = (self.min(x), self.max(x));
        let now = self.past(self.trail_len());
        if !self.is_enumerable(x) {
            let holes = self.holes(self.meta(x));
            let (mut low, mut high) = (min, max);
            for _ in 0..ASKED_AT_ENDS {
                if low > max || keep(now, low) {
                    break;
                }
                low = holes.next(low + 1, NOW);
            }
            for _ in 0..ASKED_AT_ENDS {
                if high <= low || keep(now, high) {
                    break;
                }
                high = holes.previous(high - 1, NOW);
            }
            if low > max {
                return Err(self.fail(Some(x), cause));
            }
            return self.narrow_interval(x, low, high, cause);
        }
        // The ends of what is kept, and the stretches of consecutive values that go between them or behind.
        let mut kept: Option<(i64, i64)> = None;
        let mut gone: Vec<(i64, i64)> = Vec::new();
        for value in self.values(x) {
            if keep(now, value) {
                kept = Some((kept.map_or(value, |(first, _)| first), value));
            } else if kept.is_some() {
                match gone.last_mut() {
                    Some((_, high)) if *high + 1 == value => *high = value,
                    _ => gone.push((value, value)),
                }
            }
        }
        let Some((low, high)) = kept else { return Err(self.fail(Some(x), cause)) };
        let mut events = self.set_bounds(x, low, high, cause);
        for (first, last) in gone.into_iter().filter(|&(first, _)| first < high) {
            self.dig(x, first, last, cause);
            events = events.and(Events::DOMAIN);
        }
        Ok(events)
    }

    /// Keeps of an interval domain what the same variable has in another store, which may be much.
    pub(super) fn keep_of_interval(&mut self, x: VarId, other: Past<'_>, cause: Cause) -> Result<Events, Conflict> {
        let first = |store: &Self, from: i64| {
            let mut value = from;
            loop {
                let here = store.first_from(x, value)?;
                value = other.first_from(x, here)?;
                if value == here {
                    return Some(value);
                }
            }
        };
        let Some(low) = first(self, self.min(x)) else { return Err(self.fail(Some(x), cause)) };
        let mut high = self.max(x);
        // There is a common value, so this ends there at the latest.
        loop {
            let here = self.holes(self.meta(x)).previous(high, NOW);
            high = other.last_to(x, here).unwrap_or(low);
            if high == here {
                break;
            }
        }
        let mut events = self.set_bounds(x, low, high, cause);
        for (from, to) in other.holes_between(x, low, high) {
            let mut from = self.holes(self.meta(x)).next(from, NOW);
            while from <= to {
                let next_hole = self.holes(self.meta(x)).between(from, to, NOW).next();
                let last = next_hole.map_or(to, |(low, ..)| low - 1);
                self.dig(x, from, last, cause);
                events = events.and(Events::DOMAIN);
                from = self.holes(self.meta(x)).next(last + 1, NOW);
            }
        }
        Ok(events)
    }

    /// Moves the bounds inwards to two values of the domain, and says what has changed.
    fn set_bounds(&mut self, x: VarId, low: i64, high: i64, cause: Cause) -> Events {
        let (min, max) = (self.min(x), self.max(x));
        if (min, max) == (low, high) {
            return Events::NONE;
        }
        let meta = self.meta(x);
        let holes = self.holes(meta);
        let below = (low - min) as u64 - holes.missing(min, low);
        let above = (max - high) as u64 - holes.missing(high, max);
        let size = self.words[x.index()] - below - above;
        let [min_word, max_word] = meta.bound_words();
        self.set_word(min_word, low as u64, cause);
        self.set_word(max_word, high as u64, cause);
        self.set_word(x.index(), size, cause);
        Events::of(size == 1, min != low, max != high)
    }

    /// Makes a hole of consecutive values, all there and none of them a bound.
    fn dig(&mut self, x: VarId, low: i64, high: i64, cause: Cause) {
        let index = self.meta(x).holes(|w| self.words[w]);
        self.set_word(x.index(), self.words[x.index()] - (high - low + 1) as u64, cause);
        let since = self.trail_len() as u32;
        self.intervals.holes[index].by_low.insert(low, Hole { high, since });
        self.intervals.dug.push(Dug { since, index: index as u32, low });
    }
}
