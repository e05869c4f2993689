//! The KenKen of `docs/comparison.md` in pumpkin-solver: `cargo run --features pumpkin --bin pumpkin`.

use pumpkin_solver::conflict_resolvers::resolvers::ResolutionResolver;
use pumpkin_solver::core::constraints::Constraint;
use pumpkin_solver::core::results::solution_iterator::IteratedSolution;
use pumpkin_solver::core::results::{ProblemSolution, SatisfactionResultUnderAssumptions};
use pumpkin_solver::core::termination::Indefinite;
use pumpkin_solver::core::variables::{DomainId, Literal, TransformableVariable};
use pumpkin_solver::{Solver, all_different, equals, maximum, minimum, times};

/// A target, an operator and the cells, counted row by row from 0.
type Cage = (i32, &'static str, &'static [usize]);

const CAGES: [Cage; 7] = [
    (3, "+", &[0, 1]),
    (11, "+", &[2, 3, 7]),
    (1, "−", &[4, 8]),
    (2, "÷", &[5, 6]),
    (24, "×", &[9, 12, 13]),
    (1, "−", &[10, 11]),
    (3, "÷", &[14, 15]),
];

/// The rules, each under a literal with a name.
#[derive(Default)]
struct Model {
    solver: Solver,
    cell: Vec<DomainId>,
    rules: Vec<(String, Literal)>,
}

impl Model {
    fn new(cages: &[Cage]) -> Self {
        let mut m = Self::default();
        m.cell = (0..16).map(|_| m.solver.new_bounded_integer(1, 4)).collect();
        for i in 0..4 {
            let tag = m.solver.new_constraint_tag();
            let row = m.cell[4 * i..4 * i + 4].to_vec();
            m.rule(format!("row {}", i + 1), all_different(row, tag));
            let column: Vec<DomainId> = m.cell.iter().copied().skip(i).step_by(4).collect();
            m.rule(format!("column {}", i + 1), all_different(column, tag));
        }
        for &(target, op, cells) in cages {
            m.cage(target, op, cells);
        }
        m
    }

    fn cage(&mut self, target: i32, op: &str, cells: &[usize]) {
        let tag = self.solver.new_constraint_tag();
        let name = format!("cage {target}{op}");
        let x: Vec<DomainId> = cells.iter().map(|&i| self.cell[i]).collect();
        match op {
            "+" => self.rule(name, equals(x, target, tag)),
            "×" => {
                let total = x[1..].iter().fold(x[0], |product, &factor| {
                    let next = self.solver.new_bounded_integer(1, 64);
                    self.solver.add_constraint(times(product, factor, next, tag)).post();
                    next
                });
                self.rule(name, equals([total], target, tag));
            }
            _ => {
                let [high, low] = [(); 2].map(|()| self.solver.new_bounded_integer(1, 4));
                self.solver.add_constraint(maximum(x.clone(), high, tag)).post();
                self.solver.add_constraint(minimum(x, low, tag)).post();
                let (factor, right) = if op == "−" { (1, target) } else { (target, 0) };
                self.rule(name, equals([high.scaled(1), low.scaled(-factor)], right, tag));
            }
        }
    }

    fn rule(&mut self, name: String, constraint: impl Constraint) {
        let literal = self.solver.new_literal();
        self.solver.add_constraint(constraint).implied_by(literal);
        self.rules.push((name, literal));
    }
}

fn main() {
    let mut resolver = ResolutionResolver::default();
    let mut termination = Indefinite;

    let Model { mut solver, cell, rules } = Model::new(&CAGES);
    let tag = solver.new_constraint_tag();
    for (_, literal) in rules {
        solver.add_clause([literal.get_true_predicate()], tag);
    }
    let mut brancher = solver.default_brancher();
    let mut solutions = solver.get_solution_iterator(&mut brancher, &mut termination, &mut resolver);
    if let IteratedSolution::Solution(solution, ..) = solutions.next_solution() {
        let values: Vec<i32> = cell.iter().map(|&x| solution.get_integer_value(x)).collect();
        values.chunks(4).for_each(|row| println!("{row:?}"));
    }
    if let IteratedSolution::Finished = solutions.next_solution() {
        println!("the only solution");
    }

    let mut wrong = CAGES;
    wrong[0].0 = 4;
    let Model { mut solver, rules, .. } = Model::new(&wrong);
    let all: Vec<_> = rules.iter().map(|(_, literal)| literal.get_true_predicate()).collect();
    let mut brancher = solver.default_brancher();
    let result = solver.satisfy_under_assumptions(&mut brancher, &mut termination, &mut resolver, &all);
    if let SatisfactionResultUnderAssumptions::UnsatisfiableUnderAssumptions(mut unsatisfiable) = result {
        let core = unsatisfiable.extract_core();
        let names: Vec<_> = rules.iter().filter(|(_, literal)| core.contains(&literal.get_true_predicate())).collect();
        println!("no solution with {}", names.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", "));
    }
}
