//! The registry: kinds of puzzles with their types erased, and the formats that hold them.

use std::any::Any;
use std::fmt;
use std::io::BufRead;
use std::marker::PhantomData;

use super::board::Board;
use super::drawing::Drawing;
use super::format::Format;
use super::kind::Kind;
use super::mistake::Mistakes;
use super::native::Native;
use super::reader::Reader;
use super::stream::Stream;
use super::writer::Writer;
use super::{Puzzle, Sheet};
use crate::model::{Cell, Model};

/// A [`Puzzle`] whose type is erased; every puzzle is one.
pub trait AnyPuzzle: fmt::Debug + Send + Sync {
    /// Its kind.
    fn kind(&self) -> Kind;
    /// See [`Puzzle::write`].
    fn write(&self, doc: &mut Writer<'_>);
    /// See [`Puzzle::rules`].
    fn rules(&self, model: &mut Model) -> Board;
    /// See [`Puzzle::givens`].
    fn givens(&self) -> Vec<(Cell, i64)>;
    /// See [`Puzzle::draw`].
    fn draw(&self, on: &mut Drawing);
    /// See [`Puzzle::draw_value`].
    fn draw_value(&self, cell: Cell, value: i64, on: &mut Drawing);
    /// See [`Puzzle::solution_text`].
    fn solution_text(&self, value: &dyn Fn(Cell) -> Option<i64>) -> Option<String>;
    /// See [`Puzzle::shape`].
    fn shape(&self) -> Option<String>;
    /// See [`Puzzle::canonical`].
    fn canonical(&self) -> Option<Box<dyn AnyPuzzle>>;
    /// The puzzle for a format that holds one kind, to be downcast to its type.
    fn as_any(&self) -> &dyn Any;
}

impl<P: Puzzle> AnyPuzzle for P {
    fn kind(&self) -> Kind {
        P::KIND
    }

    fn write(&self, doc: &mut Writer<'_>) {
        Puzzle::write(self, doc);
    }

    fn rules(&self, model: &mut Model) -> Board {
        Puzzle::rules(self, model)
    }

    fn givens(&self) -> Vec<(Cell, i64)> {
        Puzzle::givens(self)
    }

    fn draw(&self, on: &mut Drawing) {
        Puzzle::draw(self, on);
    }

    fn draw_value(&self, cell: Cell, value: i64, on: &mut Drawing) {
        Puzzle::draw_value(self, cell, value, on);
    }

    fn solution_text(&self, value: &dyn Fn(Cell) -> Option<i64>) -> Option<String> {
        Puzzle::solution_text(self, value)
    }

    fn shape(&self) -> Option<String> {
        Puzzle::shape(self)
    }

    fn canonical(&self) -> Option<Box<dyn AnyPuzzle>> {
        Some(Box::new(Puzzle::canonical(self)?))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A kind of puzzles with its type erased: it makes puzzles.
pub trait PuzzleKind: fmt::Debug + Send + Sync {
    /// The kind.
    fn kind(&self) -> Kind;

    /// Reads a puzzle of this kind from the native file.
    ///
    /// # Errors
    /// As [`Puzzle::read`].
    fn read(&self, doc: &mut Reader<'_>) -> Result<Box<dyn AnyPuzzle>, Mistakes>;
}

/// The kind of the type `P`.
#[derive(Debug)]
struct KindOf<P>(PhantomData<fn() -> P>);

impl<P: Puzzle> PuzzleKind for KindOf<P> {
    fn kind(&self) -> Kind {
        P::KIND
    }

    fn read(&self, doc: &mut Reader<'_>) -> Result<Box<dyn AnyPuzzle>, Mistakes> {
        Ok(Box::new(P::read(doc)?))
    }
}

/// The kinds of puzzles and the file formats that a program knows.
#[derive(Debug, Default)]
pub struct Registry {
    native: Native,
    formats: Vec<Box<dyn Format>>,
}

impl Registry {
    /// A registry without kinds, whose only format is the native family.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a kind of puzzles.
    ///
    /// # Panics
    /// If another kind has its name, or its name is none ([`Kind::is_name`]).
    pub fn add<P: Puzzle>(&mut self) -> &mut Self {
        self.native.add(Box::new(KindOf::<P>(PhantomData)));
        self
    }

    /// Adds a file format.
    ///
    /// # Panics
    /// If another format has its name.
    pub fn add_format(&mut self, format: impl Format + 'static) -> &mut Self {
        assert!(self.format(format.name()).is_none(), "two formats are called {}", format.name());
        self.formats.push(Box::new(format));
        self
    }

    /// The kinds in the order in which they were added.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> + '_ {
        self.native.kinds()
    }

    /// The kind of this name.
    pub fn kind(&self, name: &str) -> Option<Kind> {
        self.kinds().find(|kind| kind.name == name)
    }

    /// The formats: the native family, then the others in the order in which they were added.
    pub fn formats(&self) -> impl Iterator<Item = &dyn Format> {
        std::iter::once(&self.native as &dyn Format).chain(self.formats.iter().map(|format| &**format))
    }

    /// The format of this name.
    pub fn format(&self, name: &str) -> Option<&dyn Format> {
        self.formats().find(|format| format.name() == name)
    }

    /// The puzzles of a text, one at a time, as they come.
    pub fn stream<R: BufRead>(&self, input: R) -> Stream<'_, R> {
        Stream::new(self, input)
    }

    /// A puzzle as a native file.
    pub fn write(&self, sheet: &Sheet) -> String {
        self.native.text(sheet)
    }

    /// A puzzle by itself as a native file: two puzzles are equal if and only if these texts are.
    pub fn write_puzzle(&self, puzzle: &dyn AnyPuzzle) -> String {
        self.native.puzzle(puzzle).finish(None)
    }
}
