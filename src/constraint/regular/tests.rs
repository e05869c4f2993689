//! Regular against brute force, and its reasons.

use super::*;
use crate::domain::Domain;
use crate::ids::Atom;
use crate::limit::{Budget, Limits};
use crate::model::Model;
use crate::propagate::End;
use crate::store::Why;
use crate::testing::{Consistency, Dice, check};

/// Blocks of black cells (1) of these lengths, at least one white cell (0) between them.
fn nonogram(blocks: &[usize]) -> Automaton {
    let mut arcs = vec![(0, 0, 0)];
    let mut state = 0;
    for (i, &length) in blocks.iter().enumerate() {
        for _ in 0..length {
            arcs.push((state, 1, state + 1));
            state += 1;
        }
        if i + 1 < blocks.len() {
            arcs.push((state, 0, state + 1));
            state += 1;
        }
        arcs.push((state, 0, state));
    }
    Automaton::new(0, [state], arcs)
}

#[test]
fn blocks_of_black_cells() {
    for blocks in [&[][..], &[1], &[2, 1], &[1, 1, 1], &[3, 2]] {
        check(vec![0..=1; 6], |x| regular(x, &nonogram(blocks))).promises(Consistency::Domain).run();
    }
}

#[test]
fn several_transitions_by_one_value() {
    // The last value but one is 2.
    let automaton = Automaton::new(7, [9], [(7, 1, 7), (7, 2, 7), (7, 2, 8), (8, 1, 9), (8, 2, 9)]);
    check(vec![0..=2; 4], |x| regular(x, &automaton)).promises(Consistency::Domain).run();
}

#[test]
fn nothing_is_accepted_and_nothing_is_read() {
    let none = Automaton::new(0, [3], [(0, 1, 0)]);
    check(vec![0..=2; 2], |x| regular(x, &none)).promises(Consistency::Domain).run();
    check([0..=2], |_| regular([], &none)).run();
    check([0..=2], |_| regular([], &Automaton::new(usize::MAX, [usize::MAX], []))).run();
    let far: Domain = [-70, 0, 200].into();
    let automaton = Automaton::new(0, [1], [(0, -70, 1), (0, 200, 1), (1, 0, 0), (1, 5, 0)]);
    check(vec![far; 3], |x| regular(x, &automaton)).promises(Consistency::Domain).run();
}

#[test]
fn variables_twice() {
    let automaton = nonogram(&[1, 1]);
    check(vec![0..=1; 3], |x| regular([x[0], x[1], x[0], x[2]], &automaton)).run();
    check(vec![0..=1; 2], |x| regular([x[0], x[1], x[0], x[1]], &automaton)).run();
    // Words in which the first half says nothing of the second, so that both places of a variable keep a value.
    let halves = Automaton::new(0, [6], [(0, 0, 1), (1, 0, 2), (2, 0, 3), (3, 1, 6), (2, 1, 4), (4, 0, 6)]);
    check(vec![0..=1; 2], |x| regular([x[0], x[1], x[0], x[1]], &halves)).run();
}

#[test]
fn random_automata() {
    let mut dice = Dice::new(8);
    for round in 0..60 {
        let far: &[i64] = if round % 4 == 0 { &[-70, 0, 1, 200] } else { &[0, 1, 2, 3] };
        let states = 1 + dice.below(4);
        let arcs: Vec<_> =
            (0..dice.below(10)).map(|_| (dice.below(states), *dice.pick(far), dice.below(states))).collect();
        let accepting: Vec<usize> = (0..states).filter(|_| dice.once_in(2)).collect();
        let automaton = Automaton::new(dice.below(states), accepting, arcs);
        let domains: Vec<Domain> =
            (0..4).map(|_| (0..1 + dice.below(3)).map(|_| *dice.pick(far)).collect::<Vec<_>>().into()).collect();
        check(domains, |x| regular(x, &automaton)).promises(Consistency::Domain).run();
    }
}

#[test]
fn more_states_than_a_word_has_bits() {
    // Words of length 70 with 70 twos and threes whose sum is 141: one three.
    let arcs = (0..141).flat_map(|sum| [(sum, 2, sum + 2), (sum, 3, sum + 3)]);
    let automaton = Automaton::new(0, [141], arcs);
    let mut m = Model::new();
    let x = m.vars(70, 2..=3);
    m.post(regular(&x, &automaton));
    assert_eq!(m.compile(Limits::none()).unwrap().solver().count(1000).unwrap().n, 70);
}

#[test]
fn only_values_that_would_go_on_are_reasons() {
    let mut m = Model::new();
    let x = m.vars(4, 0..=1);
    m.post(regular(&x, &nonogram(&[2])));
    let mut engine = m.compile(Limits::none()).unwrap().engine();
    engine.assume(Atom::eq(x[1], 0)).unwrap();
    assert_eq!(engine.fixpoint(&mut Budget::unlimited()), End::Fixpoint);
    let values: Vec<_> = x.iter().map(|&x| engine.value(x)).collect();
    assert_eq!(values, [Some(0), Some(0), Some(1), Some(1)]);
    let p = engine.watchers(x[0]).next().unwrap();
    let mut reasons = Vec::new();
    engine.propagator(p).explain(Some(Atom::ne(x[0], 1)), Why::rule(0), engine.past(1), &mut reasons);
    assert_eq!(reasons, [Atom::ne(x[1], 1)]);
}
