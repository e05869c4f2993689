//! `a*x + b*y + … != c`: when one variable is open, it loses the value that would make the sum.

use super::conditional::Refutable;
use crate::agenda::Priority;
use crate::ids::{Atom, VarId};
use crate::propagate::{Cx, Outcome, Propagator, Rule};
use crate::store::{Conflict, Events, Past, Why};

/// Domain-consistent. Sums wrap, which cannot be seen: whole sums and the constant fit `i64`, so that two of them are equal
/// if they are equal modulo 2^64.
#[derive(Debug)]
pub(super) struct Different {
    scope: Box<[VarId]>,
    coefficients: Box<[i64]>,
    constant: i64,
}

const LAST: Why = Why::rule(0);

impl Different {
    pub(super) fn new(scope: Box<[VarId]>, coefficients: Box<[i64]>, constant: i64) -> Self {
        Self { scope, coefficients, constant }
    }
}

impl Different {
    /// What an open variable must not contribute, when all others are fixed. No sum of domains leaves 128 bits.
    fn missing(&self, cx: &Cx<'_>, open: VarId) -> i128 {
        let others = self.scope.iter().zip(&self.coefficients).filter(|&(&x, _)| x != open);
        let sum: i128 = others.map(|(&x, &c)| i128::from(cx.min(x)) * i128::from(c)).sum();
        i128::from(self.constant) - sum
    }
}

impl Propagator for Different {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn name(&self) -> &'static str {
        "sum that differs"
    }

    fn rules(&self) -> &'static [Rule] {
        const { &[Rule::new("the others are fixed, and this value would make the sum that must not be")] }
    }

    fn events(&self) -> Option<Events> {
        Some(Events::FIX)
    }

    fn priority(&self) -> Priority {
        if self.scope.len() == 2 { Priority::Binary } else { Priority::Linear }
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let mut open = None;
        // Modulo 2^64, which tells sums apart and single values, but not their multiples.
        let mut missing = self.constant;
        for (&x, &coefficient) in self.scope.iter().zip(&self.coefficients) {
            match cx.value(x) {
                Some(v) => missing = missing.wrapping_sub(v.wrapping_mul(coefficient)),
                None if open.is_some() => return Ok(Outcome::AtFixpoint),
                None => open = Some((x, coefficient)),
            }
        }
        match open {
            None if missing == 0 => return Err(cx.fail(LAST)),
            None => {}
            Some((x, sign @ (1 | -1))) => _ = cx.remove(x, missing.wrapping_mul(sign), LAST)?,
            Some((x, coefficient)) => {
                let (coefficient, missing) = (i128::from(coefficient), self.missing(cx, x));
                let value = i64::try_from(missing / coefficient).ok().filter(|_| missing % coefficient == 0);
                value.map_or(Ok(false), |value| cx.remove(x, value, LAST))?;
            }
        }
        Ok(Outcome::Entailed)
    }

    fn explain(&self, inferred: Option<Atom>, _: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        for &x in &self.scope {
            if inferred.is_none_or(|atom| atom.var != x) {
                past.facts(x, out);
            }
        }
    }
}

impl Refutable for Different {
    fn refuted(&self, now: Past<'_>) -> Option<Why> {
        let terms = self.scope.iter().zip(&self.coefficients);
        let sum = terms
            .map(|(&x, c)| now.value(x).map(|v| v.wrapping_mul(*c)))
            .try_fold(0, |sum: i64, term| term.map(|t| sum.wrapping_add(t)));
        (sum == Some(self.constant)).then_some(LAST)
    }
}
