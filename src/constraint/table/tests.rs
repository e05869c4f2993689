//! Tests of tables: both propagators against brute force on pseudo-random tuples and branches.

use super::*;
use crate::constraint::Vars;
use crate::domain::Domain;
use crate::engine::Engine;
use crate::ids::{Atom, ConstraintId};
use crate::limit::Budget;
use crate::propagate::{End, Network};
use crate::store::{Layout, Spans};

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// Dives at random and compares every domain with the supports that are left.
fn dive(engine: &mut Engine, domains: &[Vec<i64>], tuples: &[Vec<i64>], random: &mut Random) {
    for _ in 0..20 {
        engine.push();
        let mut current: Vec<Vec<i64>> = domains.to_vec();
        loop {
            let live: Vec<&Vec<i64>> =
                tuples.iter().filter(|t| t.iter().zip(&current).all(|(v, d)| d.contains(v))).collect();
            let end = engine.fixpoint(&mut Budget::unlimited());
            assert_eq!(end == End::Contradiction, live.is_empty());
            if live.is_empty() {
                break;
            }
            for (p, domain) in current.iter_mut().enumerate() {
                domain.retain(|v| live.iter().any(|t| t[p] == *v));
                assert_eq!(engine.values(VarId::new(p)).collect::<Vec<_>>(), *domain);
            }
            let p = random.below(domains.len() as u64) as usize;
            let v = current[p][random.below(current[p].len() as u64) as usize];
            let atom = if random.below(3) == 0 { Atom::eq(VarId::new(p), v) } else { Atom::ne(VarId::new(p), v) };
            current[p].retain(|&w| atom.holds(w));
            let _ = engine.decide(atom);
            if live.len() == 1 && random.below(2) == 0 {
                break;
            }
        }
        engine.pop();
    }
}

fn run(domains: &[Vec<i64>], count: usize, random: &mut Random) {
    let mut tuples: Vec<Vec<i64>> =
        (0..count).map(|_| domains.iter().map(|d| d[random.below(d.len() as u64) as usize]).collect()).collect();
    tuples.sort();
    tuples.dedup();
    let bases: Vec<i64> = domains.iter().map(|d| d[0]).collect();
    let declared: Vec<Domain> = domains.iter().map(|values| values.as_slice().into()).collect();
    let layout = Layout::new(&bases, |i| &declared[i], Spans::USUAL, |_| Ok(())).unwrap();
    let narrow: Vec<Option<i64>> = layout.vars.iter().map(|m| m.is_narrow().then_some(m.base())).collect();
    let shared = Arc::new(Tuples::new(&narrow, tuples.len(), &tuples.concat(), &mut Budget::unlimited()).unwrap());
    let vars: Vars = (0..domains.len()).map(VarId::new).collect();
    let columns = columns(vars.len(), &tuples.concat(), &mut Budget::unlimited()).unwrap();
    let list = Scan::new(vars.clone(), columns, tuples.len(), &tuples.concat(), &mut Budget::unlimited()).unwrap();
    for propagator in [table_propagator(&vars, shared), Arc::new(list)] {
        let layout = Layout::new(&bases, |i| &declared[i], Spans::USUAL, |_| Ok(())).unwrap();
        let network =
            Network::new(layout, [(propagator, ConstraintId::new(0).into())], &mut Budget::unlimited()).unwrap();
        dive(&mut Engine::new(Arc::new(network)), domains, &tuples, random);
    }
}

#[test]
fn pruning_is_domain_consistent_at_every_node() {
    let mut random = Random(7);
    let narrow: Vec<i64> = (-3..4).collect();
    let wide = vec![-70, -1, 5, 60, 200, 1000];
    for round in 0..60 {
        run(&[narrow.clone(), narrow.clone()], 1 + round % 25, &mut random);
        run(&[narrow.clone(), narrow.clone(), narrow.clone()], 1 + round, &mut random);
        run(&[narrow.clone(), wide.clone(), narrow.clone(), narrow.clone()], 5 * round + 1, &mut random);
        run(&[wide.clone(), wide.clone()], 1 + round % 20, &mut random);
        run(std::slice::from_ref(&narrow), 1 + round % 7, &mut random);
    }
    // Positions from the 63rd on share a bit of what has changed.
    for round in 0..6 {
        run(&vec![narrow[..2].to_vec(); 70], 30 + 40 * round, &mut random);
    }
}

#[test]
fn no_tuple_is_a_contradiction_and_the_empty_tuple_holds() {
    let list = Scan::new(Vars::from_iter([VarId::new(0)]), vec![vec![]], 0, &[], &mut Budget::unlimited()).unwrap();
    let bits = Domain::from(0..=1);
    let layout = Layout::new(&[0], |_| &bits, Spans::USUAL, |_| Ok(())).unwrap();
    let network = Network::new(
        layout,
        [(Arc::new(list) as Arc<dyn Propagator>, ConstraintId::new(0).into())],
        &mut Budget::unlimited(),
    )
    .unwrap();
    assert_eq!(Engine::new(Arc::new(network)).fixpoint(&mut Budget::unlimited()), End::Contradiction);
    for (count, end) in [(0, End::Contradiction), (1, End::Fixpoint)] {
        let propagator =
            table_propagator(&[], Arc::new(Tuples::new(&[], count, &[], &mut Budget::unlimited()).unwrap()));
        let domains = Layout::new(&[], |_| unreachable!("no variable"), Spans::USUAL, |_| Ok(())).unwrap();
        let network =
            Network::new(domains, [(propagator, ConstraintId::new(0).into())], &mut Budget::unlimited()).unwrap();
        assert_eq!(Engine::new(Arc::new(network)).fixpoint(&mut Budget::unlimited()), end);
    }
}
