//! Variables whose values lie too far apart for words: right, in little memory and time, in every constraint.

use crate::support::value_orders;
use gridwright::testing::{Dice, Spans, random_model, solutions};
use gridwright::*;
use std::collections::BTreeSet;
use std::time::Duration;

const BILLION: i64 = 1_000_000_000;

fn solver(m: &Model) -> Solver {
    m.compile(Limits::none()).unwrap().solver().limit(Limit::time(Duration::from_secs(60)))
}

fn all(m: &Model) -> BTreeSet<Vec<i64>> {
    let mut found = BTreeSet::new();
    for solution in solver(m).solutions() {
        assert!(found.insert(solution.unwrap().values().to_vec()), "a solution twice");
    }
    found
}

/// After or-tools #2343 and #4352, choco #1244: constants and bounds far apart are no error.
#[test]
fn constants_far_apart_differ() {
    let mut m = Model::new();
    let (x, y) = (m.var(0), m.var(0x8_0000_0000));
    m.post(all_different([x, y]));
    assert_eq!(all(&m), BTreeSet::from([vec![0, 0x8_0000_0000]]));
    let mut m = Model::new();
    let x = m.var(0..=100_000_000_000_000);
    m.post(x.at_least(100_000_000_000_000_i64));
    assert_eq!(all(&m), BTreeSet::from([vec![100_000_000_000_000]]));
}

/// After chuffed #10: an all-different acts on values without bounds to speak of.
#[test]
fn wide_variables_are_all_different() {
    for consistent in [false, true] {
        let mut m = Model::new();
        let x = m.vars(10, -Spans::LARGEST_VALUE..=Spans::LARGEST_VALUE);
        let different = all_different(&x);
        m.post(if consistent { different.domain_consistent() } else { different });
        let solution = solver(&m).first().unwrap().solution().expect("a solution");
        assert_eq!(solution.values().iter().collect::<BTreeSet<_>>().len(), 10);
        let many = solver(&m).solutions().take(200).map(|s| s.unwrap().values().to_vec()).collect::<BTreeSet<_>>();
        assert!(many.len() == 200 && many.iter().all(|s| s.iter().collect::<BTreeSet<_>>().len() == 10));
    }
}

/// After choco #358 and #530: few values far apart in a product stay few.
#[test]
fn products_of_values_far_apart() {
    let mut m = Model::new();
    let (x, y, z) = (m.var([1, 10]), m.var([1, 10_000]), m.var(0..=BILLION));
    m.post(product([x, y]).equals(z));
    let expected = [[1, 1, 1], [1, 10_000, 10_000], [10, 1, 10], [10, 10_000, 100_000]];
    assert_eq!(all(&m), expected.map(Vec::from).into());
    let mut m = Model::new();
    let (x, y, z) = (m.var([1, 10]), m.var([1, 10_000]), m.var([10, 10_000]));
    m.post(product([x, y]).equals(z));
    assert_eq!(all(&m), [vec![1, 10_000, 10_000], vec![10, 1, 10]].into());
}

type Post = fn(&mut Model, &[VarId]);

/// Every constraint over four variables from 0 to a billion. After glasgow-constraint-solver #833, where such variables
/// took all memory.
const WIDE: &[(&str, Post)] = &[
    ("all_different", |m, x| _ = m.post(all_different(x))),
    ("domain-consistent", |m, x| _ = m.post(all_different(x).domain_consistent())),
    ("offsets", |m, x| _ = m.post(all_different(x).with_offsets(&[0, 1, 2, 3]))),
    ("count", |m, x| _ = m.post(count(&x[..3], 5).equals(x[3]))),
    ("element", |m, x| _ = m.post(element(x[..2].to_vec(), x[2]).equals(x[3]))),
    ("element of constants", |m, x| _ = m.post(element([3, BILLION, 70_000], x[0]).equals(x[1]))),
    ("relation", |m, x| _ = m.post(relation(&x[..2], |v| (v[0] + v[1]) % 7 == 3))),
    ("table", |m, x| _ = m.post(table(&x[..2], [[0, BILLION], [7, 70_000], [BILLION, 2]]))),
    ("distinct_sum", |m, x| _ = m.post(distinct_sum(x, BILLION))),
    ("linear equation", |m, x| _ = m.post((x[0] + 2 * x[1] - 3 * x[2]).equals(x[3]))),
    ("linear pair", |m, x| _ = m.post((x[0] + x[1]).equals(BILLION))),
    ("linear difference", |m, x| _ = m.post((x[0] - x[1]).equals(12_345))),
    ("linear order", |m, x| _ = m.post((2 * x[0] + x[1]).less_than(x[2]))),
    ("linear different", |m, x| _ = m.post((3 * x[0]).differs_from(2 * x[1]))),
    ("product", |m, x| _ = m.post(product(&x[..3]).equals(x[3]))),
    ("product of a constant", |m, x| _ = m.post(product(&x[..2]).equals(999_983 * 7))),
    ("absolute difference", |m, x| _ = m.post(absolute_difference(x[0], x[1]).equals(x[2]))),
    ("exact_ratio", |m, x| _ = m.post(exact_ratio(x[0], x[1]).equals(x[2]))),
    ("div_truncated", |m, x| _ = m.post(div_truncated(x[0], x[1]).equals(x[2]))),
    ("div_floored", |m, x| _ = m.post(div_floored(x[0], x[1]).equals(x[2]))),
    ("mod_truncated", |m, x| _ = m.post(mod_truncated(x[0], x[1]).equals(x[2]))),
    ("mod_floored", |m, x| _ = m.post(mod_floored(x[0], 7).equals(3))),
    ("pow", |m, x| _ = m.post(pow(x[0], x[1]).equals(x[2]))),
    ("maximum", |m, x| _ = m.post(maximum(&x[..3]).equals(x[3]))),
    ("minimum", |m, x| _ = m.post(minimum(&x[..3]).equals(x[3]))),
    ("cardinality", |m, x| _ = m.post(global_cardinality(x).value(5, 1).value(BILLION, 2))),
    ("closed cardinality", |m, x| _ = m.post(global_cardinality(x).value(5, 1..=3).value(BILLION, 1..=3).closed())),
    ("regular", |m, x| _ = m.post(regular(x, &Automaton::new(0, [0], [(0, 5, 1), (1, BILLION, 0)])))),
    ("increasing", |m, x| _ = m.post(increasing(x))),
    ("strictly_increasing", |m, x| _ = m.post(strictly_increasing(x))),
    ("lex_less", |m, x| _ = m.post(lex_less(&x[..2], &x[2..]))),
    ("lists_differ", |m, x| _ = m.post(lists_differ(&x[..2], &x[2..]))),
    ("consecutive", |m, x| _ = m.post(consecutive(x))),
    ("clause", |m, x| _ = m.post(clause([Atom::eq(x[0], 5), Atom::at_least(x[0], BILLION - 1)]))),
    ("connected", |m, x| _ = m.post(connected(x, [(0, 1), (1, 2), (2, 3)]).of(5..=700_000_000))),
    ("any_of", |m, x| _ = m.post(any_of([x[0].equals(x[1] + 70_000), x[0].less_than(3)]))),
    ("iff", |m, x| {
        let b = m.var(0..=1);
        m.post(b.iff(all_different(x)));
    }),
    ("iff of a sum", |m, x| {
        let b = m.var(0..=1);
        m.post(b.iff((x[0] + x[1]).equals(x[2])));
    }),
    ("implies", |m, x| {
        let b = m.var(1..=1);
        m.post(b.implies(product(&x[..2]).equals(x[2])));
    }),
];

#[test]
fn every_constraint_bears_wide_variables() {
    for (name, post) in WIDE {
        let mut m = Model::new();
        let x = m.vars(4, 0..=BILLION);
        post(&mut m, &x);
        let cost = allocation_counter::measure(|| {
            for order in [ValueOrder::Minimum, ValueOrder::Maximum, ValueOrder::Random(3)] {
                for plan in [Plan::Fast, Plan::Explain] {
                    let mut solver = m.compile_for(plan, Limits::none()).unwrap().solver();
                    solver.limit_to(Limit::time(Duration::from_secs(60)));
                    let mut solver = solver.branch(dom_wdeg().values(order));
                    // Every solution is checked by what the constraint means.
                    let found: BTreeSet<_> = solver.solutions().take(20).map(|s| s.unwrap()).collect();
                    assert!(!found.is_empty(), "{name} has no solution under {plan:?} with {order:?}");
                }
            }
        });
        assert!(cost.bytes_max < 64 << 20, "{name} took {} bytes", cost.bytes_max);
    }
}

#[test]
fn solutions_of_small_parts_of_wide_ranges_are_complete() {
    // What a sum leaves of wide variables is small enough to be counted.
    let mut m = Model::new();
    let x = m.vars(3, 0..=BILLION);
    m.post(sum(&x).equals(3 * BILLION - 4));
    m.post(all_different(&x));
    let expected: BTreeSet<Vec<i64>> = (0..125)
        .map(|i| [i % 5, i / 5 % 5, i / 25].map(|gap| BILLION - gap).to_vec())
        .filter(|s| s.iter().sum::<i64>() == 3 * BILLION - 4 && s[0] != s[1] && s[1] != s[2] && s[0] != s[2])
        .collect();
    assert_eq!(all(&m), expected);
    let candidates = solver(&m).candidates().unwrap();
    let of_first: BTreeSet<i64> = expected.iter().map(|s| s[0]).collect();
    assert!(candidates.is_complete() && of_first.iter().eq(candidates.of(x[0])));

    let mut m = Model::new();
    let (x, y) = (m.var(1..=BILLION), m.var(1..=BILLION));
    m.post(product([x, y]).equals(999_983 * 6));
    assert_eq!(all(&m).len(), 8);

    let mut m = Model::new();
    let (x, b) = (m.var(0..=BILLION), m.var(0..=1));
    m.post(b.iff(mod_floored(x, 250_000_000).equals(0)));
    m.post(b.equals(1));
    let found = all(&m);
    assert_eq!(found, (0..=4).map(|k| vec![250_000_000 * k, 1]).collect());
}

#[test]
fn a_clash_of_wide_variables_is_irreducible() {
    let mut m = Model::new();
    let x = m.vars(4, 0..=BILLION);
    m.post(x[0].less_than(x[1])).label("first", 1);
    m.post((x[1] + x[2]).at_most(10)).label("second", 2);
    m.post(x[3].at_least(7)).label("third", 3);
    m.post(x[0].at_least(10)).label("fourth", 4);
    let compiled = m.compile(Limits::none()).unwrap();
    let ClashAnswer::Clash(clash) = compiled.solver().clash().unwrap() else { panic!("there is no solution") };
    assert_eq!(clash.constraints, [0, 1, 3].map(ConstraintId::new));
}

#[test]
fn wide_objectives_are_optimised() {
    let mut m = Model::new();
    let x = m.vars(5, 0..=BILLION);
    m.post((x[0] + x[1]).equals(1_234_567_890));
    m.post(x[2].less_than(x[0]));
    m.post(all_different(&x));
    let objective = || 3 * x[2] - x[3] + x[4];
    let best = |optimum| match optimum {
        Optimum::Best(_, cost) => cost,
        other => panic!("{other:?}"),
    };
    // The first is largest, the third and the fifth follow; or the third is smallest, the fifth follows, the fourth is largest.
    let (largest, smallest) = (3 * (BILLION - 1) + (BILLION - 2), 1 - BILLION);
    for restarts in [Restarts::Never, luby(10)] {
        let mut solver = solver(&m).restart(restarts);
        assert_eq!(best(solver.maximise(objective()).unwrap()), largest);
        assert_eq!(best(solver.minimise(objective()).unwrap()), smallest);
        assert!(solver.stats().nodes < 100_000);
    }
}

#[test]
fn objectives_with_gaps_are_optimised() {
    let mut dice = Dice::new(5);
    for _ in 0..100 {
        let mut m = Model::new();
        let far = |dice: &mut Dice| -> Domain {
            (0..4).map(|_| dice.between(-3, 3) * 100_000_000 + dice.between(0, 3)).collect::<Vec<_>>().into()
        };
        let domains: Vec<Domain> = (0..3).map(|_| far(&mut dice)).collect();
        let x: Vec<VarId> = domains.iter().map(|domain| m.var(domain.clone())).collect();
        m.post(sum(&x).at_most(dice.between(-200, 200) * 1_000_000));
        let objective: Expr = x.iter().map(|&x| dice.between(-3, 3) * x).sum();
        let truth: Vec<i64> = solutions(&m.compile(Limits::none()).unwrap())
            .iter()
            .map(|s| objective.value(&|x| s[x.index()]).unwrap())
            .collect();
        let cost = |optimum| match optimum {
            Optimum::Best(_, cost) => Some(cost),
            Optimum::None => None,
            Optimum::Stopped(limit, _) => panic!("{limit}"),
        };
        let mut solver = solver(&m);
        assert_eq!(cost(solver.minimise(objective.clone()).unwrap()), truth.iter().min().copied());
        assert_eq!(cost(solver.maximise(objective).unwrap()), truth.iter().max().copied());
    }
}

/// The whole of the search over small domains that are represented as intervals, some with too many values to be looked at.
#[test]
fn searches_over_intervals_find_what_brute_force_finds() {
    let orders = value_orders(7);
    for seed in 50_000..51_500 {
        let mut dice = Dice::new(seed);
        let mut m = random_model(seed);
        let truth = solutions(&m.compile(Limits::none()).unwrap());
        m.represent(Spans { words: dice.below(3) as u64, enumerable: 1 + dice.below(3) as u64 });
        for plan in [Plan::Fast, Plan::Explain] {
            let compiled = m.compile_for(plan, Limits::none()).unwrap();
            let branch = dice.pick(&[dom_wdeg(), first_fail(), input_order(), fullest(), random_order(seed)]).clone();
            let mut solver = compiled.solver().branch(branch.values(*dice.pick(&orders)));
            let found: Vec<Vec<i64>> = solver.solutions().map(|s| s.unwrap().values().to_vec()).collect();
            assert_eq!(found.len(), truth.len(), "seed {seed}");
            assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), truth, "seed {seed}");
            let mut known = vec![BTreeSet::new(); m.variables()];
            truth.iter().for_each(|s| known.iter_mut().zip(s).for_each(|(known, &v)| _ = known.insert(v)));
            assert!(solver.candidates().unwrap().values.iter().zip(&known).all(|(a, b)| a.iter().eq(b)), "seed {seed}");
            let mut solver = solver.restart(luby(1));
            let verdict = solver.unique().unwrap();
            let right = matches!(
                (verdict, truth.len()),
                (Verdict::None, 0) | (Verdict::Unique(_), 1) | (Verdict::Many(..), 2..)
            );
            assert!(right, "seed {seed}");
            if truth.is_empty() {
                assert!(matches!(solver.clash().unwrap(), ClashAnswer::Clash(_)), "seed {seed}");
            }
        }
    }
}
