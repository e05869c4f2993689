//! Formats: what is written is read again as the same puzzle, and what a format cannot hold is named.

use gridwright::{Cell, Puzzle, Sheet};
use gridwright_models::kenken::{Digits, KenKen, Operation, Operators};
use gridwright_models::killer::Killer;
use gridwright_models::registry;
use proptest::prelude::*;

use crate::support::{digits, kenken, random};

fn write(puzzle: &(impl Puzzle + Clone), format: &str) -> Result<String, String> {
    let sheet = Sheet::new(puzzle.clone());
    registry().format(format).expect("a known format").write(&sheet, &[]).map_err(|mistakes| mistakes.to_string())
}

/// Clues that every format can hold: `-` and `/` on two cells, no operator on one.
fn plain(seed: u16, cells: usize) -> (i64, Option<Operation>) {
    let target = i64::from(seed / 4);
    let operations = [Operation::Add, Operation::Multiply, Operation::Subtract, Operation::Divide];
    match cells {
        1 => (target, None),
        2 => (target, Some(operations[usize::from(seed % 4)])),
        _ => (target, Some(operations[usize::from(seed % 2)])),
    }
}

/// Clues with every operator, and without.
fn any_clue(seed: u16, cells: usize) -> (i64, Option<Operation>) {
    let operation = Operation::ALL.get(usize::from(seed % 8)).copied();
    (i64::from(seed / 8) - 2000, operation.filter(|operation| cells == 2 || !operation.is_binary(false)))
}

/// Every row of a board as a cage.
fn rows(size: usize) -> KenKen {
    let mut puzzle = KenKen::new(size);
    for row in 0..size {
        let target = (size * (size + 1) / 2) as i64;
        puzzle.cage((0..size).map(|column| Cell::new(row, column)), target, Operation::Add);
    }
    puzzle
}

proptest! {
    #[test]
    fn keen_ids_come_back(puzzle in random(1..=25, plain)) {
        let id = write(&puzzle, "keen").unwrap();
        prop_assert_eq!(kenken(&id), puzzle);
    }

    #[test]
    fn letter_grids_come_back_or_have_too_many_cages(puzzle in random(1..=12, plain)) {
        match write(&puzzle, "kenny") {
            Ok(grid) => prop_assert_eq!(kenken(&grid), puzzle),
            Err(error) => prop_assert!(puzzle.cages.cages.len() > 26, "{}", error),
        }
    }

    #[test]
    fn native_files_come_back(
        (puzzle, digits) in random(1..=12, any_clue).prop_flat_map(|puzzle| (Just(puzzle.clone()), digits(puzzle.size))),
        free in any::<bool>(),
        given in any::<bool>(),
    ) {
        let mut puzzle = KenKen { operators: Operation::ALL.into_iter().collect(), digits, ..puzzle };
        if puzzle.digits.values()[0] < 0 {
            puzzle.operators = Operators::default();
            for clue in puzzle.cages.cages.iter_mut().flat_map(|cage| &mut cage.clue) {
                clue.sign = clue.sign.filter(|&sign| "+-*/".contains(sign));
            }
        }
        if free && puzzle.cages.cages.len() > 1 {
            puzzle.cages.free = puzzle.cages.cages.remove(0).cells;
        }
        if given {
            puzzle.givens.push((Cell::new(0, puzzle.size - 1), puzzle.digits.values()[0]));
        }
        let text = write(&puzzle, "puzzle").unwrap();
        prop_assert!(text.is_ascii());
        prop_assert_eq!(kenken(&text), puzzle);
    }

    #[test]
    fn no_text_makes_reading_panic(text in "(5:|3\n|kenken 3\n)?[a-dA-C0-9+*/:,_. \n]{0,60}") {
        for (_, sheet) in crate::support::read_all(&text) {
            let _ = sheet;
        }
    }
}

#[test]
fn a_keen_id_is_read_as_its_cages() {
    let puzzle = kenken("5de:a__a_3a_5a_a_a_3b_bac_,a5m15a7a10s2s2d2s3m40m2s2\n");
    // The cages of its one solution, 41352/13524/52413/35241/24135, make the targets in this order.
    let native = "\
kenken 5
A A B C D
E E B C D
F G G H D
F I J H D
I I J K K
A 5+
B 15*
C 7+
D 10+
E 2-
F 2-
G 2/
H 3-
I 40*
J 2*
K 2-
";
    assert_eq!(write(&puzzle, "puzzle").unwrap(), native);
}

#[test]
fn the_level_and_the_mark_for_products_say_nothing() {
    let plain = kenken("2:b__,m2m2");
    for params in ["2de", "2dn", "2dh", "2dx", "2du", "2dum"] {
        assert_eq!(kenken(&format!("{params}:b__,m2m2")), plain);
    }
}

#[test]
fn a_row_a_cage_is_written_as_the_readers_letters_have_it() {
    assert_eq!(write(&rows(6), "keen").unwrap(), "6:ye_30,a21a21a21a21a21a21\n");
    for size in 2..=25 {
        assert_eq!(kenken(&write(&rows(size), "keen").unwrap()), rows(size));
    }
}

#[test]
fn several_letter_grids_follow_one_another() {
    let grid = "2\nAA\nBB\n2/\n3+\n";
    let text = format!("{grid}\n1\nA\n1\n{grid}# the end\n");
    let sizes: Vec<_> = crate::support::read_all(&text)
        .into_iter()
        .map(|(source, sheet)| {
            (source.first_line(), registry().write(&sheet.unwrap()).lines().next().unwrap().to_owned())
        })
        .collect();
    assert_eq!(sizes, [(1, "kenken 2".to_owned()), (7, "kenken 1".to_owned()), (10, "kenken 2".to_owned())]);
}

#[test]
fn letters_of_a_grid_need_not_be_in_reading_order() {
    let puzzle = kenken("2\nZC\nZC\n3+\n2/\n");
    assert_eq!(write(&puzzle, "kenny").unwrap(), "2\nAB\nAB\n2/\n3+\n");
}

#[test]
fn what_a_format_cannot_hold_is_named() {
    let cell = Cell::new;
    let with = |change: &dyn Fn(&mut KenKen)| {
        let mut puzzle = KenKen::new(2);
        change(&mut puzzle);
        puzzle.cages.free = puzzle.cages.uncovered(2, 2);
        puzzle
    };
    let row = |operation: Option<Operation>| {
        move |puzzle: &mut KenKen| {
            puzzle.cage([cell(0, 0), cell(0, 1)], 2, operation);
            puzzle.cage([cell(1, 0), cell(1, 1)], 2, Operation::Multiply);
        }
    };
    let with_digits = with(&|puzzle| {
        row(None)(puzzle);
        puzzle.digits = Digits::new([1, 2, 5]).unwrap();
    });
    let with_given = with(&|puzzle| {
        row(None)(puzzle);
        puzzle.givens.push((cell(0, 0), 1));
    });
    let modulo = with(&|puzzle| {
        row(Some(Operation::Modulo))(puzzle);
        puzzle.operators = Operation::ALL.into_iter().collect();
    });
    let difference = with(&|puzzle| {
        puzzle.cage([cell(0, 0), cell(0, 1), cell(1, 0)], 0, Operation::Subtract);
        puzzle.cage([cell(1, 1)], 2, None);
    });
    let apart = with(&|puzzle| {
        puzzle.cage([cell(0, 0), cell(1, 1)], 2, Operation::Add);
        puzzle.cage([cell(0, 1), cell(1, 0)], 2, Operation::Add);
    });
    let many_operators = with(&|puzzle| {
        row(None)(puzzle);
        puzzle.operators = Operators::parse("+-").unwrap();
    });
    for (puzzle, format, why) in [
        (&with(&row(None)), "keen", "cage 2 at r1c1: it shows no operator"),
        (&with_digits, "keen", "digits=1,2,5"),
        (&with_digits, "kenny", "digits=1,2,5"),
        (&with_given, "keen", "the given 1 at r1c1"),
        (&with(&|_| {}), "keen", "cell r1c1, which is in no cage"),
        (&with(&|_| {}), "kenny", "cell r2c2, which is in no cage"),
        (&modulo, "keen", "cage 2% at r1c1"),
        (&modulo, "kenny", "cage 2% at r1c1"),
        (&difference, "keen", "cage 0− at r1c1: − and ÷ take two cells"),
        (&apart, "keen", "cage 2+ at r1c1: it is not connected"),
        (&many_operators, "kenny", "operators=+-"),
        (&rows(25), "kenny", ""),
    ] {
        match write(puzzle, format) {
            Ok(text) => assert!(why.is_empty(), "{format} held {text}"),
            Err(error) => assert!(!why.is_empty() && error.contains(why), "{format}: {error}"),
        }
    }
    let mut cells = KenKen::new(6);
    for index in 0..27 {
        cells.cage([cell(index / 6, index % 6)], 1, None);
    }
    cells.cage((27..36).map(|index| cell(index / 6, index % 6)), 1, None);
    assert!(write(&cells, "kenny").unwrap_err().contains("28 cages, only 26"));
    let both = with(&|puzzle| {
        puzzle.cage([cell(0, 0), cell(0, 1)], 2, Operation::Modulo);
        puzzle.operators = Operation::ALL.into_iter().collect();
    });
    for format in ["keen", "kenny"] {
        let error = write(&both, format).unwrap_err();
        assert!(error.contains("cage 2% at r1c1") && error.contains("cell r2c2"), "all is named at once: {error}");
    }
    // What one format cannot hold, another can.
    for puzzle in [&with(&row(None)), &difference, &apart] {
        assert_eq!(kenken(&write(puzzle, "kenny").unwrap()), *puzzle);
    }
}

#[test]
fn a_cage_of_one_cell_without_a_sum_is_not_lost() {
    let mut puzzle = Killer::new(9);
    puzzle.cage([Cell::new(1, 5)], None);
    for format in ["short-killer", "long-killer", "sumocue", "killer-colours"] {
        let error = write(&puzzle, format).unwrap_err();
        assert!(error.contains("cannot hold a cage of one cell without a sum"), "{format}: {error}");
    }
}

#[test]
fn a_text_of_no_format_is_never_cut_within_a_character() {
    for text in ["−−−", "6−", "66666−\\ 6", "é", "1é2é3é4é", "(é)", "5:−"] {
        for (source, sheet) in crate::support::read_all(text) {
            let mistakes = sheet.map(|_| ()).expect_err("no puzzle");
            // It takes the spans out of the text.
            assert!(crate::support::describe(&source, &mistakes).starts_with("Error at 1:"));
        }
    }
}
