//! Star battle: as many stars in every row, column and region, and no two of them touch.

use gridwright::{Board, Cell, Drawing, Kind, Mistakes, Model, OptionSpec, Place, Puzzle, Reader, Stroke, Writer, sum};

/// A star battle: every row, every column and every region has so many stars, and no star touches another, not even at a
/// corner. A star is 1, any other cell 0.
///
/// In the native file the regions are a grid of letters, and `stars=2` asks for other than one; cells that are known may
/// follow under `givens:`.
///
/// ```
/// let text = "star-battle 4\nA A A A\nB B C D\nB D D D\nB D D D\n";
/// let registry = gridwright_models::registry();
/// let sheet = registry.stream(text.as_bytes()).next().expect("a puzzle")?.read(&[])?;
/// assert_eq!(registry.write(&sheet), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StarBattle {
    /// The number of rows, of columns, and of regions.
    pub size: usize,
    /// The number of stars in each of them.
    pub stars: i64,
    /// The regions, which cover the board.
    pub regions: Vec<Vec<Cell>>,
    /// The cells that are known: 1 is a star, 0 is none.
    pub givens: Vec<(Cell, i64)>,
}

impl Puzzle for StarBattle {
    const KIND: Kind = Kind::new("star-battle", "stars in rows, columns and regions that do not touch")
        .options(&[OptionSpec::text("stars", "a number", "1", "the stars in each row, column and region")]);

    fn read(doc: &mut Reader<'_>) -> Result<Self, Mistakes> {
        let size = doc.size(1..=64);
        let stars = doc.number_option("stars", 1..=size as i64);
        doc.finish(|doc| {
            let regions = doc.regions(size, size).unwrap_or_default();
            Self { size, stars, regions, givens: doc.values(size, size) }
        })
    }

    fn write(&self, doc: &mut Writer<'_>) {
        doc.header(self.size).option("stars", &self.stars.to_string());
        doc.regions(self.size, self.size, &self.regions).values(self.size, self.size, &self.givens);
    }

    fn check(&self, out: &mut Mistakes) {
        for &(cell, value) in self.givens.iter().filter(|(_, value)| !(0..=1).contains(value)) {
            out.error(cell, format!("the given {value} at {cell} is neither 1, for a star, nor 0"));
        }
        if self.regions.len() != self.size {
            let message =
                format!("a star-battle of size {} has as many regions, not {}", self.size, self.regions.len());
            out.error(Place::Puzzle, message);
        }
        for cell in (0..self.size * self.size).map(|i| Cell::new(i / self.size, i % self.size)) {
            if self.regions.iter().flatten().filter(|&&other| other == cell).count() != 1 {
                out.error(cell, format!("cell {cell} is not in one region"))
                    .help("every cell has the letter of its region");
            }
        }
    }

    fn rules(&self, m: &mut Model) -> Board {
        let star = m.grid(self.size, self.size, 0..=1);
        for line in star.rows().chain(star.columns()) {
            m.post(sum(line).equals(self.stars));
        }
        for region in &self.regions {
            let cells: Vec<_> = region.iter().map(|&cell| star[cell]).collect();
            m.post(sum(cells).equals(self.stars)).label("region", ());
        }
        for (row, column) in (1..self.size).flat_map(|row| (1..self.size).map(move |column| (row, column))) {
            let square = [(row - 1, column - 1), (row - 1, column), (row, column - 1), (row, column)];
            m.post(sum(square.map(|cell| star[cell])).at_most(1)).label("touching stars", ());
        }
        star.into()
    }

    fn givens(&self) -> Vec<(Cell, i64)> {
        self.givens.clone()
    }

    fn draw(&self, on: &mut Drawing) {
        for region in &self.regions {
            on.region(Stroke::Thick, region.iter().copied());
        }
    }

    fn draw_value(&self, cell: Cell, value: i64, on: &mut Drawing) {
        on.write(cell, if value == 1 { "★" } else { "·" });
    }
}
