//! A linear constraint over one variable: a claim that is made true once.

use super::conditional::Refutable;
use crate::agenda::Priority;
use crate::ids::{Atom, Op, VarId};
use crate::propagate::{Cx, Outcome, Propagator, Rule};
use crate::store::{Conflict, Events, Past, Why};

#[derive(Debug)]
pub(super) struct Unary {
    scope: [VarId; 1],
    claim: Atom,
}

impl Unary {
    pub(super) fn new(claim: Atom) -> Self {
        Self { scope: [claim.var], claim }
    }
}

impl Propagator for Unary {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn name(&self) -> &'static str {
        "bound"
    }

    fn rules(&self) -> &'static [Rule] {
        const { &[Rule::new("it says so of this variable alone")] }
    }

    fn subscribe(&self, on: &mut dyn FnMut(usize, Events)) {
        on(0, Events::against(self.claim.op));
    }

    fn priority(&self) -> Priority {
        Priority::Unary
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let Atom { var, op, value } = self.claim;
        match op {
            Op::Eq => cx.fix(var, value, Why::rule(0)),
            Op::Ne => cx.remove(var, value, Why::rule(0)),
            Op::Ge => cx.at_least(var, value, Why::rule(0)),
            Op::Le => cx.at_most(var, value, Why::rule(0)),
        }?;
        Ok(Outcome::Entailed)
    }

    /// The constraint alone suffices for what it prunes.
    fn explain(&self, inferred: Option<Atom>, _: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        if inferred.is_none() {
            out.extend(self.claim.negated().filter(|&opposite| !past.initial().entails(opposite)));
        }
    }
}

/// What is left of a reified constraint that holds whatever the values: its truth value is one.
#[derive(Debug)]
pub(super) struct TruthValue {
    scope: [VarId; 1],
}

impl TruthValue {
    pub(super) fn new(truth: VarId) -> Self {
        Self { scope: [truth] }
    }
}

impl Propagator for TruthValue {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn name(&self) -> &'static str {
        "truth value"
    }

    fn rules(&self) -> &'static [Rule] {
        const { &[Rule::new("a truth value is 0 or 1")] }
    }

    fn priority(&self) -> Priority {
        Priority::Unary
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        cx.at_least(self.scope[0], 0, Why::rule(0))?;
        cx.at_most(self.scope[0], 1, Why::rule(0))?;
        Ok(Outcome::Entailed)
    }

    /// The constraint alone suffices.
    fn explain(&self, _: Option<Atom>, _: Why, _: Past<'_>, _: &mut Vec<Atom>) {}
}

impl Refutable for Unary {
    fn refuted(&self, now: Past<'_>) -> Option<Why> {
        (!now.allows(self.claim)).then_some(Why::rule(0))
    }
}
