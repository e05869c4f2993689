//! Boards drawn: as text, from what a puzzle says that its board shows.

mod text;

pub use text::Text;
