//! The context of a running propagator: it reads domains, prunes them with a reason, and wakes whom that concerns.

use super::Strength;
use crate::agenda::{Agenda, Watches};
use crate::ids::{PropId, VarId};
use crate::limit::Budget;
use crate::store::{Cause, Conflict, Events, Past, Store, Why};
use std::fmt;

/// What a propagator sees of the engine while it runs.
///
/// Every pruning method returns whether the domain has changed, and fails where no value would be left; the propagator
/// passes the [`Conflict`] on with `?`.
pub struct Cx<'a> {
    store: &'a mut Store,
    agenda: &'a mut Agenda,
    watches: &'a Watches,
    budget: &'a mut Budget,
    cache: &'a mut [u64],
    prop: PropId,
    pub(super) state: usize,
    pub(super) dirty: u64,
    pub(super) strength: Strength,
}

impl fmt::Debug for Cx<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cx").field("prop", &self.prop).field("dirty", &self.dirty).finish_non_exhaustive()
    }
}

impl<'a> Cx<'a> {
    pub(super) fn new(
        store: &'a mut Store,
        agenda: &'a mut Agenda,
        watches: &'a Watches,
        budget: &'a mut Budget,
        cache: &'a mut [u64],
        prop: PropId,
    ) -> Self {
        Self { store, agenda, watches, budget, cache, prop, state: 0, dirty: 0, strength: Strength::Full }
    }

    /// The smallest value of a variable.
    #[inline]
    pub fn min(&self, x: VarId) -> i64 {
        self.store.min(x)
    }

    /// The largest value of a variable.
    #[inline]
    pub fn max(&self, x: VarId) -> i64 {
        self.store.max(x)
    }

    /// The number of values of a variable.
    #[inline]
    pub fn size(&self, x: VarId) -> u64 {
        self.store.size(x)
    }

    /// Whether a variable has one value left.
    #[inline]
    pub fn is_fixed(&self, x: VarId) -> bool {
        self.store.is_fixed(x)
    }

    /// The only value left, if only one is.
    #[inline]
    pub fn value(&self, x: VarId) -> Option<i64> {
        self.store.value(x)
    }

    /// Whether a variable can still have this value.
    #[inline]
    pub fn contains(&self, x: VarId, value: i64) -> bool {
        self.store.contains(x, value)
    }

    /// Whether the values of a variable are few enough to be looked at one by one, as they are unless more than 65,536 are
    /// left of values that lie even further apart. Such a domain loses values at its bounds and one by one, but no more
    /// than that to [`keep_if`](Self::keep_if): who relies on what that removes asks here first, or looks again later.
    #[inline]
    pub fn is_enumerable(&self, x: VarId) -> bool {
        self.store.is_enumerable(x)
    }

    /// Whether the domain is an interval with holes, because its values lay too far apart for words at the start.
    #[inline]
    pub fn is_interval(&self, x: VarId) -> bool {
        self.store.meta(x).is_interval()
    }

    /// The values of a variable in increasing order; see [`is_enumerable`](Self::is_enumerable).
    pub fn values(&self, x: VarId) -> impl Iterator<Item = i64> + '_ {
        self.store.values(x)
    }

    /// Whether the domain is one word, so that [`mask`](Self::mask) may be asked.
    #[inline]
    pub fn is_narrow(&self, x: VarId) -> bool {
        self.store.meta(x).is_narrow()
    }

    /// The domain as one word; bit `b` stands for value [`base`](Self::base)` + b`. Means nothing for wider domains.
    #[inline]
    pub fn mask(&self, x: VarId) -> u64 {
        self.store.mask(x)
    }

    /// The words of a domain that has any, and the value that bit 0 of the first stands for.
    #[inline]
    pub(crate) fn bits(&self, x: VarId) -> Option<(i64, &[u64])> {
        self.store.bits(x)
    }

    /// The value that bit 0 of a variable's domain stands for.
    #[inline]
    pub fn base(&self, x: VarId) -> i64 {
        self.store.meta(x).base()
    }

    /// Which positions of the scope have changed since the last run, one bit each; bit 63 stands for all from 63 on.
    /// All bits are set when the propagator must look at everything.
    #[inline]
    pub fn dirty(&self) -> u64 {
        self.dirty
    }

    /// How hard the propagator may think.
    #[inline]
    pub fn strength(&self) -> Strength {
        self.strength
    }

    /// Spends steps of the budget for work beyond a run's ordinary cost. When it answers `false`, the propagator should
    /// return [`Outcome::Suspend`](super::Outcome::Suspend) as it stands: the fixpoint ends there.
    #[inline]
    pub fn spend(&mut self, steps: u32) -> bool {
        self.budget.spend(steps).is_ok()
    }

    /// As [`spend`](Self::spend), for so many simple operations, each of them a few nanoseconds.
    #[inline]
    pub fn spend_on(&mut self, operations: usize) -> bool {
        self.budget.spend_on(operations).is_ok()
    }

    /// The budget, for work in an engine of the propagator's own; where that ends it, return
    /// [`Outcome::Suspend`](super::Outcome::Suspend).
    #[inline]
    pub fn budget(&mut self) -> &mut Budget {
        self.budget
    }

    /// Removes a value.
    ///
    /// # Errors
    /// A conflict if it was the last.
    #[inline]
    pub fn remove(&mut self, x: VarId, value: i64, why: Why) -> Result<bool, Conflict> {
        let events = self.store.remove(x, value, self.cause(why))?;
        Ok(self.wake(x, events))
    }

    /// Keeps one value.
    ///
    /// # Errors
    /// A conflict if the variable cannot have it.
    #[inline]
    pub fn fix(&mut self, x: VarId, value: i64, why: Why) -> Result<bool, Conflict> {
        let events = self.store.fix(x, value, self.cause(why))?;
        Ok(self.wake(x, events))
    }

    /// Keeps the values that are at least this.
    ///
    /// # Errors
    /// A conflict if there is none.
    #[inline]
    pub fn at_least(&mut self, x: VarId, value: i64, why: Why) -> Result<bool, Conflict> {
        let events = self.store.at_least(x, value, self.cause(why))?;
        Ok(self.wake(x, events))
    }

    /// Keeps the values that are at most this.
    ///
    /// # Errors
    /// A conflict if there is none.
    #[inline]
    pub fn at_most(&mut self, x: VarId, value: i64, why: Why) -> Result<bool, Conflict> {
        let events = self.store.at_most(x, value, self.cause(why))?;
        Ok(self.wake(x, events))
    }

    /// Keeps the values of a one-word domain whose bits are in the mask.
    ///
    /// # Errors
    /// A conflict if there is none.
    #[inline]
    pub fn keep_mask(&mut self, x: VarId, mask: u64, why: Why) -> Result<bool, Conflict> {
        let events = self.store.keep_mask(x, mask, self.cause(why))?;
        Ok(self.wake(x, events))
    }

    /// Keeps the values that the condition accepts; at either end alone where the domain is not
    /// [enumerable](Self::is_enumerable).
    ///
    /// # Errors
    /// A conflict if there is none.
    pub fn keep_if(&mut self, x: VarId, mut keep: impl FnMut(i64) -> bool, why: Why) -> Result<bool, Conflict> {
        self.keep_supported(x, |_, v| keep(v), why)
    }

    /// Keeps the values that the condition accepts, which may look at all domains as they are; at either end alone where
    /// the domain is not [enumerable](Self::is_enumerable).
    ///
    /// # Errors
    /// A conflict if there is none.
    pub fn keep_supported(
        &mut self,
        x: VarId,
        keep: impl FnMut(Past<'_>, i64) -> bool,
        why: Why,
    ) -> Result<bool, Conflict> {
        self.spend_on_values(x);
        let events = self.store.keep_if(x, keep, self.cause(why))?;
        Ok(self.wake(x, events))
    }

    /// Spends what it takes to look at every value, where those may be many. Answers as [`spend`](Self::spend) does; who goes
    /// on all the same is noticed by whoever runs propagators.
    #[inline]
    pub(crate) fn spend_on_values(&mut self, x: VarId) -> bool {
        self.is_narrow(x) || !self.is_enumerable(x) || self.spend_on(4 * self.size(x) as usize)
    }

    /// As [`keep_supported`](Self::keep_supported), for a condition that looks at so much that it spends of the budget for
    /// itself. Once that is spent, nothing more is asked, and all that is left stays.
    ///
    /// # Errors
    /// A conflict if there is none.
    pub(crate) fn keep_within_budget(
        &mut self,
        x: VarId,
        mut keep: impl FnMut(Past<'_>, i64, &mut Budget) -> bool,
        why: Why,
    ) -> Result<bool, Conflict> {
        let (cause, budget) = (self.cause(why), &mut *self.budget);
        let keep = |now: Past<'_>, v: i64| budget.spent().is_some() || keep(now, v, budget) || budget.spent().is_some();
        let events = self.store.keep_if(x, keep, cause)?;
        Ok(self.wake(x, events))
    }

    /// Keeps the values that the condition accepts as ranges of one. Where the domain is not
    /// [enumerable](Self::is_enumerable), the condition is asked for longer ranges too, which it must accept if they have a
    /// value that it accepts; values between the first and the last that it accepts stay then.
    ///
    /// # Errors
    /// A conflict if there is none.
    pub fn keep_ranges(
        &mut self,
        x: VarId,
        mut keep: impl FnMut((i64, i64)) -> bool,
        why: Why,
    ) -> Result<bool, Conflict> {
        let mut changed = false;
        if !self.is_enumerable(x) {
            let (min, max) = (self.min(x), self.max(x));
            let Some(low) = first_in((min, max), &mut keep, false) else { return Err(self.no_value(x, why)) };
            changed |= self.at_least(x, low, why)?;
            let high = first_in((min, max), &mut keep, true).unwrap_or(min);
            changed |= self.at_most(x, high, why)?;
        }
        if self.is_enumerable(x) {
            changed |= self.keep_if(x, |v| keep((v, v)), why)?;
        }
        Ok(changed)
    }

    /// Keeps of these values, which are in increasing order, those whose index is accepted. Where the domain is not
    /// [enumerable](Self::is_enumerable), values between the first and the last of them stay.
    ///
    /// # Errors
    /// A conflict if there is none.
    pub fn keep_listed(
        &mut self,
        x: VarId,
        values: &[i64],
        mut keep: impl FnMut(usize) -> bool,
        why: Why,
    ) -> Result<bool, Conflict> {
        let mut changed = false;
        if !self.is_enumerable(x) {
            let mut possible = |&i: &usize| self.contains(x, values[i]) && keep(i);
            let first = (0..values.len()).find(&mut possible);
            let last = (0..values.len()).rev().find(possible);
            let (Some(first), Some(last)) = (first, last) else { return Err(self.no_value(x, why)) };
            changed |= self.at_least(x, values[first], why)?;
            changed |= self.at_most(x, values[last], why)?;
        }
        if self.is_enumerable(x) {
            changed |= self.keep_if(x, |v| values.binary_search(&v).is_ok_and(&mut keep), why)?;
        }
        Ok(changed)
    }

    /// Keeps of two variables what both can be. Where one is not [enumerable](Self::is_enumerable), values between their
    /// common bounds stay.
    ///
    /// # Errors
    /// A conflict if there is no such value.
    pub fn keep_common(&mut self, x: VarId, y: VarId, why: Why) -> Result<bool, Conflict> {
        let mut changed = false;
        while !self.is_enumerable(x) || !self.is_enumerable(y) {
            let mut moved = false;
            for (x, y) in [(x, y), (y, x)] {
                moved |= self.at_least(x, self.min(y), why)?;
                moved |= self.at_most(x, self.max(y), why)?;
            }
            changed |= moved;
            if !moved {
                return Ok(changed);
            }
        }
        changed |= self.keep_supported(x, |now, v| now.contains(y, v), why)?;
        changed |= self.keep_supported(y, |now, v| now.contains(x, v), why)?;
        Ok(changed)
    }

    /// Keeps what the same variable has in another engine, whose domains were laid out alike.
    ///
    /// # Errors
    /// A conflict if there is no such value.
    pub(crate) fn keep_domain(&mut self, x: VarId, other: Past<'_>, why: Why) -> Result<bool, Conflict> {
        self.spend_on_values(x);
        let events = self.store.keep_domain(x, other, self.cause(why))?;
        Ok(self.wake(x, events))
    }

    /// Records that no value of a variable is possible, and returns the conflict to pass on.
    #[cold]
    pub fn no_value(&mut self, x: VarId, why: Why) -> Conflict {
        self.store.fail(Some(x), self.cause(why))
    }

    /// Records that the constraint cannot hold, and returns the conflict to pass on.
    #[cold]
    pub fn fail(&mut self, why: Why) -> Conflict {
        self.store.fail(None, self.cause(why))
    }

    /// Reversible word `i` of the propagator.
    #[inline]
    pub fn state(&self, i: usize) -> u64 {
        self.store.word(self.state + i)
    }

    /// Writes reversible word `i` of the propagator.
    #[inline]
    pub fn set_state(&mut self, i: usize, word: u64) {
        self.store.set_word(self.state + i, word, self.cause(Why::rule(0)));
    }

    /// The propagator's cache: words that nobody else writes and nobody undoes. A second call in the same run gets an
    /// empty slice.
    #[inline]
    pub fn take_cache(&mut self) -> &'a mut [u64] {
        std::mem::take(&mut self.cache)
    }

    /// All domains as they are now, in the form that explanations read.
    pub fn now(&self) -> Past<'_> {
        self.store.past(self.store.trail_len())
    }

    #[inline]
    fn cause(&self, why: Why) -> Cause {
        Cause::propagator(self.prop, why)
    }

    #[inline]
    fn wake(&mut self, x: VarId, events: Events) -> bool {
        if events == Events::NONE {
            return false;
        }
        self.agenda.wake(x, events, self.watches, self.store);
        true
    }
}

/// So many ranges are asked for in one search for the first value of a large one.
const MOST_RANGES: u32 = 256;

/// The first value of a range, or the last, that a condition on ranges may accept; found by halving. `None` where it
/// accepts none.
fn first_in(range: (i64, i64), keep: &mut impl FnMut((i64, i64)) -> bool, last: bool) -> Option<i64> {
    let mut open = vec![range];
    let mut asked = 0;
    while let Some((low, high)) = open.pop() {
        asked += 1;
        if asked > MOST_RANGES {
            // Whatever has not been looked at may be accepted.
            return Some(if last { high } else { low });
        }
        if !keep((low, high)) {
            continue;
        }
        if low == high {
            return Some(low);
        }
        let middle = low + (high - low) / 2;
        let (lower, upper) = ((low, middle), (middle + 1, high));
        open.extend(if last { [lower, upper] } else { [upper, lower] });
    }
    None
}
