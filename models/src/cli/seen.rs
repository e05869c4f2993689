//! Which puzzles were there before, exactly or up to symmetry.

use std::collections::HashMap;
use std::collections::hash_map::{Entry, RandomState};
use std::hash::BuildHasher;
use std::sync::{Mutex, PoisonError};

use gridwright::{Registry, Sheet};

use super::args::Sameness;
use super::input::Site;

/// What tells puzzles apart: 128 bits of a hash whose keys are drawn anew each time, so that no two among thousands of
/// millions of puzzles, whoever made them, share one by chance.
pub(super) type Key = u128;

/// The first puzzle of each key so far.
#[derive(Debug)]
pub(super) struct Seen<'r> {
    registry: &'r Registry,
    sameness: Sameness,
    hashers: [RandomState; 2],
    first: Mutex<HashMap<Key, Site>>,
}

impl<'r> Seen<'r> {
    pub fn new(registry: &'r Registry, sameness: Sameness) -> Self {
        let hashers = [RandomState::new(), RandomState::new()];
        Self { registry, sameness, hashers, first: Mutex::default() }
    }

    /// The key of a puzzle, whatever its title, entries and marks; a kind that knows no symmetries is told apart exactly.
    pub fn key(&self, sheet: &Sheet) -> Key {
        let canonical = match self.sameness {
            Sameness::Exactly => None,
            Sameness::Symmetry => sheet.puzzle.canonical(),
        };
        let text = self.registry.write_puzzle(canonical.as_deref().unwrap_or(&*sheet.puzzle));
        let [low, high] = self.hashers.each_ref().map(|hasher| u128::from(hasher.hash_one(&text)));
        high << 64 | low
    }

    /// Remembers a puzzle; whether none is known that has its key and stands before it. Others may still come.
    pub fn add(&self, key: Key, site: &Site) -> bool {
        match self.first.lock().unwrap_or_else(PoisonError::into_inner).entry(key) {
            Entry::Vacant(entry) => {
                entry.insert(site.clone());
                true
            }
            Entry::Occupied(mut entry) if site.index < entry.get().index => {
                entry.insert(site.clone());
                true
            }
            Entry::Occupied(_) => false,
        }
    }

    /// The puzzle of this key that stands before another. Certain once all before that one were added.
    pub fn before(&self, key: Key, site: &Site) -> Option<Site> {
        let first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        first.get(&key).filter(|first| first.index < site.index).cloned()
    }
}
