//! The answers and the nodes of all puzzles that are measured or counted: work on speed cannot change strength unseen.

mod made;

use gridwright::{AnyPuzzle, Limits, Models};

use made::cases::{Question, cases, kenkens, solver_for};

#[test]
fn answers_and_nodes() {
    let mut lines = String::new();
    let mut solvers = Models::new().solvers();
    let mut ask = |name: &str, question: Question, puzzles: &[Box<dyn AnyPuzzle>]| {
        let mut words = vec![format!("{name}:")];
        for puzzle in puzzles {
            let mut own = None;
            let solver = solver_for(&mut solvers, &mut own, &**puzzle, &Limits::none()).expect("small numbers");
            let answer = question.ask(solver).expect("sound propagators");
            words.push(format!("{answer} {}", solver.stats().nodes));
        }
        lines += &(words.join(" ") + "\n");
    };
    for case in cases() {
        ask(&case.name, case.question, &case.puzzles);
    }
    for (size, puzzles) in kenkens().expect("sound propagators") {
        let puzzles: Vec<_> = puzzles.into_iter().map(|puzzle| Box::new(puzzle) as Box<dyn AnyPuzzle>).collect();
        ask(&format!("{size}-made"), Question::Prove, &puzzles);
    }
    insta::with_settings!({
        snapshot_path => concat!(env!("CARGO_MANIFEST_DIR"), "/../snapshots"),
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, { insta::assert_snapshot!("nodes", lines) });
}
