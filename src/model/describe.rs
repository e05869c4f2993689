//! What a compiled model consists of, for people who ask what became of their model.

use super::compile::Compiled;
use super::derive::derive;
use super::{Plan, Rule, Source};
use crate::domain::Domain;
use crate::ids::{ConstraintId, PropId, VarId};
use crate::propagate::{Parents, Propagator, TableSize};
use indexmap::IndexMap;
use std::fmt::{self, Write};

/// Texts of constraints are cut here: a table prints all its tuples.
const LONGEST_TEXT: usize = 200;

/// What a compiled model consists of; see [`Compiled::describe`]. Printed, it is a short page.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Description {
    /// The plan that it was compiled for.
    pub plan: Plan,
    /// The variables, those with the same domain together.
    pub variables: Vec<VariableGroup>,
    /// How many variables compilation has added for constants.
    pub constants: usize,
    /// The constraints, in the order of posting.
    pub constraints: Vec<ConstraintEntry>,
    /// What compilation has derived from several constraints.
    pub derived: Vec<DerivedEntry>,
    /// The propagators, in the order of posting; joined ones stand where the first of them stood, and last those that a search
    /// adds where propagation leaves something open.
    pub propagators: Vec<PropagatorEntry>,
}

/// Variables with the same domain.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct VariableGroup {
    /// Their domain.
    pub domain: Domain,
    /// Their names.
    pub names: Vec<String>,
}

/// A constraint, and what prunes for it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConstraintEntry {
    /// Its name, such as "cage 11+ at r1c1".
    pub name: String,
    /// What kind it is: the kind of its label or of its line, otherwise its type, or "constraint" where that does not show.
    pub kind: String,
    /// Whether its name says what it is: it has a label or is a line of a grid.
    pub named: bool,
    /// What it says, as its type prints it, with the names of the variables; cut where that is long.
    pub text: String,
    /// The number of its variables; one that is named twice counts twice.
    pub arity: usize,
    /// Its propagators, as indices of [`Description::propagators`].
    pub propagators: Vec<usize>,
    /// Whether it would have become a table if that were not too large.
    pub too_large: bool,
}

/// A constraint that follows from several others.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DerivedEntry {
    /// What it says.
    pub text: String,
    /// The constraints that it follows from.
    pub constraints: Vec<ConstraintId>,
    /// Its propagators, as indices of [`Description::propagators`]; none where it was left out, being too large.
    pub propagators: Vec<usize>,
}

/// A propagator.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PropagatorEntry {
    /// What it is, such as "table of pairs".
    pub name: &'static str,
    /// The number of its variables.
    pub arity: usize,
    /// The size of its table, if it has one.
    pub table: Option<TableSize>,
    /// The constraints that it acts for.
    pub constraints: Vec<ConstraintId>,
}

impl Compiled {
    /// What the model consists of and what compilation has made of it: variables with their domains, constraints with their
    /// propagators, tables with their sizes, and what was derived.
    ///
    /// ```
    /// use gridwright::{Limits, Model, all_different, sum};
    /// let mut m = Model::new();
    /// let cell = m.grid(2, 2, 1..=2);
    /// for line in cell.rows().chain(cell.columns()) {
    ///     m.post(all_different(line));
    /// }
    /// m.post(sum([cell[(0, 0)], cell[(0, 1)], cell[(1, 0)]]).equals(4)).label("cage", (4, "+"));
    /// let description = m.compile(Limits::none())?.describe();
    /// assert_eq!(description.constraints[4].name, "cage 4+ at r1c1");
    /// let table = description.propagators[description.constraints[4].propagators[0]].table.expect("it is a small sum");
    /// assert_eq!(table.tuples, 1); // 2 + 1 + 1, as no line has a number twice
    /// println!("{description}");
    /// # Ok::<(), gridwright::Error>(())
    /// ```
    pub fn describe(&self) -> Description {
        let (source, built) = (self.source(), self.built());
        let network = &*built.network;
        let compiled = (0..network.propagators()).map(|i| network.propagator(PropId::new(i)));
        let reserve = self.reserve().iter().map(|one| (&*one.propagator, &one.parents));
        let entries: Vec<PropagatorEntry> = compiled.chain(reserve).map(propagator).collect();
        let derived = match self.plan() {
            Plan::Fast => derive(&source.facts(), &source.domains),
            Plan::Explain => Vec::new(),
        };
        let derived: Vec<DerivedEntry> = derived
            .iter()
            .map(|derived| {
                let propagators = entries.iter().enumerate().filter(|(_, entry)| entry.constraints == derived.parents);
                DerivedEntry {
                    text: source.with_names(&cut(&derived.constraint)),
                    constraints: derived.parents.clone(),
                    propagators: propagators.map(|(i, _)| i).collect(),
                }
            })
            .collect();
        let mut constraints: Vec<ConstraintEntry> =
            (0..source.rules.len()).map(|i| source.entry(ConstraintId::new(i))).collect();
        for (i, entry) in entries.iter().enumerate() {
            if derived.iter().all(|derived| derived.constraints != entry.constraints) {
                entry.constraints.iter().for_each(|c| constraints[c.index()].propagators.push(i));
            }
        }
        built.refused.iter().for_each(|c| constraints[c.index()].too_large = true);
        Description {
            plan: self.plan(),
            variables: source.groups(),
            constants: network.variables() - source.domains.len(),
            constraints,
            derived,
            propagators: entries,
        }
    }
}

fn propagator((propagator, parents): (&dyn Propagator, &Parents)) -> PropagatorEntry {
    PropagatorEntry {
        name: propagator.name(),
        arity: propagator.scope().len(),
        table: propagator.table_size(),
        constraints: parents.iter().collect(),
    }
}

/// What a constraint prints, up to a length.
fn cut(constraint: &dyn fmt::Debug) -> String {
    struct Cut(String);
    impl Write for Cut {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.push_str(text);
            if self.0.len() > LONGEST_TEXT { Err(fmt::Error) } else { Ok(()) }
        }
    }
    let mut text = Cut(String::new());
    match write!(text, "{constraint:?}") {
        Ok(()) => text.0,
        Err(_) => text.0.chars().take(LONGEST_TEXT - 4).collect::<String>() + " ...",
    }
}

impl Source {
    /// What kind a constraint is.
    pub(super) fn kind(&self, c: ConstraintId) -> String {
        let rule = &self.rules[c.index()];
        match (&rule.label, rule.constraint.name()) {
            (Some(label), _) => label.kind().to_owned(),
            (None, Some(name)) => name.kind.to_owned(),
            (None, None) => {
                let text = cut(&rule.constraint);
                let end = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
                // A type's name; what begins otherwise is printed by the constraint's own rules.
                let is_type = text.starts_with(char::is_uppercase) && text[end..].starts_with([' ', '(', '{']);
                if is_type { text[..end].to_owned() } else { "constraint".to_owned() }
            }
        }
    }

    fn entry(&self, c: ConstraintId) -> ConstraintEntry {
        let Rule { constraint, label } = &self.rules[c.index()];
        ConstraintEntry {
            name: self.rule_name(c),
            kind: self.kind(c),
            named: label.is_some() || constraint.name().is_some(),
            text: self.with_names(&cut(constraint)),
            arity: constraint.scope().len(),
            propagators: Vec::new(),
            too_large: false,
        }
    }

    /// A text in which variables stand as `x7`, with their names instead.
    fn with_names(&self, text: &str) -> String {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let mut named = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(start) = rest.find(is_word) {
            named.push_str(&rest[..start]);
            let word = &rest[start..];
            let word = &word[..word.find(|c| !is_word(c)).unwrap_or(word.len())];
            let index = word.strip_prefix('x').and_then(|number| number.parse::<usize>().ok());
            match index.filter(|&i| i < self.domains.len()) {
                Some(i) => named.push_str(&self.name(VarId::new(i))),
                None => named.push_str(word),
            }
            rest = &rest[start + word.len()..];
        }
        named + rest
    }

    /// The variables by their domains, in the order of declaration.
    fn groups(&self) -> Vec<VariableGroup> {
        let mut groups: IndexMap<&Domain, Vec<String>> = IndexMap::new();
        for (i, domain) in self.domains.iter().enumerate() {
            groups.entry(domain).or_default().push(self.name(VarId::new(i)));
        }
        groups.into_iter().map(|(domain, names)| VariableGroup { domain: domain.clone(), names }).collect()
    }
}
