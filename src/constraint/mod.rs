//! Constraints: what a model posts. One file a constraint, with its meaning, its pruning and its reasons.
//!
//! What a constraint *means* ([`Constraint::holds`]) and how it *prunes* (the propagators that it posts) share no code, so
//! that one can check the other.

mod all_different;
mod any_of;
mod cardinality;
mod clause;
mod combinations;
mod connected;
mod consecutive;
mod count;
mod distinct_sum;
mod element;
mod extremum;
mod increasing;
mod lex;
mod linear;
mod lists_differ;
pub(crate) mod minizinc;
mod operation;
mod posting;
mod product;
mod regular;
mod reified;
mod relation;
mod scope;
mod sorted;
mod table;
mod vars;

pub use all_different::{AllDifferent, all_different};
pub(crate) use all_different::{Line, crossing_propagators, planes_propagator};
pub use any_of::{AnyOf, any_of};
pub use cardinality::{Amount, GlobalCardinality, global_cardinality};
pub use clause::{Clause, clause};
pub use connected::{Connected, connected};
pub use consecutive::{Consecutive, consecutive};
pub use count::{CountEquals, Occurrences, count};
pub use distinct_sum::{DistinctSum, distinct_sum};
pub(crate) use distinct_sum::{MOST_ONLOOKERS, Needed};
pub use element::{Element, ElementEquals, element};
pub use extremum::{Extremum, ExtremumEquals, maximum, minimum};
pub use increasing::{Increasing, increasing, strictly_increasing};
pub use lex::{Lex, lex_at_most, lex_less};
pub use linear::{Expr, Linear, sum, weighted_sum};
pub use lists_differ::{ListsDiffer, lists_differ};
pub use minizinc::MiniZinc;
pub use operation::{
    Operation, OperationEquals, abs, absolute_difference, div_floored, div_truncated, exact_ratio, mod_floored,
    mod_truncated, pow,
};
pub(crate) use posting::Tabulator;
pub use posting::{Posting, TableKey, TableRequest, Tabulate};
pub use product::{Product, ProductEquals, product};
pub use regular::{Automaton, Regular, regular};
pub use reified::Reified;
pub use relation::{Relation, relation};
pub(crate) use scope::distinct;
pub use scope::{LineName, Scope, Term};
pub(crate) use table::Tuples;
pub(crate) use table::table_propagator;
pub use table::{Table, table};
pub(crate) use vars::Vars;

use crate::ids::VarId;
use crate::limit::Limit;
use std::fmt;
use std::sync::Arc;

/// What was posted: data, with a meaning that any assignment can be checked against.
pub trait Constraint: fmt::Debug + Send + Sync {
    /// The variables, in the order that a reader of the model would list them; may name one twice.
    fn scope(&self) -> &[VarId];

    /// Whether the constraint holds for these values. Must not share code with a propagator, must not overflow, and
    /// must be false where a value is undefined, such as a quotient by 0.
    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool;

    /// Posts the propagators that prune for it.
    ///
    /// # Errors
    /// A [`ModelError`] where the constraint cannot be handled, such as coefficients whose sums overflow.
    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError>;

    /// Posts propagators that tie its truth to `truth`, where it has better ones than a trial of
    /// [`propagators`](Self::propagators), and says whether it did. They also keep `truth` to 0 and 1.
    ///
    /// # Errors
    /// As for [`propagators`](Self::propagators).
    fn reified(&self, truth: VarId, link: Link, to: &mut Posting<'_>) -> Result<bool, ModelError> {
        let _ = (truth, link, to);
        Ok(false)
    }

    /// What it says in MiniZinc; by default, as a table of all combinations that hold.
    ///
    /// # Errors
    /// [`ModelError::Invalid`] where it cannot be written, such as a table of too many combinations.
    fn minizinc(&self, to: &mut MiniZinc<'_>) -> Result<String, ModelError> {
        to.tabulate(self.scope(), |value| self.holds(value))
    }

    /// What compilation may derive from it.
    fn facts(&self) -> Facts<'_> {
        Facts::NONE
    }

    /// The name that it has by itself, such as "row 3" for a constraint over a grid's third row.
    fn name(&self) -> Option<LineName> {
        None
    }
}

/// How a 0/1 variable says whether a constraint holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// The variable is 1 exactly if the constraint holds.
    Iff,
    /// The constraint holds if the variable is 1; else it may or may not.
    Implies,
}

/// A constraint whose type is chosen at run time.
impl Constraint for Arc<dyn Constraint> {
    fn scope(&self) -> &[VarId] {
        (**self).scope()
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        (**self).holds(value)
    }

    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
        (**self).propagators(to)
    }

    fn reified(&self, truth: VarId, link: Link, to: &mut Posting<'_>) -> Result<bool, ModelError> {
        (**self).reified(truth, link, to)
    }

    fn minizinc(&self, to: &mut MiniZinc<'_>) -> Result<String, ModelError> {
        (**self).minizinc(to)
    }

    fn facts(&self) -> Facts<'_> {
        (**self).facts()
    }

    fn name(&self) -> Option<LineName> {
        (**self).name()
    }
}

/// What compilation may derive from a constraint, beyond what its own propagators prune.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts<'a> {
    /// These variables take pairwise different values.
    pub all_different: Option<&'a [VarId]>,
    /// These variables, each named once, have this sum.
    pub sum: Option<(&'a [VarId], i64)>,
    /// These variables, each named once, have this product.
    pub product: Option<(&'a [VarId], i64)>,
    /// The first of these variables less the second lies between these numbers; the least and the largest `i64` are no
    /// bounds.
    pub difference: Option<([VarId; 2], [i64; 2])>,
}

impl Facts<'_> {
    /// Nothing.
    pub const NONE: Self = Self { all_different: None, sum: None, product: None, difference: None };
}

/// Why a model cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModelError {
    /// A variable's values reach too far.
    Span {
        /// The variable.
        var: VarId,
        /// Its smallest value.
        min: i64,
        /// Its largest value.
        max: i64,
    },
    /// Numbers of the constraint can leave the 64-bit range.
    Overflow(String),
    /// The constraint makes no sense; the text says why, and what would.
    Invalid(String),
    /// A limit was reached while the model was compiled.
    Stopped(Limit),
}

impl From<Limit> for ModelError {
    fn from(limit: Limit) -> Self {
        Self::Stopped(limit)
    }
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Span { var, min, max } => {
                write!(f, "{var:?} ranges over {min}..={max}, which reaches too far")
            }
            Self::Overflow(what) => write!(f, "{what} can leave the 64-bit range"),
            Self::Invalid(why) => f.write_str(why),
            Self::Stopped(limit) => write!(f, "stopped by the {limit}"),
        }
    }
}

impl std::error::Error for ModelError {}
