//! Brute force over the shoulder of the engine: every claim of a propagator is compared with what its constraint means.

use crate::agenda::ALL_DIRTY;
use crate::ids::{Atom, ConstraintId, PropId, VarId};
use crate::limit::Budget;
use crate::propagate::{Inspector, Outcome, Parts};
use crate::store::{Past, Why};
use std::fmt;
use std::sync::Arc;

/// What constraints mean, for checks that share no code with any propagator.
pub trait Oracle: fmt::Debug + Send + Sync {
    /// The variables of a constraint; may name one twice.
    fn scope(&self, constraint: ConstraintId) -> &[VarId];

    /// Whether the constraint holds for these values.
    fn holds(&self, constraint: ConstraintId, value: &dyn Fn(VarId) -> i64) -> bool;
}

/// Beyond this many assignments a claim is believed.
const MOST_ASSIGNMENTS: u64 = 20_000;

/// Claims about variables with more values are believed too.
const MOST_VALUES: u64 = 65_536;

/// The inspector behind `Engine::check_claims`.
#[derive(Debug)]
pub(super) struct ClaimCheck {
    oracle: Arc<dyn Oracle>,
}

impl Inspector for ClaimCheck {
    fn run_ended(&mut self, parts: &mut Parts<'_>, p: PropId, trail: usize, outcome: Option<Outcome>) {
        let end = parts.store.trail_len();
        for at in trail..end {
            let entry = parts.store.entry(at);
            let Some(x) = parts.store.owner(entry.word) else { continue };
            let (before, after) = (parts.store.past(at), parts.store.past(at + 1));
            if before.size(x) > MOST_VALUES {
                continue;
            }
            let gone: Vec<i64> = before.values(x).filter(|&v| !after.contains(x, v)).collect();
            for v in gone {
                self.check_explanation(parts, p, Some(Atom::ne(x, v)), entry.cause.why(), before);
            }
        }
        match outcome {
            None => self.check_failure(parts, p),
            Some(Outcome::Entailed) => {
                self.check_entailed(parts, p);
                check_fixpoint(parts, p);
            }
            Some(Outcome::AtFixpoint) if parts.posted(p).distinct => check_fixpoint(parts, p),
            Some(_) => {}
        }
    }
}

impl ClaimCheck {
    pub(super) fn new(oracle: Arc<dyn Oracle>) -> Self {
        Self { oracle }
    }

    fn check_failure(&self, parts: &Parts<'_>, p: PropId) {
        let Some(failure) = parts.store.failure() else { panic!("{p:?} returned a conflict without recording it") };
        let past = parts.store.past(failure.at);
        let why = failure.cause.why();
        match failure.var {
            None => self.check_explanation(parts, p, None, why, past),
            Some(x) if past.size(x) > MOST_VALUES => {}
            Some(x) => {
                for v in past.values(x).collect::<Vec<_>>() {
                    self.check_explanation(parts, p, Some(Atom::ne(x, v)), why, past);
                }
            }
        }
    }

    /// The premises must be certain, and no assignment may meet them, hold and contradict the inference.
    fn check_explanation(&self, parts: &Parts<'_>, p: PropId, inferred: Option<Atom>, why: Why, past: Past<'_>) {
        let propagator = &*parts.posted(p).propagator;
        let mut premises = Vec::new();
        propagator.explain(inferred, why, past, &mut premises);
        for &premise in &premises {
            assert!(
                past.entails(premise),
                "{propagator:?} explains {inferred:?} by {premise:?}, which was not certain"
            );
        }
        premises.extend(inferred.and_then(Atom::negated));
        let counterexample = self.find(
            parts,
            p,
            |x| {
                let values = past.initial().values(x);
                values.filter(|&v| premises.iter().all(|a| a.var != x || a.holds(v))).collect()
            },
            true,
        );
        premises.truncate(premises.len() - usize::from(inferred.is_some()));
        if let Some(counterexample) = counterexample {
            panic!("{propagator:?} explains {inferred:?} by {premises:?}, but {counterexample:?} is a solution");
        }
    }

    fn check_entailed(&self, parts: &Parts<'_>, p: PropId) {
        if let Some(counterexample) = self.find(parts, p, |x| parts.store.values(x).collect(), false) {
            panic!("{:?} claimed to be entailed, but {counterexample:?} violates it", parts.posted(p).propagator);
        }
    }

    /// An assignment of the parents' scopes within these domains for which all parents hold (or not all do), if there
    /// are few enough assignments to look at.
    fn find(
        &self,
        parts: &Parts<'_>,
        p: PropId,
        domain: impl Fn(VarId) -> Vec<i64>,
        hold: bool,
    ) -> Option<Vec<(VarId, i64)>> {
        let parents: Vec<ConstraintId> = parts.posted(p).parents.iter().collect();
        let mut vars: Vec<VarId> = parents.iter().flat_map(|&c| self.oracle.scope(c).iter().copied()).collect();
        vars.extend_from_slice(parts.posted(p).propagator.scope());
        vars.sort_unstable();
        vars.dedup();
        if vars.iter().any(|&x| parts.store.past(0).size(x) > MOST_VALUES) {
            return None;
        }
        let domains: Vec<Vec<i64>> = vars.iter().map(|&x| domain(x)).collect();
        let assignments = domains.iter().try_fold(1_u64, |n, d| n.checked_mul(d.len() as u64));
        if assignments.is_none_or(|n| n > MOST_ASSIGNMENTS) {
            return None;
        }
        let mut index = vec![0; vars.len()];
        for _ in 0..assignments? {
            let value = |x: VarId| vars.binary_search(&x).map_or(0, |i| domains[i][index[i]]);
            if parents.iter().all(|&c| self.oracle.holds(c, &value)) == hold {
                return Some(vars.iter().map(|&x| (x, value(x))).collect());
            }
            for (i, domain) in index.iter_mut().zip(&domains) {
                *i += 1;
                if *i < domain.len() {
                    break;
                }
                *i = 0;
            }
        }
        None
    }
}

/// Runs a propagator again that says this would change nothing.
fn check_fixpoint(parts: &mut Parts<'_>, p: PropId) {
    let scope = parts.posted(p).propagator.scope().to_vec();
    if scope.iter().any(|&x| parts.store.size(x) > MOST_VALUES) {
        return;
    }
    let domains =
        |parts: &Parts<'_>| -> Vec<Vec<i64>> { scope.iter().map(|&x| parts.store.values(x).collect()).collect() };
    let before = domains(parts);
    let result = parts.run(p, parts.posted(p), ALL_DIRTY, &mut Budget::unlimited());
    let after = domains(parts);
    assert!(
        result.is_ok() && before == after,
        "{:?} claimed its fixpoint at {before:?}, but a second run gave {result:?} and {after:?}",
        parts.posted(p).propagator,
    );
}
