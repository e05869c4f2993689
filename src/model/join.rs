//! All-differents together: one propagator does the work of several that overlap, and long lines get a matching.

use crate::constraint::{Line, crossing_propagators, planes_propagator};
use crate::ids::{ConstraintId, PropId, VarId};
use crate::propagate::{Network, Parents, Propagator, Reserved};
use indexmap::{IndexMap, IndexSet};
use std::sync::Arc;

/// A propagator and the constraints that it acts for.
pub(super) type Posted = (Arc<dyn Propagator>, Parents);

/// All-differents of more variables, which need more values, are not joined.
const MOST_VALUES: usize = 16;

/// Shorter lines have hardly a group of values that their own propagators do not see.
const FEWEST_MATCHED: usize = 8;

/// Where each variable is in more lines, these see between them most of what a matching would.
const MOST_LINES: u32 = 2;

/// What a search adds for the lines of a network, with the constraints that it acts for: matchings, or what lines that share
/// several variables mean to each other. It costs more than it brings where propagation alone solves the puzzle.
pub(super) fn reserve(network: &Network) -> Vec<Reserved> {
    let posted = (0..network.propagators()).map(PropId::new).map(|p| (p, network.propagator(p)));
    let plain = posted.filter(|(_, (propagator, _))| propagator.is_all_different());
    let mut lines_of = vec![0_u32; network.variables()];
    // Those that need each of their values.
    let mut lines = Vec::with_capacity(network.propagators());
    let mut owners = Vec::with_capacity(network.propagators());
    for (p, (propagator, parents)) in plain {
        let scope = propagator.scope();
        scope.iter().for_each(|x| lines_of[x.index()] += 1);
        let values = scope.iter().fold(0, |all, &x| all | network.initial_mask(x));
        if values.count_ones() as usize == scope.len() {
            lines.push(Line { scope, values });
            owners.push((p, propagator, parents));
        }
    }
    let mut reserve = Vec::with_capacity(lines.len());
    for (line, &(leader, propagator, parents)) in lines.iter().zip(&owners) {
        let is_long = line.scope.len() >= FEWEST_MATCHED;
        if is_long
            && line.scope.iter().all(|x| lines_of[x.index()] <= MOST_LINES)
            && let Some(matching) = propagator.stronger()
        {
            reserve.push(Reserved { propagator: matching, parents: parents.clone(), leader: Some(leader) });
        }
    }
    if reserve.is_empty() {
        for (crossing, group) in crossing_propagators(&lines, network.variables()) {
            let parents = group.into_iter().flat_map(|line| owners[line].2.iter()).collect();
            reserve.push(Reserved { propagator: crossing, parents, leader: None });
        }
    }
    reserve
}

/// Replaces plain all-differents that hang together by one propagator, where that pays. `word` gives the words of one-word
/// domains.
pub(super) fn join(posted: Vec<Posted>, variables: usize, word: &dyn Fn(VarId) -> u64) -> Vec<Posted> {
    let scope = |i: usize| posted[i].0.scope();
    let mut plain = Vec::with_capacity(posted.len());
    // How many others each variable is in.
    let mut others_of = vec![0_u32; variables];
    for (i, (propagator, _)) in posted.iter().enumerate() {
        match propagator.is_all_different() && propagator.scope().len() <= MOST_VALUES {
            true => plain.push(i),
            false => propagator.scope().iter().for_each(|x| others_of[x.index()] += 1),
        }
    }
    if plain.iter().all(|&i| scope(i).iter().all(|x| others_of[x.index()] > 0)) {
        return posted;
    }
    // The place of each group's joint propagator, and who gives way to it.
    let mut joint: Vec<Option<Posted>> = Vec::new();
    let mut replaced = vec![false; posted.len()];
    for group in connected(&plain, scope, variables) {
        if !pays(group.iter().copied().flat_map(scope), &others_of) {
            continue;
        }
        let scopes: Vec<&[VarId]> = group.iter().map(|&i| scope(i)).collect();
        let Some(planes) = planes_propagator(&scopes, word) else { continue };
        let parents: IndexSet<ConstraintId> = group.iter().flat_map(|&i| posted[i].1.iter()).collect();
        joint.resize_with(posted.len(), || None);
        joint[group[0]] = Some((planes, parents.into_iter().collect()));
        group.iter().for_each(|&i| replaced[i] = true);
    }
    if joint.is_empty() {
        return posted;
    }
    let each = posted.into_iter().zip(replaced).zip(joint);
    each.filter_map(|((own, replaced), joint)| if replaced { joint } else { Some(own) }).collect()
}

/// Whether variables, each named once for every all-different that it is in, are worth joining: most are in several, and
/// few in anything else. Where tables and sums do most of the work, they do it in many small steps, each of which would
/// wake the whole group instead of two or three lines.
fn pays<'a>(scopes: impl Iterator<Item = &'a VarId>, others_of: &[u32]) -> bool {
    let mut vars: Vec<VarId> = scopes.copied().collect();
    let named = vars.len();
    vars.sort_unstable();
    vars.dedup();
    let others: u32 = vars.iter().map(|x| others_of[x.index()]).sum();
    named * 2 >= vars.len() * 3 && others as usize * 2 <= vars.len()
}

/// The all-differents of these indices, in groups that share variables.
fn connected<'a>(plain: &[usize], scope: impl Fn(usize) -> &'a [VarId], variables: usize) -> Vec<Vec<usize>> {
    fn root(parent: &mut [usize], x: VarId) -> usize {
        let mut x = x.index();
        while parent[x] != x {
            parent[x] = parent[parent[x]];
            x = parent[x];
        }
        x
    }
    let mut parent: Vec<usize> = (0..variables).collect();
    for pair in plain.iter().flat_map(|&i| scope(i).windows(2)) {
        let (a, b) = (root(&mut parent, pair[0]), root(&mut parent, pair[1]));
        parent[a] = b;
    }
    let mut groups: IndexMap<usize, Vec<usize>> = IndexMap::new();
    for &i in plain {
        groups.entry(root(&mut parent, scope(i)[0])).or_default().push(i);
    }
    groups.into_values().collect()
}
