//! Limits hold within long work: it is counted how often the clock is looked at, by a clock that goes on by every look.

use crate::support::NeverHolds;
use gridwright::*;
use std::cell::Cell as Counter;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

thread_local! {
    static LOOKS: Counter<u64> = const { Counter::new(0) };
}

/// A clock that is a millisecond later at every look.
fn clock() -> Duration {
    LOOKS.set(LOOKS.get() + 1);
    Duration::from_millis(LOOKS.get())
}

/// A limit that is reached at this look, counted from 0 for the look at the start.
fn at_look(look: u64) -> Limits {
    let mut limits: Limits = Limit::time(Duration::from_millis(look)).into();
    limits.clock = Some(clock);
    limits
}

/// How often the clock is looked at, and what comes of it.
fn looks<T>(work: impl FnOnce() -> T) -> (u64, T) {
    LOOKS.set(0);
    let result = work();
    (LOOKS.get().saturating_sub(1), result)
}

/// No limit is reached, but the clock is looked at.
fn endless() -> Limits {
    at_look(u64::MAX / 2)
}

/// Compiles within a limit that is reached at no look, then at each of some: with as many looks as `least` when it goes
/// through, and none after the one that ends it.
fn compile(m: &Model, least: u64) -> Compiled {
    let (all, compiled) = looks(|| m.compile(endless()).unwrap());
    assert!(all >= least, "the clock is looked at {all} times while this is compiled: {compiled:?}");
    for look in [1, all / 3, all / 2, all - 1, all].into_iter().filter(|&look| look > 0) {
        let (taken, result) = looks(|| m.compile(at_look(look)));
        assert!(matches!(result, Err(Error::Stopped(Limit::Time(_)))), "at look {look}: {result:?}");
        assert_eq!(taken, look);
    }
    compiled
}

/// As [`compile`], for the propagation of the root.
fn propagate(compiled: &Compiled, least: u64) {
    let mut solver = compiled.solver().limits(endless());
    let (all, end) = looks(|| solver.propagate());
    assert!(all >= least, "the clock is looked at {all} times while this is propagated: {compiled:?}");
    for look in [1, all / 3, all / 2, all - 1, all].into_iter().filter(|&look| look > 0) {
        let mut solver = compiled.solver().limits(at_look(look));
        let (taken, stopped) = looks(|| solver.propagate());
        assert!(matches!(stopped, End::Stopped(Limit::Time(_))), "at look {look}: {stopped:?}");
        assert_eq!(taken, look);
        // What was done so far is right, and going on comes to the same end and the same domains.
        assert_eq!(solver.limit_to(endless()).propagate(), end);
        let mut fresh = compiled.solver();
        fresh.propagate();
        let sizes = |solver: &Solver| {
            (0..compiled.variables()).map(|i| solver.engine().size(VarId::new(i))).collect::<Vec<_>>()
        };
        assert_eq!(sizes(&solver), sizes(&fresh));
    }
}

/// The tuples of three digits to the base 100 whose sum is a multiple of 25: 40,000 of them.
fn tuples() -> impl Iterator<Item = [i64; 3]> {
    (0..1_000_000).map(|i| [i / 10_000, i / 100 % 100, i % 100]).filter(|t| t.iter().sum::<i64>() % 25 == 0)
}

#[test]
fn tables_as_bit_sets() {
    let mut m = Model::new();
    let x = m.vars(3, 0..=99);
    m.post(table(&x, tuples()));
    m.post(x[0].at_most(90));
    // Three values of each tuple are sorted, indexed and marked.
    let compiled = compile(&m, 3 * 40_000 * 8 / 32_768);
    propagate(&compiled, 3 * 100 * 625 / 32_768);
}

#[test]
fn tables_as_lists() {
    let mut m = Model::new();
    let x = m.vars(3, 0..=99);
    m.post(table(&x, tuples()));
    m.post(x[0].at_most(90));
    let compiled = m.compile(Limit::memory(0)).unwrap();
    propagate(&compiled, 3 * 40_000 * 2 / 32_768);
}

#[test]
fn all_different_of_many_variables() {
    let mut m = Model::new();
    let x = m.vars(4000, 1..=4000);
    m.post(all_different(&x));
    m.post(x[5].equals(7));
    // Values are counted a word at a time.
    propagate(&compile(&m, 4000 * 4000 / 64 / 32_768), 4000 * 4000 / 32 / 32_768);
}

#[test]
fn all_different_by_matching() {
    let mut m = Model::new();
    let x = m.vars(500, 1..=500);
    m.post(all_different(&x).domain_consistent());
    m.post(x[5].equals(7));
    propagate(&m.compile(Limits::none()).unwrap(), 3 * 500 * 500 / 32_768);
}

#[test]
fn cardinality_of_many_values() {
    let mut m = Model::new();
    let x = m.vars(300, 0..=149);
    m.post((0..150).fold(global_cardinality(&x), |gcc, value| gcc.value(value, 1..=3)));
    m.post(x[5].equals(7));
    propagate(&m.compile(Limits::none()).unwrap(), 8 * 300 * 150 / 32_768);
}

#[test]
fn large_automata() {
    let mut m = Model::new();
    let x = m.vars(40, 0..=9);
    let arcs = (0..2000).flat_map(|state| (0..10).map(move |v| (state, v, (state * 31 + v as usize * 977) % 2000)));
    m.post(regular(&x, &Automaton::new(0, (0..2000).step_by(7), arcs)));
    let compiled = compile(&m, 20_000 * 64 / 32_768 + 2 * 40 * 20_000 / 32_768);
    propagate(&compiled, 40 * 20_000 / 32_768);
}

#[test]
fn closures_that_may_take_long() {
    let mut m = Model::new();
    let x = m.vars(2, 1..=100);
    m.post(relation(&x, |v| v[0] * v[1] % 7 == 3));
    compile(&m, 10_000 * 16 / 256);
    let mut m = Model::new();
    let x = m.vars(4, 1..=100);
    m.post(relation(&x, |v| v.iter().sum::<i64>() % 7 == 3));
    m.post((x[0] + x[1]).equals(2));
    m.post(x[2].at_most(30));
    propagate(&m.compile(Limits::none()).unwrap(), 3000 * 16 / 256);
}

#[test]
fn long_sums_and_what_is_derived() {
    let mut m = Model::new();
    let x = m.vars(3000, 0..=100);
    for k in 0..20 {
        m.post(weighted_sum(&x, (0..3000).map(|i| 7 + (i + k) * 31 % 1000)).at_most(40_000_000));
    }
    let compiled = compile(&m, 20 * 3000 * 16 / 32_768);
    propagate(&compiled, 20 * 3000 / 16 / 256);
    // Judged for being there twice, each is printed.
    let (all, _) = looks(|| compiled.warnings(endless()));
    assert!(all >= 20 * 19 / 2 * 3000 * 8 / 32_768, "{all} looks");
    let (taken, _) = looks(|| compiled.warnings(at_look(all / 2)));
    assert_eq!(taken, all / 2);
}

#[test]
fn walks_from_a_contradiction_to_its_reasons() {
    let mut m = Model::new();
    let x = m.vars(100, 1..=100);
    for pair in x.windows(2) {
        m.post(pair[0].less_than(pair[1]));
    }
    m.post(x[0].at_least(2));
    let compiled = m.compile(Limits::none()).unwrap();
    let (all, answer) = looks(|| compiled.solver().limits(endless()).clash());
    let Ok(ClashAnswer::Clash(clash)) = answer else { panic!("{answer:?}") };
    assert_eq!(clash.constraints.len(), 100);
    for look in [1, all / 100, all / 10] {
        let (taken, answer) = looks(|| compiled.solver().limits(at_look(look)).clash());
        // A clash that was found before need not be the smallest.
        let in_time = match &answer {
            Ok(ClashAnswer::Stopped(Limit::Time(_))) => true,
            Ok(ClashAnswer::Clash(clash)) => !clash.smallest,
            _ => false,
        };
        assert!(in_time, "at look {look}: {answer:?}");
        // The walk and the search look for themselves.
        assert!(taken <= look + 1, "at look {look}: {taken}");
    }
}

/// A variable has no value at all; how often it was asked why.
#[derive(Clone, Debug)]
struct Nothing([VarId; 1], Arc<AtomicU64>);

impl Propagator for Nothing {
    fn scope(&self) -> &[VarId] {
        &self.0
    }

    fn rules(&self) -> &'static [Rule] {
        const { &[Rule::new("there is nothing")] }
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        cx.at_least(self.0[0], 60_000, Why::rule(0))?;
        Ok(Outcome::Entailed)
    }

    fn explain(&self, _: Option<Atom>, _: Why, _: Past<'_>, _: &mut Vec<Atom>) {
        self.1.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn explanations_of_a_domain_that_was_emptied_at_once() {
    let explained = Arc::new(AtomicU64::new(0));
    let mut m = Model::new();
    let x = m.var(0..=59_999);
    m.post(NeverHolds(Nothing([x], explained.clone())));
    let compiled = m.compile(Limits::none()).unwrap();
    let (all, answer) = looks(|| compiled.solver().limits(endless()).clash());
    assert!(matches!(answer, Ok(ClashAnswer::Clash(_))), "{answer:?}");
    assert!(all >= 1000, "{all} looks");
    assert!(explained.swap(0, Ordering::Relaxed) >= 60_000);
    // Nothing is explained once the limit is reached.
    let (_, answer) = looks(|| compiled.solver().limits(at_look(2)).clash());
    assert!(matches!(answer, Ok(ClashAnswer::Stopped(Limit::Time(_)))), "{answer:?}");
    assert!(explained.load(Ordering::Relaxed) <= 200, "{explained:?} explanations");
}

#[test]
fn checks_of_solutions() {
    let mut m = Model::new();
    let x = m.vars(2, 1..=40);
    // A closure over solutions alone.
    m.post(relation([x[0], x[1], x[0]], |v| v[0] == v[2]));
    let compiled = m.compile(Limits::none()).unwrap();
    let (all, count) = looks(|| compiled.solver().limits(endless()).count(10_000).unwrap());
    assert_eq!(count.n, 1600);
    assert!(all >= 1600 * 4096 / 32_768, "{all} looks");
}

/// Domains of a thousand words each.
fn wide(count: usize) -> (Model, Vec<VarId>) {
    let mut m = Model::new();
    let x = m.vars(count, 0..=65_000);
    (m, x)
}

#[test]
fn engines_of_many_words() {
    let (mut m, x) = wide(500);
    m.post(x[0].less_than(x[1]));
    let compiled = m.compile(Limits::none()).unwrap();
    // The first question copies the domains.
    propagate(&compiled, 500 * 1000 / 32_768);
    let mut solver = compiled.solver().limits(at_look(2));
    assert!(matches!(solver.first().unwrap(), Found::Stopped(Limit::Time(_))));
    // Whoever looks all the same sees the domains as they are declared, and the next question goes on.
    assert_eq!(solver.engine().size(x[0]), 65_001);
    assert!(matches!(solver.limit_to(Limits::none()).first().unwrap(), Found::Solution(_)));
    assert_eq!(solver.engine().value(x[0]), Some(0));
}

#[test]
fn elements_of_wide_arrays() {
    let (mut m, x) = wide(200);
    let (index, result) = (m.var(0..=199), m.var(0..=65_000));
    m.post(element(x.clone(), index).equals(result));
    // Each value is looked for in every entry that has lost it.
    for &x in &x[..199] {
        m.post(x.at_most(64_000));
    }
    m.post(result.at_least(63_000));
    propagate(&m.compile(Limits::none()).unwrap(), 1_000 * 199 * 4 / 32_768);
}

#[test]
fn scopes_of_many_sums() {
    let mut m = Model::new();
    let x = m.vars(4000, 0..=9);
    for k in 0..50 {
        m.post(weighted_sum(&x, (0..4000).map(|i| 7 + (i + k) * 31 % 1000)).at_most(9_000_000));
    }
    // Each is looked at for its bases, for its facts and for its propagators.
    compile(&m, 50 * 3 - 20);
}

/// Each value of a wide domain is decided by itself, though nothing else is open and nothing runs.
#[test]
fn candidates_of_a_variable_by_itself() {
    let (m, _) = wide(1);
    let compiled = m.compile(Limits::none()).unwrap();
    let (taken, answer) = looks(|| compiled.solver().limits(at_look(20)).candidates().map(|found| found.stopped));
    assert!(matches!(answer, Ok(Some(Limit::Time(_)))), "{answer:?}");
    assert!(taken <= 21, "{taken} looks");
    let mut solver = compiled.solver().limits(at_look(20));
    let values = solver.candidates().unwrap().values.remove(0);
    // A look is due after some thirty thousand operations, and each value writes a thousand words.
    assert!((20..20 * 16).contains(&values.len()), "{} values", values.len());
}

#[test]
fn the_truth_of_constraints_over_wide_domains() {
    let mut m = Model::new();
    let (x, y, truth) = (m.var(0..=20_000), m.var(0..=20_000), m.var(0..=1));
    m.post(truth.iff(all_different([x, y])));
    m.post(y.equals(7));
    m.post(truth.equals(0));
    // Each value is tried by itself, which writes three hundred words.
    propagate(&m.compile(Limits::none()).unwrap(), 20_000 * 300 * 4 / 32_768);
}

#[test]
fn products_of_an_interval_with_many_values_left() {
    let mut m = Model::new();
    let (x, y, z) = (m.var(0..=1_000_000), m.var(1..=9), m.var(0..=1_000_000_000));
    m.post(product([x, y]).equals(z));
    m.post(x.at_most(60_000));
    m.post(z.at_most(100_000));
    // As long as that takes, it is one piece of work.
    propagate(&m.compile(Limits::none()).unwrap(), 1);
}

/// A variable loses its smallest value ten thousand times, and then there is a contradiction.
#[derive(Clone, Debug)]
struct Nibbles([VarId; 1]);

impl Propagator for Nibbles {
    fn scope(&self) -> &[VarId] {
        &self.0
    }

    fn rules(&self) -> &'static [Rule] {
        const { &[Rule::new("a bite was taken")] }
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let min = cx.min(self.0[0]);
        if min == 10_000 {
            return Err(cx.fail(Why::rule(0)));
        }
        cx.at_least(self.0[0], min + 1, Why::rule(0))?;
        Ok(Outcome::Suspend)
    }
}

#[test]
fn explanations_of_an_interval_that_was_changed_often() {
    let mut m = Model::new();
    let x = m.var(0..=1_000_000);
    m.post(NeverHolds(Nibbles([x])));
    let compiled = m.compile(Limits::none()).unwrap();
    let (all, answer) = looks(|| compiled.solver().limits(endless()).clash());
    assert!(matches!(answer, Ok(ClashAnswer::Clash(_))), "{answer:?}");
    // Each change is explained by all before it, which are met once; most looks are at the bites being taken.
    assert!(all < 500, "{all} looks");
}
