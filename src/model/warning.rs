//! Warnings about what is probably a mistake in a model, each of them true: none guesses what the modeller meant.

use super::compile::Compiled;
use super::{Error, Plan, Source, label};
use crate::engine::Engine;
use crate::ids::{ConstraintId, PropId, VarId};
use crate::limit::{Budget, Limit, Limits};
use crate::propagate::End;
use fixedbitset::FixedBitSet;
use indexmap::IndexMap;
use std::fmt::{self, Write};

/// Constraints with at most this many combinations of declared values are compared and judged by trying them all.
const MOST_ASSIGNMENTS: u64 = 4096;

/// What is probably a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Suspicion {
    /// No constraint names these variables, so that each of their values fits.
    Unconstrained,
    /// These variables have no value to begin with, so that there is no solution.
    NoValue,
    /// The second constraint says the same as the first about the same variables.
    Duplicate,
    /// The constraint holds for all values that its variables are declared with, so that it can never prune.
    AlwaysHolds,
    /// The constraint holds for none of the values that its variables are declared with, so that there is no solution.
    NeverHolds,
}

/// Something in a model that is probably a mistake. Printed, it says what, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Warning {
    /// What is suspected.
    pub suspicion: Suspicion,
    /// The variables that it is about.
    pub variables: Vec<VarId>,
    /// The constraints that it is about.
    pub constraints: Vec<ConstraintId>,
    /// What it is, with names.
    pub message: String,
    /// What to do about it.
    pub help: &'static str,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.message, self.help)
    }
}

impl Compiled {
    /// What is probably a mistake in the model: variables that no constraint names or that have no value, a constraint that
    /// is posted twice, one that holds whatever the values are, or whatever they are does not.
    ///
    /// Each warning is true, but none has to be a mistake. Constraints are judged by all combinations of the values that
    /// their variables were declared with where these are few (4,096), otherwise by what their propagators say when they
    /// run alone, or, for duplicates, by what they print. At a limit the warnings that are known by then are returned.
    ///
    /// ```
    /// use gridwright::{Limits, Model, Suspicion, all_different};
    /// let mut m = Model::new();
    /// let cell = m.grid(2, 2, 1..=2);
    /// m.post(all_different(cell.row(0)));
    /// m.post(all_different(cell.row(0))); // row(1) was meant
    /// let warnings = m.compile(Limits::none())?.warnings(Limits::none());
    /// let suspicions: Vec<Suspicion> = warnings.iter().map(|warning| warning.suspicion).collect();
    /// assert_eq!(suspicions, [Suspicion::Unconstrained, Suspicion::Duplicate]);
    /// assert!(warnings[0].message.starts_with("r2c1, r2c2 are in no constraint"));
    /// # Ok::<(), gridwright::Error>(())
    /// ```
    pub fn warnings(&self, limits: impl Into<Limits>) -> Vec<Warning> {
        let mut warnings = self.lonely_variables();
        let mut judge = Judge::new(self, Budget::start(&limits.into()));
        for c in (0..self.constraints()).map(ConstraintId::new) {
            match judge.constraint(c) {
                Ok(found) => warnings.extend(found.map(|found| self.warn(c, found))),
                Err(_) => break,
            }
        }
        warnings
    }

    /// Variables without constraints, and variables without values.
    fn lonely_variables(&self) -> Vec<Warning> {
        let source = self.source();
        let mut named = FixedBitSet::with_capacity(self.variables());
        source.rules.iter().flat_map(|rule| rule.constraint.scope()).for_each(|x| named.insert(x.index()));
        let all = || (0..self.variables()).map(VarId::new);
        let unconstrained = all().filter(|x| !named.contains(x.index())).collect();
        let empty = all().filter(|&x| self.domain(x).is_empty()).collect();
        let warn = |suspicion, variables: Vec<VarId>, what: [&str; 2], help| {
            let names = label::list(variables.iter().map(|&x| self.var_name(x)));
            let message = format!("{names} {}", what[usize::from(variables.len() > 1)]);
            let constraints = Vec::new();
            (!variables.is_empty()).then_some(Warning { suspicion, variables, constraints, message, help })
        };
        let no_constraint =
            ["is in no constraint: each of its values fits", "are in no constraint: all their values fit"];
        let no_value = ["has no value to begin with", "have no value to begin with"];
        let post = "post what is missing, or leave them out of the model";
        let widen = "so there is no solution: see how the domain is made";
        let found = warn(Suspicion::Unconstrained, unconstrained, no_constraint, post).into_iter();
        found.chain(warn(Suspicion::NoValue, empty, no_value, widen)).collect()
    }

    /// What to say about a constraint.
    fn warn(&self, c: ConstraintId, found: Found) -> Warning {
        let name = self.constraint_name(c);
        let (suspicion, first, message, help) = match found {
            Found::AlwaysHolds => (
                Suspicion::AlwaysHolds,
                None,
                format!("{name} can never prune: it holds for all values of its variables"),
                "leave it out, or see whether it names the right variables and numbers",
            ),
            Found::NeverHolds => (
                Suspicion::NeverHolds,
                None,
                format!("{name} holds for no values of its variables"),
                "so there is no solution: see whether it names the right variables and numbers",
            ),
            Found::Duplicate(first) => {
                let other = self.constraint_name(first);
                let message = match name == other {
                    true => {
                        format!("{name} is there twice, as constraints {} and {}", first.index() + 1, c.index() + 1)
                    }
                    false => format!("{name} says the same as {other}"),
                };
                let help = "leave one out, or see whether each names the right variables and numbers";
                (Suspicion::Duplicate, Some(first), message, help)
            }
        };
        let constraints = first.into_iter().chain([c]).collect();
        Warning { suspicion, variables: Vec::new(), constraints, message, help }
    }
}

/// What is found out about a constraint.
enum Found {
    AlwaysHolds,
    NeverHolds,
    /// It says the same as this one.
    Duplicate(ConstraintId),
}

/// Looks at one constraint after the other.
struct Judge<'a> {
    compiled: &'a Compiled,
    budget: Budget,
    /// An engine in which each constraint can run alone, made when first needed; `None` inside where there cannot be one.
    engine: Option<Option<Engine>>,
    /// Constraints by their kind and their variables in increasing order.
    known: IndexMap<(String, Vec<VarId>), Vec<ConstraintId>>,
}

impl<'a> Judge<'a> {
    fn new(compiled: &'a Compiled, budget: Budget) -> Self {
        Self { compiled, budget, engine: None, known: IndexMap::new() }
    }

    fn constraint(&mut self, c: ConstraintId) -> Result<Option<Found>, Limit> {
        let source = self.compiled.source();
        let mut vars = source.rules[c.index()].constraint.scope().to_vec();
        vars.sort_unstable();
        vars.dedup();
        let assignments = Assignments::of(source, vars.clone());
        let found = match &assignments {
            Some(assignments) => self.try_all(c, assignments)?,
            None => self.propagate_alone(c)?,
        };
        if found.is_some() {
            return Ok(found);
        }
        let key = (source.kind(c), vars);
        for &other in self.known.get(&key).into_iter().flatten() {
            let same = match &assignments {
                Some(assignments) => agree(source, [c, other], assignments, &mut self.budget)?,
                None => print_alike(source, c, other, &mut self.budget)?,
            };
            if same {
                return Ok(Some(Found::Duplicate(other)));
            }
        }
        self.known.entry(key).or_default().push(c);
        Ok(None)
    }

    /// Judges a constraint by all assignments of its variables.
    fn try_all(&mut self, c: ConstraintId, assignments: &Assignments) -> Result<Option<Found>, Limit> {
        let constraint = &self.compiled.source().rules[c.index()].constraint;
        let (mut held, mut failed) = (false, false);
        assignments.each(&mut self.budget, |value| {
            let holds = constraint.holds(value);
            (held, failed) = (held || holds, failed || !holds);
            !(held && failed)
        })?;
        Ok(match (held, failed) {
            (true, false) => Some(Found::AlwaysHolds),
            (false, true) => Some(Found::NeverHolds),
            _ => None,
        })
    }

    /// Judges a constraint by what its propagators do alone: it always holds if they say so before they have removed a value.
    fn propagate_alone(&mut self, c: ConstraintId) -> Result<Option<Found>, Limit> {
        let compiled = self.compiled;
        if self.engine.is_none() {
            self.engine = Some(match compiled.engine_for(Plan::Explain, &mut self.budget) {
                Err(Error::Stopped(limit)) => return Err(limit),
                engine => engine.ok(),
            });
        }
        // A domain that is empty from the start is a contradiction, whoever runs.
        let Some(engine) = self.engine.iter_mut().flatten().find(|engine| engine.failure().is_none()) else {
            return Ok(None);
        };
        engine.restrict(Some(&|other| other == c));
        engine.push();
        let end = engine.fixpoint(&mut self.budget);
        // Nobody prunes for a constraint that compilation has seen to be true.
        let mut own = (0..engine.propagators()).map(PropId::new).filter(|&p| engine.parents(p).eq([c]));
        let entailed = own.all(|p| engine.is_entailed(p));
        let untouched = |&x: &VarId| engine.size(x) == compiled.domain(x).size();
        let found = match end {
            End::Contradiction => Some(Found::NeverHolds),
            End::Fixpoint if entailed && compiled.constraint_scope(c).iter().all(untouched) => Some(Found::AlwaysHolds),
            End::Fixpoint => None,
            End::Stopped(limit) => return Err(limit),
        };
        engine.pop();
        Ok(found)
    }
}

/// Whether two constraints hold for the same assignments of their variables.
fn agree(
    source: &Source,
    constraints: [ConstraintId; 2],
    assignments: &Assignments,
    budget: &mut Budget,
) -> Result<bool, Limit> {
    let [a, b] = constraints.map(|c| &source.rules[c.index()].constraint);
    let mut agree = true;
    assignments.each(budget, |value| {
        agree = a.holds(value) == b.holds(value);
        agree
    })?;
    Ok(agree)
}

/// Whether two constraints print the same about the same variables, and nothing that stands for something hidden.
fn print_alike(source: &Source, a: ConstraintId, b: ConstraintId, budget: &mut Budget) -> Result<bool, Limit> {
    let (a, b) = (&source.rules[a.index()].constraint, &source.rules[b.index()].constraint);
    if a.scope() != b.scope() {
        return Ok(false);
    }
    let text = Print::of(a, budget)?;
    Ok(!text.contains("..") && text == Print::of(b, budget)?)
}

/// A text that is written within a budget.
struct Print<'a> {
    text: String,
    budget: &'a mut Budget,
}

impl Print<'_> {
    /// What a constraint prints.
    fn of(constraint: &dyn fmt::Debug, budget: &mut Budget) -> Result<String, Limit> {
        let mut print = Print { text: String::new(), budget };
        // Nothing but the budget ends it early.
        let _ = write!(print, "{constraint:?}");
        print.budget.spent().map_or(Ok(print.text), Err)
    }
}

impl Write for Print<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.budget.spend_on(8 + text.len()).map_err(|_| fmt::Error)?;
        self.text.push_str(text);
        Ok(())
    }
}

/// All combinations of the declared values of a few variables.
struct Assignments {
    vars: Vec<VarId>,
    values: Vec<Vec<i64>>,
}

impl Assignments {
    /// The assignments of variables, each named once and in increasing order; `None` where there are none or too many.
    fn of(source: &Source, vars: Vec<VarId>) -> Option<Self> {
        let domain = |x: &VarId| &source.domains[x.index()];
        let count = vars.iter().map(|x| domain(x).size()).fold(1, u64::saturating_mul);
        let values = |x: &VarId| domain(x).values().collect();
        (1..=MOST_ASSIGNMENTS).contains(&count).then(|| Self { values: vars.iter().map(values).collect(), vars })
    }

    /// Calls `each` with every assignment until it answers `false`.
    fn each(&self, budget: &mut Budget, mut each: impl FnMut(&dyn Fn(VarId) -> i64) -> bool) -> Result<(), Limit> {
        let mut index = vec![0; self.vars.len()];
        loop {
            budget.spend(4)?;
            let value = |x: VarId| self.vars.binary_search(&x).map_or(0, |i| self.values[i][index[i]]);
            if !each(&value) {
                return Ok(());
            }
            let Some(i) = (0..index.len()).find(|&i| index[i] + 1 < self.values[i].len()) else { return Ok(()) };
            index[i] += 1;
            index[..i].fill(0);
        }
    }
}
