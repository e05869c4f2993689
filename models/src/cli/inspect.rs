//! Looks into the model of a puzzle: what it is made of, what may be wrong with it, and where the search spends its work.

use std::fmt;
use std::time::Instant;

use gridwright::{
    Atom, Budget, Compiled, Description, End, Engine, Error, Limits, Profile, ProfileRow, PropagatorEntry,
    PuzzleSolver, Sheet, Stats, VarId, Warning,
};
use serde_json::{Map, Value, json};

use super::answer::Answer;
use super::ask::{Asker, Inquiry, Question};
use super::input::Case;
use super::json;
use super::status::Status;
use super::text;
use super::work::Work;

/// What was found out about a puzzle's model.
#[derive(Debug)]
pub(super) struct Inspection {
    /// Whether it has one solution, and if it has none, why.
    pub answer: Answer,
    /// Missing where there is no model, or a limit was reached before there was one.
    model: Option<Findings>,
}

/// What was found out about a model that could be compiled.
#[derive(Debug)]
struct Findings {
    description: Description,
    warnings: Vec<Warning>,
    givens: usize,
    /// How far propagation gets by the rules alone.
    rules: Standing,
    /// How far it gets with the givens.
    root: Standing,
    stats: Stats,
    profile: Profile,
}

/// How far propagation gets.
#[derive(Debug)]
enum Standing {
    Contradiction,
    /// A limit was reached first.
    Stopped,
    Fixpoint {
        /// Variables with several values left.
        open: usize,
        /// Values left, of all variables.
        left: u64,
    },
}

impl Asker {
    /// Looks into the model of a puzzle.
    pub fn inspect(&mut self, sheet: &Sheet) -> Inspection {
        let (start, mut work) = (Instant::now(), Work::default());
        let inspection = PuzzleSolver::new(&*sheet.puzzle, self.limits.clone()).and_then(|mut bench| {
            let limits = &self.limits;
            Inquiry { limits, start, work: &mut work, bench: &mut bench, sheet, with_reason: true, naming: false }
                .inspect()
        });
        inspection.unwrap_or_else(|error| Inspection { answer: Answer::failed(error), model: None })
    }
}

impl Inquiry<'_> {
    fn inspect(&mut self) -> Result<Inspection, Error> {
        let compiled = self.bench.solver.compiled().clone();
        let description = compiled.describe();
        let warnings = compiled.warnings(self.rest());
        let givens = self.givens();
        let [rules, root] = standings(&compiled, &givens, self.rest());
        // The search propagates the root once more, so that the profile shows all of it.
        self.bench.solver.start_profile();
        let answer = self.answer(Question::Solve)?;
        let profile = self.bench.solver.profile().unwrap_or_default();
        let (givens, stats) = (givens.len(), self.bench.solver.stats());
        Ok(Inspection { answer, model: Some(Findings { description, warnings, givens, rules, root, stats, profile }) })
    }
}

/// How far propagation gets by the rules alone, and with the givens.
fn standings(compiled: &Compiled, givens: &[Atom], limits: Limits) -> [Standing; 2] {
    let mut budget = Budget::start(&limits);
    let mut engine = compiled.engine();
    let rules = Standing::of(&mut engine, compiled, &mut budget);
    // What cannot be assumed shows in the next fixpoint.
    for &given in givens {
        let _ = engine.assume(given);
    }
    [rules, Standing::of(&mut engine, compiled, &mut budget)]
}

impl Standing {
    fn of(engine: &mut Engine, compiled: &Compiled, budget: &mut Budget) -> Self {
        match engine.fixpoint(budget) {
            End::Contradiction => Self::Contradiction,
            End::Stopped(_) => Self::Stopped,
            End::Fixpoint => {
                let vars = || (0..compiled.variables()).map(VarId::new);
                let open = vars().filter(|&x| !engine.is_fixed(x)).count();
                Self::Fixpoint { open, left: vars().map(|x| engine.size(x)).fold(0, u64::saturating_add) }
            }
        }
    }

    fn object(&self) -> Value {
        match self {
            Self::Contradiction => json!("contradiction"),
            Self::Stopped => json!("stopped"),
            Self::Fixpoint { open, left } => json!({ "open": open, "values": left }),
        }
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Contradiction => f.write_str("a contradiction"),
            Self::Stopped => f.write_str("stopped by a limit"),
            Self::Fixpoint { open, left } => write!(f, "{open} variables are open, {left} values are left"),
        }
    }
}

impl fmt::Display for Inspection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answer = match self.answer.status {
            Status::Unique => "One solution.".to_owned(),
            Status::Many => "Several solutions.".to_owned(),
            _ => text::sentence(Question::Solve, &self.answer),
        };
        let Some(Findings { description, warnings, givens, rules, root, stats, profile }) = &self.model else {
            return writeln!(f, "{answer}");
        };
        write!(f, "{description}")?;
        for Warning { message, help, .. } in warnings {
            writeln!(f, "warning: {message}\n  help: {help}")?;
        }
        let values: u64 =
            description.variables.iter().map(|group| group.domain.size() * group.names.len() as u64).sum();
        writeln!(f, "Of {values} values, propagation leaves")?;
        writeln!(f, "  by the rules: {rules}")?;
        writeln!(f, "  with {givens} givens: {root}")?;
        writeln!(f, "{answer}")?;
        writeln!(f, "{stats}")?;
        write!(f, "{profile}")
    }
}

impl Inspection {
    /// All of it as an object.
    pub fn object(&self, case: &Case<'_>) -> Value {
        let mut object = json::begin(case, self.answer.status);
        if let Some(reason) = &self.answer.reason {
            object.insert("reason".to_owned(), json!(reason));
        }
        if !self.answer.clash.is_empty() {
            object.insert("clash".to_owned(), json!(self.answer.clash));
        }
        if let Some(findings) = &self.model {
            findings.put(&mut object);
        }
        Value::Object(object)
    }
}

impl Findings {
    fn put(&self, object: &mut Map<String, Value>) {
        let Self { description, warnings, givens, rules, root, stats, profile } = self;
        let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
        let variables = description.variables.iter();
        put("variables", variables.map(|g| json!({ "domain": g.domain.to_string(), "names": g.names })).collect());
        put("constants", json!(description.constants));
        let constraints = description.constraints.iter().map(|entry| {
            json!({
                "name": entry.name,
                "kind": entry.kind,
                "text": entry.text,
                "arity": entry.arity,
                "propagators": entry.propagators,
                "too_large": entry.too_large,
            })
        });
        put("constraints", constraints.collect());
        let derived = description.derived.iter().map(|entry| {
            let from: Vec<usize> = entry.constraints.iter().map(|c| c.index()).collect();
            json!({ "text": entry.text, "constraints": from, "propagators": entry.propagators })
        });
        put("derived", derived.collect());
        put("propagators", description.propagators.iter().map(propagator).collect());
        let warnings = warnings.iter().map(|warning| json!({ "message": warning.message, "help": warning.help }));
        put("model_warnings", warnings.collect());
        put("rules", rules.object());
        put("givens", json!(givens));
        put("root", root.object());
        for (key, count) in [("nodes", stats.nodes), ("failures", stats.failures), ("propagations", stats.propagations)]
        {
            put(key, json!(count));
        }
        put("profile", profile.rows.iter().map(row).collect());
    }
}

fn propagator(entry: &PropagatorEntry) -> Value {
    let constraints: Vec<usize> = entry.constraints.iter().map(|c| c.index()).collect();
    let mut object = json!({ "name": entry.name, "arity": entry.arity, "constraints": constraints });
    if let Some(table) = entry.table {
        object["tuples"] = json!(table.tuples);
        object["bytes"] = json!(table.bytes);
    }
    object
}

fn row(row: &ProfileRow) -> Value {
    json!({
        "name": row.name,
        "constraints": row.constraints.iter().map(|c| c.index()).collect::<Vec<_>>(),
        "runs": row.runs,
        "prunings": row.prunings,
        "failures": row.failures,
        "time_us": u64::try_from(row.time.as_micros()).unwrap_or(u64::MAX),
    })
}
