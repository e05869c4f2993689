//! Truth values, clauses and orders with known answers.

use gridwright::*;

/// The values of the variables in all solutions, in order.
fn solutions(m: &Model) -> Vec<Vec<i64>> {
    [Plan::Fast, Plan::Explain]
        .map(|plan| {
            let mut solver = m.compile_for(plan, Limits::none()).unwrap().solver();
            let mut found: Vec<Vec<i64>> = solver.solutions().map(|s| s.unwrap().values().to_vec()).collect();
            found.sort();
            found
        })
        .into_iter()
        .reduce(|fast, explain| {
            assert_eq!(fast, explain);
            fast
        })
        .unwrap()
}

#[test]
fn a_quotient_by_zero_is_false_wherever_it_stands() {
    let mut m = Model::new();
    let (b, x, y) = (m.var(0..=1), m.var(-2..=2), m.var(0..=0));
    m.post(b.iff(div_truncated(2, y).equals(x)));
    assert!(solutions(&m).iter().all(|s| s[0] == 0));
    assert_eq!(solutions(&m).len(), 5);

    let mut m = Model::new();
    let (d, quotient) = (m.var(-1..=1), m.var(-9..=9));
    m.post(div_truncated(-1, d).equals(quotient));
    assert_eq!(solutions(&m), [[-1, 1], [1, -1]]);
}

#[test]
fn an_equation_that_is_false_leaves_no_equal_values() {
    let mut m = Model::new();
    let (b, x, y) = (m.var(0..=0), m.var(-1..=1), m.var(-1..=1));
    m.post(b.iff(x.equals(y)));
    assert_eq!(solutions(&m), [[0, -1, 0], [0, -1, 1], [0, 0, -1], [0, 0, 1], [0, 1, -1], [0, 1, 0]]);

    let mut m = Model::new();
    let (b, x, y) = (m.var(0..=0), m.var(0..=50_000), m.var(30_000..=30_000));
    m.post(b.iff(x.equals(y)));
    let engine = &mut m.compile(Limits::none()).unwrap().engine();
    assert_eq!(engine.fixpoint(&mut Budget::unlimited()), End::Fixpoint);
    assert!(!engine.contains(x, 30_000) && engine.size(x) == 50_000);
}

#[test]
fn a_constraint_that_fails_is_false_instead_of_failing() {
    let mut m = Model::new();
    let (b, i) = (m.var(0..=1), m.var(-1..=2));
    m.post(b.iff(element([7, 8], i).equals(8)));
    assert_eq!(solutions(&m), [[0, -1], [0, 0], [0, 2], [1, 1]]);

    let mut m = Model::new();
    let (p, x) = (m.var(0..=1), m.vars(3, 0..=0));
    let differs = m.var(0..=1);
    m.post(differs.iff(p.differs_from(1)));
    m.post(differs.iff(strictly_increasing(&x)));
    assert_eq!(solutions(&m), [[1, 0, 0, 0, 0]]);
}

#[test]
fn an_adder_of_clauses_adds() {
    let mut m = Model::new();
    let [a, b, carry, sum] = [0; 4].map(|_| m.var(0..=1));
    let (yes, no) = (|x| Atom::eq(x, 1), |x| Atom::eq(x, 0));
    m.post(clause([no(a), no(b), yes(carry)]));
    m.post(clause([yes(a), no(carry)]));
    m.post(clause([yes(b), no(carry)]));
    m.post(clause([no(a), yes(b), yes(sum)]));
    m.post(clause([yes(a), no(b), yes(sum)]));
    m.post(clause([yes(a), yes(b), no(sum)]));
    m.post(clause([no(a), no(b), no(sum)]));
    assert_eq!(solutions(&m), [[0, 0, 0, 0], [0, 1, 0, 1], [1, 0, 0, 1], [1, 1, 1, 0]]);
}

#[test]
fn lines_in_lexicographic_order_leave_one_of_each_class_of_sets() {
    // Rows in strictly increasing order are subsets of size 3 of the 8 words of 3 bits.
    let mut m = Model::new();
    let cell = m.grid(3, 3, 0..=1);
    for i in 0..2 {
        m.post(lex_less(cell.row(i), cell.row(i + 1)));
    }
    assert_eq!(solutions(&m).len(), 56);
    for i in 0..2 {
        m.post(lex_at_most(cell.row(i + 1), cell.row(i)));
    }
    assert_eq!(solutions(&m).len(), 0);
}

#[test]
fn chains_are_combinations() {
    for (length, plain, strict) in [(1, 6, 6), (2, 21, 15), (3, 56, 20), (5, 252, 6), (6, 462, 1), (7, 792, 0)] {
        let count = |constraint: fn(&[VarId]) -> Increasing| {
            let mut m = Model::new();
            let line = m.vars(length, 1..=6);
            m.post(constraint(&line));
            m.compile(Limits::none()).unwrap().solver().count(1000).unwrap().n
        };
        assert_eq!((count(|x| increasing(x)), count(|x| strictly_increasing(x))), (plain, strict), "{length}");
    }
}
