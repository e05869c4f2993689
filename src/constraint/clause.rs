//! `clause`: at least one of several claims about variables is true.

use super::minizinc::{MiniZinc, some_of};
use super::{Constraint, ModelError, Posting};
use crate::ids::{Atom, Op, VarId};
use crate::propagate::{Cx, Outcome, Propagator, Rule};
use crate::store::{Conflict, Events, Past, Why};

/// At least one of these claims is true; false where there is none. Pruning is domain-consistent.
///
/// Over 0/1 variables this is a clause of logic: `Atom::eq(b, 1)` is a positive literal, `Atom::eq(b, 0)` a negative one.
/// Any other claim may be a literal too.
///
/// ```
/// use gridwright::{Atom, Limits, Model, clause};
/// let mut m = Model::new();
/// let (x, y) = (m.var(1..=4), m.var(1..=4));
/// m.post(clause([Atom::eq(x, 3), Atom::at_most(y, 2)])); // if y is more than 2, x is 3
/// let mut solver = m.compile(Limits::none())?.solver().assume([Atom::eq(y, 4)]);
/// assert_eq!(solver.count(10)?.n, 1);
/// # Ok::<(), gridwright::Error>(())
/// ```
pub fn clause(claims: impl IntoIterator<Item = Atom>) -> Clause {
    let claims: Vec<Atom> = claims.into_iter().collect();
    Clause { scope: claims.iter().map(|claim| claim.var).collect(), claims }
}

/// See [`clause`].
#[derive(Clone, Debug)]
pub struct Clause {
    claims: Vec<Atom>,
    scope: Vec<VarId>,
}

impl Constraint for Clause {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        self.claims.iter().any(|claim| claim.holds(value(claim.var)))
    }

    fn minizinc(&self, to: &mut MiniZinc<'_>) -> Result<String, ModelError> {
        Ok(some_of(self.claims.iter().map(|&claim| to.atom(claim))))
    }

    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
        let (scope, _) = super::distinct(&self.scope);
        let claims_about = |&x: &VarId| self.claims.iter().filter(|claim| claim.var == x).copied().collect();
        to.propagator(Watched { literals: scope.iter().map(claims_about).collect(), scope: scope.into() });
        Ok(())
    }
}

/// Watches two literals that can be true (Moskewicz et al. 2001, "Chaff"); while both can, nothing else is looked at. A
/// literal is all that is claimed about one variable.
///
/// The watched positions lie in the cache: they need not be restored, since what can be true remains so on the way back.
#[derive(Debug)]
struct Watched {
    scope: Box<[VarId]>,
    literals: Box<[Box<[Atom]>]>,
}

const LAST: Why = Why::rule(0);

/// What the domain of its variable says about a literal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Truth {
    False,
    Open,
    True,
}

/// The first value of a variable that makes all claims about it false.
fn first_against(claims: &[Atom], x: VarId, now: Past<'_>) -> Option<i64> {
    let (mut low, mut high) = (now.min(x), now.max(x));
    for claim in claims {
        // What has no opposite among the numbers holds for all of them.
        let claim = claim.negated()?;
        match claim.op {
            Op::Eq => (low, high) = (low.max(claim.value), high.min(claim.value)),
            Op::Ge => low = low.max(claim.value),
            Op::Le => high = high.min(claim.value),
            Op::Ne => {}
        }
    }
    // No more values are skipped than there are claims.
    let mut next = now.first_from(x, low).filter(|&v| v <= high)?;
    while claims.iter().any(|claim| claim.holds(next)) {
        next = now.first_from(x, next.checked_add(1)?).filter(|&v| v <= high)?;
    }
    Some(next)
}

/// Keeps the bounds of an interval where some claim about it is true, and takes the only value that could make all false.
fn keep_within(claims: &[Atom], x: VarId, cx: &mut Cx<'_>) -> Result<(), Conflict> {
    let now = cx.now();
    let (min, max) = (now.min(x), now.max(x));
    // The first and the last value that a claim allows.
    let ends = |claim: &Atom| {
        let (first, last) = match claim.op {
            Op::Eq => (claim.value, claim.value),
            Op::Ne => (min + i64::from(claim.value == min), max - i64::from(claim.value == max)),
            Op::Ge => (claim.value, max),
            Op::Le => (min, claim.value),
        };
        now.allows(*claim).then_some((first, last))
    };
    let bounds = claims.iter().filter_map(ends).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
    let Some((low, high)) = bounds else { return Err(cx.no_value(x, LAST)) };
    cx.at_least(x, low, LAST)?;
    cx.at_most(x, high, LAST)?;
    let excluded = claims.iter().find(|claim| claim.op == Op::Ne).map(|claim| claim.value);
    if let Some(value) = excluded.filter(|&v| !claims.iter().any(|claim| claim.holds(v))) {
        cx.remove(x, value, LAST)?;
    }
    Ok(())
}

impl Watched {
    fn truth(&self, now: Past<'_>, position: usize) -> Truth {
        let (possible, certain) = match self.literals[position][..] {
            [claim] => (now.allows(claim), now.entails(claim)),
            ref claims => {
                let (x, holds) = (self.scope[position], |v| claims.iter().any(|claim| claim.holds(v)));
                match now.is_enumerable(x) {
                    true => (now.values(x).any(holds), now.values(x).all(holds)),
                    false => (claims.iter().any(|&claim| now.allows(claim)), first_against(claims, x, now).is_none()),
                }
            }
        };
        match (possible, certain) {
            (_, true) => Truth::True,
            (true, false) => Truth::Open,
            (false, false) => Truth::False,
        }
    }
}

impl Propagator for Watched {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn name(&self) -> &'static str {
        "clause"
    }

    fn rules(&self) -> &'static [Rule] {
        const { &[Rule::new("all other claims of the clause are false")] }
    }

    fn subscribe(&self, on: &mut dyn FnMut(usize, Events)) {
        for (position, claims) in self.literals.iter().enumerate() {
            // A last value may make the clause true.
            on(position, claims.iter().map(|claim| Events::against(claim.op)).fold(Events::FIX, Events::and));
        }
    }

    fn cache_words(&self) -> usize {
        2
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let watched = cx.take_cache();
        if let &mut [first, second] = watched
            && first != second
        {
            match [first, second].map(|position| self.truth(cx.now(), position as usize)) {
                [Truth::True, _] | [_, Truth::True] => return Ok(Outcome::Entailed),
                [Truth::Open, Truth::Open] => return Ok(Outcome::AtFixpoint),
                _ => {}
            }
        }
        let mut open = None;
        for position in 0..self.scope.len() {
            match (self.truth(cx.now(), position), open) {
                (Truth::True, _) => return Ok(Outcome::Entailed),
                (Truth::False, _) => {}
                (Truth::Open, None) => open = Some(position),
                (Truth::Open, Some(first)) => {
                    watched.copy_from_slice(&[first as u64, position as u64]);
                    return Ok(Outcome::AtFixpoint);
                }
            }
        }
        let Some(position) = open else { return Err(cx.fail(LAST)) };
        let (claims, x) = (&self.literals[position], self.scope[position]);
        if cx.is_interval(x) {
            keep_within(claims, x, cx)?;
        }
        cx.keep_if(x, |v| claims.iter().any(|claim| claim.holds(v)), LAST)?;
        // What is left of an interval may hold values that no claim allows, until its bounds come near.
        let entailed = cx.is_enumerable(x) || self.truth(cx.now(), position) == Truth::True;
        Ok(if entailed { Outcome::Entailed } else { Outcome::AtFixpoint })
    }

    fn explain(&self, inferred: Option<Atom>, _: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        let others = self.literals.iter().flatten().filter(|claim| inferred.is_none_or(|atom| atom.var != claim.var));
        let negated = others.filter_map(|claim| claim.negated());
        out.extend(negated.filter(|&atom| !past.initial().entails(atom)));
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

    fn agrees<D: Into<Domain>>(domains: impl IntoIterator<Item = D>, claims: impl FnOnce(&[VarId]) -> Vec<Atom>) {
        check(domains, |x| clause(claims(x))).promises(Consistency::Domain).run();
    }

    #[test]
    fn literals_of_logic() {
        agrees(vec![0..=1; 4], |x| vec![Atom::eq(x[0], 1), Atom::eq(x[1], 0), Atom::eq(x[2], 1), Atom::eq(x[3], 0)]);
        agrees(vec![0..=1; 2], |x| vec![Atom::eq(x[0], 1), Atom::eq(x[1], 1)]);
    }

    #[test]
    fn every_comparison() {
        agrees(vec![0..=3; 4], |x| {
            vec![Atom::eq(x[0], 2), Atom::ne(x[1], 1), Atom::at_least(x[2], 2), Atom::at_most(x[3], 0)]
        });
        let far: Domain = [-70, 0, 63, 200].into();
        agrees(vec![far; 3], |x| vec![Atom::at_least(x[0], 64), Atom::ne(x[1], -70), Atom::eq(x[2], 0)]);
    }

    #[test]
    fn several_claims_about_one_variable() {
        agrees(vec![0..=4; 2], |x| vec![Atom::eq(x[0], 1), Atom::eq(x[0], 3), Atom::at_most(x[1], 1)]);
        agrees(vec![0..=4; 2], |x| vec![Atom::at_least(x[0], 3), Atom::at_most(x[0], 1), Atom::eq(x[1], 2)]);
        agrees(vec![0..=2; 2], |x| vec![Atom::eq(x[0], 1), Atom::ne(x[0], 1), Atom::eq(x[1], 2)]);
    }

    #[test]
    fn claims_at_the_ends_of_all_numbers_about_an_interval() {
        let ends = [i64::MIN, i64::MAX];
        let certain = ends.map(|end| if end < 0 { Atom::at_least } else { Atom::at_most }(VarId::new(0), end));
        for claim in certain.into_iter().chain(ends.map(|end| Atom::eq(VarId::new(0), end))) {
            let mut m = Model::new();
            let (x, y) = (m.var(1..=1 << 60), m.var(0..=1));
            m.post(clause([claim, Atom::eq(x, 5), Atom::eq(y, 1)]));
            m.post(y.equals(0));
            let mut engine = m.compile(Limits::none()).unwrap().engine();
            assert_eq!(engine.fixpoint(&mut Budget::unlimited()), End::Fixpoint);
            // What always holds says nothing of the variable, and what never does leaves the other claim.
            let left = if certain.contains(&claim) { 1 << 60 } else { 1 };
            assert_eq!(engine.size(x), left, "{claim:?}");
        }
    }

    #[test]
    fn none_one_certain_and_impossible_ones() {
        agrees([0..=2], |_| vec![]);
        agrees([0..=2], |x| vec![Atom::ne(x[0], 1)]);
        agrees([0..=2, 0..=2], |x| vec![Atom::eq(x[0], 7), Atom::at_least(x[1], 3)]);
        agrees([0..=2, 0..=2], |x| vec![Atom::at_least(x[0], i64::MIN), Atom::at_most(x[1], i64::MIN)]);
        agrees([1..=1, 0..=2], |x| vec![Atom::eq(x[0], 1), Atom::eq(x[1], 1)]);
    }
}
