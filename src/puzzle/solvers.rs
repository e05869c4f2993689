//! Solvers for one puzzle after another: puzzles of one shape share their compiled rules, and a thread their solver.

use std::sync::{Arc, Mutex, PoisonError};

use super::{AnyPuzzle, Board};
use crate::ids::VarId;
use crate::limit::{Budget, Limits};
use crate::model::{Compiled, Error, Model, Plan, Steps};
use crate::search::Solver;
use fixedbitset::FixedBitSet;

/// As many compiled models are kept.
const MODELS: usize = 32;

/// As many solvers are kept.
const SOLVERS: usize = 8;

/// A puzzle's board and a solver over it, which tells solutions apart by what the board shows.
///
/// ```
/// # use gridwright::*;
/// # #[derive(Debug)] struct Pair;
/// # impl Puzzle for Pair {
/// #     const KIND: Kind = Kind::new("pair", "two different digits");
/// #     fn read(doc: &mut Reader<'_>) -> Result<Self, Mistakes> { doc.finish(|_| Pair) }
/// #     fn write(&self, doc: &mut Writer<'_>) { doc.header(1); }
/// #     fn rules(&self, m: &mut Model) -> Board {
/// #         let cell = m.grid(1, 2, 1..=2);
/// #         m.post(all_different(cell.row(0)));
/// #         cell.into()
/// #     }
/// #     fn givens(&self) -> Vec<(Cell, i64)> { vec![(Cell::new(0, 0), 2)] }
/// # }
/// // A puzzle of one row with two different digits, the first of which is 2.
/// let mut pair = PuzzleSolver::new(&Pair, Limits::none())?;
/// let solution = pair.solver.unique()?.expect_unique();
/// assert_eq!(pair.board.values(&solution), [Some(2), Some(1)]);
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug)]
pub struct PuzzleSolver {
    /// Where the variables stand.
    pub board: Board,
    /// The solver, which takes the givens for granted.
    pub solver: Solver,
}

impl PuzzleSolver {
    /// A solver for one puzzle, which shares nothing with others. The limits are those of compilation and of each
    /// question.
    ///
    /// # Errors
    /// As [`Model::compile`].
    pub fn new(puzzle: &dyn AnyPuzzle, limits: impl Into<Limits>) -> Result<Self, Error> {
        let limits = limits.into();
        let mut ready = Self::over(Rules::of(puzzle, &limits)?);
        ready.take_up(puzzle, limits);
        Ok(ready)
    }

    fn over(Rules { compiled, board }: Rules) -> Self {
        let mut shown = FixedBitSet::with_capacity(compiled.variables());
        board.vars().for_each(|(_, x)| shown.insert(x.index()));
        let solver = compiled.solver();
        let hides_some = shown.count_ones(..) < compiled.variables();
        Self { board, solver: if hides_some { solver.project(shown.ones().map(VarId::new)) } else { solver } }
    }

    /// Turns to a puzzle with these rules.
    fn take_up(&mut self, puzzle: &dyn AnyPuzzle, limits: Limits) {
        let givens = self.board.atoms(&puzzle.givens());
        self.solver.limit_to(limits).assume_nothing().assume_also(givens);
    }
}

/// Compiled rules of many puzzles, which threads share: puzzles of one kind and [shape](super::Puzzle::shape) have the
/// same. The last few are kept.
#[derive(Clone, Debug)]
pub struct Models(Arc<Mutex<Recent<Rules>>>);

impl Models {
    /// Nothing is kept yet.
    pub fn new() -> Self {
        Self(Arc::new(Mutex::new(Recent::new(MODELS))))
    }

    /// Solvers over these rules, for one thread.
    pub fn solvers(&self) -> Solvers {
        Solvers { models: self.clone(), solvers: Recent::new(SOLVERS), own: None }
    }

    fn rules(&self, puzzle: &dyn AnyPuzzle, shape: &Shape, limits: &Limits) -> Result<Rules, Error> {
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = kept().get(shape) {
            return Ok(rules.clone());
        }
        // Others need not wait meanwhile; should two compile the same, the later one is kept.
        let rules = Rules::of(puzzle, limits)?;
        Ok(kept().put(shape.clone(), rules).clone())
    }
}

impl Default for Models {
    fn default() -> Self {
        Self::new()
    }
}

/// Solvers for many puzzles, one after the other in one thread. Those of one kind and [shape](super::Puzzle::shape) share
/// their compiled rules and one solver, so that all but the first cost no more than their search; the last few are kept.
///
/// ```no_run
/// # fn f(sheets: &[gridwright::Sheet]) -> Result<(), gridwright::Error> {
/// use gridwright::{Limit, Models};
///
/// let models = Models::new();
/// let mut solvers = models.solvers();
/// for sheet in sheets {
///     let ready = solvers.solver_for(&*sheet.puzzle, Limit::nodes(10_000))?;
///     println!("{}", ready.solver.unique()?.is_unique());
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Solvers {
    models: Models,
    solvers: Recent<PuzzleSolver>,
    /// That of the last puzzle, if its rules are its own.
    own: Option<PuzzleSolver>,
}

impl Solvers {
    /// A solver that assumes the puzzle's givens and nothing else, within these limits, which hold for compilation and for
    /// each question. Nothing of other puzzles changes its answers or statistics; branching, observers and projections that
    /// are changed stay changed for the next puzzle of the shape.
    ///
    /// # Errors
    /// As [`Model::compile`].
    pub fn solver_for(
        &mut self,
        puzzle: &dyn AnyPuzzle,
        limits: impl Into<Limits>,
    ) -> Result<&mut PuzzleSolver, Error> {
        let limits = limits.into();
        let ready = match puzzle.shape() {
            None => self.own.insert(PuzzleSolver::over(Rules::of(puzzle, &limits)?)),
            Some(name) => {
                let shape = Shape { kind: puzzle.kind().name, name };
                match self.solvers.place(&shape) {
                    Some(at) => self.solvers.promote(at),
                    None => {
                        let fresh = PuzzleSolver::over(self.models.rules(puzzle, &shape, &limits)?);
                        self.solvers.put(shape, fresh)
                    }
                }
            }
        };
        ready.take_up(puzzle, limits);
        Ok(ready)
    }
}

/// The compiled rules of a puzzle, and of all others of its kind and shape.
#[derive(Clone, Debug)]
struct Rules {
    compiled: Compiled,
    board: Board,
}

impl Rules {
    fn of(puzzle: &dyn AnyPuzzle, limits: &Limits) -> Result<Self, Error> {
        // What saying the rules takes is part of the limit.
        let mut budget = Budget::start(limits);
        let mut model = Model::new();
        let board = puzzle.rules(&mut model);
        Ok(Self { compiled: model.compile_steps(Plan::Fast, Steps::default(), &mut budget)?, board })
    }
}

/// What puzzles with the same rules have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Shape {
    kind: &'static str,
    name: String,
}

/// What was used last of each shape; the rest is forgotten.
#[derive(Debug)]
struct Recent<T> {
    most: usize,
    /// The oldest first.
    entries: Vec<(Shape, T)>,
}

impl<T> Recent<T> {
    fn new(most: usize) -> Self {
        Self { most, entries: Vec::new() }
    }

    /// Where something is kept for a shape.
    fn place(&self, shape: &Shape) -> Option<usize> {
        self.entries.iter().rposition(|(its, _)| its == shape)
    }

    /// What is kept at a place, which is used last now.
    fn promote(&mut self, at: usize) -> &mut T {
        let entries = &mut self.entries[at..];
        entries.rotate_left(1);
        &mut entries[entries.len() - 1].1
    }

    /// What is kept for a shape.
    fn get(&mut self, shape: &Shape) -> Option<&mut T> {
        let at = self.place(shape)?;
        Some(self.promote(at))
    }

    /// Keeps something for a shape, instead of what was kept for it.
    fn put(&mut self, shape: Shape, value: T) -> &mut T {
        self.entries.retain(|(its, _)| *its != shape);
        if self.entries.len() == self.most {
            self.entries.remove(0);
        }
        self.entries.push((shape, value));
        self.promote(self.entries.len() - 1)
    }
}
