//! A board as text: box-drawing characters, corner texts above the values, every cell equally wide.

use std::fmt;

use gridwright::{Cell, Drawing, Stroke};

/// Junctions of lines by the arms up, down, left and right, each none, thin or thick: the index in base 3.
const JUNCTIONS: &str = " ╶╺╴─╼╸╾━╷┌┍┐┬┮┑┭┯╻┎┏┒┰┲┓┱┳╵└┕┘┴┶┙┵┷│├┝┤┼┾┥┽┿╽┟┢┧╁╆┪╅╈╹┖┗┚┸┺┛┹┻╿┞┡┦╀╄┩╃╇┃┠┣┨╂╊┫╉╋";

/// Displays a [`Drawing`] as text, without a blank at the end of any line.
///
/// A cell is as wide as the widest corner text, or the widest value with a blank on either side, or three. Corners take a line of
/// their own above the values, and where no cell has one that line is saved.
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
        let Self(drawing) = *self;
        let cells =
            || (0..drawing.height()).flat_map(|row| (0..drawing.width()).map(move |column| Cell::new(row, column)));
        let corners = cells().map(|cell| drawing.corner_at(cell).chars().count()).max().unwrap_or(0);
        let values = cells().map(|cell| drawing.text_at(cell).chars().count()).max().unwrap_or(0);
        let page = Page { drawing, junctions: JUNCTIONS.chars().collect(), width: corners.max(values.max(1) + 2) };

        for row in 0..drawing.height() {
            page.between_rows(f, row)?;
            if corners > 0 {
                page.along_row(f, row, |cell, width| format!("{:<width$}", drawing.corner_at(cell)))?;
            }
            page.along_row(f, row, |cell, width| format!("{:^width$}", drawing.text_at(cell)))?;
        }
        page.between_rows(f, drawing.height())
    }
}

/// A drawing while it is being written.
struct Page<'a> {
    drawing: &'a Drawing,
    junctions: Vec<char>,
    /// The width of a cell, without its sides.
    width: usize,
}

impl Page<'_> {
    /// The line of text above a row: the sides of cells, and the junctions where they meet.
    fn between_rows(&self, f: &mut fmt::Formatter<'_>, row: usize) -> fmt::Result {
        let drawing = self.drawing;
        let mut left = Stroke::None;
        for column in 0..=drawing.width() {
            let right = if column < drawing.width() { drawing.above(row, column) } else { Stroke::None };
            let up = row.checked_sub(1).map_or(Stroke::None, |row| drawing.left_of(row, column));
            let down = if row < drawing.height() { drawing.left_of(row, column) } else { Stroke::None };
            write!(f, "{}", self.junction(up, down, left, right))?;
            if column < drawing.width() {
                let side = self.junction(Stroke::None, Stroke::None, right, right);
                (0..self.width).try_for_each(|_| write!(f, "{side}"))?;
            }
            left = right;
        }
        writeln!(f)
    }

    /// A line of text through a row: a text in each cell, and the sides between them.
    fn along_row(&self, f: &mut fmt::Formatter<'_>, row: usize, text: impl Fn(Cell, usize) -> String) -> fmt::Result {
        for column in 0..=self.drawing.width() {
            let side = self.drawing.left_of(row, column);
            write!(f, "{}", self.junction(side, side, Stroke::None, Stroke::None))?;
            if column < self.drawing.width() {
                write!(f, "{}", text(Cell::new(row, column), self.width))?;
            }
        }
        writeln!(f)
    }

    fn junction(&self, up: Stroke, down: Stroke, left: Stroke, right: Stroke) -> char {
        self.junctions[[up, down, left, right].into_iter().fold(0, |index, arm| 3 * index + arm as usize)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_junction_table_is_whole_and_each_arm_is_where_it_should_be() {
        let pen = Page { drawing: &Drawing::new(0, 0), junctions: JUNCTIONS.chars().collect(), width: 1 };
        assert_eq!(pen.junctions.len(), 81);
        use Stroke::{None, Thick, Thin};
        assert_eq!(pen.junction(None, None, None, None), ' ');
        assert_eq!(pen.junction(Thin, Thin, Thin, Thin), '┼');
        assert_eq!(pen.junction(Thick, None, None, None), '╹');
        assert_eq!(pen.junction(None, Thick, None, None), '╻');
        assert_eq!(pen.junction(None, None, Thick, None), '╸');
        assert_eq!(pen.junction(None, None, None, Thick), '╺');
        assert_eq!(pen.junction(Thin, Thick, Thin, Thick), '╆');
        assert_eq!(pen.junction(Thick, Thin, None, Thin), '┞');
        assert_eq!(pen.junction(Thin, Thin, Thick, None), '┥');
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
