//! Cages as a file tells them: groups of cells with a target; what an operator means is the kind's own business.

use std::fmt;

use crate::model::Cell;

/// The cages of a puzzle, in canonical order: by their cells, which are in reading order themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cages {
    /// The cages; the number of a cage in this list is its [`Place::Part`](super::Place::Part).
    pub cages: Vec<Cage>,
    /// The cells that are in no cage on purpose, in reading order.
    pub free: Vec<Cell>,
}

/// A group of cells with a target.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cage {
    /// The cells in reading order; a cell that was named twice stands here once.
    pub cells: Vec<Cell>,
    /// The target; `None` where the file gives none.
    pub clue: Option<Clue>,
}

/// The target of a cage as it is written: a number, and perhaps a sign behind it.
///
/// Signs are ASCII: `×`, `÷` and `−` are read as `*`, `/` and `-`; `11?` is the same as `11`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clue {
    /// The number.
    pub number: i64,
    /// The sign behind the number; `None` where there is none.
    pub sign: Option<char>,
}

impl fmt::Display for Clue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number)?;
        self.sign.map_or(Ok(()), |sign| write!(f, "{sign}"))
    }
}

impl Clue {
    /// Reads a target: a number, then nothing, `?`, or one of these signs.
    ///
    /// # Errors
    /// What is wrong with the text, and what would be right.
    pub fn parse(text: &str, signs: &str) -> Result<Self, (String, String)> {
        let listed: String = signs.chars().map(|sign| format!(" {sign}")).collect();
        let form = match signs.is_empty() {
            true => "a target is a whole number".to_owned(),
            false => format!("a target is a whole number, then nothing, `?` or one of{listed}"),
        };
        let plain = text.replace('−', "-").replace('×', "*").replace('÷', "/");
        let minus = usize::from(plain.starts_with('-'));
        let digits = plain[minus..].bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = plain.split_at(minus + digits);
        if digits == 0 {
            return Err((format!("`{text}` is no target"), form));
        }
        let Ok(number) = number.parse() else {
            let help = format!("targets go from {} to {}", i64::MIN, i64::MAX);
            return Err((format!("target `{text}` is beyond 64 bits"), help));
        };
        if rest.starts_with(['.', ',']) && rest[1..].starts_with(|next: char| next.is_ascii_digit()) {
            return Err((format!("target `{text}` is no whole number"), form));
        }
        let mut signs_left = rest.chars();
        match (signs_left.next(), signs_left.next()) {
            (None | Some('?'), None) => Ok(Self { number, sign: None }),
            (Some(sign), None) if signs.contains(sign) => Ok(Self { number, sign: Some(sign) }),
            _ => Err((format!("`{rest}` in target `{text}` is no operator"), form)),
        }
    }
}

impl Cages {
    /// Puts the cages into canonical order, each cell once.
    pub fn sort(&mut self) {
        for cage in &mut self.cages {
            cage.cells.sort_unstable();
            cage.cells.dedup();
        }
        self.cages.sort();
        self.free.sort_unstable();
    }

    /// The cells of a board that are in no cage and not free, in reading order.
    pub fn uncovered(&self, height: usize, width: usize) -> Vec<Cell> {
        let mut covered = vec![false; height * width];
        for cell in self.cages.iter().flat_map(|cage| &cage.cells).chain(&self.free) {
            covered[cell.row * width + cell.column] = true;
        }
        let cells = (0..height * width).filter(|&i| !covered[i]);
        cells.map(|i| Cell::new(i / width, i % width)).collect()
    }

    /// The pairs of cages that share a cell, with the cell, in reading order: each cell once for every cage after its
    /// first.
    pub fn overlaps(&self, height: usize, width: usize) -> Vec<(Cell, usize, usize)> {
        let mut owner = vec![None; height * width];
        let mut found = Vec::new();
        for (number, cage) in self.cages.iter().enumerate() {
            for &cell in &cage.cells {
                match owner[cell.row * width + cell.column] {
                    Some(first) => found.push((cell, first, number)),
                    None => owner[cell.row * width + cell.column] = Some(number),
                }
            }
        }
        found.sort_unstable();
        found
    }
}

/// Whether cells are connected side by side.
pub fn are_connected(cells: &[Cell]) -> bool {
    are_connected_by(cells, |a, b| a.row.abs_diff(b.row) + a.column.abs_diff(b.column) == 1)
}

/// Whether cells are connected by what touches: at sides, at corners.
pub fn are_connected_by(cells: &[Cell], touch: impl Fn(Cell, Cell) -> bool) -> bool {
    let mut reached = vec![false; cells.len()];
    let mut open: Vec<usize> = (0..cells.len().min(1)).collect();
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut reached[at], true) {
            continue;
        }
        open.extend((0..cells.len()).filter(|&i| !reached[i] && touch(cells[at], cells[i])));
    }
    reached.iter().all(|&reached| reached)
}
