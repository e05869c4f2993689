//! Str8ts: what compartments mean, compared with plain enumeration; files and their mistakes.

use std::collections::BTreeSet;

use gridwright::testing::Dice;
use gridwright::{Cell, Sheet};
use gridwright_models::registry;
use gridwright_models::str8ts::Str8ts;
use proptest::prelude::*;

use crate::support::{assert_snapshot, describe, one_sheet, only, read_all, solver};

/// What a cell is: black, with a digit perhaps, or white.
type Face = Result<Option<i64>, ()>;

/// The faces of a row or column and the digits of its white cells: whether no digit stands twice, and whether every
/// compartment has consecutive ones.
fn line_holds(line: &[(Face, i64)]) -> bool {
    let black = line.iter().filter_map(|(face, _)| face.ok().flatten());
    let white = line.iter().filter(|(face, _)| face.is_err()).map(|(_, digit)| *digit);
    let all: Vec<i64> = black.chain(white).collect();
    let straight = |compartment: &[(Face, i64)]| {
        let digits: Vec<i64> = compartment.iter().map(|(_, digit)| *digit).collect();
        let least = digits.iter().min().copied().unwrap_or(0);
        (least..least + digits.len() as i64).all(|digit| digits.contains(&digit))
    };
    all.iter().collect::<BTreeSet<_>>().len() == all.len() && line.split(|(face, _)| face.is_ok()).all(straight)
}

/// All ways to fill the white cells: the rows that hold by themselves, put together where the columns hold.
fn fillings(size: usize, faces: &[Face], givens: &[(Cell, i64)]) -> BTreeSet<Vec<i64>> {
    let mut boards: Vec<Vec<i64>> = vec![Vec::new()];
    for row in 0..size {
        let mut rows: Vec<Vec<i64>> = vec![Vec::new()];
        for column in 0..size {
            let given = givens.iter().find(|given| given.0 == Cell::new(row, column)).map(|given| given.1);
            let digits = match faces[row * size + column] {
                Ok(_) => vec![0],
                Err(()) => (1..=size as i64).filter(|digit| given.is_none_or(|given| given == *digit)).collect(),
            };
            let longer =
                |line: &Vec<i64>| digits.iter().map(|&digit| [&line[..], &[digit]].concat()).collect::<Vec<_>>();
            rows = rows.iter().flat_map(longer).collect();
        }
        let line = |digits: &[i64]| faces[row * size..].iter().copied().zip(digits.iter().copied()).collect::<Vec<_>>();
        rows.retain(|digits| line_holds(&line(digits)));
        // A white digit twice in a column is no use.
        let fits = |board: &[i64], next: &[i64]| {
            (0..size).all(|column| next[column] == 0 || board.chunks(size).all(|row| row[column] != next[column]))
        };
        let together = |board: &Vec<i64>| {
            let rows = rows.iter().filter(|next| fits(board, next));
            rows.map(|next| [&board[..], next].concat()).collect::<Vec<_>>()
        };
        boards = boards.iter().flat_map(together).collect();
    }
    let columns_hold = |board: &Vec<i64>| {
        (0..size).all(|column| {
            let line: Vec<_> = (0..size).map(|row| row * size + column).map(|i| (faces[i], board[i])).collect();
            line_holds(&line)
        })
    };
    boards.retain(columns_hold);
    boards.into_iter().map(|board| board.into_iter().filter(|&digit| digit != 0).collect()).collect()
}

/// A puzzle, and its faces in reading order.
fn small() -> impl Strategy<Value = (Str8ts, Vec<Face>)> {
    (1..=4_usize, any::<u64>()).prop_map(|(size, seed)| {
        let mut dice = Dice::new(seed);
        let density = dice.below(4) + 2;
        let mut puzzle = Str8ts { size, blacks: Vec::new(), givens: Vec::new() };
        let mut faces = Vec::new();
        for i in 0..size * size {
            let (cell, digit) = (Cell::new(i / size, i % size), dice.between(1, size as i64));
            if dice.once_in(density) {
                let digit = dice.once_in(3).then_some(digit);
                puzzle.blacks.push((cell, digit));
                faces.push(Ok(digit));
            } else {
                puzzle.givens.extend(dice.once_in(12).then_some((cell, digit)));
                faces.push(Err(()));
            }
        }
        (puzzle, faces)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn solutions_are_the_fillings_whose_compartments_are_consecutive((puzzle, faces) in small()) {
        let sheet = Sheet::new(puzzle.clone());
        let mut solver = solver(&sheet);
        let white = faces.iter().filter(|face| face.is_err()).count();
        // The variables of white cells come first.
        let found: BTreeSet<Vec<i64>> =
            solver.solutions().map(|found| found.unwrap().values()[..white].to_vec()).collect();
        prop_assert_eq!(found, fillings(puzzle.size, &faces, &puzzle.givens));

        let text = registry().write(&sheet);
        let again = one_sheet(&text);
        prop_assert_eq!(again.puzzle.as_any().downcast_ref(), Some(&puzzle));
        prop_assert_eq!(registry().write(&again), text);
    }
}

#[test]
fn the_samples_have_one_solution_each_that_keeps_the_rules() {
    let samples = read_all(include_str!("../../puzzles/str8ts.puzzle"));
    assert_eq!(samples.len(), 2);
    for (_, sheet) in samples {
        let sheet = sheet.unwrap();
        let puzzle: &Str8ts = sheet.puzzle.as_any().downcast_ref().unwrap();
        let size = puzzle.size;
        let mut digits = only(&sheet).bytes().map(|digit| i64::from(digit - b'0')).collect::<Vec<_>>().into_iter();
        let board: Vec<(Face, i64)> = (0..size * size)
            .map(|i| match puzzle.blacks.iter().find(|black| black.0 == Cell::new(i / size, i % size)) {
                Some(&(_, digit)) => (Ok(digit), 0),
                None => (Err(()), digits.next().expect("a digit for each white cell")),
            })
            .collect();
        for i in 0..size {
            assert!(line_holds(&board[i * size..][..size]));
            assert!(line_holds(&board.iter().skip(i).step_by(size).copied().collect::<Vec<_>>()));
        }
        for &(cell, digit) in &puzzle.givens {
            assert_eq!(board[cell.row * size + cell.column].1, digit);
        }
    }
}

#[test]
fn mistakes_are_named_at_their_places() {
    let texts = [
        "str8ts 3\n. \\4 x\n\\\\ 3\\ 0\n. . \\x\n",
        "str8ts 3\n...\n.\\.\n",
        "str8ts 2x3\n. . .\n. . .\n",
        "str8ts 2\n..\n..\npairs:\nr1c1 < r1c2\n",
    ];
    let described = texts.map(|text| {
        let (source, sheet) = read_all(text).remove(0);
        describe(&source, &sheet.unwrap_err())
    });
    assert_snapshot!("mistakes-str8ts", described.join("\n"));
}
