//! `lists_differ`: two lists of variables are not equal.

use super::minizinc::{MiniZinc, some_of};
use super::{Constraint, ModelError, Posting, Scope};
use crate::ids::{Atom, VarId};
use crate::propagate::{Cx, Outcome, Propagator, Rule};
use crate::store::{Conflict, Events, Past, Why};

/// The lists differ in at least one place; lists of different lengths always do. Pruning is domain-consistent where no
/// variable occurs twice.
///
/// ```
/// use gridwright::{Limits, Model, lists_differ};
/// let mut m = Model::new();
/// let square = m.grid(2, 2, 0..=1);
/// m.post(lists_differ(square.row(0), square.row(1)));
/// assert_eq!(m.compile(Limits::none())?.solver().count(100)?.n, 12);
/// # Ok::<(), gridwright::Error>(())
/// ```
pub fn lists_differ(left: impl Into<Scope>, right: impl Into<Scope>) -> ListsDiffer {
    let (left, right) = (left.into(), right.into());
    ListsDiffer { scope: [&left[..], &right[..]].concat(), left: left.len() }
}

/// See [`lists_differ`].
#[derive(Clone, Debug)]
pub struct ListsDiffer {
    /// The left list, then the right one.
    scope: Vec<VarId>,
    left: usize,
}

impl Constraint for ListsDiffer {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let (left, right) = self.scope.split_at(self.left);
        !left.iter().map(|&x| value(x)).eq(right.iter().map(|&x| value(x)))
    }

    fn minizinc(&self, to: &mut MiniZinc<'_>) -> Result<String, ModelError> {
        let (left, right) = self.scope.split_at(self.left);
        if left.len() != right.len() {
            return Ok("true".into());
        }
        Ok(some_of(left.iter().zip(right).map(|(&x, &y)| format!("{} != {}", to.var(x), to.var(y)))))
    }

    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
        let (left, right) = self.scope.split_at(self.left);
        if left.len() == right.len() {
            // A variable never differs from itself.
            let pairs = left.iter().zip(right).filter(|(x, y)| x != y);
            to.propagator(Difference { scope: pairs.flat_map(|(&x, &y)| [x, y]).collect() });
        }
        Ok(())
    }
}

/// Once the lists can differ in one place alone, they must do so there. While two places are open, nothing else is looked
/// at: which two lies in the cache, since what is open remains so on the way back.
#[derive(Debug)]
struct Difference {
    /// The two variables of each place.
    scope: Box<[VarId]>,
}

/// What is known about one place of two lists.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pair {
    Equal,
    Different,
    Open,
}

const LAST: Why = Why::rule(0);

impl Difference {
    fn pair(&self, cx: &Cx<'_>, place: usize) -> Pair {
        match [2 * place, 2 * place + 1].map(|i| cx.value(self.scope[i])) {
            [Some(x), Some(y)] if x == y => Pair::Equal,
            [Some(_), Some(_)] => Pair::Different,
            _ => Pair::Open,
        }
    }
}

impl Propagator for Difference {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn rules(&self) -> &'static [Rule] {
        const { &[Rule::new("the lists are equal in all other places, and must not be in all")] }
    }

    fn events(&self) -> Option<Events> {
        Some(Events::FIX)
    }

    fn cache_words(&self) -> usize {
        2
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let watched = cx.take_cache();
        if let &mut [first, second] = watched
            && first != second
            && [first, second].iter().all(|&place| self.pair(cx, place as usize) == Pair::Open)
        {
            return Ok(Outcome::AtFixpoint);
        }
        let mut open = None;
        for place in 0..self.scope.len() / 2 {
            match (self.pair(cx, place), open) {
                (Pair::Equal, _) => {}
                (Pair::Different, _) => return Ok(Outcome::Entailed),
                (Pair::Open, None) => open = Some(place),
                (Pair::Open, Some(first)) => {
                    watched.copy_from_slice(&[first as u64, place as u64]);
                    return Ok(Outcome::AtFixpoint);
                }
            }
        }
        let Some(place) = open else { return Err(cx.fail(LAST)) };
        let (x, y) = (self.scope[2 * place], self.scope[2 * place + 1]);
        match (cx.value(x), cx.value(y)) {
            (Some(v), _) => cx.remove(y, v, LAST)?,
            (_, Some(v)) => cx.remove(x, v, LAST)?,
            _ => return Ok(Outcome::AtFixpoint),
        };
        Ok(Outcome::Entailed)
    }

    fn explain(&self, inferred: Option<Atom>, _: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        for &x in self.scope.iter().filter(|&&x| inferred.is_none_or(|atom| atom.var != x)) {
            past.facts(x, out);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Domain;
    use crate::testing::{Consistency, Dice, check};

    fn agrees<D: Into<Domain>>(domains: impl IntoIterator<Item = D>, split: usize) {
        check(domains, |x| lists_differ(&x[..split], &x[split..])).promises(Consistency::Domain).run();
    }

    #[test]
    fn lists_of_one_length() {
        agrees(vec![0..=1; 6], 3);
        agrees(vec![0..=2; 4], 2);
        agrees([1..=3, 2..=2, 3..=3, 2..=2], 2);
        agrees([1..=1, 2..=2, 1..=1, 2..=2], 2);
        agrees([i64::MIN..=i64::MIN + 1, i64::MAX..=i64::MAX, i64::MIN..=i64::MIN, i64::MAX..=i64::MAX], 2);
    }

    #[test]
    fn empty_lists_and_lists_of_different_lengths() {
        agrees(Vec::<Domain>::new(), 0);
        for split in 0..=3 {
            agrees(vec![0..=1; 3], split);
        }
    }

    #[test]
    fn random_domains() {
        let mut dice = Dice::new(11);
        for _ in 0..60 {
            let domains: Vec<Domain> = (0..6)
                .map(|_| (0..1 + dice.below(3)).map(|_| 50 * dice.between(-1, 1)).collect::<Vec<_>>().into())
                .collect();
            agrees(domains, 3);
        }
    }

    #[test]
    fn variables_twice() {
        check(vec![0..=2; 3], |x| lists_differ([x[0], x[1]], [x[1], x[2]])).run();
        check(vec![0..=1; 3], |x| lists_differ([x[0], x[1], x[2]], [x[0], x[2], x[1]])).run();
        check(vec![0..=1; 2], |x| lists_differ([x[0], x[1]], [x[0], x[1]])).run();
        check(vec![0..=2; 2], |x| lists_differ([x[0], x[0]], [x[1], x[1]])).run();
    }
}
