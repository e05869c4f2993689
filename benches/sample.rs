//! The KenKens that are measured: those of a file of Keen IDs or, without one, some that are made from a seed.

use std::path::Path;
use std::{error, fs};

use gridwright::{Answer, AnyPuzzle, Cell, Error, Format, Limit, Limits, Model, Registry, Sheet, Solver, random_order};
use gridwright_models::format::Keen;
use gridwright_models::kenken::{KenKen, Operation};
use gridwright_models::latin::Latin;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Whatever goes wrong.
pub type Failure = Box<dyn error::Error>;

/// A KenKen by its Keen ID.
pub struct Sample {
    /// What it has in common with others, such as `6-hard`.
    pub group: String,
    /// The ID.
    pub id: String,
}

/// The samples of a file with the columns size, level and Keen ID, tabs between, or, without a file, made ones.
///
/// # Errors
/// The file cannot be read, or a line has other columns.
pub fn samples(file: Option<&Path>) -> Result<Vec<Sample>, Failure> {
    let Some(file) = file else { return made() };
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let sample = |(at, line): (usize, &str)| match line.split('\t').collect::<Vec<_>>()[..] {
        [size, level, id] => Ok(Sample { group: format!("{size}-{level}"), id: id.to_owned() }),
        _ => Err(format!("{}:{}: not a size, a level and an ID with tabs between", file.display(), at + 1).into()),
    };
    lines.map(sample).collect()
}

/// Recognises and reads an ID.
///
/// # Errors
/// It has mistakes.
pub fn read(registry: &Registry, id: &str) -> Result<Sheet, Failure> {
    let block = registry.stream(id.as_bytes()).next().ok_or("an empty ID")??;
    block.read(&[]).map_err(|mistakes| format!("{id}: {mistakes}").into())
}

/// A solver for a puzzle, from its rules on.
///
/// # Errors
/// The model was not compiled within the limits.
pub fn build(puzzle: &dyn AnyPuzzle, limits: &Limits) -> Result<Solver, Error> {
    let mut model = Model::new();
    let board = puzzle.rules(&mut model);
    let givens = board.atoms(&puzzle.givens());
    Ok(model.compile(limits.clone())?.solver().limits(limits.clone()).assume(givens))
}

/// Ten puzzles with one solution of each size from 4 to 9.
fn made() -> Result<Vec<Sample>, Failure> {
    let mut samples = Vec::new();
    for size in 4..=9 {
        let mut random = Random(ChaCha8Rng::seed_from_u64(size as u64));
        for _ in 0..10 {
            let sheet = Sheet::new(random.unique(size)?);
            samples.push(Sample { group: format!("{size}-made"), id: Keen.write(&sheet, &[])?.trim_end().to_owned() });
        }
    }
    Ok(samples)
}

/// Makes puzzles.
struct Random(ChaCha8Rng);

impl Random {
    /// A puzzle with one solution.
    fn unique(&mut self, size: usize) -> Result<KenKen, Failure> {
        loop {
            let puzzle = self.puzzle(size)?;
            if build(&puzzle, &Limit::nodes(10_000).into())?.prove()? == Answer::Unique {
                return Ok(puzzle);
            }
        }
    }

    /// A Latin square, cut into cages of two and three cells and what remains between them.
    fn puzzle(&mut self, size: usize) -> Result<KenKen, Failure> {
        let latin = Latin { size, givens: Vec::new() };
        let square = build(&latin, &Limits::none())?.branch(random_order(self.0.next_u64())).first()?;
        let square = square.solution().ok_or("no Latin square")?;
        let mut puzzle = KenKen::new(size);
        let mut free: Vec<Cell> = (0..size * size).map(|at| Cell::new(at / size, at % size)).collect();
        while let Some(first) = self.take(&mut free, |_| true) {
            let mut cage = vec![first];
            for _ in 0..=self.below(2) {
                let beside =
                    |cell: Cell| cage.iter().any(|at| at.row.abs_diff(cell.row) + at.column.abs_diff(cell.column) == 1);
                let Some(next) = self.take(&mut free, beside) else { break };
                cage.push(next);
            }
            let digits: Vec<i64> = cage.iter().map(|at| square.values()[at.row * size + at.column]).collect();
            let (target, operation) = self.clue(&digits);
            puzzle.cage(cage, target, operation);
        }
        Ok(puzzle)
    }

    /// A target and operation that fit a cage of these digits.
    fn clue(&mut self, digits: &[i64]) -> (i64, Option<Operation>) {
        let mut clues =
            vec![(digits.iter().sum(), Some(Operation::Add)), (digits.iter().product(), Some(Operation::Multiply))];
        match *digits {
            [digit] => clues = vec![(digit, None)],
            [a, b] => {
                clues.push(((a - b).abs(), Some(Operation::Subtract)));
                if a.max(b) % a.min(b) == 0 {
                    clues.push((a.max(b) / a.min(b), Some(Operation::Divide)));
                }
            }
            _ => {}
        }
        clues[self.below(clues.len())]
    }

    /// Takes one of the cells that fit.
    fn take(&mut self, cells: &mut Vec<Cell>, fits: impl Fn(Cell) -> bool) -> Option<Cell> {
        let fitting: Vec<usize> = (0..cells.len()).filter(|&at| fits(cells[at])).collect();
        (!fitting.is_empty()).then(|| cells.swap_remove(fitting[self.below(fitting.len())]))
    }

    /// A number below `n`.
    fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.0.next_u64()) * n as u128) >> 64) as usize
    }
}
