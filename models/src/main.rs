//! The `gridwright` command over the puzzles and formats of this crate.

use std::process::ExitCode;

fn main() -> ExitCode {
    gridwright_models::cli::run(&gridwright_models::registry())
}
