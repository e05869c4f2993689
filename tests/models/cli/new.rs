//! A new crate: which files it has, and when none is written. That it builds and passes its tests is tried in `.ci/run`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;

use super::{status, stderr, stdout};

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder is made");
    folder
}

fn new(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridwright"));
    command.current_dir(folder).arg("new").args(arguments).output().expect("the command runs")
}

/// All files below a folder, by their paths within it.
fn files(root: &Path) -> BTreeMap<String, String> {
    let (mut found, mut folders) = (BTreeMap::new(), vec![root.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(root).expect("below").to_str().expect("a text").replace('\\', "/");
                found.insert(name, fs::read_to_string(&path).expect("a text"));
            }
        }
    }
    found
}

#[test]
fn a_crate_is_written_under_its_names() {
    let folder = folder("new-written");
    let output = new(&folder, &["star-battle", "--path", concat!(env!("CARGO_MANIFEST_DIR"), "/..")]);
    assert_eq!((status(&output), stderr(&output)), (0, ""));
    assert!(stdout(&output).contains("star-battle/src/star_battle.rs") && stdout(&output).contains("cargo test"));

    let files = files(&folder.join("star-battle"));
    let expected = [
        ".gitignore",
        "Cargo.toml",
        "README.md",
        "puzzles/first.puzzle",
        "src/lib.rs",
        "src/main.rs",
        "src/star_battle.rs",
        "tests/snapshots.rs",
        "tests/snapshots/snapshots__command.snap",
        "tests/snapshots/snapshots__samples.snap",
    ];
    assert_eq!(files.keys().map(String::as_str).collect::<Vec<_>>(), expected);
    for (name, text) in &files {
        let old = ["my-puzzle", "my_puzzle", "MyPuzzle", "$"].iter().find(|old| text.replace("$ ", "").contains(**old));
        assert_eq!(old, None, "{name}: {text}");
    }
    assert!(files["Cargo.toml"].contains("name = \"star-battle\""));
    assert_eq!(files["Cargo.toml"].matches("path = \"").count(), 3);
    assert!(files["puzzles/first.puzzle"].starts_with("star-battle 5\n"));
    assert!(files["src/star_battle.rs"].contains("impl Puzzle for StarBattle"));
}

#[test]
fn without_a_checkout_the_crates_come_by_version() {
    let folder = folder("new-version");
    assert_eq!(status(&new(&folder, &["tents"])), 0);
    let manifest = &files(&folder)["tents/Cargo.toml"];
    let version = concat!("{ version = \"", env!("CARGO_PKG_VERSION"), "\" }\n");
    assert!(manifest.contains(&format!("gridwright = {version}")), "{manifest}");
    assert!(manifest.contains(&format!("gridwright-models = {version}")), "{manifest}");
    assert!(!manifest.contains("path"), "{manifest}");
}

#[test]
fn nothing_is_written_over() {
    let folder = folder("new-there");
    fs::create_dir(folder.join("empty")).expect("a folder");
    assert_eq!(status(&new(&folder, &["empty"])), 0, "an empty folder is filled");
    let before = files(&folder);
    fs::write(folder.join("file"), "").expect("a file");
    for name in ["empty", "file"] {
        let output = new(&folder, &[name]);
        assert_eq!((status(&output), stdout(&output)), (2, ""));
        assert_eq!(stderr(&output), format!("error: `{name}` exists and is no empty folder: choose another name\n"));
    }
    fs::remove_file(folder.join("file")).expect("the file is there");
    assert_eq!(files(&folder), before);
}

#[test]
fn what_makes_no_crate_is_refused_by_name() {
    let folder = folder("new-refused");
    let refused = |arguments: &[&str]| {
        let output = new(&folder, arguments);
        assert_eq!((status(&output), stdout(&output)), (2, ""));
        stderr(&output).to_owned()
    };
    assert!(refused(&["Star Battle"]).starts_with("error: `Star Battle` is no name for a crate"));
    assert!(refused(&["match"]).starts_with("error: a crate cannot be called `match`"));
    assert!(refused(&["tents", "--path", "."]).starts_with("error: . is no checkout of Gridwright"));
    assert!(files(&folder).is_empty());
}
