//! Kakurasu: what sums mean, compared with every way to shade a small board; files and their mistakes.

use std::collections::BTreeSet;

use gridwright::testing::Dice;
use gridwright::{Cell, Sheet};
use gridwright_models::kakurasu::Kakurasu;
use gridwright_models::registry;
use proptest::prelude::*;

use crate::support::{assert_snapshot, describe, one_sheet, only, read_all, solver};

/// The sum of a row, or of a column, of a board that is shaded where a bit is set.
fn sums((height, width): (usize, usize), bits: u32) -> (Vec<i64>, Vec<i64>) {
    let at = |row: usize, column: usize| i64::from(bits >> (row * width + column) & 1);
    let row = |row| (0..width).map(|column| (column as i64 + 1) * at(row, column)).sum();
    let column = |column| (0..height).map(|row| (row as i64 + 1) * at(row, column)).sum();
    ((0..height).map(row).collect(), (0..width).map(column).collect())
}

/// Every way to shade a board that agrees with a puzzle.
fn shadings(puzzle: &Kakurasu) -> BTreeSet<Vec<i64>> {
    let (height, width) = puzzle.size;
    let agrees = |bits: &u32| {
        let (rows, columns) = sums(puzzle.size, *bits);
        puzzle.rows.iter().all(|&(row, sum)| rows[row] == sum)
            && puzzle.columns.iter().all(|&(column, sum)| columns[column] == sum)
            && puzzle
                .givens
                .iter()
                .all(|&(cell, value)| i64::from(bits >> (cell.row * width + cell.column) & 1) == value)
    };
    let values = |bits: u32| (0..height * width).map(|i| i64::from(bits >> i & 1)).collect();
    (0..1_u32 << (height * width)).filter(agrees).map(values).collect()
}

/// Puzzles most of whose sums come from a shaded board; some are missing, some wild.
fn small() -> impl Strategy<Value = Kakurasu> {
    (1..=4_usize, 1..=3_usize, any::<bool>(), any::<u64>()).prop_map(|(height, width, turned, seed)| {
        let size = if turned { (width, height) } else { (height, width) };
        let mut dice = Dice::new(seed);
        let bits = dice.next_u64() as u32;
        let (rows, columns) = sums(size, bits);
        let mut clues = |sums: Vec<i64>| -> Vec<(usize, i64)> {
            let kept = sums.into_iter().enumerate().filter(|_| !dice.once_in(5)).collect::<Vec<_>>();
            kept.into_iter().map(|(i, sum)| (i, if dice.once_in(30) { dice.between(0, 3) } else { sum })).collect()
        };
        let (rows, columns) = (clues(rows), clues(columns));
        // A sum of a line of one cell is at most 1.
        let fits = |length: usize| move |clue: &(usize, i64)| clue.1 <= (length * (length + 1) / 2) as i64;
        let rows = rows.into_iter().filter(fits(size.1)).collect();
        let columns = columns.into_iter().filter(fits(size.0)).collect();
        let cells = (0..size.0 * size.1).filter(|_| dice.once_in(8)).collect::<Vec<_>>();
        let givens = cells.into_iter().map(|i| (Cell::new(i / size.1, i % size.1), i64::from(bits >> i & 1))).collect();
        Kakurasu { size, givens, rows, columns }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn solutions_are_the_shadings_that_agree_with_the_sums(puzzle in small()) {
        let sheet = Sheet::new(puzzle.clone());
        let mut solver = solver(&sheet);
        let found: BTreeSet<Vec<i64>> = solver.solutions().map(|found| found.unwrap().values().to_vec()).collect();
        prop_assert_eq!(found, shadings(&puzzle));

        let text = registry().write(&sheet);
        let again = one_sheet(&text);
        prop_assert_eq!(again.puzzle.as_any().downcast_ref(), Some(&puzzle));
        prop_assert_eq!(registry().write(&again), text);
    }
}

#[test]
fn the_samples_have_one_solution_each() {
    let samples = read_all(include_str!("../../puzzles/kakurasu.puzzle"));
    assert_eq!(samples.len(), 2);
    let sheets: Vec<Sheet> = samples.into_iter().map(|(_, sheet)| sheet.unwrap()).collect();
    let first: &Kakurasu = sheets[0].puzzle.as_any().downcast_ref().unwrap();
    let expected: Vec<String> =
        shadings(first).iter().map(|values| values.iter().map(i64::to_string).collect()).collect();
    assert_eq!(expected, [only(&sheets[0])]);
    only(&sheets[1]);
}

#[test]
fn mistakes_are_named_at_their_places() {
    let texts = [
        "kakurasu 2x3\n2 . x\n. 0 1\nright: 7 -1\nbottom: 4 3\n",
        "kakurasu 2x3\nright: 6 .\nbottom: 4 x 3\ntop: 1 2 3\n",
        "kakurasu 3x0\n",
    ];
    let described = texts.map(|text| {
        let (source, sheet) = read_all(text).remove(0);
        describe(&source, &sheet.unwrap_err())
    });
    assert_snapshot!("mistakes-kakurasu", described.join("\n"));
}
