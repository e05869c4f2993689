//! The mutated copy of the package: written, and written again without the mutants that do not compile.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use serde_json::Value;

use crate::mutant::Mutant;
use crate::weave::{Woven, weave};

/// The module that the switches call.
const SWITCH: &str = include_str!("switch.rs");
/// The crate's root, where the module is named.
const ROOT: &str = "src/lib.rs";
/// After so many builds something is wrong with the weaving.
const MOST_BUILDS: usize = 40;

/// What became of the mutants.
#[derive(Debug, Default)]
pub(crate) struct Built {
    /// Those in the copy.
    pub(crate) live: Vec<Mutant>,
    /// Those that do not compile.
    pub(crate) unviable: BTreeSet<u32>,
    /// Those that no switch can be made for.
    pub(crate) left_out: BTreeSet<u32>,
    /// The programs of tests.
    pub(crate) programs: Vec<PathBuf>,
    /// When a file with mutants was last written.
    pub(crate) woven: Option<SystemTime>,
}

/// Writes the copy and builds its tests.
pub(crate) fn build(source: &Path, copy: &Path, mutants: Vec<Mutant>) -> Result<Built, String> {
    let files: BTreeSet<String> = mutants.iter().map(|mutant| mutant.file.clone()).chain([ROOT.into()]).collect();
    copy_others(source, copy, &files)?;
    let mut built = Built { live: mutants, ..Built::default() };
    for round in 1..=MOST_BUILDS {
        let woven = write(source, copy, &files, &built.live)?;
        built.left_out.extend(woven.values().flat_map(|file| &file.left_out));
        // Checking is cheaper than building, and the first errors hide those of the borrow checker.
        let found = [&["check", "--lib"][..], &["test", "--lib", "--test", "engine", "--no-run"]]
            .into_iter()
            .try_fold(Messages::default(), |found, command| match found.errors.is_empty() {
                true => compile(copy, command),
                false => Ok(found),
            })?;
        if found.errors.is_empty() {
            built.programs = found.programs;
            let written = |file: &String| std::fs::metadata(copy.join(file)).and_then(|data| data.modified()).ok();
            built.woven = files.iter().filter_map(written).max();
            let left_out = &built.left_out;
            built.live.retain(|mutant| !left_out.contains(&mutant.id));
            return Ok(built);
        }
        let before = built.unviable.len() + built.left_out.len();
        for error in &found.errors {
            blame(error, &woven, &mut built);
        }
        let after = built.unviable.len() + built.left_out.len();
        say(&format!("build {round}: {} errors, {} mutants taken away", found.errors.len(), after - before));
        if after == before {
            let texts: Vec<&str> = found.errors.iter().map(|error| error.text.as_str()).collect();
            return Err(format!("errors outside all mutants:\n{}", texts.join("\n")));
        }
        let (unviable, left_out) = (&built.unviable, &built.left_out);
        built.live.retain(|mutant| !unviable.contains(&mutant.id) && !left_out.contains(&mutant.id));
    }
    Err(format!("{MOST_BUILDS} builds were not enough"))
}

/// Says how far the work is.
pub(crate) fn say(text: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Copies all files but those that are woven.
fn copy_others(source: &Path, copy: &Path, woven: &BTreeSet<String>) -> Result<(), String> {
    let listed =
        Command::new("git").args(["ls-files", "-z"]).current_dir(source).output().map_err(|e| e.to_string())?;
    for file in
        String::from_utf8_lossy(&listed.stdout).split('\0').filter(|&file| !file.is_empty() && !woven.contains(file))
    {
        put(&copy.join(file), &std::fs::read(source.join(file)).map_err(|error| format!("{file}: {error}"))?)?;
    }
    put(&copy.join("src/mutant.rs"), SWITCH.as_bytes())
}

/// Writes a file unless it says that already, so that cargo finds nothing new.
fn put(path: &Path, content: &[u8]) -> Result<(), String> {
    if std::fs::read(path).is_ok_and(|old| old == content) {
        return Ok(());
    }
    let folder = path.parent().expect("a file is in a folder");
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(path, content))
        .map_err(|error| format!("{}: {error}", path.display()))
}

/// Weaves the files, those too that have no mutants left.
fn write(
    source: &Path,
    copy: &Path,
    files: &BTreeSet<String>,
    mutants: &[Mutant],
) -> Result<HashMap<String, Woven>, String> {
    let mut all = HashMap::new();
    for file in files {
        let text = std::fs::read_to_string(source.join(file)).map_err(|error| format!("{file}: {error}"))?;
        let inside: Vec<&Mutant> = mutants.iter().filter(|mutant| mutant.file == *file).collect();
        let mut woven = weave(&text, &inside).map_err(|error| format!("{file}: {error}"))?;
        if file == ROOT {
            woven.text.push_str("\nmod mutant;\n");
        }
        put(&copy.join(file), woven.text.as_bytes())?;
        all.insert(file.clone(), woven);
    }
    Ok(all)
}

#[derive(Debug, Default)]
struct Messages {
    errors: Vec<Fault>,
    programs: Vec<PathBuf>,
}

/// An error of the compiler.
#[derive(Debug)]
struct Fault {
    text: String,
    /// The places that it names, the main ones first.
    spans: Vec<(String, Range<usize>)>,
}

fn compile(copy: &Path, command: &[&str]) -> Result<Messages, String> {
    let output = Command::new("cargo")
        .args(command)
        .args(["-p", "gridwright", "--features", "testing", "--message-format=json", "--offline"])
        .current_dir(copy)
        .env("CARGO_TARGET_DIR", copy.join("target"))
        .env("RUSTFLAGS", "--cap-lints=allow")
        .env("CARGO_PROFILE_TEST_DEBUG", "0")
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    let mut messages = Messages::default();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Ok(message) = serde_json::from_str::<Value>(line) else { continue };
        if let (Some(program), true) = (message["executable"].as_str(), message["profile"]["test"] == true) {
            messages.programs.push(program.into());
        }
        let diagnostic = &message["message"];
        if diagnostic["level"] == "error" && !diagnostic["spans"].as_array().is_none_or(Vec::is_empty) {
            messages.errors.push(fault(diagnostic));
        }
    }
    if messages.errors.is_empty() && !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(messages)
}

fn fault(diagnostic: &Value) -> Fault {
    let mut spans: Vec<&Value> = diagnostic["spans"].as_array().into_iter().flatten().collect();
    spans.sort_by_key(|span| span["is_primary"] != true);
    let place = |span: &&Value| {
        let byte = |key: &str| span[key].as_u64().unwrap_or(0) as usize;
        (span["file_name"].as_str().unwrap_or_default().to_string(), byte("byte_start")..byte("byte_end"))
    };
    let text = diagnostic["rendered"].as_str().unwrap_or_default().to_string();
    Fault { text, spans: spans.iter().map(place).collect() }
}

/// Takes away what an error concerns: the innermost change that holds one of its places, or else the innermost switch.
fn blame(error: &Fault, woven: &HashMap<String, Woven>, built: &mut Built) {
    let holding = |changed: bool| {
        error.spans.iter().find_map(|(file, span)| {
            let regions = &woven.get(file)?.regions;
            let holds = |range: &Range<usize>| range.start <= span.start && span.end <= range.end;
            regions.iter().rfind(|region| region.changed == changed && holds(&region.range))
        })
    };
    if let Some(region) = holding(true) {
        built.unviable.extend(&region.ids);
    } else if let Some(region) = holding(false) {
        built.left_out.extend(&region.ids);
    } else if let Some(function) = called_by_a_constant(&error.text) {
        let inside = built.live.iter().filter(|mutant| mutant.name.contains(function));
        built.left_out.extend(inside.map(|mutant| mutant.id));
    }
}

/// The function that must stay a `const fn`, and can hold no switch, since a constant calls it.
fn called_by_a_constant(error: &str) -> Option<&str> {
    let (_, rest) = error.split_once("cannot call non-const")?;
    let path = rest.split('`').nth(1)?;
    // Mutants are named by the type and the function.
    let start = path.rmatch_indices("::").nth(1).map_or(0, |(at, _)| at + 2);
    Some(&path[start..])
}
