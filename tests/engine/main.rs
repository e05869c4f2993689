//! Tests of the engine through its public surface.

mod allocation;
mod architecture;
mod arithmetic;
mod branching;
mod clash;
mod describe;
mod extremes;
mod ground_truths;
mod incremental;
mod intervals;
mod joint;
mod latin;
mod limits;
mod logic;
mod memory;
mod minizinc;
mod optimise;
mod profile;
mod questions;
mod reported;
mod search;
mod story;
mod warnings;
