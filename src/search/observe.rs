//! What a search tells those who watch it.

use crate::engine::Engine;
use crate::ids::{Atom, VarId};
use std::fmt;

/// What a question has cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Stats {
    /// Decisions taken.
    pub nodes: u64,
    /// Contradictions met.
    pub failures: u64,
    /// Runs of propagators.
    pub propagations: u64,
    /// Times that the search started over.
    pub restarts: u64,
    /// Solutions found.
    pub solutions: u64,
    /// The most decisions that stood at once.
    pub depth: u64,
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { nodes, failures, propagations, restarts, solutions, depth } = self;
        write!(f, "{nodes} nodes, {failures} failures, {propagations} propagations, {restarts} restarts, ")?;
        write!(f, "{solutions} solutions, depth {depth}")
    }
}

/// Is told what a search does. All methods do nothing unless implemented; stop a search by a
/// [`StopFlag`](crate::limit::StopFlag).
pub trait Observer: fmt::Debug + Send {
    /// A decision is about to be made, at a fixpoint.
    fn decision(&mut self, engine: &Engine, atom: Atom) {
        let _ = (engine, atom);
    }

    /// A contradiction was met; the engine says what it was.
    fn failure(&mut self, engine: &Engine) {
        let _ = engine;
    }

    /// A solution was found.
    fn solution(&mut self, value: &dyn Fn(VarId) -> i64) {
        let _ = value;
    }

    /// The search starts over.
    fn restart(&mut self, run: u64) {
        let _ = run;
    }
}
