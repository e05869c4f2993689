//! The KenKen of `docs/comparison.md` in csp-solver: `cargo run --features csp-solver --bin csp-solver`.

use csp_solver::constraint::{LambdaConstraint, VarId};
use csp_solver::domain::BitsetDomain;
use csp_solver::{Csp, SolveConfig};

/// A target, an operator and the cells, counted row by row from 0.
type Cage = (u32, &'static str, &'static [VarId]);

const CAGES: [Cage; 7] = [
    (3, "+", &[0, 1]),
    (11, "+", &[2, 3, 7]),
    (1, "−", &[4, 8]),
    (2, "÷", &[5, 6]),
    (24, "×", &[9, 12, 13]),
    (1, "−", &[10, 11]),
    (3, "÷", &[14, 15]),
];

fn model(cages: &[Cage]) -> Csp<BitsetDomain> {
    let mut csp = Csp::new();
    let cell = csp.add_variables(&BitsetDomain::new(1..=4), 16);
    for i in 0..4 {
        csp.add_all_different(cell[4 * i..4 * i + 4].to_vec());
        csp.add_all_different(cell.iter().copied().skip(i).step_by(4).collect());
    }
    for &(target, op, cells) in cages {
        match op {
            "+" => csp.add_cage_sum(cells.to_vec(), target),
            "×" => csp.add_cage_product(cells.to_vec(), target),
            _ => csp.add_constraint(LambdaConstraint::new(
                cells.to_vec(),
                move |value: &[Option<u32>]| match (value[cells[0] as usize], value[cells[1] as usize]) {
                    (Some(a), Some(b)) if op == "−" => a.abs_diff(b) == target,
                    (Some(a), Some(b)) => a.max(b) == target * a.min(b),
                    _ => true,
                },
                format!("{target}{op}"),
            )),
        }
    }
    csp.finalize();
    csp
}

fn main() {
    let two = SolveConfig { max_solutions: 2, ..SolveConfig::default() };
    let mut csp = model(&CAGES);
    let solutions = csp.solve(&two);
    if let Some(solution) = solutions.first() {
        solution.chunks(4).for_each(|row| println!("{row:?}"));
    }
    match (solutions.len(), csp.stats().budget_exceeded) {
        (1, false) => println!("the only solution"),
        (n, stopped) => println!("{n} solutions, of at most 2; stopped: {stopped}"),
    }

    let mut wrong = CAGES;
    wrong[0].0 = 4;
    println!("with a wrong clue: {} solutions", model(&wrong).solve(&two).len());
}
