//! Compiled models, which puzzles of one shape share: few at a time, whatever the collection holds.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use gridwright::{AnyPuzzle, Board, Compiled, Error, Limits, Model};

/// As many models are kept.
const MODELS: usize = 32;

/// The compiled rules of a puzzle, and of all others of its kind and shape.
#[derive(Debug)]
pub(super) struct Rules {
    pub compiled: Compiled,
    pub board: Board,
}

/// What puzzles with the same rules have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    kind: &'static str,
    shape: String,
}

impl Shape {
    /// The shape of a puzzle, unless its rules are its own.
    pub fn of(puzzle: &dyn AnyPuzzle) -> Option<Self> {
        Some(Self { kind: puzzle.kind().name, shape: puzzle.shape()? })
    }
}

/// The models that all threads share.
#[derive(Debug)]
pub(super) struct Models(Mutex<Recent<Arc<Rules>>>);

impl Models {
    pub fn new() -> Self {
        Self(Mutex::new(Recent::new(MODELS)))
    }

    /// The compiled rules of a puzzle, which are kept if others may have its shape.
    ///
    /// # Errors
    /// As [`Model::compile`].
    pub fn rules(&self, puzzle: &dyn AnyPuzzle, shape: Option<&Shape>, limits: &Limits) -> Result<Arc<Rules>, Error> {
        if let Some(shape) = shape
            && let Some(rules) = self.kept().get(shape).cloned()
        {
            return Ok(rules);
        }
        let mut model = Model::new();
        let board = puzzle.rules(&mut model);
        let rules = Arc::new(Rules { compiled: model.compile(limits.clone())?, board });
        if let Some(shape) = shape {
            self.kept().put(shape.clone(), rules.clone());
        }
        Ok(rules)
    }

    fn kept(&self) -> MutexGuard<'_, Recent<Arc<Rules>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What was used last of each shape; the rest is forgotten.
#[derive(Debug)]
pub(super) struct Recent<T> {
    most: usize,
    /// The oldest first.
    entries: Vec<(Shape, T)>,
}

impl<T> Recent<T> {
    /// Keeps so many.
    pub fn new(most: usize) -> Self {
        Self { most, entries: Vec::new() }
    }

    /// Takes out what is kept for a shape.
    pub fn take(&mut self, shape: &Shape) -> Option<T> {
        let at = self.entries.iter().rposition(|(its, _)| its == shape)?;
        Some(self.entries.remove(at).1)
    }

    /// What is kept for a shape.
    pub fn get(&mut self, shape: &Shape) -> Option<&T> {
        let value = self.take(shape)?;
        self.put(shape.clone(), value);
        self.entries.last().map(|(_, value)| value)
    }

    /// Keeps something for a shape, instead of what was kept for it.
    pub fn put(&mut self, shape: Shape, value: T) {
        self.entries.retain(|(its, _)| *its != shape);
        if self.entries.len() == self.most {
            self.entries.remove(0);
        }
        self.entries.push((shape, value));
    }
}
