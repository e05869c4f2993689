//! The memory limit for tables: with less memory they are fewer, or lists, and every answer stays the same.

use gridwright::testing::{Dice, solutions};
use gridwright::*;

/// The bytes of all tables of a plan, and how many of them are lists.
fn tables(compiled: &Compiled) -> (usize, usize) {
    let engine = compiled.engine();
    let propagators = (0..engine.propagators()).map(|p| engine.propagator(PropId::new(p)));
    let (lists, tables): (Vec<_>, Vec<_>) =
        propagators.filter(|p| p.table_size().is_some()).partition(|p| p.name() == "table as a list");
    (tables.iter().filter_map(|p| p.table_size()).map(|size| size.bytes).sum(), lists.len())
}

/// A random model whose constraints become tables.
fn model(seed: u64) -> Model {
    let mut dice = Dice::new(seed);
    let mut m = Model::new();
    let far: Domain = [-70, 0, 5, 200].into();
    let x: Vec<VarId> =
        (0..5).map(|_| if dice.once_in(4) { m.var(far.clone()) } else { m.var(0..=dice.between(1, 4)) }).collect();
    for _ in 0..3 {
        let scope: Vec<VarId> = (0..2 + dice.below(3)).map(|_| *dice.pick(&x)).collect();
        match dice.below(5) {
            0 => {
                let value = |dice: &mut Dice| *dice.pick(&[-70, 0, 1, 2, 3, 5, 200]);
                let tuples: Vec<Vec<i64>> =
                    (0..dice.below(60)).map(|_| scope.iter().map(|_| value(&mut dice)).collect()).collect();
                m.post(table(scope, tuples));
            }
            1 => _ = m.post(sum(&scope).equals(dice.between(0, 9))),
            2 => _ = m.post(product(scope).equals(dice.between(0, 9))),
            3 => _ = m.post(distinct_sum(scope, dice.between(0, 9))),
            _ => {
                let rest = dice.between(0, 2);
                m.post(relation(scope, move |v| v.iter().sum::<i64>().rem_euclid(3) == rest));
            }
        }
    }
    m
}

#[test]
fn answers_are_the_same_with_any_memory() {
    let mut lists = 0;
    for seed in 1..=400 {
        let m = model(seed);
        let expected = solutions(&m.compile(Limits::none()).unwrap());
        for plan in [Plan::Fast, Plan::Explain] {
            for memory in [0, 400, 1500, 4000] {
                let compiled = m.compile_for(plan, Limit::memory(memory)).unwrap();
                let found: Vec<Vec<i64>> =
                    compiled.solver().solutions().map(|s| s.unwrap().values().to_vec()).collect();
                assert_eq!(found.len(), expected.len(), "seed {seed}, {memory} bytes, {plan:?}: {m:?}");
                assert!(found.iter().all(|solution| expected.contains(solution)), "seed {seed}: {m:?}");
                let (bytes, listed) = tables(&compiled);
                assert!(bytes <= memory, "{bytes} bytes of {memory}: {m:?}");
                lists += listed;
            }
        }
    }
    assert!(lists > 100, "{lists} tables are lists");
}

#[test]
fn a_posted_table_too_large_for_its_memory_stays_a_list_that_prunes_alike() {
    let mut m = Model::new();
    let x = m.vars(3, 0..=199);
    m.post(table(&x, (0..20_000).map(|i| [i % 200, i * 7 % 199, i * 13 % 197])));
    m.post((x[0] + x[1]).at_most(30));
    let sizes = |limits: Limits, lists: usize| {
        let compiled = m.compile(limits).unwrap();
        assert_eq!(tables(&compiled).1, lists);
        let mut solver = compiled.solver();
        let root = (solver.propagate(), x.iter().map(|&x| solver.engine().size(x)).collect::<Vec<_>>());
        let count = solver.count(100_000).unwrap();
        (root, count.n, solver.stats().nodes)
    };
    let as_sets = sizes(Limits::none(), 0);
    assert_eq!(as_sets, sizes(Limit::memory(1 << 20).into(), 1));
    assert_eq!(as_sets, sizes(Limit::memory(0).into(), 1));
}

#[test]
fn a_table_of_wide_columns_needs_no_memory_of_its_size_squared() {
    // As bit sets: 3 columns of 40,000 values and 40,000 tuples are 600 MB.
    let mut m = Model::new();
    let x = m.vars(3, 0..=60_000);
    m.post(table(&x, (0..40_000).map(|i| [i, i * 7 % 60_001, i * 31 % 59_999])));
    m.post(x[1].equals(7));
    let compiled = m.compile(Limits::none()).unwrap();
    assert_eq!(tables(&compiled).1, 1);
    let solution = compiled.solver().unique().unwrap().expect_unique();
    assert_eq!((solution[x[0]], solution[x[2]]), (1, 31));
}
