//! The smallest or the largest of some variables.

use super::minizinc::MiniZinc;
use super::{Constraint, LineName, ModelError, Posting, Scope, TableKey, TableRequest, Tabulate, Term};
use crate::ids::{Atom, VarId};
use crate::propagate::{Cx, Outcome, Propagator, Rule, Strength};
use crate::store::{Conflict, Past, Why};

/// Which end of the values is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Smallest,
    Largest,
}

/// The smallest or the largest of some variables; say what it equals to get a constraint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extremum {
    end: End,
    vars: Scope,
}

/// The smallest of some variables.
///
/// ```
/// use gridwright::{Limits, Model, maximum, minimum};
/// let mut m = Model::new();
/// let (x, y) = (m.var(1..=6), m.var(1..=6));
/// m.post(minimum([x, y]).equals(2));
/// m.post(maximum([x, y]).equals(5));
/// assert_eq!(m.compile(Limits::none())?.solver().count(10)?.n, 2);
/// # Ok::<(), gridwright::Error>(())
/// ```
pub fn minimum(vars: impl Into<Scope>) -> Extremum {
    Extremum { end: End::Smallest, vars: vars.into() }
}

/// The largest of some variables. See [`minimum`].
pub fn maximum(vars: impl Into<Scope>) -> Extremum {
    Extremum { end: End::Largest, vars: vars.into() }
}

impl Extremum {
    /// The constraint that the smallest (largest) equals a variable or a constant. Among no variables there is none, and
    /// the constraint does not hold.
    pub fn equals(self, result: impl Into<Term>) -> ExtremumEquals {
        let result = result.into();
        let scope = self.vars.iter().copied().chain(result.var()).collect();
        ExtremumEquals { end: self.end, vars: self.vars, result, scope }
    }
}

/// The constraint that the smallest or the largest of some variables has a value, made by [`Extremum::equals`].
///
/// Prunes bounds, the values of the result that no variable has, and the only variable that can be the one. Under the fast
/// plan, small ones become tables.
#[derive(Debug)]
pub struct ExtremumEquals {
    end: End,
    vars: Scope,
    result: Term,
    scope: Vec<VarId>,
}

impl Constraint for ExtremumEquals {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let values = self.vars.iter().map(|&x| value(x));
        let extremum = match self.end {
            End::Smallest => values.min(),
            End::Largest => values.max(),
        };
        extremum == Some(self.result.value(value))
    }

    fn minizinc(&self, to: &mut MiniZinc<'_>) -> Result<String, ModelError> {
        if self.vars.is_empty() {
            return Ok("false".into());
        }
        let name = match self.end {
            End::Smallest => "min",
            End::Largest => "max",
        };
        Ok(format!("{name}({}) = {}", to.array(&self.vars), to.term(self.result)))
    }

    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
        if self.vars.is_empty() {
            to.never();
        } else if !self.post_table(to)? {
            let result = to.var(self.result);
            let scope: Box<[VarId]> = self.vars.iter().copied().chain([result]).collect();
            let aligned = to.common_base(&scope).is_some();
            to.propagator(Choice { scope, end: self.end, aligned });
        }
        Ok(())
    }

    fn name(&self) -> Option<LineName> {
        self.vars.name()
    }
}

impl End {
    /// Turns values round for the smallest, so that the largest is meant either way. No value overflows.
    fn turned(self, value: i64) -> i64 {
        match self {
            Self::Smallest => !value,
            Self::Largest => value,
        }
    }

    /// The bounds of the turned values.
    fn bounds(self, min: i64, max: i64) -> (i64, i64) {
        match self {
            Self::Smallest => (!max, !min),
            Self::Largest => (min, max),
        }
    }
}

impl ExtremumEquals {
    /// Asks for a table. No value of a prefix may exceed the result, and something must be left to reach it.
    fn post_table(&self, to: &mut Posting<'_>) -> Result<bool, ModelError> {
        let vars = self.vars.len();
        let bounds = |x: VarId| to.domain(x).bounds().map(|(min, max)| self.end.bounds(min, max));
        // The largest value of the variables from a position on.
        let mut rest = vec![i64::MIN; vars + 1];
        for (i, &x) in self.vars.iter().enumerate().rev() {
            let Some((_, max)) = bounds(x) else { return Ok(false) };
            rest[i] = max.max(rest[i + 1]);
        }
        let constant = match self.result {
            Term::Var(_) => None,
            Term::Constant(value) => Some(value),
        };
        let result = match self.result {
            Term::Var(y) => bounds(y),
            Term::Constant(value) => Some(self.end.bounds(value, value)),
        };
        let Some(result) = result else { return Ok(false) };
        let accepts = |prefix: &[i64]| {
            let chosen = prefix.len().min(vars);
            let largest = prefix[..chosen].iter().map(|&v| self.end.turned(v)).max().unwrap_or(i64::MIN);
            let (low, high) = prefix.get(vars).map_or(result, |&v| (self.end.turned(v), self.end.turned(v)));
            largest <= high && low <= largest.max(rest[chosen])
        };
        let name = match self.end {
            End::Smallest => "minimum",
            End::Largest => "maximum",
        };
        to.table(&TableRequest {
            scope: &self.scope,
            when: Tabulate::WhenFast,
            key: Some(TableKey::own(name, constant.as_slice())),
            accepts: &accepts,
        })
    }
}

/// The propagator; the result stands last in its scope. Comments speak of the largest: for the smallest, all values are
/// turned round. Reaches its own fixpoint.
#[derive(Debug)]
struct Choice {
    scope: Box<[VarId]>,
    end: End,
    /// Whether all domains are one word with a common base.
    aligned: bool,
}

/// The result is at least what some variable is.
const REACHED: Why = Why::rule(0);
/// The result is at most what some variable can be.
const REACHABLE: Why = Why::rule(1);
/// No variable can have this value.
const VALUE: Why = Why::rule(2);
/// No variable exceeds the result.
const EXCEEDED: Why = Why::rule(3);
/// One variable alone, at the position of the argument, can be the one.
const ONLY: Why = Why::rule(4);

impl Choice {
    fn low(&self, cx: &Cx<'_>, x: VarId) -> i64 {
        self.end.bounds(cx.min(x), cx.max(x)).0
    }

    fn high(&self, cx: &Cx<'_>, x: VarId) -> i64 {
        self.end.bounds(cx.min(x), cx.max(x)).1
    }

    fn at_most(&self, cx: &mut Cx<'_>, x: VarId, high: i64, why: Why) -> Result<bool, Conflict> {
        match self.end {
            End::Smallest => cx.at_least(x, !high, why),
            End::Largest => cx.at_most(x, high, why),
        }
    }

    fn at_least(&self, cx: &mut Cx<'_>, x: VarId, low: i64, why: Why) -> Result<bool, Conflict> {
        match self.end {
            End::Smallest => cx.at_most(x, !low, why),
            End::Largest => cx.at_least(x, low, why),
        }
    }

    fn low_fact(&self, past: Past<'_>, x: VarId, out: &mut Vec<Atom>) {
        match self.end {
            End::Smallest => past.max_fact(x, out),
            End::Largest => past.min_fact(x, out),
        }
    }

    fn high_fact(&self, past: Past<'_>, x: VarId, out: &mut Vec<Atom>) {
        match self.end {
            End::Smallest => past.min_fact(x, out),
            End::Largest => past.max_fact(x, out),
        }
    }

    /// Prunes the result by what the variables can be.
    fn prune_result(&self, cx: &mut Cx<'_>, vars: &[VarId], result: VarId) -> Result<bool, Conflict> {
        let low = vars.iter().map(|&x| self.low(cx, x)).max().unwrap_or(i64::MIN);
        let high = vars.iter().map(|&x| self.high(cx, x)).max().unwrap_or(i64::MAX);
        let mut changed = self.at_least(cx, result, low, REACHED)?;
        changed |= self.at_most(cx, result, high, REACHABLE)?;
        if self.aligned {
            let union = vars.iter().fold(0, |union, &x| union | cx.mask(x));
            changed |= cx.keep_mask(result, union, VALUE)?;
        }
        Ok(changed)
    }
}

impl Propagator for Choice {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn name(&self) -> &'static str {
        "extremum"
    }

    fn rules(&self) -> &'static [Rule] {
        const {
            &[
                Rule::new("one of the variables lies beyond it already"),
                Rule::new("none of the variables can go that far"),
                Rule::new("none of the variables can have the value"),
                Rule::new("the value would go beyond the outermost one"),
                Rule::new("only this variable can still be the outermost one"),
            ]
        }
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let [vars @ .., result] = &*self.scope else { return Ok(Outcome::Entailed) };
        let result = *result;
        let is_open = |x: &&VarId| !cx.is_fixed(**x);
        if cx.strength() == Strength::Unit && self.scope.iter().filter(is_open).nth(1).is_some() {
            return Ok(Outcome::AtFixpoint);
        }
        loop {
            let mut changed = self.prune_result(cx, vars, result)?;
            let (low, high) = (self.low(cx, result), self.high(cx, result));
            let mut reaching = vars.iter().enumerate().filter(|&(_, &x)| self.high(cx, x) >= low);
            // At least one reaches it, for the result is at most what some variable can be.
            let only = reaching.next().filter(|_| reaching.next().is_none()).map(|(i, &x)| (i, x));
            for &x in vars {
                let lowered = self.at_most(cx, x, high, EXCEEDED)?;
                changed |= lowered;
                if lowered && !cx.spend(4) {
                    return Ok(Outcome::Suspend);
                }
            }
            if let Some((i, x)) = only {
                let why = ONLY.with(i as u32);
                changed |= cx.keep_common(x, result, why)?;
            }
            if !changed {
                let reached = cx.is_fixed(result) && vars.iter().any(|&x| self.low(cx, x) == high);
                return Ok(if reached { Outcome::Entailed } else { Outcome::AtFixpoint });
            }
        }
    }

    fn explain(&self, inferred: Option<Atom>, why: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        let ([vars @ .., result], Some(atom)) = (&*self.scope, inferred) else { return };
        match why {
            REACHED => {
                let furthest = vars.iter().max_by_key(|&&x| self.end.bounds(past.min(x), past.max(x)).0);
                furthest.into_iter().for_each(|&x| self.low_fact(past, x, out));
            }
            REACHABLE => vars.iter().for_each(|&x| self.high_fact(past, x, out)),
            VALUE => {
                let had = |x: &&VarId| past.initial().contains(**x, atom.value);
                out.extend(vars.iter().filter(had).map(|&x| Atom::ne(x, atom.value)));
            }
            EXCEEDED => self.high_fact(past, *result, out),
            _ => {
                let only = why.argument() as usize;
                let others = vars.iter().enumerate().filter(|&(i, _)| i != only);
                others.for_each(|(_, &x)| self.high_fact(past, x, out));
                self.low_fact(past, *result, out);
                let partner = if atom.var == *result { vars[only] } else { *result };
                if past.initial().contains(partner, atom.value) {
                    out.push(Atom::ne(partner, atom.value));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Domain;
    use crate::testing::{Consistency, check};

    const BOTH: [fn(&[VarId]) -> Extremum; 2] = [|x| minimum(x), |x| maximum(x)];

    #[test]
    fn variables_and_constants() {
        let domains: [Domain; 4] = [(-2..=2).into(), [-3, 0, 4].into(), (1..=3).into(), (-3..=4).into()];
        for extremum in BOTH {
            check(domains.clone(), |x| extremum(&x[..3]).equals(x[3])).run();
            check(domains.clone(), |x| extremum(&x[..1]).equals(x[1])).run();
            check(domains.clone(), |x| extremum(&x[..2]).equals(x[1])).run();
            check(domains.clone(), |x| extremum(&[x[0], x[1], x[0]]).equals(x[2])).run();
            check(domains.clone(), |x| extremum(&[]).equals(x[2])).run();
            for result in -4..=5 {
                check(domains.clone(), |x| extremum(&x[..3]).equals(result)).run();
                check(domains.clone(), |_| extremum(&[]).equals(result)).run();
            }
        }
    }

    #[test]
    fn values_far_apart_and_the_ends_of_i64() {
        let far: [Domain; 3] = [[-70, 0, 63].into(), [-63, 0, 200].into(), [-70, -63, 7, 200].into()];
        let ends: [Domain; 3] =
            [(i64::MIN..=i64::MIN + 2).into(), (i64::MAX - 2..=i64::MAX).into(), (i64::MAX - 1..=i64::MAX).into()];
        for extremum in BOTH {
            for domains in [&far, &ends] {
                check(domains.clone(), |x| extremum(&x[..2]).equals(x[2])).run();
                check(domains.clone(), |x| extremum(x).equals(i64::MIN)).run();
                check(domains.clone(), |x| extremum(x).equals(0)).run();
            }
        }
    }

    #[test]
    fn ranges_are_bounds_consistent() {
        for extremum in BOTH {
            check([1..=4, 0..=3, -1..=5], |x| extremum(&x[..2]).equals(x[2])).promises(Consistency::Bounds).run();
        }
    }
}
