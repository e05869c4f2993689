//! Tests of the puzzles and the command line.

mod cli;
mod drawings;
mod formats;
mod kenken;
mod latin;
mod mistakes;
mod portraits;
mod support;
