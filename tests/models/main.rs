//! Tests of the puzzles and the command line.

mod boards;
mod cli;
mod drawings;
mod formats;
mod kenken;
mod killer;
mod latin;
mod mistakes;
mod portraits;
mod sudoku;
mod support;
