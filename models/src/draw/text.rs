//! A board as text: box-drawing characters, corner texts above the values, every cell equally wide.

use std::fmt;

use gridwright::{Cell, Drawing, Path, Shape, Side, Stroke};

use super::{length, tip_is_first};

/// Junctions of lines by the arms up, down, left and right, each none, thin or thick: the index in base 3.
const JUNCTIONS: &str = " ╶╺╴─╼╸╾━╷┌┍┐┬┮┑┭┯╻┎┏┒┰┲┓┱┳╵└┕┘┴┶┙┵┷│├┝┤┼┾┥┽┿╽┟┢┧╁╆┪╅╈╹┖┗┚┸┺┛┹┻╿┞┡┦╀╄┩╃╇┃┠┣┨╂╊┫╉╋";

/// Displays a [`Drawing`] as text, without a blank at the end of any line.
///
/// A cell is as wide as the widest corner text, or the widest value with a blank on either side, or three. Corners take a line of
/// their own above the values, and where no cell has one that line is saved. Cages have thin lines around them, and where there
/// are cages no thin line crosses one. Shapes are brackets, `(5)` or `[5]`; grey cells are filled with `░`, black ones with
/// `█`; a cell that is cut in two reads `16\24`. Lines through cells are listed below the board, by the cells at which they
/// begin, turn and end.
///
/// ```
/// use gridwright::{Cell, Drawing};
/// use gridwright_models::draw::Text;
/// let mut drawing = Drawing::new(1, 2);
/// drawing.corner(Cell::new(0, 0), "3+");
/// drawing.write(Cell::new(0, 0), "1");
/// drawing.write(Cell::new(0, 1), "2");
/// assert_eq!(Text(&drawing).to_string(), "\
/// ┏━━━┯━━━┓
/// ┃3+ │   ┃
/// ┃ 1 │ 2 ┃
/// ┗━━━┷━━━┛
/// ");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Text<'a>(pub &'a Drawing);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut page = Page::new(self.0);
        page.fill();
        page.draw_lines();
        page.write_corners();
        page.write_values();
        page.write_splits();
        page.write_signs();
        page.write_outside();
        for line in page.canvas {
            writeln!(f, "{}", line.into_iter().collect::<String>().trim_end())?;
        }
        for (path, cells) in self.0.paths().iter().filter(|(_, cells)| !cells.is_empty()) {
            let name = match path {
                Path::Thermometer => "thermometer",
                Path::Arrow => "arrow",
                Path::Line => "line",
            };
            writeln!(f, "{name} {}", bends(cells).iter().map(Cell::to_string).collect::<Vec<_>>().join("-"))?;
        }
        Ok(())
    }
}

/// A drawing while it is being written.
struct Page<'a> {
    drawing: &'a Drawing,
    canvas: Vec<Vec<char>>,
    /// The character at which the board begins.
    left: usize,
    /// The line at which the board begins.
    top: usize,
    /// The width of a cell, without its sides.
    width: usize,
    /// The height of a cell, without its sides.
    height: usize,
    /// The cages of each cell, in order.
    cages: Vec<Vec<usize>>,
    /// How much room the texts below and above the lines that cut cells take.
    halves: [usize; 2],
}

impl<'a> Page<'a> {
    fn new(drawing: &'a Drawing) -> Self {
        let longest = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
        let corners = longest(&mut drawing.cells().map(|cell| length(drawing.corner_at(cell))));
        let values = longest(&mut drawing.cells().map(|cell| length(&value(drawing, cell))));
        let splits = || drawing.cells().filter_map(|cell| drawing.split_at(cell));
        let halves = [0, 1].map(|half| longest(&mut splits().map(|texts| length(texts[half]))));
        let split = if splits().next().is_some() { halves[0] + 1 + halves[1] } else { 0 };
        let signs = longest(&mut drawing.signs().iter().map(|(.., sign)| length(sign)));
        let outside = |side, size: fn(&str) -> usize| {
            let lines = (0..drawing.lines_at(side)).map(|i| drawing.texts_outside(side, i).map(size).sum());
            longest(&mut lines.collect::<Vec<_>>().into_iter())
        };
        let [top, bottom] = [Side::Top, Side::Bottom].map(|side| outside(side, |_| 1));
        let [left, right] = [Side::Left, Side::Right].map(|side| outside(side, |text| length(text) + 1));
        let columns = [Side::Top, Side::Bottom].map(|side| {
            let texts = (0..drawing.width()).flat_map(|i| drawing.texts_outside(side, i)).map(length);
            longest(&mut texts.collect::<Vec<_>>().into_iter())
        });

        let width = corners.max(values.max(1) + 1 + signs.max(1)).max(split).max(columns[0]).max(columns[1]);
        let height = 1 + usize::from(corners > 0);
        let wide = left + drawing.width() * (width + 1) + 1 + right;
        let high = top + drawing.height() * (height + 1) + 1 + bottom;
        let mut cages = vec![Vec::new(); drawing.height() * drawing.width()];
        for (number, cells) in drawing.cages().iter().enumerate() {
            cells.iter().for_each(|cell| cages[cell.row * drawing.width() + cell.column].push(number));
        }
        Self { drawing, canvas: vec![vec![' '; wide]; high], left, top, width, height, cages, halves }
    }

    /// The character behind the side left of a column.
    fn x(&self, column: usize) -> usize {
        self.left + column * (self.width + 1) + 1
    }

    /// The line below the side above a row.
    fn y(&self, row: usize) -> usize {
        self.top + row * (self.height + 1) + 1
    }

    /// The line in which the values of a row stand.
    fn middle(&self, row: usize) -> usize {
        self.y(row) + self.height - 1
    }

    /// Puts a text on a line, from a character on. What breaks lines is a blank, and other control characters are `�`.
    fn put(&mut self, y: usize, x: usize, text: &str) {
        for (place, character) in self.canvas[y][x..].iter_mut().zip(text.chars()) {
            *place = match character {
                _ if character.is_whitespace() => ' ',
                _ if character.is_control() => '\u{fffd}',
                _ => character,
            };
        }
    }

    /// Puts a text into the middle of a cell's width.
    fn put_amid(&mut self, y: usize, column: usize, text: &str) {
        let x = self.x(column) + self.width.saturating_sub(length(text)) / 2;
        self.put(y, x, text);
    }

    fn fill(&mut self) {
        for cell in self.drawing.cells() {
            let ink = match (self.drawing.is_black(cell), self.drawing.is_shaded(cell)) {
                (true, _) => "█",
                (false, true) => "░",
                (false, false) => continue,
            };
            for line in 0..self.height {
                self.put(self.y(cell.row) + line, self.x(cell.column), &ink.repeat(self.width));
            }
        }
    }

    /// The sides of cells, and the junctions where they meet.
    fn draw_lines(&mut self) {
        let junctions: Vec<char> = JUNCTIONS.chars().collect();
        for row in 0..=self.drawing.height() {
            for column in 0..=self.drawing.width() {
                let (y, x) = (self.y(row) - 1, self.x(column) - 1);
                let [right, down] = [self.above(row, column), self.left_of(row, column)];
                let up = row.checked_sub(1).map_or(Stroke::None, |row| self.left_of(row, column));
                let left = column.checked_sub(1).map_or(Stroke::None, |column| self.above(row, column));
                self.canvas[y][x] = junction(&junctions, [up, down, left, right]);
                if column < self.drawing.width() {
                    let side = junction(&junctions, [Stroke::None, Stroke::None, right, right]);
                    self.canvas[y][x + 1..][..self.width].fill(side);
                }
                if row < self.drawing.height() {
                    let side = junction(&junctions, [down, down, Stroke::None, Stroke::None]);
                    (0..self.height).for_each(|line| self.canvas[y + 1 + line][x] = side);
                }
            }
        }
    }

    /// The line above a cell; none beside the board.
    fn above(&self, row: usize, column: usize) -> Stroke {
        match column < self.drawing.width() {
            true => {
                self.among_cages(self.drawing.above(row, column), row.checked_sub(1).zip(Some(column)), (row, column))
            }
            false => Stroke::None,
        }
    }

    /// The line left of a cell; none above and below the board.
    fn left_of(&self, row: usize, column: usize) -> Stroke {
        match row < self.drawing.height() {
            true => {
                self.among_cages(self.drawing.left_of(row, column), Some(row).zip(column.checked_sub(1)), (row, column))
            }
            false => Stroke::None,
        }
    }

    /// A line between two cells as cages leave it.
    fn among_cages(&self, line: Stroke, from: Option<(usize, usize)>, to: (usize, usize)) -> Stroke {
        let cages = |(row, column): (usize, usize)| match column < self.drawing.width() {
            true => self.cages.get(row * self.drawing.width() + column),
            false => None,
        };
        match (from.and_then(cages), cages(to)) {
            (Some(a), Some(b)) if a != b => line.max(Stroke::Thin),
            (Some(a), Some(_)) if !a.is_empty() && line == Stroke::Thin => Stroke::None,
            _ => line,
        }
    }

    fn write_corners(&mut self) {
        for cell in self.drawing.cells() {
            self.put(self.y(cell.row), self.x(cell.column), self.drawing.corner_at(cell));
        }
    }

    fn write_values(&mut self) {
        for cell in self.drawing.cells() {
            let value = value(self.drawing, cell);
            let text = match self.drawing.shape_at(cell) {
                Some(Shape::Circle) => format!("({value:1})"),
                Some(Shape::Square) => format!("[{value:1}]"),
                None => value,
            };
            self.put_amid(self.middle(cell.row), cell.column, &text);
        }
    }

    /// The texts of cells that are cut in two: the cuts of all cells of a column are aligned.
    fn write_splits(&mut self) {
        for cell in self.drawing.cells() {
            let Some([below, above]) = self.drawing.split_at(cell) else { continue };
            let room = self.width - (self.halves[0] + 1 + self.halves[1]);
            let x = self.x(cell.column) + room / 2 + self.halves[0] - length(below);
            self.put(self.middle(cell.row), x, &format!("{below}\\{above}"));
        }
    }

    fn write_signs(&mut self) {
        for (a, b, sign) in self.drawing.signs() {
            let (later, upright) = ((*a).max(*b), a.row == b.row);
            let text = match (tip_is_first(*a, *b, sign), upright) {
                (Some(true), true) => "<",
                (Some(false), true) => ">",
                (Some(true), false) => "∧",
                (Some(false), false) => "∨",
                (None, _) => sign,
            };
            match upright {
                true => self.put(self.middle(later.row), self.x(later.column) - 1 - length(text) / 2, text),
                false => self.put_amid(self.y(later.row) - 1, later.column, text),
            }
        }
    }

    fn write_outside(&mut self) {
        let drawing = self.drawing;
        for side in Side::ALL {
            for line in 0..drawing.lines_at(side) {
                let texts: Vec<&str> = drawing.texts_outside(side, line).collect();
                if texts.is_empty() {
                    continue;
                }
                let joined = texts.join(" ");
                let first = match side {
                    Side::Top => self.top - texts.len(),
                    _ => self.y(drawing.height()),
                };
                match side {
                    Side::Left => self.put(self.middle(line), self.left - 1 - length(&joined), &joined),
                    Side::Right => self.put(self.middle(line), self.x(drawing.width()) + 1, &joined),
                    _ => texts.iter().zip(first..).for_each(|(text, y)| self.put_amid(y, line, text)),
                }
            }
        }
    }
}

/// What stands in a cell: its value, or else what is noted in it.
fn value(drawing: &Drawing, cell: Cell) -> String {
    match (drawing.text_at(cell), drawing.marks_at(cell)) {
        ("", marks) => {
            let texts: Vec<String> = marks.iter().map(i64::to_string).collect();
            texts.join(if texts.iter().all(|text| text.len() == 1) { "" } else { "," })
        }
        (text, _) => text.to_owned(),
    }
}

/// The cells at which a path begins, ends, or does not go straight on to a cell that touches.
fn bends(cells: &[Cell]) -> Vec<Cell> {
    let step = |from: Cell, to: Cell| {
        let (down, right) = (to.row as isize - from.row as isize, to.column as isize - from.column as isize);
        (down.abs().max(right.abs()) == 1).then_some((down, right))
    };
    let goes_on = |i: usize| {
        let before = step(cells[i - 1], cells[i]);
        before.is_some() && before == step(cells[i], cells[i + 1])
    };
    (0..cells.len()).filter(|&i| i == 0 || i + 1 == cells.len() || !goes_on(i)).map(|i| cells[i]).collect()
}

/// The character with arms of these strengths: up, down, left, right.
fn junction(junctions: &[char], arms: [Stroke; 4]) -> char {
    junctions[arms.into_iter().fold(0, |index, arm| 3 * index + arm as usize)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_junction_table_is_whole_and_each_arm_is_where_it_should_be() {
        let junctions: Vec<char> = JUNCTIONS.chars().collect();
        assert_eq!(junctions.len(), 81);
        use Stroke::{None, Thick, Thin};
        assert_eq!(junction(&junctions, [None, None, None, None]), ' ');
        assert_eq!(junction(&junctions, [Thin, Thin, Thin, Thin]), '┼');
        assert_eq!(junction(&junctions, [Thick, None, None, None]), '╹');
        assert_eq!(junction(&junctions, [None, Thick, None, None]), '╻');
        assert_eq!(junction(&junctions, [None, None, Thick, None]), '╸');
        assert_eq!(junction(&junctions, [None, None, None, Thick]), '╺');
        assert_eq!(junction(&junctions, [Thin, Thick, Thin, Thick]), '╆');
        assert_eq!(junction(&junctions, [Thick, Thin, None, Thin]), '┞');
        assert_eq!(junction(&junctions, [Thin, Thin, Thick, None]), '┥');
    }

    #[test]
    fn regions_cross_as_thick_and_thin_lines() {
        let mut drawing = Drawing::new(2, 3);
        drawing.grid(Stroke::None);
        drawing.region(Stroke::Thick, [Cell::new(0, 0), Cell::new(1, 0)]);
        drawing.region(Stroke::Thin, [Cell::new(0, 0), Cell::new(0, 1)]);
        drawing.write(Cell::new(1, 2), "10");
        assert_eq!(
            Text(&drawing).to_string(),
            "\
┏━━━━┳━━━━┯━━━━┓
┃    ┃    │    ┃
┠────╂────┘    ┃
┃    ┃      10 ┃
┗━━━━┻━━━━━━━━━┛
"
        );
    }

    #[test]
    fn columns_are_as_wide_as_the_widest_corner() {
        let mut drawing = Drawing::new(1, 2);
        drawing.corner(Cell::new(0, 1), "240×");
        drawing.write(Cell::new(0, 1), "10");
        assert_eq!(Text(&drawing).to_string(), "┏━━━━┯━━━━┓\n┃    │240×┃\n┃    │ 10 ┃\n┗━━━━┷━━━━┛\n");
    }
}
