//! Smallest hitting sets, by branching on the members of a smallest set that is not hit yet.

use crate::limit::{Budget, Limit};
use fixedbitset::FixedBitSet;

/// A smallest set with a member in common with each of `sets`, if one has fewer than `bound` members. Gives up after
/// `steps` branches, which it counts down, and then answers `None` too.
///
/// # Errors
/// The limit of the budget that was reached.
pub(super) fn smallest(
    sets: &[FixedBitSet],
    bound: usize,
    steps: &mut u64,
    budget: &mut Budget,
) -> Result<Option<FixedBitSet>, Limit> {
    let members = sets.iter().map(FixedBitSet::len).max().unwrap_or(0);
    for size in 0..bound {
        let mut chosen = FixedBitSet::with_capacity(members);
        if hit(sets, size, &mut chosen, steps, budget)? {
            return Ok(Some(chosen));
        }
        if *steps == 0 {
            break;
        }
    }
    Ok(None)
}

/// Extends `chosen` by at most `left` members so that it hits every set.
fn hit(
    sets: &[FixedBitSet],
    left: usize,
    chosen: &mut FixedBitSet,
    steps: &mut u64,
    budget: &mut Budget,
) -> Result<bool, Limit> {
    budget.spend(sets.len() as u32)?;
    let missed = sets.iter().filter(|set| set.is_disjoint(chosen)).min_by_key(|set| set.count_ones(..));
    let Some(missed) = missed else { return Ok(true) };
    if left == 0 || *steps == 0 {
        return Ok(false);
    }
    *steps -= 1;
    for member in missed.ones() {
        chosen.insert(member);
        if hit(sets, left - 1, chosen, steps, budget)? {
            return Ok(true);
        }
        chosen.remove(member);
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(members: &[usize]) -> FixedBitSet {
        let mut set = FixedBitSet::with_capacity(8);
        set.extend(members.iter().copied());
        set
    }

    fn unlimited(sets: &[FixedBitSet], bound: usize) -> Option<FixedBitSet> {
        smallest(sets, bound, &mut 10_000, &mut Budget::unlimited()).unwrap()
    }

    #[test]
    fn it_is_smallest_among_all_subsets() {
        let sets = [set(&[0, 1]), set(&[1, 2]), set(&[3, 4, 5]), set(&[5, 6]), set(&[0, 2])];
        let best = unlimited(&sets, 8).unwrap();
        let hits = |s: &FixedBitSet| sets.iter().all(|other| !other.is_disjoint(s));
        let brute = (0..256_usize).map(|bits| (0..8).filter(|b| bits >> b & 1 == 1).collect::<Vec<_>>());
        let fewest = brute.filter(|members| hits(&set(members))).map(|members| members.len()).min();
        assert!(hits(&best));
        assert_eq!(Some(best.count_ones(..)), fewest);
        assert_eq!(unlimited(&sets, fewest.unwrap()), None);
    }

    #[test]
    fn nothing_is_hit_by_nothing() {
        assert_eq!(unlimited(&[], 1), Some(FixedBitSet::with_capacity(0)));
    }

    #[test]
    fn it_ends_at_a_limit() {
        let flag = crate::limit::StopFlag::new();
        flag.stop();
        let mut budget = Budget::start(&crate::limit::Limits::none().stopped_by(&flag));
        let sets: Vec<FixedBitSet> = (0..400).map(|i| set(&[i % 8, (i + 1) % 8])).collect();
        assert_eq!(smallest(&sets, 8, &mut 10_000, &mut budget), Err(Limit::Interrupt));
    }
}
