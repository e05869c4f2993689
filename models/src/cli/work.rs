//! What an answer has cost: time for reading, building and solving, and the work of the search.

use std::fmt;
use std::time::Duration;

use gridwright::Stats;

/// Time and work for one puzzle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    pub nodes: u64,
    pub failures: u64,
    pub propagations: u64,
    pub parse: Duration,
    pub build: Duration,
    pub solve: Duration,
}

impl Work {
    /// Adds what a question to a solver has cost.
    pub fn add(&mut self, stats: Stats) {
        self.nodes += stats.nodes;
        self.failures += stats.failures;
        self.propagations += stats.propagations;
    }
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { nodes, failures, propagations, parse, build, solve } = *self;
        let total = parse + build + solve;
        write!(f, "{nodes} nodes explored, {failures} failures, {propagations} propagations; ")?;
        write!(f, "{total:.1?}: reading {parse:.1?}, building {build:.1?}, solving {solve:.1?}")
    }
}
