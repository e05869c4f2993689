//! The best solution against the best of all solutions.

use gridwright::testing::Dice;
use gridwright::*;
use std::time::Duration;

#[test]
fn the_optimum_is_the_best_of_all_solutions() {
    let mut dice = Dice::new(11);
    for _ in 0..200 {
        let mut m = Model::new();
        let vars: Vec<VarId> = (0..4).map(|_| m.var(dice.between(-4, 0)..=dice.between(0, 4))).collect();
        m.post(all_different(&vars[..3]));
        m.post((vars[0] + 2 * vars[1] - vars[3]).at_most(dice.between(-4, 4)));
        let objective: Expr = vars.iter().map(|&x| dice.between(-3, 3) * x).sum();
        let compiled = m.compile(Limits::none()).unwrap();
        let costs: Vec<i64> = {
            let mut solver = compiled.solver();
            solver.solutions().map(|s| objective.value(&|x| s.as_ref().unwrap()[x]).unwrap()).collect()
        };
        for restarts in [Restarts::Never, luby(1)] {
            let mut solver = compiled.solver().restart(restarts);
            for (found, best) in [
                (solver.minimise(objective.clone()).unwrap(), costs.iter().min()),
                (solver.maximise(objective.clone()).unwrap(), costs.iter().max()),
            ] {
                match (found, best) {
                    (Optimum::Best(solution, cost), Some(&best)) => {
                        assert_eq!((cost, objective.value(&|x| solution[x])), (best, Some(best)));
                    }
                    (Optimum::None, None) => {}
                    other => panic!("{other:?}"),
                }
            }
        }
    }
}

#[test]
fn a_limit_leaves_the_best_so_far() {
    let mut m = Model::new();
    let vars = m.vars(30, 0..=30);
    m.post(all_different(&vars[..29]));
    let compiled = m.compile(Limits::none()).unwrap();
    let cost: Expr = vars.iter().enumerate().map(|(i, &x)| (i as i64 * 7 % 11 - 5) * x).sum();
    let mut solver = compiled.solver().limit(Limit::nodes(200)).limit(Limit::time(Duration::from_secs(5)));
    assert!(matches!(solver.minimise(cost).unwrap(), Optimum::Stopped(_, Some(_))));
}

#[test]
fn a_better_bound_relieves_the_one_before() {
    let mut m = Model::new();
    let x = m.vars(3, 0..=250);
    m.post(sum(&x).at_most(500));
    let mut solver = m.compile(Limits::none()).unwrap().solver().branch(input_order());
    let Optimum::Best(_, cost) = solver.maximise(2 * x[0] + x[1] + x[2]).unwrap() else {
        panic!("there are solutions")
    };
    assert_eq!(cost, 750);
    let stats = solver.stats();
    assert!(stats.solutions > 700 && stats.propagations < 100 * stats.solutions, "{stats:?}");
}

#[test]
fn an_objective_beyond_64_bits_is_an_error_that_names_it() {
    let mut m = Model::new();
    let x = m.var(1..=4);
    let mut solver = m.compile(Limits::none()).unwrap().solver();
    let error = solver.maximise(i64::MAX * x).unwrap_err();
    assert!(matches!(error, Error::Constraint { .. }), "{error}");
}

#[test]
fn an_objective_over_a_variable_of_another_model_is_an_error_that_names_it() {
    let (mut m, mut other) = (Model::new(), Model::new());
    let x = m.var(1..=4);
    let foreign = [other.var(0..=1), other.var(0..=1)][1];
    let mut solver = m.compile(Limits::none()).unwrap().solver();
    for answer in [solver.minimise(foreign), solver.maximise(x + foreign)] {
        let error = answer.unwrap_err();
        assert!(error.to_string().contains("a variable of another model"), "{error}");
    }
    assert!(matches!(solver.maximise(x), Ok(Optimum::Best(_, 4))));
}

#[test]
fn an_objective_of_very_many_values_takes_few_solutions() {
    let mut m = Model::new();
    let (x, y) = (m.var(0..=1_000_000_000_000), m.var(-1_000_000..=1_000_000));
    m.post((x + 3 * y).at_most(123_456_789_012));
    m.post((x - y).at_least(7));
    let compiled = m.compile(Limits::none()).unwrap();
    type Ask = fn(&mut Solver, VarId, VarId) -> Result<Optimum, Error>;
    let asked: [(Ask, i64); 3] = [
        (|solver, x, _| solver.maximise(x), 123_456_789_012 + 3 * 1_000_000),
        (|solver, x, _| solver.minimise(1_000_000 * x), 0),
        (|solver, _, y| solver.minimise(y - 5), -1_000_005),
    ];
    for values in [ValueOrder::Minimum, ValueOrder::Maximum] {
        let mut solver = compiled.solver().branch(input_order().values(values)).limit(Limit::nodes(100_000));
        for (ask, best) in asked {
            let Optimum::Best(solution, cost) = ask(&mut solver, x, y).unwrap() else { panic!("there are solutions") };
            assert_eq!(cost, best, "{solution:?}");
            assert!(solver.stats().solutions < 200, "{}", solver.stats());
        }
    }
}
