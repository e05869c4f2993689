//! A table of tuples that are looked at one by one: for those whose bit sets would take too much memory.
//!
//! Simple tabular reduction (Ullmann 2007; Lecoutre 2011). Invariant: behind the first tuples of the order, as many as are
//! left, stand those that some domain has excluded; so undoing the number undoes their exclusion.

use super::RULES;
use crate::agenda::Priority;
use crate::constraint::Vars;
use crate::ids::{Atom, VarId};
use crate::limit::{Budget, Limit};
use crate::propagate::{Cx, Outcome, Propagator, Rule, Strength, TableSize};
use crate::store::{Conflict, Past, Why};

/// Variables within tuples. The reversible word has the number of tuples that are excluded.
#[derive(Debug)]
pub(super) struct Scan {
    scope: Vars,
    /// The values of each column, in increasing order.
    values: Box<[Vec<i64>]>,
    /// One tuple after another: the indices of its values.
    tuples: Box<[u32]>,
    count: usize,
}

const NO_VALUE: Why = Why::rule(0);
const NO_TUPLE: Why = Why::rule(1);

impl Scan {
    /// `count` distinct tuples over variables that are named once, one after another in `flat`; and the values that occur in
    /// each column, in increasing order.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    pub(super) fn new(
        scope: Vars,
        values: Vec<Vec<i64>>,
        count: usize,
        flat: &[i64],
        budget: &mut Budget,
    ) -> Result<Self, Limit> {
        let mut tuples = Vec::with_capacity(flat.len());
        for tuple in flat.chunks_exact(scope.len().max(1)) {
            budget.spend_on(16 * tuple.len())?;
            let indices = tuple.iter().zip(&values).map(|(v, values)| values.partition_point(|other| other < v) as u32);
            tuples.extend(indices);
        }
        Ok(Self { scope, values: values.into(), tuples: tuples.into(), count })
    }

    /// What a run knows of each value: whether the variable has it, and whether a tuple that is left has it, in two bits. The
    /// words of all columns stand one after another.
    fn words(&self) -> usize {
        self.values.iter().map(|values| values.len().div_ceil(32)).sum()
    }

    fn tuple(&self, number: u64) -> &[u32] {
        &self.tuples[number as usize * self.scope.len()..][..self.scope.len()]
    }
}

/// The place of the two bits of a value.
fn place(starts: usize, index: u32) -> (usize, u32) {
    (starts + index as usize / 32, index % 32 * 2)
}

impl Propagator for Scan {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn name(&self) -> &'static str {
        "table as a list"
    }

    fn rules(&self) -> &'static [Rule] {
        RULES
    }

    fn table_size(&self) -> Option<TableSize> {
        let values: usize = self.values.iter().map(Vec::len).sum();
        Some(TableSize { tuples: self.count, bytes: 4 * self.tuples.len() + 8 * values })
    }

    fn priority(&self) -> Priority {
        Priority::Costly
    }

    fn state_words(&self) -> usize {
        1
    }

    fn cache_words(&self) -> usize {
        self.count + self.words() + self.scope.len()
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        if cx.strength() == Strength::Unit && self.scope.iter().filter(|&&x| !cx.is_fixed(x)).count() > 1 {
            return Ok(Outcome::AtFixpoint);
        }
        let (order, cache) = cx.take_cache().split_at_mut(self.count);
        let (starts, marks) = cache.split_at_mut(self.scope.len());
        if order.first() == order.last() {
            // Never used: a permutation has no two equal entries.
            order.iter_mut().enumerate().for_each(|(i, number)| *number = i as u64);
        }
        marks.fill(0);
        let mut start = 0;
        for ((&x, values), first) in self.scope.iter().zip(&self.values).zip(&mut *starts) {
            if !cx.spend_on(values.len()) {
                return Ok(Outcome::Suspend);
            }
            *first = start as u64;
            for (i, _) in values.iter().enumerate().filter(|&(_, &v)| cx.contains(x, v)) {
                let (word, bit) = place(start, i as u32);
                marks[word] |= 1 << bit;
            }
            start += values.len().div_ceil(32);
        }
        let before = self.count - cx.state(0) as usize;
        let (mut left, mut next) = (before, 0);
        while next < left {
            // Nothing is written yet but which tuples come first.
            if !cx.spend_on(2 * self.scope.len()) {
                return Ok(Outcome::Suspend);
            }
            let tuple = || self.tuple(order[next]).iter().zip(&*starts).map(|(&i, &first)| place(first as usize, i));
            if tuple().all(|(word, bit)| marks[word] >> bit & 1 == 1) {
                for (&i, &first) in self.tuple(order[next]).iter().zip(&*starts) {
                    let (word, bit) = place(first as usize, i);
                    marks[word] |= 2 << bit;
                }
                next += 1;
            } else {
                left -= 1;
                order.swap(next, left);
            }
        }
        if left == 0 {
            return Err(cx.fail(NO_TUPLE));
        }
        if left != before {
            cx.set_state(0, (self.count - left) as u64);
        }
        let mut assignments = 1_u64;
        for ((&x, values), &first) in self.scope.iter().zip(&self.values).zip(&*starts) {
            let looks = if cx.is_enumerable(x) { cx.size(x) as usize } else { values.len() };
            if !cx.spend_on(8 * looks) {
                return Ok(Outcome::Suspend);
            }
            let has_tuple = |i: usize| {
                let (word, bit) = place(first as usize, i as u32);
                marks[word] >> bit & 2 != 0
            };
            cx.keep_listed(x, values, has_tuple, NO_VALUE)?;
            assignments = assignments.saturating_mul(cx.size(x));
        }
        Ok(if assignments == left as u64 { Outcome::Entailed } else { Outcome::AtFixpoint })
    }

    fn explain(&self, inferred: Option<Atom>, _: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        // A value goes when every tuple with it has lost some other value.
        let own = inferred.map(|atom| atom.var);
        self.scope.iter().filter(|&&x| Some(x) != own).for_each(|&x| past.facts(x, out));
    }
}
