//! KenKen solved: what each operation means, known puzzles, and random ones against a solver that only tries.

use std::collections::BTreeSet;

use gridwright::{Atom, Cell, Limits, Model, Puzzle, Solution, Verdict};
use gridwright_models::kenken::{Digits, KenKen, Operation, Operators};
use proptest::prelude::*;

use crate::support::{digits, kenken, random};

/// The digits of these cells in all solutions, each combination once, by the engine.
fn solve_cells(puzzle: &KenKen, cells: &[Cell]) -> BTreeSet<Vec<i64>> {
    let mut model = Model::new();
    let board = puzzle.rules(&mut model);
    let at = |cell: Cell| board.at(cell).unwrap();
    let givens = puzzle.givens().into_iter().map(|(cell, digit)| Atom::eq(at(cell), digit));
    let compiled = model.compile(Limits::none()).unwrap();
    let mut solver = compiled.solver().assume(givens).project(cells.iter().map(|&cell| at(cell)));
    let digits = |solution: Solution| cells.iter().map(|&cell| solution[at(cell)]).collect();
    solver.solutions().map(|solution| digits(solution.unwrap())).collect()
}

/// All solutions in reading order, by the engine.
fn solve(puzzle: &KenKen) -> BTreeSet<Vec<i64>> {
    let size = puzzle.size;
    let cells: Vec<Cell> = (0..size * size).map(|index| Cell::new(index / size, index % size)).collect();
    solve_cells(puzzle, &cells)
}

/// Whether the digits of a cage make the target by the operation, in some order; by the words of the rules alone.
fn makes(values: &[i64], target: i64, operation: Operation) -> bool {
    let one_and_others = |fits: &dyn Fn(i64, &[i64]) -> bool| {
        (0..values.len()).any(|one| {
            let mut others = values.to_vec();
            let one = others.remove(one);
            fits(one, &others)
        })
    };
    match operation {
        Operation::Add => values.iter().sum::<i64>() == target,
        Operation::Multiply => values.iter().product::<i64>() == target,
        Operation::Or => values.iter().fold(0, |all, value| all | value) == target,
        Operation::Subtract => one_and_others(&|one, others| one - others.iter().sum::<i64>() == target),
        Operation::Divide => one_and_others(&|one, others| {
            let divisor: i64 = others.iter().product();
            divisor != 0 && one % divisor == 0 && one / divisor == target
        }),
        Operation::Modulo => one_and_others(&|one, others| others[0] != 0 && one % others[0] == target),
        Operation::Power => one_and_others(&|one, others| {
            // A negative power is the inverse, which is whole for 1 and -1, their own inverses.
            let whole = others[0] >= 0 || one.abs() == 1;
            whole && (0..others[0].abs()).fold(1, |power, _| power * one) == target
        }),
    }
}

fn cage_holds(puzzle: &KenKen, values: &[i64], target: i64, operation: Option<Operation>) -> bool {
    let allowed = |operation: &Operation| !operation.is_binary(puzzle.strict) || values.len() == 2;
    match operation {
        Some(operation) => makes(values, target, operation),
        None if values.len() == 1 => values[0] == target,
        None => puzzle.operators.iter().filter(allowed).any(|operation| makes(values, target, operation)),
    }
}

/// All solutions in reading order, by trying every digit in every cell.
fn try_all(puzzle: &KenKen) -> BTreeSet<Vec<i64>> {
    let size = puzzle.size;
    let index = |cell: &Cell| cell.row * size + cell.column;
    let mut found = BTreeSet::new();
    let mut stack = vec![Vec::new()];
    while let Some(values) = stack.pop() {
        let cages_hold = puzzle.cages.cages.iter().all(|cage| {
            let Some(cells) =
                cage.cells.iter().map(|cell| values.get(index(cell)).copied()).collect::<Option<Vec<_>>>()
            else {
                return true;
            };
            // Only the cage that was completed last is new, but all may be asked.
            let clue = cage.clue.unwrap();
            cage_holds(puzzle, &cells, clue.number, clue.sign.and_then(Operation::from_sign))
        });
        let givens_hold = puzzle.givens.iter().all(|(cell, digit)| values.get(index(cell)).is_none_or(|v| v == digit));
        if !cages_hold || !givens_hold {
            continue;
        }
        if values.len() == size * size {
            found.insert(values);
            continue;
        }
        let (row, column) = (values.len() / size, values.len() % size);
        for &digit in puzzle.digits.values() {
            let in_row = values[row * size..].contains(&digit);
            let in_column = (0..row).any(|above| values[above * size + column] == digit);
            if !in_row && !in_column {
                stack.push([&values[..], &[digit]].concat());
            }
        }
    }
    found
}

/// The digits that one cage alone allows in its cells, cell by cell as they are listed, on a board of this size.
fn fills(size: usize, digits: &str, cells: &[(usize, usize)], target: i64, operation: Operation) -> BTreeSet<Vec<i64>> {
    let mut puzzle = KenKen::new(size);
    puzzle.digits = Digits::parse(digits).unwrap();
    puzzle.operators = Operation::ALL.into_iter().collect();
    let cells: Vec<Cell> = cells.iter().map(|&(row, column)| Cell::new(row, column)).collect();
    puzzle.cage(cells.iter().copied(), target, operation);
    puzzle.cages.free = puzzle.cages.uncovered(size, size);
    solve_cells(&puzzle, &cells)
}

/// The same without regard to order.
fn multisets(fills: BTreeSet<Vec<i64>>) -> BTreeSet<Vec<i64>> {
    fills
        .into_iter()
        .map(|mut values| {
            values.sort_unstable();
            values
        })
        .collect()
}

fn sets<const N: usize, const M: usize>(sets: [[i64; N]; M]) -> BTreeSet<Vec<i64>> {
    sets.into_iter().map(Vec::from).collect()
}

/// A board of digits written as rows with anything between them.
fn values(rows: &str) -> Vec<i64> {
    rows.chars().filter_map(|c| c.to_digit(10)).map(i64::from).collect()
}

fn unique(puzzle: &KenKen) -> Vec<i64> {
    let mut model = Model::new();
    let board = puzzle.rules(&mut model);
    match model.compile(Limits::none()).unwrap().solver().unique().unwrap() {
        Verdict::Unique(solution) => board.vars().map(|(_, x)| solution[x]).collect(),
        other => panic!("{other:?}"),
    }
}

const ROW_OF_2: [(usize, usize); 2] = [(0, 0), (0, 1)];
const ROW_OF_3: [(usize, usize); 3] = [(0, 0), (0, 1), (0, 2)];
const CORNER: [(usize, usize); 3] = [(0, 0), (0, 1), (1, 0)];

#[test]
fn division_is_exact_and_in_either_order() {
    let divide = |digits, target| fills(2, digits, &ROW_OF_2, target, Operation::Divide);
    assert_eq!(divide("1..5", 2), sets([[1, 2], [2, 1], [2, 4], [4, 2]]));
    assert_eq!(divide("1..4", 4), sets([[1, 4], [4, 1]]));
    assert_eq!(divide("1..4", 0), BTreeSet::new());
    assert_eq!(divide("0..3", 0), sets([[0, 1], [0, 2], [0, 3], [1, 0], [2, 0], [3, 0]]));
    assert_eq!(divide("-4,-2,2,3", -1), sets([[-2, 2], [2, -2]]));
    assert_eq!(divide("-4,-2,2,3", 2), sets([[-4, -2], [-2, -4]]));
}

#[test]
fn differences_and_quotients_of_three_take_one_cell_and_all_others() {
    let differences = multisets(fills(3, "1..6", &ROW_OF_3, 0, Operation::Subtract));
    assert_eq!(differences, sets([[1, 2, 3], [1, 3, 4], [1, 4, 5], [1, 5, 6], [2, 3, 5], [2, 4, 6]]));
    let quotients = multisets(fills(2, "1..6", &CORNER, 1, Operation::Divide));
    let expected = [[1, 2, 2], [1, 3, 3], [1, 4, 4], [1, 5, 5], [1, 6, 6], [2, 2, 4], [2, 3, 6]];
    assert_eq!(quotients, sets(expected));
}

#[test]
fn digits_repeat_in_a_bent_cage_but_not_in_a_line() {
    let cells = [(0, 0), (0, 1), (1, 1), (1, 2)];
    let products = multisets(fills(3, "1..9", &cells, 162, Operation::Multiply));
    assert!(products.contains(&vec![1, 3, 6, 9]) && products.contains(&vec![2, 3, 3, 9]));
    let line = fills(4, "1..9", &[(0, 0), (0, 1), (0, 2), (0, 3)], 162, Operation::Multiply);
    assert!(multisets(line).iter().all(|set| set.windows(2).all(|pair| pair[0] < pair[1])));
}

#[test]
fn pairs_of_modulo_and_bitwise_or_are_as_many_as_tables_say() {
    let pairs = |target, operation| multisets(fills(2, "1..8", &ROW_OF_2, target, operation)).len();
    let modulo: Vec<_> = (0..=8).map(|target| pairs(target, Operation::Modulo)).collect();
    assert_eq!(modulo, [12, 16, 11, 7, 4, 3, 2, 1, 0]);
    let or: Vec<_> = (0..=16).map(|target| pairs(target, Operation::Or)).collect();
    assert_eq!(or, [0, 0, 0, 3, 0, 3, 3, 12, 0, 1, 1, 1, 1, 1, 1, 1, 0]);
}

#[test]
fn nothing_is_anything_modulo_zero() {
    assert_eq!(fills(2, "0..2", &ROW_OF_2, 2, Operation::Modulo), BTreeSet::new());
    assert_eq!(fills(2, "0,3", &ROW_OF_2, 0, Operation::Modulo), sets([[0, 3], [3, 0]]));
}

#[test]
fn powers_take_either_order() {
    assert_eq!(fills(2, "1..9", &ROW_OF_2, 8, Operation::Power), sets([[1, 8], [2, 3], [3, 2], [8, 1]]));
    assert_eq!(fills(2, "-2,0,3", &ROW_OF_2, -8, Operation::Power), sets([[-2, 3], [3, -2]]));
    assert_eq!(fills(2, "1..9", &ROW_OF_2, 387_420_489, Operation::Power), BTreeSet::new());
}

#[test]
fn a_truncating_division_would_have_a_second_solution() {
    let puzzle = kenken(
        "kenken 5\n\
         cage 1- r1c1 r1c2\ncage 1- r1c3 r2c3\ncage 5/ r1c4 r1c5\ncage 1- r2c1 r3c1\ncage 4/ r2c2 r3c2\n\
         cage 2- r2c4 r3c4\ncage 2/ r2c5 r3c5\ncage 2/ r3c3 r4c3\ncage 3/ r4c1 r5c1\ncage 3- r4c2 r5c2\n\
         cage 2/ r4c4 r5c4\ncage 1- r4c5 r5c5\ncage 5 r5c3\n",
    );
    assert_eq!(unique(&puzzle), values("23415/41352/54231/35124/12543"));
}

const FIRST: &str = include_str!("../../puzzles/first.puzzle");

#[test]
fn the_first_sample_is_unique_with_its_operators_and_without() {
    let solution = values("563412/614523/452361/341256/236145/125634");
    let mut puzzle = kenken(FIRST);
    assert_eq!(unique(&puzzle), solution);
    for clue in puzzle.cages.cages.iter_mut().flat_map(|cage| &mut cage.clue) {
        clue.sign = None;
    }
    assert_eq!(unique(&puzzle), solution);
}

#[test]
fn the_clash_sample_has_no_solution() {
    assert_eq!(solve(&kenken(include_str!("../../puzzles/clash.puzzle"))), BTreeSet::new());
}

#[test]
fn a_listing_that_leaves_a_cell_out_has_three_solutions_once_it_is_free() {
    // Targets without operators; a single cell is a given.
    let listing = "\
cage 3 r1c1 r1c2
cage 5 r1c3 r1c4
cage 3 r2c1
cage 8 r2c2 r2c3 r2c4
cage 2 r3c2 r3c3
cage 7 r3c4 r4c4
cage 6 r4c1 r4c2 r4c3
";
    let mistakes = crate::support::read_all(&format!("kenken 4\n{listing}")).remove(0).1.unwrap_err();
    assert!(mistakes.to_string().contains("cell r3c1 is in no cage"), "{mistakes}");
    assert_eq!(solve(&kenken(&format!("kenken 4 uncovered=free\n{listing}"))).len(), 3);
}

#[test]
fn strict_takes_differences_of_two_cells_only() {
    let text = |option| format!("kenken 2{option}\nA A\nA B\nA 0-\nB 1\n");
    // One cell minus both others is never 0 here, but the clue can be read.
    assert_eq!(solve(&kenken(&text(""))), BTreeSet::new());
    let mistakes = crate::support::read_all(&text(" strict=yes")).remove(0).1.unwrap_err();
    assert!(mistakes.to_string().contains("cage 0− at r1c1 has 3 cells"), "{mistakes}");
}

#[test]
fn several_solutions_are_shown() {
    let puzzle = kenken("kenken 2\nA A\nB B\nA 3+\nB 3+\n");
    let mut model = Model::new();
    puzzle.rules(&mut model);
    let Verdict::Many(one, other) = model.compile(Limits::none()).unwrap().solver().unique().unwrap() else {
        panic!("two squares of two");
    };
    assert_ne!(one.values(), other.values());
}

#[test]
fn targets_that_nothing_makes_have_no_solution_however_large() {
    for target in [i64::MIN, i64::MIN + 1, -70, 1_000_000_007, i64::MAX] {
        for operation in Operation::ALL {
            assert_eq!(fills(2, "0..5", &ROW_OF_2, target, operation), BTreeSet::new(), "{target}{operation}");
            let powers = fills(2, "-3..5", &ROW_OF_2, target, Operation::Power);
            assert_eq!(powers, BTreeSet::new());
        }
        for operation in [Operation::Add, Operation::Multiply, Operation::Subtract, Operation::Divide, Operation::Or] {
            assert_eq!(fills(2, "0..5", &CORNER, target, operation), BTreeSet::new(), "{target}{operation}");
        }
        let mut puzzle = KenKen::new(2);
        puzzle.cage(CORNER.map(|(row, column)| Cell::new(row, column)), target, None);
        puzzle.cage([Cell::new(1, 1)], target, None);
        assert_eq!(solve(&puzzle), BTreeSet::new());
    }
}

#[test]
fn a_large_cage_on_a_large_board_compiles_at_once() {
    for operation in [Operation::Add, Operation::Multiply, Operation::Subtract, Operation::Divide, Operation::Or] {
        let mut puzzle = KenKen::new(25);
        puzzle.operators = Operation::ALL.into_iter().collect();
        puzzle.cage((0..625).map(|index| Cell::new(index / 25, index % 25)), 25 * 325, operation);
        let mut model = Model::new();
        puzzle.rules(&mut model);
        model.compile(Limits::none()).unwrap();
    }
}

/// A clue whose number is a seed for [`aim`].
fn seed(seed: u16, _cells: usize) -> (i64, Option<Operation>) {
    (i64::from(seed / 7), Some(Operation::ALL[usize::from(seed % 7)]))
}

/// Gives most cages a target that they make in a filling of the board, and hides some operators.
fn aim(puzzle: &mut KenKen, filling: prop::sample::Index) {
    let size = puzzle.size;
    let fillings = try_all(&KenKen { cages: gridwright::Cages::default(), ..puzzle.clone() });
    let filling = filling.get(&Vec::from_iter(fillings)).clone();
    for cage in &mut puzzle.cages.cages {
        let values: Vec<i64> = cage.cells.iter().map(|cell| filling[cell.row * size + cell.column]).collect();
        let clue = cage.clue.as_mut().unwrap();
        let allowed = |operation: &Operation| {
            puzzle.operators.contains(*operation) && (values.len() == 2 || !operation.is_binary(puzzle.strict))
        };
        let operation = clue.sign.and_then(Operation::from_sign).filter(allowed).unwrap_or(Operation::Add);
        let made: Vec<i64> = (-60..=800).filter(|&target| makes(&values, target, operation)).collect();
        let seed = clue.number as usize;
        clue.number = match made.get(seed % made.len().max(1)) {
            Some(&target) if !seed.is_multiple_of(8) => target,
            _ => (seed % 20) as i64,
        };
        clue.sign = (!seed.is_multiple_of(3)).then(|| operation.ascii());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn random_puzzles_have_the_solutions_that_trying_finds(
        (puzzle, digits) in random(1..=3, seed).prop_flat_map(|puzzle| (Just(puzzle.clone()), digits(puzzle.size))),
        filling in any::<prop::sample::Index>(),
        strict in any::<bool>(),
        given in any::<bool>(),
    ) {
        let mut puzzle = KenKen { digits, strict, operators: Operation::ALL.into_iter().collect(), ..puzzle };
        if puzzle.digits.values()[0] < 0 {
            puzzle.operators = Operators::parse("+-*/^|").unwrap();
        }
        aim(&mut puzzle, filling);
        if given {
            puzzle.givens.push((Cell::new(0, 0), puzzle.digits.values()[0]));
        }
        prop_assert_eq!(solve(&puzzle), try_all(&puzzle));
    }
}
