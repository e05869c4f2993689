//! What became of all puzzles: how many of each, how fast, and the exit status.

use std::time::Instant;

use super::status::{Exit, Status};

/// What became of one puzzle, as far as the summary tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It was answered.
    Answered(Status),
    /// It was written in another format, or drawn.
    Written,
    /// It was there before and is not answered again.
    Dropped,
}

impl Fate {
    /// The words of the summary, in its order.
    const WORDS: [&str; 8] = ["solved", "unique", "several", "none", "written", "invalid", "stopped", "dropped"];

    fn index(self) -> usize {
        match self {
            Self::Answered(Status::Solved) => 0,
            Self::Answered(Status::Unique) => 1,
            Self::Answered(Status::Many) => 2,
            Self::Answered(Status::None) => 3,
            Self::Written => 4,
            Self::Answered(Status::Invalid) => 5,
            Self::Answered(Status::Stopped(_)) => 6,
            Self::Dropped => 7,
        }
    }
}

/// Counts what becomes of the puzzles.
#[derive(Debug)]
pub(super) struct Tally {
    start: Instant,
    counts: [u64; Fate::WORDS.len()],
    duplicates: u64,
    worst: Exit,
}

impl Tally {
    pub fn start() -> Self {
        Self { start: Instant::now(), counts: [0; _], duplicates: 0, worst: Exit::Done }
    }

    /// Counts a puzzle.
    pub fn count(&mut self, fate: Fate) {
        self.counts[fate.index()] += 1;
    }

    /// Counts a puzzle that was there before but is answered all the same.
    pub fn count_duplicate(&mut self) {
        self.duplicates += 1;
    }

    /// Counts how something ended.
    pub fn end(&mut self, exit: Exit) {
        self.worst = self.worst.max(exit);
    }

    /// The worst of what happened.
    pub fn worst(&self) -> Exit {
        self.worst
    }

    /// The number of puzzles so far.
    pub fn puzzles(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The summary; not worth a line where there were fewer than two puzzles, or all were simply written.
    pub fn summary(&self) -> Option<String> {
        let puzzles = self.puzzles();
        if puzzles < 2 || puzzles == self.counts[Fate::Written.index()] && self.duplicates == 0 {
            return None;
        }
        let counts = Fate::WORDS.iter().zip(self.counts).filter(|&(_, count)| count > 0);
        let mut parts: Vec<_> = counts.map(|(word, count)| format!("{count} {word}")).collect();
        if self.duplicates > 0 {
            parts.push(format!("{} seen before", self.duplicates));
        }
        let seconds = self.start.elapsed().as_secs_f64();
        let rate = puzzles as f64 / seconds.max(1e-6);
        Some(format!("{puzzles} puzzles: {}; {seconds:.2} s, {rate:.0} a second\n", parts.join(", ")))
    }
}
