//! What the fuzz targets do with their input, and what must hold then.

pub mod arguments;
pub mod models;
pub mod pictures;
pub mod puzzles;
pub mod texts;
mod watch;
