//! Which mutant is on: this file becomes a module of the mutated copy, and no part of the tool.

use std::io::Write;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Notes the mutants that are reached instead of switching one on.
const NOTE: u32 = u32::MAX;
const MOST: usize = 1 << 14;

static ACTIVE: LazyLock<u32> = LazyLock::new(|| match std::env::var("MUTANT") {
    Ok(word) if word == "note" => NOTE,
    Ok(word) => word.parse().unwrap_or(0),
    Err(_) => 0,
});
static REACHED: [AtomicBool; MOST] = [const { AtomicBool::new(false) }; MOST];

/// The place in the list of the mutant that is on, from 1; 0 if none of these is. Not inlined: there are thousands of calls,
/// and building them takes longer than running them.
#[inline(never)]
pub(crate) fn at(ids: &[u32]) -> usize {
    let active = *ACTIVE;
    if active == NOTE {
        note(ids);
    }
    ids.iter().position(|&id| id == active).map_or(0, |at| at + 1)
}

#[cold]
fn note(ids: &[u32]) {
    for &id in ids {
        let reached = &REACHED[id as usize];
        if !reached.load(Ordering::Relaxed) && !reached.swap(true, Ordering::Relaxed) {
            let path = std::env::var("MUTANT_NOTES").expect("a file for notes is named");
            let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
            writeln!(file.expect("the file can be opened"), "{id}").expect("the file can be written");
        }
    }
}

/// One of two iterators, where a function must return a single type.
#[derive(Clone, Debug)]
pub(crate) enum Either<A, B> {
    Left(A),
    Right(B),
}

impl<A: Iterator, B: Iterator<Item = A::Item>> Iterator for Either<A, B> {
    type Item = A::Item;

    fn next(&mut self) -> Option<A::Item> {
        match self {
            Self::Left(iter) => iter.next(),
            Self::Right(iter) => iter.next(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Self::Left(iter) => iter.size_hint(),
            Self::Right(iter) => iter.size_hint(),
        }
    }
}

impl<A: DoubleEndedIterator, B: DoubleEndedIterator<Item = A::Item>> DoubleEndedIterator for Either<A, B> {
    fn next_back(&mut self) -> Option<A::Item> {
        match self {
            Self::Left(iter) => iter.next_back(),
            Self::Right(iter) => iter.next_back(),
        }
    }
}

impl<A: ExactSizeIterator, B: ExactSizeIterator<Item = A::Item>> ExactSizeIterator for Either<A, B> {}
