//! Canonical forms of Sudokus, compared with the least of all that plain enumeration of the symmetries makes.

use std::collections::BTreeSet;

use gridwright::{Cell, Puzzle};
use gridwright_models::registry;
use gridwright_models::sudoku::{Regions, Sudoku, Symmetry};
use proptest::prelude::*;

use crate::support::one_sheet;

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
    let (size, cells) = ((height * width) as u8, (height * width).pow(2));
    let any = (1..=size).prop_flat_map(move |most| prop::collection::vec(1..=most, cells));
    let digits = prop_oneof![any, Just(full(height, width))];
    (digits, prop_oneof![Just(1.0), 0.0..1.0]).prop_flat_map(move |(digits, density)| {
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

/// A board of some shape.
type Shaped = (usize, usize, Digits);

/// Boards of some shapes.
fn shaped(shapes: &'static [(usize, usize)]) -> impl Strategy<Value = Shaped> {
    let board = |(height, width)| boards(height, width).prop_map(move |board| (height, width, board));
    prop::sample::select(shapes).prop_flat_map(board)
}

/// Boards of some shapes, with symmetries of them.
fn with_symmetry(shapes: &'static [(usize, usize)]) -> impl Strategy<Value = (Shaped, Symmetry)> {
    shaped(shapes).prop_flat_map(|(height, width, board)| (Just((height, width, board)), symmetries(height, width)))
}

/// Asserts that a symmetry does not change a board's canonical form.
fn unchanged((height, width, board): &Shaped, symmetry: &Symmetry) -> Result<(), TestCaseError> {
    let moved = digits(&symmetry.apply(&sudoku(*height, *width, board)));
    prop_assert_eq!(canonical(*height, *width, board), canonical(*height, *width, &moved));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_canonical_form_is_the_least_of_all_that_symmetries_make((height, width, board) in shaped(&[(2, 2)])) {
        prop_assert_eq!(canonical(height, width, &board), least(height, width, &board));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn so_it_is_with_boxes_that_are_no_squares(
        (height, width, board) in shaped(&[(1, 1), (1, 2), (1, 3), (3, 1), (1, 4), (2, 3), (3, 2)])
    ) {
        prop_assert_eq!(canonical(height, width, &board), least(height, width, &board));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn symmetries_do_not_change_the_canonical_form(
        (board, symmetry) in with_symmetry(&[(3, 3), (3, 3), (2, 4), (4, 2), (2, 5), (1, 7), (3, 4)])
    ) {
        unchanged(&board, &symmetry)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn so_it_is_with_large_boxes((height, width, board) in shaped(&[(3, 3), (2, 4)])) {
        prop_assert_eq!(canonical(height, width, &board), least(height, width, &board));
    }

    #[test]
    fn nor_do_they_on_large_boards((board, symmetry) in with_symmetry(&[(4, 4), (3, 5)])) {
        unchanged(&board, &symmetry)?;
    }
}

/// A board from its digits, with anything else in empty cells.
fn board(text: &str) -> Digits {
    text.chars().map(|digit| digit.to_digit(10).unwrap_or(0) as u8).collect()
}

#[test]
fn known_boards_have_their_published_forms() {
    // The example of https://www.sudokuwiki.org/Sudoku_Min_Lex, and the first of all boards in this order.
    let example = "369218475215749863487635912754861239631924758928357641173482596542196387896573124";
    let form = "123456789457189236698273541261947853745831692839625417384792165512368974976514328";
    assert_eq!(canonical(3, 3, &board(example)), board(form));
    let first = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
    assert_eq!(canonical(3, 3, &board(first)), board(first));
}

/// All full boards whose first row is in order.
fn full_boards(height: usize, width: usize) -> Vec<Digits> {
    fn fill(board: &mut Digits, at: usize, height: usize, width: usize, out: &mut Vec<Digits>) {
        let size = height * width;
        if at == size * size {
            return out.push(board.clone());
        }
        let same_box = |i: usize| (i / size / height, i % size / width) == (at / size / height, at % size / width);
        for digit in 1..=size as u8 {
            let sees = |i: usize| i / size == at / size || i % size == at % size || same_box(i);
            if !(0..at).any(|i| board[i] == digit && sees(i)) {
                board[at] = digit;
                fill(board, at + 1, height, width, out);
            }
        }
    }
    let size = height * width;
    let mut board: Digits = (0..size * size).map(|at| if at < size { at as u8 + 1 } else { 0 }).collect();
    let mut out = Vec::new();
    fill(&mut board, size, height, width, &mut out);
    out
}

#[test]
fn full_boards_fall_into_as_many_classes_as_is_known() {
    // Of 288 boards of size 4, 2 are different; of 28,200,960 of size 6, 49.
    for (height, width, count, classes) in [(2, 2, 288 / 24, 2), (2, 3, 28_200_960 / 720, 49)] {
        let boards = full_boards(height, width);
        assert_eq!(boards.len(), count);
        let forms: BTreeSet<_> =
            boards.iter().map(|board| digits(&sudoku(height, width, board).canonical().unwrap())).collect();
        assert_eq!(forms.len(), classes);
    }
}

#[test]
fn boards_full_of_symmetry_have_canonical_forms() {
    for (height, width) in [(3, 3), (2, 4), (3, 4), (4, 4), (5, 5)] {
        let size = height * width;
        let pattern = full(height, width);
        let boards: [&dyn Fn(usize) -> u8; 6] = [
            &|_| 0,
            &|_| 1,
            &|at| u8::from(at / size == at % size),
            &|at| if at / size == at % size { (at % size + 1) as u8 } else { 0 },
            &|at| u8::from(pattern[at] == 1),
            &|at| pattern[at],
        ];
        for digit in boards {
            let board: Digits = (0..size * size).map(digit).collect();
            let turned: Digits = board.iter().rev().map(|&d| if d == 0 { 0 } else { size as u8 + 1 - d }).collect();
            assert_eq!(canonical(height, width, &board), canonical(height, width, &turned));
        }
    }
    assert_eq!(canonical(3, 3, &[0; 81]), [0; 81]);
}

#[test]
fn only_classic_sudokus_have_canonical_forms() {
    let form = |change: &dyn Fn(&mut Sudoku)| {
        let mut puzzle = sudoku(2, 2, &full(2, 2)[..6]);
        change(&mut puzzle);
        (puzzle.canonical().is_some(), puzzle.canonical_symmetry().is_some())
    };
    assert_eq!(form(&|_| {}), (true, true));
    let changes: [&dyn Fn(&mut Sudoku); 7] = [
        &|puzzle| puzzle.variants.falling = true,
        &|puzzle| puzzle.candidates = vec![(Cell::new(3, 3), vec![1, 2])],
        &|puzzle| puzzle.regions = Regions::Groups(vec![]),
        &|puzzle| puzzle.regions = Regions::Boxes { height: 2, width: 3 },
        &|puzzle| puzzle.givens.push((Cell::new(3, 3), 5)),
        &|puzzle| puzzle.givens.push((Cell::new(3, 4), 1)),
        &|puzzle| puzzle.givens.push(puzzle.givens[0]),
    ];
    changes.iter().for_each(|change| assert_eq!(form(change), (false, false)));
}

#[test]
fn any_puzzle_gives_its_canonical_form() {
    let sheet = one_sheet("sudoku 4\ntitle: Two\n. . 3 .\n. . . .\n. . . .\n2 . . .\n");
    let form = sheet.puzzle.canonical().expect("a classic Sudoku");
    let registry = registry();
    assert_eq!(registry.write_puzzle(&*sheet.puzzle), "sudoku 4\n. . 3 .\n. . . .\n. . . .\n2 . . .\n");
    assert_eq!(registry.write_puzzle(&*form), "sudoku 4\n. . . .\n. . . 1\n. . . .\n. 2 . .\n");
    assert!(one_sheet("latin 2\n1 .\n. .\n").puzzle.canonical().is_none());
}
