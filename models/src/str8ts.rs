//! Str8ts: rows and columns without repeats, cut by black cells into compartments of consecutive digits.

use gridwright::{
    Board, Cell, Drawing, Kind, Mistakes, Model, Puzzle, Reader, VarId, Writer, all_different, consecutive,
};

/// A Str8ts with the digits from 1 to its size: every run of white cells, across or down, holds consecutive digits in any
/// order, and no digit stands twice in a row or column, not even in its black cells.
///
/// In the native file a white cell is `.` or its given digit, and a black cell is a backslash with its digit, if it has
/// one: `\` or `\3`.
///
/// ```
/// let text = r"str8ts 3
/// .  .  \
/// \3 .  .
/// .  1  .
/// ";
/// let registry = gridwright_models::registry();
/// let sheet = registry.stream(text.as_bytes()).next().expect("a puzzle")?.read(&[])?;
/// assert_eq!(registry.write(&sheet), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Str8ts {
    /// The number of rows, and of columns.
    pub size: usize,
    /// The black cells, in reading order, with their digits.
    pub blacks: Vec<(Cell, Option<i64>)>,
    /// The digits that are given in white cells.
    pub givens: Vec<(Cell, i64)>,
}

impl Puzzle for Str8ts {
    const KIND: Kind = Kind::new("str8ts", "compartments of consecutive digits, no digit twice in a line");

    fn read(doc: &mut Reader<'_>) -> Result<Self, Mistakes> {
        let size = doc.size(1..=25);
        doc.finish(|doc| {
            let mut puzzle = Self { size, blacks: Vec::new(), givens: Vec::new() };
            for (cell, word) in doc.words("cells", size, size) {
                match (word.strip_prefix('\\'), word.trim_start_matches('\\').parse()) {
                    (Some(""), _) => puzzle.blacks.push((cell, None)),
                    (Some(_), Ok(digit)) => puzzle.blacks.push((cell, Some(digit))),
                    (None, Ok(digit)) => puzzle.givens.push((cell, digit)),
                    _ => {
                        let mistake = doc.mistakes().error(cell, format!("`{word}` is no cell of a Str8ts"));
                        mistake.help(r"a white cell is `.` or a digit, a black one `\` or `\3`");
                    }
                }
            }
            puzzle
        })
    }

    fn write(&self, doc: &mut Writer<'_>) {
        let digit = |digit: Option<i64>| digit.map_or(String::new(), |digit| digit.to_string());
        let blacks = self.blacks.iter().map(|&(cell, black)| (cell, format!("\\{}", digit(black))));
        let givens = self.givens.iter().map(|&(cell, given)| (cell, given.to_string()));
        let words: Vec<_> = blacks.chain(givens).collect();
        doc.header(self.size).words("cells", self.size, self.size, &words);
    }

    fn check(&self, out: &mut Mistakes) {
        let blacks = self.blacks.iter().filter_map(|&(cell, digit)| Some(("black", cell, digit?)));
        let givens = self.givens.iter().map(|&(cell, digit)| ("given", cell, digit));
        for (what, cell, digit) in blacks.chain(givens) {
            if !(1..=self.size as i64).contains(&digit) {
                out.error(cell, format!("the {what} {digit} at {cell} is none of the digits 1 to {}", self.size));
            }
        }
    }

    fn rules(&self, m: &mut Model) -> Board {
        let is_black = |cell| self.blacks.iter().any(|black| black.0 == cell);
        let domain = |cell| (!is_black(cell)).then_some(1..=self.size as i64);
        let mut board = Board::sparse(m, self.size, self.size, domain);
        for run in board.across().into_iter().chain(board.down()).filter(|run| run.len() > 1) {
            let run: Vec<VarId> = run.into_iter().map(|(_, x)| x).collect();
            m.post(consecutive(run)).label("compartment", ());
        }
        for (cell, digit) in self.blacks.iter().filter_map(|&(cell, digit)| Some((cell, digit?))) {
            board.set(cell, m.named_var(cell.to_string(), digit));
        }
        for line in board.rows().chain(board.columns()) {
            m.post(all_different(line));
        }
        board
    }

    fn givens(&self) -> Vec<(Cell, i64)> {
        self.givens.clone()
    }

    fn draw(&self, on: &mut Drawing) {
        for &(cell, digit) in &self.blacks {
            on.blacken([cell]);
            on.write(cell, digit.map_or(String::new(), |digit| digit.to_string()));
        }
    }
}
