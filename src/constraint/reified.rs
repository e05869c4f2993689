//! Reification: a 0/1 variable says whether a constraint holds.
//!
//! A constraint may bring propagators of its own for that ([`Constraint::reified`]); any other is tried out in a small
//! engine under the domains as they are.

use super::minizinc::MiniZinc;
use super::{Constraint, Link, ModelError, Posting};
use crate::agenda::Priority;
use crate::engine::{Engine, Fate, Trials};
use crate::ids::{Atom, VarId};
use crate::propagate::{Cx, End, Outcome, Propagator, Rule};
use crate::store::{Conflict, Past, Why};
use std::sync::Arc;

impl VarId {
    /// This variable is 1 if the constraint holds, and 0 if it does not; it takes no other value.
    ///
    /// A constraint whose value is undefined, such as a quotient by 0 or an entry outside an array, does not hold.
    /// Comparisons of two variables, or of one with a number, prune domain-consistently where no variable occurs twice;
    /// any other linear comparison prunes bounds. Of other constraints, what follows from the variable's being 1 is as
    /// strong as their own pruning, and what follows from its being 0 is found when one variable is left open.
    ///
    /// ```
    /// use gridwright::{Limits, Model, sum};
    /// let mut m = Model::new();
    /// let x = m.vars(3, 1..=4);
    /// let is_large = m.vars(3, 0..=1);
    /// for (&x, &b) in x.iter().zip(&is_large) {
    ///     m.post(b.iff(x.at_least(3)));
    /// }
    /// m.post(sum(&is_large).equals(3));
    /// assert_eq!(m.compile(Limits::none())?.solver().count(100)?.n, 8);
    /// # Ok::<(), gridwright::Error>(())
    /// ```
    pub fn iff(self, constraint: impl Constraint + 'static) -> Reified {
        Reified::new(self, Link::Iff, Arc::new(constraint))
    }

    /// If this variable is 1, the constraint holds; if it is 0, the constraint may or may not hold. The variable takes no
    /// other value. See [`iff`](Self::iff).
    ///
    /// ```
    /// use gridwright::{Atom, Limits, Model, all_different};
    /// let mut m = Model::new();
    /// let row = m.vars(3, 1..=2);
    /// let b = m.var(0..=1);
    /// m.post(b.implies(all_different(&row)));
    /// let mut solver = m.compile(Limits::none())?.solver();
    /// assert_eq!(solver.count(100)?.n, 8); // three values do not fit, so b is 0
    /// # Ok::<(), gridwright::Error>(())
    /// ```
    pub fn implies(self, constraint: impl Constraint + 'static) -> Reified {
        Reified::new(self, Link::Implies, Arc::new(constraint))
    }
}

/// A constraint whose truth a variable knows; made by [`VarId::iff`] and [`VarId::implies`].
#[derive(Clone, Debug)]
pub struct Reified {
    truth: VarId,
    link: Link,
    constraint: Arc<dyn Constraint>,
    /// The 0/1 variable and those of the constraint.
    scope: Vec<VarId>,
}

impl Reified {
    fn new(truth: VarId, link: Link, constraint: Arc<dyn Constraint>) -> Self {
        let scope = [truth].iter().chain(constraint.scope()).copied().collect();
        Self { truth, link, constraint, scope }
    }
}

impl Constraint for Reified {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        match (value(self.truth), self.link) {
            (1, _) => self.constraint.holds(value),
            (0, Link::Iff) => !self.constraint.holds(value),
            (0, Link::Implies) => true,
            _ => false,
        }
    }

    fn minizinc(&self, to: &mut MiniZinc<'_>) -> Result<String, ModelError> {
        let (truth, holds) = (to.var(self.truth), to.part(&*self.constraint)?);
        Ok(match self.link {
            Link::Iff => format!("{truth} in 0..1 /\\ ({truth} = 1 <-> ({holds}))"),
            Link::Implies => format!("{truth} = 0 \\/ ({truth} = 1 /\\ ({holds}))"),
        })
    }

    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
        if self.constraint.reified(self.truth, self.link, to)? {
            return Ok(());
        }
        let (inner, _) = super::distinct(self.constraint.scope());
        let network = to.network(&*self.constraint, &inner)?;
        let (scope, _) = super::distinct(&self.scope);
        let trials = Trials::new(inner.into(), [network]);
        to.propagator(Conditional { scope: scope.into(), truth: self.truth, link: self.link, trials });
        Ok(())
    }
}

/// It is 0 or 1.
const BOOLEAN: Why = Why::rule(0);
/// The constraint must hold.
const HOLDS: Why = Why::rule(1);
/// The constraint must not hold.
const FAILS: Why = Why::rule(2);
/// The constraint cannot hold.
const REFUTED: Why = Why::rule(3);
/// The constraint holds whatever happens.
const PROVED: Why = Why::rule(4);

/// Tries the constraint out. Where the 0/1 variable is 1, it prunes what the trial prunes.
#[derive(Debug)]
struct Conditional {
    /// The 0/1 variable and those of the constraint, each once.
    scope: Box<[VarId]>,
    truth: VarId,
    link: Link,
    trials: Trials,
}

impl Conditional {
    fn run(&self, engine: &mut Engine, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let truth = cx.value(self.truth);
        match (self.trials.try_out(engine, cx), truth) {
            (Fate::Stopped, _) => Ok(Outcome::Suspend),
            (Fate::Dead, Some(1)) => Err(cx.fail(HOLDS)),
            (Fate::Dead, _) => {
                cx.fix(self.truth, 0, REFUTED)?;
                Ok(Outcome::Entailed)
            }
            (Fate::Untouched { entailed: true }, _) => {
                if self.link == Link::Iff {
                    cx.fix(self.truth, 1, PROVED)?;
                }
                Ok(Outcome::Entailed)
            }
            (_, None) => Ok(Outcome::Suspend),
            (_, Some(0)) => self.deny(engine, cx),
            (_, Some(_)) => {
                for &x in self.trials.scope() {
                    cx.keep_domain(x, engine.now(), HOLDS)?;
                }
                Ok(Outcome::Suspend)
            }
        }
    }

    /// Takes from the only open variable the values that would make the constraint hold.
    fn deny(&self, engine: &mut Engine, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let mut open = self.trials.scope().iter().filter(|&&x| !cx.is_fixed(x));
        let (Some(&x), None) = (open.next(), open.next()) else { return Ok(Outcome::Suspend) };
        if !cx.is_enumerable(x) {
            return Ok(Outcome::Suspend);
        }
        // In increasing order.
        let mut denied = Vec::new();
        for v in cx.values(x).collect::<Vec<_>>() {
            // Where the value alone refutes the constraint, nothing runs that would notice.
            if !cx.spend_on(engine.writing(x) + 8 * self.trials.scope().len()) {
                return Ok(Outcome::Suspend);
            }
            engine.pop_to(0);
            engine.push();
            let others = self.trials.scope().iter().map(|&y| (y, if x == y { Some(v) } else { cx.value(y) }));
            let possible = others.into_iter().all(|(y, v)| v.is_some_and(|v| engine.assume(Atom::eq(y, v)).is_ok()));
            match engine.fixpoint(cx.budget()) {
                End::Contradiction => {}
                End::Stopped(_) => return Ok(Outcome::Suspend),
                End::Fixpoint if possible => denied.push(v),
                End::Fixpoint => {}
            }
        }
        cx.keep_if(x, |v| denied.binary_search(&v).is_err(), FAILS)?;
        Ok(Outcome::Entailed)
    }
}

impl Propagator for Conditional {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn name(&self) -> &'static str {
        "truth of a constraint"
    }

    fn rules(&self) -> &'static [Rule] {
        const {
            &[
                Rule::new("it says whether something holds, so that it is 0 or 1"),
                Rule::new("the constraint must hold, and no such value is left for it"),
                Rule::new("the constraint must not hold, and this value would make it hold"),
                Rule::new("the constraint can no longer hold"),
                Rule::new("the constraint holds in any case"),
            ]
        }
    }

    fn priority(&self) -> Priority {
        Priority::Costly
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        cx.at_least(self.truth, 0, BOOLEAN)?;
        cx.at_most(self.truth, 1, BOOLEAN)?;
        if self.link == Link::Implies && cx.value(self.truth) == Some(0) {
            return Ok(Outcome::Entailed);
        }
        self.trials.with_engines(cx, |engines, cx| match engines {
            [engine] => self.run(engine, cx),
            _ => unreachable!("there is one network"),
        })
    }

    fn explain(&self, inferred: Option<Atom>, why: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        if why == BOOLEAN {
            return;
        }
        let pruned = |x: VarId| inferred.is_some_and(|atom| atom.var == x);
        for &x in &*self.scope {
            // What a value of the last open variable is taken for depends on the other variables alone.
            if !(pruned(x) && (why == FAILS || x == self.truth && !self.trials.scope().contains(&x))) {
                past.facts(x, out);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::{
        all_different, any_of, clause, count, div_truncated, element, product, relation, strictly_increasing, table,
    };
    use crate::domain::Domain;
    use crate::testing::{Consistency, check};

    #[test]
    fn constraints_of_many_kinds() {
        let domains = || [0..=1, 0..=2, 0..=2, 1..=3];
        check(domains(), |x| x[0].iff(all_different(&x[1..]))).run();
        check(domains(), |x| x[0].implies(all_different(&x[1..]).domain_consistent())).run();
        check(domains(), |x| x[0].iff(count(&x[1..3], 2).equals(x[3]))).run();
        check(domains(), |x| x[0].iff(product(&x[1..3]).equals(x[3]))).run();
        check(domains(), |x| x[0].implies(product(&x[1..3]).equals(x[3]))).run();
        check(domains(), |x| x[0].iff(relation(&x[1..], |v| (v[0] + v[1]) % 2 == v[2] % 2))).run();
        check(domains(), |x| x[0].iff(any_of([x[1].equals(x[2]), x[2].less_than(x[3])]))).run();
        check(domains(), |x| x[0].iff(clause([Atom::eq(x[1], 2), Atom::at_least(x[2], 2)]))).run();
        let far: Domain = [-70, 0, 63, 200].into();
        let domains = [(0..=1).into(), far.clone(), far];
        check(domains, |x| x[0].iff(table(&x[1..], [[0, 200], [63, -70], [0, 0]]))).run();
    }

    #[test]
    fn one_open_variable_is_pruned_in_both_ways() {
        check([0..=1, 0..=3], |x| x[0].iff(table(&x[1..], [[1], [2]]))).promises(Consistency::Domain).run();
        check([0..=1, 0..=3], |x| x[0].implies(table(&x[1..], [[1], [2]]))).promises(Consistency::Domain).run();
    }

    #[test]
    fn truth_about_truth() {
        check([0..=1, 0..=1, 0..=2], |x| x[0].iff(x[1].iff(x[2].equals(1)))).run();
        check([0..=1, 0..=1, 0..=2], |x| x[0].implies(x[1].implies(table(&x[2..], [[1]])))).run();
    }

    #[test]
    fn a_division_by_zero_is_false() {
        check([0..=1, -2..=2, -1..=1], |x| x[0].iff(div_truncated(2, x[2]).equals(x[1]))).run();
        check([0..=1, -2..=2, 0..=0], |x| x[0].iff(div_truncated(2, x[2]).equals(x[1])))
            .promises(Consistency::Domain)
            .run();
    }

    #[test]
    fn an_entry_outside_the_array_is_false() {
        check([0..=1, -1..=3, 3..=5], |x| x[0].iff(element([3, 5], x[1]).equals(x[2]))).run();
        check([0..=1, 2..=5, 3..=5], |x| x[0].iff(element([3, 5], x[1]).equals(x[2])))
            .promises(Consistency::Domain)
            .run();
    }

    #[test]
    fn a_chain_that_does_not_increase_is_false() {
        check([0..=1, 0..=0, 0..=0, 0..=0], |x| x[0].iff(strictly_increasing(&x[1..])))
            .promises(Consistency::Domain)
            .run();
        check([0..=1, 0..=2, 0..=2, 0..=2], |x| x[0].iff(strictly_increasing(&x[1..]))).run();
    }

    #[test]
    fn variables_twice_and_wide_truth() {
        check([0..=1, 0..=1], |x| x[0].iff(all_different(x))).run();
        check([0..=1, 0..=1], |x| x[0].implies(all_different([x[0], x[1], x[0]]))).run();
        check([-1..=3, 0..=2, 0..=2], |x| x[0].iff(all_different(&x[1..]))).run();
        check([-1..=3, 0..=2, 0..=2], |x| x[0].implies(all_different(&x[1..]))).run();
        check([2..=3, 0..=2], |x| x[0].implies(table(&x[1..], [[1]]))).run();
    }

    #[test]
    fn variables_without_values() {
        let none = Domain::from([]);
        check([(0..=1).into(), none.clone(), (0..=2).into()], |x| x[0].iff(all_different(&x[1..]))).run();
        check([(0..=1).into(), none.clone(), (0..=2).into()], |x| x[0].implies(x[1].less_than(x[2]))).run();
        check([none, (0..=2).into()], |x| x[0].iff(x[1].equals(1))).run();
    }

    #[test]
    fn a_last_variable_of_many_values() {
        let mut m = crate::model::Model::new();
        let (b, x) = (m.var(0..=0), m.var(0..=50_000));
        m.post(b.iff(relation([x], |v| v[0] % 3 != 1)));
        let engine = &mut m.compile(crate::limit::Limits::none()).unwrap().engine();
        assert_eq!(engine.fixpoint(&mut crate::limit::Budget::unlimited()), End::Fixpoint);
        assert_eq!((engine.size(x), engine.min(x), engine.max(x)), (16_667, 1, 49_999));
    }

    #[test]
    fn constraints_that_always_or_never_hold() {
        check([0..=1], |x| x[0].iff(all_different([]))).promises(Consistency::Domain).run();
        check([0..=1], |x| x[0].iff(any_of::<Reified>([]))).promises(Consistency::Domain).run();
        check([0..=1], |x| x[0].implies(any_of::<Reified>([]))).promises(Consistency::Domain).run();
    }
}
