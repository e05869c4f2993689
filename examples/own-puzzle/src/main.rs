//! The command: all verbs of `gridwright`, for this crate's puzzle.

use std::process::ExitCode;

fn main() -> ExitCode {
    gridwright_models::cli::run(&tents::registry())
}
