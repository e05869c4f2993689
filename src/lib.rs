//! A constraint engine for puzzles.

#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod agenda;
mod constraint;
mod domain;
mod engine;
mod explain;
mod ids;
mod limit;
mod model;
mod propagate;
mod puzzle;
mod search;
mod store;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

pub use agenda::Priority;
pub use constraint::*;
pub use domain::Domain;
pub use engine::{Engine, Oracle};
pub use explain::{Clash, ClashAnswer};
pub use ids::{Atom, ConstraintId, Op, PropId, VarId};
pub use limit::{Budget, Clock, Limit, Limits, StopFlag};
pub use model::{Cell, Compiled, Detail, Error, Grid, Label, Model, Plan, Post};
pub use propagate::{Cx, End, Network, Outcome, Parents, Propagator, Rule, Sentence, Strength};
pub use puzzle::{
    AnyPuzzle, Block, Board, Cage, Cages, Clue, Drawing, Format, Kind, Mistake, Mistakes, OptionSpec, Options, Parts,
    Place, Position, Puzzle, PuzzleKind, Reader, Registry, Settings, Severity, Sheet, Size, Sniff, Source, Span,
    Stream, Stroke, Values, Writer, connected,
};
pub use search::{
    Answer, Branch, Brancher, Candidates, Count, Found, Observer, Optimum, Restarts, Solution, Solutions, Solver,
    Stats, ValueOrder, Verdict, View, dom_wdeg, first_fail, fullest, geometric, input_order, luby, random_order,
};
pub use store::{Author, Cause, Conflict, Events, Failure, Past, VarMeta, Why};
