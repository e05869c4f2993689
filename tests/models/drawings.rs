//! Boards drawn as text, SVG and HTML: empty, with givens, and filled in.

use gridwright::{Cell, Drawing, Model, Path, Shape, Sheet, Side, Stroke};
use gridwright_models::draw::{Svg, Text, html};

use crate::support::{assert_snapshot, read_all};

/// The drawing of a puzzle with these values in reading order, or with its givens alone.
fn drawing(sheet: &Sheet, values: &[i64]) -> Drawing {
    let board = sheet.puzzle.rules(&mut Model::new());
    let mut drawing = Drawing::new(board.height(), board.width());
    sheet.puzzle.draw(&mut drawing);
    for (cell, digit) in sheet.puzzle.givens() {
        sheet.puzzle.draw_value(cell, digit, &mut drawing);
    }
    for ((cell, _), &value) in board.vars().zip(values) {
        sheet.puzzle.draw_value(cell, value, &mut drawing);
    }
    drawing
}

fn draw(sheet: &Sheet, values: &[i64]) -> String {
    Text(&drawing(sheet, values)).to_string()
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

/// A board with everything that a drawing can show.
fn everything() -> Drawing {
    let at = Cell::new;
    let mut drawing = Drawing::new(4, 4);
    drawing.region(Stroke::Thick, [at(0, 0), at(0, 1), at(1, 0), at(1, 1)]);
    drawing.cage([at(0, 0), at(1, 0), at(1, 1)], "7");
    drawing.cage([at(0, 0), at(0, 1)], "12");
    drawing.cage([at(2, 2), at(2, 3), at(3, 2)], "");
    drawing.shade([at(1, 1), at(1, 2), at(2, 1), at(2, 2)]);
    drawing.blacken([at(2, 0), at(3, 1), at(3, 2)]);
    drawing.split(at(2, 1), "", "7");
    drawing.split(at(3, 1), "16", "24");
    drawing.split(at(3, 2), "3", "");
    drawing.write(at(2, 0), "6");
    drawing.corner(at(2, 0), "c");
    drawing.shape(at(0, 3), Shape::Circle);
    drawing.shape(at(3, 3), Shape::Square);
    drawing.path(Path::Line, (0..4).map(|i| at(i, i)));
    drawing.path(Path::Thermometer, [at(3, 0), at(2, 0), at(1, 0), at(1, 1)]);
    drawing.path(Path::Arrow, [at(0, 2), at(1, 3), at(2, 3)]);
    let signs = [((0, 0), (0, 1), "<"), ((0, 2), (1, 2), ">"), ((2, 1), (2, 0), ">"), ((3, 1), (2, 1), ">")];
    let marks = [((2, 2), (2, 3), "○"), ((2, 3), (3, 3), "●"), ((3, 2), (3, 3), "X"), ((0, 3), (1, 3), "V")];
    for (a, b, sign) in signs.into_iter().chain(marks) {
        drawing.between(a.into(), b.into(), sign);
    }
    for (side, line, text) in [(Side::Top, 0, "3"), (Side::Top, 0, "1"), (Side::Left, 1, "2"), (Side::Left, 1, "10")] {
        drawing.outside(side, line, text);
    }
    drawing.outside(Side::Right, 3, "4");
    drawing.outside(Side::Bottom, 2, "5");
    drawing.write(at(1, 2), "16");
    drawing.write(at(3, 3), "8");
    drawing.marks(at(0, 1), &[1, 3, 4]);
    drawing.marks(at(3, 3), &[2]);
    drawing
}

#[test]
fn everything_is_drawn() {
    let drawing = everything();
    assert_snapshot!("board-everything", Text(&drawing).to_string());
    assert_snapshot!("board-everything-svg", Svg::new(&drawing).title("Everything").to_string());
}

#[test]
fn samples_are_drawn() {
    let futoshiki = &sheets(include_str!("../../puzzles/futoshiki.puzzle"))[0];
    let skyscrapers = &sheets(include_str!("../../puzzles/skyscrapers.puzzle"))[1];
    assert_snapshot!("board-futoshiki", draw(futoshiki, &[]));
    assert_snapshot!("board-skyscrapers", draw(skyscrapers, &[]));
    let killer = "killer 4\nA A B B\nA C C B\nD D E F\nG D E F\nA 7\nB 8\nC 5\nD 9\nE 5\nF 5\nG 1\n";
    assert_snapshot!("board-killer", draw(&sheets(killer)[0], &[]));
    let kakuro = &sheets(include_str!("../../puzzles/kakuro.puzzle"))[0];
    assert_snapshot!("board-kakuro", draw(kakuro, &[]));
    let str8ts = &sheets(include_str!("../../puzzles/str8ts.puzzle"))[0];
    assert_snapshot!("board-str8ts", draw(str8ts, &[]));
    let magic = &sheets(include_str!("../../puzzles/magic-square.puzzle"))[1];
    assert_snapshot!("board-magic-square", draw(magic, &[]));
    let kakurasu = &sheets(include_str!("../../puzzles/kakurasu.puzzle"))[0];
    assert_snapshot!("board-kakurasu", draw(kakurasu, &[1, 0, 0, 1, 0, 1]));
}

/// The tags of a document that close, in order, each checked against the one that is open.
fn check_tags(document: &str) {
    let mut open = Vec::new();
    for part in document.split('<').skip(1) {
        let (tag, _) = part.split_once('>').expect("every tag ends");
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or("");
        match tag {
            _ if tag.starts_with('/') => assert_eq!(open.pop(), Some(name), "in {document}"),
            _ if tag.ends_with('/') || tag.starts_with('!') || name == "meta" => {}
            _ => open.push(name),
        }
    }
    assert!(open.is_empty(), "{open:?} is left open");
}

#[test]
fn texts_cannot_leave_their_places() {
    let wild = "</title><script>alert('&')</script>\" \u{1b}[0m";
    let mut drawing = everything();
    drawing.write(Cell::new(0, 0), wild);
    drawing.corner(Cell::new(2, 1), wild);
    drawing.split(Cell::new(2, 2), wild, wild);
    drawing.between(Cell::new(1, 2), Cell::new(1, 3), wild);
    drawing.outside(Side::Right, 0, wild);
    let picture = Svg::new(&drawing).title(wild).to_string();
    let page = html::head(wild) + &html::figure(wild, &drawing) + html::FOOT;
    for document in [&picture, &page] {
        check_tags(document);
        assert!(!document.contains("<script") && !document.contains('\u{1b}'));
        assert!(document.contains("&lt;script&gt;alert(&#39;&amp;&#39;)"));
        let links = document.replace("http://www.w3.org/2000/svg", "");
        assert!(!links.contains("http") && !links.contains("href") && !links.contains("url("), "nothing is loaded");
    }
}

#[test]
fn texts_cannot_break_the_lines_of_a_board() {
    let mut drawing = Drawing::new(1, 2);
    drawing.write(Cell::new(0, 0), "1 \n2");
    drawing.corner(Cell::new(0, 1), "\u{1b}[31m\r");
    drawing.outside(Side::Right, 0, "\u{2028}3 \n");
    drawing.path(Path::Line, []);
    let board = "\
┏━━━━━━┯━━━━━━┓
┃      │�[31m ┃
┃ 1  2 │      ┃  3
┗━━━━━━┷━━━━━━┛
";
    assert_eq!(Text(&drawing).to_string(), board);
}

#[test]
fn boards_without_cells_are_drawn_too() {
    let drawing = Drawing::new(0, 0);
    check_tags(&Svg::new(&drawing).title("").to_string());
    assert_eq!(Text(&drawing).to_string().lines().count(), 1);
}
