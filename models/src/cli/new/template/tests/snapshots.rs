//! What the sample puzzles mean, and what the command prints for them, kept as snapshots.

use std::process::Command;

use gridwright::testing::portraits;

#[test]
fn the_samples_and_their_solutions() {
    let registry = my_puzzle::registry();
    let text = include_str!("../puzzles/first.puzzle");
    insta::assert_snapshot!("samples", portraits(&registry, text));
}

#[test]
fn the_command_draws_the_solutions() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_my-puzzle"));
    let output = command.args(["solve", "puzzles/first.puzzle"]).output();
    let printed = output.expect("the command runs").stdout;
    insta::assert_snapshot!("command", String::from_utf8_lossy(&printed));
}
