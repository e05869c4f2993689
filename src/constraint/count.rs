//! `count`: how many of the variables take a value.

use super::minizinc::MiniZinc;
use super::{Constraint, ModelError, Posting, Scope, Term};
use crate::ids::{Atom, VarId};
use crate::propagate::{Cx, Outcome, Propagator, Rule};
use crate::store::{Conflict, Past, Why};

/// The number of variables that take this value, to be compared; a variable that occurs twice counts twice.
///
/// ```
/// use gridwright::{Constraint, VarId, count};
/// let row: Vec<VarId> = (0..3).map(VarId::new).collect();
/// let two_ones = count(row, 1).equals(2);
/// assert!(two_ones.holds(&|x| [1, 3, 1][x.index()]));
/// assert!(!two_ones.holds(&|x| [1, 3, 3][x.index()]));
/// ```
pub fn count(scope: impl Into<Scope>, value: i64) -> Occurrences {
    Occurrences { scope: scope.into(), value }
}

/// See [`count`].
#[derive(Clone, Debug)]
#[must_use = "compare it with `equals`"]
pub struct Occurrences {
    scope: Scope,
    value: i64,
}

impl Occurrences {
    /// The number is this variable or constant. Pruning is domain-consistent where no variable occurs twice.
    pub fn equals(self, number: impl Into<Term>) -> CountEquals {
        let number = number.into();
        let scope = self.scope.iter().copied().chain(number.var()).collect();
        CountEquals { scope, counted: self.scope.len(), value: self.value, number }
    }
}

/// See [`count`].
#[derive(Clone, Debug)]
pub struct CountEquals {
    /// The counted variables, and the number where it is a variable.
    scope: Scope,
    counted: usize,
    value: i64,
    number: Term,
}

impl Constraint for CountEquals {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let number = self.scope[..self.counted].iter().filter(|&&x| value(x) == self.value).count();
        i64::try_from(number) == Ok(self.number.value(value))
    }

    fn minizinc(&self, to: &mut MiniZinc<'_>) -> Result<String, ModelError> {
        let occurrences = to.occurrences(&self.scope[..self.counted], self.value);
        Ok(format!("{occurrences} = {}", to.term(self.number)))
    }

    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
        let number = to.var(self.number);
        let scope = self.scope[..self.counted].iter().copied().chain([number]).collect();
        to.propagator(Counter { scope, value: self.value });
        Ok(())
    }
}

/// The number is at least that of the variables that have the value.
const HAVE: Why = Why::rule(0);
/// The number is at most that of the variables that can have it.
const CAN_HAVE: Why = Why::rule(1);
/// No more may have it.
const ENOUGH: Why = Why::rule(2);
/// All that can have it must.
const NEEDED: Why = Why::rule(3);

/// Counts the variables that have the value and those that can have it.
#[derive(Debug)]
struct Counter {
    /// The counted variables, then the number.
    scope: Box<[VarId]>,
    value: i64,
}

impl Counter {
    fn split(&self) -> (&[VarId], VarId) {
        match &*self.scope {
            [counted @ .., number] => (counted, *number),
            [] => unreachable!("the number is always there"),
        }
    }
}

impl Propagator for Counter {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn name(&self) -> &'static str {
        "count"
    }

    fn rules(&self) -> &'static [Rule] {
        const {
            &[
                Rule::new("so many have the value already"),
                Rule::new("no more can have the value"),
                Rule::new("enough have the value already"),
                Rule::new("all that can have the value are needed"),
            ]
        }
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let (counted, number) = self.split();
        loop {
            let (mut have, mut can_have) = (0, 0);
            for &x in counted {
                let can = cx.contains(x, self.value);
                can_have += i64::from(can);
                have += i64::from(can && cx.is_fixed(x));
            }
            cx.at_least(number, have, HAVE)?;
            cx.at_most(number, can_have, CAN_HAVE)?;
            if have == can_have {
                return Ok(Outcome::Entailed);
            }
            let enough = cx.max(number) == have;
            if !enough && cx.min(number) < can_have {
                return Ok(Outcome::AtFixpoint);
            }
            for &x in counted {
                if cx.contains(x, self.value) && !cx.is_fixed(x) {
                    if enough {
                        cx.remove(x, self.value, ENOUGH)?;
                    } else {
                        cx.fix(x, self.value, NEEDED)?;
                    }
                }
            }
        }
    }

    fn explain(&self, _: Option<Atom>, why: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        let (counted, number) = self.split();
        match why {
            ENOUGH => out.push(Atom::at_most(number, past.max(number))),
            NEEDED => out.push(Atom::at_least(number, past.min(number))),
            _ => {}
        }
        for &x in counted {
            if why == HAVE || why == ENOUGH {
                out.extend(past.value(x).filter(|&v| v == self.value).map(|v| Atom::eq(x, v)));
            } else if past.initial().contains(x, self.value) && !past.contains(x, self.value) {
                out.push(Atom::ne(x, self.value));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Domain;
    use crate::testing::{Consistency, Dice, check};

    #[test]
    fn a_number_that_is_a_variable() {
        check([1..=3, 1..=3, 2..=3, 0..=4], |x| count(&x[..3], 2).equals(x[3])).promises(Consistency::Domain).run();
        check([1..=1, 2..=2, 0..=2], |x| count(&x[..2], 2).equals(x[2])).promises(Consistency::Domain).run();
        let number: Domain = [-1, 0, 3].into();
        check([(1..=2).into(), (1..=2).into(), (1..=2).into(), number], |x| count(&x[..3], 2).equals(x[3]))
            .promises(Consistency::Domain)
            .run();
    }

    #[test]
    fn a_number_that_is_a_constant() {
        for number in -1..=4 {
            check(vec![-1..=1; 3], |x| count(x, -1).equals(number)).promises(Consistency::Domain).run();
        }
        let far: Domain = [-70, 0, 63, 200].into();
        check(vec![far; 3], |x| count(x, 63).equals(2)).promises(Consistency::Domain).run();
    }

    #[test]
    fn variables_twice_and_none() {
        check(vec![0..=2; 2], |x| count([x[0], x[1], x[0]], 2).equals(x[1])).run();
        check([0..=2, 0..=2], |x| count([], 2).equals(x[1])).run();
        check([0..=2], |_| count([], 2).equals(1)).run();
    }

    #[test]
    fn random_domains() {
        let mut dice = Dice::new(3);
        for _ in 0..60 {
            let domains: Vec<Domain> =
                (0..4).map(|_| (0..1 + dice.below(3)).map(|_| dice.between(0, 3)).collect::<Vec<_>>().into()).collect();
            check(domains, |x| count(&x[..3], 1).equals(x[3])).promises(Consistency::Domain).run();
        }
    }
}
