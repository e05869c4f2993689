//! Every question of a solver against brute force: under assumptions, projections, branchers, restarts and after limits.

use super::clash::solvable;
use crate::support::value_orders;
use gridwright::testing::{Dice, random_model, solutions};
use gridwright::*;
use std::collections::BTreeSet;

struct Case {
    compiled: Compiled,
    assumed: Vec<Atom>,
    /// The variables that solutions are told apart by.
    project: Option<Vec<VarId>>,
    /// All solutions under the assumptions.
    truth: Vec<Vec<i64>>,
    objective: Expr,
}

impl Case {
    fn new(seed: u64, dice: &mut Dice) -> Self {
        let model = random_model(seed);
        let plan = if dice.once_in(3) { Plan::Explain } else { Plan::Fast };
        let compiled = model.compile_for(plan, Limits::none()).unwrap();
        let vars: Vec<VarId> = (0..compiled.variables()).map(VarId::new).collect();
        let atom = |dice: &mut Dice| {
            let makers = [Atom::eq, Atom::ne, Atom::at_least, Atom::at_most];
            dice.pick(&makers)(*dice.pick(&vars), dice.between(-1, 3))
        };
        let assumed: Vec<Atom> = (0..dice.below(3)).map(|_| atom(dice)).collect();
        let project = dice.once_in(3).then(|| (0..dice.below(4)).map(|_| *dice.pick(&vars)).collect());
        let holds = |solution: &Vec<i64>| assumed.iter().all(|a| a.holds(solution[a.var.index()]));
        let truth = solutions(&compiled).into_iter().filter(holds).collect();
        let objective = vars.iter().map(|&x| dice.between(-2, 2) * x).sum::<Expr>() + dice.between(-5, 5);
        Self { compiled, assumed, project, truth, objective }
    }

    fn solver(&self, dice: &mut Dice) -> Solver {
        let values = value_orders(7);
        let branch = [input_order(), first_fail(), dom_wdeg(), fullest(), random_order(3)];
        let restarts = [Restarts::Never, luby(1), geometric(1, 1.5)];
        let solver = self.compiled.solver().assume(self.assumed.clone());
        let solver =
            solver.branch(dice.pick(&branch).clone().values(*dice.pick(&values))).restart(*dice.pick(&restarts));
        match &self.project {
            Some(vars) => solver.project(vars.clone()),
            None => solver,
        }
    }

    fn vars(&self) -> impl Iterator<Item = VarId> {
        (0..self.compiled.variables()).map(VarId::new)
    }

    fn projected(&self, solution: &[i64]) -> Vec<i64> {
        match &self.project {
            Some(vars) => vars.iter().map(|x| solution[x.index()]).collect(),
            None => solution.to_vec(),
        }
    }

    fn is_solution(&self, solution: &Solution) -> bool {
        self.truth.iter().any(|other| other == solution.values())
    }

    /// Asks one question; a limit may only make the answer less.
    fn ask(&self, solver: &mut Solver, question: usize, limited: bool) -> Result<(), String> {
        let distinct: BTreeSet<Vec<i64>> = self.truth.iter().map(|s| self.projected(s)).collect();
        let fair = |fine: bool, answer: String| if fine { Ok(()) } else { Err(answer) };
        match question {
            0 => {
                let found = solver.first().unwrap();
                let fine = match &found {
                    Found::Solution(s) => self.is_solution(s),
                    Found::None => self.truth.is_empty(),
                    Found::Stopped(_) => limited,
                };
                fair(fine, format!("{found:?}"))
            }
            1 => {
                let verdict = solver.unique().unwrap();
                let fine = match &verdict {
                    Verdict::Unique(s) => distinct.len() == 1 && self.is_solution(s),
                    Verdict::Many(s, t) => {
                        let apart: Vec<VarId> = self.vars().filter(|&x| s.value(x) != t.value(x)).collect();
                        let differ = self.projected(s.values()) != self.projected(t.values());
                        differ && s.differences(t).eq(apart) && self.is_solution(s) && self.is_solution(t)
                    }
                    Verdict::None => distinct.is_empty(),
                    Verdict::Stopped(_) => limited,
                };
                let stopped = matches!(verdict, Verdict::Stopped(_));
                let fine = fine && verdict.is_unique() == (!stopped && distinct.len() == 1);
                let kept = match &verdict {
                    Verdict::Unique(s) => solver.found() == [s.clone()],
                    Verdict::Many(s, t) => solver.found() == [s.clone(), t.clone()],
                    Verdict::None => solver.found().is_empty(),
                    Verdict::Stopped(_) => {
                        solver.found().len() < 2 && solver.found().iter().all(|s| self.is_solution(s))
                    }
                };
                fair(fine && kept, format!("{verdict:?}, and keeps {:?}", solver.found()))
            }
            2 => {
                let mut found = BTreeSet::new();
                let mut solutions = solver.solutions();
                for solution in solutions.by_ref() {
                    let solution = solution.unwrap();
                    let new = found.insert(self.projected(solution.values()));
                    fair(new && self.is_solution(&solution), format!("{solution:?} is none, or was there before"))?;
                }
                let complete = solutions.is_complete();
                fair(complete && found == distinct || limited && !complete, format!("{found:?}"))
            }
            3 => {
                let count = solver.count(5).unwrap();
                let n = distinct.len() as u64;
                let fine = count.complete && count.n == n && n <= 5
                    || !count.complete && count.stopped.is_none() && count.n == 5 && n > 5
                    || limited && count.stopped.is_some() && count.n <= n;
                fair(fine, format!("{count:?}"))
            }
            4 => {
                let candidates = solver.candidates().unwrap();
                let truth = |i: usize| self.truth.iter().map(|s| s[i]).collect::<BTreeSet<_>>();
                let fine = self.vars().all(|x| {
                    let (values, truth) = (candidates.of(x), truth(x.index()));
                    let known = values.windows(2).all(|w| w[0] < w[1]) && values.iter().all(|v| truth.contains(v));
                    known && (limited && !candidates.is_complete() || values.len() == truth.len())
                });
                fair(fine && (limited || candidates.is_complete()), format!("{candidates:?}"))
            }
            5 | 6 => {
                let costs = self.truth.iter().filter_map(|s| self.objective.value(&|x| s[x.index()]));
                let (best, answer) = if question == 5 {
                    (costs.min(), solver.minimise(self.objective.clone()))
                } else {
                    (costs.max(), solver.maximise(self.objective.clone()))
                };
                let answer = answer.unwrap();
                let fits = |s: &Solution, cost| self.is_solution(s) && self.objective.value(&|x| s[x]) == Some(cost);
                let fine = match &answer {
                    Optimum::Best(s, cost) => fits(s, *cost) && best == Some(*cost),
                    Optimum::None => best.is_none(),
                    Optimum::Stopped(_, so_far) => limited && so_far.as_ref().is_none_or(|(s, cost)| fits(s, *cost)),
                };
                fair(fine, format!("{answer:?}"))
            }
            _ => {
                let answer = solver.clash().unwrap();
                let fine = match &answer {
                    ClashAnswer::Clash(clash) => {
                        let known = clash.assumptions.iter().all(|a| self.assumed.contains(a));
                        known && !solvable(&self.compiled, &clash.constraints, &clash.assumptions)
                    }
                    ClashAnswer::None => !self.truth.is_empty(),
                    ClashAnswer::Stopped(_) => limited,
                };
                fair(fine, format!("{answer:?}"))
            }
        }
    }
}

#[test]
fn every_question_has_the_answer_of_brute_force_whatever_was_asked_before() {
    let asked = std::env::var("GRIDWRIGHT_MODELS").ok().and_then(|n| n.parse().ok());
    for seed in 1..=asked.unwrap_or(1_500) {
        let mut dice = Dice::new(seed);
        let case = Case::new(seed, &mut dice);
        let mut solver = case.solver(&mut dice);
        assert_eq!(solver.assumptions(), case.assumed);
        for _ in 0..6 {
            let limits = match dice.below(4) {
                0 => Limits::none().and(Limit::nodes(dice.below(6) as u64)),
                1 => Limits::none().and(Limit::failures(dice.below(3) as u64)),
                _ => Limits::none(),
            };
            let limited = limits.nodes.is_some() || limits.failures.is_some();
            solver = solver.limits(limits);
            let question = dice.below(8);
            if let Err(answer) = case.ask(&mut solver, question, limited) {
                panic!("seed {seed}, question {question}: {answer}, but brute force finds {:?}", case.truth);
            }
        }
    }
}
