//! Tables of the tuples that hold, enumerated within a budget and kept for other models.

use crate::constraint::{ModelError, Tuples};
use crate::limit::Budget;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

/// More tuples than this are not tabulated.
const MOST_TUPLES: usize = 20_000;

/// Where the domains but the largest have more combinations than this, nothing is enumerated.
pub(super) const MOST_PREFIXES: u64 = 400_000;

/// Where a variable has more values, nothing is enumerated.
pub(super) const MOST_VALUES: u64 = 65_536;

/// More words of bit sets than this are not kept for one table: values far and wide, not many tuples, make it large.
pub(super) const MOST_WORDS: u64 = 1 << 19;

/// More nodes than this are not enumerated for one table.
const MOST_NODES: usize = 200_000;

/// The cache is emptied when its tables take more bytes than this.
const CACHE_BYTES: usize = 64 << 20;

/// One variable of an enumeration.
pub(super) struct Axis<'a> {
    /// Its values, in increasing order.
    pub(super) values: &'a [i64],
    /// Earlier axes whose value must differ.
    pub(super) clashes: Vec<usize>,
}

/// All tuples over the axes that a prefix test accepts, one after another, or `None` where there are too many to list. A
/// test takes so many steps of the budget.
///
/// # Errors
/// The limit of the budget that was reached.
pub(super) fn enumerate(
    axes: &[Axis<'_>],
    accepts: impl Fn(&[i64]) -> bool,
    steps: u32,
    budget: &mut Budget,
) -> Result<Option<(usize, Vec<i64>)>, ModelError> {
    let arity = axes.len();
    let (mut flat, mut count, mut nodes) = (Vec::new(), 0, 0);
    let mut tuple = Vec::with_capacity(arity);
    let mut next = vec![0_usize; arity + 1];
    if !accepts(&tuple) {
        return Ok(Some((0, flat)));
    }
    loop {
        let depth = tuple.len();
        let value = if depth < arity { axes[depth].values.get(next[depth]) } else { None };
        if depth == arity {
            count += 1;
            flat.extend_from_slice(&tuple);
            if count > MOST_TUPLES {
                return Ok(None);
            }
        }
        let Some(&value) = value else {
            if tuple.pop().is_none() {
                return Ok(Some((count, flat)));
            }
            continue;
        };
        next[depth] += 1;
        nodes += 1;
        if nodes > MOST_NODES {
            return Ok(None);
        }
        budget.spend(steps)?;
        if axes[depth].clashes.iter().any(|&j| tuple[j] == value) {
            continue;
        }
        tuple.push(value);
        if accepts(&tuple) {
            next[depth + 1] = 0;
        } else {
            tuple.pop();
        }
    }
}

/// A fast hash of words (the multiplicative step of FxHash); keys come from models, not from an adversary.
#[derive(Default)]
struct WordHasher(u64);

impl Hasher for WordHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|&word| self.write_u64(u64::from_le_bytes(word)));
        rest.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

#[derive(Default)]
struct Cache {
    tables: HashMap<Box<[u64]>, Option<Arc<Tuples>>, BuildHasherDefault<WordHasher>>,
    bytes: usize,
}

impl Cache {
    /// Keeps a table, and forgets all others where they would take more than `most` bytes with it.
    fn keep(&mut self, key: &[u64], made: &Option<Arc<Tuples>>, bytes: usize, most: usize) {
        if self.bytes + bytes > most {
            *self = Self::default();
        }
        if bytes <= most {
            self.bytes += bytes;
            self.tables.insert(key.into(), made.clone());
        }
    }
}

/// Tables of all models of the program, by relation, parameters, clashes and domains. A table is a pure function of its
/// key, so sharing it cannot change an answer. `None` stands for a table that is too large.
static CACHE: LazyLock<Mutex<Cache>> = LazyLock::new(Mutex::default);

fn cache() -> MutexGuard<'static, Cache> {
    CACHE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is kept under this key: a table, or that it is too large.
pub(super) fn kept(key: &[u64]) -> Option<Option<Arc<Tuples>>> {
    cache().tables.get(key).cloned()
}

/// The table of this key, made by `make` if nobody has asked for it before, and kept where all that are kept then take no
/// more than `most` bytes.
///
/// # Errors
/// Those of `make`, which are not kept.
pub(super) fn shared(
    key: &[u64],
    most: usize,
    make: impl FnOnce() -> Result<Option<Arc<Tuples>>, ModelError>,
) -> Result<Option<Arc<Tuples>>, ModelError> {
    if let Some(found) = kept(key) {
        return Ok(found);
    }
    let made = make()?;
    let mut cache = cache();
    let bytes = made.as_ref().map_or(0, |tuples| tuples.bytes()) + 8 * key.len() + 64;
    cache.keep(key, &made, bytes, most.min(CACHE_BYTES));
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enumeration_lists_what_holds_in_order() {
        let values = [1, 2, 3];
        let axes = [Axis { values: &values, clashes: vec![] }, Axis { values: &values, clashes: vec![0] }];
        let accepts =
            |t: &[i64]| t.iter().sum::<i64>() + 3 * (2 - t.len() as i64) >= 4 && (t.len() < 2 || t[0] + t[1] == 4);
        let (count, flat) = enumerate(&axes, accepts, 1, &mut Budget::unlimited()).unwrap().unwrap();
        assert_eq!((count, flat), (2, vec![1, 3, 3, 1]));
        assert_eq!(enumerate(&[], |_| true, 1, &mut Budget::unlimited()).unwrap(), Some((1, vec![])));
        assert_eq!(enumerate(&[], |_| false, 1, &mut Budget::unlimited()).unwrap(), Some((0, vec![])));
    }

    #[test]
    fn the_cache_keeps_no_more_than_it_may() {
        let mut cache = Cache::default();
        let mut keep = |key: u64, bytes: usize, most: usize| {
            cache.keep(&[key], &None, bytes, most);
            (cache.tables.len(), cache.bytes)
        };
        assert_eq!((keep(1, 40, 100), keep(2, 50, 100)), ((1, 40), (2, 90)));
        // All others go for what does not fit beside them; what does not fit alone is not kept.
        assert_eq!((keep(3, 20, 100), keep(4, 10, 100)), ((1, 20), (2, 30)));
        assert_eq!((keep(5, 200, 100), keep(6, 1, 0)), ((0, 0), (0, 0)));
    }

    #[test]
    fn too_many_tuples_are_refused() {
        let values: Vec<i64> = (0..40).collect();
        let axes: Vec<Axis<'_>> = (0..4).map(|_| Axis { values: &values, clashes: vec![] }).collect();
        assert_eq!(enumerate(&axes, |_| true, 1, &mut Budget::unlimited()).unwrap(), None);
    }
}
