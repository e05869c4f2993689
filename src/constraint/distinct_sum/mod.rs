//! Distinct sums: different values with a known sum, as the cages of Killer Sudoku and Kakuro have them.

mod needed;

pub(crate) use needed::{MOST_ONLOOKERS, Needed};

use super::combinations::{Combinations, MOST_VARS};
use super::minizinc::{MiniZinc, join};
use super::{Constraint, Facts, LineName, ModelError, Posting, Scope, TableKey, TableRequest, Tabulate};
use crate::agenda::Priority;
use crate::constraint::Vars;
use crate::ids::VarId;
use crate::propagate::{Cx, Outcome, Propagator, Rule, is_distinct};
use crate::store::{Conflict, Events, Why};

/// The orders of more variables are more than the combinations are worth.
const MOST_TABULATED: usize = 3;

/// More combinations than this are not listed.
const MOST_COMBINATIONS: usize = 2_000;

/// The variables take pairwise different values, and these have a sum.
///
/// Prunes by combination: of all sets of values with this sum it keeps those in which each value can still find a place,
/// and a variable keeps the values that it has in one of them. Small ones become tables under the fast plan. Where there are too many
/// combinations or values that no word holds, it prunes bounds and what other variables have taken.
///
/// A variable that occurs twice makes it false; no variables have the sum 0.
///
/// ```
/// use gridwright::{Limits, Model, distinct_sum};
/// let mut m = Model::new();
/// let cage = m.vars(3, 1..=9);
/// m.post(distinct_sum(&cage, 23)); // 6 + 8 + 9
/// assert_eq!(m.compile(Limits::none())?.solver().count(10)?.n, 6);
/// # Ok::<(), gridwright::Error>(())
/// ```
pub fn distinct_sum(vars: impl Into<Scope>, total: i64) -> DistinctSum {
    DistinctSum { scope: vars.into(), total }
}

/// See [`distinct_sum`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DistinctSum {
    scope: Scope,
    total: i64,
}

impl Constraint for DistinctSum {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let values: Vec<i64> = self.scope.iter().map(|&x| value(x)).collect();
        let sum: i128 = values.iter().map(|&v| i128::from(v)).sum();
        let different = (0..values.len()).all(|i| !values[..i].contains(&values[i]));
        different && sum == i128::from(self.total)
    }

    fn minizinc(&self, to: &mut MiniZinc<'_>) -> Result<String, ModelError> {
        if self.scope.is_empty() {
            return Ok((self.total == 0).to_string());
        }
        let sum = join(self.scope.iter().map(|&x| to.var(x)), " + ");
        Ok(format!("all_different({}) /\\ {sum} = {}", to.array(&self.scope), self.total))
    }

    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
        let scope = self.scope.vars();
        if scope.is_empty() {
            if self.total != 0 {
                to.never();
            }
            return Ok(());
        }
        if !is_distinct(scope) {
            to.never();
            return Ok(());
        }
        if scope.iter().any(|&x| to.domain(x).bounds().is_none()) || self.post_table(to)? {
            return Ok(());
        }
        match self.combinations(to) {
            Some(combinations) => to.propagator(Combinations::new(scope.clone(), combinations, &RULES)),
            None => to.propagator(Wide { scope: scope.clone(), total: self.total }),
        }
        Ok(())
    }

    fn facts(&self) -> Facts<'_> {
        // Both are true of a variable that is named once.
        match is_distinct(&self.scope) {
            true => Facts { all_different: Some(&self.scope), sum: Some((&self.scope, self.total)), ..Facts::NONE },
            false => Facts::NONE,
        }
    }

    fn name(&self) -> Option<LineName> {
        self.scope.name()
    }
}

impl DistinctSum {
    /// Asks for a table of the values with this sum.
    fn post_table(&self, to: &mut Posting<'_>) -> Result<bool, ModelError> {
        if self.scope.len() > MOST_TABULATED {
            return Ok(false);
        }
        let bounds: Vec<_> = self.scope.iter().filter_map(|&x| to.domain(x).bounds()).collect();
        let mut rest = vec![(0_i128, 0_i128); bounds.len() + 1];
        for (i, &(min, max)) in bounds.iter().enumerate().rev() {
            rest[i] = (rest[i + 1].0 + i128::from(min), rest[i + 1].1 + i128::from(max));
        }
        let accepts = |prefix: &[i64]| {
            let sum: i128 = prefix.iter().map(|&v| i128::from(v)).sum();
            let (low, high) = rest[prefix.len()];
            let different = prefix.split_last().is_none_or(|(last, before)| !before.contains(last));
            different && (sum + low..=sum + high).contains(&self.total.into())
        };
        to.table(&TableRequest {
            scope: &self.scope,
            when: Tabulate::WhenFast,
            key: Some(TableKey::own("distsum", &[self.total])),
            accepts: &accepts,
        })
    }

    /// The sets of as many values as variables that have this sum, as words; `None` where no word holds the values or
    /// there are too many.
    fn combinations(&self, to: &Posting<'_>) -> Option<Box<[u64]>> {
        let base = to.common_base(&self.scope).filter(|_| self.scope.len() <= MOST_VARS)?;
        let union = self.scope.iter().flat_map(|&x| to.domain(x).values()).fold(0_u64, |all, v| all | 1 << (v - base));
        let bits: Vec<u32> = (0..64).filter(|bit| union >> bit & 1 == 1).collect();
        let count = self.scope.len();
        let total = i128::from(self.total) - i128::from(base) * count as i128;
        let mut found = Vec::new();
        if count <= bits.len() {
            let total = u32::try_from(total).ok();
            // A sum that no bits make has no combination.
            total.map_or(Some(()), |total| list(&bits, count, total, 0, &mut found))?;
        }
        Some(found.into())
    }
}

/// Lists the sets of so many of these bits with this sum, joined with `chosen`; `None` when there are too many.
fn list(bits: &[u32], count: usize, total: u32, chosen: u64, found: &mut Vec<u64>) -> Option<()> {
    if count == 0 {
        if total == 0 {
            found.push(chosen);
        }
        return (found.len() <= MOST_COMBINATIONS).then_some(());
    }
    let least: u32 = bits[..count].iter().sum();
    let most: u32 = bits[bits.len() - count..].iter().sum();
    if !(least..=most).contains(&total) {
        return Some(());
    }
    for i in 0..=bits.len() - count {
        if let Some(rest) = total.checked_sub(bits[i]) {
            let more = &bits[i + 1..];
            if count - 1 <= more.len() {
                list(more, count - 1, rest, chosen | 1 << bits[i], found)?;
            }
        }
    }
    Some(())
}

const RULES: [Rule; 1] = [Rule::new("the combinations of different values with this sum")];

/// Prunes bounds, and what other variables have taken.
#[derive(Debug)]
struct Wide {
    scope: Vars,
    total: i64,
}

impl Wide {
    const RULES: [Rule; 2] =
        [Rule::new("the sum of the others leaves no more and no less"), Rule::new("the value is already used")];
}

impl Propagator for Wide {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn name(&self) -> &'static str {
        "distinct sum by bounds"
    }

    fn rules(&self) -> &'static [Rule] {
        &Self::RULES
    }

    fn events(&self) -> Option<Events> {
        Some(Events::BOUNDS)
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        for (i, &x) in self.scope.iter().enumerate() {
            let Some(value) = cx.value(x) else { continue };
            for (_, &y) in self.scope.iter().enumerate().filter(|(j, _)| *j != i) {
                cx.remove(y, value, Why::rule(1))?;
            }
        }
        let (mut low, mut high) = (0_i128, 0_i128);
        for &x in &*self.scope {
            low += i128::from(cx.min(x));
            high += i128::from(cx.max(x));
        }
        let total = i128::from(self.total);
        // Bounds beyond 64 bits are bounds that every value keeps.
        let bound = |v: i128| v.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        for &x in &*self.scope {
            let (min, max) = (i128::from(cx.min(x)), i128::from(cx.max(x)));
            if total - (high - max) > i64::MAX.into() || total - (low - min) < i64::MIN.into() {
                return Err(cx.fail(Why::rule(0)));
            }
            cx.at_least(x, bound(total - (high - max)), Why::rule(0))?;
            cx.at_most(x, bound(total - (low - min)), Why::rule(0))?;
        }
        let entailed = self.scope.iter().all(|&x| cx.is_fixed(x));
        let sum: i128 = self.scope.iter().map(|&x| i128::from(cx.min(x))).sum();
        match entailed {
            true if sum == total && self.differ(cx) => Ok(Outcome::Entailed),
            true => Err(cx.fail(Why::rule(0))),
            false => Ok(Outcome::Suspend),
        }
    }
}

impl Wide {
    fn differ(&self, cx: &Cx<'_>) -> bool {
        let value = |i: usize| cx.min(self.scope[i]);
        (0..self.scope.len()).all(|i| (0..i).all(|j| value(i) != value(j)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Domain;
    use crate::testing::check;

    #[test]
    fn every_sum_of_a_few_values() {
        for total in -1..=16 {
            check([1..=5, 1..=5, 2..=6], |x| distinct_sum(x, total)).run();
            check([1..=4, 1..=4, 1..=4, 1..=4], |x| distinct_sum(x, total)).run();
            check([-2..=2, -1..=3], |x| distinct_sum(x, total)).run();
            check([1..=5], |x| distinct_sum(x, total)).run();
            check([1..=3], |_| distinct_sum([], total)).run();
            check([1..=3, 1..=3], |x| distinct_sum([x[0], x[1], x[0]], total)).run();
        }
    }

    #[test]
    fn values_far_apart() {
        let far: [Domain; 3] = [[-70, 0, 63].into(), [-63, 0, 200].into(), [-200, 0, 7].into()];
        for total in [0, -63, 7, 200 + 63 - 200, 137] {
            check(far.clone(), |x| distinct_sum(x, total)).run();
        }
        let ends: [Domain; 2] = [[i64::MIN, i64::MIN + 1].into(), [i64::MAX - 1, i64::MAX].into()];
        for total in [-1, 0, 1, i64::MAX, i64::MIN] {
            check(ends.clone(), |x| distinct_sum(x, total)).run();
        }
        let gaps: [Domain; 3] = [[1, 3, 9].into(), [1, 2, 9].into(), [2, 3, 5].into()];
        for total in 4..=21 {
            check(gaps.clone(), |x| distinct_sum(x, total)).run();
        }
    }

    #[test]
    fn combinations_are_listed() {
        let bits: Vec<u32> = (1..=9).collect();
        let count = |count, total| {
            let mut found = Vec::new();
            list(&bits, count, total, 0, &mut found).map(|()| found.len())
        };
        // The tables that players know: 3 cells with 7 have one combination, 4 with 20 have 12, 9 have 45 alone.
        assert_eq!([count(3, 7), count(4, 20), count(9, 45), count(9, 44)], [Some(1), Some(12), Some(1), Some(0)]);
        let many: Vec<u32> = (0..40).collect();
        assert_eq!(list(&many, 10, 200, 0, &mut Vec::new()), None);
    }
}
