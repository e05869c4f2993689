//! How constraints are written for other solvers: as Boolean expressions of MiniZinc.

use super::{Constraint, ModelError, Scope, Term, distinct};
use crate::domain::Domain;
use crate::ids::{Atom, VarId};
use std::fmt::Write;

/// A table that takes the place of an expression has no more rows, and is not looked for among more combinations.
const MOST_ROWS: u64 = 100_000;

/// A model that is being written as MiniZinc, as its constraints see it.
///
/// A constraint writes an expression of type `var bool` that is true exactly where it holds, whatever stands around it: it
/// may be negated, or be one of several. Values that depend on others alone may have a name of their own
/// ([`define`](Self::define)).
#[derive(Debug)]
pub struct MiniZinc<'m> {
    domains: &'m [Domain],
    names: &'m [String],
    /// Begins the names of what is defined.
    prefix: String,
    defined: usize,
    definitions: String,
    /// Whether what is written is a part of something else.
    nested: bool,
}

impl<'m> MiniZinc<'m> {
    /// The writing of one constraint, given the domain and the name of each variable; names that begin with `prefix` are
    /// free.
    pub(crate) fn new(domains: &'m [Domain], names: &'m [String], prefix: String) -> Self {
        Self { domains, names, prefix, defined: 0, definitions: String::new(), nested: false }
    }

    /// The definitions so far, one a line.
    pub(crate) fn definitions(&self) -> &str {
        &self.definitions
    }

    /// The name of a variable.
    pub fn var(&self, x: VarId) -> &'m str {
        &self.names[x.index()]
    }

    /// The values that a variable is declared with.
    pub fn domain(&self, x: VarId) -> &'m Domain {
        &self.domains[x.index()]
    }

    /// A variable's name, or a number.
    pub fn term(&self, term: Term) -> String {
        match term {
            Term::Var(x) => self.var(x).to_owned(),
            Term::Constant(value) => value.to_string(),
        }
    }

    /// An array of variables. MiniZinc cannot tell the type of an empty one, which is the caller's to avoid.
    pub fn array(&self, scope: &[VarId]) -> String {
        format!("[{}]", join(scope.iter().map(|&x| self.var(x)), ", "))
    }

    /// A claim about a variable.
    pub fn atom(&self, atom: Atom) -> String {
        format!("{} {} {}", self.var(atom.var), atom.op.sign(), atom.value)
    }

    /// That a variable has one of these values.
    pub fn is_in(&self, x: VarId, values: &Domain) -> String {
        match values.bounds() {
            None => "false".into(),
            Some((min, max)) if min == max => format!("{} = {min}", self.var(x)),
            Some(_) => format!("{} in {}", self.var(x), set(values)),
        }
    }

    /// The number of variables that have a value.
    pub fn occurrences(&self, scope: &[VarId], value: i64) -> String {
        if scope.is_empty() { "0".into() } else { format!("count({}, {value})", self.array(scope)) }
    }

    /// Names a Boolean that an expression over variables and earlier names always has exactly one value of.
    pub fn define(&mut self, expression: &str) -> String {
        self.defined += 1;
        let name = format!("{}{}", self.prefix, self.defined);
        let _ = writeln!(self.definitions, "var bool: {name} = {expression};");
        name
    }

    /// Writes a constraint as a part of another one, which may negate it.
    ///
    /// # Errors
    /// As the constraint.
    pub fn part(&mut self, constraint: &dyn Constraint) -> Result<String, ModelError> {
        let before = std::mem::replace(&mut self.nested, true);
        let written = constraint.minizinc(self);
        self.nested = before;
        written
    }

    /// A table of all combinations that hold, for what MiniZinc has no words for.
    ///
    /// # Errors
    /// [`ModelError::Invalid`] where there are too many combinations.
    pub fn tabulate(
        &self,
        scope: &[VarId],
        holds: impl Fn(&dyn Fn(VarId) -> i64) -> bool,
    ) -> Result<String, ModelError> {
        let (vars, _) = distinct(scope);
        let combinations = vars.iter().fold(1, |product: u64, &x| product.saturating_mul(self.domain(x).size()));
        if combinations > MOST_ROWS {
            let why = format!("its {combinations} combinations are too many for the table that MiniZinc needs");
            return Err(ModelError::Invalid(why));
        }
        let values: Vec<Vec<i64>> = vars.iter().map(|&x| self.domain(x).values().collect()).collect();
        let mut rows = Vec::new();
        for i in 0..combinations as usize {
            let mut rest = i;
            let row: Vec<i64> = values
                .iter()
                .map(|values| {
                    let value = values[rest % values.len()];
                    rest /= values.len();
                    value
                })
                .collect();
            let value = |x: VarId| vars.iter().position(|&y| y == x).map_or(0, |i| row[i]);
            if holds(&value) {
                rows.push(row);
            }
        }
        Ok(match rows.len() as u64 {
            0 => "false".into(),
            all if all == combinations => "true".into(),
            _ => self.table(&Scope::from(vars), &rows),
        })
    }

    /// That variables have the values of one of these rows.
    pub fn table(&self, scope: &[VarId], rows: &[Vec<i64>]) -> String {
        match (rows, scope) {
            ([], _) => "false".into(),
            (_, []) => "true".into(),
            (_, &[x]) => self.is_in(x, &rows.concat().into()),
            // The standard library knows no larger table that may be false.
            _ if self.nested && scope.len() > 5 => {
                let row =
                    |row: &Vec<i64>| all_of(scope.iter().zip(row).map(|(&x, v)| format!("{} = {v}", self.var(x))));
                some_of(rows.iter().map(row))
            }
            _ => {
                let rows = rows.iter().map(|row| join(row, ","));
                format!("table({}, [| {} |])", self.array(scope), join(rows, " | "))
            }
        }
    }
}

/// A set as MiniZinc writes it.
pub(crate) fn set(values: &Domain) -> String {
    match values.bounds() {
        None => "{}".into(),
        Some((min, max)) if values.size() == values.span() => format!("{min}..{max}"),
        Some(_) => format!("{{{}}}", join(values.values(), ",")),
    }
}

/// All of these are true.
pub(crate) fn all_of(parts: impl IntoIterator<Item = String>) -> String {
    combined(parts, " /\\ ", "true")
}

/// At least one of these is true.
pub(crate) fn some_of(parts: impl IntoIterator<Item = String>) -> String {
    combined(parts, " \\/ ", "false")
}

fn combined(parts: impl IntoIterator<Item = String>, sign: &str, none: &str) -> String {
    let parts: Vec<String> = parts.into_iter().collect();
    match &parts[..] {
        [] => none.into(),
        [one] => one.clone(),
        _ => join(parts.iter().map(|part| format!("({part})")), sign),
    }
}

/// Things one after another.
pub(crate) fn join<T: ToString>(items: impl IntoIterator<Item = T>, sign: &str) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(sign)
}
