//! Whole models as MiniZinc, for other solvers.

use super::error::objective_error;
use super::{Compiled, Error, Model, Source};
use crate::constraint::minizinc::{join, set};
use crate::constraint::{Expr, MiniZinc};
use crate::ids::{Atom, ConstraintId, VarId};
use std::collections::HashSet;
use std::fmt::Write;

/// What a written model asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// Any solution, or all.
    #[default]
    Satisfy,
    /// A solution with the smallest value of this.
    Minimise(Expr),
    /// A solution with the largest value of this.
    Maximise(Expr),
}

impl Model {
    /// The model in MiniZinc, with these claims taken for granted: the same solutions, each once, for solvers with the
    /// standard library of MiniZinc 2.6 or later.
    ///
    /// Variables and constraints keep their names, in comments where MiniZinc does not allow them. A constraint without a
    /// counterpart, such as a closure, becomes a table. Solvers may know smaller numbers than this crate: most compute
    /// with 32 bits.
    ///
    /// ```
    /// use gridwright::{Atom, Goal, Model, all_different};
    /// let mut m = Model::new();
    /// let x = m.named_var("x", 1..=3);
    /// let y = m.named_var("y", [2, 4]);
    /// m.post(all_different([x, y]));
    /// let text = m.minizinc(&[Atom::eq(x, 2)], &Goal::Minimise(x + 2 * y))?;
    /// assert!(text.contains("var {2,4}: y;\n"));
    /// assert!(text.contains("constraint all_different([x, y]);\n"));
    /// assert!(text.contains("constraint x = 2;\n"));
    /// assert!(text.contains("solve minimize x + 2 * y;\n"));
    /// # Ok::<(), gridwright::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Constraint`] for one that would become too large a table, whose numbers leave the 64-bit range, or that
    /// names a variable of another model.
    pub fn minizinc(&self, assumed: &[Atom], goal: &Goal) -> Result<String, Error> {
        self.source().minizinc(assumed, goal)
    }
}

impl Compiled {
    /// The model in MiniZinc; see [`Model::minizinc`].
    ///
    /// # Errors
    /// As [`Model::minizinc`].
    pub fn minizinc(&self, assumed: &[Atom], goal: &Goal) -> Result<String, Error> {
        self.source().minizinc(assumed, goal)
    }
}

impl Source {
    fn minizinc(&self, assumed: &[Atom], goal: &Goal) -> Result<String, Error> {
        let names = self.identifiers();
        let mut text = String::new();
        for (i, (domain, name)) in self.domains.iter().zip(&names).enumerate() {
            let own = self.name(VarId::new(i));
            let comment = if own == *name { String::new() } else { format!(" % {}", in_one_line(&own)) };
            let _ = match domain.is_empty() {
                false => writeln!(text, "var {}: {name};{comment}", set(domain)),
                true => writeln!(text, "var 0..0: {name};{comment}\nconstraint false; % {name} has no value"),
            };
        }
        text.push('\n');
        for (i, rule) in self.rules.iter().enumerate() {
            let c = ConstraintId::new(i);
            let mut to = MiniZinc::new(&self.domains, &names, format!("c{}_", i + 1));
            let written = self.check_scope(rule.constraint.scope()).and_then(|()| rule.constraint.minizinc(&mut to));
            let expression = written.map_err(|error| self.error(c, error))?;
            let (name, definitions) = (in_one_line(&self.rule_name(c)), to.definitions());
            let _ = writeln!(text, "% {name}\n{definitions}constraint {expression};");
        }
        let to = MiniZinc::new(&self.domains, &names, String::new());
        if !assumed.is_empty() {
            text += "% assumed\n";
        }
        for &atom in assumed {
            let _ = writeln!(text, "constraint {};", to.atom(atom));
        }
        let (verb, objective) = match goal {
            Goal::Satisfy => ("satisfy", None),
            Goal::Minimise(objective) => ("minimize ", Some(objective)),
            Goal::Maximise(objective) => ("maximize ", Some(objective)),
        };
        let write = |objective: &Expr| {
            self.check_objective(objective)?;
            objective.minizinc(&to).map_err(objective_error)
        };
        let objective = objective.map(write).transpose()?;
        let _ = writeln!(text, "\nsolve {verb}{};\n", objective.unwrap_or_default());
        text += &self.output(&names);
        Ok(format!("% A model of Gridwright.\n{}\n{text}", includes(&text)))
    }

    /// What a solver prints: grids row by row, other variables by name.
    fn output(&self, names: &[String]) -> String {
        let mut text = String::new();
        let mut in_grid = vec![false; names.len()];
        for grid in &self.grids {
            for row in grid.rows() {
                let shown = row.clone().map(|i| format!("\\({})", names[i]));
                let _ = writeln!(text, "output [\"{}\\n\"];", join(shown, " "));
                in_grid[row].fill(true);
            }
        }
        for (name, _) in names.iter().zip(in_grid).filter(|(_, in_grid)| !in_grid) {
            let _ = writeln!(text, "output [\"{name} = \\({name})\\n\"];");
        }
        text
    }

    /// A name for each variable that MiniZinc allows: its own, as far as it may, and no name twice.
    fn identifiers(&self) -> Vec<String> {
        let mut taken: HashSet<String> = KEYWORDS.iter().map(|&word| word.to_owned()).collect();
        let unique = |mut name: String| {
            if is_definition(&name) {
                name.push('x');
            }
            while !taken.insert(name.clone()) {
                name.push('_');
            }
            name
        };
        (0..self.domains.len()).map(|i| identifier(&self.name(VarId::new(i)))).map(unique).collect()
    }
}

/// The files of the standard library that a text needs; all of it takes a solver longer to read than most models.
fn includes(text: &str) -> String {
    let known = [("all_different(", "alldifferent"), ("count(", "count"), ("table(", "table")];
    let needed = known.into_iter().filter(|(call, _)| text.contains(call));
    needed.map(|(_, file)| format!("include \"{file}.mzn\";\n")).collect()
}

/// A name with an underscore for each character that MiniZinc does not allow.
fn identifier(name: &str) -> String {
    let allowed: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if allowed.starts_with(|c: char| c.is_ascii_alphabetic()) { allowed } else { format!("x{allowed}") }
}

/// Whether a name looks like what constraints define: `c1_2`.
fn is_definition(name: &str) -> bool {
    let rest = name.strip_prefix('c').unwrap_or_default();
    rest.starts_with(|c: char| c.is_ascii_digit()) && rest.chars().all(|c| c.is_ascii_digit() || c == '_')
}

/// The words of MiniZinc that name nothing.
const KEYWORDS: [&str; 56] = [
    "ann",
    "annotation",
    "any",
    "array",
    "bool",
    "case",
    "constraint",
    "default",
    "diff",
    "div",
    "else",
    "elseif",
    "endif",
    "enum",
    "false",
    "float",
    "function",
    "if",
    "in",
    "include",
    "infinity",
    "int",
    "intersect",
    "let",
    "list",
    "maximize",
    "minimize",
    "mod",
    "not",
    "of",
    "op",
    "opt",
    "output",
    "par",
    "predicate",
    "record",
    "satisfy",
    "set",
    "solve",
    "string",
    "subset",
    "superset",
    "symdiff",
    "test",
    "then",
    "true",
    "tuple",
    "type",
    "union",
    "var",
    "variant_record",
    "where",
    "xor",
    "globals",
    "show",
    "join",
];

/// A name as a comment: no line of it is read as anything else.
fn in_one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
