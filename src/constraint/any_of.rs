//! `any_of`: at least one of several constraints holds (constructive disjunction).
//!
//! Each alternative propagates by itself in a small engine of its own, under the domains as they are. What no living
//! alternative leaves is removed; an alternative that runs into a contradiction is dead until that is undone.

use super::minizinc::{MiniZinc, some_of};
use super::{Constraint, ModelError, Posting, Scope};
use crate::agenda::Priority;
use crate::engine::{Engine, Fate, Trials};
use crate::ids::VarId;
use crate::propagate::{Cx, Outcome, Propagator, Rule};
use crate::store::{Conflict, Why};
use std::sync::Arc;

/// At least one of these constraints holds; false where there is none.
///
/// It prunes what every alternative would prune. Alternatives may be of any kind, `any_of` included.
///
/// ```
/// use gridwright::{Limits, Model, any_of, count, relation};
/// let mut m = Model::new();
/// let (x, y) = (m.var(1..=9), m.var(1..=9));
/// m.post(any_of([relation([x, y], |v| v[0] + v[1] == 4)]).or(count([x, y], 2).equals(2)));
/// let engine = &mut m.compile(Limits::none())?.engine();
/// engine.fixpoint(&mut gridwright::Budget::unlimited());
/// assert_eq!(engine.max(x), 3);
/// # Ok::<(), gridwright::Error>(())
/// ```
pub fn any_of<C: Constraint + 'static>(alternatives: impl IntoIterator<Item = C>) -> AnyOf {
    alternatives.into_iter().fold(AnyOf { scope: Vec::new().into(), alternatives: Vec::new() }, AnyOf::or)
}

/// See [`any_of`].
#[derive(Clone, Debug)]
pub struct AnyOf {
    /// The variables of all alternatives, each once.
    scope: Scope,
    alternatives: Vec<Arc<dyn Constraint>>,
}

impl AnyOf {
    /// Adds an alternative, of any kind.
    pub fn or(mut self, alternative: impl Constraint + 'static) -> Self {
        let mut scope = self.scope.to_vec();
        for x in alternative.scope() {
            if !scope.contains(x) {
                scope.push(*x);
            }
        }
        self.scope = scope.into();
        self.alternatives.push(Arc::new(alternative));
        self
    }
}

impl Constraint for AnyOf {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        self.alternatives.iter().any(|alternative| alternative.holds(value))
    }

    fn minizinc(&self, to: &mut MiniZinc<'_>) -> Result<String, ModelError> {
        let alternatives = self.alternatives.iter().map(|alternative| to.part(&**alternative));
        Ok(some_of(alternatives.collect::<Result<Vec<_>, _>>()?))
    }

    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
        let mut networks = Vec::with_capacity(self.alternatives.len());
        for alternative in &self.alternatives {
            networks.push(to.network(&**alternative, &self.scope)?);
        }
        to.propagator(Disjunction { trials: Trials::new((*self.scope).into(), networks) });
        Ok(())
    }
}

/// No living alternative leaves the value.
const NOWHERE: Why = Why::rule(0);
/// No alternative lives.
const ALL_DEAD: Why = Why::rule(1);

/// Runs the alternatives. Reversible bit `k` is set when alternative `k` is dead.
#[derive(Debug)]
struct Disjunction {
    trials: Trials,
}

impl Disjunction {
    fn is_dead(cx: &Cx<'_>, k: usize) -> bool {
        cx.state(k / 64) >> (k % 64) & 1 != 0
    }

    fn run(&self, engines: &mut [Engine], cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let mut alive = false;
        for (k, engine) in engines.iter_mut().enumerate() {
            if Self::is_dead(cx, k) {
                continue;
            }
            match self.trials.try_out(engine, cx) {
                Fate::Dead => cx.set_state(k / 64, cx.state(k / 64) | 1 << (k % 64)),
                Fate::Alive => alive = true,
                Fate::Untouched { entailed: true } => return Ok(Outcome::Entailed),
                Fate::Untouched { entailed: false } | Fate::Stopped => return Ok(Outcome::Suspend),
            }
        }
        if !alive {
            return Err(cx.fail(ALL_DEAD));
        }
        // The engine of an alternative that was dead before has no level, that of one that has just died a failure.
        let living = || engines.iter().filter(|engine| engine.level() > 0 && engine.failure().is_none());
        for &x in self.trials.scope() {
            if !cx.is_enumerable(x) {
                let low = living().map(|engine| engine.min(x)).min();
                let high = living().map(|engine| engine.max(x)).max();
                cx.at_least(x, low.unwrap_or(i64::MIN), NOWHERE)?;
                cx.at_most(x, high.unwrap_or(i64::MAX), NOWHERE)?;
            }
            cx.keep_if(x, |v| living().any(|engine| engine.contains(x, v)), NOWHERE)?;
        }
        Ok(Outcome::Suspend)
    }
}

impl Propagator for Disjunction {
    fn scope(&self) -> &[VarId] {
        self.trials.scope()
    }

    fn name(&self) -> &'static str {
        "any of"
    }

    fn rules(&self) -> &'static [Rule] {
        const { &[Rule::new("no alternative that is left allows the value"), Rule::new("no alternative is left")] }
    }

    fn priority(&self) -> Priority {
        Priority::Costly
    }

    fn state_words(&self) -> usize {
        self.trials.len().div_ceil(64)
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        self.trials.with_engines(cx, |engines, cx| self.run(engines, cx))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::{all_different, count, element, relation, table};
    use crate::domain::Domain;
    use crate::testing::{Consistency, check};

    #[test]
    fn alternatives_of_one_kind() {
        check([1..=5, 1..=5], |x| {
            let ratio = |a: VarId, b: VarId| relation([a, b], |v| v[0] == 2 * v[1]);
            any_of([ratio(x[0], x[1]), ratio(x[1], x[0])])
        })
        .promises(Consistency::Domain)
        .run();
    }

    #[test]
    fn alternatives_of_many_kinds() {
        check([0..=2, 0..=2, 1..=4], |x| {
            any_of([all_different(x)]).or(count(x, 2).equals(x[0])).or(element(x.to_vec(), x[1]).equals(x[2]))
        })
        .run();
        let far: Domain = [-70, 0, 63, 200].into();
        check(vec![far; 3], |x| {
            any_of([table(x, [[0, 0, 200], [63, 0, -70]])]).or(all_different(x).domain_consistent())
        })
        .promises(Consistency::Domain)
        .run();
    }

    #[test]
    fn alternatives_over_different_variables() {
        check([0..=2, 0..=2, 1..=2], |x| any_of([table([x[0]], [[1]]), table([x[1]], [[2]])]).or(table([x[2]], [[1]])))
            .promises(Consistency::Domain)
            .run();
    }

    #[test]
    fn nested() {
        check([0..=3, 0..=3], |x| {
            let inner = any_of([table([x[0]], [[1]]), table([x[0]], [[3]])]);
            any_of([inner]).or(any_of([all_different([x[0], x[1], x[0]])]).or(table([x[1]], [[2]])))
        })
        .promises(Consistency::Domain)
        .run();
    }

    #[test]
    fn engines_of_several_threads_share_a_propagator() {
        let mut m = crate::model::Model::new();
        let x = m.vars(6, 0..=2);
        for pair in x.windows(3) {
            m.post(any_of([all_different(&pair[..2])]).or(count(pair, 2).equals(3)));
        }
        let compiled = m.compile(crate::limit::Limits::none()).unwrap();
        let truth = crate::testing::solutions(&compiled).len() as u64;
        std::thread::scope(|threads| {
            for _ in 0..4 {
                threads.spawn(|| assert_eq!(compiled.solver().count(1000).unwrap().n, truth));
            }
        });
        assert!(truth > 50);
    }

    #[test]
    fn none_one_and_impossible_ones() {
        check([0..=2], |_| any_of::<AnyOf>([])).run();
        check([0..=2, 0..=2], |x| any_of([all_different(x)])).run();
        check([0..=2, 0..=2], |x| any_of([all_different([x[0], x[0]]), all_different([x[1], x[1]])])).run();
        check([0..=2], |_| any_of([all_different([])]).or(relation([], |_| false))).run();
    }
}
