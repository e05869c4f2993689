//! All-different on plain words, by value and by place.
//!
//! Invariant: a position whose bit is set in the reversible word has one value, and no other has it. Where both fit, the
//! upper half of the word holds these values.

use super::masks::{Masks, bits};
use super::matching::Matching;
use super::{NO_PLACE, ONLY_PLACE, RULES, USED};
use crate::agenda::Priority;
use crate::ids::{Atom, Op, VarId};
use crate::propagate::{Cx, Outcome, Propagator, Rule};
use crate::store::{Conflict, Events, Past, Why};
use std::sync::{Arc, OnceLock};

/// The bits of half a word.
const HALF: u32 = 32;

/// Up to 64 variables with up to 64 values.
#[derive(Debug)]
pub(super) struct Narrow {
    masks: Masks,
    /// Whether there are as many values as variables, so that each value needs a place.
    permutation: bool,
    /// Whether each value needs a place, and the reversible word has a half for positions and one for values.
    halves: bool,
    /// Whether a matching stands beside it.
    matched: bool,
    /// The matching for those who want one beside it later, made once for all models that share this.
    matching: OnceLock<Arc<dyn Propagator>>,
}

impl Narrow {
    /// The masks of the scope.
    pub(super) fn new(masks: Masks, matched: bool) -> Self {
        let permutation = masks.values() == masks.scope.len();
        let halves = permutation && masks.universe >> HALF == 0;
        Self { masks, permutation, halves, matched, matching: OnceLock::new() }
    }

    #[cold]
    fn no_place(&self, cx: &mut Cx<'_>) -> Conflict {
        let left = (0..self.masks.scope.len()).fold(0, |left, i| left | self.masks.mask(cx, i));
        cx.fail(NO_PLACE.with((self.masks.universe & !left).trailing_zeros()))
    }

    /// The bit of a fixed position.
    fn fixed_bit(&self, past: Past<'_>, position: usize) -> Option<u32> {
        let mask = past.mask(self.masks.scope[position]);
        mask.is_power_of_two().then(|| mask.trailing_zeros() + self.masks.shift(position))
    }

    /// Adds where the value has no place any more.
    fn nowhere(&self, bit: u32, past: Past<'_>, out: &mut Vec<Atom>) {
        for (i, &x) in self.masks.scope.iter().enumerate() {
            let value = self.masks.value(past, i, bit);
            if past.initial().contains(x, value) && !past.contains(x, value) {
                out.push(Atom::ne(x, value));
            }
        }
    }

    /// Adds the variable that has taken a removed value; or, for a contradiction, two that share one.
    fn who_took(&self, inferred: Option<Atom>, past: Past<'_>, out: &mut Vec<Atom>) {
        let n = self.masks.scope.len();
        for i in 0..n {
            let bit = match inferred {
                Some(Atom { var, op: Op::Ne, value }) if var == self.masks.scope[i] => {
                    u32::try_from(value.wrapping_sub(past.base(var))).ok().map(|bit| bit + self.masks.shift(i))
                }
                None => self.fixed_bit(past, i),
                Some(_) => None,
            };
            let taker = (0..n).find(|&j| j != i && bit.is_some() && self.fixed_bit(past, j) == bit);
            if let (Some(bit), Some(taker)) = (bit, taker) {
                let fixed = |j: usize| Atom::eq(self.masks.scope[j], self.masks.value(past, j, bit));
                out.push(fixed(taker));
                out.extend(inferred.is_none().then(|| fixed(i)));
                return;
            }
        }
    }
}

impl Propagator for Narrow {
    fn scope(&self) -> &[VarId] {
        &self.masks.scope
    }

    fn name(&self) -> &'static str {
        "all-different"
    }

    fn rules(&self) -> &'static [Rule] {
        &RULES
    }

    fn events(&self) -> Option<Events> {
        Some(if self.permutation { Events::DOMAIN } else { Events::FIX })
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn is_all_different(&self) -> bool {
        self.masks.is_plain() && !self.matched
    }

    fn stronger(&self) -> Option<Arc<dyn Propagator>> {
        let matching = || Arc::new(Matching::plain(&self.masks)) as Arc<dyn Propagator>;
        (self.is_all_different() && self.permutation).then(|| self.matching.get_or_init(matching).clone())
    }

    fn state_words(&self) -> usize {
        1
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        match self.masks.is_plain() {
            true => self.propagate_masks::<true>(cx),
            false => self.propagate_masks::<false>(cx),
        }
    }

    fn explain(&self, inferred: Option<Atom>, why: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        match why.index() {
            0 => self.who_took(inferred, past, out),
            _ => self.nowhere(why.argument(), past, out),
        }
    }
}

impl Narrow {
    /// Prunes; `PLAIN` says that no domain is shifted.
    fn propagate_masks<const PLAIN: bool>(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let scope = &*self.masks.scope;
        let shift = |i: usize| if PLAIN { 0 } else { self.masks.shift(i) };
        let all = u64::MAX >> (64 - scope.len());
        let state = cx.state(0);
        let mut open = all & !state;
        let mut taken = if self.halves { state >> HALF } else { 0 };
        loop {
            // Values that open positions have once, and more than once; values and places of those that are fixed.
            let (mut once, mut twice, mut fixed, mut newly, mut clash) = (0, 0, 0, 0, 0);
            for i in bits(open) {
                let mask = cx.mask(scope[i]) << shift(i);
                twice |= once & mask;
                once |= mask;
                let single = if mask & mask.wrapping_sub(1) == 0 { mask } else { 0 };
                clash |= fixed & single;
                fixed |= single;
                newly |= u64::from(single != 0) << i;
            }
            if clash != 0 {
                return Err(cx.fail(USED));
            }
            open &= !newly;
            let single = if self.permutation { once & !twice & !fixed } else { 0 };
            let shared = fixed & twice;
            let crowded = match self.halves {
                true => once | taken != self.masks.universe,
                // Counting bits takes longer.
                false => self.permutation && (once & !fixed).count_ones() < open.count_ones(),
            };
            taken |= fixed;
            if crowded && shared == 0 {
                return Err(self.no_place(cx));
            }
            let mut again = false;
            if shared | single != 0 {
                let mut todo = 0;
                for i in bits(open) {
                    let mask = cx.mask(scope[i]) << shift(i);
                    todo |= u64::from(mask & (shared | single) != 0) << i;
                }
                for i in bits(todo) {
                    let mask = cx.mask(scope[i]) << shift(i);
                    let here = mask & single;
                    // Where two values need this place, the second has none from now on.
                    let only = here & here.wrapping_neg();
                    let keep = if here == 0 { mask & !fixed } else { only };
                    let why = if here == 0 { USED } else { ONLY_PLACE.with(here.trailing_zeros()) };
                    cx.keep_mask(scope[i], keep >> shift(i), why)?;
                    again |= keep.is_power_of_two();
                }
            }
            if crowded {
                return Err(self.no_place(cx));
            }
            // What is taken from others leaves all other values where they were, so that only a variable that is fixed by it
            // tells more.
            if !again {
                let values = if self.halves { taken << HALF } else { 0 };
                cx.set_state(0, all & !open | values);
                // The last open variable has no value left that another has taken.
                return Ok(if open & open.wrapping_sub(1) == 0 { Outcome::Entailed } else { Outcome::AtFixpoint });
            }
        }
    }
}
