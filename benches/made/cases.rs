//! The cases whose instructions and nodes are kept in the repository, and the boards of growing size.

use std::error;

use gridwright::{
    Answer, AnyPuzzle, Error, Found, Limit, Limits, PuzzleSolver, Solver, Solvers, ValueOrder, first_fail,
};
use gridwright_models::kenken::KenKen;

use super::queens::Queens;
use super::random::Random;
use super::{kenken, latin, line};

/// Whatever goes wrong.
pub type Failure = Box<dyn error::Error>;

/// What is asked of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether it has one solution and no other.
    Prove,
    /// A solution.
    First,
}

impl Question {
    /// The answer in a word.
    ///
    /// # Errors
    /// The solver's own.
    pub fn ask(self, solver: &mut Solver) -> Result<&'static str, Error> {
        Ok(match self {
            Self::Prove => match solver.prove()? {
                Answer::Unique => "unique",
                Answer::Many => "many",
                Answer::None => "none",
                Answer::Stopped(_) => STOPPED,
            },
            Self::First => match solver.first()? {
                Found::Solution(_) => "some",
                Found::None => "none",
                Found::Stopped(_) => STOPPED,
            },
        })
    }
}

/// The answer where a limit was reached.
pub const STOPPED: &str = "stopped";

/// The solver of a puzzle: one that puzzles share, but for queens, which branch in their own way: from the least value on,
/// boards of more than 100 rows are not solved.
///
/// # Errors
/// The puzzle was not compiled within the limits.
pub fn solver_for<'a>(
    shared: &'a mut Solvers,
    own: &'a mut Option<Solver>,
    puzzle: &dyn AnyPuzzle,
    limits: &Limits,
) -> Result<&'a mut Solver, Error> {
    if puzzle.as_any().is::<Queens>() {
        let middle = first_fail().values(ValueOrder::Median);
        return Ok(own.insert(PuzzleSolver::new(puzzle, limits.clone())?.solver.branch(middle)));
    }
    Ok(&mut shared.solver_for(puzzle, limits.clone())?.solver)
}

/// Puzzles of one sort, and what is asked of each.
pub struct Case {
    /// The name, such as `9-hard`.
    pub name: String,
    /// The question.
    pub question: Question,
    /// The puzzles.
    pub puzzles: Vec<Box<dyn AnyPuzzle>>,
}

/// Our own KenKens, Sudokus and Killers with one solution, then Latin squares with holes and queens.
pub fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for text in include_str!("cases.kk").lines().filter(|line| !line.starts_with('#')) {
        let (name, puzzle) = line::parse(text).expect("a puzzle without mistakes");
        let group = name.rsplit_once('-').map_or(name, |(group, _)| group);
        match cases.last_mut() {
            Some(case) if case.name == group => case.puzzles.push(puzzle),
            _ => cases.push(Case { name: group.to_owned(), question: Question::Prove, puzzles: vec![puzzle] }),
        }
    }
    let holes = |seed| Box::new(latin::with_holes(30, 42, seed)) as Box<dyn AnyPuzzle>;
    let boards = |size| Box::new(Queens { size }) as Box<dyn AnyPuzzle>;
    let first = |name: &str, puzzles| Case { name: name.to_owned(), question: Question::First, puzzles };
    cases.push(first("latin-30", (0..5).map(holes).collect()));
    cases.push(first("queens-100", (96..=104).step_by(2).map(boards).collect()));
    cases
}

/// Ten KenKens with one solution of each size from 4 to 9.
///
/// # Errors
/// The solver's own.
pub fn kenkens() -> Result<Vec<(usize, Vec<KenKen>)>, Error> {
    let mut sizes = Vec::new();
    for size in 4..=9 {
        let mut random = Random::new(size as u64);
        let mut puzzles = Vec::new();
        while puzzles.len() < 10 {
            let puzzle = kenken::board(size, kenken::SHORT, &mut random);
            // A proof takes far fewer nodes.
            if PuzzleSolver::new(&puzzle, Limit::nodes(100_000))?.solver.prove()? == Answer::Unique {
                puzzles.push(puzzle);
            }
        }
        sizes.push((size, puzzles));
    }
    Ok(sizes)
}

/// Boards of growing size, several of each, with their names.
pub fn scaling() -> impl Iterator<Item = (String, Box<dyn AnyPuzzle>)> {
    let named = |kind: &str, size: usize, number: u64| format!("{kind}-{size}-{number}");
    let kenkens = (4..=16).flat_map(move |size| {
        let mut random = Random::new(size as u64);
        (0..BOARDS).map(move |number| {
            let puzzle = kenken::board(size, kenken::MIXED, &mut random);
            (named("kenken", size, number), Box::new(puzzle) as Box<dyn AnyPuzzle>)
        })
    });
    let squares = (10..=50).step_by(5).flat_map(move |order| {
        (0..BOARDS).map(move |seed| {
            (named("latin", order, seed), Box::new(latin::with_holes(order, 42, seed)) as Box<dyn AnyPuzzle>)
        })
    });
    let queens = QUEENS.into_iter().flat_map(move |size| {
        (0..5).map(move |number| {
            (named("queens", size, number), Box::new(Queens { size: size - 2 + number as usize }) as Box<dyn AnyPuzzle>)
        })
    });
    kenkens.chain(squares).chain(queens)
}

/// So many boards of each size.
const BOARDS: u64 = 7;

/// Five boards around each of these sizes.
const QUEENS: [usize; 13] = [8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 500];
