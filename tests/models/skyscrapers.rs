//! Skyscrapers: what clues mean, compared with all Latin squares of order 4; files and their mistakes.

use std::collections::BTreeSet;

use gridwright::{Cell, Sheet, Side, VarId};
use gridwright_models::registry;
use gridwright_models::skyscrapers::Skyscrapers;
use proptest::prelude::*;

use crate::squares;
use crate::support::{assert_snapshot, describe, one_sheet, only, read_all, solver};

/// How many heights of a row or column of a square can be seen from a side.
fn seen(square: &[i64], size: usize, side: Side, line: usize) -> i64 {
    let mut heights: Vec<i64> = match side {
        Side::Top | Side::Bottom => square.iter().skip(line).step_by(size).copied().collect(),
        Side::Left | Side::Right => square[line * size..][..size].to_vec(),
    };
    if matches!(side, Side::Bottom | Side::Right) {
        heights.reverse();
    }
    (0..size).filter(|&i| heights[..i].iter().all(|&before| before < heights[i])).count() as i64
}

fn places() -> Vec<(Side, usize)> {
    Side::ALL.into_iter().flat_map(|side| (0..4).map(move |line| (side, line))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn solutions_are_the_squares_that_agree_with_clues_and_givens(
        places in prop::sample::subsequence(places(), 0..8),
        wild in prop::collection::vec(prop::option::weighted(0.1, 1..=4i64), 8),
        of in 0..576usize,
        givens in prop::collection::btree_map(0..16usize, 1..=4i64, 0..3),
    ) {
        // Most clues are those of one square, so that there is something to find; some may contradict it.
        let squares = squares::all(4);
        let clue = |((side, line), wild): ((Side, usize), Option<i64>)| {
            (side, line, wild.unwrap_or_else(|| seen(&squares[of], 4, side, line)))
        };
        let clues: Vec<_> = places.into_iter().zip(wild).map(clue).collect();
        let agrees = |square: &&Vec<i64>| {
            clues.iter().all(|&(side, line, clue)| seen(square, 4, side, line) == clue)
                && givens.iter().all(|(&i, &height)| square[i] == height)
        };
        let expected: BTreeSet<Vec<i64>> = squares.iter().filter(agrees).cloned().collect();
        let givens = givens.iter().map(|(&i, &height)| (Cell::new(i / 4, i % 4), height)).collect();
        let sheet = Sheet::new(Skyscrapers { size: 4, givens, clues: clues.clone() });
        let mut solver = solver(&sheet);
        let found: BTreeSet<Vec<i64>> = solver.solutions().map(|solution| solution.unwrap().values().to_vec()).collect();
        prop_assert_eq!(found, expected);

        let text = registry().write(&sheet);
        let again = one_sheet(&text);
        prop_assert_eq!(again.puzzle.as_any().downcast_ref(), sheet.puzzle.as_any().downcast_ref::<Skyscrapers>());
        prop_assert_eq!(registry().write(&again), text);
    }
}

#[test]
fn the_samples_have_one_solution_each_which_shows_the_clues() {
    let samples = read_all(include_str!("../../puzzles/skyscrapers.puzzle"));
    assert_eq!(samples.len(), 2);
    for (_, sheet) in samples {
        let sheet = sheet.unwrap();
        let square: Vec<i64> = only(&sheet).bytes().map(|digit| i64::from(digit - b'0')).collect();
        let puzzle = sheet.puzzle.as_any().downcast_ref::<Skyscrapers>().unwrap();
        for &(side, line, clue) in &puzzle.clues {
            assert_eq!(seen(&square, puzzle.size, side, line), clue, "{side} {line}");
        }
    }
}

#[test]
fn clues_prune_to_what_the_lines_of_their_clue_hold() {
    // Every line of six heights of which five are seen, kept apart from the engine.
    let mut lines = vec![Vec::new()];
    for _ in 0..6 {
        let longer = |line: &Vec<i64>| {
            let free: Vec<i64> = (1..=6).filter(|height| !line.contains(height)).collect();
            let line = line.clone();
            free.into_iter().map(move |height| [&line[..], &[height]].concat())
        };
        lines = lines.iter().flat_map(longer).collect();
    }
    lines.retain(|line| seen(line, 6, Side::Left, 0) == 5);
    let sheet = Sheet::new(Skyscrapers { size: 6, givens: Vec::new(), clues: vec![(Side::Left, 0, 5)] });
    let mut solver = solver(&sheet);
    solver.propagate();
    for column in 0..6 {
        let expected: BTreeSet<i64> = lines.iter().map(|line| line[column]).collect();
        let found: BTreeSet<i64> = solver.engine().values(VarId::new(column)).collect();
        assert_eq!(found, expected, "column {}", column + 1);
    }
}

#[test]
fn mistakes_are_named_at_their_places() {
    let texts = [
        "skyscrapers 3\n. 4 .\n. . .\n. . .\ntop: 0 . 1\nleft: 1 4 x\n",
        "skyscrapers 3\n. . .\n. . .\n. . .\ntop: 1 2\nleft:\nright: 1 2 3 4\nbottom: 12.\n1 2 3\n",
    ];
    let described = texts.map(|text| {
        let (source, sheet) = read_all(text).remove(0);
        describe(&source, &sheet.unwrap_err())
    });
    assert_snapshot!("mistakes-skyscrapers", described.join("\n"));
}
