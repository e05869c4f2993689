//! The lexicographic order of two lists of variables.

use super::minizinc::MiniZinc;
use super::{Constraint, ModelError, Posting, Scope};
use crate::ids::{Atom, VarId};
use crate::propagate::{Cx, Outcome, Propagator, Rule};
use crate::store::{Conflict, Events, Past, Why};

/// The first list stands before the second in a dictionary: where they first differ it has the smaller value, or it is a
/// proper beginning of the second. Pruning is domain-consistent where no variable occurs twice.
///
/// ```
/// use gridwright::{Limits, Model, lex_at_most, lex_less};
/// let mut m = Model::new();
/// let square = m.grid(2, 2, 0..=1);
/// m.post(lex_less(square.row(0), square.row(1)));
/// assert_eq!(m.compile(Limits::none())?.solver().count(100)?.n, 6);
/// m.post(lex_at_most(square.column(0), square.column(1))); // breaks the symmetry of columns too
/// assert_eq!(m.compile(Limits::none())?.solver().count(100)?.n, 4);
/// # Ok::<(), gridwright::Error>(())
/// ```
pub fn lex_less(left: impl Into<Scope>, right: impl Into<Scope>) -> Lex {
    Lex::new(&left.into(), &right.into(), true)
}

/// The first list stands before the second in a dictionary, or equals it. See [`lex_less`].
pub fn lex_at_most(left: impl Into<Scope>, right: impl Into<Scope>) -> Lex {
    Lex::new(&left.into(), &right.into(), false)
}

/// See [`lex_less`] and [`lex_at_most`].
#[derive(Clone, Debug)]
pub struct Lex {
    /// The left list, then the right one.
    scope: Vec<VarId>,
    left: usize,
    strict: bool,
}

impl Lex {
    fn new(left: &[VarId], right: &[VarId], strict: bool) -> Self {
        Self { scope: [left, right].concat(), left: left.len(), strict }
    }
}

impl Constraint for Lex {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let (left, right) = self.scope.split_at(self.left);
        let [left, right] = [left, right].map(|list| list.iter().map(|&x| value(x)));
        if self.strict { left.lt(right) } else { left.le(right) }
    }

    fn minizinc(&self, to: &mut MiniZinc<'_>) -> Result<String, ModelError> {
        let (left, right) = self.scope.split_at(self.left);
        let tie = if self.strict { left.len() < right.len() } else { left.len() <= right.len() };
        Ok(left.iter().zip(right).rev().fold(tie.to_string(), |rest, (&x, &y)| {
            let (x, y) = (to.var(x), to.var(y));
            format!("{x} < {y} \\/ ({x} = {y} /\\ ({rest}))")
        }))
    }

    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
        let (left, right) = self.scope.split_at(self.left);
        let pairs = left.len().min(right.len());
        let tie = if self.strict { left.len() < right.len() } else { left.len() <= right.len() };
        to.propagator(Order { scope: [&left[..pairs], &right[..pairs]].concat().into(), pairs, tie });
        Ok(())
    }
}

/// Prunes the first pair that is not equal already (Frisch, Hnich, Kiziltan, Miguel and Walsh 2002): no other can be
/// pruned, since it may still decide. The reversible word is the position of that pair, or one before it.
#[derive(Debug)]
struct Order {
    /// The left variables, then as many right ones.
    scope: Box<[VarId]>,
    pairs: usize,
    /// Whether all pairs may be equal.
    tie: bool,
}

/// All pairs before are equal.
const NEXT: Why = Why::rule(0);
/// All pairs before are equal, and those after cannot decide well.
const DECIDES: Why = Why::rule(1);
/// All pairs are equal.
const TIED: Why = Why::rule(2);

impl Order {
    fn pair(&self, i: usize) -> (VarId, VarId) {
        (self.scope[i], self.scope[self.pairs + i])
    }

    /// The first pair from `start` on that is not fixed to one value.
    fn first_open(&self, now: Past<'_>, start: usize) -> usize {
        let equal = |&i: &usize| {
            let (x, y) = self.pair(i);
            now.value(x).is_some_and(|v| now.value(y) == Some(v))
        };
        start + (start..self.pairs).take_while(equal).count()
    }

    /// Where the pairs from `start` on are compared for the smallest left and the largest right values: the position of
    /// the first difference, and whether the order allows it.
    fn best(&self, now: Past<'_>, start: usize) -> (usize, bool) {
        let ends = |i: usize| {
            let (x, y) = self.pair(i);
            (now.min(x), now.max(y))
        };
        let differs = (start..self.pairs).find(|&i| ends(i).0 != ends(i).1);
        differs.map_or((self.pairs, self.tie), |i| (i, ends(i).0 < ends(i).1))
    }
}

impl Propagator for Order {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn name(&self) -> &'static str {
        "lexicographic order"
    }

    fn rules(&self) -> &'static [Rule] {
        const {
            &[
                Rule::new("the lists are equal so far, and must not go down here"),
                Rule::new("the lists are equal so far, and must go up here, because they cannot do so later"),
                Rule::new("the lists are equal, and must not be"),
            ]
        }
    }

    fn events(&self) -> Option<Events> {
        // The left lists' smallest and the right lists' largest values bound the order; the others decide entailment.
        Some(Events::BOUNDS.and(Events::FIX))
    }

    fn state_words(&self) -> usize {
        1
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let mut start = cx.state(0) as usize;
        loop {
            let first = self.first_open(cx.now(), start);
            if first == self.pairs {
                return if self.tie { Ok(Outcome::Entailed) } else { Err(cx.fail(TIED)) };
            }
            if first as u64 != cx.state(0) {
                cx.set_state(0, first as u64);
            }
            let (x, y) = self.pair(first);
            cx.at_most(x, cx.max(y), NEXT)?;
            cx.at_least(y, cx.min(x), NEXT)?;
            if cx.max(x) < cx.min(y) {
                return Ok(Outcome::Entailed);
            }
            if cx.is_fixed(x) && cx.is_fixed(y) {
                start = first;
                continue;
            }
            if self.best(cx.now(), first + 1).1 {
                return Ok(Outcome::AtFixpoint);
            }
            // The two are not fixed to one value, so that the left one's smallest lies below the right one's largest.
            cx.at_most(x, cx.max(y) - 1, DECIDES)?;
            cx.at_least(y, cx.min(x) + 1, DECIDES)?;
            return Ok(if cx.max(x) < cx.min(y) { Outcome::Entailed } else { Outcome::AtFixpoint });
        }
    }

    fn explain(&self, inferred: Option<Atom>, why: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        let first = self.first_open(past, 0);
        let end = match why {
            NEXT => first + 1,
            DECIDES => (self.best(past, first + 1).0 + 1).min(self.pairs),
            _ => self.pairs,
        };
        for i in 0..end {
            let (x, y) = self.pair(i);
            let pruned = |x: VarId| i == first && inferred.is_some_and(|atom| atom.var == x);
            // That the left is not smaller before is enough: the order makes them equal.
            if !pruned(x) {
                past.min_fact(x, out);
            }
            if !pruned(y) {
                past.max_fact(y, out);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Domain;
    use crate::testing::{Consistency, Dice, check};

    fn both<D: Into<Domain> + Clone>(domains: &[D], split: usize) {
        check(domains.to_vec(), |x| lex_less(&x[..split], &x[split..])).promises(Consistency::Domain).run();
        check(domains.to_vec(), |x| lex_at_most(&x[..split], &x[split..])).promises(Consistency::Domain).run();
    }

    #[test]
    fn lists_of_one_length() {
        both(&vec![0..=2; 4], 2);
        both(&vec![0..=1; 6], 3);
        both(&[1..=3, 2..=3, 3..=3, 1..=2, 2..=3, 1..=3], 3);
        both(&vec![0..=3; 2], 1);
    }

    #[test]
    fn lists_of_different_lengths() {
        for split in 0..=4 {
            both(&vec![0..=2; 4], split);
        }
        both::<Domain>(&[], 0);
    }

    #[test]
    fn random_domains() {
        let mut dice = Dice::new(7);
        for _ in 0..60 {
            let domains: Vec<Domain> = (0..6)
                .map(|_| (0..1 + dice.below(3)).map(|_| 50 * dice.between(-2, 2)).collect::<Vec<_>>().into())
                .collect();
            both(&domains, 3);
        }
    }

    #[test]
    fn variables_twice() {
        check(vec![0..=2; 3], |x| lex_less([x[0], x[1]], [x[1], x[2]])).run();
        check(vec![0..=2; 3], |x| lex_at_most([x[0], x[1], x[2]], [x[2], x[0], x[0]])).run();
        check([0..=2, 0..=2], |x| lex_less([x[0], x[1]], [x[0], x[1]])).run();
        check([0..=2, 0..=2], |x| lex_less([x[0], x[0]], [x[1], x[1]])).run();
    }

    #[test]
    fn the_ends_of_the_64_bit_range() {
        let (low, high) = (i64::MIN..=i64::MIN + 1, i64::MAX - 1..=i64::MAX);
        both(&[low.clone(), high.clone(), low, high], 2);
    }
}
