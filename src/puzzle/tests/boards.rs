//! What boards and drawings hold, and what is left of a puzzle whose type is erased.

use super::*;
use crate::limit::Limits;

#[test]
fn a_drawing_shows_in_each_cell_what_was_drawn_there() {
    let mut drawing = Drawing::new(2, 3);
    let cells: Vec<Cell> = drawing.cells().collect();
    assert_eq!((cells.len(), cells[4]), (6, cell(2, 2)));
    for (i, &cell) in cells.iter().enumerate() {
        drawing.write(cell, format!("text {i}"));
        drawing.corner(cell, format!("corner {i}"));
        drawing.marks(cell, &[i as i64, 9]);
        if i % 2 == 0 {
            drawing.shade([cell]);
            drawing.shape(cell, Shape::Square);
        }
        if i % 3 == 1 {
            drawing.blacken([cell]);
            drawing.split(cell, format!("below {i}"), "above");
        }
    }
    for (i, &cell) in cells.iter().enumerate() {
        assert_eq!((drawing.text_at(cell), drawing.corner_at(cell)), (&*format!("text {i}"), &*format!("corner {i}")));
        assert_eq!(drawing.marks_at(cell), [i as i64, 9]);
        assert_eq!((drawing.is_shaded(cell), drawing.is_black(cell)), (i % 2 == 0, i % 3 == 1));
        assert_eq!(drawing.shape_at(cell), (i % 2 == 0).then_some(Shape::Square));
        assert_eq!(drawing.split_at(cell), (i % 3 == 1).then_some([&*format!("below {i}"), "above"]));
    }
}

#[test]
fn a_drawing_keeps_cages_paths_signs_and_clues_in_their_order() {
    let mut drawing = Drawing::new(2, 3);
    drawing.cage([cell(2, 1), cell(1, 1)], "3+");
    drawing.cage([cell(1, 1), cell(1, 2)], "4");
    drawing.path(Path::Arrow, [cell(2, 3), cell(1, 3)]);
    drawing.path(Path::Line, [cell(1, 1), cell(2, 1)]);
    drawing.between(cell(1, 2), cell(2, 2), "<");
    assert_eq!(drawing.cages(), [vec![cell(1, 1), cell(2, 1)], vec![cell(1, 1), cell(1, 2)]]);
    assert_eq!(drawing.corner_at(cell(1, 1)), "3+ 4");
    let paths = [(Path::Arrow, vec![cell(2, 3), cell(1, 3)]), (Path::Line, vec![cell(1, 1), cell(2, 1)])];
    assert_eq!(drawing.paths(), paths);
    assert_eq!(drawing.signs(), [(cell(1, 2), cell(2, 2), "<".to_owned())]);
    assert_eq!(
        Side::ALL.map(|side| (side.name(), drawing.lines_at(side))),
        [("top", 3), ("left", 2), ("right", 2), ("bottom", 3)]
    );
    let texts = |side: Side, index: usize| [1, 2].map(|n| format!("{side} {index}.{n}"));
    let places = || Side::ALL.into_iter().flat_map(|side| [(side, 0), (side, 1)]);
    for (side, index) in places() {
        texts(side, index).into_iter().for_each(|text| drawing.outside(side, index, text));
    }
    for (side, index) in places() {
        assert!(drawing.texts_outside(side, index).eq(texts(side, index)));
    }
    assert_eq!(drawing.texts_outside(Side::Top, 2).count(), 0);
}

#[test]
fn a_board_has_the_value_of_each_cell_that_has_a_variable() {
    let mut model = Model::new();
    let board = Board::sparse(&mut model, 2, 3, |cell| (cell.row != cell.column).then_some(1..=9));
    assert_eq!((board.height(), board.width()), (2, 3));
    for row in board.rows() {
        model.post(all_different(&row));
    }
    let solution = model.compile(Limits::none()).unwrap().solver().first().unwrap().solution().unwrap();
    let values = board.values(&solution);
    assert!(
        board
            .cells()
            .zip(&values)
            .all(|((at, var), &value)| { (at.row == at.column) == var.is_none() && value == var.map(|x| solution[x]) })
    );
    assert_eq!(values.iter().flatten().count(), 4);
}

#[test]
fn a_puzzle_whose_type_is_erased_has_its_rules_and_its_drawings() {
    let text = "futoshiki 2\n. .\n. 2\npairs:\nr1c1 < r1c2\n";
    let blocks = blocks(&text.replace("r1c1 < r1c2", "r1c2 < r1c1"));
    let sheet = blocks[0].read(&[]).expect("the text is right");
    let registry = registry();
    let native = registry.format("puzzle").expect("it is always there");
    assert_eq!(native.write(&sheet, &[]), Ok(registry.write(&sheet)));
    assert_eq!(native.extras(), Extras::ALL);
    let mut model = Model::new();
    let board = sheet.puzzle.rules(&mut model);
    let mut solver = model.compile(Limits::none()).unwrap().solver().assume(board.atoms(&sheet.puzzle.givens()));
    let solution = solver.unique().unwrap().expect_unique();
    let mut drawing = Drawing::new(2, 2);
    for (cell, value) in board.cells().map(|(cell, _)| cell).zip(board.values(&solution)) {
        sheet.puzzle.draw_value(cell, value.expect("each cell has a variable"), &mut drawing);
    }
    assert_eq!(drawing.cells().map(|cell| drawing.text_at(cell).to_owned()).collect::<String>(), "2112");
}

/// A board with clues at all sides and nothing else.
#[derive(Clone, Debug, PartialEq)]
struct Clued([Vec<(usize, i64)>; 4]);

impl Puzzle for Clued {
    const KIND: Kind = Kind::new("clued", "clues outside");

    fn read(doc: &mut Reader<'_>) -> Result<Self, Mistakes> {
        doc.sizes(1..=9, 1..=9);
        doc.finish(|doc| Self(Side::ALL.map(|side| doc.outside(side))))
    }

    fn write(&self, doc: &mut Writer<'_>) {
        doc.header((2, 3));
        Side::ALL.iter().zip(&self.0).for_each(|(&side, clues)| _ = doc.outside(side, clues));
    }

    fn rules(&self, _model: &mut Model) -> Board {
        Board::new(2, 3)
    }
}

#[test]
fn clues_outside_are_read_and_written() {
    let mut registry = Registry::new();
    registry.add::<Clued>();
    let read = |text: &str| {
        let text = text.to_owned();
        let block = registry.stream(text.as_bytes()).next().expect("there is a text").expect("a slice can be read");
        block.read(&[]).map(|sheet| {
            let clues = sheet.puzzle.as_any().downcast_ref::<Clued>().expect("the kind is known").0.clone();
            (clues, registry.write(&sheet))
        })
    };
    let text = "clued 2x3\ntop: 4 . -5\nleft: . 7\nbottom: . . 12\n";
    let clues = [vec![(0, 4), (2, -5)], vec![(1, 7)], vec![], vec![(2, 12)]];
    assert_eq!(read(text), Ok((clues, text.to_owned())));
    let mistakes = read("clued 2x3\nleft: 1 2 3\n").expect_err("there are two rows");
    assert_eq!(mistakes.to_string(), "`left:` has 3 clues for 2 rows (a clue is a number, and `.` is none)");
}

#[test]
fn of_very_many_mistakes_the_first_are_kept_and_the_last_says_so() {
    let mut mistakes = Mistakes::new();
    for i in 0..10_005 {
        mistakes.error(Place::Part(i), format!("error {i}"));
        if i % 1_000 == 0 {
            mistakes.warning(Place::Part(i), format!("warning {i}"));
        }
    }
    assert_eq!((mistakes.errors().count(), mistakes.warnings().count()), (10_001, 11));
    let errors: Vec<String> = mistakes.errors().map(|mistake| mistake.to_string()).collect();
    assert_eq!(errors[9_999], "error 9999");
    assert_eq!(errors[10_000], "there are more than 10000 errors: from here on they are left out");
}
