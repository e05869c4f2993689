//! Tests of the puzzles and the command line.

mod binairo;
mod boards;
mod book;
mod cages;
mod canonical;
mod cli;
mod combinations;
mod drawings;
mod formats;
mod futoshiki;
mod hitori;
mod kakurasu;
mod kakuro;
mod kenken;
mod killer;
mod latin;
mod lines;
mod magic_square;
mod mistakes;
mod nonogram;
mod portraits;
mod skyscrapers;
mod squares;
mod str8ts;
mod sudoku;
mod support;
