//! Writes a crate with a puzzle of one's own to begin with, from a template.

use std::fs;
use std::io;
use std::path::{self, Path};

use gridwright::Kind;

/// The files of the crate, each with its path and its text; both hold the names that are replaced.
const FILES: [(&str, &str); 10] = [
    ("Cargo.toml", include_str!("new/template/manifest.toml")),
    (".gitignore", include_str!("new/template/gitignore")),
    ("README.md", include_str!("new/template/README.md")),
    ("src/lib.rs", include_str!("new/template/src/lib.rs")),
    ("src/main.rs", include_str!("new/template/src/main.rs")),
    ("src/my_puzzle.rs", include_str!("new/template/src/my_puzzle.rs")),
    ("puzzles/first.puzzle", include_str!("new/template/puzzles/first.puzzle")),
    ("tests/snapshots.rs", include_str!("new/template/tests/snapshots.rs")),
    ("tests/snapshots/snapshots__samples.snap", include_str!("new/template/tests/snapshots/snapshots__samples.snap")),
    ("tests/snapshots/snapshots__command.snap", include_str!("new/template/tests/snapshots/snapshots__command.snap")),
];

/// Names that mean something else in Rust, to Cargo, or in the new crate.
const TAKEN: &str = "\
    abstract alloc as async await become box break build const continue core crate deps do dyn else enum \
    examples extern false final fn for gen gridwright gridwright_models if impl in incremental insta let \
    lib loop macro main match mod move mut override priv proc_macro pub ref return self static std \
    struct super test trait true try type typeof unsafe unsized use virtual where while yield";

/// The most characters of a name: the template's lines keep their form.
const LONGEST: usize = 32;

/// Writes the crate of this name into a folder of this name. Its dependencies come from the checkout at `path`, or from
/// the registry. Returns what to do next.
pub(super) fn create(name: &str, path: Option<&Path>) -> Result<String, String> {
    let names = Names::new(name)?;
    let [engine, models] = dependencies(path)?;
    let folder = Path::new(name);
    let is_free = match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    };
    if !is_free {
        return Err(format!("`{name}` exists and is no empty folder: choose another name"));
    }
    for (file, text) in FILES {
        let file = folder.join(names.put_into(file));
        let text = names.put_into(text).replace("$engine", &engine).replace("$models", &models);
        let written = file.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&file, text));
        written.map_err(|error| format!("cannot write {}: {error}", file.display()))?;
    }
    let rules = names.put_into("src/my_puzzle.rs");
    Ok(format!(
        "Wrote the crate {name}. Its rules are in {name}/{rules}, yours to change. Next:\n\n    cd {name}\n    \
        cargo run -- solve puzzles/first.puzzle\n    cargo test\n"
    ))
}

/// The names of a new crate.
#[derive(Debug)]
struct Names<'a> {
    package: &'a str,
    module: String,
    /// The type of the puzzle.
    puzzle: String,
}

impl<'a> Names<'a> {
    /// The names, or what is wrong with the first, from which the others follow.
    fn new(package: &'a str) -> Result<Self, String> {
        let words: Vec<&str> = package.split(['-', '_']).collect();
        let is_word =
            |word: &&str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
        if !words.iter().all(is_word) || package.starts_with(|first: char| first.is_ascii_digit()) {
            return Err(format!(
                "`{package}` is no name for a crate: it is written in small letters and digits, a letter first, with `-` or \
                `_` between words, as in `star-battle`"
            ));
        }
        if package.len() > LONGEST {
            return Err(format!("the name has {} characters, and at most {LONGEST} are allowed", package.len()));
        }
        let capital = |word: &&str| word[..1].to_ascii_uppercase() + &word[1..];
        let names = Self { package, module: words.join("_"), puzzle: words.iter().map(capital).collect() };
        // Other words of the template would come to mean the puzzle.
        let is_used = |(file, text): &(&str, &str)| {
            file.ends_with(".rs") && code(text).any(|word| word == names.puzzle && word != "MyPuzzle")
        };
        if TAKEN.split(' ').any(|taken| taken == names.module) || !Kind::is_name(package) || FILES.iter().any(is_used) {
            return Err(format!(
                "a crate cannot be called `{package}`, which has a meaning of its own: choose another name"
            ));
        }
        Ok(names)
    }

    /// A text of the template with these names.
    fn put_into(&self, text: &str) -> String {
        text.replace("my-puzzle", self.package).replace("my_puzzle", &self.module).replace("MyPuzzle", &self.puzzle)
    }
}

/// The words of a Rust text, without comments.
fn code(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_'))
}

/// Where the engine and the models come from, as a manifest says it.
fn dependencies(path: Option<&Path>) -> Result<[String; 2], String> {
    let version = concat!("version = \"", env!("CARGO_PKG_VERSION"), "\"");
    let Some(path) = path else { return Ok([version.to_owned(), version.to_owned()]) };
    let shown = path.display();
    let root = path::absolute(path).map_err(|error| format!("cannot find {shown}: {error}"))?;
    let source = |folder: &Path| {
        if !folder.join("Cargo.toml").is_file() {
            return Err(format!("{shown} is no checkout of Gridwright: {} has no Cargo.toml", folder.display()));
        }
        let text = folder.to_str().filter(|text| !text.contains(char::is_control));
        let text = text.ok_or_else(|| format!("{shown} cannot be named in a manifest"))?;
        Ok(format!("{version}, path = \"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")))
    };
    Ok([source(&root)?, source(&root.join("models"))?])
}

/// The template's puzzle, compiled where it lies.
#[cfg(test)]
mod template {
    pub mod src {
        #[rustfmt::skip] // A new crate has rustfmt's own settings.
        pub mod my_puzzle;
    }
}

#[cfg(test)]
mod tests {
    use super::template::src::my_puzzle::MyPuzzle;
    use super::*;
    use gridwright::testing::portraits;
    use gridwright::{Cell, Registry};

    /// The text of a file of the template.
    fn file(name: &str) -> &'static str {
        FILES.iter().find(|(file, _)| *file == name).expect("a file of the template").1
    }

    fn registry() -> Registry {
        let mut registry = Registry::new();
        registry.add::<MyPuzzle>();
        registry
    }

    #[test]
    fn names_follow_from_the_first() {
        let names = Names::new("star-battle_2").unwrap();
        assert_eq!((&names.module[..], &names.puzzle[..]), ("star_battle_2", "StarBattle2"));
        assert_eq!(names.put_into("my-puzzle my_puzzle MyPuzzle"), "star-battle_2 star_battle_2 StarBattle2");
        for name in ["a", "tents", "latin", "my-puzzle"] {
            assert!(Names::new(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn names_that_make_no_crate_are_refused() {
        let wrong = ["", "-a", "a-", "a--b", "Tents", "two words", "../a", "a/b", "4x4", "naïve", "a.b"];
        for name in wrong {
            assert!(Names::new(name).is_err_and(|message| message.contains("no name for a crate")), "{name}");
        }
        // Words of Rust, of Cargo, of files, and of the template.
        let taken =
            ["match", "gen", "test", "insta", "gridwright-models", "main", "cage", "title", "cell", "vec", "registry"];
        for name in taken {
            assert!(Names::new(name).is_err_and(|message| message.contains("meaning of its own")), "{name}");
        }
        assert!(Names::new(&"a".repeat(LONGEST)).is_ok() && Names::new(&"a".repeat(LONGEST + 1)).is_err());
        assert!(TAKEN.split(' ').is_sorted());
    }

    #[test]
    fn a_checkout_is_named_in_the_manifest() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let [engine, models] = dependencies(Some(root)).unwrap();
        assert!(
            engine.starts_with("version = \"") && engine.contains("\", path = \"") && !engine.ends_with("models\"")
        );
        assert!(models.ends_with("models\""), "{models}");
        let none = dependencies(Some(&root.join("puzzles"))).unwrap_err();
        assert!(none.contains("is no checkout of Gridwright"), "{none}");
    }

    /// The template's snapshot is what its puzzle, compiled here, says; its solution was found by hand.
    #[test]
    fn the_first_puzzle_has_the_solution_of_the_snapshot() {
        let snapshot = file("tests/snapshots/snapshots__samples.snap");
        let (_, text) = snapshot.split_once("\n---\n").unwrap();
        assert_eq!(portraits(&registry(), file("puzzles/first.puzzle")).trim(), text.trim());
        let solution = "# one solution\nentries:\n1 2 3 4 5\n3 4 5 1 2\n5 1 2 3 4\n2 3 4 5 1\n4 5 1 2 3\n";
        assert!(text.contains(solution), "{text}");
    }

    #[test]
    fn the_puzzle_says_what_is_wrong() {
        let text = "my-puzzle 2\n3 .\n. .\n";
        assert!(portraits(&registry(), text).contains("line 2, column 1: 3 is none of the numbers 1 to 2"));
        let puzzle = MyPuzzle { size: 2, givens: vec![(Cell::new(0, 0), 1)] };
        assert!(gridwright::testing::portrait(&puzzle).contains("# no solution"), "a diagonal would hold 1 twice");
    }
}
