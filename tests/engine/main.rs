//! Tests of the engine through its public surface.

mod allocation;
<<<<<<< HEAD
mod clash;
=======
mod arithmetic;
>>>>>>> 9e786fe (Test arithmetic with known answers)
mod ground_truths;
mod optimise;
mod search;
