//! The `gridwright` command over the puzzles and formats of this crate.

use std::process::ExitCode;

/// Answers are freed by the thread that prints them; with the C library's allocator each of them costs both threads a lock.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    gridwright_models::cli::run(&gridwright_models::registry())
}
