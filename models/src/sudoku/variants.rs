//! What a Sudoku may ask beyond rows, columns and regions; every one of these goes with every other.

use gridwright::{
    Cell, Drawing, Grid, LineName, Mistakes, Model, OptionSpec, Options, Path, Place, Reader, Scope, Shape, VarId,
    Writer, absolute_difference, all_different, exact_ratio, relation, strictly_increasing, sum,
};

use super::regions::{Regions, rectangle};
use super::sign::Sign;

/// The rules that a Sudoku has beside the usual ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Variants {
    /// The diagonal from the top left to the bottom right holds different digits.
    pub falling: bool,
    /// The diagonal from the bottom left to the top right holds different digits.
    pub rising: bool,
    /// Cells a knight's move apart differ.
    pub antiknight: bool,
    /// Cells that touch at a corner differ.
    pub antiking: bool,
    /// Neighbours are not consecutive.
    pub nonconsecutive: bool,
    /// The windows, boxes that lie across the others with a line of cells between them, hold different digits.
    pub windoku: bool,
    /// Cells in the same place of their boxes differ.
    pub disjoint: bool,
    /// Neighbours without a dot between them are neither consecutive nor one twice the other.
    pub every_dot: bool,
    /// Neighbours without `X` or `V` between them have neither 10 nor 5 as their sum.
    pub every_xv: bool,
    /// The cells that hold even digits, in reading order.
    pub even: Vec<Cell>,
    /// The cells that hold odd digits, in reading order.
    pub odd: Vec<Cell>,
    /// Digits rise along each of these, from the bulb on.
    pub thermometers: Vec<Vec<Cell>>,
    /// The digit in the first cell is the sum of those in the others.
    pub arrows: Vec<Vec<Cell>>,
    /// The signs between neighbours, with the cells in reading order.
    pub signs: Vec<(Cell, Sign, Cell)>,
}

/// The switches: their names, meanings and places.
type Switch = (&'static str, &'static str, fn(&mut Variants) -> &mut bool);

const SWITCHES: [Switch; 5] = [
    ("antiknight", "cells a knight's move apart differ", |v| &mut v.antiknight),
    ("antiking", "cells that touch at a corner differ", |v| &mut v.antiking),
    ("nonconsecutive", "neighbours are not consecutive", |v| &mut v.nonconsecutive),
    ("windoku", "windows of cells between the boxes hold different digits", |v| &mut v.windoku),
    ("disjoint", "cells in the same place of their boxes differ", |v| &mut v.disjoint),
];

/// The options by which a file's header asks for variants.
pub(crate) const OPTIONS: [OptionSpec; 8] = [
    OptionSpec::words("diagonals", &["no", "both", "falling", "rising"], "no", "which diagonals hold different digits"),
    OptionSpec::switch(SWITCHES[0].0, "no", SWITCHES[0].1),
    OptionSpec::switch(SWITCHES[1].0, "no", SWITCHES[1].1),
    OptionSpec::switch(SWITCHES[2].0, "no", SWITCHES[2].1),
    OptionSpec::switch(SWITCHES[3].0, "no", SWITCHES[3].1),
    OptionSpec::switch(SWITCHES[4].0, "no", SWITCHES[4].1),
    OptionSpec::words("dots", &["some", "all"], "some", "whether neighbours without a dot must not deserve one"),
    OptionSpec::words("xv", &["some", "all"], "some", "whether neighbours without X or V must not deserve one"),
];

impl Variants {
    /// Sets what options say.
    pub(crate) fn set(&mut self, options: &Options) {
        if let Some(diagonals) = options.given("diagonals") {
            self.falling = matches!(diagonals, "both" | "falling");
            self.rising = matches!(diagonals, "both" | "rising");
        }
        for (name, place) in [("dots", &mut self.every_dot), ("xv", &mut self.every_xv)] {
            if let Some(value) = options.given(name) {
                *place = value == "all";
            }
        }
        for (name, _, place) in SWITCHES {
            if let Some(value) = options.given(name) {
                *place(self) = value == "yes";
            }
        }
    }

    /// Reads the lists of cells and the signs between cells.
    pub(crate) fn read(&mut self, doc: &mut Reader<'_>) {
        self.even = doc.lists("cells", "even").concat();
        self.odd = doc.lists("cells", "odd").concat();
        self.thermometers = doc.lists("lines", "thermometer");
        self.arrows = doc.lists("lines", "arrow");
        for sign in Sign::ALL {
            self.signs.extend(doc.pairs(sign.text()).into_iter().map(|(a, b)| (a, sign, b)));
        }
        self.sort();
    }

    /// Brings lists whose order says nothing into reading order.
    pub(crate) fn sort(&mut self) {
        for cells in [&mut self.even, &mut self.odd] {
            cells.sort_unstable();
            cells.dedup();
        }
        self.thermometers.sort_unstable();
        self.arrows.sort_unstable();
        for (a, sign, b) in &mut self.signs {
            if *b < *a {
                (*a, *sign, *b) = (*b, sign.turned(), *a);
            }
        }
        self.signs.sort_unstable();
        self.signs.dedup();
    }

    /// Writes the options.
    pub(crate) fn write_options(&self, doc: &mut Writer<'_>) {
        let diagonals = match (self.falling, self.rising) {
            (false, false) => "no",
            (true, false) => "falling",
            (false, true) => "rising",
            (true, true) => "both",
        };
        doc.option("diagonals", diagonals);
        for (name, _, place) in SWITCHES {
            doc.option(name, if *place(&mut self.clone()) { "yes" } else { "no" });
        }
        doc.option("dots", if self.every_dot { "all" } else { "some" });
        doc.option("xv", if self.every_xv { "all" } else { "some" });
    }

    /// Writes the lists of cells and the signs.
    pub(crate) fn write(&self, doc: &mut Writer<'_>) {
        for (word, cells) in [("even", &self.even), ("odd", &self.odd)] {
            doc.lists("cells", word, if cells.is_empty() { &[] } else { std::slice::from_ref(cells) });
        }
        doc.lists("lines", "thermometer", &self.thermometers).lists("lines", "arrow", &self.arrows);
        for sign in Sign::ALL {
            let pairs = self.signs.iter().filter(|(_, its, _)| *its == sign).map(|&(a, _, b)| (a, b));
            doc.pairs(sign.text(), &pairs.collect::<Vec<_>>());
        }
    }

    /// What they are, in words, other than the diagonals.
    pub(crate) fn names(&self) -> Vec<&'static str> {
        let switches = SWITCHES.iter().filter(|(_, _, place)| *place(&mut self.clone())).map(|(name, ..)| *name);
        let others = [
            ("dots=all", self.every_dot),
            ("xv=all", self.every_xv),
            ("even cells", !self.even.is_empty()),
            ("odd cells", !self.odd.is_empty()),
            ("thermometers", !self.thermometers.is_empty()),
            ("arrows", !self.arrows.is_empty()),
            ("signs between cells", !self.signs.is_empty()),
        ];
        switches.chain(others.into_iter().filter(|(_, is)| *is).map(|(name, _)| name)).collect()
    }

    /// All cells that are named.
    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let lists = [&self.even, &self.odd].into_iter().chain(&self.thermometers).chain(&self.arrows).flatten();
        lists.copied().chain(self.signs.iter().flat_map(|&(a, _, b)| [a, b]))
    }

    /// Says what is wrong, for a board whose cells all exist.
    pub(crate) fn check(&self, regions: &Regions, out: &mut Mistakes) {
        for &(a, sign, b) in &self.signs {
            if a.row.abs_diff(b.row) + a.column.abs_diff(b.column) != 1 {
                out.error(
                    Place::Pair(a, b),
                    format!("the sign {sign} stands between neighbours, and {a} and {b} are none"),
                );
            }
        }
        for (name, lists) in [("thermometer", &self.thermometers), ("arrow", &self.arrows)] {
            for cells in lists.iter().filter(|cells| cells.len() < 2) {
                let place = cells.first().map_or(Place::Puzzle, |&cell| Place::Pair(cell, cell));
                out.error(place, format!("the {name} has {} cell", cells.len())).help("it needs two at least");
            }
        }
        let square = matches!(regions, Regions::Boxes { height, width } if height == width);
        if self.windoku && !square {
            out.error(Place::Option("windoku"), "windows lie across square boxes")
                .help("leave out windoku=yes, or the regions");
        }
        if self.disjoint && matches!(regions, Regions::Groups(_)) {
            out.error(Place::Option("disjoint"), "only boxes have places in common")
                .help("leave out disjoint=yes, or the regions");
        }
    }

    /// Posts the rules.
    pub(crate) fn rules(&self, cell: &Grid, regions: &Regions, m: &mut Model) {
        for (kind, lines) in self.houses(cell.width(), regions) {
            for (i, cells) in lines.iter().enumerate() {
                let vars: Vec<VarId> = cells.iter().map(|&at| cell[at]).collect();
                m.post(all_different(Scope::named(vars, LineName { kind, number: i + 1 })));
            }
        }
        if self.antiknight {
            for (a, b) in pairs(cell.width(), &[(1, -2), (1, 2), (2, -1), (2, 1)]) {
                m.post(cell[a].differs_from(cell[b])).label("knight's move", ());
            }
        }
        if self.antiking {
            for (a, b) in pairs(cell.width(), &[(1, -1), (1, 1)]) {
                m.post(cell[a].differs_from(cell[b])).label("king's move", ());
            }
        }
        self.rules_of_neighbours(cell, m);
        for (name, cells, rest) in [("even", &self.even, 0), ("odd", &self.odd, 1)] {
            for &at in cells {
                m.post(relation([cell[at]], move |v| v[0].rem_euclid(2) == rest)).label(name, ());
            }
        }
        for cells in &self.thermometers {
            let vars: Vec<VarId> = cells.iter().map(|&at| cell[at]).collect();
            m.post(strictly_increasing(vars)).label("thermometer", ());
        }
        for cells in &self.arrows {
            let [circle, shaft @ ..] = &cells[..] else { continue };
            let shaft: Vec<VarId> = shaft.iter().map(|&at| cell[at]).collect();
            m.post(sum(shaft).equals(cell[*circle])).label("arrow", ());
        }
    }

    /// What holds between neighbours: the signs, and what follows where there is none.
    fn rules_of_neighbours(&self, cell: &Grid, m: &mut Model) {
        for &(a, sign, b) in &self.signs {
            let (a, b) = (cell[a], cell[b]);
            match sign {
                Sign::Less => m.post(a.less_than(b)),
                Sign::Greater => m.post(a.greater_than(b)),
                Sign::Consecutive => m.post(absolute_difference(a, b).equals(1)),
                Sign::Double => m.post(exact_ratio(a, b).equals(2)),
                Sign::Five => m.post((a + b).equals(5)),
                Sign::Ten => m.post((a + b).equals(10)),
            }
            .label("sign", sign.printed());
        }
        if !(self.nonconsecutive || self.every_dot || self.every_xv) {
            return;
        }
        for (a, b) in pairs(cell.width(), &[(0, 1), (1, 0)]) {
            let has = |signs: [Sign; 2]| self.signs.iter().any(|&(x, s, y)| (x, y) == (a, b) && signs.contains(&s));
            let vars = [cell[a], cell[b]];
            if self.nonconsecutive {
                m.post(relation(vars, |v| v[0].abs_diff(v[1]) != 1)).label("nonconsecutive", ());
            }
            if self.every_dot && !has([Sign::Consecutive, Sign::Double]) {
                let plain = |v: &[i64]| v[0].abs_diff(v[1]) != 1 && v[0] != 2 * v[1] && v[1] != 2 * v[0];
                m.post(relation(vars, plain)).label("no dot", ());
            }
            if self.every_xv && !has([Sign::Five, Sign::Ten]) {
                m.post(relation(vars, |v| ![5, 10].contains(&(v[0] + v[1])))).label("no X or V", ());
            }
        }
    }

    /// The groups of cells, beside rows, columns and regions, that hold different digits, with what they are called.
    fn houses(&self, size: usize, regions: &Regions) -> Vec<(&'static str, Vec<Vec<Cell>>)> {
        let mut houses = Vec::new();
        if self.falling {
            houses.push(("falling diagonal", vec![falling(size)]));
        }
        if self.rising {
            houses.push(("rising diagonal", vec![rising(size)]));
        }
        if let (true, &Regions::Boxes { height, width }) = (self.windoku, regions) {
            houses.push(("window", windows(size, height, width)));
        }
        if let (true, &Regions::Boxes { height, width }) = (self.disjoint, regions) {
            let boxes = regions.cells(size);
            let group = |place| boxes.iter().map(|cells: &Vec<Cell>| cells[place]).collect();
            houses.push(("disjoint group", (0..height * width).map(group).collect()));
        }
        houses
    }

    /// Draws what is drawn as people know it.
    pub(crate) fn draw(&self, size: usize, regions: &Regions, on: &mut Drawing) {
        if let (true, &Regions::Boxes { height, width }) = (self.windoku, regions) {
            on.shade(windows(size, height, width).concat());
        }
        for (is, diagonal) in [(self.falling, falling(size)), (self.rising, rising(size))] {
            if is && size > 1 {
                on.path(Path::Line, diagonal);
            }
        }
        for (shape, cells) in [(Shape::Square, &self.even), (Shape::Circle, &self.odd)] {
            cells.iter().for_each(|&cell| on.shape(cell, shape));
        }
        for (path, lists) in [(Path::Thermometer, &self.thermometers), (Path::Arrow, &self.arrows)] {
            lists.iter().for_each(|cells| on.path(path, cells.iter().copied()));
        }
        for &(a, sign, b) in &self.signs {
            on.between(a, b, sign.printed());
        }
    }
}

fn falling(size: usize) -> Vec<Cell> {
    (0..size).map(|i| Cell::new(i, i)).collect()
}

fn rising(size: usize) -> Vec<Cell> {
    (0..size).map(|i| Cell::new(size - 1 - i, i)).collect()
}

/// The windows of a board: boxes with a line of cells around each.
fn windows(size: usize, height: usize, width: usize) -> Vec<Vec<Cell>> {
    let starts = |side: usize| (1..size.saturating_sub(side)).step_by(side + 1);
    starts(height).flat_map(|row| starts(width).map(move |column| rectangle(row, column, height, width))).collect()
}

/// The pairs of cells of a square board that are one of these moves, down and right, apart.
fn pairs(size: usize, moves: &[(usize, isize)]) -> Vec<(Cell, Cell)> {
    let mut pairs = Vec::new();
    for from in rectangle(0, 0, size, size) {
        for &(down, right) in moves {
            let column = from.column.checked_add_signed(right).filter(|&column| column < size);
            let row = Some(from.row + down).filter(|&row| row < size);
            pairs.extend(row.zip(column).map(|to| (from, to.into())));
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_lie_where_people_draw_them() {
        let corners = |size, side| -> Vec<Cell> { windows(size, side, side).iter().map(|cells| cells[0]).collect() };
        assert_eq!(corners(9, 3), [(1, 1), (1, 5), (5, 1), (5, 5)].map(Cell::from));
        assert_eq!(corners(4, 2), [Cell::new(1, 1)]);
        assert_eq!(corners(16, 4).len(), 9);
        assert!(windows(16, 4, 4).concat().iter().all(|cell| cell.row < 15 && cell.column < 15));
    }

    #[test]
    fn moves_are_paired_once() {
        // A knight has 2 (n - 1) (n - 2) pairs of cells in each of two directions, a king's diagonal (n - 1)² in each.
        assert_eq!(pairs(9, &[(1, -2), (1, 2), (2, -1), (2, 1)]).len(), 4 * 8 * 7);
        assert_eq!(pairs(9, &[(1, -1), (1, 1)]).len(), 2 * 8 * 8);
        assert_eq!(pairs(9, &[(0, 1), (1, 0)]).len(), 2 * 9 * 8);
    }
}
