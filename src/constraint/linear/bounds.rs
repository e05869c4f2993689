//! `a*x + b*y + … = c` and `<= c`, pruned at the bounds.

use super::conditional::Refutable;
use crate::agenda::Priority;
use crate::ids::{Atom, VarId};
use crate::propagate::{Cx, Outcome, Propagator, Rule, Strength};
use crate::store::{Conflict, Events, Past, Why};
use std::fmt;

/// The coefficients of a sum, none of them 0. A type of its own for "all are 1" spares multiplications and divisions.
pub(super) trait Coefficients: fmt::Debug + Send + Sync {
    /// The coefficient at a position.
    fn at(&self, position: usize) -> i64;

    /// The smallest and the largest contribution of a variable between `min` and `max`, modulo 2^64.
    #[inline]
    fn ordered(&self, position: usize, min: i64, max: i64) -> (i64, i64) {
        let coefficient = self.at(position);
        let (min, max) = (min.wrapping_mul(coefficient), max.wrapping_mul(coefficient));
        if coefficient > 0 { (min, max) } else { (max, min) }
    }
}

/// All coefficients are 1.
#[derive(Debug)]
pub(super) struct Ones;

impl Coefficients for Ones {
    #[inline]
    fn at(&self, _: usize) -> i64 {
        1
    }
}

impl Coefficients for Box<[i64]> {
    #[inline]
    fn at(&self, position: usize) -> i64 {
        self[position]
    }
}

/// Reaches its own fixpoint. Whole sums fit `i64`; parts of them may wrap on the way. Distances are kept as `u64`, which
/// holds every distance between two sums.
#[derive(Debug)]
pub(super) struct Bounds<C> {
    scope: Box<[VarId]>,
    coefficients: C,
    bound: i64,
    /// Whether the sum equals the bound, instead of being at most that.
    equation: bool,
}

/// The others contribute at least so much.
const LEAST: Why = Why::rule(0);
/// The others contribute at most so much.
const MOST: Why = Why::rule(1);

impl<C: Coefficients> Bounds<C> {
    pub(super) fn new(scope: Box<[VarId]>, coefficients: C, bound: i64, equation: bool) -> Self {
        Self { scope, coefficients, bound, equation }
    }

    /// Lets the variable at a position, between `min` and `max`, contribute at most `room` more than its least (why
    /// `LEAST`), or less than its most (why `MOST`).
    fn limit(
        &self,
        cx: &mut Cx<'_>,
        position: usize,
        (min, max): (i64, i64),
        room: u64,
        why: Why,
    ) -> Result<bool, Conflict> {
        let (x, coefficient) = (self.scope[position], self.coefficients.at(position));
        let steps = (room / coefficient.unsigned_abs()) as i64;
        if (why == LEAST) == (coefficient > 0) {
            cx.at_most(x, min + steps, why)
        } else {
            cx.at_least(x, max - steps, why)
        }
    }
}

/// The distance from `low` up to `high`.
#[inline]
fn distance(low: i64, high: i64) -> u64 {
    high.wrapping_sub(low) as u64
}

impl<C: Coefficients> Propagator for Bounds<C> {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn name(&self) -> &'static str {
        "sum by bounds"
    }

    fn rules(&self) -> &'static [Rule] {
        const {
            &[
                Rule::new("the bounds of the sum: the others make at least so much"),
                Rule::new("the bounds of the sum: the others make at most so much"),
            ]
        }
    }

    fn subscribe(&self, on: &mut dyn FnMut(usize, Events)) {
        for position in 0..self.scope.len() {
            let events = match (self.equation, self.coefficients.at(position) > 0) {
                (true, _) => Events::BOUNDS,
                (false, true) => Events::MIN,
                (false, false) => Events::MAX,
            };
            on(position, events.and(Events::FIX));
        }
    }

    fn priority(&self) -> Priority {
        if self.scope.len() == 2 { Priority::Binary } else { Priority::Linear }
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let is_open = |x: &&VarId| !cx.is_fixed(**x);
        if cx.strength() == Strength::Unit && self.scope.iter().filter(is_open).nth(1).is_some() {
            return Ok(Outcome::AtFixpoint);
        }
        loop {
            let (mut least, mut most, mut widest) = (0_i64, 0_i64, 0_u64);
            for (position, &x) in self.scope.iter().enumerate() {
                let (low, high) = self.coefficients.ordered(position, cx.min(x), cx.max(x));
                least = least.wrapping_add(low);
                most = most.wrapping_add(high);
                widest = widest.max(distance(low, high));
            }
            if least > self.bound {
                return Err(cx.fail(LEAST));
            }
            if self.equation && most < self.bound {
                return Err(cx.fail(MOST));
            }
            let entailed = if self.equation { least == most } else { most <= self.bound };
            if entailed {
                return Ok(Outcome::Entailed);
            }
            let above = distance(least, self.bound);
            let below = if self.equation { distance(self.bound, most) } else { u64::MAX };
            if widest <= above.min(below) {
                return Ok(Outcome::AtFixpoint);
            }
            for (position, &x) in self.scope.iter().enumerate() {
                let ends = (cx.min(x), cx.max(x));
                let (low, high) = self.coefficients.ordered(position, ends.0, ends.1);
                let span = distance(low, high);
                if span > above {
                    self.limit(cx, position, ends, above, LEAST)?;
                }
                if span > below {
                    self.limit(cx, position, ends, below, MOST)?;
                }
            }
            if !cx.spend_on(8 * self.scope.len()) {
                return Ok(Outcome::Suspend);
            }
        }
    }

    fn explain(&self, inferred: Option<Atom>, why: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        for (position, &x) in self.scope.iter().enumerate() {
            if inferred.is_some_and(|atom| atom.var == x) {
                continue;
            }
            if (why == LEAST) == (self.coefficients.at(position) > 0) {
                past.min_fact(x, out);
            } else {
                past.max_fact(x, out);
            }
        }
    }
}

impl<C: Coefficients> Refutable for Bounds<C> {
    fn refuted(&self, now: Past<'_>) -> Option<Why> {
        let ends = self.scope.iter().enumerate().map(|(i, &x)| self.coefficients.ordered(i, now.min(x), now.max(x)));
        let (least, most) =
            ends.fold((0_i64, 0_i64), |(least, most), (low, high)| (least.wrapping_add(low), most.wrapping_add(high)));
        if least > self.bound { Some(LEAST) } else { (self.equation && most < self.bound).then_some(MOST) }
    }
}
