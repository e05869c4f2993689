//! All-different for values that no word holds: many variables, many values, or values far apart.
//!
//! Invariant: a position whose bit is set in the reversible words is fixed, and no other domain has its value any more.

use super::{AllDifferent, NO_PLACE, ONLY_PLACE, RULES, USED, bits};
use crate::agenda::Priority;
use crate::constraint::Vars;
use crate::ids::{Atom, Op, VarId};
use crate::propagate::{Cx, Outcome, Propagator, Rule};
use crate::store::{Conflict, Events, Past, Why};

/// Any number of variables and values.
#[derive(Debug)]
pub(super) struct Wide {
    scope: Vars,
    /// What is added to each variable.
    offsets: Box<[i64]>,
    /// Every value of every variable at the start, offsets included, in increasing order, where there are as many as
    /// variables; empty where there are more.
    places: Box<[i64]>,
    /// Whether there are no gaps between those.
    gapless: bool,
}

/// Of the values that need a place: those that open positions have once and more than once, and those of positions that are
/// fixed, a bit each.
struct Sets<'a> {
    once: &'a mut [u64],
    twice: &'a mut [u64],
    taken: &'a mut [u64],
}

impl<'a> Sets<'a> {
    fn empty(cache: &'a mut [u64]) -> Self {
        cache.fill(0);
        let (once, rest) = cache.split_at_mut(cache.len() / 3);
        let (twice, taken) = rest.split_at_mut(rest.len() / 2);
        Self { once, twice, taken }
    }

    /// Counts some values of a position, all in one word.
    #[inline]
    fn count(&mut self, word: usize, values: u64) {
        self.twice[word] |= self.once[word] & values;
        self.once[word] |= values;
    }

    fn take(&mut self, place: usize) {
        self.taken[place / 64] |= 1 << (place % 64);
    }

    /// The first of so many places that no position has.
    fn missing(&self, places: usize) -> Option<usize> {
        let had = self.once.iter().zip(&*self.taken).map(|(once, taken)| once | taken);
        let first =
            had.enumerate().find(|&(_, had)| had != u64::MAX).map(|(w, had)| 64 * w + had.trailing_ones() as usize);
        first.filter(|&place| place < places)
    }

    /// The places that one open position has.
    fn single(&self) -> impl Iterator<Item = usize> {
        let each = self.once.iter().zip(&*self.twice).enumerate();
        each.flat_map(|(w, (once, twice))| bits(once & !twice).map(move |bit| 64 * w + bit))
    }
}

impl Wide {
    /// `union` has all values, offsets included, in increasing order.
    pub(super) fn new(posted: &AllDifferent, union: Vec<i64>) -> Self {
        let offsets = (0..posted.scope.len()).map(|i| posted.offset(i)).collect();
        let places: Box<[i64]> = if union.len() == posted.scope.len() { union.into() } else { Box::default() };
        let gapless = places.windows(2).all(|pair| pair[1] == pair[0] + 1);
        Self { scope: posted.scope.vars().clone(), offsets, places, gapless }
    }

    /// The positions of a word of the reversible state that are not done.
    #[inline]
    fn open(&self, cx: &Cx<'_>, word: usize) -> u64 {
        let left = self.scope.len() - 64 * word;
        !cx.state(word) & if left < 64 { (1 << left) - 1 } else { u64::MAX }
    }

    /// Takes the values of fixed positions from all others, until no position is newly fixed. `false` where the budget is
    /// spent before.
    fn eliminate(&self, cx: &mut Cx<'_>) -> Result<bool, Conflict> {
        let mut again = true;
        while std::mem::take(&mut again) {
            for word in 0..self.state_words() {
                for bit in bits(self.open(cx, word)) {
                    let i = 64 * word + bit;
                    let Some(value) = cx.value(self.scope[i]) else { continue };
                    if !cx.spend_on(self.scope.len()) {
                        return Ok(false);
                    }
                    cx.set_state(word, cx.state(word) | 1 << bit);
                    again |= self.take(cx, i, value)?;
                }
            }
        }
        Ok(true)
    }

    /// Takes a position's value from all that are open, and says whether that has fixed one before it.
    fn take(&self, cx: &mut Cx<'_>, i: usize, value: i64) -> Result<bool, Conflict> {
        let mut fixed = false;
        for word in 0..self.state_words() {
            for j in bits(self.open(cx, word)).map(|bit| 64 * word + bit) {
                // A value that overflows there is no value of that variable.
                let Some(value) = (value + self.offsets[i]).checked_sub(self.offsets[j]) else { continue };
                if cx.remove(self.scope[j], value, USED)? {
                    fixed |= j < i && cx.is_fixed(self.scope[j]);
                }
            }
        }
        Ok(fixed)
    }

    /// The index of a position's value among the places.
    fn place(&self, position: usize, value: i64) -> usize {
        let value = value + self.offsets[position];
        let guess = value.wrapping_sub(self.places[0]) as usize;
        if self.places.get(guess) == Some(&value) {
            return guess; // As long as there are no gaps.
        }
        self.places.partition_point(|&v| v < value)
    }

    /// Counts the values of an open position.
    fn count(&self, cx: &Cx<'_>, position: usize, sets: &mut Sets<'_>) {
        let x = self.scope[position];
        let Some((base, words)) = cx.bits(x).filter(|_| self.gapless) else {
            for value in cx.values(x) {
                let place = self.place(position, value);
                sets.count(place / 64, 1 << (place % 64));
            }
            return;
        };
        // Where bit 0 lies among the places; bits that would lie outside them are not set.
        let start = base.wrapping_add(self.offsets[position]).wrapping_sub(self.places[0]);
        let (first, shift) = (start.div_euclid(64), start.rem_euclid(64) as u32);
        for (at, &word) in (first..).zip(words) {
            let parts = [(at, word << shift), (at + 1, if shift == 0 { 0 } else { word >> (64 - shift) })];
            for (at, part) in parts.into_iter().filter(|&(_, part)| part != 0) {
                sets.count(at as usize, part);
            }
        }
    }

    /// Gives every value that has one place left to it, and says whether that has changed anything; `None` where the budget
    /// is spent before. `cache` has three bits a value.
    fn place_values(&self, cx: &mut Cx<'_>, cache: &mut [u64]) -> Result<Option<bool>, Conflict> {
        let mut sets = Sets::empty(cache);
        for (i, &x) in self.scope.iter().enumerate() {
            if let Some(value) = cx.value(x) {
                sets.take(self.place(i, value));
                continue;
            }
            let values = if self.gapless { cx.size(x) / 32 } else { cx.size(x) };
            if !cx.spend_on(4 + values as usize) {
                return Ok(None);
            }
            self.count(cx, i, &mut sets);
        }
        if let Some(place) = sets.missing(self.places.len()) {
            return Err(cx.fail(NO_PLACE.with(place as u32)));
        }
        let mut changed = false;
        for place in sets.single() {
            if !cx.spend_on(self.scope.len()) {
                return Ok(None);
            }
            let value = |i: usize| self.places[place].checked_sub(self.offsets[i]);
            let has = |&i: &usize| value(i).is_some_and(|value| cx.contains(self.scope[i], value));
            // Where two values need one place, the second has none from now on.
            let why = place as u32;
            let Some(i) = (0..self.scope.len()).find(has) else { return Err(cx.fail(NO_PLACE.with(why))) };
            let value = self.places[place] - self.offsets[i];
            changed |= cx.fix(self.scope[i], value, ONLY_PLACE.with(why))?;
        }
        Ok(Some(changed))
    }

    /// The fixed value of a position, offset included.
    fn fixed(&self, past: Past<'_>, position: usize) -> Option<i64> {
        Some(past.value(self.scope[position])? + self.offsets[position])
    }
}

impl Propagator for Wide {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn name(&self) -> &'static str {
        "all-different of wide domains"
    }

    fn rules(&self) -> &'static [Rule] {
        &RULES
    }

    fn events(&self) -> Option<Events> {
        Some(if self.places.is_empty() { Events::FIX } else { Events::DOMAIN })
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn state_words(&self) -> usize {
        self.scope.len().div_ceil(64)
    }

    fn cache_words(&self) -> usize {
        3 * self.places.len().div_ceil(64)
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let cache = cx.take_cache();
        loop {
            if !self.eliminate(cx)? {
                return Ok(Outcome::Suspend);
            }
            if self.places.is_empty() {
                break;
            }
            match self.place_values(cx, cache)? {
                None => return Ok(Outcome::Suspend),
                Some(true) => {}
                Some(false) => break,
            }
        }
        let open: u32 = (0..self.state_words()).map(|w| self.open(cx, w).count_ones()).sum();
        Ok(if open <= 1 { Outcome::Entailed } else { Outcome::AtFixpoint })
    }

    fn explain(&self, inferred: Option<Atom>, why: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        let each = 0..self.scope.len();
        match (why.index(), inferred) {
            (0, Some(Atom { var, op: Op::Ne, value })) => {
                let took = |i: usize, j: usize| {
                    i != j && self.scope[i] == var && self.fixed(past, j) == value.checked_add(self.offsets[i])
                };
                let taker = each.clone().find(|&j| each.clone().any(|i| took(i, j)));
                out.extend(taker.and_then(|j| Some(Atom::eq(self.scope[j], past.value(self.scope[j])?))));
            }
            (0, _) => self.scope.iter().for_each(|&x| past.facts(x, out)),
            _ => {
                let place = self.places[why.argument() as usize];
                for i in each {
                    let Some(value) = place.checked_sub(self.offsets[i]) else { continue };
                    let x = self.scope[i];
                    if past.initial().contains(x, value) && !past.contains(x, value) {
                        out.push(Atom::ne(x, value));
                    }
                }
            }
        }
    }
}
