//! Every question that a small model can be asked, in every way, compared with the solutions of brute force.

use crate::spec::{Claim, Spec};
use crate::variant::{Branching, Variant};
use crate::{build, meaning, print};
use gridwright::testing::{Dice, engine_solutions};
use gridwright::{
    Atom, Budget, ClashAnswer, Compiled, ConstraintId, Count, End, Error, Found, Limit, Optimum, Plan, Solution,
    Solver, Strength, VarId, Verdict, luby,
};
use std::collections::BTreeSet;

/// An answer that is wrong: what is said to a reader, and the code that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What was wrong.
    pub what: String,
    /// The code that asks and fails, with `m` as the model.
    pub code: String,
}

/// What became of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// All answers were right.
    Right,
    /// The engine refuses it since numbers can leave the 64-bit range, or values lie too far apart.
    Refused,
}

/// The solutions of a model, in increasing order.
pub type Truth = BTreeSet<Vec<i64>>;

/// A search of a small model that visits more nodes hangs.
const NODES: u64 = 200_000;

/// Compares all answers about a model with its solutions.
///
/// # Errors
/// The first wrong answer.
pub fn compare(spec: &Spec, truth: &Truth) -> Result<Fate, Failure> {
    let model = build::model(spec);
    let mut refused = 0;
    let mut compiled = Vec::new();
    for variant in Variant::ALL {
        match variant.compile(&model) {
            Ok(ready) => compiled.push((variant, ready)),
            Err(error) if is_refusal(&error) => refused += 1,
            Err(error) => return fail(format!("{error}"), format!("{};", variant.code())),
        }
    }
    match refused {
        0 => {}
        _ if refused == Variant::ALL.len() => return Ok(Fate::Refused),
        _ => return fail("some variants refuse the model".into(), format!("{};", Variant::ALL[0].code())),
    }
    let mut asking = Asking { spec, truth, dice: Dice::new(spec.seed) };
    asking.meanings(&compiled[0].1)?;
    for (variant, compiled) in &compiled {
        asking.solutions(*variant, compiled)?;
        asking.engines(*variant, compiled)?;
    }
    let (variant, compiled) = &compiled[asking.dice.below(compiled.len())];
    asking.questions(*variant, compiled)?;
    asking.incremental(*variant, compiled)?;
    asking.optima(*variant, compiled)?;
    asking.clash(*variant, compiled)?;
    Ok(Fate::Right)
}

/// Whether an error tells of numbers that the engine does not promise to handle.
fn is_refusal(error: &Error) -> bool {
    match error {
        Error::Span { .. } => true,
        Error::Constraint { why, .. } => why.contains("64-bit range"),
        _ => false,
    }
}

fn fail<T>(what: String, code: String) -> Result<T, Failure> {
    Err(Failure { what, code })
}

struct Asking<'a> {
    spec: &'a Spec,
    truth: &'a Truth,
    dice: Dice,
}

impl Asking<'_> {
    /// What the constraints of the engine say about whole assignments.
    fn meanings(&self, compiled: &Compiled) -> Result<(), Failure> {
        let found = gridwright::testing::solutions(compiled);
        let code =
            || format!("assert_eq!(testing::solutions(&m.compile(Limits::none()).unwrap()), {});", set(self.truth));
        self.same(&found, "by `Constraint::holds`", code)
    }

    fn same(&self, found: &Truth, how: &str, code: impl Fn() -> String) -> Result<(), Failure> {
        if found == self.truth {
            return Ok(());
        }
        let lost = self.truth.difference(found).next();
        let wrong = found.difference(self.truth).next();
        fail(format!("{how}: lost {lost:?}, wrong {wrong:?}"), code())
    }

    /// The solutions as the search finds them, whole and projected.
    fn solutions(&mut self, variant: Variant, compiled: &Compiled) -> Result<(), Failure> {
        let branching = Branching::any(&mut self.dice);
        let code = || {
            let find = "let found = solver.solutions().map(|s| s.unwrap().values().to_vec());";
            let expected = set(self.truth);
            format!(
                "{}\n{find}\nassert_eq!(found.collect::<BTreeSet<_>>(), {expected});",
                solver_code(variant, branching)
            )
        };
        let solver = || compiled.solver().branch(branching.brancher()).limit(Limit::nodes(NODES));
        let found = all(&mut solver()).or_else(|what| fail(what, code()))?;
        let distinct: Truth = found.iter().cloned().collect();
        self.same(&distinct, &format!("{variant:?} {branching:?}"), code)?;
        if distinct.len() != found.len() {
            return fail(format!("{variant:?} {branching:?}: a solution twice"), code());
        }
        let shown = |values: &Vec<i64>| self.spec.project.iter().map(|&x| values[x]).collect::<Vec<i64>>();
        let expected: Truth = self.truth.iter().map(shown).collect();
        let project = self.spec.project.clone();
        let code = || {
            let start = solver_code(variant, branching);
            let vars = print::vars(&project);
            format!("{start}\nassert_eq!(solver.project({vars}).count(1000).unwrap().n, {});", expected.len())
        };
        let found = all(&mut solver().project(build::vars(&project))).or_else(|what| fail(what, code()))?;
        let projected: Truth = found.iter().map(shown).collect();
        if projected != expected || found.len() != expected.len() || !found.iter().all(|s| self.truth.contains(s)) {
            return fail(format!("{variant:?} {branching:?}: projected to {project:?}"), code());
        }
        Ok(())
    }

    /// The solutions at each strength, on an engine that has been pushed and popped; sometimes with all claims checked.
    fn engines(&mut self, variant: Variant, compiled: &Compiled) -> Result<(), Failure> {
        for strength in [Strength::Unit, Strength::Full] {
            let mut engine = compiled.engine();
            // Tables of the fast plan have absorbed other constraints, so that their reasons cannot be checked alone.
            let checked = variant.plan == Plan::Explain && self.dice.once_in(4);
            if checked {
                engine.check_claims(compiled.oracle());
            }
            engine.set_strength(strength);
            let code = |claims: &[Claim]| {
                let claim = claims.iter().map(|claim| {
                    let atom = print::claims(&[*claim]);
                    format!("for atom in {atom} {{\n    let _ = engine.assume(atom);\n}}\n")
                });
                let check = if checked { "engine.check_claims(compiled.oracle());\n" } else { "" };
                format!(
                    "let compiled = {};\nlet mut engine = compiled.engine();\n{check}engine.set_strength(Strength::{strength:?});\n\
                     engine.push();\n{}engine.fixpoint(&mut Budget::unlimited());\nengine.pop();\n\
                     assert_eq!(testing::engine_solutions(&compiled, engine), {});",
                    variant.code(),
                    claim.collect::<String>(),
                    set(self.truth)
                )
            };
            let taken = self.dice.below(self.spec.claims.len() + 1);
            let claims = &self.spec.claims[..taken];
            engine.push();
            let possible = claims.iter().all(|claim| engine.assume(claim.atom()).is_ok());
            let end = if possible { engine.fixpoint(&mut Budget::unlimited()) } else { End::Contradiction };
            let left = self.truth.iter().filter(|s| claims.iter().all(|claim| claim.holds(s)));
            let kept = |s: &&Vec<i64>| {
                end == End::Fixpoint && s.iter().enumerate().all(|(x, &v)| engine.contains(VarId::new(x), v))
            };
            if let Some(lost) = left.clone().find(|s| !kept(s)) {
                return fail(
                    format!("{variant:?} {strength:?}: propagation loses {lost:?} under {claims:?}"),
                    code(claims),
                );
            }
            engine.pop();
            let found = engine_solutions(compiled, engine);
            self.same(&found, &format!("{variant:?} {strength:?} after {claims:?}"), || code(claims))?;
        }
        Ok(())
    }

    /// First, unique, count and candidates, some of them with restarts.
    fn questions(&mut self, variant: Variant, compiled: &Compiled) -> Result<(), Failure> {
        let branching = Branching::any(&mut self.dice);
        let restarts = self.dice.once_in(2);
        let mut solver = compiled.solver().branch(branching.brancher()).limit(Limit::nodes(NODES));
        let mut start = solver_code(variant, branching);
        if restarts {
            solver = solver.restart(luby(1));
            start += "\nsolver = solver.restart(luby(1));";
        }
        let n = self.truth.len();
        let known = |s: &Solution| self.truth.contains(s.values());
        let first = solver.first();
        if !match &first {
            Ok(Found::Solution(s)) => known(s),
            Ok(Found::None) => n == 0,
            _ => false,
        } {
            let code = format!("{start}\nassert_eq!(solver.first().unwrap().solution().is_some(), {});", n > 0);
            return fail(format!("{variant:?} {branching:?}: first is {first:?}"), code);
        }
        let unique = solver.unique();
        if !match &unique {
            Ok(Verdict::Unique(s)) => n == 1 && known(s),
            Ok(Verdict::Many(s, t)) => s != t && known(s) && known(t),
            Ok(Verdict::None) => n == 0,
            _ => false,
        } {
            let code = format!("{start}\nassert_eq!(solver.unique().unwrap().is_unique(), {});", n == 1);
            return fail(format!("{variant:?} {branching:?}: unique is {unique:?}"), code);
        }
        for most in [n, n.saturating_sub(1)] {
            let expected = Count { n: most as u64, complete: most == n, stopped: None };
            let count = solver.count(most as u64);
            if count != Ok(expected) {
                let code = format!("{start}\nassert_eq!(solver.count({most}).unwrap().n, {most});");
                return fail(format!("{variant:?} {branching:?}: count({most}) is {count:?}"), code);
            }
        }
        let column = |x: usize| self.truth.iter().map(|s| s[x]).collect::<BTreeSet<i64>>().into_iter().collect();
        let expected: Vec<Vec<i64>> = (0..self.spec.domains.len()).map(column).collect();
        let candidates = solver.candidates().map(|candidates| candidates.values);
        if candidates.as_ref() != Ok(&expected) {
            let code =
                format!("{start}\nassert_eq!(solver.candidates().unwrap().values, {});", vectors(expected.iter()));
            return fail(format!("{variant:?} {branching:?}: candidates are {candidates:?}"), code);
        }
        Ok(())
    }

    /// A solver that is kept: asked, given assumptions, freed of them, and asked again.
    fn incremental(&mut self, variant: Variant, compiled: &Compiled) -> Result<(), Failure> {
        let branching = Branching::any(&mut self.dice);
        let mut solver = compiled.solver().branch(branching.brancher()).limit(Limit::nodes(NODES));
        let claims = &self.spec.claims;
        let atoms: Vec<Atom> = claims.iter().map(Claim::atom).collect();
        let left: Truth = self.truth.iter().filter(|s| claims.iter().all(|claim| claim.holds(s))).cloned().collect();
        let order = [&left, self.truth, &left];
        let order = if self.dice.once_in(2) { &order[..] } else { &order[1..] };
        let start = solver_code(variant, branching);
        for (i, expected) in order.iter().enumerate() {
            solver.assume_nothing();
            if **expected == left {
                solver.assume_also(atoms.clone());
            }
            let code = || {
                let mut code = start.clone();
                for expected in &order[..=i] {
                    code += "\nsolver.assume_nothing();";
                    if **expected == left {
                        code += &format!("\nsolver.assume_also({});", print::claims(claims));
                    }
                    code += &format!("\nassert_eq!(solver.count(1000).unwrap().n, {});", expected.len());
                }
                code
            };
            let found = all(&mut solver).or_else(|what| fail(what, code()))?;
            if found.len() != expected.len() || !found.iter().all(|s| expected.contains(s)) {
                let what = format!(
                    "{variant:?} {branching:?}: question {i} of a kept solver, {} of {}",
                    found.len(),
                    expected.len()
                );
                return fail(what, code());
            }
        }
        Ok(())
    }

    /// The smallest and the largest value of the objective.
    fn optima(&mut self, variant: Variant, compiled: &Compiled) -> Result<(), Failure> {
        let branching = Branching::any(&mut self.dice);
        let objective = &self.spec.objective;
        let mut solver = compiled.solver().branch(branching.brancher()).limit(Limit::nodes(NODES));
        if self.dice.once_in(2) {
            solver = solver.restart(luby(1));
        }
        for smallest in [true, false] {
            let cost = |s: &Vec<i64>| meaning::total(objective, s);
            let costs = self.truth.iter().map(cost);
            let best = if smallest { costs.min() } else { costs.max() };
            let expr = build::expr(objective);
            let optimum = if smallest { solver.minimise(expr) } else { solver.maximise(expr) };
            let right = match &optimum {
                Ok(Optimum::Best(s, value)) => {
                    self.truth.contains(s.values())
                        && best == Some(i128::from(*value))
                        && meaning::total(objective, s.values()) == i128::from(*value)
                }
                Ok(Optimum::None) => best.is_none(),
                Ok(Optimum::Stopped(..)) => false,
                Err(error) => is_refusal(error),
            };
            if !right {
                let (verb, terms) = (if smallest { "minimise" } else { "maximise" }, print::terms(objective));
                let expected = match best {
                    Some(best) => format!("assert!(matches!(optimum, Optimum::Best(_, {best})), \"{{optimum:?}}\");"),
                    None => "assert_eq!(optimum, Optimum::None);".into(),
                };
                let start = solver_code(variant, branching);
                let code = format!("{start}\nlet optimum = solver.{verb}{terms}.unwrap();\n{expected}");
                return fail(format!("{variant:?} {branching:?}: {verb} gives {optimum:?}"), code);
            }
        }
        Ok(())
    }

    /// Under the assumptions: whether there is a clash, and whether it is one, without a member too many.
    fn clash(&self, variant: Variant, compiled: &Compiled) -> Result<(), Failure> {
        let claims = &self.spec.claims;
        let possible = self.truth.iter().any(|s| claims.iter().all(|claim| claim.holds(s)));
        let mut solver = compiled.solver().assume(claims.iter().map(Claim::atom)).limit(Limit::nodes(NODES));
        let answer = solver.clash();
        let right = match &answer {
            Ok(ClashAnswer::None) => possible,
            Ok(ClashAnswer::Clash(clash)) => !possible && self.is_clash(&clash.constraints, &clash.assumptions),
            _ => false,
        };
        if right {
            return Ok(());
        }
        let start = format!("let mut solver = {}.solver().assume({});", variant.code(), print::claims(claims));
        let code = format!("{start}\nassert_eq!(solver.clash().unwrap() == ClashAnswer::None, {possible});");
        fail(format!("{variant:?}: the clash under {claims:?} is {answer:?}"), code)
    }

    /// Whether these have no solution together, though without any one of them they have.
    fn is_clash(&self, constraints: &[ConstraintId], assumptions: &[Atom]) -> bool {
        let solvable = |left_out: usize| {
            let kept = |i: usize| i != left_out;
            let rules = constraints.iter().enumerate().filter(|&(i, _)| kept(i));
            let atoms = assumptions.iter().enumerate().filter(|&(i, _)| kept(constraints.len() + i));
            let atoms: Vec<&Atom> = atoms.map(|(_, atom)| atom).collect();
            let mut part = self.spec.clone();
            part.rules = rules.map(|(_, c)| self.spec.rules[c.index()].clone()).collect();
            for (x, domain) in part.domains.iter_mut().enumerate() {
                domain.retain(|&v| atoms.iter().all(|atom| atom.var.index() != x || atom.holds(v)));
            }
            !meaning::solutions(&part).is_empty()
        };
        let members = constraints.len() + assumptions.len();
        !solvable(members) && (0..members).all(solvable)
    }
}

/// All solutions that a solver finds, in its order.
fn all(solver: &mut Solver) -> Result<Vec<Vec<i64>>, String> {
    let mut solutions = solver.solutions();
    let mut found = Vec::new();
    for solution in &mut solutions {
        found.push(solution.map_err(|error| error.to_string())?.values().to_vec());
    }
    match solutions.stopped() {
        None => Ok(found),
        Some(limit) => Err(format!("stopped by the {limit}")),
    }
}

fn solver_code(variant: Variant, branching: Branching) -> String {
    format!("let mut solver = {}.solver().branch({});", variant.code(), branching.code())
}

fn vectors<'a>(lists: impl Iterator<Item = &'a Vec<i64>>) -> String {
    format!("[{}]", lists.map(|list| format!("vec!{list:?}")).collect::<Vec<_>>().join(", "))
}

/// A set of solutions as code.
fn set(truth: &Truth) -> String {
    format!("BTreeSet::<Vec<i64>>::from({})", vectors(truth.iter()))
}
