//! Global cardinality against brute force.

use super::*;
use crate::domain::Domain;
use crate::limit::Limits;
use crate::model::Model;
use crate::testing::{Consistency, Dice, check};

#[test]
fn numbers_and_ranges() {
    let domains = || [1..=3, 1..=2, 2..=4, 1..=4];
    check(domains(), |x| global_cardinality(x).value(1, 2).value(2, 1)).promises(Consistency::Domain).run();
    check(domains(), |x| global_cardinality(x).value(1, 1..=2).value(4, 0).value(3, 1..=1))
        .promises(Consistency::Domain)
        .run();
    check(domains(), |x| global_cardinality(x).value(1, 0..=2).value(2, 2..=3).closed())
        .promises(Consistency::Domain)
        .run();
    check(domains(), |x| global_cardinality(x).value(2, 1..=3).value(2, 0..=1).value(7, 0))
        .promises(Consistency::Domain)
        .run();
}

#[test]
fn amounts_that_nothing_satisfies() {
    check(vec![1..=3; 3], |x| global_cardinality(x).value(1, 4)).run();
    check(vec![1..=3; 3], |x| global_cardinality(x).value(1, -1)).run();
    check(vec![1..=3; 3], |x| global_cardinality(x).value(1, -1..=1).value(2, 2)).promises(Consistency::Domain).run();
    check(vec![1..=3; 3], |x| global_cardinality(x).value(9, 1..=3)).run();
    #[expect(clippy::reversed_empty_ranges, reason = "what an empty range means is tested")]
    check(vec![1..=3; 2], |x| global_cardinality(x).value(1, 2..=1)).run();
    check(vec![1..=3; 2], |x| global_cardinality(x).value(1, 0..=i64::MAX).value(2, i64::MIN..=1))
        .promises(Consistency::Domain)
        .run();
    check(vec![1..=3; 2], |x| global_cardinality(x).closed()).run();
}

#[test]
fn amounts_that_are_variables() {
    let domains = || [1..=3, 1..=3, 2..=3, 0..=2, 0..=4];
    check(domains(), |x| global_cardinality(&x[..3]).value(1, x[3]).value(2, x[4])).run();
    check(domains(), |x| global_cardinality(&x[..3]).value(1, x[3]).value(3, 1).closed()).run();
    let holes: Domain = [-1, 0, 2].into();
    check([(1..=2).into(), (1..=2).into(), (1..=3).into(), holes], |x| global_cardinality(&x[..3]).value(2, x[3]))
        .run();
}

#[test]
fn variables_twice_and_none() {
    check(vec![0..=2; 3], |x| global_cardinality([x[0], x[1], x[0]]).value(1, 2).value(2, x[2])).run();
    check(vec![0..=2; 3], |x| global_cardinality([x[0], x[1], x[2]]).value(1, x[0]).value(2, x[2])).run();
    check(vec![0..=2; 2], |x| global_cardinality([x[0]]).value(0, x[1]).value(1, x[1])).run();
    check([0..=2], |x| global_cardinality([]).value(1, x[0]).closed()).run();
    check([0..=2], |_| global_cardinality([]).value(1, 1)).run();
}

#[test]
fn random_domains() {
    let mut dice = Dice::new(6);
    for round in 0..120 {
        let far: &[i64] = if round % 4 == 0 { &[-70, 0, 1, 200] } else { &[0, 1, 2, 3] };
        let domains: Vec<Domain> =
            (0..5).map(|_| (0..1 + dice.below(3)).map(|_| *dice.pick(far)).collect::<Vec<_>>().into()).collect();
        let mut amounts = Vec::new();
        for _ in 0..1 + dice.below(3) {
            let low = dice.between(0, 2);
            amounts.push((*dice.pick(far), low..=low + dice.between(0, 2)));
        }
        let closed = dice.once_in(3);
        let constraint = |x: &[VarId]| {
            let listed = amounts.iter().cloned();
            let open = listed.fold(global_cardinality(x), |all, (value, amount)| all.value(value, amount));
            if closed { open.closed() } else { open }
        };
        check(domains, constraint).promises(Consistency::Domain).run();
    }
}

#[test]
fn more_values_than_a_word_has_bits() {
    let mut m = Model::new();
    let x = m.vars(70, 1..=70);
    m.post((1..=70).fold(global_cardinality(&x), |all, value| all.value(value, 0..=1)));
    let first: Vec<i64> =
        m.compile(Limits::none()).unwrap().solver().first().unwrap().solution().unwrap().values().into();
    let mut sorted = first.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, (1..=70).collect::<Vec<i64>>(), "{first:?}");
}
