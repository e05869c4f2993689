//! Constraints that lie, one in each way: the harness must catch every one.

use super::{Consistency, check};
use crate::constraint::{Constraint, ModelError, Posting};
use crate::ids::{Atom, VarId};
use crate::propagate::{Cx, Outcome, Propagator, Rule};
use crate::store::{Conflict, Past, Why};

/// What is wrong with a [`Less`].
#[derive(Clone, Copy, Debug, PartialEq)]
enum Lie {
    /// Nothing.
    None,
    /// It says that it is at its fixpoint when it is not.
    Fixpoint,
    /// It says that it holds before it does.
    Entailment,
    /// It says so never.
    NoEntailment,
    /// It gives no reason.
    Explanation,
    /// It gives a reason that was not certain.
    Premise,
    /// It removes too much.
    Solution,
    /// It forgets one bound.
    Consistency,
    /// It does not look at the values at all.
    Blind,
}

/// `x < y`, honest or not.
#[derive(Clone, Debug)]
struct Less([VarId; 2], Lie);

impl Constraint for Less {
    fn scope(&self) -> &[VarId] {
        &self.0
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        value(self.0[0]) < value(self.0[1])
    }

    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
        to.propagator(self.clone());
        Ok(())
    }
}

impl Propagator for Less {
    fn scope(&self) -> &[VarId] {
        &self.0
    }

    fn rules(&self) -> &'static [Rule] {
        const { &[Rule::new("it is smaller")] }
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let Self([x, y], lie) = *self;
        let why = Why::rule(0);
        if lie == Lie::Blind {
            return Ok(Outcome::AtFixpoint);
        }
        if lie == Lie::Fixpoint {
            // One step at a time, and no word of it.
            if cx.max(x) >= cx.max(y) {
                cx.remove(x, cx.max(x), why)?;
            }
        } else {
            cx.at_most(x, cx.max(y) - if lie == Lie::Solution { 2 } else { 1 }, why)?;
        }
        if lie != Lie::Consistency {
            cx.at_least(y, cx.min(x) + 1, why)?;
        } else if cx.max(y) <= cx.min(x) {
            return Err(cx.fail(why));
        }
        let entailed = match lie {
            Lie::Entailment => cx.min(x) < cx.max(y),
            Lie::NoEntailment => false,
            _ => cx.max(x) < cx.min(y),
        };
        Ok(if entailed { Outcome::Entailed } else { Outcome::AtFixpoint })
    }

    fn explain(&self, inferred: Option<Atom>, _: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        let Self([x, y], lie) = *self;
        match lie {
            Lie::Explanation => {}
            Lie::Premise => out.extend(inferred.and_then(|_| Some(Atom::at_most(y, past.max(y).checked_sub(1)?)))),
            _ => [x, y].iter().for_each(|&x| past.facts(x, out)),
        }
    }
}

fn run(lie: Lie) {
    let promise = if lie == Lie::Blind { Consistency::None } else { Consistency::Domain };
    check([0..=4, 0..=4], |x| Less([x[0], x[1]], lie)).promises(promise).run();
}

#[test]
fn an_honest_constraint_passes() {
    run(Lie::None);
}

#[test]
#[should_panic(expected = "claimed its fixpoint")]
fn a_false_fixpoint_is_caught() {
    run(Lie::Fixpoint);
}

#[test]
#[should_panic(expected = "claimed to be entailed")]
fn a_false_entailment_is_caught() {
    run(Lie::Entailment);
}

#[test]
#[should_panic(expected = "is not entailed at the full assignment")]
fn a_missing_entailment_is_caught() {
    run(Lie::NoEntailment);
}

#[test]
#[should_panic(expected = "is a solution")]
fn an_explanation_that_does_not_suffice_is_caught() {
    run(Lie::Explanation);
}

#[test]
#[should_panic(expected = "which was not certain")]
fn an_explanation_by_what_is_not_known_is_caught() {
    run(Lie::Premise);
}

#[test]
#[should_panic(expected = "is a solution")]
fn a_lost_solution_is_caught_by_its_explanation() {
    run(Lie::Solution);
}

#[test]
#[should_panic(expected = "has no support")]
fn a_missing_pruning_is_caught() {
    run(Lie::Consistency);
}

#[test]
#[should_panic(expected = "was accepted by")]
fn a_constraint_that_never_looks_is_caught() {
    run(Lie::Blind);
}
