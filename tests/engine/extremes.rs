//! Values at the ends of `i64` and far apart, in every kind of constraint: an error of the model or the truth, never a panic.

use gridwright::testing::{Dice, Spans, solutions};
use gridwright::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Numbers around which something may wrap.
const CORNERS: [i64; 14] = [
    i64::MIN,
    i64::MIN + 1,
    -(1 << 62),
    i64::MIN / 3,
    -65_536,
    -64,
    -1,
    0,
    1,
    63,
    65_535,
    1 << 31,
    i64::MAX / 2,
    i64::MAX,
];

fn number(dice: &mut Dice) -> i64 {
    dice.pick(&CORNERS).saturating_add(dice.between(-2, 2))
}

/// A few values: one word or more, or an interval with holes.
fn domain(dice: &mut Dice, low: i64) -> Domain {
    let reach: &[i64] = match dice.below(6) {
        0 | 1 => &[0, 1, 63, 64, 130, 65_535],
        2 => &[0, 1, 65_536, 1 << 31, 1 << 61, (1 << 62) + 1],
        _ => &[0, 1, 2, 3],
    };
    let picked = (0..1 + dice.below(4)).filter_map(|_| low.checked_add(*dice.pick(reach)));
    picked.chain([low]).collect::<Vec<_>>().into()
}

fn term(dice: &mut Dice, vars: &[VarId]) -> Term {
    if dice.once_in(3) { number(dice).into() } else { (*dice.pick(vars)).into() }
}

fn scope(dice: &mut Dice, vars: &[VarId]) -> Vec<VarId> {
    (0..1 + dice.below(3)).map(|_| *dice.pick(vars)).collect()
}

fn constraint(dice: &mut Dice, vars: &[VarId]) -> Arc<dyn Constraint> {
    let operations: [fn(Term, Term) -> Operation; 7] =
        [absolute_difference, exact_ratio, div_truncated, div_floored, mod_truncated, mod_floored, pow];
    match dice.below(21) {
        0 => Arc::new(all_different(scope(dice, vars))),
        1 => {
            let scope = scope(dice, vars);
            let offsets: Vec<i64> = scope.iter().map(|_| number(dice)).collect();
            Arc::new(all_different(scope).with_offsets(&offsets))
        }
        2 => Arc::new(all_different(scope(dice, vars)).domain_consistent()),
        3 => Arc::new(count(scope(dice, vars), number(dice)).equals(term(dice, vars))),
        4 => {
            let array: Vec<Term> = (0..dice.below(4)).map(|_| term(dice, vars)).collect();
            Arc::new(element(array, term(dice, vars)).equals(term(dice, vars)))
        }
        5 => Arc::new(product(scope(dice, vars)).equals(term(dice, vars))),
        6 => Arc::new(dice.pick(&operations)(term(dice, vars), term(dice, vars)).equals(term(dice, vars))),
        7 => {
            let end: fn(Vec<VarId>) -> Extremum = if dice.once_in(2) { minimum } else { maximum };
            Arc::new(end(scope(dice, vars)).equals(term(dice, vars)))
        }
        8 => {
            let scope = scope(dice, vars);
            let tuples: Vec<Vec<i64>> =
                (0..dice.below(6)).map(|_| scope.iter().map(|_| number(dice)).collect()).collect();
            Arc::new(table(scope, tuples))
        }
        10 => {
            let values = [number(dice), number(dice)];
            let gcc = global_cardinality(scope(dice, vars)).value(values[0], number(dice)..=number(dice));
            let gcc = if dice.once_in(2) { gcc.value(values[1], *dice.pick(vars)) } else { gcc.value(values[1], 1) };
            Arc::new(if dice.once_in(4) { gcc.closed() } else { gcc })
        }
        11 => Arc::new(consecutive(scope(dice, vars))),
        12 => Arc::new(distinct_sum(scope(dice, vars), number(dice))),
        13 => Arc::new(if dice.once_in(2) {
            increasing(scope(dice, vars))
        } else {
            strictly_increasing(scope(dice, vars))
        }),
        14 => {
            let (left, right) = (scope(dice, vars), scope(dice, vars));
            Arc::new(if dice.once_in(2) { lex_less(left, right) } else { lex_at_most(left, right) })
        }
        15 => Arc::new(lists_differ(scope(dice, vars), scope(dice, vars))),
        16 => {
            let claims: Vec<Atom> = (0..1 + dice.below(3))
                .map(|_| {
                    let (x, value) = (*dice.pick(vars), number(dice));
                    *dice.pick(&[
                        Atom::eq(x, value),
                        Atom::ne(x, value),
                        Atom::at_least(x, value),
                        Atom::at_most(x, value),
                    ])
                })
                .collect();
            Arc::new(clause(claims))
        }
        17 => {
            let arcs: Vec<_> = (0..6).map(|_| (dice.below(3), number(dice), dice.below(3))).collect();
            Arc::new(regular(scope(dice, vars), &Automaton::new(0, [1, 2], arcs)))
        }
        18 => {
            let scope = scope(dice, vars);
            let edges: Vec<_> = (0..3).map(|_| (dice.below(scope.len()), dice.below(scope.len()))).collect();
            Arc::new(connected(scope, edges).of(number(dice)..=number(dice)))
        }
        19 => {
            // Sums of all are taken wider than the values are.
            let (modulus, rest) = (i128::from(number(dice)).max(1), i128::from(dice.between(0, 2)));
            Arc::new(relation(scope(dice, vars), move |v| {
                v.iter().map(|&v| i128::from(v)).sum::<i128>().rem_euclid(modulus) == rest
            }))
        }
        20 => {
            let (truth, inner): (_, Arc<dyn Constraint>) = (*dice.pick(vars), constraint(dice, vars));
            Arc::new(if dice.once_in(2) { truth.iff(inner) } else { truth.implies(inner) })
        }
        9 => {
            let (a, b): (Arc<dyn Constraint>, _) = (constraint(dice, vars), constraint(dice, vars));
            Arc::new(any_of([a, b]))
        }
        _ => {
            let one = |dice: &mut Dice| if dice.once_in(3) { number(dice) } else { dice.between(-2, 2) };
            let left: Expr = scope(dice, vars).into_iter().map(|x| one(dice) * x).sum();
            let right = term(dice, vars);
            Arc::new(match dice.below(6) {
                0..2 => left.equals(right),
                2 => left.differs_from(right),
                3 => left.at_most(right),
                4 => left.less_than(right),
                _ => left.greater_than(right),
            })
        }
    }
}

fn model(seed: u64) -> Model {
    let mut dice = Dice::new(seed);
    let mut m = Model::new();
    let low = number(&mut dice);
    let vars: Vec<VarId> = (0..1 + dice.below(3))
        .map(|_| {
            let low = if dice.once_in(3) { number(&mut dice) } else { low };
            m.var(domain(&mut dice, low))
        })
        .collect();
    for _ in 0..1 + dice.below(3) {
        m.post_shared(constraint(&mut dice, &vars));
    }
    m
}

#[test]
fn corners_are_refused_or_right() {
    let asked = std::env::var("GRIDWRIGHT_MODELS").ok().and_then(|n| n.parse().ok());
    let mut compiled_models = 0;
    for seed in 1..=asked.unwrap_or(6_000) {
        let mut m = model(seed);
        if seed % 3 == 0 {
            m.represent(Spans { words: 3, enumerable: 2 });
        }
        for plan in [Plan::Fast, Plan::Explain] {
            let compiled = match m.compile_for(plan, Limits::none()) {
                Ok(compiled) => compiled,
                Err(Error::Constraint { .. }) => continue,
                Err(Error::Span { min, max, .. }) => {
                    assert!(min < -Spans::LARGEST_VALUE || max > Spans::LARGEST_VALUE, "seed {seed}: {m:?}");
                    continue;
                }
                Err(error) => panic!("seed {seed}: {error}: {m:?}"),
            };
            compiled_models += 1;
            let found: BTreeSet<Vec<i64>> =
                compiled.solver().solutions().map(|s| s.unwrap().values().to_vec()).collect();
            assert_eq!(found, solutions(&compiled), "seed {seed} under {plan:?}: {m:?}");
            let mut engine = compiled.engine();
            if plan == Plan::Explain {
                engine.check_claims(compiled.oracle());
            }
            engine.fixpoint(&mut Budget::unlimited());
        }
    }
    assert!(compiled_models > 3_000, "{compiled_models} models compiled");
}
