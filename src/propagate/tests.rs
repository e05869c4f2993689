//! Tests of what the fixpoint loop knows of a propagator before it runs.

use super::*;
use crate::testing::Dice;
use std::collections::BTreeSet;

#[test]
fn a_variable_that_is_named_twice_is_found_however_far_apart_all_are() {
    let mut dice = Dice::new(4);
    let (mut with, mut without) = (0, 0);
    for _ in 0..4_000 {
        let spread = *dice.pick(&[4, 60, 130, 250, 400, 5_000]);
        let scope: Vec<VarId> = (0..dice.below(9)).map(|_| VarId::new(dice.below(spread))).collect();
        let distinct = scope.iter().collect::<BTreeSet<_>>().len() == scope.len();
        assert_eq!(is_distinct(&scope), distinct, "{scope:?}");
        *if distinct { &mut without } else { &mut with } += 1;
    }
    assert!(with > 500 && without > 500, "{with} and {without}");
}
