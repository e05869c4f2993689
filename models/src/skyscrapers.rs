//! Skyscrapers: a Latin square of heights, with clues outside that say how many of them can be seen from there.

use gridwright::{
    Automaton, Board, Cell, Drawing, Kind, Mistakes, Model, Place, Puzzle, Reader, Side, VarId, Writer, regular,
};

/// A Skyscrapers puzzle with the heights from 1 to its size: whoever looks along a row or column sees those that are
/// higher than all before them.
///
/// ```
/// use gridwright::{Limits, Model, Puzzle, Side};
/// use gridwright_models::skyscrapers::Skyscrapers;
/// let clues = vec![(Side::Top, 0, 3), (Side::Left, 0, 3)];
/// let puzzle = Skyscrapers { size: 3, givens: Vec::new(), clues };
/// let mut model = Model::new();
/// puzzle.rules(&mut model);
/// let solution = model.compile(Limits::none())?.solver().unique()?.expect_unique();
/// assert_eq!(solution.values(), [1, 2, 3, 2, 3, 1, 3, 1, 2]);
/// # Ok::<(), gridwright::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skyscrapers {
    /// The number of rows, and of columns.
    pub size: usize,
    /// The heights that are given.
    pub givens: Vec<(Cell, i64)>,
    /// The clues: from which side, in which row or column from 0, how many can be seen.
    pub clues: Vec<(Side, usize, i64)>,
}

impl Puzzle for Skyscrapers {
    const KIND: Kind = Kind::new("skyscrapers", "Latin square whose clues say how many heights can be seen");

    fn read(doc: &mut Reader<'_>) -> Result<Self, Mistakes> {
        let size = doc.size(1..=25);
        doc.finish(|doc| {
            let givens = doc.values(size, size);
            let clues = Side::ALL.map(|side| doc.outside(side).into_iter().map(move |(line, seen)| (side, line, seen)));
            Self { size, givens, clues: clues.into_iter().flatten().collect() }
        })
    }

    fn write(&self, doc: &mut Writer<'_>) {
        doc.header(self.size).values(self.size, self.size, &self.givens);
        for side in Side::ALL {
            let clues = self.clues.iter().filter(|clue| clue.0 == side).map(|&(_, line, seen)| (line, seen));
            doc.outside(side, &clues.collect::<Vec<_>>());
        }
    }

    fn check(&self, out: &mut Mistakes) {
        let heights = 1..=self.size as i64;
        for &(cell, height) in self.givens.iter().filter(|(_, height)| !heights.contains(height)) {
            out.error(cell, format!("the given {height} at {cell} is none of the heights 1 to {}", self.size));
        }
        for &(side, line, seen) in self.clues.iter().filter(|(.., seen)| !heights.contains(seen)) {
            let what = if matches!(side, Side::Top | Side::Bottom) { "column" } else { "row" };
            let message = format!("the {side} clue {seen} of {what} {} is none of 1 to {}", line + 1, self.size);
            out.error(Place::Outside(side, line), message);
        }
    }

    fn rules(&self, m: &mut Model) -> Board {
        let cell = m.latin_square(self.size, 1..=self.size as i64);
        for &(side, line, seen) in &self.clues {
            let mut line: Vec<VarId> = match side {
                Side::Top | Side::Bottom => cell.column(line).to_vec(),
                Side::Left | Side::Right => cell.row(line).to_vec(),
            };
            if matches!(side, Side::Right | Side::Bottom) {
                line.reverse();
            }
            m.post(regular(line, &view(self.size, seen as usize))).label(format!("{side} clue"), seen);
        }
        cell.into()
    }

    fn givens(&self) -> Vec<(Cell, i64)> {
        self.givens.clone()
    }

    fn draw(&self, on: &mut Drawing) {
        for &(side, line, seen) in &self.clues {
            on.outside(side, line, seen.to_string());
        }
    }
}

/// Accepts the lines of this many different heights of which so many can be seen. The states are how many heights were
/// passed, which is the highest and how many of them were seen; the highest is never lower than the number of heights.
fn view(size: usize, seen: usize) -> Automaton {
    let state = |passed: usize, top: usize, seen: usize| (passed * (size + 1) + top) * (size + 1) + seen;
    let mut arcs = Vec::new();
    for passed in 0..size {
        for top in passed..=size {
            for so_far in 0..=passed.min(seen) {
                for height in (1..=size).filter(|&height| height != top) {
                    let (next, count) = (top.max(height), so_far + usize::from(height > top));
                    if next > passed {
                        arcs.push((state(passed, top, so_far), height as i64, state(passed + 1, next, count)));
                    }
                }
            }
        }
    }
    Automaton::new(state(0, 0, 0), [state(size, size, seen)], arcs)
}
