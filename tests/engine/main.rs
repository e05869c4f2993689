//! Tests of the engine through its public surface.

mod allocation;
mod arithmetic;
mod ground_truths;
mod search;
