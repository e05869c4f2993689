//! Pictures of boards: as text, SVG and HTML, which hold no markup but their own.

use arbitrary::{Arbitrary, Result, Unstructured};
use gridwright::{Cell, Drawing, Path, Shape, Sheet, Side, Stroke};
use gridwright_models::draw::{Svg, Text, html};

/// The elements that pictures are made of.
const ELEMENTS: [&str; 9] = ["svg", "title", "rect", "g", "path", "circle", "text", "figure", "figcaption"];

/// The attributes that they have.
const ATTRIBUTES: [&str; 23] = [
    "width",
    "height",
    "viewBox",
    "font-family",
    "text-anchor",
    "role",
    "fill",
    "x",
    "y",
    "font-weight",
    "font-size",
    "transform",
    "stroke",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-dasharray",
    "d",
    "cx",
    "cy",
    "r",
    "dominant-baseline",
    "textLength",
];

/// Draws a puzzle as it is, with its title, entries and marks.
pub fn of_sheet(sheet: &Sheet) {
    let mut model = gridwright::Model::new();
    let board = sheet.puzzle.rules(&mut model);
    let mut drawing = Drawing::new(board.height(), board.width());
    sheet.puzzle.draw(&mut drawing);
    for (cell, value) in sheet.puzzle.givens().into_iter().chain(sheet.entries.iter().copied()) {
        sheet.puzzle.draw_value(cell, value, &mut drawing);
    }
    for (cell, values) in &sheet.marks {
        drawing.marks(*cell, values);
    }
    of(&drawing, sheet.title.as_deref().unwrap_or_default());
}

/// A drawing with everything that drawings have, each text of any characters.
pub fn any_drawing(input: &[u8]) -> Result<()> {
    let bytes = &mut Unstructured::new(input);
    let (height, width) = (bytes.int_in_range(1..=4)?, bytes.int_in_range(1..=4)?);
    let mut drawing = Drawing::new(height, width);
    let title = String::arbitrary(bytes)?;
    for _ in 0..bytes.int_in_range(0..=12)? {
        add(&mut drawing, bytes)?;
    }
    of(&drawing, &title);
    Ok(())
}

/// Adds something to a drawing.
fn add(drawing: &mut Drawing, bytes: &mut Unstructured<'_>) -> Result<()> {
    let (height, width) = (drawing.height(), drawing.width());
    let cell = |bytes: &mut Unstructured<'_>| {
        Ok(Cell::new(bytes.int_in_range(0..=height - 1)?, bytes.int_in_range(0..=width - 1)?))
    };
    let cells = |bytes: &mut Unstructured<'_>| -> Result<Vec<Cell>> {
        (0..bytes.int_in_range(0..=4)?).map(|_| cell(bytes)).collect()
    };
    let text = |bytes: &mut Unstructured<'_>| -> Result<String> {
        let texts = ["<", ">", "○", "●", "<script>", "\"", "'", "&amp;", "]]>", "--", "0", "16"];
        Ok(if bytes.ratio(1, 3)? { (*bytes.choose(&texts)?).to_owned() } else { String::arbitrary(bytes)? })
    };
    let stroke = *bytes.choose(&[Stroke::Thin, Stroke::Thick])?;
    match bytes.int_in_range(0..=13)? {
        0 => drawing.write(cell(bytes)?, text(bytes)?),
        1 => drawing.corner(cell(bytes)?, text(bytes)?),
        2 => drawing.marks(cell(bytes)?, &Vec::<i64>::arbitrary(bytes)?),
        3 => drawing.shape(cell(bytes)?, *bytes.choose(&[Shape::Circle, Shape::Square])?),
        4 => drawing.shade(cells(bytes)?),
        5 => drawing.blacken(cells(bytes)?),
        6 => drawing.split(cell(bytes)?, text(bytes)?, text(bytes)?),
        7 => drawing.cage(cells(bytes)?, text(bytes)?),
        8 => drawing.path(*bytes.choose(&[Path::Thermometer, Path::Arrow, Path::Line])?, cells(bytes)?),
        9 => {
            let Cell { row, column } = cell(bytes)?;
            if column + 1 < width {
                drawing.between(Cell::new(row, column), Cell::new(row, column + 1), text(bytes)?);
            }
        }
        10 => {
            let side = *bytes.choose(&Side::ALL)?;
            drawing.outside(side, bytes.int_in_range(0..=drawing.lines_at(side) - 1)?, text(bytes)?);
        }
        11 => drawing.grid(stroke),
        12 => drawing.frame(stroke),
        _ => drawing.region(stroke, cells(bytes)?),
    }
    Ok(())
}

/// Draws a board in every way, under a title.
pub fn of(drawing: &Drawing, title: &str) {
    let text = Text(drawing).to_string();
    assert!(text.lines().all(|line| !line.ends_with(' ')), "a line ends in a blank");
    harmless(&Svg::new(drawing).title(title).to_string());
    harmless(&html::figure(title, drawing));
    let head = html::head(title);
    let titles = head.matches("<title>").count() + head.matches("</title>").count();
    assert_eq!((titles, head.matches("<script").count()), (2, 0), "{head}");
}

/// Well-formed markup with known elements and attributes alone runs no script and loads nothing.
pub fn harmless(markup: &str) {
    let document = roxmltree::Document::parse(markup).unwrap_or_else(|error| panic!("{error}: {markup}"));
    for node in document.descendants() {
        assert!(!node.is_comment() && !node.is_pi(), "{markup}");
        if node.is_element() {
            assert!(ELEMENTS.contains(&node.tag_name().name()), "an element {:?}", node.tag_name());
            for attribute in node.attributes() {
                assert!(ATTRIBUTES.contains(&attribute.name()), "an attribute {attribute:?}");
            }
        }
    }
}
