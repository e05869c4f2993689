//! Connectedness against brute force, published numbers, and its reasons.

use super::*;
use crate::ids::Atom;
use crate::limit::{Budget, Limits};
use crate::model::{Error, Model};
use crate::propagate::End;
use crate::store::Author;
use crate::testing::{Consistency, Dice, check};

const PATH: [(usize, usize); 4] = [(0, 1), (1, 2), (2, 3), (3, 4)];

#[test]
fn small_graphs() {
    let agrees = |nodes: usize, edges: &[(usize, usize)]| {
        check(vec![0..=1; nodes], |x| connected(x, edges.to_vec())).promises(Consistency::Domain).run();
    };
    agrees(5, &PATH);
    agrees(5, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]);
    agrees(6, &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 3)]);
    agrees(6, &[(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)]);
    agrees(5, &[(0, 1), (2, 3), (3, 2), (2, 2), (0, 1)]);
    agrees(3, &[]);
    agrees(1, &[]);
    agrees(0, &[]);
}

#[test]
fn values_that_are_active() {
    let agrees = |domain: Domain, active: Domain| {
        check(vec![domain; 4], |x| connected(x, PATH[..3].to_vec()).of(active)).promises(Consistency::Domain).run();
    };
    agrees((0..=1).into(), 0.into());
    agrees((0..=3).into(), [1, 3].into());
    agrees((0..=3).into(), (-5..=9).into());
    agrees((0..=2).into(), Domain::empty());
    agrees((0..=2).into(), 7.into());
    agrees([-70, 0, 200].into(), [0, 200].into());
    agrees([-70, 0, 200].into(), (i64::MIN..=-1).into());
    agrees([i64::MAX - 1, i64::MAX].into(), i64::MAX.into());
}

#[test]
fn variables_twice() {
    check(vec![0..=1; 3], |x| connected([x[0], x[1], x[0], x[2]], PATH[..3].to_vec())).run();
    check(vec![0..=1; 3], |x| connected([x[0], x[1], x[2], x[1], x[0]], PATH)).run();
    check(vec![0..=1; 2], |x| connected([x[0], x[0], x[1]], [(0, 2)])).run();
    check([0..=2], |x| connected([x[0], x[0]], [])).run();
}

#[test]
fn random_graphs() {
    let mut dice = Dice::new(11);
    for round in 0..150 {
        let nodes = 2 + dice.below(5);
        let edges: Vec<_> = (0..dice.below(9)).map(|_| (dice.below(nodes), dice.below(nodes))).collect();
        let far: &[i64] = if round % 5 == 0 { &[-70, 1, 200] } else { &[0, 1, 2] };
        let domains: Vec<Domain> =
            (0..nodes).map(|_| (0..1 + dice.below(3)).map(|_| *dice.pick(far)).collect::<Vec<_>>().into()).collect();
        if round % 3 == 0 {
            let of: Vec<usize> = (0..nodes).map(|_| dice.below(nodes)).collect();
            check(domains, |x| connected(of.iter().map(|&i| x[i]).collect::<Scope>(), edges)).run();
        } else {
            check(domains, |x| connected(x, edges).of([1, 2])).promises(Consistency::Domain).run();
        }
    }
}

#[test]
fn squares_have_the_published_numbers_of_connected_patterns() {
    // OEIS A059525 counts the non-empty ones.
    for (side, patterns) in [(1, 1), (2, 13), (3, 218), (4, 11_506)] {
        let mut m = Model::new();
        let cell = m.grid(side, side, 0..=1);
        m.post(connected(cell.vars(), cell.edges()));
        let count = m.compile(Limits::none()).unwrap().solver().count(100_000).unwrap();
        assert_eq!(count.n, patterns + 1, "side {side}");
    }
}

#[test]
fn an_edge_to_nowhere_is_refused() {
    let refused = |nodes: usize, edge: (usize, usize)| {
        let mut m = Model::new();
        let x = m.vars(nodes, 0..=1);
        m.post(connected(&x, [edge])).label("island", 7);
        match m.compile(Limits::none()) {
            Err(error @ Error::Constraint { .. }) => error.to_string(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(refused(3, (1, 3)), "island 7 at x0: edge (1, 3) leaves the list, whose last position is 2");
    assert_eq!(refused(0, (0, 0)), "island 7: edge (0, 0) leaves the list, which is empty");
}

/// The reasons for what is left of a node after these claims, on a board of 5x5 whose middle cell is active.
fn reasons(claims: &[(usize, i64)], node: usize) -> Vec<Atom> {
    let mut m = Model::new();
    let cell = m.grid(5, 5, 0..=1);
    let x = cell.vars();
    m.post(connected(x, cell.edges()));
    let mut engine = m.compile(Limits::none()).unwrap().engine();
    for &(i, value) in [(12, 1)].iter().chain(claims) {
        engine.assume(Atom::eq(x[i], value)).unwrap();
    }
    let end = engine.fixpoint(&mut Budget::unlimited());
    let mut reasons = Vec::new();
    let p = engine.watchers(x[0]).next().unwrap();
    if let (End::Contradiction, Some(failure)) = (end, engine.failure()) {
        engine.propagator(p).explain(None, failure.cause.why(), engine.past(failure.at), &mut reasons);
        return reasons;
    }
    let past = engine.now();
    let lost = past.lost(x[node]).next().expect("the node is decided");
    let at = past.removal(x[node], lost).unwrap();
    assert!(matches!(engine.cause(at).author(), Author::Propagator(_)));
    let inferred = Some(Atom::ne(x[node], lost));
    engine.propagator(p).explain(inferred, engine.cause(at).why(), engine.past(at), &mut reasons);
    reasons
}

#[test]
fn reasons_are_a_smallest_cut_and_what_it_separates() {
    let ne = |node: usize, value: i64| Atom::ne(VarId::new(node), value);
    // The corner is cut off by its two neighbours; the zeros elsewhere do not matter.
    assert_eq!(reasons(&[(1, 0), (5, 0), (23, 0), (13, 0)], 0), [ne(1, 1), ne(5, 1), ne(12, 0)]);
    // The pocket of two cells behind them too.
    assert_eq!(reasons(&[(2, 0), (6, 0), (5, 0), (8, 0)], 1), [ne(2, 1), ne(5, 1), ne(6, 1), ne(12, 0)]);
    // The only way out of the corner.
    assert_eq!(reasons(&[(0, 1), (1, 0), (24, 0)], 5), [ne(1, 1), ne(0, 0), ne(12, 0)]);
    // The corner is active, and there is no way out.
    assert_eq!(reasons(&[(24, 1), (19, 0), (23, 0), (3, 0)], 24), [ne(19, 1), ne(23, 1), ne(12, 0), ne(24, 0)]);
}
