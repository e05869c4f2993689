//! The variables of a constraint, and the name that a line of a grid lends to it.

use super::vars::Vars;
use crate::ids::VarId;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// The name of a line of cells, such as "row 3".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LineName {
    /// What kind of line: "row", "column", "box".
    pub kind: &'static str,
    /// Its number, counted from 1.
    pub number: usize,
}

impl fmt::Display for LineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.number)
    }
}

/// An ordered list of variables, with the name of the line that it is, if it is one. Made from any list of variables or
/// from a line of a grid; cloning it is cheap.
#[derive(Clone, PartialEq, Eq)]
pub struct Scope {
    vars: Vars,
    name: Option<LineName>,
}

impl Scope {
    /// A named scope.
    pub fn named(vars: impl Into<Self>, name: LineName) -> Self {
        Self { name: Some(name), ..vars.into() }
    }

    /// The name of the line that it is.
    pub fn name(&self) -> Option<LineName> {
        self.name
    }

    /// The list behind it.
    pub(crate) fn vars(&self) -> &Vars {
        &self.vars
    }
}

impl fmt::Debug for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.vars.fmt(f)
    }
}

impl Deref for Scope {
    type Target = [VarId];

    fn deref(&self) -> &[VarId] {
        &self.vars
    }
}

impl From<Vec<VarId>> for Scope {
    fn from(vars: Vec<VarId>) -> Self {
        vars.as_slice().into()
    }
}

impl From<&[VarId]> for Scope {
    fn from(vars: &[VarId]) -> Self {
        Self { vars: vars.into(), name: None }
    }
}

impl From<&Vec<VarId>> for Scope {
    fn from(vars: &Vec<VarId>) -> Self {
        vars.as_slice().into()
    }
}

impl<const N: usize> From<[VarId; N]> for Scope {
    fn from(vars: [VarId; N]) -> Self {
        vars.as_slice().into()
    }
}

impl From<Arc<[VarId]>> for Scope {
    fn from(vars: Arc<[VarId]>) -> Self {
        Self { vars: vars.into(), name: None }
    }
}

impl From<&Self> for Scope {
    fn from(scope: &Self) -> Self {
        scope.clone()
    }
}

impl FromIterator<VarId> for Scope {
    fn from_iter<I: IntoIterator<Item = VarId>>(vars: I) -> Self {
        Self { vars: vars.into_iter().collect(), name: None }
    }
}

/// The variables in order of first occurrence, and for each position the position where its variable occurs first.
pub(crate) fn distinct(scope: &[VarId]) -> (Vec<VarId>, Vec<usize>) {
    let first: Vec<usize> = scope.iter().map(|x| scope.iter().position(|y| y == x).unwrap_or_default()).collect();
    let vars = scope.iter().enumerate().filter(|&(i, _)| first[i] == i).map(|(_, &x)| x).collect();
    (vars, first)
}

/// A variable or a constant, where a constraint takes either.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Term {
    /// A variable.
    Var(VarId),
    /// A constant.
    Constant(i64),
}

impl Term {
    /// Its value, given the variables' values.
    pub fn value(self, value: &dyn Fn(VarId) -> i64) -> i64 {
        match self {
            Self::Var(x) => value(x),
            Self::Constant(v) => v,
        }
    }

    /// The variable, if it is one.
    pub fn var(self) -> Option<VarId> {
        match self {
            Self::Var(x) => Some(x),
            Self::Constant(_) => None,
        }
    }
}

impl From<VarId> for Term {
    fn from(x: VarId) -> Self {
        Self::Var(x)
    }
}

impl From<i64> for Term {
    fn from(value: i64) -> Self {
        Self::Constant(value)
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Var(x) => write!(f, "{x:?}"),
            Self::Constant(v) => write!(f, "{v}"),
        }
    }
}
