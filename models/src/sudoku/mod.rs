//! Sudoku: every row, column and region holds different digits; with the variants that people play.

mod canonical;
mod regions;
mod sign;
mod variants;

use gridwright::{
    Board, Cell, Drawing, Grid, Kind, LineName, Mistakes, Model, OptionSpec, Options, Place, Puzzle, Reader, Scope,
    Stroke, VarId, Writer, all_different, relation,
};

pub use canonical::Symmetry;
pub use regions::Regions;
pub use sign::Sign;
pub use variants::Variants;

/// A Sudoku with the digits from 1 to its size.
///
/// Rows, columns and regions hold different digits. The regions are boxes, 3x3 on a board of size 9, or a jigsaw of groups
/// of cells. [`Variants`] add more rules; `candidates` are what pencil marks leave of a cell's digits, as a part of the
/// puzzle.
///
/// ```
/// use gridwright::{Cell, Limits, Model, Puzzle};
/// use gridwright_models::sudoku::Sudoku;
/// let mut puzzle = Sudoku::new(4);
/// puzzle.variants.falling = true;
/// puzzle.variants.rising = true;
/// puzzle.givens = [(0, 0, 1), (0, 1, 2), (1, 0, 3)].map(|(row, column, digit)| (Cell::new(row, column), digit)).into();
/// let mut model = Model::new();
/// let board = puzzle.rules(&mut model);
/// let givens = board.atoms(&puzzle.givens());
/// assert!(model.compile(Limits::none())?.solver().assume(givens).count(10)?.n > 0);
/// # Ok::<(), gridwright::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sudoku {
    /// The number of rows, of columns, and of digits.
    pub size: usize,
    /// The boxes or other regions.
    pub regions: Regions,
    /// The digits that are given, in reading order.
    pub givens: Vec<(Cell, i64)>,
    /// The digits that cells are left with, in reading order of the cells and in increasing order; other cells have all.
    pub candidates: Vec<(Cell, Vec<i64>)>,
    /// The rules beside the usual ones.
    pub variants: Variants,
}

/// The options that Sudoku and its kin share.
pub(crate) const OPTIONS: [OptionSpec; 1 + variants::OPTIONS.len()] = joined(
    [OptionSpec::text(
        "boxes",
        "as in 2x3, rows first, or none",
        "",
        "the shape of the boxes; usual for the size by default",
    )],
    variants::OPTIONS,
);

/// Two lists of options in one.
pub(crate) const fn joined<const A: usize, const B: usize, const C: usize>(
    first: [OptionSpec; A],
    then: [OptionSpec; B],
) -> [OptionSpec; C] {
    assert!(A + B == C);
    let mut all = [first[0]; C];
    let mut i = 0;
    while i < C {
        all[i] = if i < A { first[i] } else { then[i - A] };
        i += 1;
    }
    all
}

impl Sudoku {
    /// The sizes that a board may have.
    pub const SIZES: std::ops::RangeInclusive<usize> = 1..=36;

    /// An empty board with the boxes that are usual for its size.
    pub fn new(size: usize) -> Self {
        Self {
            size,
            regions: Regions::usual(size),
            givens: Vec::new(),
            candidates: Vec::new(),
            variants: Variants::default(),
        }
    }

    /// Sets what options say.
    pub(crate) fn set(&mut self, options: &Options, out: &mut Mistakes) {
        let size = self.size;
        self.variants.set(options);
        match options.get("boxes") {
            "" => {}
            "none" => self.regions = Regions::Groups(Vec::new()),
            text => {
                let shape = text.split_once('x').and_then(|(h, w)| Some((h.parse().ok()?, w.parse().ok()?)));
                match shape.and_then(|(height, width)| Regions::boxes(size, height, width)) {
                    Some(boxes) => self.regions = boxes,
                    None => {
                        out.error(
                            Place::Option("boxes"),
                            format!("boxes={text} does not divide a board of size {size}"),
                        )
                        .help("write rows and columns whose product is the size, as in boxes=2x3, or boxes=none");
                    }
                }
            }
        }
    }

    /// Brings lists whose order says nothing into reading order, makes a given of a single candidate, and leaves out
    /// candidates that say nothing.
    pub(crate) fn sort(&mut self) {
        self.givens.sort_unstable();
        let given = |cell| {
            let first = self.givens.partition_point(|&(its, _)| its < cell);
            self.givens.get(first).filter(|&&(its, _)| its == cell).map(|&(_, digit)| digit)
        };
        let all = |digits: &[i64]| digits.iter().copied().eq(1..=self.size as i64);
        let mut more = Vec::new();
        self.candidates.retain_mut(|(cell, digits)| {
            digits.sort_unstable();
            digits.dedup();
            match (given(*cell), &digits[..]) {
                (None, &[only]) => {
                    more.push((*cell, only));
                    false
                }
                (given, digits) => !all(digits) && given.is_none_or(|digit| !digits.contains(&digit)),
            }
        });
        if !more.is_empty() {
            self.givens.extend(more);
            self.givens.sort_unstable();
        }
        self.candidates.sort_unstable();
        self.variants.sort();
    }

    /// Reads what follows the size, after the kind's own grid unless that is the givens.
    pub(crate) fn read_parts(size: usize, doc: &mut Reader<'_>) -> Self {
        let options = doc.options().clone();
        let mut puzzle = Self::new(size);
        puzzle.set(&options, doc.mistakes());
        puzzle.givens = doc.values(size, size);
        if let Some(groups) = doc.regions(size, size) {
            if options.given("boxes").is_some() {
                doc.mistakes().error(Place::Option("boxes"), "the puzzle has boxes and regions").help("leave out one");
            }
            puzzle.regions = Regions::of(size, groups);
        }
        puzzle.candidates = doc.candidates(size, size);
        puzzle.variants.read(doc);
        puzzle.sort();
        puzzle
    }

    /// Writes the options.
    pub(crate) fn write_options(&self, doc: &mut Writer<'_>) {
        match &self.regions {
            &Regions::Boxes { height, width } if self.regions != Regions::usual(self.size) => {
                doc.option("boxes", &format!("{height}x{width}"));
            }
            Regions::Groups(groups) if groups.is_empty() => {
                doc.option("boxes", "none");
            }
            _ => {}
        }
        self.variants.write_options(doc);
    }

    /// Writes what follows the header, after the kind's own grid unless that is the givens.
    pub(crate) fn write_parts(&self, doc: &mut Writer<'_>) {
        doc.values(self.size, self.size, &self.givens);
        if let Regions::Groups(groups) = &self.regions
            && !groups.is_empty()
        {
            doc.regions(self.size, self.size, groups);
        }
        doc.candidates(self.size, self.size, &self.candidates);
        self.variants.write(doc);
    }

    /// Posts the rules, and returns the grid for more.
    pub(crate) fn rules_on(&self, m: &mut Model) -> Grid {
        let cell = m.latin_square(self.size, 1..=self.size as i64);
        let kind = if matches!(self.regions, Regions::Boxes { .. }) { "box" } else { "region" };
        for (i, cells) in self.regions.cells(self.size).iter().enumerate() {
            let vars: Vec<VarId> = cells.iter().map(|&at| cell[at]).collect();
            m.post(all_different(Scope::named(vars, LineName { kind, number: i + 1 })));
        }
        self.variants.rules(&cell, &self.regions, m);
        for (at, digits) in &self.candidates {
            let allowed = digits.clone();
            let label: Vec<String> = digits.iter().map(i64::to_string).collect();
            m.post(relation([cell[*at]], move |v| allowed.contains(&v[0]))).label("candidates", label.join(" "));
        }
        cell
    }

    /// Whether nothing but size, boxes and givens tells it from others.
    pub(crate) fn is_classic(&self) -> bool {
        matches!(self.regions, Regions::Boxes { .. })
            && self.candidates.is_empty()
            && self.variants == Variants::default()
    }

    /// Says what is wrong; returns whether all cells exist, so that more can be checked.
    pub(crate) fn check_parts(&self, out: &mut Mistakes) -> bool {
        let size = self.size;
        if !Self::SIZES.contains(&size) {
            out.error(Place::Puzzle, format!("a board of size {size}")).help("sizes are 1 to 36");
            return false;
        }
        let regions = match self.regions {
            // Boxes that divide the board lie within it.
            Regions::Boxes { height, width } if size.is_multiple_of(height) && size.is_multiple_of(width) => Vec::new(),
            _ => self.regions.cells(size),
        };
        let cells = self.givens.iter().map(|(cell, _)| cell).chain(self.candidates.iter().map(|(cell, _)| cell));
        let mut cells = cells.chain(regions.iter().flatten()).copied().chain(self.variants.cells());
        if let Some(cell) = cells.find(|cell| cell.row >= size || cell.column >= size) {
            out.error(cell, format!("cell {cell} is outside the board of size {size}"));
            return false;
        }
        let digits = 1..=size as i64;
        for &(cell, digit) in self.givens.iter().filter(|(_, digit)| !digits.contains(digit)) {
            out.error(cell, format!("the given {digit} at {cell} is none of the digits 1 to {size}"));
        }
        for (cell, marked) in &self.candidates {
            for digit in marked.iter().filter(|digit| !digits.contains(digit)) {
                out.error(*cell, format!("the candidate {digit} of {cell} is none of the digits 1 to {size}"));
            }
        }
        for pair in self.givens.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            out.error(pair[0].0, format!("cell {} has two givens", pair[0].0));
        }
        if let Regions::Groups(groups) = &self.regions {
            check_groups(groups, size, out);
        }
        self.variants.check(&self.regions, out);
        true
    }
}

/// Says which regions have another number of cells than a row.
fn check_groups(groups: &[Vec<Cell>], size: usize, out: &mut Mistakes) {
    let mut taken = std::collections::HashSet::new();
    for group in groups {
        let (first, count) = (group[0], group.len());
        if count > size {
            out.error(first, format!("the region at {first} has {count} cells")).help(format!("a region has {size}"));
        } else if count < size {
            out.warning(first, format!("the region at {first} has {count} cells, not {size}"));
        }
        for &cell in group.iter().filter(|&&cell| !taken.insert(cell)) {
            out.error(cell, format!("cell {cell} is in two regions"));
        }
    }
    if !groups.is_empty() && taken.len() < size * size {
        let cells = (0..size * size).map(|i| Cell::new(i / size, i % size));
        let free: Vec<String> = cells.filter(|cell| !taken.contains(cell)).map(|cell| cell.to_string()).collect();
        out.warning(Place::Puzzle, format!("in no region: {}", free.join(", ")));
    }
}

impl Puzzle for Sudoku {
    const KIND: Kind =
        Kind::new("sudoku", "square whose rows, columns and regions hold every digit once").options(&OPTIONS);

    fn read(doc: &mut Reader<'_>) -> Result<Self, Mistakes> {
        let size = doc.size(Self::SIZES);
        doc.finish(|doc| Self::read_parts(size, doc))
    }

    fn write(&self, doc: &mut Writer<'_>) {
        self.write_options(doc.header(self.size));
        self.write_parts(doc);
    }

    fn check(&self, out: &mut Mistakes) {
        self.check_parts(out);
    }

    fn rules(&self, m: &mut Model) -> Board {
        self.rules_on(m).into()
    }

    fn givens(&self) -> Vec<(Cell, i64)> {
        self.givens.clone()
    }

    fn draw(&self, on: &mut Drawing) {
        for cells in self.regions.cells(self.size) {
            on.region(Stroke::Thick, cells);
        }
        self.variants.draw(self.size, &self.regions, on);
        for (cell, digits) in &self.candidates {
            on.marks(*cell, digits);
        }
    }

    fn shape(&self) -> Option<String> {
        match self.regions {
            Regions::Boxes { height, .. } if self.is_classic() => Some(format!("{} {height}", self.size)),
            _ if self.candidates.is_empty() => Some(format!("{} {:?} {:?}", self.size, self.regions, self.variants)),
            _ => None,
        }
    }

    fn canonical(&self) -> Option<Self> {
        Some(self.canonical_symmetry()?.apply(self))
    }
}
