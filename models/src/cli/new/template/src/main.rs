//! The command: solves, checks, counts and draws puzzles of this crate.

use std::process::ExitCode;

fn main() -> ExitCode {
    gridwright_models::cli::run(&my_puzzle::registry())
}
