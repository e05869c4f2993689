//! What a puzzle is to the engine: a type with rules, the native file family that every kind reads and writes, mistakes
//! with their places, and the registry that erases the type.

mod board;
mod cages;
mod drawing;
mod format;
mod kind;
mod lines;
mod mistake;
mod native;
mod reader;
mod registry;
mod sheet;
mod solvers;
mod source;
mod stream;
mod writer;

#[cfg(test)]
mod tests;

use std::fmt;

use crate::model::{Cell, Model};

pub use board::Board;
pub use cages::{Cage, Cages, Clue, are_connected, are_connected_by};
pub use drawing::{Drawing, Path, Shape, Side, Stroke};
pub use format::{Extras, Format, Request, Sniff};
pub use kind::{Kind, OptionSpec, Options, Settings, Values};
pub use mistake::{Mistake, Mistakes, Parts, Place, Severity, Span};
pub use reader::Reader;
pub use registry::{AnyPuzzle, PuzzleKind, Registry};
pub use sheet::Sheet;
pub use solvers::{Models, PuzzleSolver, Solvers};
pub use source::{Position, Source};
pub use stream::{Block, Stream};
pub use writer::{Size, Writer};

/// A puzzle: what its file says, and what its rules are. Everything else comes from the engine.
///
/// A type that implements it is registered with [`Registry::add`], and then has its place in the native file family, in
/// drawings and on the command line. A whole puzzle:
///
/// ```
/// use gridwright::{Atom, Board, Cell, Kind, Limits, Mistakes, Model, Puzzle, Reader, Registry, Writer, all_different};
///
/// #[derive(Debug)]
/// struct Futoshiki {
///     size: usize,
///     givens: Vec<(Cell, i64)>,
///     signs: Vec<(Cell, Cell)>,
/// }
///
/// impl Puzzle for Futoshiki {
///     const KIND: Kind = Kind::new("futoshiki", "Latin square with signs");
///
///     fn read(doc: &mut Reader<'_>) -> Result<Self, Mistakes> {
///         let size = doc.size(1..=25);
///         doc.finish(|doc| Self { size, givens: doc.values(size, size), signs: doc.pairs("<") })
///     }
///     fn write(&self, doc: &mut Writer<'_>) {
///         doc.header(self.size).values(self.size, self.size, &self.givens).pairs("<", &self.signs);
///     }
///     fn rules(&self, m: &mut Model) -> Board {
///         let cell = m.grid(self.size, self.size, 1..=self.size as i64);
///         for line in cell.rows().chain(cell.columns()) {
///             m.post(all_different(line));
///         }
///         for &(a, b) in &self.signs {
///             m.post(cell[a].less_than(cell[b])).label("sign", "<");
///         }
///         cell.into()
///     }
///     fn givens(&self) -> Vec<(Cell, i64)> {
///         self.givens.clone()
///     }
/// }
///
/// let text = "futoshiki 3\n. . .\n. . .\n3 . .\npairs:\nr1c1 < r1c2\nr1c2 < r1c3\n";
/// let mut registry = Registry::new();
/// registry.add::<Futoshiki>();
/// let block = registry.stream(text.as_bytes()).next().expect("the text holds a puzzle")?;
/// let sheet = block.read(&[])?;
/// assert_eq!(registry.write(&sheet), text);
///
/// let mut model = Model::new();
/// let board = sheet.puzzle.rules(&mut model);
/// let givens = sheet.puzzle.givens().into_iter().filter_map(|(cell, value)| Some(Atom::eq(board.at(cell)?, value)));
/// let solution = model.compile(Limits::none())?.solver().assume(givens).unique()?.expect_unique();
/// assert_eq!(solution.values(), [1, 2, 3, 2, 3, 1, 3, 1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Puzzle: fmt::Debug + Send + Sync + Sized + 'static {
    /// The kind: its name, what it is, its options.
    const KIND: Kind;

    /// Reads the puzzle from the native file; [`Reader::finish`] collects every mistake, with its place, and asks
    /// [`check`](Self::check) too.
    ///
    /// # Errors
    /// All mistakes of the puzzle if one of them is an error.
    fn read(doc: &mut Reader<'_>) -> Result<Self, Mistakes>;

    /// Writes the puzzle as [`read`](Self::read) reads it, so that reading what was written gives the same puzzle.
    fn write(&self, doc: &mut Writer<'_>);

    /// Says what is wrong with the puzzle, by cell or part; whoever reads a puzzle, in whatever format, asks this and
    /// maps the places to its own text.
    fn check(&self, _out: &mut Mistakes) {}

    /// Posts the rules, without the givens, and says where the variables stand.
    fn rules(&self, model: &mut Model) -> Board;

    /// The cells whose values are given.
    fn givens(&self) -> Vec<(Cell, i64)> {
        Vec::new()
    }

    /// Adds to a drawing of the board what the values alone do not show: regions, targets in corners.
    fn draw(&self, _on: &mut Drawing) {}

    /// Draws the value of a cell, given or found: as a number by default; others shade the cell or write a letter.
    fn draw_value(&self, cell: Cell, value: i64, on: &mut Drawing) {
        on.write(cell, value.to_string());
    }

    /// A solution in one line, where the values of the cells one after another do not read well: `9567 + 1085 = 10652`.
    /// `None`, as by default, asks for those.
    fn solution_text(&self, _value: &dyn Fn(Cell) -> Option<i64>) -> Option<String> {
        None
    }

    /// A name for the rules: puzzles of one kind and shape post the same rules and may share one compiled model. `None`
    /// where the rules are the puzzle's own.
    fn shape(&self) -> Option<String> {
        None
    }

    /// The one that stands for all puzzles that are the same up to symmetry: two puzzles of a kind are so exactly if
    /// their canonical ones are equal. `None` where the kind knows no symmetries, or none of this puzzle.
    fn canonical(&self) -> Option<Self> {
        None
    }
}
