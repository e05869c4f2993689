//! Mutation testing of the engine: builds all mutants into one program and runs the engine's tests with each in turn.

mod copy;
mod mutant;
mod place;
mod report;
mod run;
mod survey;
mod weave;

#[cfg(test)]
mod tests;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use crate::mutant::Mutant;
use crate::report::Fates;
use crate::run::Fate;
use crate::survey::Test;

/// A mutant that lives through tests of so much time counts as alive, when its own module's tests have been tried too,
/// but for one that takes longer by itself.
const LONGEST: Duration = Duration::from_secs(10);
/// So many of the tests that caught the last mutants are tried first.
const FIRST: usize = 4;

const USAGE: &str = "\
Runs the engine's tests with each mutant that cargo-mutants names.

mutants run LIST COPY [--sample N] [--seed N]
    weaves the mutants of LIST (cargo mutants --list --json) into a copy of the project in the folder COPY, builds it,
    and writes COPY/target/fates.json, one line for each mutant; lines that are there already are not tried again
mutants report LIST COPY
    counts them by module, and lists those that live
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        ["run", list, copy, options @ ..] => {
            options_of(options).and_then(|(sample, seed)| run_all(Path::new(list), &PathBuf::from(copy), sample, seed))
        }
        ["report", list, copy] => read(Path::new(list)).and_then(|all| report::report(&all, Path::new(copy))),
        _ => Err(USAGE.into()),
    };
    let (text, code) = match outcome {
        Ok(text) => (text, ExitCode::SUCCESS),
        Err(message) => (message + "\n", ExitCode::from(2)),
    };
    let _ = std::io::stdout().write_all(text.as_bytes());
    code
}

fn options_of(words: &[&str]) -> Result<(usize, u64), String> {
    let (mut sample, mut seed) = (300, 1);
    for pair in words.chunks(2) {
        let number = pair.get(1).and_then(|word| word.parse::<u64>().ok());
        let number = number.ok_or(format!("{} takes a number", pair[0]))?;
        match pair[0] {
            "--sample" => sample = number as usize,
            "--seed" => seed = number,
            other => return Err(format!("{other} is no option here")),
        }
    }
    Ok((sample, seed))
}

fn read(list: &Path) -> Result<Vec<Mutant>, String> {
    let json = std::fs::read_to_string(list).map_err(|error| format!("{}: {error}", list.display()))?;
    mutant::read(&json)
}

/// Builds, surveys the tests, and tries each mutant.
fn run_all(list: &Path, copy: &Path, sample: usize, seed: u64) -> Result<String, String> {
    std::fs::create_dir_all(copy.join("target")).map_err(|error| error.to_string())?;
    let copy = copy.canonicalize().map_err(|error| error.to_string())?;
    let mut fates = Fates::open(&copy)?;
    let mut chosen = mutant::choose(&read(list)?, sample, seed);
    copy::say(&format!("{} mutants", chosen.len()));
    // What an earlier run could not build is not tried again.
    chosen.retain(|mutant| !fates.is_out(mutant.id));
    let built = copy::build(Path::new("."), &copy, chosen)?;
    for (ids, fate) in [(&built.unviable, "unviable"), (&built.left_out, "left out")] {
        for &id in ids {
            fates.put(id, fate, "")?;
        }
    }
    let tests = survey::tests(&copy, &built.programs, built.woven)?;
    try_all(&copy, &built.live, &tests, &mut fates)?;
    Ok(String::new())
}

/// The longest time of a test that is tried on a mutant of another module.
fn longest(mutant: &Mutant, tests: &[Test]) -> Duration {
    let mut spent = Duration::ZERO;
    let reaching = tests.iter().filter(|test| test.reached.contains(&mutant.id));
    let times = reaching.map_while(|test| {
        spent += test.time;
        (spent <= LONGEST).then_some(test.time)
    });
    times.last().unwrap_or_default()
}

/// Runs the tests of its own module on each mutant, then the quick ones of all, then slower ones on those that are left.
/// What caught the last ones often catches the next one too, and is tried first.
fn try_all(copy: &Path, mutants: &[Mutant], tests: &[Test], fates: &mut Fates) -> Result<(), String> {
    let mut recent: Vec<&Test> = Vec::new();
    for step in std::iter::once(None).chain((0..survey::STEPS).map(Some)) {
        let open: Vec<&Mutant> = mutants.iter().filter(|mutant| !fates.has(mutant.id)).collect();
        copy::say(&format!("step {step:?}: {} mutants", open.len()));
        for mutant in open {
            let (near, longest) = (mutant.neighbourhood(), longest(mutant, tests));
            let is_in_turn = |test: &&Test| {
                let step_fits = match step {
                    None => test.is_near(near) && test.time <= LONGEST,
                    Some(step) => test.step() == step && test.time <= longest,
                };
                step_fits && test.reached.contains(&mutant.id) && !fates.has_passed(mutant.id, &test.name)
            };
            let first: Vec<&Test> = recent.iter().copied().filter(is_in_turn).take(FIRST).collect();
            let others = tests.iter().filter(|test| !first.contains(test)).filter(is_in_turn).collect();
            let mut fate = Fate::Lives;
            for batch in [first, others] {
                if fate == Fate::Lives {
                    fate = run::trial(copy, &batch, mutant.id)?;
                    if fate == Fate::Lives {
                        fates.pass(mutant.id, &batch)?;
                    }
                }
            }
            match fate {
                Fate::Caught(name) => {
                    fates.put(mutant.id, "caught", &name)?;
                    if let Some(test) = tests.iter().find(|test| test.name == name) {
                        recent.retain(|other| *other != test);
                        recent.insert(0, test);
                    }
                }
                Fate::Timeout(test) => fates.put(mutant.id, "timeout", &test)?,
                Fate::Lives => {}
            }
        }
    }
    for mutant in mutants.iter().filter(|mutant| !fates.has(mutant.id)).collect::<Vec<_>>() {
        let reaching = tests.iter().filter(|test| test.reached.contains(&mutant.id)).count();
        fates.put(mutant.id, "lives", &format!("{reaching} tests reach it"))?;
    }
    Ok(())
}
