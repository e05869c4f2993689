//! Comparisons that go round in a circle, such as `x < y` and `y < x`. Over wide domains their propagators would move the
//! bounds past each other by one value at a time.
//!
//! Every difference of two variables that has a bound is an edge between them, and an edge that leads to a larger distance
//! is followed as Bellman and Ford did for shortest paths. Distances that grow for ever tell a circle.

use super::Source;
use crate::ids::ConstraintId;
use crate::limit::{Budget, Limit};

/// As many edges are followed.
const MOST_STEPS: usize = 4_000_000;

/// As many circles are looked for.
const MOST_CYCLES: usize = 64;

/// The value of `to` is larger than that of `from` by at least this, or smaller by no more than that.
#[derive(Debug)]
struct Edge {
    from: usize,
    to: usize,
    by: i128,
    posted: ConstraintId,
}

/// Sets of constraints that have no solution together, because differences add up to more than 0 around a circle. Looked
/// for where a domain is so wide that propagation would not find out soon; not all are found.
///
/// # Errors
/// The limit that is reached.
pub(super) fn cycles(source: &Source, budget: &mut Budget) -> Result<Vec<Vec<ConstraintId>>, Limit> {
    let mut found = Vec::new();
    if !source.domains.iter().any(|domain| source.spans().is_interval(domain)) {
        return Ok(found);
    }
    let mut edges = edges(source);
    let mut steps = MOST_STEPS;
    while found.len() < MOST_CYCLES
        && let Some(cycle) = cycle(&edges, source.domains.len(), &mut steps, budget)?
    {
        let mut posted: Vec<_> = cycle.iter().map(|&edge| edges[edge].posted).collect();
        posted.sort_unstable();
        posted.dedup();
        found.push(posted);
        // Without one of its edges the circle is not found again.
        edges.remove(cycle[0]);
    }
    Ok(found)
}

fn edges(source: &Source) -> Vec<Edge> {
    let mut edges = Vec::new();
    for (i, rule) in source.rules.iter().enumerate() {
        let Some(([x, y], [low, high])) = rule.constraint.facts().difference else { continue };
        let (x, y, posted) = (x.index(), y.index(), ConstraintId::new(i));
        if low > i64::MIN {
            edges.push(Edge { from: y, to: x, by: low.into(), posted });
        }
        if high < i64::MAX {
            edges.push(Edge { from: x, to: y, by: -i128::from(high), posted });
        }
    }
    edges
}

/// The edges of a circle around which the distance grows, if one is found within these steps.
fn cycle(edges: &[Edge], nodes: usize, steps: &mut usize, budget: &mut Budget) -> Result<Option<Vec<usize>>, Limit> {
    let mut distance = vec![0_i128; nodes];
    // The edge by which each node has got its distance.
    let mut via = vec![None; nodes];
    loop {
        budget.spend_on(16 * edges.len() + nodes)?;
        let Some(left) = steps.checked_sub(edges.len()) else { return Ok(None) };
        *steps = left;
        let mut changed = false;
        for (i, edge) in edges.iter().enumerate() {
            let reached = distance[edge.from] + edge.by;
            if reached > distance[edge.to] {
                (distance[edge.to], via[edge.to], changed) = (reached, Some(i), true);
            }
        }
        if !changed {
            return Ok(None);
        }
        if let Some(cycle) = circle(edges, &via) {
            return Ok(Some(cycle));
        }
    }
}

/// A circle among the edges by which nodes have got their distances.
fn circle(edges: &[Edge], via: &[Option<usize>]) -> Option<Vec<usize>> {
    // From which start a node was met first, plus one.
    let mut met = vec![0; via.len()];
    for start in 0..via.len() {
        let mut node = start;
        while let Some(edge) = via[node].filter(|_| met[node] == 0) {
            met[node] = start + 1;
            node = edges[edge].from;
        }
        if via[node].is_some() && met[node] == start + 1 {
            let mut cycle: Vec<usize> = Vec::new();
            while let Some(edge) = via[node].filter(|edge| cycle.first() != Some(edge)) {
                cycle.push(edge);
                node = edges[edge].from;
            }
            return Some(cycle);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::sum;
    use crate::limit::Limits;
    use crate::model::{Compiled, Model, Plan};
    use crate::search::Found;
    use crate::testing::Dice;
    use std::time::Duration;

    /// Whether differences that are at least these numbers have no solution, by the distances between all pairs.
    fn is_contradictory(nodes: usize, edges: &[(usize, usize, i64)]) -> bool {
        let mut distance = vec![vec![i64::MIN; nodes]; nodes];
        for &(from, to, by) in edges {
            distance[from][to] = distance[from][to].max(by);
        }
        for k in 0..nodes {
            for i in 0..nodes {
                for j in 0..nodes {
                    let (first, second) = (distance[i][k], distance[k][j]);
                    if first > i64::MIN && second > i64::MIN {
                        distance[i][j] = distance[i][j].max((first + second).min(1_000_000));
                    }
                }
            }
        }
        (0..nodes).any(|i| distance[i][i] > 0)
    }

    fn cycles_of(m: &Model) -> Vec<Vec<ConstraintId>> {
        cycles(m.source(), &mut Budget::unlimited()).unwrap()
    }

    #[test]
    fn a_cycle_is_found_if_and_only_if_there_is_one() {
        let mut dice = Dice::new(11);
        let mut contradictory = 0;
        for round in 0..2_000 {
            let nodes = 2 + dice.below(5);
            let mut m = Model::new();
            let x = m.vars(nodes, 0..=1_000_000_000);
            let mut edges = Vec::new();
            for _ in 0..dice.below(9) {
                let (from, to) = (dice.below(nodes), dice.below(nodes));
                let by = dice.below(7) as i64 - 4;
                match dice.below(4) {
                    _ if from == to => continue,
                    0 => m.post((x[to] - x[from]).at_least(by)),
                    1 => m.post((x[from] - x[to]).at_most(-by)),
                    2 => m.post((x[from] + by).less_than(x[to] + 1)),
                    _ => m.post((x[to] - x[from]).equals(by)),
                };
                edges.push((from, to, by, m.source().rules.len() - 1));
            }
            // What is posted as an equation bounds the difference on both sides.
            let mut all: Vec<(usize, usize, i64, usize)> = edges.clone();
            for &(from, to, by, posted) in &edges {
                if format!("{:?}", m.source().rules[posted].constraint).contains(" = ") {
                    all.push((to, from, -by, posted));
                }
            }
            let plain = |kept: &dyn Fn(usize) -> bool| -> Vec<(usize, usize, i64)> {
                all.iter().filter(|edge| kept(edge.3)).map(|&(from, to, by, _)| (from, to, by)).collect()
            };
            let found = cycles_of(&m);
            let expected = is_contradictory(nodes, &plain(&|_| true));
            assert_eq!(!found.is_empty(), expected, "round {round}: {edges:?}");
            for cycle in found {
                let kept = |posted: usize| cycle.contains(&ConstraintId::new(posted));
                assert!(is_contradictory(nodes, &plain(&kept)), "round {round}: {cycle:?} of {edges:?}");
            }
            contradictory += usize::from(expected);
        }
        assert!((200..1_800).contains(&contradictory), "{contradictory} of 2,000");
    }

    fn first(compiled: &Compiled) -> Found {
        compiled.solver().limit(Limit::time(Duration::from_secs(20))).first().unwrap()
    }

    #[test]
    fn a_strict_cycle_over_a_wide_range_is_no_long_walk() {
        let mut m = Model::new();
        let x = m.vars(3, 0..=1_000_000_000);
        m.post(x[0].less_than(x[1]));
        m.post(sum(&x).at_least(3));
        m.post(x[1].less_than(x[2]));
        m.post(x[2].at_most(x[0]));
        for plan in [Plan::Fast, Plan::Explain] {
            assert!(matches!(first(&m.compile_for(plan, Limits::none()).unwrap()), Found::None), "{plan:?}");
        }
        let clash = m.compile(Limits::none()).unwrap().solver().clash().unwrap();
        let crate::explain::ClashAnswer::Clash(clash) = clash else { panic!("{clash:?}") };
        assert_eq!(clash.constraints, [0, 2, 3].map(ConstraintId::new));
    }

    #[test]
    fn a_circle_of_at_most_is_none() {
        let mut m = Model::new();
        let x = m.vars(2, 0..=1_000_000_000);
        m.post(x[0].at_most(x[1]));
        m.post(x[1].at_most(x[0]));
        assert!(cycles_of(&m).is_empty());
        assert!(matches!(first(&m.compile(Limits::none()).unwrap()), Found::Solution(_)));
    }

    #[test]
    fn differences_are_facts() {
        let mut m = Model::new();
        let x = m.vars(2, 0..=9);
        m.post(x[0].less_than(x[1] + 3));
        m.post((x[1] - x[0]).greater_than(-3));
        m.post((x[1] - x[0]).equals(4));
        m.post((2 * x[0] - x[0]).less_than(x[1] + 3));
        m.post((x[0] - x[1]).differs_from(2));
        let differences: Vec<_> = m.source().rules.iter().map(|rule| rule.constraint.facts().difference).collect();
        let expected = [([x[0], x[1]], [i64::MIN, 2]), ([x[1], x[0]], [-2, i64::MAX]), ([x[1], x[0]], [4, 4])];
        assert_eq!(differences[..3], expected.map(Some));
        assert_eq!(differences[3..], [None, None]);
    }
}
