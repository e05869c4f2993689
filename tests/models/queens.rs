//! Queens: the known numbers of solutions, and boards with given queens; files and their mistakes.

use std::collections::BTreeSet;

use gridwright::{Cell, Sheet};
use gridwright_models::queens::Queens;
use gridwright_models::registry;
use proptest::prelude::*;

use crate::support::{assert_snapshot, describe, one_sheet, only, read_all, solver};

/// All solutions, each as the columns of its queens: permutations without two queens on a diagonal.
fn placements(size: usize) -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new()];
    for row in 0..size {
        let free = |columns: &Vec<usize>, new: usize| {
            columns.iter().enumerate().all(|(r, &c)| c != new && c.abs_diff(new) != row - r)
        };
        let longer = |columns: Vec<usize>| {
            let next: Vec<usize> = (0..size).filter(|&new| free(&columns, new)).collect();
            next.into_iter().map(move |new| [&columns[..], &[new]].concat())
        };
        found = found.into_iter().flat_map(longer).collect();
    }
    found
}

#[test]
fn the_numbers_of_solutions_are_known() {
    for (size, count) in (1..).zip([1, 0, 0, 2, 10, 4, 40, 92, 352, 724]) {
        let sheet = Sheet::new(Queens { size, givens: Vec::new() });
        assert_eq!(solver(&sheet).count(1000).unwrap().n, count, "of size {size}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn solutions_are_the_placements_that_have_the_given_queens(
        size in 1..=7_usize,
        givens in prop::collection::btree_map((0..7_usize, 0..7_usize), prop::bool::weighted(0.7), 0..3),
    ) {
        let givens: Vec<((usize, usize), bool)> =
            givens.into_iter().filter(|((row, column), _)| *row.max(column) < size).collect();
        let agrees = |columns: &Vec<usize>| givens.iter().all(|&((row, column), queen)| (columns[row] == column) == queen);
        let expected: BTreeSet<Vec<usize>> = placements(size).into_iter().filter(agrees).collect();
        let cells = givens.iter().map(|&((row, column), queen)| (Cell::new(row, column), i64::from(queen))).collect();
        let puzzle = Queens { size, givens: cells };
        let sheet = Sheet::new(puzzle.clone());
        let mut solver = solver(&sheet);
        let columns = |values: &[i64]| -> Vec<usize> {
            values.chunks(size).map(|row| row.iter().position(|&value| value == 1).unwrap()).collect()
        };
        let found: BTreeSet<Vec<usize>> = solver.solutions().map(|found| columns(found.unwrap().values())).collect();
        prop_assert_eq!(found, expected);

        let text = registry().write(&sheet);
        let again = one_sheet(&text);
        prop_assert_eq!(again.puzzle.as_any().downcast_ref(), Some(&puzzle));
        prop_assert_eq!(registry().write(&again), text);
    }
}

#[test]
fn the_sample_has_one_solution() {
    let (_, sheet) = read_all(include_str!("../../puzzles/queens.puzzle")).remove(0);
    let columns = placements(6).into_iter().find(|columns| columns[0] == 4).unwrap();
    let values = columns.iter().flat_map(|&queen| (0..6).map(move |column| if column == queen { '1' } else { '0' }));
    assert_eq!(only(&sheet.unwrap()), values.collect::<String>());
}

#[test]
fn mistakes_are_named_at_their_places() {
    let texts = ["queens 4\n. Q . .\n2 . . .\n. . . .\n. . . -1\n", "queens 4x5\n", "queens\n"];
    let described = texts.map(|text| {
        let (source, sheet) = read_all(text).remove(0);
        describe(&source, &sheet.unwrap_err())
    });
    assert_snapshot!("mistakes-queens", described.join("\n"));
}
