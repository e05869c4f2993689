//! What became of a puzzle in one word, and of all of them in one number.

use std::process::ExitCode;

use gridwright::Limit;

/// What became of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// There is a solution; whether it is the only one was not asked.
    Solved,
    /// There is exactly one solution.
    Unique,
    /// There are several solutions.
    Many,
    /// There is no solution.
    None,
    /// A limit was reached first.
    Stopped(Limit),
    /// It cannot be read.
    Invalid,
}

impl Status {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unique => "unique",
            Self::Many => "many",
            Self::None => "none",
            Self::Stopped(_) => "stopped",
            Self::Invalid => "invalid",
        }
    }
}

/// How the program ends: the worst of what happened, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Exit {
    /// All answered as asked.
    Done,
    /// Some puzzle has no solution, or several where one was asked.
    Unsolved,
    /// Some puzzle was stopped by a limit.
    Stopped,
    /// Bad usage or bad input.
    Bad,
}

impl Exit {
    /// The exit status.
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Unsolved => 1,
            Self::Stopped => 3,
            Self::Bad => 2,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}
