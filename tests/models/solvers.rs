//! Solvers that puzzles share: what was asked before changes no answer and no count of work.

use gridwright::{Limit, Limits, Model, Models, PuzzleSolver, Sheet, testing::Dice};

use crate::squares;

/// Latin squares of three sizes with some givens, and puzzles that share no rules with others.
fn mix(dice: &mut Dice) -> Vec<Sheet> {
    let mut text = "cryptarithm\nAB + A = BA\n\nkenken 2\na a\na b\na 4+\nb 2\n\n".to_owned();
    for _ in 0..40 {
        let size = 2 + dice.below(3);
        let squares = squares::all(size);
        let square = dice.pick(&squares);
        let digit = |digit: &i64, dice: &mut Dice| if dice.once_in(2) { digit.to_string() } else { ".".to_owned() };
        text += &format!("latin {size}\n");
        for row in square.chunks(size) {
            let row: Vec<String> = row.iter().map(|d| digit(d, dice)).collect();
            text += &format!("{}\n", row.join(" "));
        }
        text += "\n";
    }
    let registry = gridwright_models::registry();
    registry.stream(text.as_bytes()).map(|block| block.expect("text").read(&[]).expect("a puzzle")).collect()
}

#[test]
fn any_order_gives_the_answers_and_the_work_of_each_alone() {
    let mut dice = Dice::new(12);
    let sheets = mix(&mut dice);
    let ask = |ready: &mut PuzzleSolver| {
        let count = ready.solver.count(1_000).expect("counted");
        (count.n, count.complete, format!("{:?}", ready.solver.stats()))
    };
    let alone = |sheet: &Sheet| ask(&mut PuzzleSolver::new(&*sheet.puzzle, Limits::none()).expect("compiled"));
    let expected: Vec<_> = sheets.iter().map(alone).collect();
    let models = Models::new();
    let mut threads = [models.solvers(), models.solvers()];
    for _ in 0..400 {
        let i = dice.below(sheets.len());
        let solvers = &mut threads[dice.below(2)];
        let ready = solvers.solver_for(&*sheets[i].puzzle, Limits::none()).expect("compiled");
        assert_eq!(ask(ready), expected[i], "{:?}", sheets[i].puzzle);
    }
}

#[test]
fn solutions_are_told_apart_by_what_the_board_shows() {
    let registry = gridwright_models::registry();
    let text = "cryptarithm\nA * B = CD\n";
    let sheet = registry.stream(text.as_bytes()).next().expect("a puzzle").expect("text").read(&[]).expect("a puzzle");
    let ready = &mut PuzzleSolver::new(&*sheet.puzzle, Limits::none()).expect("compiled");
    let shown = ready.solver.count(10_000).expect("counted").n;
    // Different digits, none of the numbers beginning with 0.
    let products = (1..10).flat_map(|a| (1..10).map(move |b| [a, b, a * b / 10, a * b % 10]));
    let differ = |digits: &[i32; 4]| (0..4).all(|i| !digits[..i].contains(&digits[i]));
    assert_eq!(shown, products.filter(|digits| digits[2] > 0 && differ(digits)).count() as u64);
    let mut model = Model::new();
    let board = sheet.puzzle.rules(&mut model);
    assert!(model.variables() > board.vars().count(), "the carries are not on the board");
}

#[test]
fn limits_are_those_of_each_puzzle() {
    let text = "latin 4\n. . . .\n. . . .\n. . . .\n. . . .\n";
    let registry = gridwright_models::registry();
    let sheet = registry.stream(text.as_bytes()).next().expect("a puzzle").expect("text").read(&[]).expect("a puzzle");
    let mut solvers = Models::new().solvers();
    let stopped = solvers.solver_for(&*sheet.puzzle, Limit::nodes(3)).expect("compiled").solver.count(1_000);
    assert_eq!(stopped.expect("counted").stopped, Some(Limit::Nodes(3)));
    let whole = solvers.solver_for(&*sheet.puzzle, Limits::none()).expect("compiled").solver.count(1_000);
    assert_eq!(whole.expect("counted").n, 576);
}
