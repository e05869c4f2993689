//! Magic squares: as many as the literature counts; files and their mistakes.

use std::collections::BTreeSet;

use gridwright::{Cell, Sheet};
use gridwright_models::magic_square::MagicSquare;
use gridwright_models::registry;
use proptest::prelude::*;

use crate::support::{assert_snapshot, describe, one_sheet, read_all, solver};

/// Whether the numbers 1 to n² stand in a square of this order whose lines all have the magic sum.
fn is_magic(square: &[i64], order: usize) -> bool {
    let all: BTreeSet<i64> = square.iter().copied().collect();
    let sum = |cells: &mut dyn Iterator<Item = usize>| cells.map(|i| square[i]).sum::<i64>();
    let mut sums =
        vec![sum(&mut (0..order).map(|i| i * order + i)), sum(&mut (0..order).map(|i| (i + 1) * order - 1 - i))];
    for line in 0..order {
        sums.push(sum(&mut (0..order).map(|i| line * order + i)));
        sums.push(sum(&mut (0..order).map(|i| i * order + line)));
    }
    let magic = (order * (order * order + 1) / 2) as i64;
    all.into_iter().eq(1..=(order * order) as i64) && sums.iter().all(|&sum| sum == magic)
}

/// The eight squares of order 3, of all orders of nine numbers.
fn of_order_3() -> BTreeSet<Vec<i64>> {
    let mut squares: Vec<Vec<i64>> = vec![Vec::new()];
    for _ in 0..9 {
        let longer = |square: &Vec<i64>| {
            let free = (1..=9).filter(|number| !square.contains(number));
            free.map(|number| [&square[..], &[number]].concat()).collect::<Vec<_>>()
        };
        squares = squares.iter().flat_map(longer).collect();
    }
    squares.into_iter().filter(|square| is_magic(square, 3)).collect()
}

fn sheet(order: usize, givens: &[(usize, i64)]) -> Sheet {
    let givens = givens.iter().map(|&(i, number)| (Cell::new(i / order, i % order), number)).collect();
    Sheet::new(MagicSquare { order, givens })
}

#[test]
fn there_are_as_many_as_the_literature_says() {
    for (order, expected) in [(1, 1), (2, 0), (3, 8), (4, 7040)] {
        let count = solver(&sheet(order, &[])).count(10_000).unwrap();
        assert_eq!((count.n, count.complete), (expected, true), "order {order}");
    }
}

#[test]
fn squares_of_order_3_are_those_of_all_orders_of_nine_numbers() {
    let expected = of_order_3();
    assert_eq!(expected.len(), 8);
    let found: BTreeSet<Vec<i64>> =
        solver(&sheet(3, &[])).solutions().map(|found| found.unwrap().values().to_vec()).collect();
    assert_eq!(found, expected);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn givens_choose_among_the_squares(givens in prop::collection::btree_map(0..9usize, 1..=9i64, 0..3)) {
        thread_local!(static SQUARES: BTreeSet<Vec<i64>> = of_order_3());
        let agrees = |square: &&Vec<i64>| givens.iter().all(|(&i, &number)| square[i] == number);
        let expected: BTreeSet<Vec<i64>> = SQUARES.with(|all| all.iter().filter(agrees).cloned().collect());
        let givens: Vec<(usize, i64)> = givens.iter().map(|(&i, &number)| (i, number)).collect();
        let sheet = sheet(3, &givens);
        let found: BTreeSet<Vec<i64>> =
            solver(&sheet).solutions().map(|found| found.unwrap().values().to_vec()).collect();
        prop_assert_eq!(found, expected);

        let text = registry().write(&sheet);
        let again = one_sheet(&text);
        prop_assert_eq!(again.puzzle.as_any().downcast_ref(), sheet.puzzle.as_any().downcast_ref::<MagicSquare>());
        prop_assert_eq!(registry().write(&again), text);
    }
}

#[test]
fn the_samples_have_one_solution_each() {
    let samples = read_all(include_str!("../../puzzles/magic-square.puzzle"));
    assert_eq!(samples.len(), 3);
    for (_, sheet) in samples {
        let sheet = sheet.unwrap();
        let puzzle: &MagicSquare = sheet.puzzle.as_any().downcast_ref().unwrap();
        let solution = solver(&sheet).unique().unwrap().expect_unique();
        assert!(is_magic(solution.values(), puzzle.order), "{:?}", solution.values());
        let at = |cell: Cell| solution.values()[cell.row * puzzle.order + cell.column];
        assert!(puzzle.givens.iter().all(|&(cell, number)| at(cell) == number));
    }
}

#[test]
fn larger_squares_are_found() {
    let solution = solver(&sheet(5, &[])).first().unwrap();
    let gridwright::Found::Solution(solution) = solution else { panic!("there are many squares of order 5") };
    assert!(is_magic(solution.values(), 5));
}

#[test]
fn mistakes_are_named_at_their_places() {
    let texts = [
        "magic-square 3\n1 . 10\n. x .\n0 . .\n",
        "magic-square 3\n. . .\n",
        "magic-square\n",
        "magic-square 3\ngivens:\n1 . .\n. . .\n. . . .\n",
    ];
    let described = texts.map(|text| {
        let (source, sheet) = read_all(text).remove(0);
        describe(&source, &sheet.unwrap_err())
    });
    assert_snapshot!("mistakes-magic-square", described.join("\n"));
}
