//! Tests of the puzzles and the command line.
