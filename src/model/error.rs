//! Errors that name the culprit.

use super::Source;
use crate::constraint::{Expr, ModelError};
use crate::ids::{ConstraintId, VarId};
use crate::limit::Limit;
use crate::store::Spans;
use std::fmt;

/// Why a model was not compiled, or a solver refuses its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A variable's values lie more than 65,536 apart and reach beyond half of what `i64` holds, `i64::MAX / 2` or its negative.
    Span {
        /// The variable's name.
        variable: String,
        /// Its smallest value.
        min: i64,
        /// Its largest value.
        max: i64,
    },
    /// A constraint cannot be handled.
    Constraint {
        /// The constraint's name.
        constraint: String,
        /// Why, and what would be right.
        why: String,
    },
    /// Compilation was stopped by a limit.
    Stopped(Limit),
    /// A solution violates a posted constraint: a propagator is wrong. Never the caller's fault.
    Bug {
        /// The name of the violated constraint.
        constraint: String,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Span { variable, min, max } => write!(
                f,
                "the values of {variable} reach too far: {min} to {max}, but values that lie more than 65535 apart must be \
                 within -{most} to {most}",
                most = Spans::LARGEST_VALUE
            ),
            Self::Constraint { constraint, why } => write!(f, "{constraint}: {why}"),
            Self::Stopped(limit) => write!(f, "stopped by the {limit} while the model was compiled"),
            Self::Bug { constraint } => {
                write!(f, "a solution violates {constraint}: this is a bug in one of its propagators")
            }
        }
    }
}

impl std::error::Error for Error {}

impl From<Limit> for Error {
    fn from(limit: Limit) -> Self {
        Self::Stopped(limit)
    }
}

impl Source {
    /// Refuses variables that the model has not declared.
    pub(super) fn check_scope(&self, scope: &[VarId]) -> Result<(), ModelError> {
        match scope.iter().find(|x| x.index() >= self.domains.len()) {
            Some(x) => Err(ModelError::Invalid(format!("it names {x:?}, a variable of another model"))),
            None => Ok(()),
        }
    }

    /// Refuses an objective that names variables of another model.
    pub(super) fn check_objective(&self, objective: &Expr) -> Result<(), Error> {
        let scope: Vec<_> = objective.vars().collect();
        self.check_scope(&scope).map_err(objective_error)
    }

    /// What went wrong with a constraint, with names instead of numbers.
    pub(super) fn error(&self, c: ConstraintId, error: ModelError) -> Error {
        match error {
            ModelError::Stopped(limit) => Error::Stopped(limit),
            ModelError::Span { var, min, max } => Error::Span { variable: self.name(var), min, max },
            other => Error::Constraint { constraint: self.rule_name(c), why: other.to_string() },
        }
    }
}

/// What went wrong with an objective.
pub(super) fn objective_error(error: ModelError) -> Error {
    Error::Constraint { constraint: "the objective".into(), why: error.to_string() }
}
