//! The arena as it was at an earlier point of the trail, for explanations that are made when somebody asks.

use super::{NO_ENTRY, Store};
use crate::ids::{Atom, Op, VarId};

/// A view of all domains as they were when the trail had a certain length.
///
/// Reading costs the number of changes that the word has seen since then.
#[derive(Clone, Copy, Debug)]
pub struct Past<'a> {
    store: &'a Store,
    at: usize,
}

impl<'a> Past<'a> {
    pub(super) fn new(store: &'a Store, at: usize) -> Self {
        Self { store, at }
    }

    /// The length of the trail at that time.
    pub fn at(self) -> usize {
        self.at
    }

    fn word(self, word: usize) -> u64 {
        let mut value = self.store.words[word];
        let mut entry = self.store.last[word];
        while entry != NO_ENTRY && entry as usize >= self.at {
            value = self.store.trail[entry as usize].old;
            entry = self.store.trail[entry as usize].previous;
        }
        value
    }

    /// The position on the trail of the change that took this value from the variable, if it had gone by then.
    pub(crate) fn removal(self, x: VarId, value: i64) -> Option<usize> {
        let (word, bit) = self.store.meta(x).position(value)?;
        let mut now = self.store.words[word];
        let mut entry = self.store.last[word];
        while entry != NO_ENTRY {
            let old = self.store.trail[entry as usize].old;
            if (entry as usize) < self.at && now & bit == 0 && old & bit != 0 {
                return Some(entry as usize);
            }
            now = old;
            entry = self.store.trail[entry as usize].previous;
        }
        None
    }

    /// The same arena before any change.
    pub fn initial(self) -> Self {
        Self { at: 0, ..self }
    }

    /// The domain of a variable as one word, where it fits one; bit `b` stands for value `base(x) + b`.
    pub fn mask(self, x: VarId) -> u64 {
        self.word(x.index())
    }

    /// The value that bit 0 of a variable's domain stands for.
    pub fn base(self, x: VarId) -> i64 {
        self.store.meta(x).base()
    }

    /// The smallest value.
    pub fn min(self, x: VarId) -> i64 {
        self.store.meta(x).min(x, |w| self.word(w))
    }

    /// The largest value.
    pub fn max(self, x: VarId) -> i64 {
        self.store.meta(x).max(x, |w| self.word(w))
    }

    /// The number of values.
    pub fn size(self, x: VarId) -> u32 {
        self.store.meta(x).size(x, |w| self.word(w))
    }

    /// Whether the domain had this value.
    pub fn contains(self, x: VarId, value: i64) -> bool {
        self.store.meta(x).position(value).is_some_and(|(word, bit)| self.word(word) & bit != 0)
    }

    /// The only value, if only one was left.
    pub fn value(self, x: VarId) -> Option<i64> {
        (self.size(x) == 1).then(|| self.min(x))
    }

    /// The values in increasing order.
    pub fn values(self, x: VarId) -> impl Iterator<Item = i64> + 'a {
        self.store.meta(x).values(move |w| self.word(w))
    }

    /// The values that the domain had lost by then, in increasing order.
    pub fn lost(self, x: VarId) -> impl Iterator<Item = i64> + 'a {
        self.initial().values(x).filter(move |&v| !self.contains(x, v))
    }

    /// Whether some value makes the claim true.
    pub fn allows(self, Atom { var, op, value }: Atom) -> bool {
        let size = self.size(var);
        size > 0
            && match op {
                Op::Eq => self.contains(var, value),
                Op::Ne => size > 1 || !self.contains(var, value),
                Op::Ge => self.max(var) >= value,
                Op::Le => self.min(var) <= value,
            }
    }

    /// Whether the claim was certain.
    pub fn entails(self, atom: Atom) -> bool {
        atom.negated().is_none_or(|opposite| !self.allows(opposite))
    }

    /// Adds claims that together say what the domain had become: nothing where it was as at the start, the value where
    /// it was fixed, else its bounds and the holes between them.
    pub fn facts(self, x: VarId, out: &mut Vec<Atom>) {
        let initial = self.initial();
        let size = self.size(x);
        if size == initial.size(x) {
            return;
        }
        let (min, max) = (self.min(x), self.max(x));
        if size == 1 {
            out.push(Atom::eq(x, min));
            return;
        }
        self.min_fact(x, out);
        self.max_fact(x, out);
        out.extend(self.lost(x).filter(|&v| min < v && v < max).map(|v| Atom::ne(x, v)));
    }

    /// Adds the claim that says how small the domain had become, if its smallest value had grown.
    pub fn min_fact(self, x: VarId, out: &mut Vec<Atom>) {
        let min = self.min(x);
        if min > self.initial().min(x) {
            out.push(Atom::at_least(x, min));
        }
    }

    /// Adds the claim that says how large the domain still was, if its largest value had shrunk.
    pub fn max_fact(self, x: VarId, out: &mut Vec<Atom>) {
        let max = self.max(x);
        if max < self.initial().max(x) {
            out.push(Atom::at_most(x, max));
        }
    }
}
