//! Boards drawn as text: empty, with givens, and filled in.

use gridwright::{Drawing, Model, Sheet};
use gridwright_models::draw::Text;

use crate::support::{assert_snapshot, read_all};

/// Draws a puzzle with these values in reading order, or with its givens alone.
fn draw(sheet: &Sheet, values: &[i64]) -> String {
    let board = sheet.puzzle.rules(&mut Model::new());
    let mut drawing = Drawing::new(board.height(), board.width());
    sheet.puzzle.draw(&mut drawing);
    for (cell, digit) in sheet.puzzle.givens() {
        drawing.write(cell, digit.to_string());
    }
    for ((cell, _), value) in board.cells().zip(values) {
        drawing.write(cell, value.to_string());
    }
    Text(&drawing).to_string()
}

fn sheets(text: &str) -> Vec<Sheet> {
    read_all(text).into_iter().map(|(_, sheet)| sheet.unwrap()).collect()
}

#[test]
fn cages_and_targets() {
    let first = &sheets(include_str!("../../puzzles/first.puzzle"))[0];
    let digits = "563412614523452361341256236145125634";
    let values: Vec<i64> = digits.bytes().map(|digit| i64::from(digit - b'0')).collect();
    assert_snapshot!("board-first", draw(first, &[]));
    assert_snapshot!("board-first-solved", draw(first, &values));
}

#[test]
fn cells_in_no_cage_and_wide_targets() {
    let text = "\
kenken 4 digits=-11..9 operators=+-*/^|
A . B B
C A D D
C C . D
E F F G
A 3?
B 1048576*
C -5+
D 3|
E -11
F 2^
G 9?
givens:
. 4 . .
. . . .
. . -3 .
. . . .
";
    assert_snapshot!("board-odd", draw(&sheets(text)[0], &[]));
}

#[test]
fn latin_squares_and_the_smallest_board() {
    let all: Vec<_> = sheets(include_str!("../../puzzles/latin.puzzle")).iter().map(|sheet| draw(sheet, &[])).collect();
    assert_snapshot!("board-latin", all.concat());
    assert_eq!(draw(&sheets("kenken 1\nA\nA 1\n")[0], &[1]), "┏━━━┓\n┃1  ┃\n┃ 1 ┃\n┗━━━┛\n");
}
