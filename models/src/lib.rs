//! The puzzles of Gridwright.
#![deny(missing_docs)]
#![forbid(unsafe_code)]
