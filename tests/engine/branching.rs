//! What each order decides first, what a brancher sees, and which of its claims are followed.

use gridwright::*;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

/// The decisions of a search.
#[derive(Clone, Debug, Default)]
struct Decisions(Arc<Mutex<Vec<Atom>>>);

impl Observer for Decisions {
    fn decision(&mut self, _: &Engine, atom: Atom) {
        self.0.lock().unwrap().push(atom);
    }
}

fn first_decision(solver: Solver) -> Option<Atom> {
    let decisions = Decisions::default();
    solver.observe(decisions.clone()).first().unwrap();
    decisions.0.lock().unwrap().first().copied()
}

fn explaining(m: &Model) -> Compiled {
    m.compile_for(Plan::Explain, Limits::none()).unwrap()
}

#[test]
fn each_order_decides_the_variable_that_it_names() {
    let mut m = Model::new();
    let [x0, x1, x2, x3] = [5, 3, 3, 3].map(|top| m.var(1..=top));
    let [full, also_full] = [0, 1].map(|_| m.var(7..=9));
    for x in [x0, x1, x2] {
        m.post(x3.differs_from(x));
    }
    m.post(all_different([x2, full, also_full]));
    let compiled = explaining(&m);
    let first = |branch: Branch| {
        let solver = compiled.solver().assume([Atom::eq(full, 7), Atom::eq(also_full, 8)]);
        first_decision(solver.branch(branch)).unwrap()
    };
    assert_eq!(first(input_order()), Atom::eq(x0, 1));
    assert_eq!(first(input_order().values(ValueOrder::Maximum)), Atom::eq(x0, 5));
    assert_eq!(first(input_order().values(ValueOrder::Median)), Atom::eq(x0, 3));
    // Of three with as few values, the first; the one whose constraint is fuller; the one with most constraints.
    assert_eq!(first(first_fail()), Atom::eq(x1, 1));
    assert_eq!(first(fullest()), Atom::eq(x2, 1));
    assert_eq!(first(dom_wdeg()), Atom::eq(x3, 1));
}

#[test]
fn the_median_is_a_value_and_the_smaller_of_two() {
    let domains = [&[4, 90][..], &[-7, 2, 3], &[-9, -8, 0, 70], &[1, 2, 3, 500, 60_000], &[5, 6, 70, 700, 800, 900]];
    for (domain, median) in domains.into_iter().zip([4, 2, -8, 3, 70]) {
        let mut m = Model::new();
        let x = m.var(domain);
        let compiled = m.compile(Limits::none()).unwrap();
        let first = first_decision(compiled.solver().branch(input_order().values(ValueOrder::Median)));
        assert_eq!(first, Some(Atom::eq(x, median)));
    }
}

#[test]
fn the_value_that_most_combinations_support_comes_first() {
    let mut m = Model::new();
    let (x, y) = (m.var(1..=4), m.var(1..=4));
    m.post(table([x, y], [[1, 1], [2, 1], [2, 2], [3, 1], [3, 2], [3, 3], [4, 3], [4, 4]]));
    for compiled in [explaining(&m), m.compile(Limits::none()).unwrap()] {
        let first = first_decision(compiled.solver().branch(input_order().values(ValueOrder::MostSupported)));
        assert_eq!(first, Some(Atom::eq(x, 3)));
    }
}

#[test]
fn random_orders_reach_every_variable_and_every_value() {
    let mut m = Model::new();
    let vars = m.vars(3, 1..=3);
    m.post(all_different(&vars));
    let compiled = m.compile(Limits::none()).unwrap();
    let first = |seed| first_decision(compiled.solver().branch(random_order(seed))).unwrap();
    let firsts: BTreeSet<Atom> = (0..100).map(first).collect();
    let all = vars.iter().flat_map(|&x| (1..=3).map(move |v| Atom::eq(x, v))).collect();
    assert_eq!(firsts, all);
    let values: BTreeSet<Atom> = (0..50)
        .filter_map(|seed| first_decision(compiled.solver().branch(input_order().values(ValueOrder::Random(seed)))))
        .collect();
    assert_eq!(values, (1..=3).map(|v| Atom::eq(vars[0], v)).collect());
}

#[test]
fn a_kept_solver_repeats_its_random_decisions() {
    let mut m = Model::new();
    let vars = m.vars(6, 1..=6);
    m.post(all_different(&vars));
    let decisions = Decisions::default();
    for branch in [random_order(5), first_fail().values(ValueOrder::Random(5))] {
        let mut solver = m.compile(Limits::none()).unwrap().solver().branch(branch).observe(decisions.clone());
        let mut ask = || {
            solver.first().unwrap();
            std::mem::take(&mut *decisions.0.lock().unwrap())
        };
        let once = ask();
        assert!(!once.is_empty());
        assert_eq!(ask(), once);
    }
}

#[test]
fn what_has_too_many_values_is_halved() {
    let mut m = Model::new();
    let x = m.var(-1_000_000..=3_000_000);
    let compiled = m.compile(Limits::none()).unwrap();
    let first = |order| first_decision(compiled.solver().branch(input_order().values(order))).unwrap();
    let (lower, upper) = (Atom::at_most(x, 1_000_000), Atom::at_least(x, 1_000_001));
    assert_eq!(first(ValueOrder::Minimum), lower);
    assert_eq!(first(ValueOrder::MostSupported), lower);
    assert_eq!(first(ValueOrder::Maximum), upper);
    let by_seed: BTreeSet<Atom> = (0..20).map(|seed| first(ValueOrder::Random(seed))).collect();
    assert_eq!(by_seed, [lower, upper].into());
}

/// Always claims the same.
#[derive(Debug)]
struct Says(Atom);

impl Brancher for Says {
    fn choose(&mut self, _: &View<'_>) -> Option<Atom> {
        Some(self.0)
    }
}

#[test]
fn a_claim_is_followed_where_it_splits_the_values_of_a_variable_that_is_asked_for() {
    const VALUES: [i64; 3] = [2, 4, 6];
    let mut m = Model::new();
    let (fixed, x, hidden) = (m.var(4), m.var(VALUES), m.var(VALUES));
    let compiled = m.compile(Limits::none()).unwrap();
    for value in 0..=8 {
        for claim in [Atom::eq, Atom::ne, Atom::at_least, Atom::at_most] {
            let splits =
                VALUES.iter().any(|&v| claim(x, value).holds(v)) && !VALUES.iter().all(|&v| claim(x, value).holds(v));
            let first = |claim| first_decision(compiled.solver().project([fixed, x]).branch(Says(claim)));
            let otherwise = Atom::eq(x, 2);
            assert_eq!(first(claim(x, value)), Some(if splits { claim(x, value) } else { otherwise }));
            assert_eq!(first(claim(fixed, value)), Some(otherwise));
            assert_eq!(first(claim(hidden, value)), Some(otherwise));
        }
    }
}

/// Compares what it sees with the model: which variables are open, and how full the fullest line is.
#[derive(Debug)]
struct Looks {
    vars: Vec<VarId>,
    lines: Vec<Vec<VarId>>,
    looks: Arc<Mutex<usize>>,
}

impl Brancher for Looks {
    fn choose(&mut self, view: &View<'_>) -> Option<Atom> {
        *self.looks.lock().unwrap() += 1;
        let size = |x: VarId| view.engine().values(x).count();
        let open = self.vars.iter().map(|&x| (x, size(x) as u64)).filter(|&(_, size)| size > 1);
        assert!(view.open().eq(open));
        for &x in &self.vars {
            let share = |line: &Vec<VarId>| line.iter().filter(|&&y| size(y) == 1).count() as f64 / line.len() as f64;
            let fullest = self.lines.iter().filter(|line| line.contains(&x)).map(share).fold(0.0, f64::max);
            assert!((view.fullness(x) - fullest).abs() < 1e-9);
            assert!(view.weight(x) >= 3.0, "each is in two lines");
        }
        view.open().last().map(|(x, _)| Atom::eq(x, view.engine().max(x)))
    }
}

#[test]
fn a_brancher_sees_what_is_open_and_how_full_constraints_are() {
    let mut m = Model::new();
    let cell = m.grid(4, 4, 1..=4);
    let lines: Vec<Vec<VarId>> = cell.rows().chain(cell.columns()).map(|line| line.iter().copied().collect()).collect();
    for line in &lines {
        m.post(all_different(line));
    }
    let looks = Arc::new(Mutex::new(0));
    let vars = lines[..4].concat();
    let brancher = Looks { vars, lines, looks: looks.clone() };
    assert_eq!(explaining(&m).solver().branch(brancher).count(1_000).unwrap().n, 576);
    assert!(*looks.lock().unwrap() > 576);
}
