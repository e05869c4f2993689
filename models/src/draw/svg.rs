//! A board as an SVG picture, as people know it from print.

use std::fmt::{self, Write as _};

use gridwright::{Cell, Drawing, Path, Shape, Side, Stroke};

use super::outline::outlines;
use super::pen::{
    ADVANCE, CELL, Number, centre, circle, corner, fitted, joined, move_to, root, runs, text, towards, wrapped,
};
use super::{escaped, length, tip_is_first};

/// The empty space around everything.
const MARGIN: f64 = 12.0;
/// How far apart texts outside the board are.
const STEP: f64 = 36.0;
/// How far cages lie inside their cells.
const INSET: f64 = 5.0;

const TITLE: f64 = 22.0;
const SHADE: &str = "#e6e6e6";
const BLACK: &str = "#333";
const SHAPE: &str = "#cfcfcf";
const THERMOMETER: &str = "#d0d0d0";
const PATH: &str = "#8c8c8c";
const THIN: &str = "#666";

/// Displays a [`Drawing`] as an SVG document, which can also stand within HTML. Nothing is loaded from elsewhere, and the
/// same drawing always gives the same text.
///
/// ```
/// use gridwright::{Cell, Drawing};
/// use gridwright_models::draw::Svg;
/// let mut drawing = Drawing::new(1, 2);
/// drawing.write(Cell::new(0, 0), "1");
/// let picture = Svg::new(&drawing).title("Less < more").to_string();
/// assert!(picture.starts_with("<svg") && picture.contains("Less &lt; more"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Svg<'a> {
    drawing: &'a Drawing,
    title: Option<&'a str>,
}

impl<'a> Svg<'a> {
    /// A picture without a title.
    pub fn new(drawing: &'a Drawing) -> Self {
        Self { drawing, title: None }
    }

    /// The same picture with a title above the board.
    pub fn title(self, title: &'a str) -> Self {
        Self { title: Some(title), ..self }
    }
}

impl fmt::Display for Svg<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { drawing, title } = *self;
        let outside = |side| {
            let count = (0..drawing.lines_at(side)).map(|line| drawing.texts_outside(side, line).count()).max();
            STEP * count.unwrap_or(0) as f64
        };
        let [top, left, right, bottom] = Side::ALL.map(outside);
        let (wide, high) = (drawing.width() as f64 * CELL, drawing.height() as f64 * CELL);
        let lines = wrapped(title.unwrap_or(""), ((left + wide + right).max(5.0 * CELL) / (TITLE * ADVANCE)) as usize);
        let longest = lines.iter().map(|line| length(line)).max().unwrap_or(0) as f64 * TITLE * ADVANCE;

        let width = (left + wide + right).max(longest) + 2.0 * MARGIN;
        let headed = MARGIN + lines.len() as f64 * TITLE * 1.4;
        let height = headed + top + high + bottom + MARGIN;
        let (w, h) = (Number(width), Number(height));
        write!(f, r#"<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}" "#)?;
        writeln!(f, r#"font-family="Helvetica, Arial, sans-serif" text-anchor="middle" role="img">"#)?;
        if let Some(title) = title {
            writeln!(f, "<title>{}</title>", escaped(title))?;
        }
        writeln!(f, r##"<rect width="{w}" height="{h}" fill="#fff"/>"##)?;
        for (line, y) in lines.iter().zip(0..) {
            let y = MARGIN + TITLE * (1.4 * f64::from(y) + 0.7 - 0.2);
            f.write_str(&text(width / 2.0, y, TITLE, r#" font-weight="bold""#, line))?;
        }
        let x = (width - left - wide - right) / 2.0 + left;
        writeln!(f, r#"<g transform="translate({} {})">"#, Number(x), Number(headed + top))?;
        let mut board = Board { drawing, out: String::new() };
        board.draw();
        writeln!(f, "{}</g>\n</svg>", board.out)
    }
}

/// The board of a drawing while it is being drawn, layer by layer.
struct Board<'a> {
    drawing: &'a Drawing,
    out: String,
}

impl Board<'_> {
    fn draw(&mut self) {
        self.draw_shades();
        self.draw_shapes();
        self.draw_paths();
        self.draw_lines(Stroke::Thin, &format!(r#"stroke="{THIN}" stroke-width="1.5""#));
        self.draw_cages();
        self.draw_lines(Stroke::Thick, r##"stroke="#000" stroke-width="4" stroke-linecap="square""##);
        self.write_corners();
        self.write_values();
        self.draw_signs();
        self.write_outside();
    }

    /// One path with this look, unless it is empty.
    fn path(&mut self, look: &str, path: &str) {
        if !path.is_empty() {
            let _ = writeln!(self.out, r#"<path {look} d="{path}"/>"#);
        }
    }

    fn draw_shades(&mut self) {
        let drawing = self.drawing;
        self.fill(SHADE, |cell| drawing.is_shaded(cell) && !drawing.is_black(cell));
        self.fill(BLACK, |cell| drawing.is_black(cell));
        let cuts = drawing.cells().filter(|&cell| drawing.split_at(cell).is_some());
        let cuts: Vec<Cell> = cuts.collect();
        for (is_black, colour) in [(false, THIN), (true, "#fff")] {
            let cuts = cuts.iter().filter(|&&cell| drawing.is_black(cell) == is_black);
            let cuts: String = cuts.map(|&cell| format!("{}l{CELL} {CELL}", move_to(corner(cell)))).collect();
            self.path(&format!(r#"stroke="{colour}" stroke-width="1.5""#), &cuts);
        }
    }

    /// Fills the cells for which this holds.
    fn fill(&mut self, colour: &str, is: impl Fn(Cell) -> bool) {
        let side = Number(CELL);
        let square = |cell| format!("{}h{side}v{side}h-{side}z", move_to(corner(cell)));
        let squares: String = self.drawing.cells().filter(|&cell| is(cell)).map(square).collect();
        self.path(&format!(r#"fill="{colour}""#), &squares);
    }

    /// The colour of texts in a cell, as an attribute, where it is not the usual one.
    fn ink(&self, cell: Cell) -> &'static str {
        if self.drawing.is_black(cell) { r##" fill="#fff""## } else { "" }
    }

    fn draw_shapes(&mut self) {
        for cell in self.drawing.cells() {
            let middle = centre(cell);
            match self.drawing.shape_at(cell) {
                Some(Shape::Circle) => self.out += &circle(middle, 0.38 * CELL, &format!(r#"fill="{SHAPE}""#)),
                Some(Shape::Square) => {
                    let (side, (x, y)) = (0.7 * CELL, middle);
                    let (x, y, side) = (Number(x - side / 2.0), Number(y - side / 2.0), Number(side));
                    let _ =
                        writeln!(self.out, r#"<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{SHAPE}"/>"#);
                }
                None => {}
            }
        }
    }

    fn draw_paths(&mut self) {
        for (path, cells) in self.drawing.paths() {
            let mut points: Vec<(f64, f64)> = cells.iter().map(|&cell| centre(cell)).collect();
            let Some(&first) = points.first() else { continue };
            match path {
                Path::Thermometer => {
                    self.out += &circle(first, 0.36 * CELL, &format!(r#"fill="{THERMOMETER}""#));
                    let width = Number(0.3 * CELL);
                    let look = format!(r#"fill="none" stroke="{THERMOMETER}" stroke-width="{width}""#);
                    self.path(&format!(r#"{look} stroke-linecap="round" stroke-linejoin="round""#), &joined(&points));
                }
                Path::Arrow => {
                    let look = format!(r#"fill="none" stroke="{PATH}" stroke-width="3""#);
                    let radius = 0.38 * CELL;
                    self.out += &circle(first, radius, &look);
                    if let [.., before, last] = points[..] {
                        let head = [-0.75, 0.75].map(|turn| towards(last, before, 0.22 * CELL, turn));
                        points[0] = towards(first, points[1], radius, 0.0);
                        let path = joined(&points) + &joined(&[head[0], last, head[1]]);
                        self.path(&format!(r#"{look} stroke-linejoin="round""#), &path);
                    }
                }
                Path::Line => {
                    let last = points.len() - 1;
                    if last > 0 {
                        let ends =
                            [(1, 0), (last - 1, last)].map(|(from, to)| self.to_the_edge(points[from], points[to]));
                        (points[0], points[last]) = ends.into();
                    }
                    let look = format!(r#"fill="none" stroke="{PATH}" stroke-width="2""#);
                    self.path(&look, &joined(&points));
                }
            }
        }
    }

    /// The end of a line that comes from a point: at the board's edge if it would leave the board, as diagonals do.
    fn to_the_edge(&self, (x0, y0): (f64, f64), (x, y): (f64, f64)) -> (f64, f64) {
        let (dx, dy) = (x - x0, y - y0);
        let length = dx.abs().max(dy.abs()).max(1.0);
        let (x1, y1) = (x + dx / length * CELL / 2.0, y + dy / length * CELL / 2.0);
        let ends = |at: f64, count: usize| at <= 0.0 || at >= count as f64 * CELL;
        let leaves = (dx == 0.0 || ends(x1, self.drawing.width())) && (dy == 0.0 || ends(y1, self.drawing.height()));
        if leaves { (x1, y1) } else { (x, y) }
    }

    /// All sides of cells that have this stroke, in lines as long as they go.
    fn draw_lines(&mut self, stroke: Stroke, look: &str) {
        let (height, width) = (self.drawing.height(), self.drawing.width());
        let mut path = String::new();
        for row in 0..=height {
            for (from, to) in runs(width, |column| self.drawing.above(row, column) == stroke) {
                let start = (from as f64 * CELL, row as f64 * CELL);
                let _ = write!(path, "{}H{}", move_to(start), Number(to as f64 * CELL));
            }
        }
        for column in 0..=width {
            for (from, to) in runs(height, |row| self.drawing.left_of(row, column) == stroke) {
                let start = (column as f64 * CELL, from as f64 * CELL);
                let _ = write!(path, "{}V{}", move_to(start), Number(to as f64 * CELL));
            }
        }
        self.path(&format!(r#"fill="none" {look}"#), &path);
    }

    fn draw_cages(&mut self) {
        let look = r##"fill="none" stroke="#222" stroke-width="1.4" stroke-dasharray="4 3""##;
        let mut depths: Vec<u8> = Vec::new();
        for (i, cells) in self.drawing.cages().iter().enumerate() {
            // Cages that share a cell lie one inside the other, as far as there is room.
            let others = self.drawing.cages()[..i].iter().zip(&depths);
            let shared = others.filter(|(other, _)| other.iter().any(|cell| cells.binary_search(cell).is_ok()));
            let taken: Vec<u8> = shared.map(|(_, &depth)| depth).collect();
            depths.push((0..4).find(|depth| !taken.contains(depth)).unwrap_or(0));
            let lines = outlines(cells, (INSET + 4.0 * f64::from(depths[i])) / CELL);
            let scaled = |line: &Vec<(f64, f64)>| line.iter().map(|&(x, y)| (x * CELL, y * CELL)).collect::<Vec<_>>();
            let path: String = lines.iter().map(|line| joined(&scaled(line)) + "z").collect();
            self.path(look, &path);
        }
    }

    /// The texts in corners, which interrupt the lines of cages.
    fn write_corners(&mut self) {
        for cell in self.drawing.cells().filter(|&cell| !self.drawing.corner_at(cell).is_empty()) {
            let corner_text = self.drawing.corner_at(cell);
            let (x, y) = corner(cell);
            let size = fitted(16.0, corner_text, CELL - 10.0);
            if self.drawing.cages().iter().any(|cells| cells.contains(&cell)) {
                let colour = match (self.drawing.is_black(cell), self.drawing.is_shaded(cell)) {
                    (true, _) => BLACK,
                    (false, true) => SHADE,
                    (false, false) => "#fff",
                };
                let (x, y, width, height) = (x + 3.0, y + 3.0, size * ADVANCE * length(corner_text) as f64 + 4.0, size);
                let [x, y, width, height] = [x, y, width, height].map(Number);
                let _ =
                    writeln!(self.out, r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{colour}"/>"#);
            }
            let look = format!(r#" text-anchor="start"{}"#, self.ink(cell));
            self.out += &text(x + 5.0, y + 11.0, size, &look, corner_text);
        }
    }

    fn write_values(&mut self) {
        let has_corners = self.drawing.cells().any(|cell| !self.drawing.corner_at(cell).is_empty());
        let top = if has_corners { 18.0 } else { 4.0 };
        for cell in self.drawing.cells() {
            let value = self.drawing.text_at(cell);
            let (x, y) = centre(cell);
            if value.is_empty() {
                self.write_marks(cell, top);
            } else {
                let down = if has_corners { 5.0 } else { 0.0 };
                self.out += &text(x, y + down, fitted(36.0, value, 0.84 * CELL), self.ink(cell), value);
            }
            for (half, away) in self.drawing.split_at(cell).into_iter().flatten().zip([-0.22, 0.22]) {
                if !half.is_empty() {
                    let (x, y) = (x + away * CELL, y - away * CELL);
                    self.out += &text(x, y, fitted(20.0, half, 0.45 * CELL), self.ink(cell), half);
                }
            }
        }
    }

    /// The candidates of a cell: each in a place of its own, so that equal ones of different cells stand alike.
    fn write_marks(&mut self, cell: Cell, top: f64) {
        let marks = self.drawing.marks_at(cell);
        let all = || self.drawing.cells().flat_map(|cell| self.drawing.marks_at(cell)).copied();
        let most = all().max().unwrap_or(0).max(self.drawing.width() as i64);
        let by_value = all().all(|value| value > 0) && most <= 100;
        let side = if by_value { root(most as usize) } else { root(marks.len()) };
        let (x, y) = corner(cell);
        let (wide, high) = ((CELL - 8.0) / side as f64, (CELL - 4.0 - top) / side as f64);
        for (i, value) in marks.iter().enumerate() {
            let place = if by_value { *value as usize - 1 } else { i };
            let (row, column) = ((place / side) as f64 + 0.5, (place % side) as f64 + 0.5);
            let mark = value.to_string();
            let size = fitted(high.min(16.0), &mark, wide);
            self.out += &text(x + 4.0 + column * wide, y + top + row * high, size, r##" fill="#444""##, &mark);
        }
    }

    fn draw_signs(&mut self) {
        for (a, b, sign) in self.drawing.signs() {
            let (first, last) = (centre(*a.min(b)), centre(*a.max(b)));
            let (x, y) = ((first.0 + last.0) / 2.0, (first.1 + last.1) / 2.0);
            if let Some(tip_first) = tip_is_first(*a, *b, sign) {
                self.out += &circle((x, y), 0.17 * CELL, r##"fill="#fff""##);
                let tip = 0.1 * CELL * if tip_first { -1.0 } else { 1.0 };
                // Along the way from the first cell to the last, and across it.
                let point = |along: f64, across: f64| match a.row == b.row {
                    true => (x + along, y + across),
                    false => (x + across, y + along),
                };
                let wing = 0.15 * CELL;
                let chevron = joined(&[point(-tip, -wing), point(tip, 0.0), point(-tip, wing)]);
                self.path(r##"fill="none" stroke="#000" stroke-width="2.5" stroke-linejoin="round""##, &chevron);
                continue;
            }
            match &sign[..] {
                "○" => self.out += &circle((x, y), 0.13 * CELL, r##"fill="#fff" stroke="#000" stroke-width="1.5""##),
                "●" => self.out += &circle((x, y), 0.13 * CELL, r##"fill="#000" stroke="#000" stroke-width="1.5""##),
                _ => {
                    self.out += &circle((x, y), 0.17 * CELL, r##"fill="#fff""##);
                    let size = fitted(20.0, sign, 0.5 * CELL);
                    self.out += &text(x, y, size, r#" font-weight="bold""#, sign);
                }
            }
        }
    }

    fn write_outside(&mut self) {
        let (high, wide) = (self.drawing.height() as f64 * CELL, self.drawing.width() as f64 * CELL);
        for side in Side::ALL {
            for line in 0..self.drawing.lines_at(side) {
                let texts: Vec<&str> = self.drawing.texts_outside(side, line).collect();
                let along = (line as f64 + 0.5) * CELL;
                for (i, outside) in texts.iter().enumerate() {
                    let before = |count: usize| -(count as f64 - 0.5) * STEP;
                    let (x, y) = match side {
                        Side::Top => (along, before(texts.len() - i)),
                        Side::Left => (before(texts.len() - i), along),
                        Side::Right => (wide - before(i + 1), along),
                        Side::Bottom => (along, high - before(i + 1)),
                    };
                    self.out += &text(x, y, fitted(24.0, outside, 0.9 * STEP), "", outside);
                }
            }
        }
    }
}
