//! The crate `csp-solver`: all-differents, its sums and products of cages, and closures for the rest.

mod lines;

use std::time::Instant;

use csp_solver::constraint::LambdaConstraint;
use csp_solver::domain::BitsetDomain;
use csp_solver::{CancelToken, Csp, SolveConfig};
use lines::{Cage, Found};

fn main() {
    lines::main(|puzzle, question, start| {
        let mut csp: Csp<BitsetDomain> = Csp::new();
        let cells = csp.add_variables(&BitsetDomain::new(1..=puzzle.size as u32), puzzle.size * puzzle.size);
        let of = |scope: &[usize]| scope.iter().map(|&cell| cells[cell]).collect::<Vec<_>>();
        puzzle.groups().for_each(|group| csp.add_all_different(of(&group)));
        let mut givens = Vec::new();
        for cage in &puzzle.cages {
            let scope = of(&cage.cells);
            let target = cage.target as u32;
            match cage.sign {
                _ if scope.len() == 1 => givens.push((scope[0], target)),
                '+' => {
                    if !puzzle.regions.is_empty() {
                        csp.add_all_different(scope.clone());
                    }
                    csp.add_cage_sum(scope, target);
                }
                '*' => csp.add_cage_product(scope, target),
                _ => csp.add_constraint(pair(cage, scope)),
            }
        }
        csp.finalize();
        let cancel = CancelToken::new();
        let mut config = SolveConfig { max_solutions: question.solutions, node_budget: None, ..SolveConfig::default() };
        config.cancel = Some(cancel.clone());
        let built = start.elapsed();
        let (done, stop) = std::sync::mpsc::channel::<()>();
        let until = Instant::now() + question.limit;
        let clock = std::thread::spawn(move || {
            if stop.recv_timeout(until.saturating_duration_since(Instant::now())).is_err() {
                cancel.cancel();
            }
        });
        let found = csp.solve_with_given(&config, &givens).len();
        done.send(()).ok();
        clock.join().ok();
        let stats = csp.stats();
        let stopped = found < question.solutions && stats.cancelled;
        Some(Found { solutions: (!stopped).then_some(found), nodes: stats.nodes_explored, built })
    });
}

/// A difference or quotient of two cells.
fn pair(cage: &Cage, scope: Vec<u32>) -> LambdaConstraint<BitsetDomain> {
    let (sign, target) = (cage.sign, cage.target as u32);
    let (x, y) = (scope[0] as usize, scope[1] as usize);
    let fits = move |values: &[Option<u32>]| match (values[x], values[y]) {
        (Some(a), Some(b)) if sign == '-' => a.abs_diff(b) == target,
        (Some(a), Some(b)) => a.max(b) == target * a.min(b),
        _ => true,
    };
    LambdaConstraint::new(scope, fits, "pair")
}
