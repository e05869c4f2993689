//! Runs a case twice, the second time where a counter of instructions can see it: no clock, no thread, no file.
//!
//! `count list` prints the names of the cases, `count lines` a collection of Sudokus, one a line, and `count CASE` how
//! many puzzles of a case have which answer. A profiler counts what happens within the function `counted_pass`:
//! everything from the puzzles to their answers, with the tables and rules of the pass before kept.

#![expect(clippy::print_stdout, reason = "a program prints")]

mod made;

use std::collections::BTreeMap;
use std::env;
use std::hint::black_box;

use gridwright::{Limits, Models, Solvers};
use gridwright_models::sudoku::Sudoku;

use made::cases::{Case, Failure, cases, solver_for};

/// The answers of a case, and how often each was found.
type Answers = BTreeMap<&'static str, usize>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["list"] => cases().iter().for_each(|case| println!("{}", case.name)),
        ["lines"] => (0..20).for_each(|_| cases().iter().for_each(collection)),
        [name] => {
            let case = cases().into_iter().find(|case| case.name == name).ok_or("no such case")?;
            let mut solvers = Models::new().solvers();
            let before = pass(&mut solvers, &case)?;
            let answers = counted_pass(&mut solvers, &case)?;
            if before != answers {
                return Err("the second pass answers otherwise than the first".into());
            }
            println!("{answers:?}");
        }
        _ => return Err("usage: count list | count lines | count CASE".into()),
    }
    Ok(())
}

/// Prints the Sudokus of a case, one a line.
fn collection(case: &Case) {
    for puzzle in case.puzzles.iter().filter_map(|puzzle| puzzle.as_any().downcast_ref::<Sudoku>()) {
        let mut digits = vec!['.'; puzzle.size * puzzle.size];
        for &(cell, digit) in &puzzle.givens {
            digits[cell.row * puzzle.size + cell.column] = char::from(b'0' + digit as u8);
        }
        println!("{}", digits.iter().collect::<String>());
    }
}

/// The pass that is counted: a function of its own, by whose name a profiler finds it.
#[inline(never)]
fn counted_pass(solvers: &mut Solvers, case: &Case) -> Result<Answers, Failure> {
    black_box(pass(solvers, case))
}

/// Asks about each puzzle of a case.
fn pass(solvers: &mut Solvers, case: &Case) -> Result<Answers, Failure> {
    let mut answers = Answers::new();
    for puzzle in &case.puzzles {
        let mut own = None;
        let solver = solver_for(solvers, &mut own, &**puzzle, &Limits::none())?;
        *answers.entry(case.question.ask(solver)?).or_default() += 1;
    }
    Ok(answers)
}
