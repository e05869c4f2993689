//! Star battle: solutions compared with every way to put stars on a small board; files and their mistakes.

use std::collections::BTreeSet;

use gridwright::testing::Dice;
use gridwright::{Cell, Sheet};
use gridwright_models::registry;
use gridwright_models::star_battle::StarBattle;
use proptest::prelude::*;

use crate::support::{assert_snapshot, describe, one_sheet, only, read_all, solver};

/// Every board of zeros and ones that keeps the rules: row by row, each checked by itself.
fn boards(puzzle: &StarBattle) -> BTreeSet<Vec<i64>> {
    let size = puzzle.size;
    let mut region_of = vec![0; size * size];
    for (region, cells) in puzzle.regions.iter().enumerate() {
        cells.iter().for_each(|cell| region_of[cell.row * size + cell.column] = region);
    }
    let rows = (0..1_u32 << size).filter(|bits| i64::from(bits.count_ones()) == puzzle.stars && bits & bits >> 1 == 0);
    let rows: Vec<u32> = rows.collect();
    let mut found: Vec<Vec<u32>> = vec![Vec::new()];
    for _ in 0..size {
        let apart = |row: u32, before: Option<&u32>| before.is_none_or(|b| row & (b | b << 1 | b >> 1) == 0);
        let longer = |board: &Vec<u32>| {
            let next = rows.iter().filter(|row| apart(**row, board.last()));
            next.map(|&row| [&board[..], &[row]].concat()).collect::<Vec<_>>()
        };
        found = found.iter().flat_map(longer).collect();
    }
    let values = |board: Vec<u32>| -> Vec<i64> {
        (0..size * size).map(|i| i64::from(board[i / size] >> (i % size) & 1)).collect()
    };
    let agrees = |board: &Vec<i64>| {
        let total = |is: &dyn Fn(usize) -> bool| (0..size * size).filter(|&i| is(i)).map(|i| board[i]).sum::<i64>();
        (0..size).all(|line| {
            total(&|i| i % size == line) == puzzle.stars && total(&|i| region_of[i] == line) == puzzle.stars
        }) && puzzle.givens.iter().all(|(cell, value)| board[cell.row * size + cell.column] == *value)
    };
    found.into_iter().map(values).filter(agrees).collect()
}

/// Boards with random regions, which need not be in one piece.
fn small() -> impl Strategy<Value = StarBattle> {
    (1..=6_usize, any::<u64>()).prop_map(|(size, seed)| {
        let mut dice = Dice::new(seed);
        // Each region has a cell of its own and cells near others.
        let mut regions: Vec<Vec<Cell>> = (0..size).map(|i| vec![Cell::new(i, dice.below(size))]).collect();
        let taken: Vec<Cell> = regions.concat();
        for cell in (0..size * size).map(|i| Cell::new(i / size, i % size)).filter(|cell| !taken.contains(cell)) {
            let near = if dice.once_in(2) { cell.row } else { dice.below(size) };
            regions[near].push(cell);
        }
        regions.iter_mut().for_each(|cells| cells.sort_unstable());
        regions.sort();
        let cells = (0..size * size).filter(|_| dice.once_in(20)).collect::<Vec<_>>();
        let givens = cells.into_iter().map(|i| (Cell::new(i / size, i % size), dice.between(0, 1))).collect();
        StarBattle { size, stars: 1, regions, givens }
    })
}

/// Checks solutions, and that the puzzle is written and read as it is.
fn check(puzzle: &StarBattle) -> Result<(), TestCaseError> {
    let sheet = Sheet::new(puzzle.clone());
    let mut solver = solver(&sheet);
    let found: BTreeSet<Vec<i64>> = solver.solutions().map(|found| found.unwrap().values().to_vec()).collect();
    prop_assert_eq!(found, boards(puzzle));
    let text = registry().write(&sheet);
    let again = one_sheet(&text);
    prop_assert_eq!(again.puzzle.as_any().downcast_ref(), Some(puzzle));
    prop_assert_eq!(registry().write(&again), text);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn solutions_are_the_boards_that_keep_the_rules(puzzle in small()) {
        check(&puzzle)?;
    }
}

#[test]
fn two_stars_in_each_line() {
    // Rows as regions ask for nothing more; a board of eight has such solutions.
    let regions: Vec<Vec<Cell>> = (0..8).map(|row| (0..8).map(|column| Cell::new(row, column)).collect()).collect();
    let puzzle = StarBattle { size: 8, stars: 2, regions, givens: Vec::new() };
    let mut solver = solver(&Sheet::new(puzzle.clone()));
    let count = solver.count(100_000).unwrap();
    assert!(count.complete && count.n > 0);
    assert_eq!(count.n, two_stars(8, &[0; 8], 0, 8));
}

/// The ways to go on with so many rows below this one, two stars in each row and column.
fn two_stars(size: usize, columns: &[u8; 8], before: u32, rows: usize) -> u64 {
    if rows == 0 {
        return 1;
    }
    let mut ways = 0;
    for row in (0..1_u32 << size).filter(|row| row.count_ones() == 2 && row & row >> 1 == 0) {
        if row & (before | before << 1 | before >> 1) != 0 {
            continue;
        }
        let mut next = *columns;
        (0..size).filter(|i| row >> i & 1 == 1).for_each(|i| next[i] += 1);
        if next.iter().all(|&stars| stars <= 2) {
            ways += two_stars(size, &next, row, rows - 1);
        }
    }
    ways
}

#[test]
fn the_samples_have_one_solution_each() {
    let samples = read_all(include_str!("../../puzzles/star-battle.puzzle"));
    let sheets: Vec<Sheet> = samples.into_iter().map(|(_, sheet)| sheet.unwrap()).collect();
    let first: &StarBattle = sheets[0].puzzle.as_any().downcast_ref().unwrap();
    let expected: Vec<String> = boards(first).iter().map(|b| b.iter().map(i64::to_string).collect()).collect();
    assert_eq!(expected, [only(&sheets[0])]);
    // Found by trying all pairs of columns in each row.
    let stars = [[2, 7], [0, 5], [3, 7], [1, 5], [3, 8], [0, 6], [2, 4], [6, 8], [1, 4]];
    let digits = stars.iter().flat_map(|row| (0..9).map(|column| if row.contains(&column) { '1' } else { '0' }));
    assert_eq!(only(&sheets[1]), digits.collect::<String>());
}

#[test]
fn mistakes_are_named_at_their_places() {
    let texts = [
        "star-battle 3 stars=4\nA A B\nA B B\n. C C\ngivens:\n. 2 .\n. . .\n. . .\n",
        "star-battle 3 stars=one\nA A A\nA B B\nB B B\n",
        "star-battle 3\n",
    ];
    let described = texts.map(|text| {
        let (source, sheet) = read_all(text).remove(0);
        describe(&source, &sheet.unwrap_err())
    });
    assert_snapshot!("mistakes-star-battle", described.join("\n"));
}
