//! Numbers that are known without us, the same under every brancher, plan, strength and restart setting.

use crate::support::value_orders;
use gridwright::*;
use std::collections::BTreeSet;

fn queens(n: usize) -> Model {
    let mut m = Model::new();
    let row = m.vars(n, 1..=n as i64);
    let slope: Vec<i64> = (0..n as i64).collect();
    let back: Vec<i64> = slope.iter().rev().copied().collect();
    m.post(all_different(&row));
    m.post(all_different(&row).with_offsets(&slope));
    m.post(all_different(&row).with_offsets(&back));
    m
}

fn latin(n: usize, consistent: bool) -> Model {
    let mut m = Model::new();
    let cell = m.grid(n, n, 1..=n as i64);
    for line in cell.rows().chain(cell.columns()) {
        let line = all_different(line);
        m.post(if consistent { line.domain_consistent() } else { line });
    }
    m
}

fn sudoku_4x4() -> Model {
    let mut m = latin(4, false);
    // A grid's variables are numbered in reading order.
    for (row, column) in [(0, 0), (0, 2), (2, 0), (2, 2)] {
        let cells = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(r, c)| VarId::new((row + r) * 4 + column + c));
        m.post(all_different(cells));
    }
    m
}

fn branchers() -> Vec<Branch> {
    let mut all = vec![random_order(1), random_order(2)];
    for order in [input_order(), first_fail(), dom_wdeg(), fullest()] {
        for values in value_orders(3) {
            all.push(order.clone().values(values));
        }
    }
    all
}

fn everywhere(m: &Model, expected: u64) {
    for plan in [Plan::Fast, Plan::Explain] {
        let compiled = m.compile_for(plan, Limits::none()).unwrap();
        for brancher in branchers() {
            let mut solver = compiled.solver().branch(brancher.clone()).restart(luby(1));
            let count = solver.count(u64::MAX - 1).unwrap();
            assert_eq!(count, Count { n: expected, complete: true, stopped: None }, "{plan:?} {brancher:?}");
        }
    }
}

#[test]
fn eight_queens_have_92_solutions() {
    everywhere(&queens(8), 92);
}

#[test]
fn there_are_576_latin_squares_of_order_4() {
    everywhere(&latin(4, false), 576);
    everywhere(&latin(4, true), 576);
}

#[test]
fn there_are_288_sudokus_of_order_4() {
    everywhere(&sudoku_4x4(), 288);
}

#[test]
fn there_are_161280_latin_squares_of_order_5() {
    let compiled = latin(5, false).compile(Limits::none()).unwrap();
    assert_eq!(compiled.solver().count(1_000_000).unwrap().n, 161_280);
}

#[test]
fn every_setting_finds_the_same_set_without_repetition() {
    let set = |m: &Model, plan, brancher: Branch| {
        let compiled = m.compile_for(plan, Limits::none()).unwrap();
        let mut solver = compiled.solver().branch(brancher);
        let all: Vec<Solution> = solver.solutions().map(Result::unwrap).collect();
        let distinct: BTreeSet<Vec<i64>> = all.iter().map(|s| s.values().to_vec()).collect();
        assert_eq!(distinct.len(), all.len());
        distinct
    };
    let m = queens(6);
    let reference = set(&m, Plan::Fast, input_order());
    for brancher in branchers() {
        assert_eq!(set(&m, Plan::Explain, brancher.clone()), reference);
        assert_eq!(set(&m, Plan::Fast, brancher), reference);
    }
}

#[test]
fn projected_on_one_queen_eight_queens_have_eight_solutions() {
    let m = queens(8);
    let compiled = m.compile(Limits::none()).unwrap();
    for brancher in branchers() {
        let mut solver = compiled.solver().branch(brancher).project([VarId::new(0)]).restart(geometric(1, 1.5));
        let mut firsts: Vec<i64> = solver.solutions().map(|s| s.unwrap()[VarId::new(0)]).collect();
        firsts.sort_unstable();
        assert_eq!(firsts, [1, 2, 3, 4, 5, 6, 7, 8]);
    }
}
