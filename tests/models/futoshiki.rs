//! Futoshiki: what signs mean, compared with all Latin squares of order 4; files and their mistakes.

use std::collections::BTreeSet;

use gridwright::{Cell, Sheet};
use gridwright_models::futoshiki::Futoshiki;
use gridwright_models::registry;
use proptest::prelude::*;

use crate::squares;
use crate::support::{assert_snapshot, describe, one_sheet, only, read_all, solver};

fn at(index: usize) -> Cell {
    Cell::new(index / 4, index % 4)
}

/// The pairs of neighbours of a board of size 4, in both orders.
fn neighbours() -> Vec<(usize, usize)> {
    let touch = |a: usize, b: usize| (a / 4).abs_diff(b / 4) + (a % 4).abs_diff(b % 4) == 1;
    (0..256).map(|i| (i / 16, i % 16)).filter(|&(a, b)| touch(a, b)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn solutions_are_the_squares_that_agree_with_signs_and_givens(
        signs in prop::sample::subsequence(neighbours(), 0..8),
        givens in prop::collection::btree_map(0..16usize, 1..=4i64, 0..3),
    ) {
        let agrees = |square: &Vec<i64>| {
            signs.iter().all(|&(a, b)| square[a] < square[b]) && givens.iter().all(|(&i, &digit)| square[i] == digit)
        };
        let expected: BTreeSet<Vec<i64>> = squares::all(4).into_iter().filter(agrees).collect();
        let sheet = Sheet::new(Futoshiki {
            size: 4,
            givens: givens.iter().map(|(&i, &digit)| (at(i), digit)).collect(),
            signs: signs.iter().map(|&(a, b)| (at(a), at(b))).collect(),
        });
        let mut solver = solver(&sheet);
        let found: BTreeSet<Vec<i64>> = solver.solutions().map(|solution| solution.unwrap().values().to_vec()).collect();
        prop_assert_eq!(found, expected);

        let text = registry().write(&sheet);
        let again = one_sheet(&text);
        prop_assert_eq!(again.puzzle.as_any().downcast_ref(), sheet.puzzle.as_any().downcast_ref::<Futoshiki>());
        prop_assert_eq!(registry().write(&again), text);
    }
}

#[test]
fn the_samples_have_one_solution_each() {
    let samples = read_all(include_str!("../../puzzles/futoshiki.puzzle"));
    let solutions: Vec<String> = samples.into_iter().map(|(_, sheet)| only(&sheet.unwrap())).collect();
    // The first is one of the 576 squares, and no other has these four signs.
    let agrees = |s: &&Vec<i64>| s[7] < s[6] && s[9] < s[5] && s[10] < s[14] && s[11] < s[7];
    let expected: Vec<String> =
        squares::all(4).iter().filter(agrees).map(|s| s.iter().map(i64::to_string).collect()).collect();
    assert_eq!(expected, solutions[..1]);
    assert_eq!(solutions.len(), 2);
}

#[test]
fn a_sign_may_be_written_either_way() {
    let text = |sign| format!("futoshiki 2\n. .\n. .\npairs:\n{sign}\n");
    let written = registry().write(&one_sheet(&text("r1c2 > r1c1")));
    assert_eq!(written, text("r1c1 < r1c2"));
    assert_eq!(only(&one_sheet(&written)), "1221");
}

#[test]
fn a_board_of_nine_is_recognised_by_its_header() {
    let rows: String = (0..9).map(|row| format!("{}........\n", row + 1)).collect();
    let sheet = one_sheet(&format!("futoshiki 9\n{rows}"));
    assert_eq!(sheet.puzzle.as_any().downcast_ref::<Futoshiki>().unwrap().givens.len(), 9);
}

#[test]
fn mistakes_are_named_at_their_places() {
    let text = "futoshiki 3\n4 . .\n. . 0\n. . .\npairs:\nr1c1 < r2c2\nr1c1 > r1c3\nr1c1 < r1c4\nr1c1 = r1c2\n";
    let (source, sheet) = read_all(text).remove(0);
    assert_snapshot!("mistakes-futoshiki", describe(&source, &sheet.unwrap_err()));
}
