//! What a solver promises: limits, determinism, projection, completeness, observers.

use gridwright::*;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

fn all_different_on_three(domain: std::ops::RangeInclusive<i64>) -> (Model, Vec<VarId>) {
    let mut m = Model::new();
    let vars = m.vars(3, domain);
    m.post(all_different(&vars));
    (m, vars)
}

#[test]
fn the_empty_model_has_one_solution() {
    let compiled = Model::new().compile(Limits::none()).unwrap();
    assert_eq!(compiled.solver().count(10).unwrap(), Count { n: 1, complete: true, stopped: None });
    assert!(compiled.solver().unique().unwrap().expect_unique().values().is_empty());
    assert!(compiled.solver().restart(luby(1)).unique().unwrap().is_unique());
}

#[test]
fn an_empty_domain_means_no_solution() {
    let mut m = Model::new();
    m.var(Domain::empty());
    m.var(1..=3);
    for plan in [Plan::Fast, Plan::Explain] {
        let compiled = m.compile_for(plan, Limits::none()).unwrap();
        assert_eq!(compiled.solver().first().unwrap(), Found::None);
        assert_eq!(compiled.solver().unique().unwrap(), Verdict::None);
        assert_eq!(compiled.solver().count(9).unwrap(), Count { n: 0, complete: true, stopped: None });
    }
}

#[test]
fn a_projection_is_found_once_for_each_combination_of_its_variables() {
    let mut m = Model::new();
    let (x, y, _z) = (m.var(0..=4), m.var(0..=4), m.var(0..=9));
    m.post(table([x, y], (0..5).map(|v| [v, v])));
    let compiled = m.compile(Limits::none()).unwrap();
    let mut solver = compiled.solver().project([x, y]);
    let pairs: Vec<_> = solver.solutions().map(Result::unwrap).map(|s| (s[x], s[y])).collect();
    assert_eq!(pairs, [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4)]);
    assert_eq!(compiled.solver().count(1000).unwrap().n, 50);
}

#[test]
fn restarts_never_repeat_a_solution() {
    let mut m = Model::new();
    let flag = m.var(0..=1);
    let compiled = m.compile(Limits::none()).unwrap();
    for restarts in [Restarts::Never, luby(1), geometric(1, 1.1)] {
        let mut solver = compiled.solver().restart(restarts);
        assert_eq!(solver.solutions().count(), 2);
        match solver.unique().unwrap() {
            Verdict::Many(a, b) => assert_ne!(a[flag], b[flag]),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn asking_twice_gives_the_same_answer_at_the_same_cost() {
    let (m, _) = all_different_on_three(0..=5);
    for brancher in [dom_wdeg(), random_order(5), fullest()] {
        let mut solver = m.compile(Limits::none()).unwrap().solver().branch(brancher).restart(luby(2));
        let first = (solver.count(1000).unwrap(), solver.stats());
        let again = (solver.count(1000).unwrap(), solver.stats());
        assert_eq!(first.0.n, 120);
        assert_eq!((first.0, first.1.nodes, first.1.failures), (again.0, again.1.nodes, again.1.failures));
        let verdicts = (solver.unique().unwrap(), solver.unique().unwrap());
        assert_eq!(verdicts.0, verdicts.1);
    }
}

#[test]
fn one_seed_gives_one_trace_and_seeds_reach_different_solutions() {
    let (m, vars) = all_different_on_three(0..=2);
    let compiled = m.compile(Limits::none()).unwrap();
    let first = |seed| {
        let found = compiled.solver().branch(random_order(seed)).first().unwrap();
        let solution = found.solution().unwrap();
        vars.iter().map(|&x| solution[x]).collect::<Vec<_>>()
    };
    let reached: BTreeSet<Vec<i64>> = (0..60).map(first).collect();
    assert_eq!(reached.len(), 6, "60 seeds reach all 6 permutations");
    assert!((0..20).all(|seed| first(seed) == first(seed)));
}

#[test]
fn a_count_says_whether_it_is_complete_and_why_not() {
    let (m, _) = all_different_on_three(1..=3);
    let compiled = m.compile(Limits::none()).unwrap();
    let count = |max| compiled.solver().count(max).unwrap();
    assert_eq!(count(5), Count { n: 5, complete: false, stopped: None });
    assert_eq!(count(6), Count { n: 6, complete: true, stopped: None });
    let limited = compiled.solver().limit(Limit::nodes(2)).count(100).unwrap();
    assert!(!limited.complete && limited.stopped == Some(Limit::Nodes(2)), "{limited:?}");
    let mut solver = compiled.solver();
    let mut solutions = solver.solutions();
    assert_eq!(solutions.by_ref().take(6).count(), 6);
    assert!(!solutions.is_complete(), "nobody has looked for a seventh yet");
    assert!(solutions.next().is_none() && solutions.is_complete() && solutions.stopped().is_none());
}

#[test]
fn solutions_come_lazily() {
    let mut m = Model::new();
    m.vars(40, 1..=9);
    let compiled = m.compile(Limits::none()).unwrap();
    let mut solver = compiled.solver();
    assert_eq!(solver.solutions().take(3).count(), 3);
    assert_eq!(solver.stats().solutions, 3);
}

/// A model whose search would take ages: more pigeons than holes, told in a way that nothing sees.
fn pigeons() -> Model {
    let mut m = Model::new();
    let vars = m.vars(13, 1..=12);
    for (i, &x) in vars.iter().enumerate() {
        for &y in &vars[..i] {
            m.post(all_different([x, y]));
        }
    }
    m
}

#[test]
fn stopped_is_never_no() {
    let compiled = pigeons().compile(Limits::none()).unwrap();
    let time = Limit::time(Duration::from_millis(20));
    assert_eq!(compiled.solver().limit(time).first().unwrap(), Found::Stopped(time));
    assert_eq!(compiled.solver().limit(time).unique().unwrap(), Verdict::Stopped(time));
    let failures = Limit::failures(10);
    assert_eq!(compiled.solver().limit(failures).first().unwrap(), Found::Stopped(failures));
    let candidates = compiled.solver().limit(Limit::nodes(50)).candidates().unwrap();
    assert!(!candidates.is_complete() && candidates.stopped == Some(Limit::Nodes(50)));
    let flag = StopFlag::new();
    flag.stop();
    let limits = Limits::none().stopped_by(&flag);
    assert_eq!(compiled.solver().limits(limits).unique().unwrap(), Verdict::Stopped(Limit::Interrupt));
}

#[test]
fn a_limit_holds_where_one_run_of_a_propagator_is_long() {
    let limit = Limit::time(Duration::from_millis(50));
    let mut permutation = Model::new();
    let x = permutation.vars(1200, 1..=1200);
    permutation.post(all_different(&x));
    let mut free = Model::new();
    free.vars(2, 0..=65_535);
    for m in [permutation, free] {
        let compiled = m.compile(Limits::none()).unwrap();
        let start = std::time::Instant::now();
        assert_eq!(compiled.solver().limit(limit).candidates().unwrap().stopped, Some(limit));
        let first = compiled.solver().branch(fullest()).limit(limit).unique().unwrap();
        assert!(matches!(first, Verdict::Stopped(_) | Verdict::Many(..)), "{first:?}");
        assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    }
}

#[test]
fn a_limit_holds_for_compilation_too() {
    let mut m = Model::new();
    let vars = m.vars(5, 1..=20);
    m.post(table(&vars, (0..5000).map(|i| [i % 20 + 1, 1, 1, 1, i / 20 % 20 + 1])));
    let flag = StopFlag::new();
    flag.stop();
    let error = m.compile(Limits::none().stopped_by(&flag)).unwrap_err();
    assert_eq!(error, Error::Stopped(Limit::Interrupt));
}

/// How many tables the fast plan has made.
fn tables(compiled: &Compiled) -> usize {
    let engine = compiled.engine();
    let is_table = |p: &usize| format!("{:?}", engine.propagator(PropId::new(*p))).starts_with("Live");
    (0..engine.propagators()).filter(is_table).count()
}

#[test]
fn a_memory_limit_holds_for_all_tables_together_and_outlasts_no_compilation() {
    let mut m = Model::new();
    let x = m.vars(12, 1..=6);
    for (i, pairs) in x.windows(3).enumerate() {
        m.post(sum(pairs).equals(7 + i as i64 % 3));
    }
    let tables = |limits: Limits| tables(&m.compile(limits).unwrap());
    assert_eq!(tables(Limit::memory(0).into()), 0);
    assert_eq!(tables(Limits::none()), 10);
    assert_eq!(tables(Limit::memory(0).into()), 0);
    let some = tables(Limit::memory(3000).into());
    assert!((1..10).contains(&some), "{some} tables in 3000 bytes");
}

#[test]
fn a_table_of_far_too_many_bits_is_not_built() {
    // 20,000 tuples of 20,000 values would take 50 MB for each constraint.
    let mut m = Model::new();
    let x = m.vars(3, -10_000..=10_000);
    m.post(abs(x[0]).equals(x[1]));
    m.post(absolute_difference(x[1], x[2]).equals(7));
    m.post(x[2].equals(9_990));
    let compiled = m.compile(Limits::none()).unwrap();
    assert_eq!(tables(&compiled), 0);
    let count = compiled.solver().count(10).unwrap();
    assert_eq!((count.n, count.complete), (4, true));
}

/// Two variables that differ, told to a table under the name of another relation.
#[derive(Debug)]
struct NoSum([VarId; 2]);

impl Constraint for NoSum {
    fn scope(&self) -> &[VarId] {
        &self.0
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        value(self.0[0]) != value(self.0[1])
    }

    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
        let accepts = |v: &[i64]| v.len() < 2 || v[0] != v[1];
        let key = Some(TableKey::new("sum", &[1, 1, 5]));
        to.table(&TableRequest { scope: &self.0, when: Tabulate::Always, key, accepts: &accepts }).map(|_| ())
    }
}

#[test]
fn names_of_tables_do_not_meet_those_of_the_engine() {
    let mut m = Model::new();
    let (x, y) = (m.var(1..=4), m.var(1..=4));
    m.post((x + y).equals(5));
    assert_eq!(m.compile(Limits::none()).unwrap().solver().count(100).unwrap().n, 4);
    let mut m = Model::new();
    let (x, y) = (m.var(1..=4), m.var(1..=4));
    m.post(NoSum([x, y]));
    assert_eq!(m.compile(Limits::none()).unwrap().solver().count(100).unwrap().n, 12);
}

#[test]
fn candidates_are_the_values_of_all_solutions() {
    let mut m = Model::new();
    let cell = m.grid(3, 3, 1..=3);
    for line in cell.rows().chain(cell.columns()) {
        m.post(all_different(line));
    }
    let compiled = m.compile(Limits::none()).unwrap();
    let givens = [Atom::eq(cell[(0, 0)], 1), Atom::ne(cell[(1, 1)], 1)];
    let mut solver = compiled.solver().assume(givens);
    let mut expected = vec![BTreeSet::new(); 9];
    for solution in solver.solutions().map(Result::unwrap).collect::<Vec<_>>() {
        for (values, &v) in expected.iter_mut().zip(solution.values()) {
            values.insert(v);
        }
    }
    let candidates = solver.candidates().unwrap();
    let found: Vec<BTreeSet<i64>> = candidates.values.iter().map(|v| v.iter().copied().collect()).collect();
    assert_eq!(found, expected);
    let none = compiled.solver().assume([Atom::eq(cell[(0, 0)], 1), Atom::eq(cell[(0, 1)], 1)]).candidates().unwrap();
    assert!(none.is_complete() && none.values.iter().all(Vec::is_empty));
}

#[test]
fn assumptions_leave_nothing_behind() {
    let (m, vars) = all_different_on_three(1..=3);
    let compiled = m.compile(Limits::none()).unwrap();
    let mut solver = compiled.solver();
    let fresh = (solver.count(100).unwrap(), solver.stats().nodes);
    solver.assume_also([Atom::eq(vars[0], 1), Atom::eq(vars[1], 1)]);
    assert_eq!(solver.unique().unwrap(), Verdict::None);
    solver.assume_nothing().assume_also([Atom::eq(vars[0], 9)]);
    assert_eq!(solver.first().unwrap(), Found::None);
    solver.assume_nothing();
    assert_eq!((solver.count(100).unwrap(), solver.stats().nodes), fresh);
}

#[derive(Debug, Default)]
struct Tally {
    decisions: u64,
    failures: u64,
    solutions: u64,
}

#[derive(Debug)]
struct Watcher(Arc<Mutex<Tally>>);

impl Observer for Watcher {
    fn decision(&mut self, engine: &Engine, atom: Atom) {
        assert!(engine.contains(atom.var, atom.value) && engine.size(atom.var) > 1);
        self.0.lock().unwrap().decisions += 1;
    }

    fn failure(&mut self, engine: &Engine) {
        assert!(engine.failure().is_some());
        self.0.lock().unwrap().failures += 1;
    }

    fn solution(&mut self, value: &dyn Fn(VarId) -> i64) {
        assert_ne!(value(VarId::new(0)), value(VarId::new(1)));
        self.0.lock().unwrap().solutions += 1;
    }
}

#[test]
fn observers_see_what_the_statistics_count() {
    let (m, _) = all_different_on_three(1..=4);
    let tally = Arc::new(Mutex::new(Tally::default()));
    let mut solver = m.compile(Limits::none()).unwrap().solver().observe(Watcher(tally.clone()));
    assert_eq!(solver.count(1000).unwrap().n, 24);
    let (stats, tally) = (solver.stats(), tally.lock().unwrap());
    assert_eq!((stats.nodes, stats.failures, stats.solutions), (tally.decisions, tally.failures, tally.solutions));
    assert!(stats.propagations > 0 && stats.depth > 0);
}

/// Branches on the largest value of the last open variable; a brancher of a user's own.
#[derive(Debug)]
struct FromTheBack;

impl Brancher for FromTheBack {
    fn choose(&mut self, view: &View<'_>) -> Option<Atom> {
        view.open().last().map(|(x, _)| Atom::at_least(x, view.engine().max(x)))
    }
}

/// Cares about one variable only.
#[derive(Debug)]
struct OnlyFirst;

impl Brancher for OnlyFirst {
    fn choose(&mut self, view: &View<'_>) -> Option<Atom> {
        view.open().next().filter(|(x, _)| x.index() == 0).map(|(x, _)| Atom::at_most(x, view.engine().min(x)))
    }
}

#[test]
fn own_branchers_work_and_every_variable_gets_a_value() {
    let (m, _) = all_different_on_three(1..=4);
    let compiled = m.compile(Limits::none()).unwrap();
    assert_eq!(compiled.solver().branch(FromTheBack).count(100).unwrap().n, 24);
    assert_eq!(compiled.solver().branch(OnlyFirst).count(100).unwrap().n, 24);
}

/// Claims one thing over and over, whatever is asked.
#[derive(Debug)]
struct Stubborn(Atom);

impl Brancher for Stubborn {
    fn choose(&mut self, _: &View<'_>) -> Option<Atom> {
        Some(self.0)
    }
}

#[test]
fn a_brancher_that_claims_what_is_certain_or_not_asked_for_does_no_harm() {
    let (m, vars) = all_different_on_three(1..=4);
    let compiled = m.compile(Limits::none()).unwrap();
    for claim in [Atom::at_least(vars[0], 1), Atom::ne(vars[1], 7), Atom::eq(vars[2], 9), Atom::eq(vars[2], 2)] {
        let mut solver = compiled.solver().branch(Stubborn(claim)).limit(Limit::nodes(1000));
        assert_eq!(solver.count(100).unwrap(), Count { n: 24, complete: true, stopped: None }, "{claim:?}");
        let mut solver = solver.project([vars[0]]);
        assert_eq!(solver.count(100).unwrap(), Count { n: 4, complete: true, stopped: None }, "{claim:?}");
        assert_eq!(solver.assume([Atom::eq(vars[0], 1)]).count(100).unwrap().n, 1, "{claim:?}");
    }
}

#[test]
fn a_variable_of_another_model_is_refused_by_the_constraint_s_name() {
    let mut m = Model::new();
    let x = m.var(1..=2);
    let foreign = VarId::new(7);
    m.post(x.less_than(foreign)).label("sign", "<");
    for plan in [Plan::Fast, Plan::Explain] {
        let error = m.compile_for(plan, Limits::none()).unwrap_err();
        assert_eq!(error.to_string(), "sign < at x0: it names x7, a variable of another model");
    }
    let mut other = Model::new();
    other.var(1..=2);
    let compiled = other.compile(Limits::none()).unwrap();
    let error = compiled.late(&any_of([foreign.equals(1)]), &mut Budget::unlimited()).unwrap_err();
    assert!(error.to_string().contains("x7"), "{error}");
}

#[test]
fn what_is_derived_refuses_no_model() {
    // What the line leaves, minus what sticks out of it, leaves the 64-bit range, though every constraint stays within.
    let mut m = Model::new();
    let high = 1 << 58;
    let low = 2 - (i64::MAX - high) / 2;
    let line = m.vars(9, high..=high + 8);
    let out = m.vars(2, low..=low + 1);
    m.post(all_different(&line));
    let all = line[..8].iter().chain(&out).copied().collect::<Vec<_>>();
    m.post(sum(all).equals(8 * high + 36 + 2 * low));
    // Nothing is derived without a cage of different values.
    let cage = m.vars(2, 1..=2);
    m.post(distinct_sum(cage, 3));
    assert!(m.compile(Limits::none()).unwrap().solver().first().unwrap().solution().is_some());
}

#[test]
fn values_out_of_reach_are_refused_by_name() {
    // After choco #1244: the message names the variable and the range that is allowed.
    let mut m = Model::new();
    m.named_var("width", 0..=i64::MAX);
    let error = m.compile(Limits::none()).unwrap_err();
    assert_eq!(error, Error::Span { variable: "width".into(), min: 0, max: i64::MAX });
    let text = error.to_string();
    assert!(text.contains("width") && text.contains("-4611686018427387903 to 4611686018427387903"), "{text}");
    let mut m = Model::new();
    let x = m.var(vec![i64::MIN, i64::MAX]);
    assert_eq!(m.domain(x).size(), 2);
    assert!(m.compile(Limits::none()).unwrap_err().to_string().contains("reach too far"));
    let mut m = Model::new();
    let x = m.var(-65_535..=0);
    assert_eq!(
        m.compile(Limits::none()).unwrap().solver().branch(input_order()).first().unwrap().solution().unwrap()[x],
        -65_535
    );
}

#[test]
fn answers_can_be_asked_what_they_hold() {
    let (m, vars) = all_different_on_three(1..=3);
    let compiled = m.compile(Limits::none()).unwrap();
    let mut solver = compiled.solver().assume([Atom::eq(vars[1], 2)]);
    assert_eq!((solver.assumptions(), solver.found().len()), (&[Atom::eq(vars[1], 2)][..], 0));
    let verdict = solver.unique().unwrap();
    assert!(!verdict.is_unique());
    let Verdict::Many(one, other) = verdict else { panic!("the others can change places") };
    assert_eq!(solver.found(), [one.clone(), other.clone()]);
    assert!(one.differences(&other).eq([vars[0], vars[2]]) && one.differences(&one).next().is_none());
    assert_eq!(vars.iter().map(|&x| one.value(x) + other.value(x)).collect::<Vec<_>>(), [4, 4, 4]);
    assert!(solver.assume_also([Atom::eq(vars[0], 3)]).unique().unwrap().is_unique());
    assert_eq!(solver.found().len(), 1);
    let candidates = solver.assume_nothing().candidates().unwrap();
    assert!(candidates.is_complete() && vars.iter().all(|&x| candidates.of(x) == [1, 2, 3]));
    let candidates = solver.assume_also([Atom::eq(vars[0], 3)]).candidates().unwrap();
    assert_eq!(vars.iter().map(|&x| candidates.of(x)).collect::<Vec<_>>(), [&[3][..], &[1, 2], &[1, 2]]);
    let stopped = solver.assume_nothing().limit_to(Limit::nodes(0)).candidates().unwrap();
    assert!(!stopped.is_complete() && stopped.stopped == Some(Limit::Nodes(0)));
    let mut solutions = solver.limit_to(Limit::nodes(1)).solutions();
    assert_eq!(solutions.by_ref().count(), 0);
    assert_eq!((solutions.stopped(), solutions.is_complete()), (Some(Limit::Nodes(1)), false));
    let mut solutions = solver.limit_to(Limits::none()).solutions();
    assert_eq!((solutions.by_ref().count(), solutions.stopped(), solutions.is_complete()), (6, None, true));
}
