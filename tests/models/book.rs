//! The book in docs/book, followed to the letter: its files are written, its commands run, what they print is compared.

use std::fs;
use std::path::{Path, PathBuf};

const BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/book/src");

/// The links of a text, as they stand in it.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link)
}

fn read(chapter: impl AsRef<Path>) -> String {
    let path = Path::new(BOOK).join(chapter);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files of the chapters, in the order of the contents.
fn chapters() -> Vec<String> {
    links(&read("SUMMARY.md")).map(str::to_owned).collect()
}

#[test]
fn the_contents_list_every_chapter_and_links_lead_somewhere() {
    let files = fs::read_dir(BOOK).expect("the book is there").map(|entry| entry.unwrap().file_name());
    let mut files: Vec<String> = files.map(|name| name.into_string().unwrap()).collect();
    let mut listed = chapters();
    listed.push("SUMMARY.md".into());
    files.sort_unstable();
    listed.sort_unstable();
    assert_eq!(files, listed);
    for file in &files {
        let text = read(file);
        let inside: Vec<_> = links(&text).filter(|link| !link.starts_with("https://")).collect();
        for link in inside {
            assert!(Path::new(BOOK).join(link).is_file(), "{file} links to {link}");
        }
    }
}

/// A block of code: the line before it that is not blank, its language, its text, and the lines that the text takes.
#[derive(Debug)]
struct Block<'a> {
    before: &'a str,
    language: &'a str,
    text: String,
    lines: std::ops::Range<usize>,
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut lines = text.lines().enumerate();
    let mut before = "";
    while let Some((i, line)) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let inside: Vec<&str> = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```").collect();
            let text = inside.iter().flat_map(|line| [line, "\n"]).collect();
            blocks.push(Block { before, language, text, lines: i + 1..i + 1 + inside.len() });
            before = "";
        } else if !line.is_empty() {
            assert!(!line.trim_start().starts_with("```"), "a block that would be passed over: {line}");
            before = line;
        }
    }
    blocks
}

/// What a line such as "Add to `src/lib.rs`:" asks for: whether to add, and the file.
fn request(line: &str) -> Option<(bool, &str)> {
    let (head, file) = line.strip_suffix("`:")?.rsplit_once('`')?;
    let adds = head.ends_with("Add to ");
    (adds || head.ends_with("Write ")).then_some((adds, file))
}

/// Whether an output is as expected; `…` stands for anything.
fn agrees(expected: &str, output: &str) -> bool {
    let mut pieces = expected.split('…');
    let Some(mut rest) = output.strip_prefix(pieces.next().unwrap_or_default()) else { return false };
    let mut pieces: Vec<&str> = pieces.collect();
    let Some(last) = pieces.pop() else { return rest.is_empty() };
    for piece in pieces {
        let Some((_, behind)) = rest.split_once(piece) else { return false };
        rest = behind;
    }
    rest.ends_with(last)
}

#[test]
fn dots_stand_for_anything() {
    for (expected, output) in
        [("a\n", "a\n"), ("…", ""), ("…", "a\n"), ("a\n…\nd\n", "a\nb\nc\nd\n"), ("a…c…e", "abcde")]
    {
        assert!(agrees(expected, output), "{expected:?} {output:?}");
    }
    for (expected, output) in
        [("a\n", "a\nb\n"), ("a\n", ""), ("a…b", "ab c"), ("a…b", "cab"), ("a…bc…c", "abc"), ("", "a")]
    {
        assert!(!agrees(expected, output), "{expected:?} {output:?}");
    }
}

#[cfg(unix)]
mod followed {
    use super::*;
    use std::env;
    use std::process::Command;

    /// A reader's folder, and where in it the reader is.
    struct Reader {
        root: PathBuf,
        place: PathBuf,
    }

    impl Reader {
        /// A folder outside of any workspace, for which the crates of this one are the published ones.
        fn new() -> Self {
            let root = env::temp_dir().join(format!("gridwright-book-{}", std::process::id()));
            fs::create_dir_all(root.join(".cargo")).expect("a folder for the reader");
            let models = env!("CARGO_MANIFEST_DIR");
            let patch = format!(
                "[patch.crates-io]\ngridwright.path = \"{models}/..\"\ngridwright-models.path = \"{models}\"\n[net]\noffline = true\n"
            );
            fs::write(root.join(".cargo/config.toml"), patch).expect("settings of cargo");
            Self { place: root.clone(), root }
        }

        fn write(&self, adds: bool, file: &str, text: &str) {
            let path = self.place.join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder for the file");
            let mut all = if adds { fs::read_to_string(&path).expect("a file to add to") } else { String::new() };
            all += text;
            fs::write(&path, all).expect("the file is written");
        }

        /// Runs a command and returns what a terminal would show.
        fn run(&mut self, command: &str) -> String {
            if let Some(folder) = command.strip_prefix("cd ") {
                self.place.push(folder);
                assert!(self.place.starts_with(&self.root) && self.place.is_dir(), "{command}");
                self.place = self.place.canonicalize().expect("a folder");
                return String::new();
            }
            // The versions that this workspace is tested with, which have been fetched.
            if self.place.join("Cargo.toml").exists() && !self.place.join("Cargo.lock").exists() {
                let lock = concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.lock");
                fs::copy(lock, self.place.join("Cargo.lock")).expect("a copy of the versions");
            }
            let binary = Path::new(env!("CARGO_BIN_EXE_gridwright")).parent().expect("a folder");
            let path = format!("{}:{}", binary.display(), env::var("PATH").unwrap_or_default());
            let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target folder");
            let mut shell = Command::new("sh");
            shell.args(["-c", &format!("exec 2>&1\n{command}")]).current_dir(&self.place);
            shell.env("PATH", path).env("CARGO_TARGET_DIR", target).env("CARGO_TERM_COLOR", "never");
            for name in ["INSTA_UPDATE", "CI", "RUST_LOG"] {
                shell.env_remove(name);
            }
            let output = shell.output().expect("a shell");
            String::from_utf8(output.stdout).expect("the output is text")
        }
    }

    impl Drop for Reader {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.root);
        }
    }

    /// Follows a chapter. Returns its text with what the commands print, and where that is not what stands there.
    fn follow(reader: &mut Reader, chapter: &str, text: &str) -> (String, Vec<String>) {
        let mut renewed: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut wrong = Vec::new();
        // From the back, since outputs may change the number of lines.
        let mut changes = Vec::new();
        for block in blocks(text) {
            match (request(block.before), block.language) {
                (Some((adds, file)), _) => reader.write(adds, file, &block.text),
                (None, "console") => {
                    let mut shown = String::new();
                    for step in block.text.split_inclusive('\n').fold(Vec::<String>::new(), parted) {
                        let (command, expected) = step.split_once('\n').expect("a line");
                        let command = command.strip_prefix("$ ").expect("a command first");
                        let output = reader.run(command);
                        let is_right = agrees(expected, &output);
                        shown += &format!("$ {command}\n{}", if is_right { expected } else { &output });
                        if !is_right {
                            wrong.push(format!(
                                "{chapter}: {command}\n-- the book --\n{expected}-- the command --\n{output}"
                            ));
                        }
                    }
                    changes.push((block.lines, shown));
                }
                (None, "text") => {}
                (None, language) => panic!("{chapter}: a block in `{language}` behind `{}`", block.before),
            }
        }
        for (lines, shown) in changes.into_iter().rev() {
            renewed.splice(lines, shown.lines().map(str::to_owned));
        }
        (renewed.iter().flat_map(|line| [line, "\n"]).collect(), wrong)
    }

    /// Puts a line to the step that it belongs to: a command, or what it prints.
    fn parted(mut steps: Vec<String>, line: &str) -> Vec<String> {
        match steps.last_mut() {
            Some(step) if !line.starts_with("$ ") => step.push_str(line),
            _ => steps.push(line.to_owned()),
        }
        steps
    }

    /// With `INSTA_UPDATE=always` the outputs in the book are renewed, as snapshots are.
    #[test]
    fn the_book_shows_what_its_readers_see() {
        let mut reader = Reader::new();
        let mut wrong = Vec::new();
        for chapter in chapters() {
            let text = read(&chapter);
            reader.place.clone_from(&reader.root);
            let (renewed, differences) = follow(&mut reader, &chapter, &text);
            if !differences.is_empty() && env::var("INSTA_UPDATE").is_ok_and(|how| how == "always") {
                fs::write(Path::new(BOOK).join(&chapter), renewed).expect("the chapter is written");
            } else {
                wrong.extend(differences);
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
