//! Benchmark of canonical forms of Sudokus, by the number of givens.
//!
//! Each sample is one puzzle, so that the median of a group is that of its puzzles. `GRIDWRIGHT_SUDOKU` names a file of
//! Sudokus, one a line; without it, the puzzles are made from a seed.

use std::sync::OnceLock;
use std::{env, error, fmt, fs};

use divan::Bencher;
use gridwright::{Answer, Board, Limits, Model, Puzzle, Solver, random_order};
use gridwright_models::sudoku::Sudoku;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Whatever goes wrong.
type Failure = Box<dyn error::Error>;

/// So many puzzles of each group are measured, again and again if there are fewer, spread over the file if more.
const PUZZLES: usize = 1000;

/// Puzzles of one sort.
struct Group {
    name: String,
    puzzles: Vec<Sudoku>,
}

impl Group {
    fn new(name: &str, puzzles: Vec<Sudoku>) -> Self {
        Self { name: name.to_owned(), puzzles }
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// What is measured.
static GROUPS: OnceLock<Vec<Group>> = OnceLock::new();

fn main() -> Result<(), Failure> {
    let groups = match env::var("GRIDWRIGHT_SUDOKU") {
        Ok(file) => vec![Group::new(&file, read(&file)?)],
        Err(_) => made()?,
    };
    GROUPS.get_or_init(|| groups);
    divan::main();
    Ok(())
}

fn groups() -> &'static [Group] {
    GROUPS.get().map_or(&[], Vec::as_slice)
}

/// From the puzzle to its canonical form.
#[divan::bench(args = groups(), sample_count = PUZZLES as u32, sample_size = 1)]
fn canonical(bencher: Bencher<'_, '_>, group: &Group) {
    let mut puzzles = group.puzzles.iter().cycle();
    let mut next = || puzzles.next().expect("a group has puzzles");
    bencher.with_inputs(&mut next).bench_local_values(Puzzle::canonical);
}

/// The Sudokus of a file.
fn read(file: &str) -> Result<Vec<Sudoku>, Failure> {
    let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let mut puzzles = Vec::new();
    for block in gridwright_models::registry().stream(text.as_bytes()) {
        let sheet = block?.read(&[]).map_err(|mistakes| format!("{file}: {mistakes}"))?;
        puzzles.push(sheet.puzzle.as_any().downcast_ref::<Sudoku>().ok_or(format!("{file}: not all Sudokus"))?.clone());
    }
    Ok(puzzles.iter().step_by(puzzles.len().div_ceil(PUZZLES).max(1)).cloned().collect())
}

/// Full boards, minimal puzzles with one solution, and boards with but a few of the givens.
fn made() -> Result<Vec<Group>, Failure> {
    let mut random = ChaCha8Rng::seed_from_u64(9);
    let (mut full, mut minimal) = (Vec::new(), Vec::new());
    for _ in 0..100 {
        full.push(board(&mut random)?);
        minimal.push(without_needless(&full[full.len() - 1], &mut random)?);
    }
    let mut groups = vec![Group::new("full", full.clone()), Group::new("minimal", minimal)];
    for count in [60, 40, 17, 8, 2] {
        let puzzle = |board: &Sudoku| {
            let mut puzzle = board.clone();
            shuffle(&mut puzzle.givens, &mut random);
            puzzle.givens.truncate(count);
            puzzle.givens.sort_unstable();
            puzzle
        };
        groups.push(Group::new(&format!("{count} givens"), full.iter().map(puzzle).collect()));
    }
    Ok(groups)
}

/// A solver of Sudokus without givens, which makes random boards of them.
fn solver(seed: u64) -> Result<(Board, Solver), Failure> {
    let mut model = Model::new();
    let board = Sudoku::new(9).rules(&mut model);
    Ok((board, model.compile(Limits::none())?.solver().branch(random_order(seed))))
}

/// A random full board.
fn board(random: &mut ChaCha8Rng) -> Result<Sudoku, Failure> {
    let (board, mut solver) = solver(random.next_u64())?;
    let found = solver.first()?;
    let solution = found.solution().ok_or("no board")?;
    let givens = board.vars().map(|(cell, x)| (cell, solution[x])).collect();
    Ok(Sudoku { givens, ..Sudoku::new(9) })
}

/// A board without givens that one solution does not need.
fn without_needless(full: &Sudoku, random: &mut ChaCha8Rng) -> Result<Sudoku, Failure> {
    let (board, mut solver) = solver(0)?;
    let mut puzzle = full.clone();
    shuffle(&mut puzzle.givens, random);
    for _ in 0..puzzle.givens.len() {
        let given = puzzle.givens.remove(0);
        let atoms = board.atoms(&puzzle.givens);
        if solver.assume_nothing().assume_also(atoms).prove()? != Answer::Unique {
            puzzle.givens.push(given);
        }
    }
    puzzle.givens.sort_unstable();
    Ok(puzzle)
}

/// Puts items into a random order.
fn shuffle<T>(items: &mut [T], random: &mut ChaCha8Rng) {
    for last in (1..items.len()).rev() {
        items.swap(last, (random.next_u64() % (last as u64 + 1)) as usize);
    }
}
