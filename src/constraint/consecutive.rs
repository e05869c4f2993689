//! Consecutive values in any order, as the compartments of Str8ts and Renban lines have them.

use super::combinations::{Combinations, MOST_VARS};
use super::minizinc::MiniZinc;
use super::{Constraint, Facts, LineName, ModelError, Posting, Scope, TableKey, TableRequest, Tabulate};
use crate::agenda::Priority;
use crate::constraint::Vars;
use crate::ids::VarId;
use crate::propagate::{Cx, Outcome, Propagator, Rule, is_distinct};
use crate::store::{Conflict, Events, Why};

/// The variables take different values without a gap between them, in any order.
///
/// Prunes by stretch: of all stretches of as many values it keeps those in which each value can still find a place, and a
/// variable keeps the values that it has in one of them. Small ones become tables under the fast plan. Where no word holds
/// the values, it prunes bounds and what other variables have taken.
///
/// A variable that occurs twice makes it false, and fewer than two variables make it true.
///
/// ```
/// use gridwright::{Limits, Model, consecutive};
/// let mut m = Model::new();
/// let line = m.vars(3, 1..=5);
/// m.post(consecutive(&line)); // 1 2 3, 2 3 4 or 3 4 5, each in six orders
/// assert_eq!(m.compile(Limits::none())?.solver().count(100)?.n, 18);
/// # Ok::<(), gridwright::Error>(())
/// ```
pub fn consecutive(vars: impl Into<Scope>) -> Consecutive {
    Consecutive { scope: vars.into() }
}

/// See [`consecutive`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consecutive {
    scope: Scope,
}

impl Constraint for Consecutive {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let mut values: Vec<i64> = self.scope.iter().map(|&x| value(x)).collect();
        values.sort_unstable();
        values.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]))
    }

    fn minizinc(&self, to: &mut MiniZinc<'_>) -> Result<String, ModelError> {
        let (vars, gap) = (to.array(&self.scope), self.scope.len().saturating_sub(1));
        Ok(match gap {
            0 => "true".into(),
            _ => format!("all_different({vars}) /\\ max({vars}) - min({vars}) = {gap}"),
        })
    }

    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
        let scope = self.scope.vars();
        if !is_distinct(scope) {
            to.never();
            return Ok(());
        }
        if scope.len() < 2 || scope.iter().any(|&x| to.domain(x).bounds().is_none()) || self.post_table(to)? {
            return Ok(());
        }
        match self.stretches(to) {
            Some(stretches) => to.propagator(Combinations::new(scope.clone(), stretches, &STRETCHES)),
            None => to.propagator(Wide { scope: scope.clone() }),
        }
        Ok(())
    }

    fn facts(&self) -> Facts<'_> {
        match is_distinct(&self.scope) {
            true => Facts { all_different: Some(&self.scope), ..Facts::NONE },
            false => Facts::NONE,
        }
    }

    fn name(&self) -> Option<LineName> {
        self.scope.name()
    }
}

impl Consecutive {
    /// Asks for a table of the values that are consecutive.
    fn post_table(&self, to: &mut Posting<'_>) -> Result<bool, ModelError> {
        let accepts = |prefix: &[i64]| {
            let Some((last, before)) = prefix.split_last() else { return true };
            let near = |v: &i64| v != last && v.abs_diff(*last) < self.scope.len() as u64;
            before.iter().all(near)
        };
        to.table(&TableRequest {
            scope: &self.scope,
            when: Tabulate::WhenFast,
            key: Some(TableKey::own("consecut", &[])),
            accepts: &accepts,
        })
    }

    /// The stretches of as many values as variables, as words; `None` where no word holds the values.
    fn stretches(&self, to: &Posting<'_>) -> Option<Box<[u64]>> {
        let base = to.common_base(&self.scope).filter(|_| self.scope.len() <= MOST_VARS)?;
        let union = self.scope.iter().flat_map(|&x| to.domain(x).values()).fold(0_u64, |all, v| all | 1 << (v - base));
        let first = (1_u64 << self.scope.len()) - 1;
        let stretches = (0..=64 - self.scope.len()).map(|start| first << start);
        Some(stretches.filter(|stretch| stretch & !union == 0).collect())
    }
}

const STRETCHES: [Rule; 1] = [Rule::new("the stretches of so many consecutive values")];

/// Prunes bounds, and what other variables have taken.
#[derive(Debug)]
struct Wide {
    scope: Vars,
}

impl Wide {
    const RULES: [Rule; 2] =
        [Rule::new("so many consecutive values lie no further apart"), Rule::new("the value is already used")];
}

impl Propagator for Wide {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn rules(&self) -> &'static [Rule] {
        &Self::RULES
    }

    fn events(&self) -> Option<Events> {
        Some(Events::BOUNDS)
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        // Different values that lie no further apart than there are variables are consecutive.
        let entailed = self.scope.iter().all(|&x| cx.is_fixed(x));
        for (i, &x) in self.scope.iter().enumerate() {
            let Some(value) = cx.value(x) else { continue };
            for (_, &y) in self.scope.iter().enumerate().filter(|(j, _)| *j != i) {
                cx.remove(y, value, Why::rule(1))?;
            }
        }
        let gap = self.scope.len() as i64 - 1;
        let highest = self.scope.iter().map(|&x| cx.min(x)).max();
        let lowest = self.scope.iter().map(|&x| cx.max(x)).min();
        let (Some(highest), Some(lowest)) = (highest, lowest) else { return Ok(Outcome::Entailed) };
        for &x in &*self.scope {
            cx.at_least(x, highest.saturating_sub(gap), Why::rule(0))?;
            cx.at_most(x, lowest.saturating_add(gap), Why::rule(0))?;
        }
        Ok(if entailed { Outcome::Entailed } else { Outcome::Suspend })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Domain;
    use crate::testing::{Consistency, check};

    #[test]
    fn values_of_one_word() {
        check([1..=5, 1..=5, 2..=6], |x| consecutive(x)).run();
        check([1..=4, 1..=4, 3..=6, 2..=5], |x| consecutive(x)).run();
        check([-2..=2, -1..=3], |x| consecutive(x)).promises(Consistency::Domain).run();
        check([1..=5], |x| consecutive(x)).promises(Consistency::Domain).run();
        check([1..=3], |_| consecutive([])).run();
        check([1..=3, 1..=3], |x| consecutive([x[0], x[1], x[0]])).run();
        // No three values without a gap.
        let gaps: [Domain; 3] = [[1, 3, 9].into(), [1, 3, 8].into(), [6, 3, 1].into()];
        check(gaps, |x| consecutive(x)).run();
        let far: [Domain; 3] = [[0, 62, 63].into(), [1, 61, 63].into(), [2, 61, 62].into()];
        check(far, |x| consecutive(x)).run();
    }

    #[test]
    fn values_far_apart() {
        let far: [Domain; 3] = [[-70, 0, 63].into(), [-63, 1, 64].into(), [-200, 2, 65].into()];
        check(far, |x| consecutive(x)).run();
        for (a, b) in [(i64::MIN, i64::MIN + 1), (i64::MAX - 1, i64::MAX), (i64::MIN, i64::MAX)] {
            check([[a, a], [b, b]], |x| consecutive(x)).run();
        }
    }
}
