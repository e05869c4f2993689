//! Chains: each variable is at most, or less than, the next.

use super::minizinc::{MiniZinc, all_of};
use super::{Constraint, LineName, ModelError, Posting, Scope};
use crate::agenda::Priority;
use crate::ids::{Atom, VarId};
use crate::propagate::{Cx, Outcome, Propagator, Rule, Strength};
use crate::store::{Conflict, Events, Past, Why};

/// Each variable is at most the next. Pruning is domain-consistent where no variable occurs twice.
///
/// ```
/// use gridwright::{Limits, Model, increasing, strictly_increasing};
/// let mut m = Model::new();
/// let line = m.vars(3, 1..=4);
/// m.post(increasing(&line));
/// assert_eq!(m.compile(Limits::none())?.solver().count(100)?.n, 20);
/// m.post(strictly_increasing(&line));
/// assert_eq!(m.compile(Limits::none())?.solver().count(100)?.n, 4);
/// # Ok::<(), gridwright::Error>(())
/// ```
pub fn increasing(vars: impl Into<Scope>) -> Increasing {
    Increasing { vars: vars.into(), gap: 0 }
}

/// Each variable is less than the next. See [`increasing`].
pub fn strictly_increasing(vars: impl Into<Scope>) -> Increasing {
    Increasing { vars: vars.into(), gap: 1 }
}

/// See [`increasing`] and [`strictly_increasing`].
#[derive(Clone, Debug)]
pub struct Increasing {
    vars: Scope,
    /// By how much each variable exceeds the one before, at least.
    gap: i64,
}

impl Constraint for Increasing {
    fn scope(&self) -> &[VarId] {
        &self.vars
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        self.vars.windows(2).all(|pair| match (value(pair[0]), value(pair[1])) {
            (a, b) if self.gap == 0 => a <= b,
            (a, b) => a < b,
        })
    }

    fn minizinc(&self, to: &mut MiniZinc<'_>) -> Result<String, ModelError> {
        let sign = if self.gap == 0 { "<=" } else { "<" };
        Ok(all_of(self.vars.windows(2).map(|pair| format!("{} {sign} {}", to.var(pair[0]), to.var(pair[1])))))
    }

    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
        if self.vars.len() > 1 {
            to.propagator(Chain { scope: self.vars.iter().copied().collect(), gap: self.gap });
        }
        Ok(())
    }

    fn name(&self) -> Option<LineName> {
        self.vars.name()
    }
}

/// Prunes bounds, smallest values on the way up and largest on the way down. The argument of a reason is the position
/// that was pruned.
#[derive(Debug)]
struct Chain {
    scope: Box<[VarId]>,
    gap: i64,
}

/// The variable before is at least so much.
const ABOVE: Why = Why::rule(0);
/// The variable after is at most so much.
const BELOW: Why = Why::rule(1);

impl Propagator for Chain {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn name(&self) -> &'static str {
        "increasing"
    }

    fn rules(&self) -> &'static [Rule] {
        const {
            &[
                Rule::new("the chain increases, and the one before is at least so much"),
                Rule::new("the chain increases, and the one after is at most so much"),
            ]
        }
    }

    fn events(&self) -> Option<Events> {
        Some(Events::BOUNDS.and(Events::FIX))
    }

    fn priority(&self) -> Priority {
        if self.scope.len() == 2 { Priority::Binary } else { Priority::Linear }
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let weak = cx.strength() == Strength::Unit;
        let skips = |cx: &Cx<'_>, x, y| weak && !cx.is_fixed(x) && !cx.is_fixed(y);
        for (i, pair) in self.scope.windows(2).enumerate() {
            if !skips(cx, pair[0], pair[1]) {
                let why = ABOVE.with(i as u32 + 1);
                let Some(low) = cx.min(pair[0]).checked_add(self.gap) else { return Err(cx.fail(why)) };
                cx.at_least(pair[1], low, why)?;
            }
        }
        for (i, pair) in self.scope.windows(2).enumerate().rev() {
            if !skips(cx, pair[0], pair[1]) {
                let why = BELOW.with(i as u32);
                let Some(high) = cx.max(pair[1]).checked_sub(self.gap) else { return Err(cx.fail(why)) };
                cx.at_most(pair[0], high, why)?;
            }
        }
        let apart =
            |pair: &[VarId]| cx.max(pair[0]) < cx.min(pair[1]) || (self.gap == 0 && cx.max(pair[0]) == cx.min(pair[1]));
        Ok(match self.scope.windows(2).all(apart) {
            true => Outcome::Entailed,
            false if weak => Outcome::Suspend,
            false => Outcome::AtFixpoint,
        })
    }

    fn explain(&self, _: Option<Atom>, why: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        let position = why.argument() as usize;
        if why.index() == ABOVE.index() {
            past.min_fact(self.scope[position - 1], out);
        } else {
            past.max_fact(self.scope[position + 1], out);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Domain;
    use crate::testing::{Consistency, Dice, check};

    #[test]
    fn chains_of_several_lengths() {
        for length in 0..=4 {
            check(vec![1..=4; length], |x| increasing(x)).promises(Consistency::Domain).run();
            check(vec![1..=4; length], |x| strictly_increasing(x)).promises(Consistency::Domain).run();
        }
        check(vec![1..=3; 4], |x| strictly_increasing(x)).promises(Consistency::Domain).run();
    }

    #[test]
    fn domains_with_holes_and_of_several_words() {
        let mut dice = Dice::new(5);
        for _ in 0..40 {
            let domains: Vec<Domain> = (0..4)
                .map(|_| (0..1 + dice.below(4)).map(|_| 40 * dice.between(-3, 3)).collect::<Vec<_>>().into())
                .collect();
            check(domains.clone(), |x| increasing(x)).promises(Consistency::Domain).run();
            check(domains, |x| strictly_increasing(x)).promises(Consistency::Domain).run();
        }
    }

    #[test]
    fn variables_twice() {
        check(vec![0..=3; 2], |x| increasing([x[0], x[1], x[0]])).run();
        check(vec![0..=3; 2], |x| strictly_increasing([x[0], x[1], x[0]])).run();
        check([0..=3], |x| strictly_increasing([x[0], x[0]])).run();
    }

    #[test]
    fn the_ends_of_the_64_bit_range() {
        let (low, high) = (i64::MIN..=i64::MIN + 2, i64::MAX - 2..=i64::MAX);
        check([low.clone(), high.clone()], |x| strictly_increasing(x)).promises(Consistency::Domain).run();
        check([high.clone(), low.clone()], |x| increasing(x)).promises(Consistency::Domain).run();
        check([low.clone(), low], |x| strictly_increasing(x)).promises(Consistency::Domain).run();
        check([high.clone(), high], |x| strictly_increasing(x)).promises(Consistency::Domain).run();
        check([i64::MAX..=i64::MAX, 0..=1], |x| strictly_increasing(x)).promises(Consistency::Domain).run();
        check([0..=1, i64::MIN..=i64::MIN], |x| strictly_increasing(x)).promises(Consistency::Domain).run();
    }
}
