//! Canonical forms of Sudokus, compared with the least of all that plain enumeration of the symmetries makes.

use std::collections::BTreeSet;

use gridwright::{Cell, Puzzle};
use gridwright_models::sudoku::{Regions, Sudoku, Symmetry};
use proptest::prelude::*;

/// The digits of a board in reading order, 0 in empty cells.
type Digits = Vec<u8>;

/// A classic Sudoku with boxes of so many rows and columns.
fn sudoku(height: usize, width: usize, digits: &[u8]) -> Sudoku {
    let size = height * width;
    let mut puzzle = Sudoku::new(size);
    puzzle.regions = Regions::boxes(size, height, width).unwrap();
    let givens = digits.iter().enumerate().filter(|(_, digit)| **digit != 0);
    puzzle.givens = givens.map(|(at, &digit)| (Cell::new(at / size, at % size), i64::from(digit))).collect();
    puzzle
}

fn digits(puzzle: &Sudoku) -> Digits {
    let mut digits = vec![0; puzzle.size * puzzle.size];
    puzzle.givens.iter().for_each(|&(at, digit)| digits[at.row * puzzle.size + at.column] = digit as u8);
    digits
}

/// The digits of the canonical form, after a look at whether it is what it should be: made by the symmetry, which is
/// one, and its own canonical form.
fn canonical(height: usize, width: usize, board: &[u8]) -> Digits {
    let puzzle = sudoku(height, width, board);
    let form = puzzle.canonical().expect("a classic Sudoku has a canonical form");
    let symmetry = puzzle.canonical_symmetry().expect("so it has a symmetry");
    assert_eq!(symmetry.apply(&puzzle), form);
    is_symmetry(&symmetry, height, width);
    assert_eq!(form.canonical().as_ref(), Some(&form));
    assert_eq!((form.size, &form.regions), (puzzle.size, &puzzle.regions));
    digits(&form)
}

/// Asserts that a symmetry permutes everything and keeps the boxes.
fn is_symmetry(symmetry: &Symmetry, height: usize, width: usize) {
    let size = height * width;
    assert!(!symmetry.transposed || height == width || height == 1 || width == 1);
    assert_eq!(symmetry.digits.iter().copied().collect::<BTreeSet<_>>(), (1..=size as i64).collect());
    for (lines, block) in [(&symmetry.rows, height), (&symmetry.columns, width)] {
        assert_eq!(lines.iter().copied().collect::<BTreeSet<_>>(), (0..size).collect());
        assert!(lines.chunks(block).all(|chunk| chunk.iter().all(|line| line / block == chunk[0] / block)));
    }
}

/// All orders of so many things.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let Some(last) = count.checked_sub(1) else { return vec![vec![]] };
    let insert = |order: Vec<usize>| {
        (0..count).map(move |at| {
            let mut order = order.clone();
            order.insert(at, last);
            order
        })
    };
    orders(last).into_iter().flat_map(insert).collect()
}

/// All orders of lines that keep blocks of so many together.
fn line_orders(size: usize, block: usize) -> Vec<Vec<usize>> {
    let within = orders(block);
    let extend = |so_far: Vec<Vec<usize>>, at: usize| {
        let more = |begun: &Vec<usize>| {
            let begun = begun.clone();
            within.iter().map(move |order| begun.iter().copied().chain(order.iter().map(|i| at * block + i)).collect())
        };
        so_far.iter().flat_map(more).collect::<Vec<_>>()
    };
    orders(size / block).iter().flat_map(|blocks| blocks.iter().copied().fold(vec![vec![]], extend)).collect()
}

/// The least of all puzzles that symmetries make, by trying every one; digits are called by their first appearance.
fn least(height: usize, width: usize, board: &[u8]) -> Digits {
    let size = height * width;
    let turned: Digits = (0..size * size).map(|at| board[at % size * size + at / size]).collect();
    let turns = height == width || height == 1 || width == 1;
    let (rows, columns) = (line_orders(size, height), line_orders(size, width));
    let mut least = vec![u8::MAX; size * size];
    for board in [Some(board), turns.then_some(&turned)].into_iter().flatten() {
        for (rows, columns) in rows.iter().flat_map(|rows| columns.iter().map(move |columns| (rows, columns))) {
            let moved = || rows.iter().flat_map(|row| columns.iter().map(move |column| board[row * size + column]));
            if renamed(moved()).lt(least.iter().copied()) {
                least = renamed(moved()).collect();
            }
        }
    }
    least
}

/// The digits called by their first appearance.
fn renamed(digits: impl Iterator<Item = u8>) -> impl Iterator<Item = u8> {
    let (mut names, mut count) = ([0; 40], 0);
    digits.map(move |digit| {
        let name = &mut names[usize::from(digit)];
        if digit != 0 && *name == 0 {
            count += 1;
            *name = count;
        }
        *name
    })
}

/// A board that is full by a pattern.
fn full(height: usize, width: usize) -> Digits {
    let size = height * width;
    let digit = |row: usize, column: usize| (row % height * width + row / height + column) % size + 1;
    (0..size * size).map(|at| digit(at / size, at % size) as u8).collect()
}

/// Boards with any number of givens: of the full pattern, which has symmetries, or any, also such as break the rules.
fn boards(height: usize, width: usize) -> impl Strategy<Value = Digits> {
    let cells = (height * width).pow(2);
    let size = (height * width) as u8;
    let digit = prop_oneof![Just(2), Just(3.min(size)), Just(size)]
        .prop_flat_map(move |most| prop_oneof![prop::collection::vec(1..=most, cells), Just(full(height, width))]);
    (digit, prop_oneof![Just(1.0), 0.0..1.0], any::<[u8; 32]>()).prop_flat_map(move |(digits, density, _)| {
        prop::collection::vec(prop::bool::weighted(density), cells)
            .prop_map(move |given| digits.iter().zip(given).map(|(&digit, given)| digit * u8::from(given)).collect())
    })
}

/// Symmetries.
fn symmetries(height: usize, width: usize) -> impl Strategy<Value = Symmetry> {
    let size = height * width;
    let order = |count: usize| Just((0..count).collect::<Vec<_>>()).prop_shuffle();
    let lines = move |block: usize| {
        (order(size / block), prop::collection::vec(order(block), size / block)).prop_map(move |(blocks, within)| {
            let lines = |at: usize| within[at].clone().into_iter().map(move |i| at * block + i);
            blocks.into_iter().flat_map(lines).collect::<Vec<_>>()
        })
    };
    let turns = height == width || height == 1 || width == 1;
    let names = order(size).prop_map(|order| order.iter().map(|&digit| digit as i64 + 1).collect());
    (any::<bool>(), lines(height), lines(width), names).prop_map(move |(transposed, rows, columns, digits)| Symmetry {
        transposed: transposed && turns,
        rows,
        columns,
        digits,
    })
}

#[test]
fn the_canonical_form_is_the_least_of_all_that_symmetries_make() {
    for (height, width, cases) in
        [(2, 2, 3000), (1, 1, 4), (1, 2, 50), (1, 3, 200), (3, 1, 200), (1, 4, 200), (2, 3, 200), (3, 2, 100)]
    {
        let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(cases));
        let test = |board: Digits| {
            prop_assert_eq!(canonical(height, width, &board), least(height, width, &board));
            Ok(())
        };
        runner.run(&boards(height, width), test).unwrap();
    }
}

#[test]
fn symmetries_do_not_change_the_canonical_form() {
    for (height, width, cases) in
        [(3, 3, 300), (2, 4, 100), (4, 2, 100), (2, 5, 50), (1, 7, 50), (3, 4, 50), (4, 4, 30)]
    {
        let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(cases));
        let test = |(board, symmetry): (Digits, Symmetry)| {
            let moved = digits(&symmetry.apply(&sudoku(height, width, &board)));
            prop_assert_eq!(canonical(height, width, &board), canonical(height, width, &moved));
            Ok(())
        };
        runner.run(&(boards(height, width), symmetries(height, width)), test).unwrap();
    }
}
