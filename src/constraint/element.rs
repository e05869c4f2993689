//! `element`: the entry of an array that an index variable points at.

use super::minizinc::{MiniZinc, join};
use super::{Constraint, ModelError, Posting, Scope, TableRequest, Tabulate, Term};
use crate::ids::{Atom, Op, VarId};
use crate::limit::Budget;
use crate::propagate::{Cx, Outcome, Propagator, Rule, Strength};
use crate::store::{Conflict, Past, Why};
use std::sync::Arc;

/// Element `index` of an array of variables or constants, counted from 0, to be compared. An index outside the array makes
/// the constraint false.
///
/// ```
/// use gridwright::{Limits, Model, element};
/// let mut m = Model::new();
/// let (index, price) = (m.var(0..=9), m.var(5..=9));
/// m.post(element([3, 8, 4, 7], index).equals(price));
/// let engine = &mut m.compile(Limits::none())?.engine();
/// engine.fixpoint(&mut gridwright::Budget::unlimited());
/// assert_eq!(engine.values(index).collect::<Vec<_>>(), [1, 3]);
/// assert_eq!(engine.values(price).collect::<Vec<_>>(), [7, 8]);
/// # Ok::<(), gridwright::Error>(())
/// ```
pub fn element<T: Into<Term>>(array: impl IntoIterator<Item = T>, index: impl Into<Term>) -> Element {
    Element { array: array.into_iter().map(Into::into).collect(), index: index.into() }
}

/// See [`element`].
#[derive(Clone, Debug)]
#[must_use = "compare it with `equals`"]
pub struct Element {
    array: Arc<[Term]>,
    index: Term,
}

impl Element {
    /// The entry is this variable or constant. Pruning is domain-consistent where no variable occurs twice, and bounds the
    /// values that are too many to be looked at one by one.
    pub fn equals(self, result: impl Into<Term>) -> ElementEquals {
        let result = result.into();
        let scope = [self.index, result].iter().chain(&*self.array).filter_map(|term| term.var()).collect();
        ElementEquals { scope, entry: self, result }
    }
}

/// See [`element`].
#[derive(Clone, Debug)]
pub struct ElementEquals {
    /// The index, the result and the array, as far as they are variables.
    scope: Scope,
    entry: Element,
    result: Term,
}

impl Constraint for ElementEquals {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let index = usize::try_from(self.entry.index.value(value));
        let entry = index.ok().and_then(|i| self.entry.array.get(i));
        entry.is_some_and(|entry| entry.value(value) == self.result.value(value))
    }

    fn minizinc(&self, to: &mut MiniZinc<'_>) -> Result<String, ModelError> {
        let result = to.term(self.result);
        Ok(match (&*self.entry.array, self.entry.index) {
            ([], _) => "false".into(),
            (array, Term::Constant(index)) => match usize::try_from(index).ok().and_then(|index| array.get(index)) {
                Some(&entry) => format!("{} = {result}", to.term(entry)),
                None => "false".into(),
            },
            // Outside the array the comparison is false.
            (array, Term::Var(index)) => {
                let array = join(array.iter().map(|&entry| to.term(entry)), ", ");
                format!("[{array}][{} + 1] = {result}", to.var(index))
            }
        })
    }

    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
        let (index, result) = (to.var(self.entry.index), to.var(self.result));
        let array = &*self.entry.array;
        if array.iter().all(|entry| entry.var().is_none()) {
            let accepts = |pair: &[i64]| match *pair {
                [i, v] => usize::try_from(i).is_ok_and(|i| array.get(i) == Some(&Term::Constant(v))),
                _ => true,
            };
            let scope = [index, result];
            if to.table(&TableRequest { scope: &scope, when: Tabulate::Always, key: None, accepts: &accepts })? {
                return Ok(());
            }
        }
        let entries = array.iter().map(|&entry| to.var(entry));
        let scope = [index, result].into_iter().chain(entries).collect();
        to.propagator(Lookup { scope });
        Ok(())
    }
}

/// The index lies in the array.
const IN_ARRAY: Why = Why::rule(0);
/// The entry there cannot be the result.
const APART: Why = Why::rule(1);
/// No entry that is left can be that.
const NOWHERE: Why = Why::rule(2);
/// The entry is the result.
const SAME: Why = Why::rule(3);

/// Prunes the index, the result and, once the index is fixed, the entry.
#[derive(Debug)]
struct Lookup {
    /// The index, the result, then the array.
    scope: Box<[VarId]>,
}

impl Lookup {
    fn parts(&self) -> (VarId, VarId, &[VarId]) {
        match &*self.scope {
            [index, result, array @ ..] => (*index, *result, array),
            _ => unreachable!("an index and a result are always there"),
        }
    }
}

impl Propagator for Lookup {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn name(&self) -> &'static str {
        "element"
    }

    fn rules(&self) -> &'static [Rule] {
        const {
            &[
                Rule::new("the index lies in the array"),
                Rule::new("the entry there cannot be the result"),
                Rule::new("no entry that the index can point at has the value"),
                Rule::new("the entry that the index points at is the result"),
            ]
        }
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let (index, result, array) = self.parts();
        cx.at_least(index, 0, IN_ARRAY)?;
        cx.at_most(index, array.len() as i64 - 1, IN_ARRAY)?;
        let open = self.scope.iter().filter(|&&x| !cx.is_fixed(x)).count();
        if open > 1 && cx.strength() == Strength::Unit && !cx.is_fixed(index) {
            return Ok(Outcome::AtFixpoint);
        }
        if !cx.spend(u32::try_from(cx.size(index)).unwrap_or(u32::MAX)) {
            return Ok(Outcome::Suspend);
        }
        let entry = |i: i64| array[i as usize];
        cx.keep_within_budget(index, |now, i, budget| now.may_meet_within(entry(i), result, budget), APART)?;
        let one_value = match cx.value(index) {
            Some(i) => {
                cx.keep_common(result, entry(i), SAME)?;
                cx.is_fixed(result)
            }
            None => {
                // Read once: the indices that are left may lie in many words.
                let entries: Vec<VarId> = cx.values(index).map(entry).collect();
                let somewhere = |now: Past<'_>, v: i64, budget: &mut Budget| {
                    entries.iter().any(|&x| now.contains(x, v) || budget.spend_on(4).is_err())
                };
                if !cx.is_enumerable(result) {
                    let (mut low, mut high) = (i64::MAX, i64::MIN);
                    for &x in &entries {
                        (low, high) = (low.min(cx.min(x)), high.max(cx.max(x)));
                    }
                    cx.at_least(result, low, NOWHERE)?;
                    cx.at_most(result, high, NOWHERE)?;
                }
                cx.keep_within_budget(result, somewhere, NOWHERE)?;
                // Compared as they are now: where the index is the result too, its own pruning may have parted them.
                let value = cx.value(result);
                value.is_some() && cx.values(index).all(|i| cx.value(entry(i)) == value)
            }
        };
        Ok(if one_value { Outcome::Entailed } else { Outcome::AtFixpoint })
    }

    fn explain(&self, inferred: Option<Atom>, why: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        let (index, result, array) = self.parts();
        let lost = |x: VarId, v: i64| !past.contains(x, v);
        let claim_lost = |x: VarId, v: i64, out: &mut Vec<Atom>| {
            if past.initial().contains(x, v) && lost(x, v) {
                out.push(Atom::ne(x, v));
            }
        };
        match (why.index(), inferred) {
            (0, _) => {}
            (1, Some(Atom { op: Op::Ne, value, .. })) => {
                let Some(&entry) = usize::try_from(value).ok().and_then(|i| array.get(i)) else { return };
                if !past.initial().is_enumerable(entry) {
                    past.facts(entry, out);
                    return past.facts(result, out);
                }
                for v in past.initial().values(entry) {
                    claim_lost(if lost(entry, v) { entry } else { result }, v, out);
                }
            }
            (2, Some(Atom { op: Op::Ne, value, .. })) => {
                for (&entry, i) in array.iter().zip(0..) {
                    if past.contains(index, i) {
                        claim_lost(entry, value, out);
                    } else {
                        claim_lost(index, i, out);
                    }
                }
            }
            (_, Some(Atom { var, op: Op::Ne, value })) => {
                let Some(i) = past.value(index) else { return };
                out.push(Atom::eq(index, i));
                claim_lost(if var == result { array[i as usize] } else { result }, value, out);
            }
            _ => self.scope.iter().for_each(|&x| past.facts(x, out)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Domain;
    use crate::testing::{Consistency, Dice, check};

    #[test]
    fn constants() {
        check([-1..=5, 0..=9], |x| element([3, 8, 4, 3], x[0]).equals(x[1])).promises(Consistency::Domain).run();
        check([-1..=5], |x| element([3, 8, 4, 3], x[0]).equals(3)).promises(Consistency::Domain).run();
        check([0..=9], |x| element([3, 8, 4, 3], 2).equals(x[0])).promises(Consistency::Domain).run();
        check([0..=9], |x| element([3, 8, 4, 3], 4).equals(x[0])).run();
    }

    #[test]
    fn variables() {
        let domains = || [-1..=3, 0..=4, 0..=1, 2..=4, 3..=3];
        check(domains(), |x| element(x[2..].to_vec(), x[0]).equals(x[1])).promises(Consistency::Domain).run();
        check(domains(), |x| element(x[2..].to_vec(), x[0]).equals(1)).promises(Consistency::Domain).run();
        check([0..=1, 2..=3, 2..=3], |x| element([x[1].into(), Term::Constant(3)], x[0]).equals(x[2]))
            .promises(Consistency::Domain)
            .run();
    }

    #[test]
    fn variables_twice_and_none() {
        check([0..=2, 0..=2], |x| element([x[0], x[1], x[0]], x[0]).equals(x[1])).run();
        check([0..=2, 0..=2], |x| element([x[0], x[1]], x[1]).equals(x[1])).run();
        check([-1..=2, 0..=1], |x| element([(-2).into(), 0.into(), Term::Var(x[1])], x[0]).equals(x[0])).run();
        check([0..=2, 0..=2], |x| element(Vec::<Term>::new(), x[0]).equals(x[1])).run();
    }

    #[test]
    fn random_domains() {
        let mut dice = Dice::new(5);
        for round in 0..80 {
            let far: &[i64] = if round % 4 == 0 { &[-70, 0, 1, 200] } else { &[0, 1, 2, 3] };
            let domains: Vec<Domain> =
                (0..4).map(|_| (0..1 + dice.below(3)).map(|_| *dice.pick(far)).collect::<Vec<_>>().into()).collect();
            check(domains, |x| element([x[2], x[3]], x[0]).equals(x[1])).promises(Consistency::Domain).run();
        }
    }
}
