//! The shape of the house: imports run one way, constraints do not know each other, files are short and say what they are.

mod imports;

use imports::{Import, imports};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The rooms of the engine. A room imports from rooms of earlier lines and from itself.
const ROOMS: [&[&str]; 12] = [
    &["ids", "limit", "domain"],
    &["store"],
    &["agenda"],
    &["propagate"],
    &["engine"],
    &["constraint"],
    &["model"],
    &["search"],
    &["explain"],
    &["puzzle"],
    &["generate"],
    &["testing"],
];

/// The first rooms, which everything else rests on, stay small enough to be read in a day.
const KERNEL: [&str; 7] = ["ids", "limit", "domain", "store", "agenda", "propagate", "engine"];
const KERNEL_LINES: usize = 5_000;

/// Files of `constraint/` that belong to its `mod.rs`: every constraint may import them.
const SHARED: [&str; 4] = ["minizinc", "posting", "scope", "vars"];

const FILE_LINES: usize = 500;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The Rust files below a folder of the workspace, as paths within it, with their text.
fn files(folder: &str) -> Vec<(String, String)> {
    fn visit(folder: &Path, out: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                // What a crate of its own has built is none of ours.
                if !path.ends_with("target") {
                    visit(&path, out);
                }
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                out.push(path);
            }
        }
    }
    let folder = root().join(folder);
    let mut paths = Vec::new();
    visit(&folder, &mut paths);
    paths.sort();
    let name = |path: &PathBuf| path.strip_prefix(&folder).unwrap().to_str().unwrap().replace('\\', "/");
    paths.iter().map(|path| (name(path), std::fs::read_to_string(path).unwrap())).collect()
}

/// The module that a file of a crate is, from the crate's root.
fn module(file: &str) -> Vec<String> {
    let stem = file.trim_end_matches(".rs").trim_end_matches("/mod");
    stem.split('/').filter(|part| *part != "lib").map(String::from).collect()
}

/// Whether a file holds tests only.
fn is_test(file: &str) -> bool {
    module(file).iter().any(|part| part == "tests")
}

fn rank(room: &str) -> Option<usize> {
    ROOMS.iter().position(|rooms| rooms.contains(&room))
}

/// Which file of `constraint/` a name of its `mod.rs` comes from.
fn constraint_files(mod_rs: &str) -> HashMap<String, String> {
    let mut files = HashMap::new();
    for Import { path, .. } in imports(&["constraint".into()], mod_rs) {
        if let [file, .., name] = &path[..]
            && !matches!(file.as_str(), "crate" | "std")
        {
            files.insert(name.clone(), file.clone());
        }
    }
    files
}

/// What is wrong with the imports of an engine file.
fn faults(file: &str, source: &str, constraint_files: &HashMap<String, String>) -> Vec<String> {
    let module = module(file);
    let Some(room) = module.first() else { return Vec::new() };
    let Some(own) = rank(room) else { return vec![format!("src/{file}: the room `{room}` has no place in the order")] };
    let mut faults = Vec::new();
    for path in imports(&module, source).iter().filter_map(Import::resolved) {
        let text = path.join("::");
        match path.first().map(|target| (target, rank(target))) {
            Some((target, Some(other))) if target == room || other < own => {}
            Some((target, Some(_))) => {
                faults.push(format!("src/{file}: `{room}` may not import from `{target}` ({text})"));
            }
            _ => faults.push(format!("src/{file}: `{text}` does not say which room it comes from")),
        }
        // `mod.rs` itself gathers the constraints and may name them all.
        let Some(own_file) = module.get(1).filter(|_| room == "constraint") else { continue };
        match &path[..] {
            [target] if target == "constraint" => {
                faults.push(format!("src/{file}: a constraint names what it takes from `constraint`"));
            }
            [target, name, ..] if target == "constraint" => {
                let from = constraint_files.get(name).unwrap_or(name);
                let is_file = name == "*" || constraint_files.values().any(|file| file == from);
                if is_file && from != own_file && !SHARED.contains(&from.as_str()) {
                    faults.push(format!("src/{file}: constraints may not import one another ({text})"));
                }
            }
            _ => {}
        }
    }
    faults
}

/// What is wrong with a file's first line and its length.
fn form(file: &str, source: &str) -> Vec<String> {
    let mut faults = Vec::new();
    if !source.lines().next().is_some_and(|line| line.starts_with("//! ") && line.len() > 8) {
        faults.push(format!("{file}: does not open with a sentence that says what it is"));
    }
    let lines = source.lines().count();
    if lines > FILE_LINES {
        faults.push(format!("{file}: {lines} lines, more than {FILE_LINES}"));
    }
    // The check of the arrows takes a module's place from its file's; benchmarks have no arrows.
    let has_arrows = !file.starts_with("benches/");
    if has_arrows && source.lines().any(|line| line.trim_start().starts_with("#[path")) {
        faults.push(format!("{file}: a module lies where its name says"));
    }
    faults
}

fn none(faults: &[String]) {
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn imports_run_one_way() {
    let files = files("src");
    let mod_rs = files.iter().find(|(file, _)| file == "constraint/mod.rs").expect("src/constraint/mod.rs");
    let constraint_files = constraint_files(&mod_rs.1);
    assert_eq!(constraint_files.get("Scope").map(String::as_str), Some("scope"));
    let checked = files.iter().filter(|(file, _)| !is_test(file));
    none(&checked.flat_map(|(file, source)| faults(file, source, &constraint_files)).collect::<Vec<_>>());
}

#[test]
fn files_are_short_and_say_what_they_are() {
    for folder in ["src", "models/src", "tools/differ/src", "tools/mutants/src", "tests", "examples", "benches"] {
        none(
            &files(folder)
                .iter()
                .flat_map(|(file, source)| form(&format!("{folder}/{file}"), source))
                .collect::<Vec<_>>(),
        );
    }
}

#[test]
fn the_kernel_stays_small() {
    let is_kernel = |file: &str| module(file).first().is_some_and(|room| KERNEL.contains(&room.as_str()));
    let files = files("src");
    let kernel = files.iter().filter(|(file, _)| is_kernel(file) && !is_test(file));
    let lines = kernel.map(|(_, text)| text.lines().count()).sum();
    assert!((1..=KERNEL_LINES).contains(&lines), "ids to engine have {lines} lines");
}

#[test]
fn wrong_arrows_are_found() {
    let constraint_files = constraint_files("pub use count::{Count, count};\npub use scope::Scope;\nmod sum;\n");
    let wrong = |file, source| faults(file, source, &constraint_files).len();
    assert_eq!(wrong("store.rs", "use crate::ids::VarId;"), 0);
    assert_eq!(wrong("store.rs", "use crate::engine::Engine;"), 1);
    assert_eq!(wrong("store/past.rs", "use crate::{ids::VarId, model::Model};"), 1);
    assert_eq!(wrong("store/past.rs", "use super::super::engine::Engine;"), 1);
    assert_eq!(wrong("ids.rs", "use crate::limit::Limit;"), 1);
    assert_eq!(wrong("search/mod.rs", "fn f(_: crate::explain::Clash) {}"), 1);
    assert_eq!(wrong("search/mod.rs", "use crate::Model;"), 1);
    assert_eq!(wrong("search/mod.rs", "#[cfg(test)]\nmod tests { use crate::testing::Dice; }"), 0);
    assert_eq!(wrong("cellar.rs", ""), 1);
    assert_eq!(wrong("lib.rs", "pub use engine::Engine;"), 0);
}

#[test]
fn constraints_that_know_each_other_are_found() {
    let constraint_files = constraint_files("pub use count::{Count, count};\npub use scope::Scope;\npub use sum::Sum;");
    let wrong = |source| faults("constraint/sum/bounds.rs", source, &constraint_files).len();
    assert_eq!(
        wrong("use super::Sum;\nuse super::super::Scope;\nuse crate::constraint::{Constraint, scope::Term};"),
        0
    );
    assert_eq!(wrong("use crate::constraint::Count;"), 1);
    assert_eq!(wrong("use crate::constraint::count::Counter;"), 1);
    assert_eq!(wrong("use super::super::{Scope, count};"), 1);
    assert_eq!(wrong("use crate::constraint::*;"), 1);
    assert_eq!(wrong("use crate::constraint;"), 1);
}

#[test]
fn files_without_a_sentence_or_an_end_are_found() {
    assert_eq!(form("a.rs", "//! A file.\n").len(), 0);
    assert_eq!(form("a.rs", "use std::fmt;\n").len(), 1);
    assert_eq!(form("a.rs", &format!("//! A file.\n{}", "\n".repeat(500))).len(), 1);
    assert_eq!(form("a.rs", "//! A file.\n#[path = \"elsewhere.rs\"]\nmod b;\n").len(), 1);
}
