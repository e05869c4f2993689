//! Lengths, points, paths and texts as an SVG picture has them.

use std::fmt;

use gridwright::Cell;

use super::{escaped, length};

/// The side of a cell.
pub(super) const CELL: f64 = 64.0;
/// The width of a character in a font of size 1, for digits and most letters.
pub(super) const ADVANCE: f64 = 0.6;
/// How far below its middle a text of size 1 stands.
const BASELINE: f64 = 0.36;

/// A length, rounded to a tenth.
pub(super) struct Number(pub f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding zero turns a negative zero into a plain one.
        write!(f, "{}", (self.0 * 10.0).round() / 10.0 + 0.0)
    }
}

/// The upper left corner of a cell.
pub(super) fn corner(cell: Cell) -> (f64, f64) {
    (cell.column as f64 * CELL, cell.row as f64 * CELL)
}

/// The middle of a cell.
pub(super) fn centre(cell: Cell) -> (f64, f64) {
    let (x, y) = corner(cell);
    (x + CELL / 2.0, y + CELL / 2.0)
}

/// The point this far from one point on the way to another, the way turned by so many radians.
pub(super) fn towards(from: (f64, f64), to: (f64, f64), far: f64, turn: f64) -> (f64, f64) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let far = far / dx.hypot(dy).max(1.0);
    let (sin, cos) = turn.sin_cos();
    (from.0 + far * (dx * cos - dy * sin), from.1 + far * (dx * sin + dy * cos))
}

/// The beginning of a path.
pub(super) fn move_to((x, y): (f64, f64)) -> String {
    format!("M{} {}", Number(x), Number(y))
}

/// The path through some points.
pub(super) fn joined(points: &[(f64, f64)]) -> String {
    let points: Vec<String> = points.iter().map(|&(x, y)| format!("{} {}", Number(x), Number(y))).collect();
    format!("M{}", points.join("L"))
}

/// A circle with this look.
pub(super) fn circle((x, y): (f64, f64), radius: f64, look: &str) -> String {
    let [x, y, radius] = [x, y, radius].map(Number);
    format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {look}/>\n")
}

/// A text whose middle is at a height.
pub(super) fn text(x: f64, y: f64, size: f64, look: &str, text: &str) -> String {
    let [x, y, size] = [x, y + BASELINE * size, size].map(Number);
    format!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{look}>{}</text>\n", escaped(text))
}

/// The size of a font in which a text is not wider than this.
pub(super) fn fitted(size: f64, text: &str, width: f64) -> f64 {
    size.min(width / (ADVANCE * length(text).max(1) as f64))
}

/// The side of the smallest square that holds so many.
pub(super) fn root(count: usize) -> usize {
    (1..).find(|side| side * side >= count).unwrap_or(1)
}

/// The stretches of numbers below a length for which something holds, each from its first to behind its last.
pub(super) fn runs(length: usize, is: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for i in (0..length).filter(|&i| is(i)) {
        match runs.last_mut() {
            Some((_, end)) if *end == i => *end += 1,
            _ => runs.push((i, i + 1)),
        }
    }
    runs
}

/// A text cut at blanks into lines of at most so many characters, where its words allow that.
pub(super) fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if length(line) + 1 + length(word) <= most => *line += &format!(" {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([64.0, 40.64, -0.01, 1.0 / 3.0].map(|x| Number(x).to_string()), ["64", "40.6", "0", "0.3"]);
    }

    #[test]
    fn runs_are_as_long_as_they_go() {
        assert_eq!(runs(6, |i| i != 2), [(0, 2), (3, 6)]);
        assert_eq!(runs(3, |_| false), []);
    }

    #[test]
    fn titles_are_cut_at_blanks_where_they_have_any() {
        assert_eq!(wrapped("a bc  def", 4), ["a bc", "def"]);
        assert_eq!(wrapped("unbreakable", 4), ["unbreakable"]);
        assert!(wrapped(" ", 4).is_empty());
    }

    #[test]
    fn squares_hold_what_they_must() {
        assert_eq!([0, 1, 2, 4, 5, 9, 10].map(root), [1, 1, 2, 2, 3, 3, 4]);
    }
}
