//! What each constraint means, written apart from the engine; and the solutions of a model by trying every assignment.

use crate::spec::{Amount, Claim, Comparison, Operator, Rule, Spec, Terms, Value};
use gridwright::Op;
use std::collections::BTreeSet;

/// The solutions of a model, in increasing order.
pub fn solutions(spec: &Spec) -> BTreeSet<Vec<i64>> {
    let mut due: Vec<Vec<&Rule>> = vec![Vec::new(); spec.domains.len() + 1];
    for rule in &spec.rules {
        due[rule.reach()].push(rule);
    }
    let mut found = BTreeSet::new();
    extend(spec, &due, &mut Vec::new(), &mut found);
    found
}

fn extend(spec: &Spec, due: &[Vec<&Rule>], values: &mut Vec<i64>, found: &mut BTreeSet<Vec<i64>>) {
    let depth = values.len();
    if !due[depth].iter().all(|rule| rule.holds(values)) {
        return;
    }
    let Some(domain) = spec.domains.get(depth) else {
        found.insert(values.clone());
        return;
    };
    for &value in domain {
        values.push(value);
        extend(spec, due, values, found);
        values.pop();
    }
}

/// The value of a sum.
pub fn total(terms: &Terms, values: &[i64]) -> i128 {
    terms.iter().map(|&(coefficient, x)| i128::from(coefficient) * i128::from(values[x])).sum()
}

impl Value {
    fn get(self, values: &[i64]) -> i64 {
        match self {
            Self::Var(x) => values[x],
            Self::Is(value) => value,
        }
    }
}

impl Claim {
    /// Whether it is true.
    pub fn holds(&self, values: &[i64]) -> bool {
        let left = values[self.var];
        match self.op {
            Op::Eq => left == self.value,
            Op::Ne => left != self.value,
            Op::Ge => left >= self.value,
            Op::Le => left <= self.value,
        }
    }
}

impl Rule {
    /// Whether the constraint holds for these values.
    pub fn holds(&self, values: &[i64]) -> bool {
        let of = |vars: &[usize]| vars.iter().map(|&x| values[x]).collect::<Vec<i64>>();
        match self {
            Self::AllDifferent { vars, offsets, .. } => {
                let offset = |i: usize| i128::from(offsets.as_ref().map_or(0, |offsets| offsets[i]));
                let moved: BTreeSet<i128> =
                    vars.iter().enumerate().map(|(i, &x)| i128::from(values[x]) + offset(i)).collect();
                moved.len() == vars.len()
            }
            Self::Count { vars, value, number } => {
                vars.iter().map(|&x| i64::from(values[x] == *value)).sum::<i64>() == number.get(values)
            }
            Self::Element { array, index, result } => {
                let index = index.get(values);
                (0..array.len() as i64).contains(&index) && array[index as usize].get(values) == result.get(values)
            }
            Self::Relation { vars, factor, target } => related(&of(vars), *factor, *target),
            Self::Table { vars, tuples } => tuples.contains(&of(vars)),
            Self::DistinctSum { vars, total } => {
                let distinct: BTreeSet<i64> = of(vars).into_iter().collect();
                distinct.len() == vars.len()
                    && distinct.iter().map(|&v| i128::from(v)).sum::<i128>() == i128::from(*total)
            }
            Self::Consecutive { vars } => {
                let distinct: BTreeSet<i128> = vars.iter().map(|&x| i128::from(values[x])).collect();
                let span = distinct.last().zip(distinct.first()).map_or(0, |(last, first)| last - first + 1);
                distinct.len() == vars.len() && span == vars.len() as i128
            }
            Self::Linear { terms, comparison, right } => {
                let (left, right) = (total(terms, values), i128::from(right.get(values)));
                match comparison {
                    Comparison::Equals => left == right,
                    Comparison::DiffersFrom => left != right,
                    Comparison::AtMost => left <= right,
                    Comparison::AtLeast => left >= right,
                    Comparison::LessThan => left < right,
                    Comparison::GreaterThan => left > right,
                }
            }
            Self::Product { vars, result } => multiplied(&of(vars)) == Some(i128::from(result.get(values))),
            Self::Operation { operator, x, y, result } => {
                operator.applied(x.get(values), y.get(values), result.get(values))
            }
            Self::Extremum { largest, vars, result } => {
                let mut sorted = of(vars);
                sorted.sort_unstable();
                let end = if *largest { sorted.last() } else { sorted.first() };
                end == Some(&result.get(values))
            }
            Self::Cardinality { vars, amounts, closed } => {
                let taken = |value: i64| of(vars).into_iter().filter(|&v| v == value).count() as i64;
                let listed = |value: i64| amounts.iter().any(|&(other, _)| other == value);
                let right = |&(value, amount): &(i64, Amount)| match amount {
                    Amount::Var(x) => values[x] == taken(value),
                    Amount::Is(number) => number == taken(value),
                    Amount::Between(low, high) => low <= taken(value) && taken(value) <= high,
                };
                amounts.iter().all(right) && (!closed || of(vars).into_iter().all(listed))
            }
            Self::Regular { vars, start, accepting, arcs } => accepted(&of(vars), *start, accepting, arcs),
            Self::Increasing { vars, strictly } => {
                of(vars).windows(2).all(|pair| pair[0] < pair[1] || !strictly && pair[0] == pair[1])
            }
            Self::Lex { left, right, strictly } => before(&of(left), &of(right), *strictly),
            Self::ListsDiffer { left, right } => of(left) != of(right),
            Self::Clause(claims) => claims.iter().any(|claim| claim.holds(values)),
            Self::Connected { vars, edges, active } => {
                in_one_piece(&vars.iter().map(|&x| active.contains(&values[x])).collect::<Vec<bool>>(), edges)
            }
            Self::Reified { truth, exactly, rule } => match (values[*truth], exactly) {
                (0, false) => true,
                (0, true) => !rule.holds(values),
                (1, _) => rule.holds(values),
                _ => false,
            },
            Self::AnyOf(rules) => rules.iter().any(|rule| rule.holds(values)),
        }
    }
}

/// The closure of [`Rule::Relation`].
pub fn related(values: &[i64], factor: i64, target: i64) -> bool {
    values.iter().map(|value| value.rem_euclid(5) * factor).sum::<i64>() >= target
}

/// The product; `None` beyond `i128`, and so beyond every value.
fn multiplied(factors: &[i64]) -> Option<i128> {
    if factors.contains(&0) {
        return Some(0);
    }
    factors.iter().try_fold(1_i128, |product, &factor| product.checked_mul(i128::from(factor)))
}

impl Operator {
    fn applied(self, x: i64, y: i64, result: i64) -> bool {
        let [x, y, result] = [x, y, result].map(i128::from);
        let rest = |x: i128, y: i128| (x % y + y) % y;
        match self {
            Self::Abs => x.abs() == result,
            Self::Difference => (x - y).abs() == result,
            Self::Ratio => {
                let whole = |x: i128, y: i128| y != 0 && x % y == 0 && x / y == result;
                whole(x, y) || whole(y, x)
            }
            Self::DivTruncated => y != 0 && x / y == result,
            Self::DivFloored => y != 0 && (x - rest(x, y)) / y == result,
            Self::ModTruncated => y != 0 && x % y == result,
            Self::ModFloored => y != 0 && rest(x, y) == result,
            Self::Power if y >= 0 => match x {
                0 => result == i128::from(y == 0),
                1 => result == 1,
                -1 => result == 1 - 2 * (y % 2),
                _ => u32::try_from(y).ok().and_then(|y| x.checked_pow(y)) == Some(result),
            },
            Self::Power => x.abs() == 1 && result == if y % 2 == 0 { 1 } else { x },
        }
    }
}

/// Whether some way through the automaton reads the word.
fn accepted(word: &[i64], state: usize, accepting: &[usize], arcs: &[(usize, i64, usize)]) -> bool {
    match word.split_first() {
        None => accepting.contains(&state),
        Some((letter, rest)) => {
            arcs.iter().any(|(from, by, to)| *from == state && by == letter && accepted(rest, *to, accepting, arcs))
        }
    }
}

/// Whether one list stands before the other.
fn before(left: &[i64], right: &[i64], strictly: bool) -> bool {
    match (left.split_first(), right.split_first()) {
        (None, None) => !strictly,
        (None, Some(_)) => true,
        (Some(_), None) => false,
        (Some((a, left)), Some((b, right))) => a < b || a == b && before(left, right, strictly),
    }
}

/// Whether the active nodes can all be reached from the first one.
fn in_one_piece(active: &[bool], edges: &[(usize, usize)]) -> bool {
    let Some(first) = active.iter().position(|&active| active) else { return true };
    let mut reached = vec![false; active.len()];
    reached[first] = true;
    for _ in active {
        for &(a, b) in edges {
            if active[a] && active[b] && (reached[a] || reached[b]) {
                (reached[a], reached[b]) = (true, true);
            }
        }
    }
    reached == active
}
