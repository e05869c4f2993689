//! Snapshots of the sample puzzles and of wrong ones, and of what the command prints.

use std::process::Command;

use gridwright::testing::portraits;
use tents::registry;

/// What the command prints with these arguments, parted by blanks.
fn run(arguments: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tents"));
    let output = command.args(arguments.split_whitespace()).output().expect("the command runs");
    String::from_utf8(output.stdout).expect("the output is text")
}

#[test]
fn the_samples_and_their_solutions() {
    insta::assert_snapshot!("samples", portraits(&registry(), include_str!("../puzzles/tents.puzzle")));
}

#[test]
fn puzzles_that_are_wrong() {
    let text = "\
tents 2x3
T B .
. . .
top: 1 -1 x

tents 2x2
T .
. T
left: 1 1

tents 2x3
T . .
left: 1 1 1
trees:
";
    insta::assert_snapshot!("mistakes", portraits(&registry(), text));
}

#[test]
fn the_command_draws_the_solutions() {
    insta::assert_snapshot!("solved", run("solve puzzles/tents.puzzle"));
    insta::assert_snapshot!("drawn", run("render puzzles/tents.puzzle"));
}

#[test]
fn the_command_goes_by_its_own_name() {
    assert!(run("help").contains("Usage: tents <COMMAND>"));
    assert!(run("completions bash").contains("complete -F _tents"));
    for text in [run("help"), run("completions bash")] {
        assert!(!text.contains("gridwright"), "{text}");
    }
}
