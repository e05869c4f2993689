//! Sorting within a budget.

use crate::limit::{Budget, Limit};

/// So many items are sorted between two looks at the budget, at least.
const AT_ONCE: usize = 1 << 16;

/// The items in increasing order, each once.
///
/// # Errors
/// The limit of the budget that was reached.
pub(super) fn sorted<T: Ord>(items: impl IntoIterator<Item = T>, budget: &mut Budget) -> Result<Vec<T>, Limit> {
    let mut items = items.into_iter();
    let mut sorted: Vec<T> = Vec::new();
    loop {
        // What is sorted already is gone through again, so the portions grow with it.
        let before = sorted.len();
        sorted.extend(items.by_ref().take(before.max(AT_ONCE)));
        if sorted.len() == before {
            return Ok(sorted);
        }
        budget.spend_on(16 * (sorted.len() - before))?;
        sorted.sort_unstable();
        sorted.dedup();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limit::StopFlag;

    #[test]
    fn many_items_are_sorted_in_portions() {
        let mixed = |count: u64| (0..count).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 44);
        for count in [0, 1, 1000, 65_536, 65_537, 400_000] {
            let mut expected: Vec<u64> = mixed(count).collect();
            expected.sort_unstable();
            expected.dedup();
            assert_eq!(sorted(mixed(count), &mut Budget::unlimited()), Ok(expected));
        }
    }

    #[test]
    fn it_ends_at_a_limit() {
        let flag = StopFlag::new();
        flag.stop();
        let mut budget = Budget::start(&crate::limit::Limits::none().stopped_by(&flag));
        let mut taken = 0;
        let items = (0..10_000_000_u64).inspect(|_| taken += 1);
        assert_eq!(sorted(items, &mut budget), Err(Limit::Interrupt));
        assert!(taken <= AT_ONCE);
    }
}
