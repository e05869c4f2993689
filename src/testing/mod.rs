//! The harness for constraints: everything that a constraint promises, compared with brute force.
//!
//! Whoever writes a constraint gives [`check`] a few small domains and the constraint; it knows how a constraint can go
//! wrong. What several constraints do to each other is tried by [`check_random_models`]. Whoever writes a puzzle pins its
//! behaviour with a [`portrait`], or with [`portraits`] of a file.

mod brute;
mod check;
mod dice;
mod portrait;
mod random;

#[cfg(test)]
mod liars;

pub use brute::solutions;
pub use check::{Check, Consistency, check};
pub use dice::Dice;
pub use portrait::{Portrait, portrait, portraits};
pub use random::{check_random_models, random_model};
