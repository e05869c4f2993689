//! The arena as it was at an earlier point of the trail, for explanations that are made when somebody asks.

use super::{NO_ENTRY, Store, VarMeta};
use crate::ids::{Atom, Op, VarId};
use crate::limit::Budget;

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
    ///
    /// For a domain of words only; the changes of an interval are [`changes`](Self::changes).
    pub(crate) fn removal(self, x: VarId, value: i64) -> Option<usize> {
        let (word, bit) = self.store.meta(x).position(value)?;
        let mut now = self.store.words[word];
        for entry in self.entries(word) {
            let old = self.store.trail[entry].old;
            if entry < self.at && now & bit == 0 && old & bit != 0 {
                return Some(entry);
            }
            now = old;
        }
        None
    }

    /// The positions on the trail of the changes that an interval had seen by then, those before `start` left out.
    pub(crate) fn changes_since(self, x: VarId, start: usize) -> impl Iterator<Item = usize> + 'a {
        let words = self.store.meta(x).words().chain([x.index()]);
        let since = words.flat_map(move |word| self.entries(word).take_while(move |&entry| entry >= start));
        since.filter(move |&entry| entry < self.at)
    }

    /// The entries of a word, the last first, later ones included.
    fn entries(self, word: usize) -> impl Iterator<Item = usize> + 'a {
        let listed = |entry: u32| (entry != NO_ENTRY).then_some(entry as usize);
        std::iter::successors(listed(self.store.last[word]), move |&entry| listed(self.store.trail[entry].previous))
    }

    /// The length of the trail by then.
    pub(crate) fn len(self) -> usize {
        self.at
    }

    /// The length of the trail, as holes know it.
    fn since(self) -> u32 {
        self.at as u32
    }

    fn meta(self, x: VarId) -> VarMeta {
        self.store.meta(x)
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
    pub fn size(self, x: VarId) -> u64 {
        self.store.meta(x).size(x, |w| self.word(w))
    }

    /// Whether the domain had this value.
    pub fn contains(self, x: VarId, value: i64) -> bool {
        let meta = self.meta(x);
        match meta.position(value) {
            Some((word, bit)) => self.word(word) & bit != 0,
            None if meta.is_interval() => {
                let within = self.min(x) <= value && value <= self.max(x);
                within && self.store.holes(meta).around(value, self.since()).is_none()
            }
            None => false,
        }
    }

    /// Whether the domain is an interval with holes, because its values lay too far apart for words at the start.
    pub fn is_interval(self, x: VarId) -> bool {
        self.meta(x).is_interval()
    }

    /// Whether the values were few enough to be looked at one by one; see [`Cx::is_enumerable`](crate::Cx::is_enumerable).
    pub fn is_enumerable(self, x: VarId) -> bool {
        !self.is_interval(x) || self.size(x) <= self.store.intervals.enumerable
    }

    /// The smallest value from this one on, if there was one.
    pub fn first_from(self, x: VarId, value: i64) -> Option<i64> {
        let (meta, min, max) = (self.meta(x), self.min(x), self.max(x));
        if value > max || self.size(x) == 0 {
            return None;
        }
        if value <= min {
            return Some(min);
        }
        match meta.is_interval() {
            true => Some(self.store.holes(meta).next(value, self.since())),
            false => self.values_from(x, value).next(),
        }
    }

    /// The largest value up to this one, if there was one.
    pub fn last_to(self, x: VarId, value: i64) -> Option<i64> {
        let (meta, min, max) = (self.meta(x), self.min(x), self.max(x));
        if value < min || self.size(x) == 0 {
            return None;
        }
        if value >= max {
            return Some(max);
        }
        match meta.is_interval() {
            true => Some(self.store.holes(meta).previous(value, self.since())),
            false => self.values(x).take_while(|&v| v <= value).last(),
        }
    }

    /// The ends of the holes of an interval between two of its values.
    pub(super) fn holes_between(self, x: VarId, low: i64, high: i64) -> impl Iterator<Item = (i64, i64)> + 'a {
        self.store.holes(self.meta(x)).between(low, high, self.since()).map(|(low, high, _)| (low, high))
    }

    /// The only value, if only one was left.
    pub fn value(self, x: VarId) -> Option<i64> {
        (self.size(x) == 1).then(|| self.min(x))
    }

    /// The values in increasing order.
    pub fn values(self, x: VarId) -> impl Iterator<Item = i64> + 'a {
        let meta = self.meta(x);
        let holes = meta.is_interval().then(|| self.store.holes(meta));
        let interval = holes.map(|holes| holes.values(self.min(x), self.max(x), self.since()));
        meta.values(move |w| self.word(w)).chain(interval.into_iter().flatten())
    }

    /// The values from this one on, in increasing order.
    fn values_from(self, x: VarId, from: i64) -> impl Iterator<Item = i64> + 'a {
        let meta = self.meta(x);
        let first = if meta.is_interval() { self.first_from(x, from) } else { None };
        let interval = first.map(|first| self.store.holes(meta).values(first, self.max(x), self.since()));
        meta.values_from(from, move |w| self.word(w)).chain(interval.into_iter().flatten())
    }

    /// Whether some value was left to both variables, as far as that is quickly known: `true` also where neither's values
    /// are few enough to be looked at, and both ranges overlap.
    pub fn may_meet(self, x: VarId, y: VarId) -> bool {
        self.meet(x, y, || true)
    }

    /// As [`may_meet`](Self::may_meet), and `true` also where the budget is spent before that is known.
    pub(crate) fn may_meet_within(self, x: VarId, y: VarId, budget: &mut Budget) -> bool {
        self.meet(x, y, || budget.spend_on(4).is_ok())
    }

    /// Looks for a common value as long as `go` says so.
    fn meet(self, x: VarId, y: VarId, mut go: impl FnMut() -> bool) -> bool {
        let low = self.min(x).max(self.min(y));
        match [x, y].iter().filter(|&&z| self.is_enumerable(z)).min_by_key(|&&z| self.size(z)) {
            Some(&few) => self.values_from(few, low).any(|v| self.contains(if few == x { y } else { x }, v) || !go()),
            None => low <= self.max(x).min(self.max(y)),
        }
    }

    /// The values that the domain had lost by then, in increasing order. Of an interval they may be very many.
    pub fn lost(self, x: VarId) -> impl Iterator<Item = i64> + 'a {
        let (meta, initial) = (self.meta(x), self.initial());
        let of_words = meta.values(move |w| initial.word(w) & !self.word(w));
        let of_interval = meta.is_interval().then(|| initial.values(x).filter(move |&v| !self.contains(x, v)));
        of_words.chain(of_interval.into_iter().flatten())
    }

    /// About as many simple operations as it takes to read a whole domain: its words, and the changes since then.
    pub(crate) fn reading(self, x: VarId) -> usize {
        self.meta(x).breadth() + self.store.trail_len() - self.at
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
        if self.is_interval(x) {
            let dug = self.store.holes(self.meta(x)).between(min, max, self.since()).filter(|&(.., since)| since > 0);
            out.extend(dug.flat_map(|(low, high, _)| low..=high).map(|v| Atom::ne(x, v)));
        } else {
            out.extend(self.lost(x).filter(|&v| min < v && v < max).map(|v| Atom::ne(x, v)));
        }
    }

    /// Adds claims that say which of certain values the domain had lost; more, where they were too many to be named.
    pub fn lost_facts(self, x: VarId, mut matters: impl FnMut(i64) -> bool, out: &mut Vec<Atom>) {
        if self.initial().is_enumerable(x) {
            out.extend(self.lost(x).filter(|&v| matters(v)).map(|v| Atom::ne(x, v)));
        } else {
            self.facts(x, out);
        }
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
