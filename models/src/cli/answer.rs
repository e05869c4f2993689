//! An answer about one puzzle, before it is printed.

use gridwright::{Cell, Error, Mistakes, Place};

use super::input::Case;
use super::status::Status;
use super::work::Work;

/// The values of a board's cells in reading order; a cell without a variable has none.
pub(super) type Values = Vec<Option<i64>>;

/// What was found out about a puzzle; what was not asked is missing.
#[derive(Debug)]
pub(super) struct Answer {
    /// It all in one word.
    pub status: Status,
    /// Rows and columns of the board.
    pub size: (usize, usize),
    /// Solutions.
    pub solutions: Vec<Values>,
    /// The names of variables that are not called after their cells, each with one cell that it stands in.
    pub names: Vec<(String, Cell)>,
    /// The names of the variables in which the first two of several solutions differ.
    pub differ: Vec<String>,
    /// Why there is no solution.
    pub reason: Option<String>,
    /// The constraints and givens that have no solution together.
    pub clash: Vec<String>,
    /// The entries that no solution has, of those that were asked for.
    pub wrong: Option<Vec<Cell>>,
    /// How many solutions there are, and whether these are all.
    pub count: Option<(u64, bool)>,
    /// The values of each cell that occur in some solution.
    pub candidates: Option<Vec<Vec<i64>>>,
    /// Why it is invalid.
    pub errors: Mistakes,
    /// What it cost.
    pub work: Work,
}

impl Answer {
    /// Nothing but a status.
    pub fn new(status: Status, size: (usize, usize)) -> Self {
        Self {
            status,
            size,
            solutions: Vec::new(),
            names: Vec::new(),
            differ: Vec::new(),
            reason: None,
            clash: Vec::new(),
            wrong: None,
            count: None,
            candidates: None,
            errors: Mistakes::new(),
            work: Work::default(),
        }
    }

    /// A puzzle that has these errors.
    pub fn invalid(errors: Mistakes) -> Self {
        Self { errors, ..Self::new(Status::Invalid, (0, 0)) }
    }

    /// There is no answer, for this reason.
    pub fn failed(error: Error) -> Self {
        match error {
            Error::Stopped(limit) => Self::new(Status::Stopped(limit), (0, 0)),
            // The engine cannot have such a model, or, worse, there is a bug in it.
            error => {
                let mut errors = Mistakes::new();
                errors.error(Place::Puzzle, error.to_string());
                Self::invalid(errors)
            }
        }
    }

    /// The value of a cell of the board, if it has one.
    pub fn at(&self, values: &Values, cell: Cell) -> Option<i64> {
        *values.get(cell.row * self.size.1 + cell.column)?
    }

    /// The cells of the board, in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (height, width) = self.size;
        (0..height).flat_map(move |row| (0..width).map(move |column| Cell::new(row, column)))
    }
}

/// A solution as one text: the puzzle's own, or else its values.
pub(super) fn solution_text(case: &Case<'_>, answer: &Answer, values: &Values) -> String {
    let own = case.sheet.as_ref().ok();
    let own = own.and_then(|sheet| sheet.puzzle.solution_text(&|cell| answer.at(values, cell)));
    own.unwrap_or_else(|| text(values))
}

/// Values as one text: single digits run together, others with blanks between; a cell without a value is a dot.
fn text(values: &[Option<i64>]) -> String {
    let texts: Vec<_> = values.iter().map(|value| value.map_or(".".to_owned(), |value| value.to_string())).collect();
    texts.join(if texts.iter().all(|text| text.len() == 1) { "" } else { " " })
}
