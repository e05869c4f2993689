//! Benchmark of canonical forms of Sudokus, by the number of givens.
//!
//! Each sample is one puzzle, so that the median of a group is that of its puzzles. `GRIDWRIGHT_SUDOKU` names a file of
//! Sudokus, one a line; without it, the puzzles are made from a seed.

use std::sync::OnceLock;
use std::{env, error, fmt, fs};

use divan::Bencher;
use gridwright::{Atom, Cell, Limits, Model, Puzzle, Solver, random_order};
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

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// What is measured.
static GROUPS: OnceLock<Vec<Group>> = OnceLock::new();

fn main() -> Result<(), Failure> {
    let groups = match env::var("GRIDWRIGHT_SUDOKU") {
        Ok(file) => vec![Group { puzzles: read(&file)?, name: file }],
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

/// Full boards, minimal puzzles with one solution, and boards with no more than 17, 8 and 2 givens.
fn made() -> Result<Vec<Group>, Failure> {
    let mut random = ChaCha8Rng::seed_from_u64(9);
    let solver = solver(&Sudoku::new(9))?;
    let boards: Vec<Sudoku> = (0..100).map(|_| board(&solver, &mut random)).collect::<Result<_, _>>()?;
    let minimal = boards.iter().map(|board| minimal(board, &solver, &mut random)).collect::<Result<_, _>>()?;
    let mut groups = vec![
        Group { name: "full".to_owned(), puzzles: boards.clone() },
        Group { name: "minimal".to_owned(), puzzles: minimal },
    ];
    for count in [60, 40, 17, 8, 2] {
        let puzzle = |board: &Sudoku| {
            let mut puzzle = board.clone();
            shuffle(&mut puzzle.givens, &mut random);
            puzzle.givens.truncate(count);
            puzzle.givens.sort_unstable();
            puzzle
        };
        groups.push(Group { name: format!("{count} givens"), puzzles: boards.iter().map(puzzle).collect() });
    }
    Ok(groups)
}

/// A solver of Sudokus without givens.
fn solver(puzzle: &Sudoku) -> Result<Solver, Failure> {
    let mut model = Model::new();
    puzzle.rules(&mut model);
    Ok(model.compile(Limits::none())?.solver())
}

