//! Tents, a puzzle of an outside user: everything here goes through the public API of Gridwright.

mod tents;

pub use tents::Tents;

use gridwright::Registry;

/// The kinds of puzzles that the command knows.
pub fn registry() -> Registry {
    let mut registry = Registry::new();
    registry.add::<Tents>();
    registry
}
