//! Gridwright's side of the comparison with other solvers: times puzzles by the CPU clock of its thread, and lists them
//! for the others.
//!
//! `rival list [FILE]` prints the puzzles of a file, or KenKens that are made from a seed, one a line. The file has the
//! columns size, level and Keen ID, or Sudokus or Killers, one a line in any format. `rival latin` prints Latin squares
//! with holes, `rival scaling` boards of growing size. `rival prove|first SECONDS PASSES FILE` reads such lines and
//! prints a line for each: the name, the answer, microseconds for building and for solving (with dropping all), and
//! nodes, from the pass that took least time. The limit is one of real time, whose clock is looked at in an instant, as
//! that of the thread is not. A puzzle that takes a tenth of the limit is not tried again.

#[path = "../made/mod.rs"]
mod made;
#[path = "../sample.rs"]
mod sample;

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;
use std::{env, fs};

use gridwright::{AnyPuzzle, Error, Limits, Models, Solvers};

use made::cases::{Failure, Question, STOPPED, scaling, solver_for};
use made::{latin, line};
use sample::{Sample, read, samples};

/// As the command has it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

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
        ["scaling"] => scaling().try_for_each(|(name, puzzle)| put(&name, &*puzzle, &mut out)),
        [question @ ("prove" | "first"), seconds, passes, file] => {
            let question = if question == "prove" { Question::Prove } else { Question::First };
            let mut limits = Limits::none();
            limits.time = Some(Duration::try_from_secs_f64(seconds.parse()?)?);
            let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
            let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
            let puzzle = |line| line::parse(line).ok_or_else(|| format!("not NAME SIZE CAGE …: {line}"));
            let puzzles: Vec<(&str, Box<dyn AnyPuzzle>)> = lines.map(puzzle).collect::<Result<_, _>>()?;
            time(&puzzles, passes.parse()?, question, &limits, &mut out)
        }
        _ => {
            Err("usage: rival list [FILE] | rival latin | rival scaling | rival prove|first SECONDS PASSES FILE".into())
        }
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
        let name = format!("{group}-{number}");
        put(&name, &*read(&registry, id)?.puzzle, out).map_err(|_| format!("neither a KenKen nor a Sudoku: {id}"))?;
    }
    Ok(())
}

/// Writes a puzzle as a line.
fn put(name: &str, puzzle: &dyn AnyPuzzle, out: &mut impl Write) -> Result<(), Failure> {
    let line = line::write(name, puzzle).ok_or_else(|| format!("{name}: a puzzle that has no lines"))?;
    Ok(writeln!(out, "{line}")?)
}

/// Writes Latin squares of order 30 and 40 without 42% of their cells, one a line.
fn list_latin(out: &mut impl Write) -> Result<(), Failure> {
    for order in [30, 40] {
        for seed in 0..20 {
            put(&format!("{order}-latin-{seed}"), &latin::with_holes(order, 42, seed), out)?;
        }
    }
    Ok(())
}

/// What one puzzle has taken.
#[derive(Clone, Copy)]
struct Run {
    answer: &'static str,
    build: Duration,
    solve: Duration,
    nodes: u64,
}

impl Run {
    /// The run without looking at the clock, which each of its times has once.
    fn without(self, look: Duration) -> Self {
        Self { build: self.build.saturating_sub(look), solve: self.solve.saturating_sub(look), ..self }
    }
}

/// Passes over all puzzles so many times, and writes the best run of each.
fn time(
    puzzles: &[(&str, Box<dyn AnyPuzzle>)],
    passes: usize,
    question: Question,
    limits: &Limits,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut best: Vec<Option<Run>> = vec![None; puzzles.len()];
    let mut solvers = Models::new().solvers();
    let look = look();
    for _ in 0..passes {
        for ((_, puzzle), best) in puzzles.iter().zip(&mut best) {
            let long = |best: Run| best.answer == STOPPED || limits.time.is_some_and(|limit| best.solve > limit / 10);
            if best.is_some_and(long) {
                continue;
            }
            let run = run(&mut solvers, &**puzzle, question, limits)?.without(look);
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
fn run(solvers: &mut Solvers, puzzle: &dyn AnyPuzzle, question: Question, limits: &Limits) -> Result<Run, Error> {
    let mut own = None;
    let start = cpu_time();
    let solver = match solver_for(solvers, &mut own, puzzle, limits) {
        Ok(solver) => solver,
        Err(Error::Stopped(_)) => {
            return Ok(Run { answer: STOPPED, build: cpu_time() - start, solve: Duration::ZERO, nodes: 0 });
        }
        Err(error) => return Err(error),
    };
    let built = cpu_time();
    let answer = question.ask(solver)?;
    Ok(Run { answer, build: built - start, solve: cpu_time() - built, nodes: solver.stats().nodes })
}

/// What looking at the clock takes, which is much beside an easy puzzle.
fn look() -> Duration {
    let between = |_| {
        let start = cpu_time();
        cpu_time() - start
    };
    (0..1000).map(between).min().unwrap_or_default()
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
