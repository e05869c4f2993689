//! Tests of operations: tables of results, and pruning against brute force, with and without tables.

use super::*;
use crate::domain::Domain;
use crate::limit::Limits;
use crate::model::Model;
use crate::testing::{Consistency, check, solutions};

const ALL: [fn(Term, Term) -> Operation; 7] =
    [absolute_difference, exact_ratio, div_truncated, div_floored, mod_truncated, mod_floored, pow];

/// More than all values of the domains here.
const MANY: u64 = 1000;

/// All pairs of arguments and their results.
fn pairs(
    domains: [Domain; 2],
    result: impl Into<Domain>,
    constraint: impl Fn(VarId, VarId, VarId) -> OperationEquals,
) -> Vec<(i64, i64)> {
    let mut m = Model::new();
    let [x, y] = domains.map(|domain| m.var(domain));
    let z = m.var(result);
    m.post(constraint(x, y, z));
    solutions(&m.compile(Limits::none()).unwrap()).iter().map(|s| (s[0], s[1])).collect()
}

#[test]
fn the_exact_ratio_goes_in_either_order_and_leaves_no_rest() {
    let of = |domain: Domain, ratio: i64| pairs([domain.clone(), domain], ratio, |x, y, z| exact_ratio(x, y).equals(z));
    assert_eq!(of((1..=5).into(), 2), [(1, 2), (2, 1), (2, 4), (4, 2)]);
    assert_eq!(of((1..=4).into(), 4), [(1, 4), (4, 1)]);
    assert_eq!(of((1..=5).into(), 0), []);
    assert_eq!(of((0..=3).into(), 0), [(0, 1), (0, 2), (0, 3), (1, 0), (2, 0), (3, 0)]);
    assert_eq!(of((-2..=2).into(), -2), [(-2, 1), (-1, 2), (1, -2), (2, -1)]);
}

#[test]
fn quotients_and_remainders_by_their_rounding() {
    let results = |operation: fn(Term, Term) -> Operation, x: i64, y: i64| -> Vec<i64> {
        (-9..=9)
            .filter(|&z| !pairs([x.into(), y.into()], z, |x, y, z| operation(x.into(), y.into()).equals(z)).is_empty())
            .collect()
    };
    for (x, y, expected) in [
        (-5, 3, [-1, -2, -2, 1]),
        (5, 3, [1, 1, 2, 2]),
        (5, -3, [-1, -2, 2, -1]),
        (-5, -3, [1, 1, -2, -2]),
        (-4, 4, [-1, -1, 0, 0]),
    ] {
        let operations: [fn(Term, Term) -> Operation; 4] = [div_truncated, div_floored, mod_truncated, mod_floored];
        for (operation, expected) in operations.into_iter().zip(expected) {
            assert_eq!(results(operation, x, y), [expected], "{:?}", operation(x.into(), y.into()));
            assert_eq!(results(operation, x, 0), [], "by 0");
        }
    }
}

#[test]
fn truncated_remainders_of_negative_numbers() {
    let itself = pairs([[-8, -1].into(), [-8, -7, -2].into()], 0, |x, y, _| mod_truncated(y, y).equals(x));
    assert_eq!(itself, []);
    let by_three = pairs([(-3..=3).into(), (-3..=3).into()], 0, |x, y, _| mod_truncated(x, 3).equals(y));
    assert_eq!(by_three, [(-3, 0), (-2, -2), (-1, -1), (0, 0), (1, 1), (2, 2), (3, 0)]);
    let one = pairs([(0..=5).into(), (-5..=5).into()], 1, |x, y, z| mod_truncated(x, y).equals(z));
    assert_eq!(one.len(), 16);
    assert!(one.contains(&(1, -5)));
}

#[test]
fn a_quotient_by_zero_or_beyond_i64_equals_nothing() {
    let by = pairs([(-1..=1).into(), (-9..=9).into()], 0, |x, y, _| div_truncated(-1, x).equals(y));
    assert_eq!(by, [(-1, 1), (1, -1)]);
    let beyond =
        pairs([i64::MIN.into(), (-1..=0).into()], i64::MAX - 1..=i64::MAX, |x, y, z| div_truncated(x, y).equals(z));
    assert_eq!(beyond, []);
}

#[test]
fn powers() {
    let powers = |x: i64, y: i64| -> Vec<i64> {
        (-9..=9).filter(|&z| !pairs([x.into(), y.into()], z, |x, y, z| pow(x, y).equals(z)).is_empty()).collect()
    };
    assert_eq!([powers(0, 0), powers(5, 0), powers(-2, 3), powers(3, 2)], [[1], [1], [-8], [9]]);
    assert_eq!([powers(1, -3), powers(-1, -3), powers(-1, -2)], [[1], [-1], [1]]);
    assert_eq!([powers(2, -1), powers(0, -1), powers(2, 64), powers(2, i64::MAX)], [[0; 0]; 4]);
    assert_eq!(powers(-1, i64::MAX), [-1]);
}

fn domains() -> [Domain; 3] {
    [(-3..=3).into(), [-4, 0, 1, 2].into(), (-2..=5).into()]
}

#[test]
fn tables() {
    for operation in ALL {
        check(domains(), |x| operation(x[0].into(), x[1].into()).equals(x[2])).run();
        check(domains(), |x| operation(x[0].into(), x[1].into()).equals(1)).run();
        check(domains(), |x| operation(x[0].into(), 2.into()).equals(x[2])).run();
        check(domains(), |x| operation((-7).into(), x[1].into()).equals(x[2])).run();
        check(domains(), |x| operation(x[0].into(), x[0].into()).equals(x[2])).run();
        check(domains(), |x| operation(x[0].into(), x[2].into()).equals(x[2])).run();
        check(domains(), |_| operation(7.into(), 2.into()).equals(3)).run();
    }
    check(domains(), |x| abs(x[0]).equals(x[1])).run();
}

/// An operation that is never tabulated, and tries few values at once.
#[derive(Debug)]
struct Untabulated(OperationEquals, u64);

impl Constraint for Untabulated {
    fn scope(&self) -> &[VarId] {
        self.0.scope()
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        self.0.holds(value)
    }

    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
        let scope = self.0.terms.map(|term| to.var(term));
        to.propagator(Operating::new(self.0.operator, scope).trying(self.1));
        Ok(())
    }
}

#[test]
fn bounds_and_few_values_instead_of_tables() {
    for most in [1, 6, 40, MANY] {
        for operation in ALL {
            let untabulated = |operation: Operation, z: Term| Untabulated(operation.equals(z), most);
            check(domains(), |x| untabulated(operation(x[0].into(), x[1].into()), x[2].into())).run();
            check(domains(), |x| untabulated(operation(x[1].into(), x[0].into()), 1.into())).run();
            check(domains(), |x| untabulated(operation(x[0].into(), 2.into()), x[2].into())).run();
            check(domains(), |x| untabulated(operation(x[0].into(), x[0].into()), x[2].into())).run();
            check(domains(), |x| untabulated(operation(x[2].into(), x[0].into()), x[2].into())).run();
        }
    }
}

#[test]
fn with_all_values_tried_pruning_is_domain_consistent() {
    for operation in ALL {
        check(domains(), |x| Untabulated(operation(x[0].into(), x[1].into()).equals(x[2]), MANY))
            .promises(Consistency::Domain)
            .run();
    }
}

#[test]
fn ranges_contain_all_results() {
    let ends = [i64::MIN, i64::MIN + 1, -7, -3, -2, -1, 0, 1, 2, 3, 64, 65, i64::MAX - 1, i64::MAX];
    let ranges = || ends.into_iter().flat_map(|low| ends.into_iter().map(move |high| (low, high)));
    for operation in ALL {
        let operator = operation(0.into(), 0.into()).operator;
        for x in ranges().filter(|(low, high)| low <= high) {
            for y in ranges().filter(|(low, high)| low <= high) {
                let range = operator.range(x, y);
                let within = |(low, high): (i64, i64)| ends.into_iter().filter(move |v| (low..=high).contains(v));
                for v in within(x) {
                    for result in within(y).filter_map(|w| operator.value(v, w)) {
                        let contained = range.is_some_and(|(low, high)| (low..=high).contains(&result));
                        assert!(contained, "{operator:?} of {x:?} and {y:?}: {range:?} lacks {result}");
                    }
                }
            }
        }
    }
}

#[test]
fn values_are_what_is_meant() {
    let ends = [i64::MIN, i64::MIN + 1, -3, -2, -1, 0, 1, 2, 3, 62, 63, 64, i64::MAX - 1, i64::MAX];
    for operation in ALL {
        let operator = operation(0.into(), 0.into()).operator;
        for x in ends {
            for y in ends {
                let value = operator.value(x, y);
                for z in ends.into_iter().chain(-5..=5).chain(value) {
                    let meant = operator.relates(x.into(), y.into(), z.into());
                    assert_eq!(meant, value == Some(z), "{operator:?} of {x} and {y}: {z} or {value:?}");
                }
            }
        }
    }
}

#[test]
fn extreme_values() {
    let ends = [i64::MIN, i64::MIN + 1, -1, 0, 1, 2, i64::MAX];
    for operation in ALL {
        for x in ends {
            for y in ends {
                let close: [Domain; 3] =
                    [(i64::MIN..=i64::MIN + 2).into(), (-2..=2).into(), (i64::MAX - 2..=i64::MAX).into()];
                check(close, |z| operation(x.into(), y.into()).equals(z[0])).run();
            }
        }
    }
}
