//! Runs each test by itself once: how long it takes, and which mutants it reaches.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

use serde_json::{Value, json};

use crate::copy::say;
use crate::run::command;

/// A test and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Test {
    pub(crate) program: PathBuf,
    pub(crate) name: String,
    pub(crate) time: Duration,
    /// The mutants that it reaches.
    pub(crate) reached: BTreeSet<u32>,
}

/// Tests of the source text, not of what it does.
const LEFT_OUT: [&str; 1] = ["architecture::"];
/// Tests that take no longer than this go together; the last are those that take longer than all.
const LIMITS: [Duration; 4] =
    [Duration::from_millis(20), Duration::from_millis(100), Duration::from_millis(500), Duration::from_secs(2)];
/// The number of steps in which tests are tried.
pub(crate) const STEPS: usize = LIMITS.len() + 1;

impl Test {
    /// The step that the test belongs to, quick ones to the first.
    pub(crate) fn step(&self) -> usize {
        LIMITS.iter().take_while(|&&limit| limit < self.time).count()
    }

    /// Whether it is a test of this module, or of the constraint of this name.
    pub(crate) fn is_near(&self, module: &str) -> bool {
        let name = self.name.trim_start_matches("constraint::");
        name.strip_prefix(module).is_some_and(|rest| rest.starts_with("::"))
    }

    fn to_json(&self) -> Value {
        json!({
            "program": self.program.to_string_lossy(),
            "name": self.name,
            "micros": self.time.as_micros() as u64,
            "reached": self.reached,
        })
    }

    fn from_json(line: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(line).ok()?;
        let reached = value["reached"].as_array()?.iter().filter_map(|id| Some(id.as_u64()? as u32)).collect();
        Some(Self {
            program: value["program"].as_str()?.into(),
            name: value["name"].as_str()?.into(),
            time: Duration::from_micros(value["micros"].as_u64()?),
            reached,
        })
    }
}

/// The tests that pass without a mutant, the quick ones first. What an earlier run has found of a test is read, unless the
/// engine was `woven` anew since.
pub(crate) fn tests(root: &Path, programs: &[PathBuf], woven: Option<SystemTime>) -> Result<Vec<Test>, String> {
    let path = root.join("target/survey.json");
    let written = std::fs::metadata(&path).and_then(|data| data.modified()).ok();
    let known = if written > woven { std::fs::read_to_string(&path).ok() } else { None };
    let known: Vec<Test> = known.unwrap_or_default().lines().filter_map(Test::from_json).collect();
    let mut tests = Vec::new();
    for program in programs {
        for name in names(program)? {
            let same = known.iter().find(|test| test.name == name && test.program == *program);
            tests.extend(same.cloned().or_else(|| survey(root, program, &name)));
        }
    }
    tests.sort_by_key(|test| test.time);
    let lines: Vec<String> = tests.iter().map(|test| test.to_json().to_string()).collect();
    std::fs::write(&path, lines.join("\n")).map_err(|error| error.to_string())?;
    Ok(tests)
}

/// The tests of a program.
fn names(program: &Path) -> Result<Vec<String>, String> {
    let listed = Command::new(program).args(["--list", "--format", "terse"]).output();
    let listed = listed.map_err(|error| format!("{}: {error}", program.display()))?;
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let names = listed.lines().filter_map(|line| line.strip_suffix(": test"));
    Ok(names.filter(|name| !LEFT_OUT.iter().any(|part| name.starts_with(part))).map(String::from).collect())
}

fn survey(root: &Path, program: &Path, name: &str) -> Option<Test> {
    let notes = root.join("target/notes");
    let _ = std::fs::remove_file(&notes);
    let start = Instant::now();
    let mut command = command(root, program, &[name], "note");
    let status = command.env("MUTANT_NOTES", &notes).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let time = start.elapsed();
    if !status.is_ok_and(|status| status.success()) {
        say(&format!("{name} fails on the copy and is left out"));
        return None;
    }
    let reached = std::fs::read_to_string(&notes).unwrap_or_default();
    let reached = reached.lines().filter_map(|line| line.parse().ok()).collect();
    Some(Test { program: program.into(), name: name.into(), time, reached })
}
