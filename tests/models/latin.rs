//! Latin squares: the smallest puzzle, whose solutions are counted in the literature.

use gridwright::{Cell, Limits, Model, Puzzle, Verdict};
use gridwright_models::latin::Latin;
use gridwright_models::registry;

use crate::support::{describe, read_all};

#[test]
fn there_are_as_many_squares_as_the_literature_says() {
    for (size, expected) in [(1, 1), (2, 2), (3, 12), (4, 576), (5, 161_280)] {
        let mut model = Model::new();
        Latin { size, givens: Vec::new() }.rules(&mut model);
        let count = model.compile(Limits::none()).unwrap().solver().count(1_000_000).unwrap();
        assert!(count.complete && count.n == expected, "{count:?} squares of size {size}");
    }
}

#[test]
fn the_sample_is_unique_under_its_givens() {
    let (_, sheet) = read_all(include_str!("../../puzzles/latin.puzzle")).remove(0);
    let puzzle = sheet.unwrap().puzzle;
    let mut model = Model::new();
    let board = puzzle.rules(&mut model);
    let givens = board.atoms(&puzzle.givens());
    let verdict = model.compile(Limits::none()).unwrap().solver().assume(givens).unique().unwrap();
    let Verdict::Unique(solution) = verdict else { panic!("{verdict:?}") };
    let rows: Vec<i64> = board.vars().map(|(_, x)| solution[x]).collect();
    assert_eq!(rows, [1, 2, 4, 3, 2, 1, 3, 4, 3, 4, 2, 1, 4, 3, 1, 2]);
}

/// Of a square of order 30 whose rows are moved by 7 each, a row is missing, and four cells that two digits can fill in
/// two ways.
#[test]
fn a_large_square_is_completed() {
    let size = 30;
    let digit = |row: usize, column: usize| ((7 * row + column) % size) as i64 + 1;
    let hole = |row: usize, column: usize| row == 4 || (row % 15 == 2 && column % 15 == 6);
    let cells = (0..size * size).map(|at| (at / size, at % size)).filter(|&(row, column)| !hole(row, column));
    let givens = cells.map(|(row, column)| (Cell::new(row, column), digit(row, column))).collect();
    let puzzle = Latin { size, givens };
    let mut model = Model::new();
    let board = puzzle.rules(&mut model);
    let givens = board.atoms(&puzzle.givens());
    let mut solver = model.compile(Limits::none()).unwrap().solver().assume(givens);
    let candidates = solver.candidates().unwrap();
    for (cell, x) in board.vars() {
        let right = digit(cell.row, cell.column);
        let mut expected = vec![right];
        if cell.row % 15 == 2 && cell.column % 15 == 6 {
            expected.push((right + 14) % 30 + 1);
        }
        expected.sort_unstable();
        assert_eq!(candidates.of(x), expected, "{cell}");
    }
}

#[test]
fn files_come_back_and_bad_givens_are_named() {
    let text = "latin 3\ntitle: Three\n1 . .\n. . 2\n. . .\n";
    let sheet = read_all(text).remove(0).1.unwrap();
    assert_eq!(registry().write(&sheet), text);
    let (source, sheet) = read_all("latin 2 digits=1..2\n1 3\n. .\n").remove(0);
    let mistakes = describe(&source, &sheet.unwrap_err());
    assert_eq!(
        mistakes,
        "Error at 1:9 `digits=1..2`: latin has no option `digits` (it has no options)\n\
         Error at 2:3 `3`: the given 3 at r1c2 is none of the digits 1 to 2\n"
    );
}
