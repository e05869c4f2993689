//! Tests of the puzzles and the command line.

mod drawings;
mod formats;
mod mistakes;
mod support;
