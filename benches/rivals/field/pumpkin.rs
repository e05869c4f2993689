//! The crate `pumpkin-solver`, which learns: all-differents, and a table for each cage.

mod lines;

use lines::Found;
use pumpkin_conflict_resolvers::resolvers::ResolutionResolver;
use pumpkin_solver::Solver;
use pumpkin_solver::core::results::solution_iterator::IteratedSolution;
use pumpkin_solver::core::termination::TimeBudget;

/// A cage of a Killer has a table if it has no more cells than this.
const MOST_CELLS: usize = 5;

fn main() {
    lines::main(|puzzle, question, start| {
        let mut solver = Solver::default();
        let cells: Vec<_> =
            (0..puzzle.size * puzzle.size).map(|_| solver.new_bounded_integer(1, puzzle.size as i32)).collect();
        let of = |scope: &[usize]| scope.iter().map(|&cell| cells[cell]).collect::<Vec<_>>();
        for group in puzzle.groups() {
            let tag = solver.new_constraint_tag();
            solver.add_constraint(pumpkin_constraints::all_different(of(&group), tag)).post();
        }
        for cage in &puzzle.cages {
            let tag = solver.new_constraint_tag();
            if cage.sign == '+' && cage.cells.len() > MOST_CELLS && !puzzle.regions.is_empty() {
                solver.add_constraint(pumpkin_constraints::equals(of(&cage.cells), cage.target as i32, tag)).post();
                let tag = solver.new_constraint_tag();
                solver.add_constraint(pumpkin_constraints::all_different(of(&cage.cells), tag)).post();
            } else {
                let table = puzzle.tuples(cage);
                solver.add_constraint(pumpkin_constraints::table(of(&cage.cells), table, tag)).post();
            }
        }
        let built = start.elapsed();
        let mut brancher = solver.default_brancher();
        let mut limit = TimeBudget::starting_now(question.limit);
        let mut resolver = ResolutionResolver::default();
        let mut solutions = solver.get_solution_iterator(&mut brancher, &mut limit, &mut resolver);
        let mut found = 0;
        let mut stopped = false;
        while found < question.solutions {
            match solutions.next_solution() {
                IteratedSolution::Solution(..) => found += 1,
                IteratedSolution::Unknown => {
                    stopped = true;
                    break;
                }
                _ => break,
            }
        }
        Some(Found { solutions: (!stopped).then_some(found), nodes: 0, built })
    });
}
