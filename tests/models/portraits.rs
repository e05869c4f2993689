//! Portraits of the sample puzzles, and how many solutions and nodes they have: what must not change unseen.

use crate::support::{assert_snapshot, kenken};
use gridwright::testing::portrait;
use gridwright::{Limits, Model, Puzzle};
use gridwright_models::kenken::KenKen;

fn first() -> KenKen {
    kenken(include_str!("../../puzzles/first.puzzle"))
}

/// The same cages, whose operations must be guessed.
fn without_operations() -> KenKen {
    let text = include_str!("../../puzzles/first.puzzle");
    let hidden = text.lines().map(|line| match line.split_once(' ') {
        Some((label, target)) if target.ends_with(['+', '-', '*', '/']) => {
            format!("{label} {}?", &target[..target.len() - 1])
        }
        _ => line.to_owned(),
    });
    kenken(&hidden.collect::<Vec<_>>().join("\n"))
}

/// Dominoes that swap their digits freely: each half of the board is one of two squares of order 2 in either place.
fn loose() -> KenKen {
    kenken("kenken 4\nA A B B\nC C D D\nE E F F\nG G H H\nA 3+\nB 7+\nC 7+\nD 3+\nE 3+\nF 7+\nG 7+\nH 3+\n")
}

#[test]
fn portraits_of_kenkens() {
    assert_snapshot!("portrait-first", portrait(&first()).to_string());
    assert_snapshot!("portrait-first-hidden", portrait(&without_operations()).with_search().to_string());
    let clash = kenken(include_str!("../../puzzles/clash.puzzle"));
    assert_snapshot!("portrait-clash", portrait(&clash).to_string());
}

#[test]
fn counts_of_solutions_and_nodes() {
    let mut lines = String::new();
    for (name, puzzle) in [("first", first()), ("hidden", without_operations()), ("loose", loose())] {
        let mut model = Model::new();
        let board = puzzle.rules(&mut model);
        let givens = board.atoms(&puzzle.givens());
        let compiled = model.compile(Limits::none()).expect("small numbers");
        let mut solver = compiled.solver().assume(givens);
        let count = solver.count(1000).expect("sound propagators");
        lines += &format!("{name}: {} solutions, {} nodes\n", count.n, solver.stats().nodes);
    }
    assert_snapshot!("counts", lines);
}
