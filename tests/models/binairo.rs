//! Binairo: solutions compared with every board of zeros and ones; known counts; files and their mistakes.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use gridwright::{Cell, Sheet};
use gridwright_models::binairo::Binairo;
use gridwright_models::registry;
use proptest::prelude::*;

use crate::support::{assert_snapshot, describe, one_sheet, only, read_all, solver};

/// Every full board of this size that keeps the rules, of all that there are.
fn boards((height, width): (usize, usize)) -> Vec<Vec<i64>> {
    let is_fair = |line: &[i64]| {
        line.iter().sum::<i64>() * 2 == line.len() as i64 && line.windows(3).all(|w| w[0] != w[1] || w[1] != w[2])
    };
    let fits = |board: &Vec<i64>| {
        let rows: Vec<Vec<i64>> = board.chunks(width).map(<[i64]>::to_vec).collect();
        let columns: Vec<Vec<i64>> = (0..width).map(|c| rows.iter().map(|row| row[c]).collect()).collect();
        let differ = |lines: &[Vec<i64>]| lines.iter().collect::<BTreeSet<_>>().len() == lines.len();
        rows.iter().chain(&columns).all(|line| is_fair(line)) && differ(&rows) && differ(&columns)
    };
    let all =
        (0..1_u32 << (height * width)).map(|bits| (0..height * width).map(|i| i64::from(bits >> i & 1)).collect());
    all.filter(fits).collect()
}

const SIZES: [(usize, usize); 2] = [(4, 4), (2, 4)];

/// The boards of these sizes.
static BOARDS: LazyLock<[Vec<Vec<i64>>; 2]> = LazyLock::new(|| SIZES.map(boards));

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn solutions_are_the_boards_that_keep_the_rules(
        wide in any::<bool>(),
        givens in prop::collection::btree_map(0..16usize, 0..=1i64, 0..5),
    ) {
        let (size, boards) = (SIZES[usize::from(wide)], &BOARDS[usize::from(wide)]);
        let givens: Vec<(usize, i64)> = givens.into_iter().filter(|&(i, _)| i < size.0 * size.1).collect();
        let agrees = |board: &&Vec<i64>| givens.iter().all(|&(i, digit)| board[i] == digit);
        let expected: BTreeSet<Vec<i64>> = boards.iter().filter(agrees).cloned().collect();
        let cells = givens.iter().map(|&(i, digit)| (Cell::new(i / size.1, i % size.1), digit)).collect();
        let sheet = Sheet::new(Binairo { size, givens: cells });
        let mut solver = solver(&sheet);
        let found: BTreeSet<Vec<i64>> = solver.solutions().map(|found| found.unwrap().values().to_vec()).collect();
        prop_assert_eq!(found, expected);

        let text = registry().write(&sheet);
        let again = one_sheet(&text);
        prop_assert_eq!(again.puzzle.as_any().downcast_ref(), sheet.puzzle.as_any().downcast_ref::<Binairo>());
        prop_assert_eq!(registry().write(&again), text);
    }
}

#[test]
fn the_numbers_of_full_boards_are_known() {
    // The squares of sides 2, 4 and 6: sequence A253316 of the OEIS.
    for (size, count) in [(2, 2), (4, 72), (6, 4140)] {
        let sheet = Sheet::new(Binairo { size: (size, size), givens: Vec::new() });
        assert_eq!(solver(&sheet).count(10_000).unwrap().n, count);
    }
    assert_eq!(BOARDS[0].len(), 72);
}

#[test]
fn the_samples_have_one_solution_each() {
    let samples = read_all(include_str!("../../puzzles/binairo.puzzle"));
    let solutions: Vec<String> = samples.into_iter().map(|(_, sheet)| only(&sheet.unwrap())).collect();
    // Found by trying all rows.
    let expected = [
        "101001010101010110101010001101110010",
        "0010110011011010100111010101001001001011011010110001101100101001010101010110101010100101101001001101",
    ];
    assert_eq!(solutions, expected);
}

#[test]
fn mistakes_are_named_at_their_places() {
    let texts = ["binairo 4x5\n. 2 . . .\n. . . . .\n. . -1 . x\n. . . . .\n", "binairo 4\n", "binairo 1\n.\n"];
    let described = texts.map(|text| {
        let (source, sheet) = read_all(text).remove(0);
        describe(&source, &sheet.unwrap_err())
    });
    assert_snapshot!("mistakes-binairo", described.join("\n"));
}
