//! The story of a search, for the log: where it stands at the debug level, decisions and contradictions at the trace level.

use super::observe::Observer;
use crate::engine::Engine;
use crate::ids::{Atom, PropId, VarId};
use crate::model::Compiled;
use crate::store::{Author, Failure};

/// Tells what a search does, with the names of the model. It is not even there where nobody listens when the solver is
/// made.
#[derive(Debug)]
pub(super) struct Story {
    compiled: Compiled,
}

impl Story {
    /// A story of a model, if the log is wanted.
    pub(super) fn wanted(compiled: &Compiled) -> Option<Self> {
        log::log_enabled!(log::Level::Debug).then(|| Self { compiled: compiled.clone() })
    }
}

impl Observer for Story {
    fn decision(&mut self, engine: &Engine, atom: Atom) {
        // The lowest level is that of the assumptions, each other one that of a decision.
        if engine.level() <= 1 {
            log::debug!("nothing is decided: {}", standing(&self.compiled, engine));
        }
        log::trace!("decision {}: {}", engine.level(), claim(&self.compiled, atom));
    }

    fn failure(&mut self, engine: &Engine) {
        if let Some(failure) = engine.failure() {
            let decisions = engine.level().saturating_sub(1);
            log::trace!("after {decisions} decisions: {}", contradiction(&self.compiled, engine, failure));
        }
    }
}

/// How far a model is solved, or why it cannot be.
pub(super) fn standing(compiled: &Compiled, engine: &Engine) -> String {
    if let Some(failure) = engine.failure() {
        return contradiction(compiled, engine, failure);
    }
    let vars = || (0..compiled.variables()).map(VarId::new);
    let open = vars().filter(|&x| !engine.is_fixed(x)).count();
    let left: u64 = vars().map(|x| engine.size(x)).fold(0, u64::saturating_add);
    let all: u64 = vars().map(|x| compiled.domain(x).size()).fold(0, u64::saturating_add);
    format!("{open} of {} variables are open, {left} of {all} values are left", compiled.variables())
}

/// What a contradiction is: who has met it, where and by what rule.
fn contradiction(compiled: &Compiled, engine: &Engine, failure: &Failure) -> String {
    let place = failure.var.map_or(String::new(), |x| format!(" at {}", name(compiled, x)));
    match failure.cause.author() {
        Author::Propagator(p) => {
            let rule = engine.propagator(p).rules().get(failure.cause.why().index());
            let phrase = rule.map_or(String::new(), |rule| format!(" ({})", rule.phrase()));
            format!("contradiction{place} by {}{phrase}", author(compiled, engine, p))
        }
        Author::Given => format!("contradiction{place}: an assumption leaves no value, or there never was one"),
        Author::Decision => format!("contradiction{place}: the decision leaves no value"),
    }
}

/// The constraints that a propagator acts for.
fn author(compiled: &Compiled, engine: &Engine, p: PropId) -> String {
    let constraints: Vec<_> = engine.parents(p).collect();
    if constraints.is_empty() { "what the search has added".to_owned() } else { compiled.names(&constraints) }
}

/// A claim with the name of its variable.
fn claim(compiled: &Compiled, Atom { var, op, value }: Atom) -> String {
    format!("{} {} {value}", name(compiled, var), op.sign())
}

/// The name of a variable; constants that compilation has added have none.
fn name(compiled: &Compiled, x: VarId) -> String {
    if x.index() < compiled.variables() { compiled.var_name(x) } else { format!("{x:?}") }
}
