//! A table of any arity: the set of live tuples in reversible words, filtered and searched a word at a time.

use super::{RULES, Tuples};
use crate::agenda::Priority;
use crate::constraint::Vars;
use crate::ids::{Atom, VarId};
use crate::propagate::{Cx, Opening, Outcome, Propagator, Rule, Strength, TableSize};
use crate::store::{Conflict, Events, Past, Why};
use std::sync::Arc;

/// Variables within tuples.
///
/// State word `w` holds the *dead* tuples among `64 w ..`, so that zeroed state means that all live; with several words,
/// one more counts the words without a live tuple, and the cache lists the words with those at the end (a reversible
/// sparse set), followed by the word where each value last found a live tuple. Where all columns are of one-word domains,
/// a word for each behind these holds the values that were gone when the table last ran, so that it need only look at the
/// tuples of those that went since.
#[derive(Debug)]
pub(super) struct Live {
    scope: Vars,
    tuples: Arc<Tuples>,
    /// Whether every column is of one-word domains.
    narrow: bool,
}

/// The values that have gone from a column, or those that are left, whichever are fewer: where their tuples lie.
struct Change {
    supports: [u32; 64],
    count: usize,
    gone: bool,
}

impl Change {
    /// The tuples of a word that this keeps.
    #[inline]
    fn kept(&self, tuples: &Tuples, word: usize) -> u64 {
        let supports = self.supports[..self.count].iter();
        let all = supports.fold(0, |all, &start| all | tuples.support_word(start as usize + word));
        if self.gone { !all } else { all }
    }
}

/// The budget is asked for so many words of tuples at once.
const WORDS_OF_A_LOOK: usize = 32;

/// Counting the tuples with a value takes at most so many operations, or is not done.
const QUICKLY_COUNTED: usize = 1 << 14;

const NO_VALUE: Why = Why::rule(0);
const NO_TUPLE: Why = Why::rule(1);

impl Live {
    pub(super) fn new(scope: Vars, tuples: Arc<Tuples>) -> Self {
        let narrow = (0..scope.len()).all(|p| tuples.narrow(p).is_some());
        Self { scope, tuples, narrow }
    }

    /// All tuples of a word.
    fn all(&self, word: usize) -> u64 {
        let rest = self.tuples.count() - 64 * word;
        if rest >= 64 { u64::MAX } else { (1 << rest) - 1 }
    }

    /// Calls `each` with the index of every value that column `p` has and the variable still can have.
    #[inline]
    fn for_each_index(&self, cx: &Cx<'_>, p: usize, mut each: impl FnMut(usize)) {
        let x = self.scope[p];
        match self.tuples.narrow(p) {
            Some((_, bits)) => {
                let ranks = self.tuples.ranks(p);
                let mut rest = bits & cx.mask(x);
                while rest != 0 {
                    each(ranks[rest.trailing_zeros() as usize & 63].into());
                    rest &= rest - 1;
                }
            }
            None => {
                let values = self.tuples.values(p).iter().enumerate();
                values.filter(|&(_, &v)| cx.contains(x, v)).for_each(|(i, _)| each(i));
            }
        }
    }

    /// Keeps the values of column `p` whose index is supported.
    #[inline]
    fn keep_supported(
        &self,
        cx: &mut Cx<'_>,
        p: usize,
        mut supported: impl FnMut(usize) -> bool,
    ) -> Result<(), Conflict> {
        let x = self.scope[p];
        match self.tuples.narrow(p) {
            Some((_, bits)) => {
                let ranks = self.tuples.ranks(p);
                let (mut keep, mut rest) = (0, bits & cx.mask(x));
                while rest != 0 {
                    if supported(ranks[rest.trailing_zeros() as usize & 63].into()) {
                        keep |= rest & rest.wrapping_neg();
                    }
                    rest &= rest - 1;
                }
                cx.keep_mask(x, keep, NO_VALUE)?;
            }
            None => {
                cx.keep_listed(x, self.tuples.values(p), supported, NO_VALUE)?;
            }
        }
        Ok(())
    }

    /// Whether values that have lost their last live tuple may still be there: those of an interval stay until it is
    /// enumerable.
    fn is_behind(&self, cx: &Cx<'_>) -> bool {
        !self.narrow && self.scope.iter().any(|&x| cx.is_interval(x))
    }

    /// Whether position `p` has changed, as a dirty mask tells it.
    fn is_dirty(dirty: u64, p: usize) -> bool {
        dirty >> p.min(63) & 1 == 1
    }

    /// What has changed about column `p` since the table last ran; `None` where only the values that are left are known.
    fn change(&self, cx: &Cx<'_>, p: usize) -> Option<Change> {
        let (_, bits) = self.tuples.narrow(p).filter(|_| self.narrow)?;
        let left = bits & cx.mask(self.scope[p]);
        let went = bits & !left & !cx.state(self.gone(p));
        let gone = went.count_ones() < left.count_ones();
        let mut change = Change { supports: [0; 64], count: 0, gone };
        let ranks = self.tuples.ranks(p);
        let mut rest = if gone { went } else { left };
        while rest != 0 {
            let index = ranks[rest.trailing_zeros() as usize & 63].into();
            change.supports[change.count] = self.tuples.support_start(p, index) as u32;
            change.count += 1;
            rest &= rest - 1;
        }
        Some(change)
    }

    /// The state word of the values of column `p` that were gone when the table last ran.
    fn gone(&self, p: usize) -> usize {
        self.tuples.words() + 1 + p
    }

    /// All live tuples fit one word.
    fn propagate_word(&self, cx: &mut Cx<'_>, dirty: u64) -> Result<Outcome, Conflict> {
        let before = self.all(0) & !cx.state(0);
        let mut live = before;
        for p in 0..self.scope.len() {
            if Self::is_dirty(dirty, p) {
                let mut supported = 0;
                self.for_each_index(cx, p, |i| supported |= self.tuples.support(p, i)[0]);
                live &= supported;
            }
        }
        if live == 0 {
            return Err(cx.fail(NO_TUPLE));
        }
        if live == before && dirty != u64::MAX && !self.is_behind(cx) {
            return Ok(Outcome::AtFixpoint);
        }
        if live != before {
            cx.set_state(0, !live);
        }
        let mut assignments = 1_u64;
        for p in 0..self.scope.len() {
            if !cx.is_fixed(self.scope[p]) {
                self.keep_supported(cx, p, |i| self.tuples.support(p, i)[0] & live != 0)?;
                assignments = assignments.saturating_mul(cx.size(self.scope[p]));
            }
        }
        let entailed = assignments == u64::from(live.count_ones());
        Ok(if entailed { Outcome::Entailed } else { Outcome::AtFixpoint })
    }

    /// Live tuples lie in several words.
    fn propagate_words(&self, cx: &mut Cx<'_>, dirty: u64) -> Result<Outcome, Conflict> {
        let words = self.tuples.words();
        if !cx.spend_on(words) {
            return Ok(Outcome::Suspend);
        }
        let (order, cache) = cx.take_cache().split_at_mut(words);
        let (live, residues) = cache.split_at_mut(words);
        if order[0] == order[words - 1] {
            // Never used: a permutation has no two equal entries.
            order.iter_mut().enumerate().for_each(|(i, word)| *word = i as u64);
        }
        let mut active = words - cx.state(words) as usize;
        for &w in &order[..active] {
            live[w as usize] = self.all(w as usize) & !cx.state(w as usize);
        }
        let mut changed = false;
        for p in (0..self.scope.len()).filter(|&p| Self::is_dirty(dirty, p)) {
            let change = self.change(cx, p);
            let mut i = 0;
            let values = change.as_ref().map_or(cx.size(self.scope[p]) as usize, |change| change.count);
            let mut looked_at = 0;
            while i < active {
                // Nothing is written yet but which words come first.
                if looked_at % WORDS_OF_A_LOOK == 0 && !cx.spend_on(values * WORDS_OF_A_LOOK.min(active - i)) {
                    return Ok(Outcome::Suspend);
                }
                looked_at += 1;
                let w = order[i] as usize;
                let mut kept = 0;
                match &change {
                    Some(change) => kept = change.kept(&self.tuples, w),
                    None => self.for_each_index(cx, p, |v| kept |= self.tuples.support(p, v)[w]),
                }
                changed |= live[w] & !kept != 0;
                live[w] &= kept;
                if live[w] == 0 {
                    active -= 1;
                    order.swap(i, active);
                } else {
                    i += 1;
                }
            }
        }
        if active == 0 {
            return Err(cx.fail(NO_TUPLE));
        }
        if !changed && dirty != u64::MAX && !self.is_behind(cx) {
            return Ok(Outcome::AtFixpoint);
        }
        let before = words - cx.state(words) as usize;
        for &w in &order[..before] {
            cx.set_state(w as usize, !live[w as usize]);
        }
        cx.set_state(words, (words - active) as u64);
        let mut assignments = 1_u64;
        let mut first = 0;
        for p in 0..self.scope.len() {
            let x = self.scope[p];
            if !cx.is_fixed(x) {
                // Once spent, it is looked at anew in any case.
                if !cx.spend_on(cx.size(x) as usize * active / 16) {
                    return Ok(Outcome::Suspend);
                }
                self.keep_supported(cx, p, |i| {
                    let support = self.tuples.support(p, i);
                    let residue = &mut residues[first + i];
                    if support[*residue as usize] & live[*residue as usize] != 0 {
                        return true;
                    }
                    match order[..active].iter().find(|&&w| support[w as usize] & live[w as usize] != 0) {
                        Some(&w) => {
                            *residue = w;
                            true
                        }
                        None => false,
                    }
                })?;
                assignments = assignments.saturating_mul(cx.size(x));
            }
            first += self.tuples.values(p).len();
        }
        for p in (0..self.scope.len()).filter(|_| self.narrow) {
            let bits = self.tuples.narrow(p).map_or(0, |(_, bits)| bits);
            cx.set_state(self.gone(p), bits & !cx.mask(self.scope[p]));
        }
        // All combinations of what is left are live, which is not asked where those could fill several words.
        let all = active == 1 && u64::from(live[order[0] as usize].count_ones()) == assignments;
        Ok(if all { Outcome::Entailed } else { Outcome::AtFixpoint })
    }
}

impl Propagator for Live {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn name(&self) -> &'static str {
        "table"
    }

    fn rules(&self) -> &'static [Rule] {
        RULES
    }

    fn table_size(&self) -> Option<TableSize> {
        Some(self.tuples.size())
    }

    fn opening(&self) -> Option<Opening<'_>> {
        self.tuples.opening()
    }

    fn events(&self) -> Option<Events> {
        Some(Events::DOMAIN)
    }

    fn priority(&self) -> Priority {
        if self.tuples.words() <= 1 { Priority::Linear } else { Priority::Costly }
    }

    fn state_words(&self) -> usize {
        match self.tuples.words() {
            0 => 0,
            1 => 1,
            several => several + 1 + if self.narrow { self.scope.len() } else { 0 },
        }
    }

    fn cache_words(&self) -> usize {
        match self.tuples.words() {
            0 | 1 => 0,
            several => 2 * several + (0..self.scope.len()).map(|p| self.tuples.values(p).len()).sum::<usize>(),
        }
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        // What a weaker run has skipped must be looked at later, so weak runs look at everything.
        let mut dirty = cx.dirty();
        if cx.strength() == Strength::Unit {
            if self.scope.iter().filter(|&&x| !cx.is_fixed(x)).count() > 1 {
                return Ok(Outcome::AtFixpoint);
            }
            dirty = u64::MAX;
        }
        match self.tuples.words() {
            0 => Err(cx.fail(NO_TUPLE)),
            1 => self.propagate_word(cx, dirty),
            _ => self.propagate_words(cx, dirty),
        }
    }

    fn support(&self, position: usize, value: i64, now: Past<'_>) -> Option<u64> {
        let Some(index) = self.tuples.index(position, value) else { return Some(0) };
        let values: usize = self.scope.iter().map(|&y| now.size(y) as usize).sum();
        if values.saturating_mul(self.tuples.words()) > QUICKLY_COUNTED {
            return None;
        }
        let live = |w: usize| {
            let mut live = self.tuples.support(position, index)[w];
            for (p, &y) in self.scope.iter().enumerate().filter(|&(p, _)| p != position) {
                let support = |i: usize| self.tuples.support(p, i)[w];
                live &= if now.is_enumerable(y) {
                    let indices = now.values(y).filter_map(|v| self.tuples.index(p, v));
                    indices.fold(0, |all, i| all | support(i))
                } else {
                    let values = self.tuples.values(p).iter().enumerate().filter(|&(_, &v)| now.contains(y, v));
                    values.fold(0, |all, (i, _)| all | support(i))
                };
            }
            u64::from(live.count_ones())
        };
        Some((0..self.tuples.words()).map(live).sum())
    }

    fn explain(&self, inferred: Option<Atom>, _: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        // A value goes when every tuple with it has lost some other value.
        let own = inferred.map(|atom| atom.var);
        self.scope.iter().filter(|&&x| Some(x) != own).for_each(|&x| past.facts(x, out));
    }
}
