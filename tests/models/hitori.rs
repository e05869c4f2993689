//! Hitori: solutions compared with all ways to shade small boards; files and their mistakes.

use std::collections::BTreeSet;

use gridwright::{Cell, Sheet};
use gridwright_models::hitori::Hitori;
use gridwright_models::registry;
use proptest::prelude::*;

use crate::support::{assert_snapshot, describe, one_sheet, only, read_all, solver};

/// Whether shading these cells solves a board, by the words of the rules.
fn solves(numbers: &[i64], width: usize, shaded: &[i64]) -> bool {
    let cells = 0..numbers.len();
    let in_line = |a: usize, b: usize| a / width == b / width || a % width == b % width;
    let touch =
        |a: usize, b: usize| in_line(a, b) && (a / width).abs_diff(b / width) + (a % width).abs_diff(b % width) == 1;
    for (a, b) in cells.clone().flat_map(|a| (0..a).map(move |b| (a, b))) {
        let twice = in_line(a, b) && numbers[a] == numbers[b] && shaded[a] + shaded[b] == 0;
        if twice || touch(a, b) && shaded[a] + shaded[b] == 2 {
            return false;
        }
    }
    let mut reached: BTreeSet<usize> = cells.clone().find(|&cell| shaded[cell] == 0).into_iter().collect();
    for _ in cells.clone() {
        let next = cells.clone().filter(|&cell| shaded[cell] == 0 && reached.iter().any(|&other| touch(cell, other)));
        let next: Vec<usize> = next.collect();
        reached.extend(next);
    }
    cells.clone().all(|cell| shaded[cell] == 1 || reached.contains(&cell))
}

/// Every way to shade so many cells.
fn shadings(cells: usize) -> impl Iterator<Item = Vec<i64>> {
    (0..1_usize << cells).map(move |bits| (0..cells).map(|i| (bits >> i & 1) as i64).collect())
}

fn sheet(numbers: &[i64], width: usize) -> Sheet {
    let at = |i: usize| Cell::new(i / width, i % width);
    let height = numbers.len() / width;
    Sheet::new(Hitori { height, width, numbers: numbers.iter().enumerate().map(|(i, &n)| (at(i), n)).collect() })
}

fn found(sheet: &Sheet) -> BTreeSet<Vec<i64>> {
    solver(sheet).solutions().map(|solution| solution.unwrap().values().to_vec()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn solutions_are_the_shadings_that_the_rules_allow(
        (numbers, width) in prop::sample::select(vec![(3, 4), (4, 3), (1, 6), (3, 3), (2, 5)])
            .prop_flat_map(|(height, width)| (prop::collection::vec(1..=4i64, height * width), Just(width)))
    ) {
        let expected: BTreeSet<_> = shadings(numbers.len()).filter(|shaded| solves(&numbers, width, shaded)).collect();
        let sheet = sheet(&numbers, width);
        prop_assert_eq!(found(&sheet), expected);

        let text = registry().write(&sheet);
        let again = one_sheet(&text);
        prop_assert_eq!(again.puzzle.as_any().downcast_ref(), sheet.puzzle.as_any().downcast_ref::<Hitori>());
        prop_assert_eq!(registry().write(&again), text);
    }
}

#[test]
fn a_latin_square_may_be_shaded_in_every_way_that_keeps_it_connected() {
    let numbers = [1, 2, 3, 4, 2, 1, 4, 3, 3, 4, 1, 2, 4, 3, 2, 1];
    let expected: BTreeSet<_> = shadings(16).filter(|shaded| solves(&numbers, 4, shaded)).collect();
    assert!(expected.contains(&vec![0; 16]));
    assert_eq!(found(&sheet(&numbers, 4)), expected);
}

#[test]
fn the_samples_have_one_solution_each_which_the_rules_allow() {
    let samples = read_all(include_str!("../../puzzles/hitori.puzzle"));
    assert_eq!(samples.len(), 2);
    for (_, sheet) in samples {
        let sheet = sheet.unwrap();
        let puzzle = sheet.puzzle.as_any().downcast_ref::<Hitori>().unwrap();
        let numbers: Vec<i64> = puzzle.numbers.iter().map(|&(_, number)| number).collect();
        let shaded: Vec<i64> = only(&sheet).bytes().map(|digit| i64::from(digit - b'0')).collect();
        assert!(solves(&numbers, puzzle.width, &shaded), "{shaded:?}");
    }
}

#[test]
fn mistakes_are_named_at_their_places() {
    let texts = [
        "hitori 3\n1 2 .\n3 x 1\n1 1 1\n",
        "hitori 2x3\n1 2\n1 2 3\n3 2 1\n",
        "hitori 65\n",
        "hitori 2 dark=yes\n11\n",
    ];
    let described = texts.map(|text| {
        let (source, sheet) = read_all(text).remove(0);
        describe(&source, &sheet.unwrap_err())
    });
    assert_snapshot!("mistakes-hitori", described.join("\n"));
}
