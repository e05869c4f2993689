//! The description of a compiled model as a short page.

use super::describe::{ConstraintEntry, DerivedEntry, Description, PropagatorEntry, VariableGroup};
use super::{Plan, label};
use crate::propagate::TableSize;
use indexmap::{IndexMap, IndexSet};
use std::fmt;

/// Texts of constraints are cut here, so that one fits a line.
const LONGEST: usize = 60;

/// As many derived constraints are shown.
const DERIVED: usize = 6;

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_variables(f)?;
        writeln!(f, "{}", counted(self.constraints.len(), "constraint"))?;
        let mut kinds: IndexMap<&str, Vec<&ConstraintEntry>> = IndexMap::new();
        self.constraints.iter().for_each(|entry| kinds.entry(&entry.kind).or_default().push(entry));
        for (kind, entries) in kinds {
            self.write_kind(f, kind, &entries)?;
        }
        self.write_derived(f)?;
        let plan = match self.plan {
            Plan::Fast => "for speed",
            Plan::Explain => "to explain, each constraint by itself",
        };
        write!(f, "{} {plan}", counted(self.propagators.len(), "propagator"))?;
        let tables: Vec<TableSize> = self.propagators.iter().filter_map(|entry| entry.table).collect();
        match tables.is_empty() {
            true => writeln!(f),
            false => writeln!(f, "; {}: {}", counted(tables.len(), "table"), extent(&tables)),
        }
    }
}

impl Description {
    fn write_variables(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", counted(self.variables.iter().map(|group| group.names.len()).sum(), "variable"))?;
        match self.constants {
            0 => writeln!(f)?,
            constants => writeln!(f, ", and {} beside them", counted(constants, "constant"))?,
        }
        for VariableGroup { domain, names } in &self.variables {
            writeln!(f, "  {} with {domain}: {}", names.len(), label::shortened(names.iter().cloned()))?;
        }
        Ok(())
    }

    /// The constraints of one kind, and their propagators.
    fn write_kind(&self, f: &mut fmt::Formatter<'_>, kind: &str, entries: &[&ConstraintEntry]) -> fmt::Result {
        let arities = range(entries.iter().map(|entry| entry.arity), "variable");
        let name = |entry: &&ConstraintEntry| if entry.named { entry.name.clone() } else { short(entry) };
        let names = label::shortened(entries.iter().map(name));
        writeln!(f, "  {} × {kind} of {arities}: {names}", entries.len())?;
        self.write_propagators(f, entries.iter().flat_map(|entry| &entry.propagators), true)?;
        let without = entries.iter().filter(|entry| entry.propagators.is_empty()).count();
        if without > 0 {
            writeln!(f, "    {without} × none: nothing can be pruned")?;
        }
        let too_large = entries.iter().filter(|entry| entry.too_large);
        let too_large: Vec<String> = too_large.map(|entry| entry.name.clone()).collect();
        if !too_large.is_empty() {
            writeln!(f, "    too large for a table: {}", label::list(too_large.into_iter()))?;
        }
        Ok(())
    }

    fn write_derived(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.derived.is_empty() {
            return Ok(());
        }
        writeln!(f, "{} from several others", counted(self.derived.len(), "constraint"))?;
        for DerivedEntry { text, constraints, propagators, .. } in self.derived.iter().take(DERIVED) {
            let names = label::list(constraints.iter().map(|c| self.constraints[c.index()].name.clone()));
            let left_out = if propagators.is_empty() { " (left out: too large)" } else { "" };
            writeln!(f, "  {text}, from {names}{left_out}")?;
        }
        if let Some(more) = self.derived.len().checked_sub(DERIVED).filter(|&more| more > 0) {
            writeln!(f, "  ... and {more} more")?;
        }
        self.write_propagators(f, self.derived.iter().flat_map(|entry| &entry.propagators), false)
    }

    /// Propagators, those of one name in a line; `shared` also says for how many constraints each acts.
    fn write_propagators<'a>(
        &self,
        f: &mut fmt::Formatter<'_>,
        propagators: impl Iterator<Item = &'a usize>,
        shared: bool,
    ) -> fmt::Result {
        let mut names: IndexMap<&str, Vec<&PropagatorEntry>> = IndexMap::new();
        for &i in propagators.collect::<IndexSet<_>>() {
            let entry = &self.propagators[i];
            names.entry(entry.name).or_default().push(entry);
        }
        for (name, entries) in names {
            let arities = range(entries.iter().map(|entry| entry.arity), "variable");
            let tables: Vec<TableSize> = entries.iter().filter_map(|entry| entry.table).collect();
            write!(f, "    {} × {name} of {arities}", entries.len())?;
            if shared && entries.iter().any(|entry| entry.constraints.len() > 1) {
                write!(f, " for {}", range(entries.iter().map(|entry| entry.constraints.len()), "constraint"))?;
            }
            match tables.is_empty() {
                true => writeln!(f)?,
                false => writeln!(f, ": {}", extent(&tables))?,
            }
        }
        Ok(())
    }
}

/// The text of a constraint, cut to fit a line.
fn short(entry: &ConstraintEntry) -> String {
    match entry.text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} ...", &entry.text[..end]),
        None => entry.text.clone(),
    }
}

/// A number of things.
pub(super) fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The smallest and the largest of several numbers of things.
fn range(counts: impl Iterator<Item = usize> + Clone, what: &str) -> String {
    let (least, most) = (counts.clone().min().unwrap_or(0), counts.max().unwrap_or(0));
    if least == most { counted(most, what) } else { format!("{least} to {}", counted(most, what)) }
}

/// The tuples and bytes of tables.
fn extent(tables: &[TableSize]) -> String {
    let tuples = range(tables.iter().map(|size| size.tuples), "tuple");
    let each = if tables.len() == 1 { "" } else { " each" };
    match tables.iter().map(|size| size.bytes).sum::<usize>() {
        bytes @ 0..10_000 => format!("{tuples}{each}, {bytes} bytes"),
        bytes @ 10_000..10_000_000 => format!("{tuples}{each}, {} kB", bytes.div_ceil(1000)),
        bytes => format!("{tuples}{each}, {} MB", bytes.div_ceil(1_000_000)),
    }
}
