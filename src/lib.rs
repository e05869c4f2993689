//! A constraint engine for puzzles.

#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod ids;
mod limit;

pub use ids::{Atom, ConstraintId, Op, PropId, VarId};
pub use limit::{Budget, Clock, Limit, Limits, StopFlag};
