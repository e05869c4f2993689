//! `relation`: a closure says which values go together.
//!
//! Tabulated once where that is not too large; otherwise filtered by enumerating what is left, as soon as that is little.

use super::{Constraint, ModelError, Posting, Scope, TableRequest, Tabulate, distinct};
use crate::agenda::Priority;
use crate::ids::VarId;
use crate::propagate::{Cx, Outcome, Propagator, Rule, Strength};
use crate::store::{Conflict, Why};
use std::fmt;
use std::sync::Arc;

/// Whatever the closure accepts: it gets the values of the variables in the order of `scope`.
///
/// The closure must give the same answer for the same values every time. It is asked once for each combination when the
/// model is compiled, and a table then prunes to domain consistency. Where there are too many combinations, a warning is
/// logged, and the closure is asked during the search: whenever few combinations are left or one variable is open.
///
/// ```
/// use gridwright::{Limits, Model, relation};
/// let mut m = Model::new();
/// let (x, y) = (m.var(1..=9), m.var(1..=4));
/// m.post(relation([x, y], |v| v[0].checked_rem(v[1]) == Some(2)));
/// let engine = &mut m.compile(Limits::none())?.engine();
/// engine.fixpoint(&mut gridwright::Budget::unlimited());
/// assert_eq!(engine.values(y).collect::<Vec<_>>(), [3, 4]);
/// # Ok::<(), gridwright::Error>(())
/// ```
///
/// The closure lives as long as the model. Write `move` where it uses a variable of a loop, so that each constraint keeps
/// a value of its own; Rust refuses to compile it otherwise:
///
/// ```
/// use gridwright::{Constraint, VarId, relation};
/// let x = VarId::new(0);
/// let multiples: Vec<_> = (2..5).map(|k| relation([x], move |v| v[0] % k == 0)).collect();
/// assert!(multiples[0].holds(&|_| 10) && !multiples[1].holds(&|_| 10));
/// ```
pub fn relation(scope: impl Into<Scope>, accepts: impl Fn(&[i64]) -> bool + Send + Sync + 'static) -> Relation {
    Relation { scope: scope.into(), accepts: Arc::new(accepts) }
}

/// A closure of the user may take long, so the clock is looked at after a few calls.
const STEPS_OF_A_CLOSURE: u32 = 16;

type Accepts = dyn Fn(&[i64]) -> bool + Send + Sync;

/// See [`relation`].
#[derive(Clone)]
pub struct Relation {
    scope: Scope,
    accepts: Arc<Accepts>,
}

impl fmt::Debug for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Relation").field("scope", &self.scope).finish_non_exhaustive()
    }
}

impl Relation {
    /// Whether the closure accepts these arguments; without allocation where they are few.
    fn ask(&self, argument: impl Fn(usize) -> i64) -> bool {
        let mut few = [0; 16];
        match few.get_mut(..self.scope.len()) {
            Some(values) => {
                values.iter_mut().enumerate().for_each(|(i, v)| *v = argument(i));
                (self.accepts)(values)
            }
            None => (self.accepts)(&(0..self.scope.len()).map(argument).collect::<Vec<_>>()),
        }
    }
}

impl Constraint for Relation {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        self.ask(|i| value(self.scope[i]))
    }

    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
        let accepts = |prefix: &[i64]| prefix.len() < self.scope.len() || (self.accepts)(prefix);
        if to.table(&TableRequest { scope: &self.scope, when: Tabulate::Always, key: None, accepts: &accepts })? {
            return Ok(());
        }
        log::warn!(
            "a relation over {:?} has too many combinations for a table; it prunes only where at most {MOST} are left",
            self.scope
        );
        to.propagator(Filter::new(self, to));
        Ok(())
    }
}

/// So many combinations are enumerated in one run.
const MOST: u64 = 4096;

/// So many values of the last open variable are.
const MOST_LAST: u64 = 65_536;

/// Enumerates the combinations that are left and keeps the values that occur in an accepted one.
#[derive(Debug)]
struct Filter {
    /// The variables, each once.
    scope: Vec<VarId>,
    /// For each argument of the closure, the position of its variable.
    positions: Vec<usize>,
    /// The largest number of values of all variables that are enumerated.
    values: usize,
    of: Relation,
}

impl Filter {
    fn new(of: &Relation, to: &Posting<'_>) -> Self {
        let (scope, _) = distinct(&of.scope);
        let positions = of.scope.iter().filter_map(|x| scope.iter().position(|y| y == x)).collect();
        let values = scope.iter().map(|&x| to.domain(x).size().min(MOST_LAST) as usize).sum();
        Self { scope, positions, values, of: of.clone() }
    }
}

impl Propagator for Filter {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn name(&self) -> &'static str {
        "relation without a table"
    }

    fn rules(&self) -> &'static [Rule] {
        const { &[Rule::new("no combination that is left has the value there")] }
    }

    fn priority(&self) -> Priority {
        Priority::Costly
    }

    fn cache_words(&self) -> usize {
        2 * self.scope.len() + 2 * self.values
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let size = |x: &VarId| cx.size(*x);
        let open = self.scope.iter().filter(|x| size(x) > 1).count();
        let combinations = self.scope.iter().map(size).fold(1, u64::saturating_mul);
        if open > 1 && (combinations > MOST || cx.strength() == Strength::Unit) {
            return Ok(Outcome::AtFixpoint);
        }
        if combinations > MOST_LAST || !self.scope.iter().all(|&x| cx.is_enumerable(x)) {
            return Ok(Outcome::AtFixpoint);
        }
        // The values of all variables one after another, where each list ends, which value is next, and what is supported.
        let (ends, cache) = cx.take_cache().split_at_mut(self.scope.len());
        let (next, cache) = cache.split_at_mut(self.scope.len());
        let (values, supported) = cache.split_at_mut(self.values);
        let mut end = 0;
        for (i, &x) in self.scope.iter().enumerate() {
            next[i] = end as u64;
            for value in cx.values(x) {
                (values[end], supported[end]) = (value as u64, 0);
                end += 1;
            }
            ends[i] = end as u64;
        }
        let mut accepted = 0_u64;
        for _ in 0..combinations {
            if !cx.spend(STEPS_OF_A_CLOSURE) {
                return Ok(Outcome::Suspend);
            }
            if self.of.ask(|p| values[next[self.positions[p]] as usize] as i64) {
                accepted += 1;
                next.iter().for_each(|&i| supported[i as usize] = 1);
            }
            for i in 0..next.len() {
                next[i] += 1;
                if next[i] < ends[i] {
                    break;
                }
                next[i] = if i == 0 { 0 } else { ends[i - 1] };
            }
        }
        if accepted == 0 {
            return Err(cx.fail(Why::rule(0)));
        }
        let mut at = 0;
        for &x in &self.scope {
            let keep = |_| {
                at += 1;
                supported[at - 1] != 0
            };
            cx.keep_if(x, keep, Why::rule(0))?;
        }
        let left = self.scope.iter().map(|&x| cx.size(x)).product();
        Ok(if accepted == left { Outcome::Entailed } else { Outcome::AtFixpoint })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Domain;
    use crate::limit::{Budget, Limits};
    use crate::model::Model;
    use crate::propagate::End;
    use crate::testing::{Consistency, check};

    #[test]
    fn tabulated() {
        check([1..=5, 1..=5], |x| relation(x, |v| v[0].checked_rem(v[1]) == Some(2)))
            .promises(Consistency::Domain)
            .run();
        let far: Domain = [-70, 0, 63, 200].into();
        let sum = |v: &[i64]| v[0] + v[1] == v[2] + 63;
        check(vec![far; 3], |x| relation(x, sum)).promises(Consistency::Domain).run();
        check([0..=3, 0..=3], |x| relation([x[0], x[1], x[0]], |v| v[0] * v[1] == v[2])).run();
        check([0..=3], |x| relation([x[0], x[0]], |v| v[0] < v[1])).run();
    }

    #[test]
    fn without_variables() {
        check([1..=2], |_| relation([], |v| v.is_empty())).run();
        check([1..=2], |_| relation([], |_| false)).run();
    }

    /// A relation that is never tabulated.
    #[derive(Clone, Debug)]
    struct Untabulated(Relation);

    impl Constraint for Untabulated {
        fn scope(&self) -> &[VarId] {
            self.0.scope()
        }

        fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
            self.0.holds(value)
        }

        fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
            to.propagator(Filter::new(&self.0, to));
            Ok(())
        }
    }

    #[test]
    fn filtered() {
        let filtered = |scope: &[VarId], accepts: fn(&[i64]) -> bool| Untabulated(relation(scope, accepts));
        check(vec![-2..=2; 3], |x| filtered(x, |v| v[0] * v[1] == v[2])).promises(Consistency::Domain).run();
        check(vec![0..=3; 2], |x| filtered(&[x[0], x[1], x[0]], |v| v[0] * v[1] == v[2])).run();
        let far: Domain = [-70, 0, 63, 200].into();
        check(vec![far; 3], |x| filtered(x, |v| v[0] + v[1] == v[2] + 63)).promises(Consistency::Domain).run();
        check(vec![1..=2; 17], |x| filtered(&[&x[..1], &[x[0]; 17]].concat(), |v| v[0] == 1 && v[17] == 1)).run();
    }

    #[test]
    fn too_large_for_a_table_it_acts_when_little_is_left() {
        let mut m = Model::new();
        let x = m.vars(6, 1..=100);
        m.post(relation(&x, |v| v.iter().sum::<i64>() == 300));
        let mut engine = m.compile(Limits::none()).unwrap().engine();
        let mut budget = Budget::unlimited();
        assert_eq!(engine.fixpoint(&mut budget), End::Fixpoint);
        assert_eq!(engine.size(x[0]), 100);
        for &x in &x[..4] {
            engine.assume(crate::ids::Atom::eq(x, 55)).unwrap();
        }
        engine.assume(crate::ids::Atom::at_least(x[4], 71)).unwrap();
        assert_eq!(engine.fixpoint(&mut budget), End::Fixpoint);
        assert_eq!((engine.min(x[5]), engine.max(x[5])), (1, 9));
    }
}
