//! Joins all-differents that overlap: one propagator does the work of all.

use crate::constraint::planes_propagator;
use crate::ids::{ConstraintId, VarId};
use crate::propagate::{Parents, Propagator};

/// A propagator and the constraints that it acts for.
type Posted = (Box<dyn Propagator>, Parents);

/// Replaces plain all-differents that hang together by one propagator, where that pays. `word` gives the words of
/// one-word domains.
pub(super) fn join(mut posted: Vec<Posted>, word: &dyn Fn(VarId) -> u64) -> Vec<Posted> {
    let plain: Vec<usize> = (0..posted.len()).filter(|&i| posted[i].0.is_all_different()).collect();
    for group in connected(&plain, &posted) {
        let scopes: Vec<&[VarId]> = group.iter().map(|&i| posted[i].0.scope()).collect();
        if let Some(joint) = planes_propagator(&scopes, word).filter(|_| group.len() > 1) {
            let parents = group.iter().flat_map(|&i| posted[i].1.iter()).collect::<Vec<ConstraintId>>();
            posted[group[0]] = (joint, parents.into_iter().collect());
            let rest = &group[1..];
            let mut i = 0;
            posted.retain(|_| (!rest.contains(&i), i += 1).0);
            return posted;
        }
    }
    posted
}

/// The propagators of these indices in groups that share variables.
fn connected(indices: &[usize], posted: &[Posted]) -> Vec<Vec<usize>> {
    let mut groups: Vec<(Vec<usize>, Vec<VarId>)> = Vec::new();
    for &i in indices {
        let scope = posted[i].0.scope();
        let (mut own, mut vars) = (Vec::new(), scope.to_vec());
        groups.retain_mut(|(group, of)| {
            let apart = !of.iter().any(|x| scope.contains(x));
            if !apart {
                own.append(group);
                vars.append(of);
            }
            apart
        });
        own.push(i);
        own.sort_unstable();
        groups.push((own, vars));
    }
    groups.into_iter().map(|(group, _)| group).collect()
}
