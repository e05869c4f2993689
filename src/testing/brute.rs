//! Brute force: the solutions of a model by enumeration, from the meaning of its constraints alone.

use crate::ids::{ConstraintId, VarId};
use crate::model::Compiled;
use std::collections::BTreeSet;

/// All solutions of a model, found by trying every assignment; for small models.
pub fn solutions(compiled: &Compiled) -> BTreeSet<Vec<i64>> {
    let n = compiled.variables();
    let domains: Vec<Vec<i64>> = (0..n).map(|x| compiled.domain(VarId::new(x)).values().collect()).collect();
    // A constraint is asked as soon as its last variable has a value.
    let mut due = vec![Vec::new(); n + 1];
    for c in (0..compiled.constraints()).map(ConstraintId::new) {
        let last = compiled.constraint_scope(c).iter().map(|x| x.index() + 1).max();
        due[last.unwrap_or(0)].push(c);
    }
    let oracle = compiled.oracle();
    let mut found = BTreeSet::new();
    let mut values = Vec::with_capacity(n);
    let mut next = vec![0; n + 1];
    loop {
        let depth = values.len();
        let value = |x: VarId| values[x.index()];
        let viable = next[depth] > 0 || due[depth].iter().all(|&c| oracle.holds(c, &value));
        if viable && depth == n {
            found.insert(values.clone());
        }
        match domains.get(depth).and_then(|domain| domain.get(next[depth])).filter(|_| viable) {
            Some(&v) => {
                next[depth] += 1;
                values.push(v);
            }
            None => {
                next[depth] = 0;
                if values.pop().is_none() {
                    return found;
                }
            }
        }
    }
}

/// Every way to take one element of each list.
pub(super) fn product(lists: &[Vec<i64>]) -> impl Iterator<Item = Vec<i64>> + '_ {
    let count: usize = lists.iter().map(Vec::len).product();
    (0..count).map(|mut i| {
        let pick = |list: &Vec<i64>| {
            let value = list[i % list.len()];
            i /= list.len();
            value
        };
        lists.iter().map(pick).collect()
    })
}
