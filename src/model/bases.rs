//! Which value bit 0 of each domain stands for: the same for variables that meet, wherever that fits one word.

use crate::constraint::Constraint;
use crate::domain::Domain;
use std::sync::Arc;

/// Bases of all variables, so that variables of one constraint share theirs whenever the values of all fit 64
/// consecutive integers. Bit-parallel propagators then combine words without shifting.
pub(super) fn bases<'c>(domains: &[Domain], constraints: impl Iterator<Item = &'c Arc<dyn Constraint>>) -> Vec<i64> {
    let hull = |a: Option<(i64, i64)>, b: Option<(i64, i64)>| match (a, b) {
        (Some((a, b)), Some((c, d))) => Some((a.min(c), b.max(d))),
        (one, other) => one.or(other),
    };
    let fits = |(min, max): (i64, i64)| (max.wrapping_sub(min) as u64) < 64;
    // Nearly every puzzle: all values of all variables fit one word.
    match domains.iter().map(Domain::bounds).fold(None, hull) {
        None => return vec![0; domains.len()],
        Some(all) if fits(all) => return vec![all.0; domains.len()],
        Some(_) => {}
    }
    let mut groups =
        Groups { parent: (0..domains.len()).collect(), bounds: domains.iter().map(Domain::bounds).collect() };
    for constraint in constraints {
        for pair in constraint.scope().windows(2) {
            let (a, b) = (groups.root(pair[0].index()), groups.root(pair[1].index()));
            let joined = hull(groups.bounds[a], groups.bounds[b]);
            if a != b && joined.is_none_or(fits) {
                groups.parent[b] = a;
                groups.bounds[a] = joined;
            }
        }
    }
    (0..domains.len())
        .map(|x| {
            let root = groups.root(x);
            groups.bounds[root].map_or(0, |(min, _)| min)
        })
        .collect()
}

/// Disjoint sets of variables with the range of their values.
struct Groups {
    parent: Vec<usize>,
    bounds: Vec<Option<(i64, i64)>>,
}

impl Groups {
    fn root(&mut self, mut x: usize) -> usize {
        while self.parent[x] != x {
            self.parent[x] = self.parent[self.parent[x]];
            x = self.parent[x];
        }
        x
    }
}
