//! All-different for values that no word holds: many variables, many values, or values far apart.
//!
//! Invariant: a position whose bit is set in the reversible words is fixed, and no other domain has its value any more.

use super::{AllDifferent, NO_PLACE, ONLY_PLACE, RULES, USED};
use crate::agenda::Priority;
use crate::ids::{Atom, Op, VarId};
use crate::propagate::{Cx, Outcome, Propagator, Rule};
use crate::store::{Conflict, Events, Past, Why};
use std::sync::Arc;

/// Any number of variables and values.
#[derive(Debug)]
pub(super) struct Wide {
    scope: Arc<[VarId]>,
    /// What is added to each variable.
    offsets: Box<[i64]>,
    /// Every value of every variable at the start, offsets included, in increasing order, where there are as many as
    /// variables; empty where there are more.
    places: Box<[i64]>,
}

impl Wide {
    /// `union` has all values, offsets included, in increasing order.
    pub(super) fn new(posted: &AllDifferent, union: Vec<i64>) -> Self {
        let offsets = (0..posted.scope.len()).map(|i| posted.offset(i)).collect();
        let places = if union.len() == posted.scope.len() { union.into() } else { Box::default() };
        Self { scope: posted.scope.vars().clone(), offsets, places }
    }

    #[inline]
    fn is_done(&self, cx: &Cx<'_>, position: usize) -> bool {
        cx.state(position / 64) >> (position % 64) & 1 != 0
    }

    /// Takes the values of fixed positions from all others, until no position is newly fixed. `false` where the budget is
    /// spent before.
    fn eliminate(&self, cx: &mut Cx<'_>) -> Result<bool, Conflict> {
        let n = self.scope.len();
        let mut fixed = true;
        while std::mem::take(&mut fixed) {
            for i in 0..n {
                if self.is_done(cx, i) {
                    continue;
                }
                let Some(value) = cx.value(self.scope[i]) else { continue };
                if !cx.spend_on(n) {
                    return Ok(false);
                }
                cx.set_state(i / 64, cx.state(i / 64) | 1 << (i % 64));
                for j in 0..n {
                    // A value that overflows there is no value of that variable.
                    let Some(value) = (value + self.offsets[i]).checked_sub(self.offsets[j]) else { continue };
                    if !self.is_done(cx, j) && cx.remove(self.scope[j], value, USED)? {
                        fixed |= j < i && cx.is_fixed(self.scope[j]);
                    }
                }
            }
        }
        Ok(true)
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

    /// Gives every value that has one place left to it, and says whether that has changed anything; `None` where the budget
    /// is spent before. `cache` has two bits a value.
    fn place_values(&self, cx: &mut Cx<'_>, cache: &mut [u64]) -> Result<Option<bool>, Conflict> {
        cache.fill(0);
        let (once, twice) = cache.split_at_mut(cache.len() / 2);
        for i in 0..self.scope.len() {
            if !cx.spend_on(cx.size(self.scope[i]) as usize) {
                return Ok(None);
            }
            for value in cx.values(self.scope[i]) {
                let place = self.place(i, value);
                let (word, bit) = (place / 64, 1 << (place % 64));
                twice[word] |= once[word] & bit;
                once[word] |= bit;
            }
        }
        let has = |set: &[u64], place: usize| set[place / 64] >> (place % 64) & 1 != 0;
        if let Some(place) = (0..self.places.len()).find(|&place| !has(once, place)) {
            return Err(cx.fail(NO_PLACE.with(place as u32)));
        }
        let mut changed = false;
        for (i, &x) in self.scope.iter().enumerate() {
            let single = |v: &i64| !has(twice, self.place(i, *v));
            if !cx.spend_on(cx.size(x) as usize) {
                return Ok(None);
            }
            let only = if cx.is_fixed(x) { None } else { cx.values(x).find(single) };
            if let Some(value) = only {
                changed |= cx.fix(x, value, ONLY_PLACE.with(self.place(i, value) as u32))?;
            }
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
        2 * self.places.len().div_ceil(64)
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
        let open = (0..self.scope.len()).filter(|&i| !self.is_done(cx, i)).count();
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
