//! The profile by constraint: its counts are those of the statistics, and they stand with the right constraints.

use gridwright::testing::random_model;
use gridwright::*;

#[test]
fn the_rows_add_up_to_the_statistics() {
    let mut failures = 0;
    for seed in 0..400 {
        let Some(compiled) = compile(seed) else { continue };
        let limits = if seed % 4 == 0 { Limit::nodes(seed % 5).into() } else { Limits::none() };
        let restarts = if seed.is_multiple_of(3) { luby(1) } else { Restarts::Never };
        let mut solver = compiled.solver().limits(limits).restart(restarts).profiled();
        match seed % 4 {
            0 => drop(solver.first().unwrap()),
            1 => drop(solver.unique().unwrap()),
            2 => drop(solver.minimise((0..compiled.variables()).map(VarId::new).sum::<Expr>()).unwrap()),
            _ => drop(solver.count(1000).unwrap()),
        }
        let (profile, stats) = (solver.profile().unwrap(), solver.stats());
        let total = profile.total();
        assert_eq!((total.runs, total.failures), (stats.propagations, stats.failures), "seed {seed}: {profile}");
        failures += total.failures;
        assert!(profile.rows.is_sorted_by(|a, b| a.time >= b.time));
    }
    assert!(failures > 100, "{failures} failures");
}

#[test]
fn prunings_are_the_values_that_the_root_loses() {
    let mut prunings = 0;
    for seed in 0..400 {
        let Some(compiled) = compile(seed) else { continue };
        let mut solver = compiled.solver().profiled();
        if solver.propagate() == End::Fixpoint {
            let vars = || (0..compiled.variables()).map(VarId::new);
            let lost = vars().map(|x| compiled.domain(x).size() - solver.engine().size(x)).sum::<u64>();
            assert_eq!(solver.profile().unwrap().total().prunings, lost, "seed {seed}");
            prunings += lost;
        }
    }
    assert!(prunings > 50, "{prunings} prunings");
}

/// A random model under one of the plans, if each variable has a value: an empty domain is no propagator's contradiction.
fn compile(seed: u64) -> Option<Compiled> {
    let model = random_model(seed);
    let plan = if seed.is_multiple_of(3) { Plan::Explain } else { Plan::Fast };
    let compiled = model.compile_for(plan, Limits::none()).unwrap();
    (0..compiled.variables()).all(|i| !compiled.domain(VarId::new(i)).is_empty()).then_some(compiled)
}

#[test]
fn each_constraint_has_a_row_with_its_own_counts() {
    let mut m = Model::new();
    let x = m.named_var("x", 0..=9);
    let wide = m.named_var("wide", 0..=999);
    m.post(x.at_most(5)).label("most", ());
    m.post(wide.at_least(100)).label("least", ());
    m.post(wide.differs_from(500)).label("hole", ());
    m.post(x.greater_than(6)).label("clash", ());
    let compiled = m.compile(Limits::none()).unwrap();
    assert_eq!(compiled.solver().profile(), None);
    let mut solver = compiled.solver().profiled();
    assert!(matches!(solver.first().unwrap(), Found::None));
    let mut rows: Vec<_> = solver.profile().unwrap().rows;
    rows.sort_by_key(|row| row.constraints.clone());
    let rows: Vec<_> = rows.iter().map(|row| (&*row.name, row.runs, row.prunings, row.failures)).collect();
    let expected = [
        ("most at x: bound", 1, 4, 0),
        ("least at wide: bound", 1, 100, 0),
        ("hole at wide: bound", 1, 1, 0),
        ("clash at x: bound", 1, 0, 1),
    ];
    assert_eq!(rows, expected);
    solver.start_profile();
    assert_eq!(solver.profile().unwrap().total().runs, 0);
}

#[test]
fn the_profile_is_a_table() {
    let mut m = Model::new();
    let x = m.vars(30, 0..=1);
    for &x in &x {
        m.post(x.at_least(1)).label("one", ());
    }
    let mut solver = m.compile(Limits::none()).unwrap().solver().profiled();
    solver.first().unwrap();
    let mut profile = solver.profile().unwrap();
    // The times are those of the machine.
    profile.rows.sort_by_key(|row| row.constraints.clone());
    let lines: Vec<String> = format!("{profile:#}").lines().map(String::from).collect();
    assert_eq!(lines.len(), 23);
    assert_eq!(lines[0], "      runs   prunings   failures  constraint: propagator");
    assert_eq!(lines[1], "         1          1          0  one at x0: bound");
    assert_eq!(lines[21], "        10         10          0  10 more");
    assert_eq!(lines[22], "        30         30          0  total");
    profile.rows.iter_mut().for_each(|row| row.time = std::time::Duration::from_micros(1500));
    assert_eq!(profile.to_string().lines().last(), Some("        30         30          0     45.0ms  total"));
}
