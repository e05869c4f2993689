//! A linear comparison whose truth a 0/1 variable knows.

use crate::agenda::Priority;
use crate::constraint::Link;
use crate::ids::{Atom, VarId};
use crate::propagate::{Cx, Outcome, Propagator, Rule};
use crate::store::{Conflict, Events, Past, Why};
use std::sync::Arc;

/// A propagator without state that can tell from the domains alone whether its constraint cannot hold.
pub(super) trait Refutable: Propagator {
    /// Why it cannot hold, if it cannot; [`explain`](Propagator::explain) knows that reason for a contradiction.
    fn refuted(&self, now: Past<'_>) -> Option<Why>;
}

/// Runs a comparison once the 0/1 variable is 1, its opposite once that is 0, and fixes that variable when either cannot
/// hold. Reasons of the two are passed on: the 0/1 variable says whose they are.
#[derive(Debug)]
pub(super) struct Conditional {
    /// The 0/1 variable, then those of the comparison.
    scope: Box<[VarId]>,
    link: Link,
    comparison: Arc<dyn Refutable>,
    opposite: Arc<dyn Refutable>,
}

/// It is 0 or 1. The rules before this are those of the comparison and its opposite.
const BOOLEAN: Why = Why::rule(2);
/// The comparison cannot hold.
const REFUTED: Why = Why::rule(3);
/// Its opposite cannot hold.
const PROVED: Why = Why::rule(4);

impl Conditional {
    pub(super) fn new(truth: VarId, link: Link, comparison: Arc<dyn Refutable>, opposite: Arc<dyn Refutable>) -> Self {
        let scope = [truth].iter().chain(comparison.scope()).copied().collect();
        Self { scope, link, comparison, opposite }
    }

    fn truth(&self) -> VarId {
        self.scope[0]
    }
}

impl Propagator for Conditional {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn name(&self) -> &'static str {
        "truth of a sum"
    }

    fn rules(&self) -> &'static [Rule] {
        const {
            &[
                Rule::new("it is settled whether the comparison holds, and the others leave no such value"),
                Rule::new("it is settled whether the comparison holds, and the others make at most so much"),
                Rule::new("it says whether something holds, so that it is 0 or 1"),
                Rule::new("the comparison can no longer hold"),
                Rule::new("the comparison holds in any case"),
            ]
        }
    }

    fn subscribe(&self, on: &mut dyn FnMut(usize, Events)) {
        on(0, Events::FIX);
        let scope = self.comparison.scope();
        let mut wakes = vec![Events::NONE; scope.len()];
        for either in [&self.comparison, &self.opposite] {
            either.subscribe(&mut |position, events| {
                // The two may list the variables in different orders.
                let x = either.scope()[position];
                wakes.iter_mut().zip(scope).filter(|(_, y)| **y == x).for_each(|(wake, _)| *wake = wake.and(events));
            });
        }
        wakes.into_iter().enumerate().for_each(|(position, events)| on(position + 1, events));
    }

    fn priority(&self) -> Priority {
        self.comparison.priority().max(Priority::Binary)
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let truth = self.truth();
        cx.at_least(truth, 0, BOOLEAN)?;
        cx.at_most(truth, 1, BOOLEAN)?;
        match (cx.value(truth), self.link) {
            (Some(0), Link::Implies) => Ok(Outcome::Entailed),
            (Some(0), Link::Iff) => self.opposite.propagate(cx),
            (Some(_), _) => self.comparison.propagate(cx),
            (None, _) if self.comparison.refuted(cx.now()).is_some() => {
                cx.fix(truth, 0, REFUTED)?;
                Ok(Outcome::Entailed)
            }
            (None, link) if self.opposite.refuted(cx.now()).is_some() => {
                if link == Link::Iff {
                    cx.fix(truth, 1, PROVED)?;
                }
                Ok(Outcome::Entailed)
            }
            (None, _) => Ok(Outcome::AtFixpoint),
        }
    }

    fn explain(&self, inferred: Option<Atom>, why: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        let refuted = match why {
            BOOLEAN => return,
            REFUTED => &self.comparison,
            PROVED => &self.opposite,
            _ => {
                past.facts(self.truth(), out);
                let acting = if past.value(self.truth()) == Some(0) { &self.opposite } else { &self.comparison };
                return acting.explain(inferred, why, past, out);
            }
        };
        if let Some(why) = refuted.refuted(past) {
            refuted.explain(None, why, past, out);
        }
    }
}
