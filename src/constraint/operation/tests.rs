//! Tests of operations against brute force, with and without tables, and at the ends of `i64`.

use super::*;
use crate::domain::Domain;
use crate::testing::{Consistency, check};

const ALL: [fn(Term, Term) -> Operation; 7] =
    [absolute_difference, exact_ratio, div_truncated, div_floored, mod_truncated, mod_floored, pow];

/// More than all values of the domains here.
const MANY: u64 = 1000;

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
