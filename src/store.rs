//! All reversible state of an engine: one arena of 64-bit words and the trail of its changes, each with its cause.
//!
//! Invariant: a word changes only through a push on the trail, so undoing entries in reverse order restores any past.

mod domain;
mod interval;
mod layout;
mod past;

pub(crate) use domain::VarMeta;
pub(crate) use interval::Intervals;
pub(crate) use layout::Layout;
pub use layout::Spans;
pub use past::Past;

use crate::ids::{Op, PropId, VarId};
use crate::limit::Limit;
use std::sync::Arc;

/// What has changed about a domain, as a set of up to four events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Events(u8);

impl Events {
    /// Nothing has changed.
    pub const NONE: Self = Self(0);
    /// One value is left.
    pub const FIX: Self = Self(1);
    /// The smallest value has grown.
    pub const MIN: Self = Self(2);
    /// The largest value has shrunk.
    pub const MAX: Self = Self(4);
    /// The smallest or the largest value has changed.
    pub const BOUNDS: Self = Self(6);
    /// Any value has gone.
    pub const DOMAIN: Self = Self(8);

    /// Both sets together.
    #[inline]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the sets have an event in common.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The events that can make a claim of this kind false.
    pub(crate) const fn against(op: Op) -> Self {
        match op {
            Op::Eq => Self::DOMAIN,
            Op::Ne => Self::FIX,
            Op::Ge => Self::MAX,
            Op::Le => Self::MIN,
        }
    }

    /// The events of a one-word domain that went from `old` to `new`, a proper non-empty subset.
    #[inline]
    fn between(old: u64, new: u64) -> Self {
        let fix = u8::from(new & (new - 1) == 0);
        let min = u8::from(new.trailing_zeros() != old.trailing_zeros()) << 1;
        let max = u8::from(new.leading_zeros() != old.leading_zeros()) << 2;
        Self(fix | min | max | 8)
    }

    /// The events of a domain that has lost values: whether one is left, and which bounds have moved.
    #[inline]
    fn of(fix: bool, min: bool, max: bool) -> Self {
        Self(u8::from(fix) | u8::from(min) << 1 | u8::from(max) << 2 | 8)
    }
}

/// Why a propagator inferred something: the index of one of its rules, and a number that the rule understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Why(u32);

impl Why {
    /// The propagator's rule of this index.
    #[inline]
    pub const fn rule(index: u8) -> Self {
        Self((index as u32) << 24)
    }

    /// The same rule, with an argument of 24 bits; higher bits are dropped.
    #[inline]
    pub const fn with(self, argument: u32) -> Self {
        Self((self.0 & 0xff00_0000) | (argument & 0x00ff_ffff))
    }

    /// The index of the rule.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 >> 24) as usize
    }

    /// The argument, 0 where none was given.
    #[inline]
    pub const fn argument(self) -> u32 {
        self.0 & 0x00ff_ffff
    }
}

/// Who changed a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Author {
    /// A decision of a search.
    Decision,
    /// An assumption of the caller, such as a puzzle's given, or an empty initial domain.
    Given,
    /// A propagator.
    Propagator(PropId),
}

/// The cause of a change: who, and why.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cause {
    by: u32,
    why: Why,
}

impl Cause {
    /// A decision of a search.
    pub const DECISION: Self = Self { by: u32::MAX, why: Why(0) };
    /// An assumption of the caller.
    pub const GIVEN: Self = Self { by: u32::MAX - 1, why: Why(0) };

    /// A propagator's inference.
    #[inline]
    pub fn propagator(by: PropId, why: Why) -> Self {
        Self { by: by.index() as u32, why }
    }

    /// Who it was.
    #[inline]
    pub fn author(self) -> Author {
        match self.by {
            u32::MAX => Author::Decision,
            by if by == u32::MAX - 1 => Author::Given,
            by => Author::Propagator(PropId::new(by as usize)),
        }
    }

    /// The rule and its argument; means something to the propagator alone.
    #[inline]
    pub fn why(self) -> Why {
        self.why
    }
}

impl std::fmt::Debug for Cause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} by rule {} ({})", self.author(), self.why.index(), self.why.argument())
    }
}

/// The sign that a contradiction was met; what it was stands in the store as a [`Failure`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict(());

/// A contradiction: a domain that lost its last values, or a constraint that cannot hold.
///
/// Nothing is written when a domain would become empty, so the values that were to go are the variable's domain as it
/// was at `at`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The variable whose domain lost its last values; `None` where the propagator failed as a whole.
    pub var: Option<VarId>,
    /// Who took them, and why.
    pub cause: Cause,
    /// The length of the trail at that moment.
    pub at: usize,
}

/// One change of one word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// The word before the change.
    pub(crate) old: u64,
    /// Which word of the arena.
    pub(crate) word: u32,
    /// The entry of this word before this one, [`NO_ENTRY`] if none.
    pub(crate) previous: u32,
    /// Who changed it, and why.
    pub(crate) cause: Cause,
}

/// The end of the chain of a word's entries.
const NO_ENTRY: u32 = u32::MAX;

/// The arena, its trail and the last contradiction.
///
/// Word `i` of the arena belongs to variable `i`: its domain where that fits one word, else a summary of it, or the size
/// of an interval. Wider domains, bounds of intervals and the propagators' reversible words follow.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    vars: Arc<[VarMeta]>,
    words: Vec<u64>,
    /// The last trail entry of each word.
    last: Vec<u32>,
    trail: Vec<Entry>,
    failure: Option<Failure>,
    /// New words of a wide domain while it is filtered.
    scratch: Vec<u64>,
    intervals: Intervals,
}

/// So many words are copied between two looks at the budget.
const WORDS_AT_ONCE: usize = 8192;

/// The most entries that the trail has room for at the start.
const MOST_ENTRIES: usize = 1 << 20;

impl Store {
    /// A store of variables whose domains [`fill`](Self::fill) brings.
    pub(crate) fn blank(vars: Arc<[VarMeta]>) -> Self {
        let (words, last, trail, scratch) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { vars, words, last, trail, failure: None, scratch, intervals: Intervals::new(0) }
    }

    /// Copies the domains (see [`Layout`]) and the propagators' words behind them, where the last call has ended, if one
    /// was stopped. `spend` is told how many steps come next.
    ///
    /// # Errors
    /// Those of `spend`.
    pub(crate) fn fill(
        &mut self,
        words: &[u64],
        intervals: &Intervals,
        mut spend: impl FnMut(usize) -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        self.words.reserve_exact(words.len() - self.words.len());
        self.last.reserve_exact(words.len() - self.last.len());
        // Each value of a grid puzzle leaves at most once on a branch, so this rarely grows.
        self.trail.reserve_exact((4 * words.len()).min(MOST_ENTRIES));
        for words in words[self.words.len()..].chunks(WORDS_AT_ONCE) {
            spend(words.len())?;
            self.words.extend_from_slice(words);
            self.last.resize(self.words.len(), NO_ENTRY);
        }
        self.intervals.fill(intervals, spend)?;
        let empty = (0..self.vars.len()).find(|&i| self.words[i] == 0).map(VarId::new);
        self.failure = empty.map(|x| Failure { var: Some(x), cause: Cause::GIVEN, at: 0 });
        Ok(())
    }

    /// The number of variables.
    pub(crate) fn variables(&self) -> usize {
        self.vars.len()
    }

    /// The length of the trail.
    #[inline]
    pub(crate) fn trail_len(&self) -> usize {
        self.trail.len()
    }

    /// The entry at this position of the trail.
    pub(crate) fn entry(&self, at: usize) -> Entry {
        self.trail[at]
    }

    /// The variable whose domain holds this word, if it is not a propagator's or a wide domain's summary.
    pub(crate) fn owner(&self, word: u32) -> Option<VarId> {
        let i = word as usize;
        if let Some(meta) = self.vars.get(i) {
            return (meta.is_narrow() || meta.is_interval()).then(|| VarId::new(i));
        }
        // Wide domains lie in the order of their variables.
        let wide = |meta: &VarMeta| !meta.is_narrow();
        self.vars.iter().position(|meta| wide(meta) && meta.words().contains(&i)).map(VarId::new)
    }

    /// Undoes every entry behind this length of the trail, and remembers only the contradiction that was met before.
    pub(crate) fn undo_to(&mut self, len: usize, failure: Option<Failure>) {
        while self.trail.len() > len {
            if let Some(entry) = self.trail.pop() {
                self.words[entry.word as usize] = entry.old;
                self.last[entry.word as usize] = entry.previous;
            }
        }
        self.intervals.undo_to(len);
        self.failure = failure;
    }

    /// The last contradiction, until something is undone.
    #[inline]
    pub(crate) fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    /// Records a contradiction.
    #[cold]
    pub(crate) fn fail(&mut self, var: Option<VarId>, cause: Cause) -> Conflict {
        self.failure = Some(Failure { var, cause, at: self.trail.len() });
        Conflict(())
    }

    /// A word of the arena.
    #[inline]
    pub(crate) fn word(&self, word: usize) -> u64 {
        self.words[word]
    }

    /// Writes a word of the arena, with its cause on the trail; writing what stands there already does nothing.
    #[inline]
    pub(crate) fn set_word(&mut self, word: usize, new: u64, cause: Cause) {
        let old = self.words[word];
        if old != new {
            let previous = std::mem::replace(&mut self.last[word], self.trail.len() as u32);
            self.trail.push(Entry { old, word: word as u32, previous, cause });
            self.words[word] = new;
        }
    }

    /// The number of words in the arena.
    pub(crate) fn arena_len(&self) -> usize {
        self.words.len()
    }

    /// Adds zeroed words at the end of the arena.
    pub(crate) fn grow(&mut self, words: usize) {
        self.words.resize(self.words.len() + words, 0);
        self.last.resize(self.words.len(), NO_ENTRY);
    }

    /// Makes room for so many more words, so that growing needs no memory for a while.
    pub(crate) fn reserve(&mut self, words: usize) {
        self.words.reserve(words);
        self.last.reserve(words);
    }

    /// Drops words at the end of the arena, whose entries must be undone already.
    pub(crate) fn shrink_to(&mut self, words: usize) {
        self.words.truncate(words);
        self.last.truncate(words);
    }

    /// The arena as it was when the trail had this length.
    pub(crate) fn past(&self, at: usize) -> Past<'_> {
        Past::new(self, at)
    }
}

#[cfg(test)]
mod tests;
