//! The puzzles that are measured and counted. No search makes them, so that no change of the engine changes them.

// Each program takes what it needs.
#![allow(dead_code)]

pub mod cases;
pub mod kenken;
pub mod latin;
pub mod line;
pub mod queens;
pub mod random;
