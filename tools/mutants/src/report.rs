//! What became of each mutant: kept in a file, and counted.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use serde_json::{Value, json};

use crate::mutant::{Mutant, is_whole};
use crate::survey::Test;

/// The fates that a mutant can have, in the order of the table; those of the first two are in no program.
const FATES: [&str; 5] = ["unviable", "left out", "caught", "timeout", "lives"];

/// The fate of each mutant, and the test that decided it.
type Known = BTreeMap<u32, (String, String)>;
/// The tests that have passed with each mutant.
type Passed = BTreeMap<u32, BTreeSet<String>>;

/// The file of fates, written line by line.
#[derive(Debug)]
pub(crate) struct Fates {
    known: Known,
    passed: Passed,
    file: std::fs::File,
}

impl Fates {
    /// Opens the file of a copy, with what an earlier run wrote.
    pub(crate) fn open(copy: &Path) -> Result<Self, String> {
        let path = copy.join("target/fates.json");
        let (known, passed) = read(&path);
        let file = std::fs::OpenOptions::new().create(true).append(true).open(&path);
        Ok(Self { known, passed, file: file.map_err(|error| format!("{}: {error}", path.display()))? })
    }

    /// Whether a mutant's fate is known; of one that lives, another test may change it.
    pub(crate) fn has(&self, id: u32) -> bool {
        self.known.get(&id).is_some_and(|(fate, _)| fate != "lives")
    }

    /// Whether a mutant is known to be in no program.
    pub(crate) fn is_out(&self, id: u32) -> bool {
        self.known.get(&id).is_some_and(|(fate, _)| FATES[..2].contains(&fate.as_str()))
    }

    /// Writes a fate, and the test that decided it.
    pub(crate) fn put(&mut self, id: u32, fate: &str, test: &str) -> Result<(), String> {
        let new = (fate.to_string(), test.to_string());
        if self.known.get(&id) == Some(&new) {
            return Ok(());
        }
        self.known.insert(id, new);
        self.line(&json!({ "id": id, "fate": fate, "test": test }))
    }

    /// Whether a test has passed with a mutant.
    pub(crate) fn has_passed(&self, id: u32, test: &str) -> bool {
        self.passed.get(&id).is_some_and(|tests| tests.contains(test))
    }

    /// Notes that tests have passed with a mutant.
    pub(crate) fn pass(&mut self, id: u32, tests: &[&Test]) -> Result<(), String> {
        let names: Vec<&str> = tests.iter().map(|test| test.name.as_str()).collect();
        self.passed.entry(id).or_default().extend(names.iter().map(|name| name.to_string()));
        if names.is_empty() { Ok(()) } else { self.line(&json!({ "id": id, "passed": names })) }
    }

    fn line(&mut self, line: &Value) -> Result<(), String> {
        writeln!(self.file, "{line}").map_err(|error| error.to_string())
    }
}

/// Each mutant's last fate and test, and the tests that passed with it.
fn read(path: &Path) -> (Known, Passed) {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let (mut known, mut passed) = (Known::new(), Passed::new());
    for line in text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let Some(id) = line["id"].as_u64() else { continue };
        let names = line["passed"].as_array().into_iter().flatten().filter_map(Value::as_str);
        passed.entry(id as u32).or_default().extend(names.map(String::from));
        if let (Some(fate), Some(test)) = (line["fate"].as_str(), line["test"].as_str()) {
            known.insert(id as u32, (fate.to_string(), test.to_string()));
        }
    }
    (known, passed)
}

/// A table by module, and the mutants that live or were left out.
pub(crate) fn report(all: &[Mutant], copy: &Path) -> Result<String, String> {
    let (fates, _) = read(&copy.join("target/fates.json"));
    let mut rows: BTreeMap<(bool, &str), [usize; 5]> = BTreeMap::new();
    let mut lists: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for mutant in all {
        let Some((fate, test)) = fates.get(&mutant.id) else { continue };
        let at = FATES.iter().position(|known| known == fate).ok_or(format!("{fate} is no fate"))?;
        let whole = is_whole(mutant);
        for key in [(!whole, mutant.module()), (!whole, "~")] {
            rows.entry(key).or_default()[at] += 1;
        }
        if ["lives", "left out"].contains(&fate.as_str()) {
            lists.entry(FATES[at]).or_default().push(format!("{} {} ({test})", mutant.id, mutant.name));
        }
    }
    let mut text =
        String::from("| module | mutants | unviable | left out | caught | by timeout | live | caught of viable |\n");
    text.push_str("|---|--:|--:|--:|--:|--:|--:|--:|\n");
    for ((sampled, module), counts) in rows {
        let [unviable, left_out, caught, timeout, live] = counts;
        let name = match (module, sampled) {
            ("~", false) => "all of these".into(),
            ("~", true) => "the sample".into(),
            (module, _) => format!("`{module}`"),
        };
        let (dead, viable) = (caught + timeout, caught + timeout + live);
        let share = 100.0 * dead as f64 / viable.max(1) as f64;
        let all: usize = counts.iter().sum();
        let _ = writeln!(
            text,
            "| {name} | {all} | {unviable} | {left_out} | {caught} | {timeout} | {live} | {share:.1}% |"
        );
    }
    for (fate, mutants) in lists {
        let _ = write!(text, "\n{fate}:\n{}\n", mutants.join("\n"));
    }
    Ok(text)
}
