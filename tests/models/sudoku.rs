//! Sudoku and its variants: solution sets compared with all boards of size 4, known puzzles, files and their mistakes.

use std::collections::BTreeSet;

use gridwright::{Cell, End, Found, Limit, Limits, Model, Puzzle, Sheet, Verdict};
use gridwright_models::registry;
use gridwright_models::sudoku::{Regions, Sign, Sudoku};

use crate::support::{describe, one_sheet, only, read_all, solver};

/// The board of a puzzle of size 4 in reading order.
type Grid4 = [i64; 16];

/// All Latin squares of order 4 by plain enumeration.
fn latin_squares() -> Vec<Grid4> {
    fn fill(grid: &mut Grid4, at: usize, out: &mut Vec<Grid4>) {
        if at == 16 {
            return out.push(*grid);
        }
        for digit in 1..=4 {
            let clash = (0..at).any(|i| grid[i] == digit && (i / 4 == at / 4 || i % 4 == at % 4));
            if !clash {
                grid[at] = digit;
                fill(grid, at + 1, out);
            }
        }
    }
    let mut out = Vec::new();
    fill(&mut [0; 16], 0, &mut out);
    out
}

fn all_differ(grid: &Grid4, cells: &[usize]) -> bool {
    cells.iter().map(|&i| grid[i]).collect::<BTreeSet<_>>().len() == cells.len()
}

fn boxes(grid: &Grid4) -> bool {
    [0, 2, 8, 10].iter().all(|corner| all_differ(grid, &[0, 1, 4, 5].map(|i| corner + i)))
}

/// The solutions of a puzzle of size 4.
fn solutions(puzzle: &Sudoku) -> BTreeSet<Grid4> {
    let mut model = Model::new();
    let board = puzzle.rules(&mut model);
    let compiled = model.compile(Limits::none()).unwrap();
    let mut solver = compiled.solver();
    let all: Result<Vec<_>, _> = solver.solutions().collect();
    let value = |solution: &gridwright::Solution| board.vars().map(|(_, x)| solution[x]).collect::<Vec<_>>();
    all.unwrap().iter().map(|solution| value(solution).try_into().unwrap()).collect()
}

/// Compares a variant's solutions with the boards that a plain test accepts.
fn compare(name: &str, change: impl Fn(&mut Sudoku), accepts: impl Fn(&Grid4) -> bool) -> usize {
    let mut puzzle = Sudoku::new(4);
    change(&mut puzzle);
    let has_boxes = puzzle.regions == Regions::usual(4);
    let expected: BTreeSet<_> =
        latin_squares().into_iter().filter(|grid| (!has_boxes || boxes(grid)) && accepts(grid)).collect();
    assert_eq!(solutions(&puzzle), expected, "{name}");
    expected.len()
}

/// The distance of two cells, rows and columns.
fn apart(i: usize, j: usize) -> (usize, usize) {
    ((i / 4).abs_diff(j / 4), (i % 4).abs_diff(j % 4))
}

/// Whether all pairs of cells that are so far apart are as they should be.
fn for_pairs(distances: &[(usize, usize)], holds: impl Fn(usize, usize) -> bool) -> bool {
    (0..16).all(|i| (0..i).all(|j| !distances.contains(&apart(i, j)) || holds(j, i)))
}

#[test]
fn every_variant_has_the_solutions_that_plain_tests_accept() {
    let at = Cell::new;
    const SIDES: [(usize, usize); 2] = [(0, 1), (1, 0)];
    assert_eq!(compare("classic", |_| {}, |_| true), 288);
    assert_eq!(compare("no boxes", |s| s.regions = Regions::Groups(vec![]), |_| true), 576);
    let falling = |g: &Grid4| all_differ(g, &[0, 5, 10, 15]);
    let rising = |g: &Grid4| all_differ(g, &[3, 6, 9, 12]);
    let one = compare("falling", |s| s.variants.falling = true, falling);
    assert_eq!(compare("rising", |s| s.variants.rising = true, rising), one);
    let both = |s: &mut Sudoku| (s.variants.falling, s.variants.rising) = (true, true);
    assert!(compare("diagonals", both, |g| falling(g) && rising(g)) > 0);
    compare("antiknight", |s| s.variants.antiknight = true, |g| for_pairs(&[(1, 2), (2, 1)], |i, j| g[i] != g[j]));
    compare(
        "antiking without boxes",
        |s| (s.variants.antiking, s.regions) = (true, Regions::Groups(vec![])),
        |g| for_pairs(&[(1, 1)], |i, j| g[i] != g[j]),
    );
    let steps = |g: &Grid4| for_pairs(&SIDES, |i, j| g[i].abs_diff(g[j]) != 1);
    compare("nonconsecutive", |s| s.variants.nonconsecutive = true, steps);
    let window = |g: &Grid4| all_differ(g, &[5, 6, 9, 10]);
    assert!(compare("windoku", |s| s.variants.windoku = true, window) > 0);
    let group = |g: &Grid4| [0, 1, 4, 5].iter().all(|place| all_differ(g, &[0, 2, 8, 10].map(|corner| corner + place)));
    assert!(compare("disjoint", |s| s.variants.disjoint = true, group) > 0);
    let parity = |s: &mut Sudoku| (s.variants.even, s.variants.odd) = (vec![at(0, 0), at(2, 1)], vec![at(3, 3)]);
    assert!(compare("parity", parity, |g| g[0] % 2 == 0 && g[9] % 2 == 0 && g[15] % 2 == 1) > 0);
    let thermometer = |s: &mut Sudoku| s.variants.thermometers = vec![vec![at(0, 0), at(1, 1), at(2, 1)]];
    assert!(compare("thermometer", thermometer, |g| g[0] < g[5] && g[5] < g[9]) > 0);
    let arrow = |s: &mut Sudoku| s.variants.arrows = vec![vec![at(3, 3), at(2, 2), at(1, 1)]];
    assert!(compare("arrow", arrow, |g| g[15] == g[10] + g[5]) > 0);
    type Test = fn(i64, i64) -> bool;
    let signs: [(Sign, Test); 6] = [
        (Sign::Less, |a, b| a < b),
        (Sign::Greater, |a, b| a > b),
        (Sign::Consecutive, |a, b| (a - b).abs() == 1),
        (Sign::Double, |a, b| a == 2 * b || b == 2 * a),
        (Sign::Five, |a, b| a + b == 5),
        (Sign::Ten, |a, b| a + b == 10),
    ];
    for (sign, holds) in signs {
        compare(sign.text(), |s| s.variants.signs = vec![(at(1, 1), sign, at(1, 2))], |g| holds(g[5], g[6]));
        assert!(
            compare(
                "turned",
                |s| s.variants.signs = vec![(at(2, 0), sign.turned(), at(1, 0))],
                |g| { holds(g[4], g[8]) }
            ) > 0
                || sign == Sign::Ten
        );
    }
    let dots = |s: &mut Sudoku| {
        s.variants.every_dot = true;
        s.variants.signs = vec![(at(0, 0), Sign::Double, at(0, 1)), (at(1, 0), Sign::Consecutive, at(1, 1))];
    };
    let plain = |a: i64, b: i64| (a - b).abs() != 1 && a != 2 * b && b != 2 * a;
    compare("every dot", dots, |g| {
        (g[0] == 2 * g[1] || g[1] == 2 * g[0])
            && g[4].abs_diff(g[5]) == 1
            && for_pairs(&SIDES, |i, j| [(0, 1), (4, 5)].contains(&(i, j)) || plain(g[i], g[j]))
    });
    let v = |s: &mut Sudoku| (s.variants.every_xv, s.variants.signs) = (true, vec![(at(0, 0), Sign::Five, at(0, 1))]);
    compare("every V", v, |g| g[0] + g[1] == 5 && for_pairs(&SIDES, |i, j| (i, j) == (0, 1) || g[i] + g[j] != 5));
    let jigsaw = [[0, 1, 4, 8], [2, 3, 6, 7], [5, 9, 12, 13], [10, 11, 14, 15]];
    let groups = jigsaw.map(|cells| cells.map(|i| at(i / 4, i % 4)).to_vec()).to_vec();
    let count = compare(
        "jigsaw",
        |s| s.regions = Regions::of(4, groups.clone()),
        |g| jigsaw.iter().all(|cells| all_differ(g, cells)),
    );
    assert!(count > 0);
}

/// A native file of a Sudoku of size 9 with these givens.
fn nine(givens: &str) -> String {
    let rows: Vec<&str> = (0..9).map(|row| &givens[9 * row..9 * row + 9]).collect();
    format!("sudoku 9\n{}\n", rows.join("\n"))
}

#[test]
fn one_lost_given_makes_26_solutions() {
    let lost = "........2.2..5.8.1......3..7.4.9........8541.....37...18....9....7..9...2...4..58";
    let count = solver(&one_sheet(&nine(lost))).count(1000).unwrap();
    assert_eq!((count.n, count.complete), (26, true));
    assert_eq!(only(&one_sheet(&nine(&lost.replacen("....37", "..5.37", 1)))).len(), 81);
}

#[test]
fn a_loose_board_is_counted_as_far_as_asked() {
    let loose = format!("49675.8..21869375..5.48..69{}", ".".repeat(54));
    let count = solver(&one_sheet(&nine(&loose))).count(1000).unwrap();
    assert_eq!((count.n, count.complete), (1000, false));
}

#[test]
fn equal_givens_in_a_house_are_found_without_search() {
    // The second has two 9s in row 1 in the midst of an ordinary board.
    let ones = format!("11{}", ".".repeat(79));
    let nines = ".99..5.1.85.4....2432......1...69.83.9.....6.62.71...9......1945....4.37.4.3..6..";
    let region = format!("3{}3{}", ".".repeat(9), ".".repeat(70));
    for givens in [&ones[..], nines, &region] {
        let mut solver = solver(&one_sheet(&nine(givens)));
        assert_eq!(solver.propagate(), End::Contradiction);
        assert!(matches!(solver.unique().unwrap(), Verdict::None));
        assert_eq!(solver.stats().nodes, 0);
    }
}

#[test]
fn an_empty_cell_of_a_candidate_grid_is_no_solution() {
    let grid = |cell: &str| {
        format!(
            "sudoku 4\n1 . . .\n. . . .\n. . . .\n. . . .\ncandidates:\n. 24 . .\n. . 12 {cell}\n34 . . .\n. . . .\n"
        )
    };
    let mut with = solver(&one_sheet(&grid("234")));
    assert!(with.count(1000).unwrap().n > 0);
    let sheet = one_sheet(&grid("-"));
    assert!(matches!(solver(&sheet).unique().unwrap(), Verdict::None));
    assert_eq!(registry().write(&sheet).lines().nth(7), Some(".  .  12 -"));
}

#[test]
fn candidates_are_left_out_where_they_say_nothing() {
    let grid = |candidates: &str| one_sheet(&format!("sudoku 4\n1 . . .\n. . . .\n. . . .\n. . . .\n{candidates}"));
    // A single one is a given however often it is noted; all, or the given among others, say nothing.
    let sheet = grid("candidates:\n14 22 1234 432\n. 3 . 41231\n. . 22444 .\n44 . . .\n");
    let same = grid("candidates:\n. . . 234\n. . . .\n. . 24 .\n. . . .\n");
    let sudoku = |sheet: &Sheet| sheet.puzzle.as_any().downcast_ref::<Sudoku>().unwrap().clone();
    let mut expected = sudoku(&same);
    expected.givens =
        [(0, 0, 1), (0, 1, 2), (1, 1, 3), (3, 0, 4)].map(|(row, column, digit)| (Cell::new(row, column), digit)).into();
    assert_eq!(sudoku(&sheet), expected);
}

/// A file with everything that a Sudoku's may hold.
const EVERYTHING: &str = "\
sudoku 6 boxes=3x2 diagonals=rising antiknight=yes antiking=yes nonconsecutive=yes disjoint=yes dots=all xv=all
title: All at once
1 . . . . .
. . . . . .
. . . . . .
. . . . . .
. . . . . .
. . . . . 6
candidates:
.    .    .    .    .    .
.    1234 .    .    .    .
.    .    .    -    .    .
.    .    .    .    .    .
.    .    .    .    .    .
.    .    .    .    .    .
cells:
even r1c2 r6c6
odd r1c1
lines:
thermometer r2c1 r2c2 r3c3
thermometer r6c1 r5c1
arrow r4c4 r4c5 r4c6
pairs:
r1c1 < r1c2
r3c1 > r3c2
r1c2 o r1c3
r1c4 * r2c4
r5c1 V r5c2
r5c3 X r6c3
";

#[test]
fn files_come_back() {
    assert_eq!(registry().write(&one_sheet(EVERYTHING)), EVERYTHING);
    let jigsaw =
        "sudoku 4 windoku=no\n1 . . .\n. . . .\n. . . .\n. . . .\nregions:\nA A B B\nA B B .\nA C D D\nC C C D\n";
    let (source, sheet) = read_all(jigsaw).remove(0);
    let sheet = sheet.unwrap();
    assert_eq!(registry().write(&sheet), jigsaw.replace(" windoku=no", ""));
    assert_eq!(
        describe(&source, &sheet.warnings),
        "Warning at 1:1 `sudoku 4 windoku=no`: in no region: r2c4\n\
         Warning at 9:5 `D`: the region at r3c3 has 3 cells, not 4\n"
    );
    // Regions that are boxes are written as boxes, and signs in the order of their cells.
    let boxes = "sudoku 4\n....\n....\n....\n....\nregions:\nAABB\nAABB\nCCDD\nCCDD\npairs:\nr1c2 < r1c1\n";
    assert_eq!(
        registry().write(&one_sheet(boxes)),
        "sudoku 4\n. . . .\n. . . .\n. . . .\n. . . .\npairs:\nr1c1 > r1c2\n"
    );
    let none = "sudoku 2 boxes=none windoku=no\n1 .\n. .\n";
    assert_eq!(only(&one_sheet(none)), "1221");
}

#[test]
fn mistakes_are_named_at_their_places() {
    let mistakes = |text: &str| {
        let (source, sheet) = read_all(text).remove(0);
        describe(&source, &sheet.unwrap_err())
    };
    assert_eq!(
        mistakes("sudoku 4 boxes=3x2 diagonals=yes\n5...\n....\n....\n....\n"),
        "Error at 1:10 `boxes=3x2`: boxes=3x2 does not divide a board of size 4 (write rows and columns whose product is \
         the size, as in boxes=2x3, or boxes=none)\n\
         Error at 1:20 `diagonals=yes`: `yes` is no value of option diagonals (it takes no|both|falling|rising)\n\
         Error at 2:1 `5`: the given 5 at r1c1 is none of the digits 1 to 4\n"
    );
    let rows = "....\n....\n....\n....\n";
    assert_eq!(
        mistakes(&format!(
            "sudoku 4\n{rows}candidates:\n. . . .\n. 17 . .\n. . . .\n. . . .\nlines:\narrow\nthermo r1c1 r1c2\n\
             thermometer r1c1 r5c1\nthermometer r3c1\npairs:\nr1c1 < r2c2\nr1c1 ~ r1c2\n"
        )),
        "Error at 8:3 `17`: the candidate 7 of r2c2 is none of the digits 1 to 4\n\
         Error at 12:1 `arrow`: the arrow has no cells (its cells follow, as in `arrow r1c1 r1c2`)\n\
         Error at 13:1 `thermo r1c1 r1c2`: this is none of what `lines:` holds (its lines are written \
         `thermometer r1c1 r1c2`, `arrow r1c1 r1c2`)\n\
         Error at 14:18 `r5c1`: cell r5c1 is outside the board (rows go from 1 to 4, columns from 1 to 4)\n\
         Error at 15:1 `thermometer r3c1`: the thermometer has 1 cell (it needs two at least)\n\
         Error at 17:1 `r1c1 < r2c2`: the sign < stands between neighbours, and r1c1 and r2c2 are none\n\
         Error at 18:1 `r1c1 ~ r1c2`: this is none of what `pairs:` holds (its lines are written `r1c1 < r1c2`, \
         `r1c1 > r1c2`, `r1c1 o r1c2`, `r1c1 * r1c2`, `r1c1 V r1c2`, `r1c1 X r1c2`)\n"
    );
    assert_eq!(
        mistakes(&format!("sudoku 4 windoku=yes disjoint=yes\n{rows}regions:\nAAAA\nABBB\nCCBD\nCCDD\n")),
        "Error at 1:10 `windoku=yes`: windows lie across square boxes (leave out windoku=yes, or the regions)\n\
         Error at 1:22 `disjoint=yes`: only boxes have places in common (leave out disjoint=yes, or the regions)\n\
         Error at 7:1 `A`: the region at r1c1 has 5 cells (a region has 4)\n\
         Warning at 9:4 `D`: the region at r3c4 has 3 cells, not 4\n"
    );
}

#[test]
fn diagonals_are_rules_of_the_board() {
    // With both diagonals the corner 1 leaves the opposite corner of either diagonal without it.
    let text = "sudoku 4 diagonals=both\n1 . . .\n. . . .\n. . . .\n. . . .\n";
    let sheet: Sheet = one_sheet(text);
    let all: Vec<_> = solver(&sheet).solutions().collect::<Result<_, _>>().unwrap();
    assert!(!all.is_empty() && all.iter().all(|s| s.values()[5] != 1 && s.values()[10] != 1 && s.values()[15] != 1));
    assert!(matches!(
        solver(&one_sheet(&text.replace(". . . .\n. . . .\n", ". . . .\n. . 1 .\n"))).unique().unwrap(),
        Verdict::None
    ));
}

#[test]
fn what_needs_search_is_not_called_unsolvable() {
    // Propagation alone leaves most cells of the sample open, and one node is too few for an empty board.
    let sample = include_str!("../../puzzles/sudoku.puzzle");
    let sheet = read_all(sample).remove(0).1.unwrap();
    assert_eq!(solver(&sheet).propagate(), End::Fixpoint);
    let empty = one_sheet(&nine(&".".repeat(81)));
    let mut limited = solver(&empty).limit(Limit::nodes(1));
    assert!(matches!(limited.unique().unwrap(), Verdict::Stopped(Limit::Nodes(1))));
}

#[test]
fn lines_of_other_sizes_have_the_usual_boxes() {
    let fits = |size: usize, other: usize| {
        let line: String = (0..size * size).map(|i| if i == 0 || i == other { '1' } else { '.' }).collect();
        matches!(solver(&one_sheet(&line)).first().unwrap(), Found::Solution(_))
    };
    // A second 1 in the box of the first, r1c1, and right behind it: boxes of 6x6 have two rows of three.
    assert!(!fits(6, 6 + 2) && fits(6, 6 + 3) && fits(6, 2 * 6 + 1));
    assert!(!fits(4, 4 + 1) && fits(4, 4 + 2));
}
