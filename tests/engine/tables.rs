//! Tables that constraints share, or that leave out what others forbid, hold what they should.

use gridwright::testing::{Dice, engine_solutions, solutions};
use gridwright::*;

#[test]
fn a_variable_named_twice_shares_no_table_with_two_variables() {
    let operations: [fn(VarId, VarId) -> Operation; 6] =
        [absolute_difference, exact_ratio, div_floored, mod_floored, mod_truncated, pow];
    for operation in operations {
        // All are kept, so that their tables are.
        let mut kept = Vec::new();
        for [a, b, c] in [[0, 1, 2], [0, 0, 1], [0, 1, 0], [0, 1, 1], [1, 0, 0], [0, 0, 0]] {
            let mut m = Model::new();
            let x = m.vars(3, 1..=4);
            m.post(operation(x[a], x[b]).equals(x[c]));
            let compiled = m.compile(Limits::none()).unwrap();
            assert_eq!(engine_solutions(&compiled, compiled.engine()), solutions(&compiled), "{a}, {b} and {c}");
            kept.push(compiled);
        }
    }
}

#[test]
fn tables_leave_out_equal_values_only_of_variables_that_differ() {
    for others in [2, 70] {
        let mut m = Model::new();
        let x = m.vars(6, 1..=3);
        let apart = m.vars(2 * others, 1..=2);
        m.post(all_different([x[0], x[1]]));
        apart.chunks(2).for_each(|pair| _ = m.post(all_different(pair)));
        m.post(all_different([x[2], x[3]]));
        m.post(sum([x[0], x[1], x[2]]).equals(6));
        m.post(product([x[1], x[3], x[4]]).equals(6));
        m.post(sum([x[2], x[4], x[5]]).equals(5));
        let compiled = m.compile(Limits::none()).unwrap();
        let mut values = vec![[0_i64; 6]];
        for i in 0..6 {
            values = values
                .into_iter()
                .flat_map(|v| {
                    (1..=3).map(move |w| {
                        let mut v = v;
                        v[i] = w;
                        v
                    })
                })
                .collect();
        }
        values.retain(|v| {
            v[0] != v[1]
                && v[2] != v[3]
                && v[0] + v[1] + v[2] == 6
                && v[1] * v[3] * v[4] == 6
                && v[2] + v[4] + v[5] == 5
        });
        let count = compiled.solver().project(x).count(1_000).unwrap();
        assert_eq!((count.n, count.complete), (values.len() as u64, true));
        assert!(values.len() > 3);
    }
}

#[test]
fn values_that_a_cage_needs_go_from_its_line() {
    let mut m = Model::new();
    let cell = m.grid(1, 6, 1..=9);
    m.post(all_different(cell.row(0)));
    m.post(distinct_sum(&cell.vars()[..3], 6));
    let mut engine = m.compile(Limits::none()).unwrap().engine();
    assert_eq!(engine.fixpoint(&mut Budget::unlimited()), End::Fixpoint);
    for (i, &x) in cell.vars().iter().enumerate() {
        assert!(engine.values(x).eq(if i < 3 { 1..=3 } else { 4..=9 }), "cell {i}");
    }
}

#[test]
fn a_relation_without_a_table_knows_its_last_value_however_weakly_it_thinks() {
    let mut m = Model::new();
    let x = m.vars(3, 0..=999);
    m.post(relation(&x, |v| v[0] + v[1] == v[2]));
    let compiled = m.compile(Limits::none()).unwrap();
    for strength in [Strength::Unit, Strength::Full] {
        let mut engine = compiled.engine();
        engine.set_strength(strength);
        let ends = |engine: &mut Engine, values: &[i64]| {
            x.iter().zip(values).for_each(|(&x, &v)| engine.assume(Atom::eq(x, v)).unwrap());
            engine.fixpoint(&mut Budget::unlimited())
        };
        engine.push();
        assert_eq!((ends(&mut engine, &[4, 3]), engine.value(x[2])), (End::Fixpoint, Some(7)));
        engine.pop();
        engine.push();
        assert_eq!(ends(&mut engine, &[4, 3, 8]), End::Contradiction);
        engine.pop();
        assert_eq!(ends(&mut engine, &[4, 3, 7]), End::Fixpoint);
    }
}

#[test]
fn the_first_fixpoint_is_the_same_whether_what_tables_leave_is_known_or_found() {
    let mut dice = Dice::new(31);
    let (mut narrowed, mut contradictions) = (0, 0);
    for round in 0..800 {
        let mut m = Model::new();
        let x: Vec<VarId> = (0..5).map(|_| m.var(1..=2 + dice.below(4) as i64)).collect();
        // Tables that share variables, some with one whose domain is no word, and a line across.
        let far = m.var(vec![1, 2, 200]);
        for _ in 0..3 + dice.below(4) {
            let arity = 1 + dice.below(3);
            let mut scope: Vec<VarId> = (0..arity).map(|_| *dice.pick(&x)).collect();
            if dice.once_in(9) {
                scope.push(far);
            }
            let count = dice.below(20) * dice.below(4 * arity);
            let tuples: Vec<Vec<i64>> =
                (0..count).map(|_| scope.iter().map(|_| dice.between(1, 5)).collect()).collect();
            m.post(table(scope, tuples));
        }
        m.post(all_different(&x[..2 + dice.below(3)]));
        let compiled = m.compile(Limits::none()).unwrap();
        let [mut known, mut found] = [compiled.engine(), compiled.engine()];
        // Who is told whom to allow has nothing ready.
        found.restrict(Some(&|_| true));
        let ends = [&mut known, &mut found].map(|engine| engine.fixpoint(&mut Budget::unlimited()));
        assert_eq!(ends[0], ends[1], "round {round}");
        if ends[0] == End::Contradiction {
            contradictions += 1;
            continue;
        }
        let domains = |engine: &Engine| x.iter().map(|&x| engine.values(x).collect::<Vec<_>>()).collect::<Vec<_>>();
        assert_eq!(domains(&known), domains(&found), "round {round}");
        narrowed += usize::from(domains(&known) != domains(&compiled.engine()));
        assert_eq!(engine_solutions(&compiled, known), solutions(&compiled), "round {round}");
    }
    assert!(narrowed > 100 && contradictions > 100, "{narrowed} narrowed, {contradictions} contradictions");
}
