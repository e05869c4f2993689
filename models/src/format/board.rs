//! What the foreign formats of Sudoku and Killer share: from what was read to a puzzle, and what of a puzzle a format
//! cannot hold.

use gridwright::{Cage, Cages, Cell, Mistakes, Options, Parts, Place, Puzzle, Request, Settings, Sheet, Source};

use crate::killer::Killer;
use crate::sudoku::{Regions, Sudoku};

/// The kinds that formats name.
pub(super) const SUDOKU: &str = Sudoku::KIND.name;
pub(super) const KILLER: &str = Killer::KIND.name;

/// What a foreign format holds of a puzzle.
#[derive(Debug)]
pub(super) struct Body {
    pub sudoku: Sudoku,
    /// The cages of a Killer; `None` for a Sudoku.
    pub cages: Option<Cages>,
    pub title: Option<String>,
    /// What a player has filled in.
    pub entries: Vec<(Cell, i64)>,
    /// The candidates that a player has noted.
    pub marks: Vec<(Cell, Vec<i64>)>,
}

impl Body {
    pub fn new(size: usize) -> Self {
        Self { sudoku: Sudoku::new(size), cages: None, title: None, entries: Vec::new(), marks: Vec::new() }
    }
}

/// Reads a puzzle by a reader that notes the places that it knows and collects mistakes; options of the kind count more
/// than the text, and `own` are the names of the settings that belong to the format.
///
/// # Errors
/// All mistakes if one of them is an error. The puzzle's own check is asked if there is none before.
pub(super) fn read_body(
    source: &Source,
    request: &Request<'_>,
    own: &[&str],
    read: impl FnOnce(&str, &mut Parts, &mut Mistakes) -> Option<Body>,
) -> Result<Sheet, Mistakes> {
    let (mut parts, mut out) = (Parts::new(), Mistakes::new());
    let Some(mut body) = read(source.text(), &mut parts, &mut out) else {
        if !out.has_errors() {
            out.error(Place::Puzzle, "the text holds no puzzle");
        }
        parts.locate(&mut out);
        return Err(out);
    };
    let is_killer = body.cages.is_some() || request.kind == Some(KILLER);
    let settings: Vec<_> = request.settings.iter().filter(|(key, _)| !own.contains(&&key[..])).cloned().collect();
    let kind = if is_killer { Killer::KIND } else { Sudoku::KIND };
    let options = Options::from_settings(&kind, &settings, &mut out);
    if !settings.is_empty() {
        body.sudoku.set(&options, &mut out);
    }
    body.sudoku.sort();
    if out.has_errors() {
        parts.locate(&mut out);
        return Err(out);
    }
    let title = body.title.filter(|title| !title.is_empty());
    let sheet = if is_killer {
        let mut cages = body.cages.unwrap_or_default();
        cages.sort();
        Sheet::checked(Killer { sudoku: body.sudoku, cages, repeats: options.is_on("repeats") }, &parts, out)
    } else {
        Sheet::checked(body.sudoku, &parts, out)
    }?;
    Ok(Sheet { title, entries: body.entries, marks: body.marks, ..sheet })
}

/// A value of the format's own settings.
pub(super) fn setting<'a>(settings: &'a Settings, name: &str) -> Option<&'a str> {
    settings.iter().rev().find(|(key, _)| key == name).map(|(_, value)| &value[..])
}

/// The cell with this number in reading order.
pub(super) fn cell_at(size: usize, index: usize) -> Cell {
    Cell::new(index / size, index % size)
}

/// What a puzzle may ask that a format may not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feature {
    /// Boxes of a shape that is unusual for the size, or none at all.
    Boxes,
    /// Regions that are no boxes.
    Regions,
    /// Regions that leave cells out or are not of one size.
    LooseRegions,
    /// Diagonals; one alone is a thing of its own.
    Diagonals,
    /// One diagonal without the other.
    OneDiagonal,
    /// Other variants.
    Variants,
    /// Givens.
    Givens,
    /// Candidates.
    Candidates,
    /// Cages.
    Cages,
    /// Cages that may hold a digit twice.
    Repeats,
    /// Cages without a sum.
    NoSum,
    /// Cages with an operation.
    Operations,
    /// Cages that overlap.
    Overlaps,
    /// Cells in no cage.
    FreeCells,
}

/// A Sudoku or a Killer that is to be written.
#[derive(Debug)]
pub(super) struct View<'a> {
    pub sudoku: Sudoku,
    pub cages: Option<&'a Cages>,
    pub repeats: bool,
}

impl<'a> View<'a> {
    /// The puzzle of a sheet, and what of it a format that holds these features cannot hold.
    ///
    /// # Errors
    /// Why there is no such puzzle at all.
    pub fn of(sheet: &'a Sheet, format: &str, kinds: &[&str], holds: &[Feature]) -> Result<(Self, Mistakes), Mistakes> {
        let mut out = Mistakes::new();
        let puzzle = sheet.puzzle.as_any();
        let view = if let Some(sudoku) = puzzle.downcast_ref::<Sudoku>().filter(|_| kinds.contains(&SUDOKU)) {
            sudoku.check(&mut out);
            Self { sudoku: sudoku.clone(), cages: None, repeats: false }
        } else if let Some(killer) = puzzle.downcast_ref::<Killer>().filter(|_| kinds.contains(&KILLER)) {
            killer.check(&mut out);
            Self { sudoku: killer.sudoku.clone(), cages: Some(&killer.cages), repeats: killer.repeats }
        } else {
            let kind = sheet.puzzle.kind().name;
            out.error(Place::Puzzle, format!("{format} holds puzzles of kind {}, not {kind}", kinds.join(" or ")));
            return Err(out);
        };
        if out.has_errors() {
            return Err(out);
        }
        let mut view = view;
        view.sudoku.sort();
        let mut out = Mistakes::new();
        for (feature, place, what) in view.features() {
            if !holds.contains(&feature) {
                out.error(place, format!("{format} cannot hold {what}"));
            }
        }
        Ok((view, out))
    }

    /// What the puzzle asks, each with its place and in words.
    fn features(&self) -> Vec<(Feature, Place, String)> {
        let Self { sudoku, cages, repeats } = self;
        let Sudoku { size, regions, givens, candidates, variants } = sudoku;
        let mut found = Vec::new();
        match regions {
            Regions::Boxes { .. } if *regions == Regions::usual(*size) => {}
            Regions::Boxes { height, width } => {
                found.push((Feature::Boxes, Place::Option("boxes"), format!("boxes of {height}x{width}")));
            }
            Regions::Groups(groups) if groups.is_empty() => {
                found.push((Feature::LooseRegions, Place::Option("boxes"), "a board without boxes".to_owned()));
            }
            Regions::Groups(groups) => {
                found.push((Feature::Regions, groups[0][0].into(), "regions that are no boxes".to_owned()));
                let whole = groups.len() == *size && groups.iter().all(|group| group.len() == *size);
                if !whole {
                    let what = "regions that leave cells out".to_owned();
                    found.push((Feature::LooseRegions, groups[0][0].into(), what));
                }
            }
        }
        let diagonals = (variants.falling, variants.rising);
        if diagonals == (true, true) {
            found.push((Feature::Diagonals, Place::Option("diagonals"), "diagonals".to_owned()));
        } else if diagonals != (false, false) {
            found.push((Feature::OneDiagonal, Place::Option("diagonals"), "one diagonal".to_owned()));
        }
        for name in variants.names() {
            found.push((Feature::Variants, Place::Puzzle, name.to_owned()));
        }
        if let Some(&(cell, digit)) = givens.first() {
            found.push((Feature::Givens, cell.into(), format!("givens such as the {digit} at {cell}")));
        }
        if let Some((cell, _)) = candidates.first() {
            found.push((Feature::Candidates, (*cell).into(), format!("candidates such as those of {cell}")));
        }
        let Some(cages) = cages else { return found };
        if !cages.cages.is_empty() {
            found.push((Feature::Cages, Place::Part(0), "cages".to_owned()));
        }
        if *repeats {
            found.push((Feature::Repeats, Place::Option("repeats"), "repeats=yes".to_owned()));
        }
        for (number, cage) in cages.cages.iter().enumerate() {
            let name = crate::kenken::name(cage);
            if cage.clue.is_none() {
                found.push((Feature::NoSum, Place::Part(number), format!("{name} without a sum")));
            }
            if cage.clue.is_some_and(|clue| clue.sign.is_some_and(|sign| sign != '+')) {
                found.push((Feature::Operations, Place::Part(number), format!("{name} with its operation")));
            }
        }
        if let Some(&(cell, _, second)) = cages.overlaps(*size, *size).first() {
            let what = format!("cages that overlap, as two do at {cell}");
            found.push((Feature::Overlaps, Place::Part(second), what));
        }
        let uncovered = Cages { free: Vec::new(), cages: cages.cages.clone() }.uncovered(*size, *size);
        if let Some(&cell) = uncovered.first() {
            found.push((Feature::FreeCells, cell.into(), format!("cells in no cage such as {cell}")));
        }
        found
    }

    /// The cages, of which a Sudoku has none.
    pub fn cages(&self) -> &'a [Cage] {
        self.cages.map_or(&[], |cages| &cages.cages)
    }

    /// For each cell in reading order the number of its cage.
    pub fn cage_of(&self) -> Vec<Option<usize>> {
        let size = self.sudoku.size;
        let mut owner = vec![None; size * size];
        for (number, cage) in self.cages().iter().enumerate() {
            cage.cells.iter().for_each(|cell| owner[cell.row * size + cell.column] = Some(number));
        }
        owner
    }

    /// For each cell in reading order the number of its region.
    pub fn region_of(&self) -> Vec<Option<usize>> {
        let size = self.sudoku.size;
        let mut owner = vec![None; size * size];
        for (number, cells) in self.sudoku.regions.cells(size).iter().enumerate() {
            cells.iter().for_each(|cell| owner[cell.row * size + cell.column] = Some(number));
        }
        owner
    }

    /// For each cell in reading order its given.
    pub fn given_of(&self) -> Vec<Option<i64>> {
        let size = self.sudoku.size;
        let mut given = vec![None; size * size];
        self.sudoku.givens.iter().for_each(|&(cell, digit)| given[cell.row * size + cell.column] = Some(digit));
        given
    }
}

/// The groups of cells that a number for each cell in reading order makes, in the order of their first cells.
pub(super) fn groups<T: PartialEq>(size: usize, owners: &[Option<T>]) -> Vec<(&T, Vec<Cell>)> {
    let mut groups: Vec<(&T, Vec<Cell>)> = Vec::new();
    for (index, owner) in owners.iter().enumerate() {
        let Some(owner) = owner else { continue };
        let cell = cell_at(size, index);
        match groups.iter_mut().find(|(its, _)| *its == owner) {
            Some((_, cells)) => cells.push(cell),
            None => groups.push((owner, vec![cell])),
        }
    }
    groups
}
