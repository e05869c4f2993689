//! Kakuro: what sums mean, compared with plain enumeration; boards of published size; files and their mistakes.

use std::collections::BTreeSet;

use gridwright::testing::Dice;
use gridwright::{Cell, Found, Limit, Sheet, ValueOrder, VarId, Verdict, first_fail, luby};
use gridwright_models::kakuro::{Black, Kakuro};
use gridwright_models::registry;
use proptest::prelude::*;

use crate::support::{assert_snapshot, describe, one_sheet, only, read_all, solver};

/// A board by its digits in reading order, `None` a black cell.
#[derive(Clone, Debug)]
struct Filled {
    size: (usize, usize),
    digits: Vec<Option<i64>>,
}

impl Filled {
    fn at(&self, row: usize, column: usize) -> Option<i64> {
        if row < self.size.0 && column < self.size.1 { self.digits[row * self.size.1 + column] } else { None }
    }

    /// The digits from a cell on until a black one, down or to the right.
    fn run(&self, row: usize, column: usize, (down, right): (usize, usize)) -> Vec<i64> {
        (0..).map_while(|i| self.at(row + i * down, column + i * right)).collect()
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (height, width) = self.size;
        (0..height * width).map(move |i| Cell::new(i / width, i % width))
    }

    /// The puzzle that has this solution, without some of the sums.
    fn puzzle(&self, mut hides: impl FnMut() -> bool) -> Kakuro {
        let mut blacks = Vec::new();
        for cell in self.cells().filter(|cell| self.at(cell.row, cell.column).is_none()) {
            let mut sum = |row, column, way| {
                let run = self.run(row, column, way);
                (!run.is_empty() && !hides()).then(|| run.iter().sum())
            };
            let down = sum(cell.row + 1, cell.column, (1, 0));
            blacks.push(Black { cell, down, across: sum(cell.row, cell.column + 1, (0, 1)) });
        }
        Kakuro { size: self.size, blacks, givens: Vec::new() }
    }

    /// Blackens cells until every run has two to nine cells.
    fn repair(&mut self) {
        while let Some(cell) = self.cells().find(|&cell| self.is_odd(cell)) {
            self.digits[cell.row * self.size.1 + cell.column] = None;
        }
    }

    /// Whether no digit stands twice in a run.
    fn is_legal(&self) -> bool {
        let differ = |cell: Cell, way| {
            let run = self.run(cell.row, cell.column, way);
            run.iter().collect::<BTreeSet<_>>().len() == run.len()
        };
        self.cells().all(|cell| differ(cell, (1, 0)) && differ(cell, (0, 1)))
    }

    /// Whether a white cell is alone in a run, or the tenth of one.
    fn is_odd(&self, Cell { row, column }: Cell) -> bool {
        let before = |(down, right): (usize, usize)| {
            (1..).take_while(move |i| {
                let place = row.checked_sub(i * down).zip(column.checked_sub(i * right));
                place.is_some_and(|(row, column)| self.at(row, column).is_some())
            })
        };
        self.at(row, column).is_some()
            && [(1, 0), (0, 1)].into_iter().any(|way| {
                let before = before(way).count();
                before == 9 || before + self.run(row, column, way).len() == 1
            })
    }
}

/// All ways to fill the white cells, found cell by cell; `None` where there are too many to list.
fn fillings(puzzle: &Kakuro) -> Option<BTreeSet<Vec<i64>>> {
    let (height, width) = puzzle.size;
    let is_black = |row, column| puzzle.blacks.iter().any(|black| black.cell == Cell::new(row, column));
    let whites: Vec<Cell> =
        (0..height * width).map(|i| Cell::new(i / width, i % width)).filter(|c| !is_black(c.row, c.column)).collect();
    let mut found = vec![Filled { size: puzzle.size, digits: vec![None; height * width] }];
    for &Cell { row, column } in &whites {
        // The run so far ends at this cell; it is whole where no white cell follows.
        let fits = |board: &Filled, (down, right): (usize, usize)| {
            let back = |i: usize| Some((row.checked_sub(i * down)?, column.checked_sub(i * right)?));
            let run: Vec<i64> = (0..).map_while(|i| back(i).and_then(|(row, column)| board.at(row, column))).collect();
            let clue = back(run.len()).and_then(|(row, column)| {
                let black = puzzle.blacks.iter().find(|black| black.cell == Cell::new(row, column))?;
                if down == 1 { black.down } else { black.across }
            });
            let ends = row + down == height || column + right == width || is_black(row + down, column + right);
            let different = run.iter().collect::<BTreeSet<_>>().len() == run.len();
            different && (!ends || clue.is_none_or(|clue| run.iter().sum::<i64>() == clue))
        };
        let given = puzzle.givens.iter().find(|given| given.0 == Cell::new(row, column)).map(|given| given.1);
        let mut next = Vec::new();
        for board in &found {
            for digit in (1..=9).filter(|digit| given.is_none_or(|given| given == *digit)) {
                let mut board = board.clone();
                board.digits[row * width + column] = Some(digit);
                if fits(&board, (0, 1)) && fits(&board, (1, 0)) {
                    next.push(board);
                }
            }
        }
        found = next;
        if found.len() > 5_000 {
            return None;
        }
    }
    Some(found.into_iter().map(|board| board.digits.into_iter().flatten().collect()).collect())
}

/// Small boards, most of whose sums come from digits that fill them.
fn small() -> impl Strategy<Value = Kakuro> {
    (1..=4_usize, 1..=4_usize, any::<u64>()).prop_map(|(height, width, seed)| {
        let mut dice = Dice::new(seed);
        let density = *dice.pick(&[2, 3, 5]);
        let digits = (0..height * width).map(|_| (!dice.once_in(density)).then(|| dice.between(1, 9))).collect();
        let board = Filled { size: (height, width), digits };
        let mut puzzle = board.puzzle(|| dice.once_in(6));
        for sum in puzzle.blacks.iter_mut().flat_map(|black| [&mut black.down, &mut black.across]).flatten() {
            *sum = if dice.once_in(30) { dice.between(1, 46) } else { *sum };
        }
        let whites: Vec<Cell> = board.cells().filter(|cell| board.at(cell.row, cell.column).is_some()).collect();
        puzzle.givens = whites.into_iter().filter(|_| dice.once_in(8)).map(|cell| (cell, 0)).collect();
        for (cell, digit) in &mut puzzle.givens {
            *digit = board.at(cell.row, cell.column).expect("white");
        }
        puzzle
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn solutions_are_the_fillings_that_agree_with_the_sums(puzzle in small()) {
        let sheet = Sheet::new(puzzle.clone());
        if let Some(expected) = fillings(&puzzle) {
            let mut solver = solver(&sheet);
            let found: BTreeSet<Vec<i64>> = solver.solutions().map(|found| found.unwrap().values().to_vec()).collect();
            prop_assert_eq!(found, expected);
        }
        let text = registry().write(&sheet);
        let again = one_sheet(&text);
        prop_assert_eq!(again.puzzle.as_any().downcast_ref(), Some(&puzzle));
        prop_assert_eq!(registry().write(&again), text);
    }
}

/// How many values too many propagation leaves to the white cells.
fn left(board: &Filled) -> u64 {
    let mut solver = solver(&Sheet::new(board.puzzle(|| false)));
    solver.propagate();
    let engine = solver.engine();
    (0..board.digits.iter().flatten().count()).map(|x| engine.size(VarId::new(x)) - 1).sum()
}

/// A random board whose runs have two to nine different digits, with a frame of black cells at the top and left.
fn random_board(dice: &mut Dice, height: usize, width: usize) -> Filled {
    let is_black = |i: usize| i < width || i.is_multiple_of(width);
    let digits = (0..height * width).map(|i| (!is_black(i) && !dice.once_in(4)).then_some(0)).collect();
    let mut board = Filled { size: (height, width), digits };
    board.repair();
    let order = first_fail().values(ValueOrder::Random(dice.next_u64()));
    let any = solver(&Sheet::new(board.puzzle(|| true))).branch(order).first().unwrap();
    let Found::Solution(solution) = any else { panic!("every run has room for its digits") };
    board.digits.iter_mut().flatten().zip(solution.values()).for_each(|(digit, value)| *digit = *value);
    board
}

/// A random board with a puzzle of which it is the only solution: digits are changed for a while so that propagation leaves
/// less and less, then some are given.
fn composed(dice: &mut Dice, height: usize, width: usize) -> (Filled, Kakuro) {
    let mut board = random_board(dice, height, width);
    let whites: Vec<Cell> = board.cells().filter(|cell| board.at(cell.row, cell.column).is_some()).collect();
    let mut least = left(&board);
    for _ in 0..50 * whites.len() {
        let mut changed = board.clone();
        let cell = *dice.pick(&whites);
        changed.digits[cell.row * width + cell.column] = Some(dice.between(1, 9));
        if changed.is_legal() {
            let now = left(&changed);
            if now <= least {
                (board, least) = (changed, now);
            }
        }
    }
    let mut puzzle = board.puzzle(|| false);
    loop {
        let verdict = solver(&Sheet::new(puzzle.clone())).limit(Limit::nodes(5_000)).unique().unwrap();
        let open: Vec<usize> = match &verdict {
            Verdict::Many(one, other) => (0..whites.len()).filter(|&i| one.values()[i] != other.values()[i]).collect(),
            Verdict::Stopped(_) => (0..whites.len()).collect(),
            _ => return (board, puzzle),
        };
        let cell = whites[*dice.pick(&open)];
        puzzle.givens.extend(board.at(cell.row, cell.column).map(|digit| (cell, digit)));
        puzzle.givens.sort_unstable();
        puzzle.givens.dedup();
    }
}

#[test]
fn boards_of_published_size_are_solved_within_few_nodes() {
    let boards = (1..).map(|seed| composed(&mut Dice::new(seed), 12, 12));
    let large = boards.filter(|(board, _)| board.digits.iter().flatten().count() > 50);
    for (board, puzzle) in large.take(3) {
        let whites = board.digits.iter().flatten();
        assert!(puzzle.givens.len() < 15, "{puzzle:?}");
        let sheet = Sheet::new(puzzle);
        let mut solver = solver(&sheet).limit(Limit::nodes(5_000));
        let Verdict::Unique(solution) = solver.unique().unwrap() else { panic!("{}", registry().write(&sheet)) };
        assert!(solution.values().iter().eq(whites), "{}", registry().write(&sheet));
    }
}

#[test]
fn large_boards_with_many_solutions_need_restarts() {
    let mut dice = Dice::new(2);
    for _ in 0..3 {
        let board = random_board(&mut dice, 20, 20);
        let solver = solver(&Sheet::new(board.puzzle(|| false))).restart(luby(100));
        let Found::Solution(solution) = solver.limit(Limit::nodes(50_000)).first().unwrap() else {
            panic!("{board:?}")
        };
        let mut found = board.clone();
        found.digits.iter_mut().flatten().zip(solution.values()).for_each(|(digit, value)| *digit = *value);
        assert!(found.is_legal());
        assert_eq!(found.puzzle(|| false), board.puzzle(|| false), "the same sums");
    }
}

#[test]
fn the_samples_have_one_solution_each_that_makes_the_sums() {
    let samples = read_all(include_str!("../../puzzles/kakuro.puzzle"));
    assert_eq!(samples.len(), 2);
    for (_, sheet) in samples {
        let sheet = sheet.unwrap();
        let puzzle: &Kakuro = sheet.puzzle.as_any().downcast_ref().unwrap();
        let mut digits = only(&sheet).into_bytes().into_iter().map(|digit| i64::from(digit - b'0'));
        let mut board = Filled { size: puzzle.size, digits: Vec::new() };
        board.digits =
            board.cells().map(|cell| if puzzle.black(cell).is_some() { None } else { digits.next() }).collect();
        assert!(board.is_legal());
        assert_eq!(&board.puzzle(|| false), puzzle);
    }
}

#[test]
fn mistakes_are_named_at_their_places() {
    let texts = [
        "kakuro 2x3\n\\  3\\x 4\\\n5\\ 0 x\n",
        "kakuro 2x3\n\\ 3\\ 4\\\n\\5 .\n",
        "kakuro 2x3\n\\ 3\\ 4\\7\n\\7 . .\nentries:\n. . .\n. 1 .\nclues:\n",
        "kakuro 65x3\n",
        "kakuro 2y3\n",
    ];
    let described = texts.map(|text| {
        let (source, sheet) = read_all(text).remove(0);
        describe(&source, &sheet.unwrap_err())
    });
    assert_snapshot!("mistakes-kakuro", described.join("\n"));
}
