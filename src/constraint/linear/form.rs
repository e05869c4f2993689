//! The form that a linear constraint is posted in: each variable once, no common factor, the constant on the right; and
//! the choice of its propagators.

use super::bounds::{Bounds, Coefficients, Ones};
use super::conditional::{Conditional, Refutable};
use super::different::Different;
use super::pair::Pair;
use super::unary::{TruthValue, Unary};
use super::{Comparison, Expr};
use crate::constraint::{Link, ModelError, Posting, TableKey, TableRequest, Tabulate};
use crate::ids::{Atom, VarId};
use indexmap::IndexMap;
use std::borrow::Cow;
use std::sync::Arc;

/// `coefficients * vars <relation> bound`, with coefficients other than 0 that have no common factor.
pub(super) struct Form {
    vars: Box<[VarId]>,
    coefficients: Box<[i64]>,
    relation: Relation,
    bound: i128,
    /// The smallest and the largest sum that the initial domains allow, both within `i64`.
    low: i128,
    high: i128,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    Equal,
    Different,
    AtMost,
}

impl Form {
    /// The form of an expression that compares with 0; `None` where a number leaves the 64-bit range.
    pub(super) fn of(expr: &Expr, comparison: Comparison, to: &Posting<'_>) -> Option<Self> {
        if expr.overflowed {
            return None;
        }
        let terms = merged(&expr.terms)?;
        let relation = match comparison {
            Comparison::Equal => Relation::Equal,
            Comparison::Different => Relation::Different,
            Comparison::AtMost | Comparison::AtLeast => Relation::AtMost,
        };
        // `>=` turns round; the others do where that makes the coefficients positive.
        let negate = match comparison {
            Comparison::AtLeast => true,
            Comparison::AtMost => false,
            _ => terms.iter().all(|&(coefficient, _)| coefficient < 0),
        };
        let factor =
            terms.iter().fold(0, |gcd, (coefficient, _)| greatest_common_divisor(gcd, coefficient.unsigned_abs()));
        let factor = i128::from(factor.max(1)) * if negate { -1 } else { 1 };
        let mut coefficients = Vec::with_capacity(terms.len());
        for &(coefficient, _) in terms.iter() {
            // Most sums have no factor, and a division of 128 bits is slow.
            let divide = |c: i64| i64::try_from(i128::from(c) / factor).ok();
            coefficients.push(if factor == 1 { coefficient } else { divide(coefficient)? });
        }
        let mut form = Self {
            coefficients: coefficients.into(),
            vars: terms.iter().map(|&(_, x)| x).collect(),
            relation,
            bound: 0,
            low: 0,
            high: 0,
        };
        form.bound = form.divided(expr.constant.checked_neg()?, factor);
        for (coefficient, &x) in form.coefficients.iter().zip(&form.vars) {
            let (min, max) = to.domain(x).bounds()?;
            let ends = [min, max].map(|v| i128::from(*coefficient) * i128::from(v));
            form.low = form.low.checked_add(ends[0].min(ends[1]))?;
            form.high = form.high.checked_add(ends[0].max(ends[1]))?;
        }
        let fits = |sum: i128| i64::try_from(sum).is_ok();
        (fits(form.low) && fits(form.high)).then_some(form)
    }

    /// The right side after a division of the left by `factor`. Where no sum of multiples can hit it, the variables go,
    /// and a comparison of 0 with 1 stays.
    fn divided(&mut self, bound: i128, factor: i128) -> i128 {
        match self.relation {
            _ if factor == 1 => bound,
            Relation::AtMost => {
                let bound = if factor < 0 { -bound } else { bound };
                bound.div_euclid(factor.abs())
            }
            _ if bound % factor == 0 => bound / factor,
            _ => {
                self.vars = Box::default();
                self.coefficients = Box::default();
                1
            }
        }
    }

    /// Whether it holds for all values, or for none.
    fn decided(&self) -> Option<bool> {
        let Self { bound, low, high, .. } = *self;
        let (reachable, fixed) = (low <= bound && bound <= high, low == high);
        match self.relation {
            Relation::Equal if !reachable || fixed => Some(reachable),
            Relation::Different if !reachable || fixed => Some(!reachable),
            Relation::AtMost if bound < low || high <= bound => Some(high <= bound),
            _ => None,
        }
    }

    /// Posts the propagators; `tables` says whether it may become a table.
    pub(super) fn post(self, tables: bool, to: &mut Posting<'_>) -> Result<(), ModelError> {
        match self.decided() {
            Some(true) => return Ok(()),
            Some(false) => {
                to.never();
                return Ok(());
            }
            None => {}
        }
        let simple = matches!((&*self.coefficients, self.relation), ([_] | [1, -1] | [-1, 1], Relation::Equal));
        if tables && self.relation == Relation::Equal && !simple && self.post_table(to)? {
            return Ok(());
        }
        to.shared(self.propagator());
        Ok(())
    }

    /// Posts the propagators that tie its truth to a variable, and says whether it did: not where numbers of the opposite
    /// leave the 64-bit range.
    pub(super) fn post_reified(self, truth: VarId, link: Link, to: &mut Posting<'_>) -> bool {
        match (self.decided(), link) {
            (Some(holds), Link::Iff) => to.propagator(Unary::new(Atom::eq(truth, i64::from(holds)))),
            (Some(false), Link::Implies) => to.propagator(Unary::new(Atom::eq(truth, 0))),
            (Some(true), Link::Implies) => {
                to.propagator(TruthValue::new(truth));
            }
            (None, _) => {
                let Some(opposite) = self.negated() else { return false };
                to.propagator(Conditional::new(truth, link, self.propagator(), opposite.propagator()));
            }
        }
        true
    }

    /// The form of the opposite; `None` where a number leaves the 64-bit range.
    fn negated(&self) -> Option<Self> {
        let (vars, coefficients) = (self.vars.clone(), self.coefficients.clone());
        let Self { bound, low, high, .. } = *self;
        match self.relation {
            Relation::Equal => Some(Self { vars, coefficients, relation: Relation::Different, bound, low, high }),
            Relation::Different => Some(Self { vars, coefficients, relation: Relation::Equal, bound, low, high }),
            Relation::AtMost => {
                let coefficients = coefficients.iter().map(|c| c.checked_neg()).collect::<Option<_>>()?;
                i64::try_from(-low).ok()?;
                let (bound, low, high) = (-bound - 1, -high, -low);
                Some(Self { vars, coefficients, relation: Relation::AtMost, bound, low, high })
            }
        }
    }

    /// The propagator of an undecided form.
    fn propagator(self) -> Arc<dyn Refutable> {
        // An undecided bound lies between two sums.
        let bound = self.bound as i64;
        let positive = self.coefficients.iter().all(|&c| c == 1);
        match (&*self.vars, &*self.coefficients, self.relation) {
            (&[x], &[sign], relation) => Arc::new(Unary::new(match relation {
                Relation::Equal => Atom::eq(x, sign * bound),
                Relation::Different => Atom::ne(x, sign * bound),
                Relation::AtMost if sign > 0 => Atom::at_most(x, bound),
                Relation::AtMost => Atom::at_least(x, -bound),
            })),
            (_, _, Relation::Different) => Arc::new(Different::new(self.vars, self.coefficients, bound)),
            (&[x, y], &[1, -1], Relation::Equal) => Arc::new(Pair::difference(x, y, bound)),
            (&[x, y], &[-1, 1], Relation::Equal) => Arc::new(Pair::difference(y, x, bound)),
            (&[x, y], &[1, 1], Relation::Equal) => Arc::new(Pair::sum(x, y, bound)),
            (_, _, relation) if positive => Arc::new(Bounds::new(self.vars, Ones, bound, relation == Relation::Equal)),
            (_, _, relation) => Arc::new(Bounds::new(self.vars, self.coefficients, bound, relation == Relation::Equal)),
        }
    }

    /// Asks for a table of the equation. Sums wrap, which cannot be seen: whole ones fit.
    fn post_table(&self, to: &mut Posting<'_>) -> Result<bool, ModelError> {
        let bound = self.bound as i64;
        // What the variables from a position on can add, at least and at most.
        let mut rest = vec![(0_i64, 0_i64); self.vars.len() + 1];
        for (i, &x) in self.vars.iter().enumerate().rev() {
            let Some((min, max)) = to.domain(x).bounds() else { return Ok(false) };
            let (low, high) = self.coefficients.ordered(i, min, max);
            rest[i] = (rest[i + 1].0.wrapping_add(low), rest[i + 1].1.wrapping_add(high));
        }
        let accepts = |prefix: &[i64]| {
            let terms = prefix.iter().zip(&self.coefficients);
            let sum = terms.fold(0_i64, |sum, (&v, &coefficient)| sum.wrapping_add(v.wrapping_mul(coefficient)));
            let (low, high) = rest[prefix.len()];
            sum.wrapping_add(low) <= bound && bound <= sum.wrapping_add(high)
        };
        let parameters: Vec<i64> = self.coefficients.iter().copied().chain([bound]).collect();
        to.table(&TableRequest {
            scope: &self.vars,
            when: Tabulate::WhenFast,
            key: Some(table_key(&parameters)),
            accepts: &accepts,
        })
    }
}

/// The key of the table of an equation with these coefficients, the last of which is the bound.
pub(super) fn table_key(parameters: &[i64]) -> TableKey<'_> {
    TableKey::own("sum", parameters)
}

/// The terms with each variable once and no coefficient 0, in the order of first occurrence; `None` where coefficients
/// overflow.
fn merged(terms: &[(i64, VarId)]) -> Option<Cow<'_, [(i64, VarId)]>> {
    let new = |(i, (c, x)): (usize, &(i64, VarId))| *c != 0 && terms[..i].iter().all(|(_, y)| x != y);
    if terms.len() <= 16 && terms.iter().enumerate().all(new) {
        return Some(terms.into());
    }
    let mut sums: IndexMap<VarId, i64> = IndexMap::with_capacity(terms.len());
    for &(coefficient, x) in terms {
        let sum = sums.entry(x).or_default();
        *sum = sum.checked_add(coefficient)?;
    }
    Some(sums.into_iter().filter(|&(_, c)| c != 0).map(|(x, c)| (c, x)).collect::<Vec<_>>().into())
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
