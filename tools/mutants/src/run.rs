//! Runs tests with a mutant switched on, in bounded time and memory.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use crate::survey::Test;

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// A test failed.
    Caught(String),
    /// The tests took far longer than without it.
    Timeout(String),
    /// All tests passed.
    Lives,
}

/// The most memory that tests may take, in KiB.
const MEMORY: u32 = 4_000_000;

/// How many random models a test compares that can do with any number.
const RANDOM_MODELS: &str = "2000";

/// Runs those tests that reach a mutant until one fails.
pub(crate) fn trial(root: &Path, tests: &[&Test], id: u32) -> Result<Fate, String> {
    let mut batches: BTreeMap<&Path, Vec<&Test>> = BTreeMap::new();
    for test in tests.iter().filter(|test| test.reached.contains(&id)) {
        batches.entry(&test.program).or_default().push(test);
    }
    for (program, batch) in batches {
        let fate = run(root, program, &batch, id)?;
        if fate != Fate::Lives {
            return Ok(fate);
        }
    }
    Ok(Fate::Lives)
}

/// Runs some tests in one process, with a limit that starts anew with each test.
fn run(root: &Path, program: &Path, batch: &[&Test], id: u32) -> Result<Fate, String> {
    let names: Vec<&str> = batch.iter().map(|test| test.name.as_str()).collect();
    let slowest = batch.iter().map(|test| test.time).max().unwrap_or_default();
    let mut child = command(root, program, &names, &id.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| error.to_string())?;
    let said = listen(&mut child);
    let mut last = "start".to_string();
    loop {
        match said.recv_timeout(slowest * 3 + Duration::from_secs(4)) {
            Ok(line) if line.ends_with("FAILED") => {
                end(&mut child);
                return Ok(Fate::Caught(line.trim_start_matches("test ").trim_end_matches(" ... FAILED").into()));
            }
            Ok(line) => last = line.trim_start_matches("test ").trim_end_matches(" ... ok").into(),
            Err(mpsc::RecvTimeoutError::Timeout) => {
                end(&mut child);
                return Ok(Fate::Timeout(format!("after {last}")));
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        }
    }
    let status = child.wait().map_err(|error| error.to_string())?;
    Ok(if status.success() { Fate::Lives } else { Fate::Caught(format!("died after {last}")) })
}

/// The lines that a process writes.
fn listen(child: &mut Child) -> mpsc::Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    if let Some(pipe) = child.stdout.take() {
        std::thread::spawn(move || {
            let lines = BufReader::new(pipe).lines().map_while(Result::ok);
            lines.take_while(|line| sender.send(line.clone()).is_ok()).count()
        });
    }
    receiver
}

fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

/// A run of some tests in bounded memory.
pub(crate) fn command(root: &Path, program: &Path, names: &[&str], mutant: &str) -> Command {
    let mut command = Command::new("sh");
    command
        .args(["-c", &format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\"")])
        .arg(program)
        .args(["--exact", "--test-threads=1"])
        .args(names)
        .current_dir(root)
        .env("MUTANT", mutant)
        .env("INSTA_UPDATE", "no")
        .env("GRIDWRIGHT_MODELS", RANDOM_MODELS)
        .env("PROPTEST_RNG_SEED", "1")
        .stdin(Stdio::null());
    command
}
