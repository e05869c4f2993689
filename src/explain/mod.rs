//! From the trail to reasons: which constraints and assumptions a contradiction rests on, and smallest clashes.

mod clash;
mod hitting;
mod trace;

pub use clash::{Clash, ClashAnswer};
