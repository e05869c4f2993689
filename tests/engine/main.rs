//! Tests of the engine through its public surface.

mod allocation;
mod architecture;
mod arithmetic;
mod clash;
mod ground_truths;
mod latin;
mod optimise;
mod search;
