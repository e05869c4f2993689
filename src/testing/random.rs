//! Random tiny models of all constraints together, against brute force.

use super::brute;
use super::dice::Dice;
use crate::constraint::{
    Automaton, Constraint, Expr, Extremum, Increasing, Lex, Operation, Term, absolute_difference, all_different,
    any_of, clause, connected, count, distinct_sum, div_floored, div_truncated, element, exact_ratio,
    global_cardinality, increasing, lex_at_most, lex_less, maximum, minimum, mod_floored, mod_truncated, pow, product,
    regular, relation, strictly_increasing, table,
};
use crate::domain::Domain;
use crate::engine::Engine;
use crate::ids::{Atom, VarId};
use crate::limit::{Budget, Limits};
use crate::model::{Compiled, Model, Plan};
use crate::propagate::{End, Strength};
use crate::store::Spans;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Makes a random constraint over some of these variables. There is always at least one variable.
type Maker = fn(&mut Dice, &[VarId]) -> Arc<dyn Constraint>;

/// One maker for every kind of constraint; a new constraint adds its own.
const MAKERS: &[Maker] = &[
    |dice, x| Arc::new(all_different(scope(dice, x, 4))),
    |dice, x| Arc::new(all_different(scope(dice, x, 4)).domain_consistent()),
    |dice, x| {
        let scope = scope(dice, x, 4);
        let offsets: Vec<i64> = scope.iter().map(|_| dice.between(-3, 3)).collect();
        Arc::new(all_different(scope).with_offsets(&offsets))
    },
    |dice, x| Arc::new(count(scope(dice, x, 4), dice.between(-1, 2)).equals(term(dice, x))),
    |dice, x| {
        let array: Vec<Term> = (0..dice.below(4)).map(|_| term(dice, x)).collect();
        Arc::new(element(array, term(dice, x)).equals(term(dice, x)))
    },
    |dice, x| {
        let (factor, target) = (dice.between(-2, 2), dice.between(-2, 4));
        Arc::new(relation(scope(dice, x, 3), move |v| v.iter().map(|v| v * factor % 5).sum::<i64>() >= target))
    },
    |dice, x| {
        let scope = scope(dice, x, 3);
        let tuples: Vec<Vec<i64>> =
            (0..dice.below(12)).map(|_| scope.iter().map(|_| dice.between(-2, 3)).collect()).collect();
        Arc::new(table(scope, tuples))
    },
    |dice, x| Arc::new(distinct_sum(scope(dice, x, 5), dice.between(-4, 12))),
    |dice, x| linear(dice, x),
    |dice, x| {
        let factors = scope(dice, x, 4);
        Arc::new(product(factors).equals(total(dice, x)))
    },
    |dice, x| {
        let operations: [fn(Term, Term) -> Operation; 7] =
            [absolute_difference, exact_ratio, div_truncated, div_floored, mod_truncated, mod_floored, pow];
        let operation = dice.pick(&operations);
        Arc::new(operation(term(dice, x), term(dice, x)).equals(term(dice, x)))
    },
    |dice, x| {
        let extremum: fn(Vec<VarId>) -> Extremum = if dice.once_in(2) { minimum } else { maximum };
        Arc::new(extremum(scope(dice, x, 4)).equals(term(dice, x)))
    },
    |dice, x| {
        let mut counted = global_cardinality(scope(dice, x, 4));
        for _ in 0..dice.below(3) {
            let (value, low) = (dice.between(-2, 3), dice.between(-1, 2));
            counted = match dice.below(3) {
                0 => counted.value(value, *dice.pick(x)),
                1 => counted.value(value, low),
                _ => counted.value(value, low..=low + dice.between(0, 3)),
            };
        }
        Arc::new(if dice.once_in(4) { counted.closed() } else { counted })
    },
    |dice, x| {
        let arcs: Vec<_> = (0..dice.below(12)).map(|_| (dice.below(3), dice.between(-2, 3), dice.below(3))).collect();
        let automaton = Automaton::new(0, [dice.below(3), dice.below(3)], arcs);
        Arc::new(regular(scope(dice, x, 4), &automaton))
    },
    |dice, x| {
        let ordered: fn(Vec<VarId>) -> Increasing = if dice.once_in(2) { increasing } else { strictly_increasing };
        Arc::new(ordered(scope(dice, x, 4)))
    },
    |dice, x| {
        let ordered: fn(Vec<VarId>, Vec<VarId>) -> Lex = if dice.once_in(2) { lex_less } else { lex_at_most };
        Arc::new(ordered(scope(dice, x, 3), scope(dice, x, 3)))
    },
    |dice, x| {
        let claims: [fn(VarId, i64) -> Atom; 4] = [Atom::eq, Atom::ne, Atom::at_least, Atom::at_most];
        let scope = scope(dice, x, 4);
        Arc::new(clause(scope.into_iter().map(|x| dice.pick(&claims)(x, dice.between(-2, 3))).collect::<Vec<_>>()))
    },
    |dice, x| {
        let nodes = scope(dice, x, 5);
        let edges: Vec<_> = (0..if nodes.is_empty() { 0 } else { dice.below(7) })
            .map(|_| (dice.below(nodes.len()), dice.below(nodes.len())))
            .collect();
        let active: Vec<i64> = (0..dice.below(4)).map(|_| dice.between(-2, 3)).collect();
        Arc::new(connected(nodes, edges).of(active))
    },
    |dice, x| {
        let (truth, linear) = (*dice.pick(x), linear(dice, x));
        Arc::new(if dice.once_in(2) { truth.iff(linear) } else { truth.implies(linear) })
    },
];

/// A constraint of any kind; now and then a choice between several, or one whose truth a variable knows.
fn constraint(dice: &mut Dice, vars: &[VarId]) -> Arc<dyn Constraint> {
    if dice.once_in(MAKERS.len() + 1) {
        let (truth, inner) = (*dice.pick(vars), constraint(dice, vars));
        return Arc::new(if dice.once_in(2) { truth.iff(inner) } else { truth.implies(inner) });
    }
    if dice.once_in(MAKERS.len() + 1) {
        let alternatives: Vec<_> = (0..dice.below(4)).map(|_| constraint(dice, vars)).collect();
        return Arc::new(any_of(alternatives));
    }
    let maker = *dice.pick(MAKERS);
    maker(dice, vars)
}

/// Up to `most` variables; sometimes one twice, sometimes none.
fn scope(dice: &mut Dice, vars: &[VarId], most: usize) -> Vec<VarId> {
    let mut left = vars.to_vec();
    let size = dice.below(most + 1);
    let mut scope = Vec::new();
    while scope.len() < size && !left.is_empty() {
        let i = dice.below(left.len());
        scope.push(if dice.once_in(8) { left[i] } else { left.swap_remove(i) });
    }
    scope
}

/// A variable or a small constant.
fn term(dice: &mut Dice, vars: &[VarId]) -> Term {
    if dice.once_in(3) { Term::Constant(dice.between(-2, 3)) } else { (*dice.pick(vars)).into() }
}

/// A comparison of a sum of up to four variables, half of them without coefficients.
fn linear(dice: &mut Dice, vars: &[VarId]) -> Arc<dyn Constraint> {
    let plain = dice.once_in(2);
    let coefficient = |dice: &mut Dice| if plain { 1 } else { dice.between(-3, 3) };
    let left: Expr = scope(dice, vars, 4).into_iter().map(|x| coefficient(dice) * x).sum();
    let right = total(dice, vars);
    Arc::new(match dice.below(6) {
        0..3 => left.equals(right),
        3 => left.differs_from(right),
        4 => left.at_most(right),
        _ => left.greater_than(right),
    })
}

/// A variable, or a number that a few variables can make together.
fn total(dice: &mut Dice, vars: &[VarId]) -> Term {
    if dice.once_in(3) { (*dice.pick(vars)).into() } else { dice.between(-4, 12).into() }
}

/// A few values: a range, a set with gaps, one value, or values that no word holds together; rarely none.
fn domain(dice: &mut Dice) -> Domain {
    match dice.below(20) {
        0 => dice.between(-3, 3).into(),
        1 if dice.once_in(4) => Domain::empty(),
        2 => [-70, 0, 63, 200][dice.below(3)..].into(),
        3 => vec![dice.between(-2, 2), dice.between(60, 70)].into(),
        4..8 => (0..3).map(|_| dice.between(-3, 5)).collect::<Vec<i64>>().into(),
        _ => {
            let low = dice.between(-2, 2);
            (low..=low + dice.between(1, 3)).into()
        }
    }
}

/// The model of a seed: up to five variables with few values each, and up to five constraints of any kind.
pub fn random_model(seed: u64) -> Model {
    let mut dice = Dice::new(seed);
    let mut model = Model::new();
    let vars: Vec<VarId> = (0..1 + dice.below(5)).map(|_| model.var(domain(&mut dice))).collect();
    for _ in 0..dice.below(6) {
        model.post_shared(constraint(&mut dice, &vars));
    }
    model
}

/// Which representation the domains of a random model get: the usual one for half of them.
fn spans(seed: u64) -> Spans {
    let mut dice = Dice::new(!seed);
    match dice.below(4) {
        0 => Spans { words: dice.below(4) as u64, enumerable: 65_536 },
        1 => Spans { words: dice.below(4) as u64, enumerable: 1 + dice.below(4) as u64 },
        _ => Spans::USUAL,
    }
}

/// Compares `count` random models with brute force, as sets of solutions and under both plans; some of them with every
/// claim checked, and some with intervals instead of words.
///
/// # Panics
/// If one differs, naming its seed and showing the model.
pub fn check_random_models(first_seed: u64, count: u64) {
    for seed in first_seed..first_seed + count {
        let mut model = random_model(seed);
        model.represent(spans(seed));
        let compiled = |plan| match model.compile_for(plan, Limits::none()) {
            Ok(compiled) => compiled,
            Err(error) => panic!("the random model {seed} is not compiled: {error}; {model:?}"),
        };
        let fast = compiled(Plan::Fast);
        let truth = brute::solutions(&fast);
        let show = |plan: Plan| format!("the random model {seed} under {plan:?} with {:?}: {model:?}", spans(seed));
        assert_eq!(truth, engine_solutions(&fast, fast.engine()), "{}", show(Plan::Fast));
        let explain = compiled(Plan::Explain);
        let mut engine = explain.engine();
        // Weak propagation finds the same solutions, later.
        if seed % 4 == 1 {
            engine.set_strength(Strength::Unit);
        }
        // Tables of the fast plan have absorbed other constraints, so that their reasons cannot be checked alone.
        if seed % 8 == 0 {
            engine.check_claims(explain.oracle());
        }
        assert_eq!(truth, engine_solutions(&explain, engine), "{}", show(Plan::Explain));
    }
}

/// All solutions that an engine of a model leaves, by depth-first search on the smallest value of the first open variable.
///
/// # Panics
/// If it comes to a solution twice, or a claim of a propagator is wrong where those are checked.
pub fn engine_solutions(compiled: &Compiled, mut engine: Engine) -> BTreeSet<Vec<i64>> {
    let mut found = BTreeSet::new();
    let mut right: Vec<Option<Atom>> = Vec::new();
    let mut budget = Budget::unlimited();
    loop {
        let vars = || (0..compiled.variables()).map(VarId::new);
        let decision = match engine.fixpoint(&mut budget) {
            End::Fixpoint => {
                let open = vars().find(|&x| engine.size(x) > 1);
                if open.is_none() {
                    let new = found.insert(vars().map(|x| engine.min(x)).collect());
                    assert!(new, "a solution twice");
                }
                open.map(|x| Atom::eq(x, engine.min(x)))
            }
            End::Contradiction => None,
            End::Stopped(limit) => panic!("{limit} without any limit"),
        };
        match decision {
            Some(atom) => {
                engine.push();
                assert!(engine.decide(atom).is_ok(), "{atom:?} was possible");
                right.push(atom.negated());
            }
            None => loop {
                let Some(next) = right.pop() else { return found };
                engine.pop();
                if let Some(atom) = next {
                    engine.push();
                    right.push(None);
                    if engine.decide(atom).is_ok() {
                        break;
                    }
                }
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_models_have_the_solutions_of_brute_force() {
        let asked = std::env::var("GRIDWRIGHT_MODELS").ok().and_then(|n| n.parse().ok());
        check_random_models(1, asked.unwrap_or(20_000));
    }
}
