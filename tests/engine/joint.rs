//! Grids of overlapping all-differents, which the fast plan joins: against known counts, the explaining plan, a fresh
//! engine.

use gridwright::testing::Dice;
use gridwright::*;

/// A square of this order, with boxes of `height` rows where that is not 0.
fn square(order: usize, height: usize) -> (Model, Vec<VarId>) {
    let mut m = Model::new();
    let cell = m.grid(order, order, 1..=order as i64);
    for line in cell.rows().chain(cell.columns()) {
        m.post(all_different(line));
    }
    if height > 0 {
        let width = order / height;
        for corner in (0..order).map(|i| (i / height * height, i % height * width)) {
            let cells = (0..order).map(|i| cell[(corner.0 + i / width, corner.1 + i % width)]);
            m.post(all_different(cells.collect::<Vec<_>>()));
        }
    }
    (m, cell.vars().to_vec())
}

fn domains(engine: &Engine) -> Vec<Vec<i64>> {
    (0..engine.variables()).map(|i| engine.values(VarId::new(i)).collect()).collect()
}

#[test]
fn known_counts() {
    let count = |order, height| {
        let compiled = square(order, height).0.compile(Limits::none()).unwrap();
        assert_eq!(compiled.engine().propagators(), 1, "order {order} is not joined");
        compiled.solver().count(u64::MAX - 1).unwrap().n
    };
    assert_eq!(count(3, 0), 12);
    assert_eq!(count(4, 0), 576);
    assert_eq!(count(4, 2), 288);
    assert_eq!(count(5, 0), 161_280);
}

#[test]
fn both_plans_find_the_same_solutions() {
    let mut dice = Dice::new(3);
    for round in 0..40 {
        let (order, height) = *dice.pick(&[(5, 0), (6, 2), (6, 0), (4, 2)]);
        let (m, vars) = square(order, height);
        let mut all = [Plan::Fast, Plan::Explain].map(|plan| {
            let mut solver = m.compile_for(plan, Limits::none()).unwrap().solver();
            // The same claims under both plans.
            let mut dice = Dice::new(round);
            let atom = |_| Atom::eq(*dice.pick(&vars), dice.between(1, order as i64));
            let some: Vec<Atom> = (0..order).map(atom).collect();
            solver.assume_also(some);
            let mut solutions: Vec<Solution> = solver.solutions().take(3000).map(Result::unwrap).collect();
            if solutions.len() == 3000 {
                solutions.clear();
            }
            solutions.sort();
            solutions
        });
        let [fast, explain] = &mut all;
        assert_eq!(fast, explain, "round {round}");
    }
}

/// Random claims, in batches, on levels that come and go; after each batch the engine must stand where a fresh one does,
/// and prune as the constraints do one by one.
#[test]
fn levels_come_and_go() {
    for (order, height, seed) in [(6, 2, 1), (8, 0, 2), (9, 3, 3), (9, 3, 4), (10, 0, 5), (16, 4, 6), (12, 3, 7)] {
        let (m, vars) = square(order, height);
        let fast = m.compile(Limits::none()).unwrap();
        assert_eq!(fast.engine().propagators(), 1, "order {order} is not joined");
        let slow = m.compile_for(Plan::Explain, Limits::none()).unwrap();
        let mut dice = Dice::new(seed);
        let mut engine = fast.engine();
        let mut claims: Vec<Vec<Atom>> = vec![Vec::new()];
        let mut deepest = 0;
        for _ in 0..250 {
            match dice.below(6) {
                0 if claims.len() > 1 => {
                    engine.pop();
                    claims.pop();
                }
                1 | 2 => {
                    engine.push();
                    claims.push(Vec::new());
                }
                _ => {}
            }
            for _ in 0..dice.below(3) {
                let (x, v) = (*dice.pick(&vars), dice.between(1, order as i64));
                let atom = if dice.once_in(6) { Atom::eq(x, v) } else { Atom::ne(x, v) };
                if engine.failure().is_none() {
                    let _ = engine.assume(atom);
                    claims.last_mut().unwrap().push(atom);
                }
            }
            let end = engine.fixpoint(&mut Budget::unlimited());
            for other in [&fast, &slow] {
                let mut other = other.engine();
                claims.iter().flatten().for_each(|&atom| _ = other.assume(atom));
                assert_eq!(other.fixpoint(&mut Budget::unlimited()), end, "{claims:?}");
                if end == End::Fixpoint {
                    assert_eq!(domains(&other), domains(&engine), "{claims:?}");
                }
            }
            if end == End::Contradiction {
                while claims.len() > 1 && engine.failure().is_some() {
                    engine.pop();
                    claims.pop();
                }
                if engine.failure().is_some() {
                    (engine, claims) = (fast.engine(), vec![Vec::new()]);
                }
            }
            deepest = deepest.max(claims.len());
        }
        assert!(deepest > 10, "{deepest} levels");
    }
}

#[test]
fn what_the_solver_was_asked_before_changes_no_statistics() {
    let (m, vars) = square(9, 3);
    let mut solver = m.compile(Limits::none()).unwrap().solver();
    let first = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
    let second = ".......12.5.4............3.7..6..4....1..........8....92....8.....51.7.......3...";
    let givens = |text: &str| -> Vec<Atom> {
        let digit = |(i, c): (usize, char)| c.to_digit(10).map(|d| Atom::eq(vars[i], i64::from(d)));
        text.chars().enumerate().filter_map(digit).collect()
    };
    let mut ask = |text| {
        solver.assume_nothing();
        solver.assume_also(givens(text));
        let answer = solver.prove().unwrap();
        (answer, solver.stats(), solver.found().to_vec())
    };
    let before = ask(first);
    assert_eq!(before.0, Answer::Unique);
    assert!(before.1.nodes > 0 && before.1.propagations > before.1.nodes);
    assert_eq!(ask(first), before);
    let between = ask(second);
    assert_eq!(between.0, Answer::Unique);
    assert_ne!(between.1, before.1);
    assert_eq!(ask(first), before);
    assert_eq!(ask(second), between);
    // Where the first question ends at the root already, the runs at the root are all there are.
    let mut solver = m.compile(Limits::none()).unwrap().solver();
    let root = (solver.propagate(), solver.stats());
    assert_eq!((solver.propagate(), solver.stats()), root);
    assert_eq!(root.1.propagations, 1);
}
