//! The command line: what it prints, where errors point, how it ends.

mod answers;
mod batch;
mod combinations;
mod endings;
mod gaps;
mod input;
mod inspect;
mod mistakes;
mod new;
mod pictures;
mod samples;
mod verbs;

use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

/// Two puzzles with one solution each, one with several, one with none.
const LATIN: &str = "\
latin 2
title: One
1 .
. .

latin 3
title: Several
1 2 3
. . .
. . .

latin 2
title: None
1 1
. .
";

/// Runs the command with these arguments, parted by blanks, in the root of the project.
fn run(arguments: &str, input: impl Into<Vec<u8>>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridwright"));
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).env_remove("RUST_LOG");
    command.args(arguments.split_whitespace()).write_stdin(input).output().expect("the command runs")
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("the output is text")
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("the output is text")
}

/// The exit status.
fn status(output: &Output) -> i32 {
    output.status.code().expect("the command ends by itself")
}

/// The objects that a command with `--json` prints.
fn json(output: &Output) -> Vec<Value> {
    stdout(output).lines().map(|line| serde_json::from_str(line).expect("each line is an object")).collect()
}

/// Reports whose summary does not tell how long it took.
fn timeless(reports: &str) -> String {
    let line = |line: &str| match line.rsplit_once("; ") {
        Some((counts, _)) if line.ends_with(" a second") => format!("{counts}; in no time\n"),
        _ => format!("{line}\n"),
    };
    reports.lines().map(line).collect()
}

/// Everything that a run shows, for a snapshot.
fn transcript(arguments: &str, input: &str) -> String {
    let output = run(arguments, input);
    let mut text = format!("$ gridwright {arguments}\n{}", stdout(&output));
    if !output.stderr.is_empty() {
        text += &format!("-- standard error --\n{}", timeless(stderr(&output)));
    }
    text + &format!("-- exit status {} --\n", status(&output))
}
