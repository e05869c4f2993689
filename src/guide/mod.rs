//! Two tutorials, each a program that the documentation tests compile and run.

#[doc = include_str!("constraint.md")]
pub mod constraint {}

#[doc = include_str!("puzzle.md")]
pub mod puzzle {}
