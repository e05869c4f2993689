//! A puzzle of its own on Gridwright.

mod my_puzzle;

pub use my_puzzle::MyPuzzle;

use gridwright::Registry;

/// The kinds of puzzles that the command knows; a second one is added here.
pub fn registry() -> Registry {
    let mut registry = Registry::new();
    registry.add::<MyPuzzle>();
    registry
}
