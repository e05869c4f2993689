//! Gridwright's side of the comparison with other solvers: times puzzles by the CPU clock of its thread, and lists them
//! for the others.
//!
//! `rival list [FILE]` prints the puzzles of a file, or KenKens that are made from a seed, one a line:
//! `NAME SIZE CAGE CAGE …`, where a cage is its operator and target, a colon and its cells, counted from 0 in reading
//! order. The file has the columns size, level and Keen ID, or Sudokus or Killers, one a line in any format. Their regions
//! are cages with the operator `!`, and then the cells of a sum differ too. `rival latin` prints Latin squares with holes
//! in the same way: all their cages are `=` and have one cell. `rival prove|first SECONDS PASSES FILE` reads such lines and prints a line for each: the name,
//! the answer, microseconds for building and for solving (with dropping all), and nodes, from the pass that took least
//! time. A puzzle that reaches the limit is not tried again.

mod latin;
#[path = "../sample.rs"]
mod sample;

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;
use std::{env, fs};

use gridwright::{Answer, AnyPuzzle, Cell, Error, Found, Limits, Mistakes, Models, Puzzle, Solver, Solvers};
use gridwright_models::kenken::{KenKen, Operation};
use gridwright_models::killer::Killer;
use gridwright_models::latin::Latin;
use gridwright_models::sudoku::{Regions, Sudoku};

use sample::{Failure, Sample, read, samples};

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut out = io::stdout().lock();
    match arguments[..] {
        ["list"] => list(&samples(None)?, &mut out),
        ["list", file] => match samples(Some(Path::new(file))) {
            Ok(samples) => list(&samples, &mut out),
            Err(_) => list(&lines(Path::new(file))?, &mut out),
        },
        ["latin"] => list_latin(&mut out),
        [question @ ("prove" | "first"), seconds, passes, file] => {
            let ask = if question == "prove" { prove } else { first };
            let mut limits = Limits::none();
            limits.time = Some(Duration::try_from_secs_f64(seconds.parse()?)?);
            let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
            let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
            let puzzle = |line| parse(line).ok_or_else(|| format!("not NAME SIZE CAGE …: {line}"));
            let puzzles: Vec<(&str, Box<dyn AnyPuzzle>)> = lines.map(puzzle).collect::<Result<_, _>>()?;
            time(&puzzles, passes.parse()?, ask, &limits, &mut out)
        }
        _ => Err("usage: rival list [FILE] | rival latin | rival prove|first SECONDS PASSES FILE".into()),
    }
}

/// The lines of a file that are no comments, as samples of one group.
fn lines(file: &Path) -> Result<Vec<Sample>, Failure> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let group = file.file_stem().unwrap_or_default().to_string_lossy();
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    Ok(lines.map(|line| Sample { group: group.clone().into(), id: line.to_owned() }).collect())
}

/// Writes one puzzle a line.
fn list(samples: &[Sample], out: &mut impl Write) -> Result<(), Failure> {
    let registry = gridwright_models::registry();
    for (number, Sample { group, id }) in samples.iter().enumerate() {
        let sheet = read(&registry, id)?;
        let puzzle = sheet.puzzle.as_any();
        let killer = puzzle.downcast_ref::<Killer>();
        let sudoku = killer.map(|killer| &killer.sudoku).or_else(|| puzzle.downcast_ref::<Sudoku>());
        let (size, cages) = match (puzzle.downcast_ref::<KenKen>(), sudoku) {
            (Some(kenken), _) => (kenken.size, &kenken.cages.cages[..]),
            (None, Some(sudoku)) => (sudoku.size, killer.map_or(&[][..], |killer| &killer.cages.cages)),
            (None, None) => return Err(format!("neither a KenKen nor a Sudoku: {id}").into()),
        };
        write!(out, "{group}-{number} {size}")?;
        let mut put = |sign: char, target: i64, cells: &[Cell]| {
            let cells: Vec<String> = cells.iter().map(|at| (at.row * size + at.column).to_string()).collect();
            write!(out, " {sign}{target}:{}", cells.join(","))
        };
        for region in sudoku.iter().flat_map(|sudoku| sudoku.regions.cells(size)) {
            put('!', 0, &region)?;
        }
        for (cell, digit) in sudoku.iter().flat_map(|sudoku| &sudoku.givens) {
            put('=', *digit, &[*cell])?;
        }
        for cage in cages {
            let clue = cage.clue.ok_or("a cage without target")?;
            let sign = if killer.is_some() && cage.cells.len() > 1 { '+' } else { '=' };
            put(clue.sign.unwrap_or(sign), clue.number, &cage.cells)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Writes Latin squares of order 30 and 40 without 42% of their cells, one a line.
fn list_latin(out: &mut impl Write) -> Result<(), Failure> {
    for order in [30, 40] {
        for seed in 0..20 {
            write!(out, "{order}-latin-{seed} {order}")?;
            for (at, digit) in latin::with_holes(order, 42, seed).givens {
                write!(out, " ={digit}:{}", at.row * order + at.column)?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

/// Reads a line that [`list`] or [`list_latin`] has written.
fn parse(line: &str) -> Option<(&str, Box<dyn AnyPuzzle>)> {
    let mut words = line.split_whitespace();
    let name = words.next()?;
    let size = words.next()?.parse().ok()?;
    let cages: Vec<(char, i64, Vec<Cell>)> = words.map(|word| cage(word, size)).collect::<Option<_>>()?;
    let given = |(sign, digit, cells): &(char, i64, Vec<Cell>)| match cells[..] {
        [cell] if *sign == '=' => Some((cell, *digit)),
        _ => None,
    };
    if cages.iter().any(|(sign, ..)| *sign == '!') {
        let mut killer = Killer::new(Some(size).filter(|size| Sudoku::SIZES.contains(size))?);
        let mut regions = Vec::new();
        for cage in &cages {
            match (cage, given(cage)) {
                (_, Some(given)) => killer.sudoku.givens.push(given),
                (('!', _, cells), _) => regions.push(cells.clone()),
                (('+', sum, cells), _) => _ = killer.cage(cells.iter().copied(), *sum),
                _ => return None,
            }
        }
        killer.sudoku.regions = Regions::of(size, regions);
        let plain = killer.cages.cages.is_empty();
        return if plain { checked(name, killer.sudoku) } else { checked(name, killer) };
    }
    if let Some(givens) = cages.iter().map(given).collect() {
        return checked(name, Latin { size, givens });
    }
    let mut puzzle = KenKen::new(Some(size).filter(|size| KenKen::SIZES.contains(size))?);
    for (sign, target, cells) in cages {
        let operation = if sign == '=' { None } else { Some(Operation::from_sign(sign)?) };
        puzzle.cage(cells, target, operation);
    }
    checked(name, puzzle)
}

/// A cage: its sign, target and cells.
fn cage(word: &str, size: usize) -> Option<(char, i64, Vec<Cell>)> {
    let (clue, cells) = word.split_once(':')?;
    let sign = clue.chars().next()?;
    let target = clue[sign.len_utf8()..].parse().ok()?;
    let cell = |word: &str| word.parse().ok().map(|at: usize| Cell::new(at / size, at % size));
    Some((sign, target, cells.split(',').map(cell).collect::<Option<_>>()?))
}

/// A puzzle without mistakes.
fn checked<P: Puzzle>(name: &str, puzzle: P) -> Option<(&str, Box<dyn AnyPuzzle>)> {
    let mut mistakes = Mistakes::new();
    puzzle.check(&mut mistakes);
    (!mistakes.has_errors()).then(|| (name, Box::new(puzzle) as Box<dyn AnyPuzzle>))
}

/// What one puzzle has taken.
#[derive(Clone, Copy)]
struct Run {
    answer: &'static str,
    build: Duration,
    solve: Duration,
    nodes: u64,
}

/// A question to a solver, and its answer in a word.
type Ask = fn(&mut Solver) -> Result<&'static str, Error>;

fn prove(solver: &mut Solver) -> Result<&'static str, Error> {
    Ok(match solver.prove()? {
        Answer::Unique => "unique",
        Answer::Many => "many",
        Answer::None => "none",
        Answer::Stopped(_) => STOPPED,
    })
}

fn first(solver: &mut Solver) -> Result<&'static str, Error> {
    Ok(match solver.first()? {
        Found::Solution(_) => "some",
        Found::None => "none",
        Found::Stopped(_) => STOPPED,
    })
}

/// The answer where a limit was reached.
const STOPPED: &str = "stopped";

/// Passes over all puzzles so many times, and writes the best run of each.
fn time(
    puzzles: &[(&str, Box<dyn AnyPuzzle>)],
    passes: usize,
    ask: Ask,
    limits: &Limits,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut best: Vec<Option<Run>> = vec![None; puzzles.len()];
    let mut solvers = Models::new().solvers();
    for _ in 0..passes {
        for ((_, puzzle), best) in puzzles.iter().zip(&mut best) {
            if best.is_some_and(|best| best.answer == STOPPED) {
                continue;
            }
            let run = run(&mut solvers, &**puzzle, ask, limits)?;
            if best.is_none_or(|best| run.build + run.solve < best.build + best.solve) {
                *best = Some(run);
            }
        }
    }
    for ((name, _), best) in puzzles.iter().zip(&best) {
        if let Some(Run { answer, build, solve, nodes }) = best {
            let [build, solve] = [build, solve].map(|time| time.as_nanos() as f64 / 1e3);
            writeln!(out, "{name} {answer} {build:.1} {solve:.1} {nodes}")?;
        }
    }
    Ok(())
}

/// Builds and asks. What was built for the puzzle before is dropped meanwhile, unless both have the same rules.
fn run(solvers: &mut Solvers, puzzle: &dyn AnyPuzzle, ask: Ask, limits: &Limits) -> Result<Run, Error> {
    let start = cpu_time();
    let solver = match solvers.solver_for(puzzle, limits.clone()) {
        Ok(ready) => &mut ready.solver,
        Err(Error::Stopped(_)) => {
            return Ok(Run { answer: STOPPED, build: cpu_time() - start, solve: Duration::ZERO, nodes: 0 });
        }
        Err(error) => return Err(error),
    };
    let built = cpu_time();
    let answer = ask(solver)?;
    Ok(Run { answer, build: built - start, solve: cpu_time() - built, nodes: solver.stats().nodes })
}

/// The CPU time that this thread has taken.
#[cfg(unix)]
fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// The time since the first call, where the system has no clock of a thread.
#[cfg(not(unix))]
fn cpu_time() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}
