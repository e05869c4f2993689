//! Tests of linear constraints against brute force, and of numbers at the ends of `i64`.

use super::*;
use crate::domain::Domain;
use crate::limit::Limits;
use crate::model::Model;
use crate::testing::{Consistency, check, solutions};

/// An expression of variables.
type Of = fn(&[VarId]) -> Expr;
/// A comparison with a number.
type Compare = fn(Expr, i64) -> Linear;

const COMPARISONS: [Compare; 6] =
    [Expr::equals, Expr::differs_from, Expr::at_most, Expr::at_least, Expr::less_than, Expr::greater_than];

fn check_all(domains: &[Domain], expressions: &[Of], right: impl Iterator<Item = i64> + Clone) {
    for of in expressions {
        for compare in COMPARISONS {
            for right in right.clone() {
                check(domains.iter().cloned(), |x| compare(of(x), right)).run();
            }
        }
    }
}

#[test]
fn no_variable_and_one() {
    check_all(&[(-2..=3).into()], &[|_| 0.into(), |x| x[0].into(), |x| 2 * x[0], |x| 1 - x[0]], -3..=3);
}

#[test]
fn two_variables() {
    let expressions: [Of; 5] =
        [|x| x[0] + x[1], |x| x[0] - x[1], |x| -x[0] - x[1], |x| x[1] - x[0], |x| 2 * x[0] - 3 * x[1] + 1];
    check_all(&[(0..=3).into(), [-2, 0, 1, 3].into()], &expressions, -4..=4);
}

#[test]
fn three_variables() {
    let expressions: [Of; 4] =
        [|x| sum(x), |x| x[0] + x[1] - x[2], |x| 2 * x[0] + x[1] * 3 + x[2], |x| 4 * x[0] - 6 * x[1] - 2 * x[2]];
    check_all(&[(-1..=2).into(), [-2, 0, 1, 5].into(), (1..=3).into()], &expressions, (-4..=9).step_by(3));
}

#[test]
fn values_far_apart() {
    let far: [Domain; 3] = [[-70, 0, 63].into(), [-63, 0, 70, 200].into(), [-200, 7].into()];
    check_all(&far, &[|x| sum(x), |x| x[0] - x[1], |x| x[1] + x[2], |x| 3 * x[0] + x[1]], [0, 7, 133].into_iter());
}

#[test]
fn repeated_variables_are_merged() {
    let expressions: [Of; 4] =
        [|x| x[0] + x[0], |x| x[0] + x[1] + x[0], |x| x[0] + x[1] - x[0], |x| x[0] - x[0] + x[1] - x[1] + 1];
    check_all(&[(-2..=2).into(), (0..=3).into()], &expressions, -2..=3);
}

#[test]
fn variables_without_values_or_with_one() {
    check_all(&[2.into(), (1..=4).into(), 3.into()], &[|x| sum(x), |x| x[0] + x[2], |x| x[1] - x[2]], 4..=7);
    check_all(&[Domain::empty(), (1..=3).into()], &[|x| sum(x)], 2..=3);
}

#[test]
fn two_variables_without_coefficients_are_domain_consistent() {
    let domains = || [Domain::from([0, 1, 3, 6, 7]), [-1, 0, 2, 3, 9].into()];
    let wide = || [Domain::from([0, 1, 3, 66, 7]), [-1, 0, 2, 3, -90].into()];
    for right in -8..=12 {
        check(domains(), |x| (x[0] + x[1]).equals(right)).promises(Consistency::Domain).run();
        check(domains(), |x| (x[0] - x[1]).equals(right)).promises(Consistency::Domain).run();
        check(domains(), |x| x[1].equals(x[0] + right)).promises(Consistency::Domain).run();
        check(domains(), |x| x[1].differs_from(x[0] + right)).promises(Consistency::Domain).run();
        check(domains(), |x| x[0].at_most(x[1] + right)).promises(Consistency::Domain).run();
        check(wide(), |x| (x[0] + x[1]).equals(right)).promises(Consistency::Domain).run();
        check(wide(), |x| (x[0] - x[1]).equals(right)).promises(Consistency::Domain).run();
    }
}

#[test]
fn ranges_are_bounds_consistent() {
    for right in -3..=12 {
        check([0..=3, 1..=5, -2..=2], |x| sum(x).equals(right)).promises(Consistency::Bounds).run();
        check([0..=3, 1..=5, -2..=2], |x| (x[0] - 2 * x[1] + x[2]).at_most(right)).promises(Consistency::Bounds).run();
    }
}

fn compile(domains: &[Domain], constraint: impl FnOnce(&[VarId]) -> Linear) -> Result<usize, String> {
    let mut m = Model::new();
    let vars: Vec<VarId> = domains.iter().map(|domain| m.var(domain.clone())).collect();
    m.post(constraint(&vars));
    m.compile(Limits::none()).map(|compiled| solutions(&compiled).len()).map_err(|error| error.to_string())
}

#[test]
fn ends_of_i64() {
    let ends: [Domain; 2] = [(i64::MIN..=i64::MIN + 3).into(), (i64::MAX - 3..=i64::MAX).into()];
    check_all(&ends, &[|x| sum(x)], [-1, 2, i64::MIN, i64::MAX].into_iter());
    check_all(&ends[1..], &[|x| x[0].into(), |x| -x[0]], [i64::MIN, 2 - i64::MAX, i64::MAX - 1].into_iter());
    check_all(&[ends[1].clone(), ends[1].clone()], &[|x| x[0] - x[1]], [-2, 0, i64::MIN].into_iter());
    check_all(&ends[1..], &[|x| x[0] + i64::MAX - i64::MAX], [i64::MAX].into_iter());
}

#[test]
fn a_sum_that_can_leave_i64_is_refused_by_name() {
    let large: [Domain; 2] = [(0..=10).into(), (i64::MAX - 3..=i64::MAX).into()];
    let error = compile(&large, |x| (x[0] + x[1]).equals(5)).unwrap_err();
    assert!(error.contains("the sum in x0 + x1 = 5 can leave the 64-bit range"), "{error}");
    assert!(compile(&large, |x| (2 * x[1] + x[0]).at_most(5)).is_err());
    assert_eq!(compile(&large[1..], |x| (2 * x[0]).at_most(5)), Ok(0));
    assert!(compile(&large, |x| (x[0] * i64::MAX * 2).equals(0)).is_err());
    assert!(compile(&large, |x| (x[0] * i64::MAX + x[0]).equals(0)).is_err());
    assert!(compile(&large, |x| (i64::MIN * x[0]).equals(-x[1])).is_err());
    assert_eq!(compile(&large[..1], |x| (x[0] * (i64::MAX / 10)).at_most(i64::MAX / 2)), Ok(6));
}

#[test]
fn a_placeholder_is_not_counted_twice() {
    let domains: [Domain; 3] = [(1..=2).into(), (1..=2).into(), 3.into()];
    assert_eq!(compile(&domains, |x| (x[0] + x[1]).equals(x[2])), Ok(2));
}

#[test]
fn facts_and_names() {
    let x: Vec<VarId> = (0..3).map(VarId::new).collect();
    assert_eq!(sum(&x).equals(7).facts().sum, Some((&x[..], 7)));
    assert_eq!(Expr::from(7).equals(sum(&x)).facts().sum, Some((&x[..], 7)));
    assert_eq!(sum(&x).at_most(7).facts(), Facts::NONE);
    assert_eq!((x[0] + 2 * x[1]).equals(7).facts(), Facts::NONE);
    assert_eq!((x[0] + x[0]).equals(6).facts(), Facts::NONE);
    let row = LineName { kind: "row", number: 3 };
    assert_eq!(sum(Scope::named(x.clone(), row)).equals(x[0]).name(), Some(row));
    assert_eq!((sum(Scope::named(x.clone(), row)) + 1).equals(7).name(), None);
    assert_eq!(format!("{:?}", (2 - x[0] + 3 * x[1]).less_than(x[2])), "-x0 + 3*x1 - x2 <= -3");
}

/// A comparison, and whether its reified form prunes domain-consistently.
type Comparing = (fn(&[VarId]) -> Linear, Consistency);

/// The 0/1 variable comes first.
fn check_reified(truth: Domain, domains: &[Domain], comparisons: &[Comparing]) {
    let domains: Vec<Domain> = [truth].into_iter().chain(domains.iter().cloned()).collect();
    for &(comparison, consistency) in comparisons {
        check(domains.clone(), |x| x[0].iff(comparison(&x[1..]))).promises(consistency).run();
        check(domains.clone(), |x| x[0].implies(comparison(&x[1..]))).promises(consistency).run();
    }
}

#[test]
fn reified_comparisons_of_one_and_two_variables_are_domain_consistent() {
    let comparisons: [Comparing; 12] = [
        (|x| x[0].equals(1), Consistency::Domain),
        (|x| x[0].differs_from(1), Consistency::Domain),
        (|x| x[0].at_most(0), Consistency::Domain),
        (|x| x[0].greater_than(0), Consistency::Domain),
        (|x| (2 * x[0]).equals(3), Consistency::Domain),
        (|x| x[0].at_least(9), Consistency::Domain),
        (|x| x[0].equals(x[1]), Consistency::Domain),
        (|x| x[0].differs_from(x[1]), Consistency::Domain),
        (|x| (x[0] + x[1]).equals(2), Consistency::Domain),
        (|x| x[0].less_than(x[1]), Consistency::Domain),
        (|x| (x[0] + 1).at_least(x[1]), Consistency::Domain),
        (|x| x[0].equals(x[1] + 2), Consistency::Domain),
    ];
    check_reified((0..=1).into(), &[(-1..=3).into(), (0..=2).into()], &comparisons);
    let far: Domain = [-70, 0, 1, 63, 200].into();
    check_reified((-1..=2).into(), &[far.clone(), far], &comparisons);
}

#[test]
fn a_reified_equation_that_is_false_takes_an_interior_value() {
    let domains: [Domain; 3] = [0.into(), (-1..=1).into(), (-1..=1).into()];
    check(domains.clone(), |x| x[0].iff(x[1].equals(x[2]))).promises(Consistency::Domain).run();
    let count = |domains: &[Domain], differ: fn(&[VarId]) -> Linear| {
        let mut m = Model::new();
        let vars: Vec<VarId> = domains.iter().map(|domain| m.var(domain.clone())).collect();
        m.post(vars[0].iff(differ(&vars[1..])));
        solutions(&m.compile(Limits::none()).unwrap()).len()
    };
    assert_eq!(count(&domains, |x| x[0].equals(x[1])), 6);
    let wide: [Domain; 3] = [0.into(), 500.into(), (0..=1000).into()];
    assert_eq!(count(&wide, |x| x[0].equals(x[1])), 1000);
}

#[test]
fn reified_sums() {
    let comparisons: [Comparing; 6] = [
        (|x| sum(x).equals(4), Consistency::None),
        (|x| sum(x).differs_from(4), Consistency::None),
        (|x| sum(x).at_most(3), Consistency::Domain),
        (|x| (2 * x[0] - 3 * x[1]).at_least(x[2]), Consistency::Bounds),
        (|x| (2 * x[0] - 3 * x[1] + x[2]).equals(1), Consistency::None),
        (|x| (2 * x[0]).differs_from(3 * x[1]), Consistency::None),
    ];
    check_reified((0..=1).into(), &[(0..=3).into(), (0..=2).into(), (1..=3).into()], &comparisons);
}

#[test]
fn a_truth_that_is_compared_itself() {
    check([0..=2, 0..=2], |x| x[0].iff(x[0].equals(x[1]))).run();
    check([0..=2, 0..=2], |x| x[0].iff((x[0] + x[1]).at_most(1))).run();
    check([0..=2, 0..=2], |x| x[0].implies(x[0].differs_from(x[1]))).run();
    check([0..=2], |x| x[0].iff(x[0].equals(0))).run();
    check([-1..=3], |x| x[0].implies(x[0].at_most(5))).promises(Consistency::Domain).run();
    check([-1..=3], |x| x[0].iff(Expr::from(3).at_most(5))).promises(Consistency::Domain).run();
}

#[test]
fn reified_comparisons_at_the_ends_of_i64() {
    let ends: [Domain; 2] = [(i64::MIN..=i64::MIN + 3).into(), (i64::MAX - 3..=i64::MAX).into()];
    check_reified(
        (0..=1).into(),
        &ends,
        &[
            (|x| sum(x).at_most(0), Consistency::Domain),
            (|x| x[1].at_least(i64::MAX - 1), Consistency::Domain),
            (|x| x[0].equals(i64::MIN), Consistency::Domain),
            // Numbers of its opposite leave the range.
            (|x| x[0].at_most(i64::MIN + 1), Consistency::Domain),
        ],
    );
    let domains = [(0..=1), (i64::MIN..=i64::MIN + 2), (0..=2)];
    check(domains.clone(), |x| x[0].iff(sum(&x[1..]).at_most(i64::MIN + 1))).run();
    check(domains, |x| x[0].implies(sum(&x[1..]).at_most(i64::MIN + 1))).run();
}
