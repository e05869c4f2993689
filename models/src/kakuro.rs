//! Kakuro: runs of different digits, each with its sum in the black cell before it.

use gridwright::{
    Board, Cell, Drawing, Kind, Mistakes, Model, Puzzle, Reader, VarId, Writer, all_different, distinct_sum,
};

/// A Kakuro: every run of white cells, across or down, holds different digits from 1 to 9 that make the sum in the black
/// cell before it.
///
/// In the native file a white cell is `.` or its given digit, and a black cell has a backslash: `16\24` asks for 16 below
/// it and 24 to the right of it, `16\` and `\24` for one of them, and `\` for none. A run without a sum has different digits
/// all the same.
///
/// ```
/// let text = r"kakuro 3
/// \  4\ 6\
/// \3 .  .
/// \7 .  .
/// ";
/// let registry = gridwright_models::registry();
/// let sheet = registry.stream(text.as_bytes()).next().expect("a puzzle")?.read(&[])?;
/// assert_eq!(registry.write(&sheet), text);
/// let mut model = gridwright::Model::new();
/// sheet.puzzle.rules(&mut model);
/// let solution = model.compile(gridwright::Limits::none())?.solver().unique()?.expect_unique();
/// assert_eq!(solution.values(), [1, 2, 3, 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kakuro {
    /// The numbers of rows and columns.
    pub size: (usize, usize),
    /// The black cells, in reading order.
    pub blacks: Vec<Black>,
    /// The digits that are given.
    pub givens: Vec<(Cell, i64)>,
}

/// A black cell and the sums that stand in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Black {
    /// The cell.
    pub cell: Cell,
    /// The sum of the run below it.
    pub down: Option<i64>,
    /// The sum of the run to the right of it.
    pub across: Option<i64>,
}

impl Black {
    /// What the file says of a black cell; `None` where that is no such thing.
    fn parse(cell: Cell, word: &str) -> Option<Self> {
        let sum = |text: &str| if text.is_empty() { Some(None) } else { Some(Some(text.parse().ok()?)) };
        let (down, across) = word.split_once('\\')?;
        Some(Self { cell, down: sum(down)?, across: sum(across)? })
    }

    /// Its sums as texts, empty where there is none.
    fn texts(&self) -> [String; 2] {
        [self.down, self.across].map(|sum| sum.map_or(String::new(), |sum| sum.to_string()))
    }
}

impl Kakuro {
    /// The black cell at a place; `None` where the cell is white.
    pub fn black(&self, cell: Cell) -> Option<&Black> {
        self.blacks.iter().find(|black| black.cell == cell)
    }

    fn is_white(&self, cell: Cell) -> bool {
        cell.row < self.size.0 && cell.column < self.size.1 && self.black(cell).is_none()
    }
}

impl Puzzle for Kakuro {
    const KIND: Kind = Kind::new("kakuro", "runs of different digits with their sums in black cells");

    fn read(doc: &mut Reader<'_>) -> Result<Self, Mistakes> {
        let size = doc.sizes(1..=64, 1..=64);
        doc.finish(|doc| {
            let mut puzzle = Self { size, blacks: Vec::new(), givens: Vec::new() };
            for (cell, word) in doc.words("cells", size.0, size.1) {
                match (Black::parse(cell, word), word.parse()) {
                    (Some(black), _) => puzzle.blacks.push(black),
                    (None, Ok(digit)) => puzzle.givens.push((cell, digit)),
                    _ => {
                        let mistake = doc.mistakes().error(cell, format!("`{word}` is no cell of a Kakuro"));
                        mistake.help(r"a white cell is `.` or a digit, a black one `\` with its sums: `16\24`");
                    }
                }
            }
            puzzle
        })
    }

    fn write(&self, doc: &mut Writer<'_>) {
        let blacks = self.blacks.iter().map(|black| (black.cell, black.texts().join("\\")));
        let givens = self.givens.iter().map(|&(cell, digit)| (cell, digit.to_string()));
        let words: Vec<_> = blacks.chain(givens).collect();
        doc.header(self.size).words("cells", self.size.0, self.size.1, &words);
    }

    fn check(&self, out: &mut Mistakes) {
        for &(cell, digit) in self.givens.iter().filter(|(_, digit)| !(1..=9).contains(digit)) {
            out.error(cell, format!("the given {digit} at {cell} is none of the digits 1 to 9"));
        }
        for &Black { cell, down, across } in &self.blacks {
            let below = (down, "below", Cell::new(cell.row + 1, cell.column));
            let right = (across, "to the right of", Cell::new(cell.row, cell.column + 1));
            for (sum, way, first) in [below, right] {
                if let Some(sum) = sum.filter(|_| !self.is_white(first)) {
                    out.error(cell, format!("no white cells are {way} the sum {sum} at {cell}"));
                }
            }
        }
    }

    fn rules(&self, m: &mut Model) -> Board {
        let (height, width) = self.size;
        let board = Board::sparse(m, height, width, |cell| self.is_white(cell).then_some(1..=9));
        let across = board.across().into_iter().map(|run| {
            let before = run[0].0.column.checked_sub(1).map(|column| Cell::new(run[0].0.row, column));
            ("across", before.and_then(|cell| self.black(cell)?.across), run)
        });
        let down = board.down().into_iter().map(|run| {
            let before = run[0].0.row.checked_sub(1).map(|row| Cell::new(row, run[0].0.column));
            ("down", before.and_then(|cell| self.black(cell)?.down), run)
        });
        for (way, sum, run) in across.chain(down) {
            let run: Vec<VarId> = run.into_iter().map(|(_, x)| x).collect();
            if let Some(sum) = sum {
                m.post(distinct_sum(run, sum)).label(way, sum);
            } else if run.len() > 1 {
                m.post(all_different(run)).label(way, ());
            }
        }
        board
    }

    fn givens(&self) -> Vec<(Cell, i64)> {
        self.givens.clone()
    }

    fn draw(&self, on: &mut Drawing) {
        on.blacken(self.blacks.iter().map(|black| black.cell));
        for black in self.blacks.iter().filter(|black| black.down.or(black.across).is_some()) {
            let [down, across] = black.texts();
            on.split(black.cell, down, across);
        }
    }
}
