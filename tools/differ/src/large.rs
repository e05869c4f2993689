//! Larger models and puzzles, written with the engine's answers for other solvers to judge.

use crate::spec::{Comparison, Rule, Spec, Value};
use crate::{generate, print};
use gridwright::{Atom, Compiled, Error, Goal, Limit, Limits, Model, Optimum, VarId};
use gridwright_models::registry;
use serde_json::{Value as Json, json};
use std::io::Write;

/// Solutions are listed where there are no more.
const MOST_SOLUTIONS: usize = 300;

/// A model that takes more nodes is not judged.
const NODES: u64 = 300_000;

/// Writes so many random models from a seed on, one a line.
pub fn write(seed: u64, count: u64, out: &mut impl Write) -> Result<String, String> {
    let (mut written, mut left_out) = (0_u64, 0_u64);
    for seed in seed..seed + count {
        match case(seed) {
            Ok(Some(case)) => {
                written += 1;
                writeln!(out, "{case}").map_err(|error| error.to_string())?;
            }
            Ok(None) => left_out += 1,
            Err(error) => return Err(format!("seed {seed}: {error}")),
        }
    }
    Ok(format!("{written} models written, {left_out} left out as too hard or not to be written\n"))
}

/// The model of a seed, whose last variable is the objective.
pub fn spec(seed: u64) -> Spec {
    let mut spec = generate::random(seed, generate::Size::Large);
    let ends = |pick: fn(i64, i64) -> i64| -> i64 {
        let end = |&(c, x): &(i64, usize)| {
            let values = spec.domains[x].iter().map(|v| c * v);
            values.reduce(pick).unwrap_or(0)
        };
        spec.objective.iter().map(end).sum()
    };
    let (low, high) = (ends(i64::min), ends(i64::max));
    if high - low < 10_000 {
        let objective = Value::Var(spec.domains.len());
        let terms = spec.objective.clone();
        spec.domains.push((low..=high).collect());
        spec.rules.push(Rule::Linear { terms, comparison: Comparison::Equals, right: objective });
    }
    spec
}

fn case(seed: u64) -> Result<Option<Json>, Error> {
    let spec = spec(seed);
    let mut model = Model::new();
    let random = generate::random(seed, generate::Size::Large).domains.len();
    for (x, domain) in spec.domains.iter().enumerate() {
        let name = if x < random { format!("x{x}") } else { "objective".into() };
        model.named_var(name, domain.clone());
    }
    for rule in &spec.rules {
        model.post_shared(rule.constraint());
    }
    let Ok(text) = model.minizinc(&[], &Goal::Satisfy) else { return Ok(None) };
    let compiled = model.compile(Limits::none())?;
    let objective = (random < spec.domains.len()).then(|| VarId::new(random));
    answers(&format!("seed {seed}"), text, &compiled, &[], objective)
}

/// What the engine says about a model; `None` where that takes too long.
fn answers(
    name: &str,
    text: String,
    compiled: &Compiled,
    assumed: &[Atom],
    objective: Option<VarId>,
) -> Result<Option<Json>, Error> {
    let mut solver = compiled.solver().assume(assumed.iter().copied()).limit(Limit::nodes(NODES));
    let mut found = Vec::new();
    let mut solutions = solver.solutions();
    for solution in solutions.by_ref().take(MOST_SOLUTIONS + 1) {
        found.push(solution?.values().to_vec());
    }
    if solutions.stopped().is_some() {
        return Ok(None);
    }
    let mut best = Vec::new();
    if let Some(objective) = objective {
        for optimum in [solver.minimise(objective)?, solver.maximise(objective)?] {
            match optimum {
                Optimum::Best(_, value) => best.push(json!(value)),
                Optimum::None => best.push(Json::Null),
                Optimum::Stopped(..) => return Ok(None),
            }
        }
    }
    let listed = found.len() <= MOST_SOLUTIONS;
    Ok(Some(json!({
        "name": name,
        "model": text,
        "solutions": listed.then_some(found),
        "more_than": MOST_SOLUTIONS,
        "best": objective.map(|_| best),
    })))
}

/// Writes the puzzles of files, one a line.
pub fn puzzles(paths: &[&str], out: &mut impl Write) -> Result<String, String> {
    let registry = registry();
    let (mut written, mut left_out) = (0_u64, 0_u64);
    for path in paths {
        let text = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
        for (i, block) in registry.stream(&text[..]).enumerate() {
            let sheet = block.map_err(|error| format!("{path}: {error}"))?.read(&[]);
            let Ok(sheet) = sheet else {
                left_out += 1;
                continue;
            };
            let mut model = Model::new();
            let board = sheet.puzzle.rules(&mut model);
            let given = |(cell, value)| Some(Atom::eq(board.at(cell)?, value));
            let givens: Vec<Atom> = sheet.puzzle.givens().into_iter().filter_map(given).collect();
            let name = format!("{path} {} {}", i + 1, sheet.puzzle.kind().name);
            let wrong = |error: Error| format!("{name}: {error}");
            let text = model.minizinc(&givens, &Goal::Satisfy).map_err(wrong)?;
            let compiled = model.compile(Limits::none()).map_err(wrong)?;
            match answers(&name, text, &compiled, &givens, None).map_err(wrong)? {
                Some(case) => {
                    written += 1;
                    writeln!(out, "{case}").map_err(|error| error.to_string())?;
                }
                None => left_out += 1,
            }
        }
    }
    Ok(format!("{written} puzzles written, {left_out} left out as faulty or too hard\n"))
}

/// The model of a seed as Rust code.
pub fn show(seed: u64) -> String {
    print::test(&spec(seed), &format!("large_{seed}"), "")
}
