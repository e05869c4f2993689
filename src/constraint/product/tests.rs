//! Tests of products against brute force, with and without tables, and beyond `i64`.

use super::*;
use crate::domain::Domain;
use crate::testing::{Consistency, check};

fn domains() -> [Domain; 3] {
    [(-2..=3).into(), [-4, 0, 1, 6].into(), (1..=3).into()]
}

#[test]
fn constants() {
    for result in [0, 1, -1, 6, -8, 12, 7, 36, -36, 1000] {
        check(domains(), |x| product(x).equals(result)).run();
        check(domains(), |x| product(&x[..2]).equals(result)).run();
        check(domains(), |x| product([x[1]]).equals(result)).run();
        check(domains(), |_| product([]).equals(result)).run();
    }
}

#[test]
fn variables() {
    check(domains(), |x| product(&x[..2]).equals(x[2])).run();
    check(domains(), |x| product([x[0], x[2]]).equals(x[1])).run();
    check(domains(), |x| product([x[1]]).equals(x[2])).run();
    check(domains(), |_| product([]).equals(5)).run();
    check(domains(), |x| product([]).equals(x[0])).run();
    check([1..=3, 1..=3, 1..=9], |x| product(&x[..2]).equals(x[2])).run();
}

#[test]
fn repeated_variables() {
    for result in [0, 1, 4, 8, 9, -8] {
        check(domains(), |x| product([x[0], x[0]]).equals(result)).run();
        check(domains(), |x| product([x[0], x[2], x[0]]).equals(result)).run();
    }
    check(domains(), |x| product([x[0], x[1]]).equals(x[0])).run();
    check(domains(), |x| product([x[0], x[0]]).equals(x[0])).run();
}

#[test]
fn two_factors_of_a_constant_are_domain_consistent() {
    for result in (-12..=20).filter(|&result| result != 0) {
        check([-3..=5, -2..=6], |x| product(x).equals(result)).promises(Consistency::Domain).run();
        check([1..=5, 1..=6], |x| product([x[0], x[0], x[1]]).equals(result)).run();
        check([1..=5, 1..=6, 2..=2], |x| product(x).equals(result)).promises(Consistency::Domain).run();
    }
}

#[test]
fn values_far_apart_and_products_beyond_i64() {
    let far: [Domain; 3] = [[-70, 0, 63].into(), [-63, 1, 200].into(), [-200, 7].into()];
    for result in [0, -441, 63, 63 * 200 * 7] {
        check(far.clone(), |x| product(x).equals(result)).run();
    }
    let large: [Domain; 3] = [(i64::MAX - 1..=i64::MAX).into(), (i64::MIN..=i64::MIN + 1).into(), [-1, 0, 1].into()];
    for result in [0, 1, -1, i64::MAX, i64::MIN, i64::MIN + 1] {
        check(large.clone(), |x| product(x).equals(result)).run();
        check(large.clone(), |x| product(&x[1..]).equals(result)).run();
        check(large.clone(), |x| product([x[0], x[2]]).equals(result)).run();
    }
    check(large, |x| product([x[0], x[2]]).equals(x[1])).run();
    let exact: [Domain; 2] = [(1 << 31..=(1 << 31) + 1).into(), (-(1 << 32)..=3 - (1 << 32)).into()];
    for result in [i64::MIN, i64::MIN + (1 << 31), i64::MAX] {
        check(exact.clone(), |x| product(x).equals(result)).run();
    }
}
