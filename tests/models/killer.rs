//! Killer Sudoku: what cages mean, compared with all boards of size 4; files and their mistakes.

use std::collections::BTreeSet;

use gridwright::{Cage, Cell, Clue, Limits, Model, Puzzle, Solution};
use gridwright_models::killer::Killer;
use gridwright_models::registry;
use gridwright_models::sudoku::Regions;

use proptest::prelude::*;

use crate::support::{describe, one_sheet, only, read_all, solver};

/// The solutions of a board, each as its digits in reading order.
fn solutions(puzzle: &impl Puzzle) -> BTreeSet<Vec<i64>> {
    let mut model = Model::new();
    let board = puzzle.rules(&mut model);
    let compiled = model.compile(Limits::none()).unwrap();
    let mut solver = compiled.solver();
    let digits = |solution: Solution| board.vars().map(|(_, x)| solution[x]).collect::<Vec<_>>();
    solver.solutions().map(|solution| digits(solution.unwrap())).collect()
}

#[test]
fn cages_mean_what_plain_tests_accept() {
    let all = solutions(&Killer::new(4));
    assert_eq!(all.len(), 288);
    let diagonal = [0, 5, 10];
    let cells = || diagonal.iter().map(|i| Cell::new(i / 4, i % 4)).collect::<Vec<_>>();
    let differ = |digits: &[i64]| digits.iter().collect::<BTreeSet<_>>().len() == digits.len();
    type Test = fn(&[i64]) -> bool;
    let clue = |number, sign| Some(Clue { number, sign });
    let clues: [(Option<Clue>, Test); 6] = [
        (None, |_| true),
        (clue(7, None), |d| d.iter().sum::<i64>() == 7),
        (clue(7, Some('+')), |d| d.iter().sum::<i64>() == 7),
        (clue(8, Some('*')), |d| d.iter().product::<i64>() == 8),
        (clue(1, Some('-')), |d| (0..3).any(|i| 2 * d[i] - d.iter().sum::<i64>() == 1)),
        (clue(2, Some('/')), |d| (0..3).any(|i| d[i] * d[i] == 2 * d.iter().product::<i64>())),
    ];
    for (clue, holds) in clues {
        for repeats in [false, true] {
            let mut puzzle = Killer { repeats, ..Killer::new(4) };
            puzzle.cages.cages.push(Cage { cells: cells(), clue });
            let of_cage = |grid: &Vec<i64>| diagonal.map(|i| grid[i]);
            let fits = |grid: &&Vec<i64>| holds(&of_cage(grid)) && (repeats || differ(&of_cage(grid)));
            let expected: BTreeSet<_> = all.iter().filter(fits).cloned().collect();
            assert_eq!(solutions(&puzzle), expected, "{clue:?} {repeats}");
        }
    }
}

/// A board of size 4 with cages that overlap, that cross boxes and that have no sum, and a cell in no cage.
const OVERLAPPING: &str = "\
killer 4 diagonals=falling
title: Overlaps
A A B B
C D D .
C D E E
F F E G
A 5
B 5
C 7
E 6
F 4
G 3
cage . r1c1 r2c2
cage 4 r1c2 r2c2
givens:
1 . . .
. . . .
. . . .
. . . .
";

#[test]
fn cages_may_overlap_and_leave_cells_free() {
    let sheet = one_sheet(OVERLAPPING);
    assert_eq!(registry().write(&sheet), OVERLAPPING);
    let killer = sheet.puzzle.as_any().downcast_ref::<Killer>().unwrap();
    assert_eq!(killer.cages.cages.len(), 9);
    let found = solutions(killer);
    let sums: [(&[usize], i64); 7] =
        [(&[0, 1], 5), (&[2, 3], 5), (&[4, 8], 7), (&[10, 11, 14], 6), (&[12, 13], 4), (&[15], 3), (&[1, 5], 4)];
    let differ =
        |g: &Vec<i64>, cells: &[usize]| cells.iter().map(|&i| g[i]).collect::<BTreeSet<_>>().len() == cells.len();
    let mut expected = solutions(&Killer::new(4));
    expected.retain(|g| {
        let sums = sums.iter().all(|(cells, sum)| cells.iter().map(|&i| g[i]).sum::<i64>() == *sum && differ(g, cells));
        sums && differ(g, &[5, 6, 9]) && differ(g, &[0, 5, 10, 15])
    });
    assert_eq!(found, expected);
}

#[test]
fn a_cage_without_a_target_still_holds_no_digit_twice() {
    let mut puzzle = Killer::new(4);
    puzzle.sudoku.regions = Regions::Groups(Vec::new());
    let mut expected = solutions(&puzzle);
    assert_eq!(expected.len(), 576);
    puzzle.cage([Cell::new(0, 0), Cell::new(1, 1)], None);
    expected.retain(|grid| grid[0] != grid[5]);
    assert_eq!(solutions(&puzzle), expected);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Random cages, most of them with sums that some board makes, so that what lines together leave is derived too.
    #[test]
    fn random_killers_have_the_solutions_that_plain_tests_accept(
        which in any::<prop::sample::Index>(),
        owners in prop::collection::vec(0..7_usize, 16),
        shown in prop::collection::vec(0..8_usize, 7),
        boxes in any::<bool>(),
    ) {
        let mut puzzle = Killer::new(4);
        if !boxes {
            puzzle.sudoku.regions = Regions::Groups(Vec::new());
        }
        let all: Vec<_> = solutions(&puzzle).into_iter().collect();
        let board = which.get(&all);
        let mut tests: Vec<(Vec<usize>, Option<i64>)> = Vec::new();
        for (cage, &shown) in shown.iter().enumerate() {
            let cells: Vec<usize> = (0..16).filter(|&i| owners[i] == cage).collect();
            if cells.is_empty() || shown == 0 {
                continue;
            }
            let sum: i64 = cells.iter().map(|&i| board[i]).sum();
            let sum = (shown > 1).then_some(if shown == 2 { sum + 1 } else { sum });
            puzzle.cage(cells.iter().map(|&i| Cell::new(i / 4, i % 4)), sum);
            tests.push((cells, sum));
        }
        let holds = |grid: &&Vec<i64>| tests.iter().all(|(cells, sum)| {
            let digits: BTreeSet<i64> = cells.iter().map(|&i| grid[i]).collect();
            digits.len() == cells.len() && sum.is_none_or(|sum| digits.iter().sum::<i64>() == sum)
        });
        let expected: BTreeSet<_> = all.iter().filter(holds).cloned().collect();
        prop_assert_eq!(solutions(&puzzle), expected);
    }
}

#[test]
fn the_samples_have_one_solution_each() {
    for text in [include_str!("../../puzzles/killer.puzzle"), include_str!("../../puzzles/sudoku.puzzle")] {
        for (_, sheet) in read_all(text) {
            assert!([36, 81].contains(&only(&sheet.unwrap()).len()));
        }
    }
}

#[test]
fn a_small_killer_is_solved() {
    let text = "killer 4\nA A B B\nA C C B\nD D E F\nG D E F\nA 7\nB 8\nC 5\nD 9\nE 5\nF 5\nG 1\n";
    let found = solver(&one_sheet(text)).count(100).unwrap().n;
    assert_eq!(found, 1);
    assert_eq!(only(&one_sheet(text)).len(), 16);
}

#[test]
fn mistakes_are_named_at_their_places() {
    let text = "killer 4 repeats=maybe\nAABB\nCC..\n..DD\nE..E\nA 5%\nC 4x\nD 4\nE 2^\nF 3\ncage 3 r1c1 r5c1\n";
    let (source, sheet) = read_all(text).remove(0);
    let mistakes = describe(&source, &sheet.unwrap_err());
    assert_eq!(
        mistakes,
        "Error at 1:10 `repeats=maybe`: `maybe` is no value of option repeats (it takes yes|no)\n\
         Error at 7:3 `4x`: `x` in target `4x` is no operator (a target is a whole number, then nothing, `?` or one of \
         + - * / % ^ |)\n\
         Warning at 9:1 `E 2^`: cage 2^ at r4c1 is not connected\n\
         Error at 10:1 `F`: no cell has label F\n\
         Error at 11:13 `r5c1`: cell r5c1 is outside the board (rows go from 1 to 4, columns from 1 to 4)\n"
    );
}
