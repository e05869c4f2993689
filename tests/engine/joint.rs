//! Grids of overlapping all-differents, which the fast plan joins: against known counts, the explaining plan, a fresh
//! engine.

use gridwright::testing::Dice;
use gridwright::*;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

/// A square of this order, with boxes of `height` rows where that is not 0.
fn square(order: usize, height: usize) -> (Model, Vec<VarId>) {
    let mut m = Model::new();
    let cell = m.grid(order, order, 1..=order as i64);
    for line in cell.rows().chain(cell.columns()) {
        m.post(all_different(line));
    }
    if let Some(width) = order.checked_div(height) {
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
/// and prune no less than the constraints do one by one.
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
            let [fresh, alone] = [&fast, &slow].map(|compiled| {
                let mut other = compiled.engine();
                claims.iter().flatten().for_each(|&atom| _ = other.assume(atom));
                (other.fixpoint(&mut Budget::unlimited()), other)
            });
            assert_eq!(fresh.0, end, "{claims:?}");
            if end == End::Fixpoint {
                assert_eq!(alone.0, end, "{claims:?}");
                assert_eq!(domains(&fresh.1), domains(&engine), "{claims:?}");
                let more = |x: VarId| engine.values(x).any(|v| !alone.1.contains(x, v));
                assert!(!vars.iter().any(|&x| more(x)), "{claims:?}");
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

/// Claims that some solution makes true, one after another: that solution must remain.
#[test]
fn nothing_that_a_solution_needs_is_pruned() {
    for (order, height) in [(4, 2), (6, 2), (6, 3), (8, 2), (9, 3), (9, 0), (10, 2), (12, 3), (16, 4)] {
        let (m, vars) = square(order, height);
        let compiled = m.compile(Limits::none()).unwrap();
        for seed in 0..12 {
            let limit = Limit::failures(20_000);
            let solver = compiled.solver().branch(dom_wdeg().values(ValueOrder::Random(seed))).limit(limit);
            let solution = solver.restart(luby(100)).first().unwrap().solution().expect("a solution is found soon");
            let mut dice = Dice::new(seed);
            let mut engine = compiled.engine();
            engine.set_strength(if seed % 4 == 3 { Strength::Unit } else { Strength::Full });
            for round in 0..order * order * 6 {
                let x = *dice.pick(&vars);
                let v = dice.between(1, order as i64);
                let atom = if v == solution[x] && dice.once_in(3) { Atom::eq(x, v) } else { Atom::ne(x, v) };
                if !atom.holds(solution[x]) {
                    continue;
                }
                engine.assume(atom).unwrap();
                if round % 3 == 0 {
                    assert_eq!(engine.fixpoint(&mut Budget::unlimited()), End::Fixpoint, "{order} {height} {seed}");
                }
                let lost = vars.iter().find(|&&x| !engine.contains(x, solution[x]));
                assert_eq!(lost, None, "{order} {height} {seed}");
            }
        }
    }
}

/// Pointing: a box has a value in one row only. Claiming: a column has it in one box only.
#[test]
fn values_that_are_confined_to_a_block_leave_the_rest_of_the_crossing_line() {
    let (m, vars) = square(9, 3);
    let mut engine = m.compile(Limits::none()).unwrap().engine();
    let at = |row: usize, column: usize| vars[9 * row + column];
    // In the first box, 5 goes into the top row.
    for (row, column) in (0..6).map(|i| (1 + i / 3, i % 3)) {
        engine.assume(Atom::ne(at(row, column), 5)).unwrap();
    }
    // In the last column, 7 goes into the last box.
    (0..6).for_each(|row| engine.assume(Atom::ne(at(row, 8), 7)).unwrap());
    for (strength, pruned) in [(Strength::Unit, false), (Strength::Full, true)] {
        engine.set_strength(strength);
        assert_eq!(engine.fixpoint(&mut Budget::unlimited()), End::Fixpoint);
        assert!((3..9).all(|column| engine.contains(at(0, column), 5) != pruned), "{strength:?}");
        assert!((6..9).all(|row| engine.contains(at(row, 6), 7) != pruned), "{strength:?}");
        assert!(engine.contains(at(0, 1), 5) && engine.contains(at(5, 6), 7) && engine.contains(at(8, 8), 7));
    }
}

#[test]
fn lines_are_joined_unless_other_constraints_do_most_of_the_work() {
    let is_joined = |also: &dyn Fn(&mut Model, &[VarId])| {
        let (mut m, vars) = square(4, 2);
        also(&mut m, &vars);
        let description = m.compile(Limits::none()).unwrap().describe();
        description.propagators.iter().any(|entry| entry.name == "joined all-differents")
    };
    assert!(is_joined(&|_, _| {}));
    assert!(is_joined(&|m, x| _ = m.post(x[0].less_than(x[1]))));
    assert!(!is_joined(&|m, x| x.chunks(2).for_each(|pair| _ = m.post(sum(pair).at_most(6)))));
    // A value far away that has nothing to do with them changes nothing, nor does a cell that lacks the least value.
    let mut m = Model::new();
    let x: Vec<VarId> = (0..9).map(|i| m.var(if i == 4 { 2..=3 } else { 1..=3 })).collect();
    m.var(100_000..=100_001);
    for i in 0..3 {
        m.post(all_different(&x[3 * i..3 * i + 3]));
        m.post(all_different([x[i], x[i + 3], x[i + 6]]));
    }
    let description = m.compile(Limits::none()).unwrap().describe();
    assert!(description.propagators.iter().any(|entry| entry.name == "joined all-differents"), "{description}");
}

/// What a person finds by single values, single places, and values confined to what two lines share; `None` where some
/// variable has no value left, or some value no place.
fn by_hand(mut left: Vec<BTreeSet<i64>>, lines: &[Vec<usize>]) -> Option<Vec<BTreeSet<i64>>> {
    loop {
        let before = left.clone();
        for line in lines {
            for &i in line.iter() {
                if let (Some(&v), 1) = (left[i].first(), left[i].len()) {
                    line.iter().filter(|&&j| j != i).for_each(|&j| _ = left[j].remove(&v));
                }
            }
            for v in 1..=line.len() as i64 {
                let places: Vec<usize> = line.iter().copied().filter(|&i| left[i].contains(&v)).collect();
                match places[..] {
                    [] => return None,
                    [i] => left[i].retain(|&w| w == v),
                    _ => {}
                }
                for other in lines.iter().filter(|other| places.iter().all(|i| other.contains(i))) {
                    other.iter().filter(|i| !line.contains(i)).for_each(|&i| _ = left[i].remove(&v));
                }
            }
        }
        if left.iter().any(BTreeSet::is_empty) {
            return None;
        }
        if left == before {
            return Some(left);
        }
    }
}

#[test]
fn joined_lines_find_all_that_a_person_finds_by_one_value_or_one_place() {
    let mut dice = Dice::new(31);
    for (order, height, rounds) in [(4, 2, 40), (6, 2, 20), (9, 3, 10)] {
        let (m, vars) = square(order, height);
        let compiled = m.compile(Limits::none()).unwrap();
        let (cell, width) = (|row: usize, column: usize| row * order + column, order / height);
        let lines: Vec<Vec<usize>> = (0..order)
            .flat_map(|i| {
                let (top, left) = (i / height * height, i % height * width);
                let each = |at: &dyn Fn(usize) -> usize| (0..order).map(at).collect();
                [each(&|j| cell(i, j)), each(&|j| cell(j, i)), each(&|j| cell(top + j / width, left + j % width))]
            })
            .collect();
        let mut pruned = 0;
        for _ in 0..rounds {
            let mut engine = compiled.engine();
            while engine.fixpoint(&mut Budget::unlimited()) == End::Fixpoint {
                let open: Vec<VarId> = vars.iter().copied().filter(|&x| engine.size(x) > 1).collect();
                if open.is_empty() {
                    break;
                }
                let before: Vec<BTreeSet<i64>> = vars.iter().map(|&x| engine.values(x).collect()).collect();
                let x = *dice.pick(&open);
                let values: Vec<i64> = engine.values(x).collect();
                let claim = if dice.once_in(2) { Atom::eq } else { Atom::ne };
                let claim = claim(x, *dice.pick(&values));
                engine.assume(claim).unwrap();
                let end = engine.fixpoint(&mut Budget::unlimited());
                let mut claimed = before.clone();
                claimed[x.index()].retain(|&v| claim.holds(v));
                match by_hand(claimed, &lines) {
                    None => assert_eq!(end, End::Contradiction),
                    Some(_) if end == End::Contradiction => {}
                    Some(left) => {
                        let now = |i: usize| engine.values(vars[i]).collect::<BTreeSet<i64>>();
                        assert!((0..vars.len()).all(|i| now(i).is_subset(&left[i])), "order {order}");
                        pruned += usize::from(left != before);
                    }
                }
            }
        }
        assert!(pruned > 50, "{pruned}");
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

/// Notes what it sees of every variable at the first choice.
#[derive(Debug)]
struct Probe {
    vars: Vec<VarId>,
    seen: Arc<Mutex<Vec<(f64, f64)>>>,
}

impl Brancher for Probe {
    fn choose(&mut self, view: &View<'_>) -> Option<Atom> {
        let mut seen = self.seen.lock().unwrap();
        if seen.is_empty() {
            seen.extend(self.vars.iter().map(|&x| (view.weight(x), view.fullness(x))));
        }
        None
    }
}

#[test]
fn branching_sees_the_constraints_one_by_one() {
    let (m, vars) = square(9, 3);
    let [fast, explain] = [Plan::Fast, Plan::Explain].map(|plan| {
        let seen = Arc::default();
        let probe = Probe { vars: vars.clone(), seen: Arc::clone(&seen) };
        let givens = (0..5).map(|i| Atom::eq(vars[i], i as i64 + 1));
        let mut solver = m.compile_for(plan, Limits::none()).unwrap().solver().branch(probe).assume(givens);
        solver.first().unwrap();
        seen.lock().unwrap().clone()
    });
    assert_eq!(fast, explain);
    assert_eq!((fast[8], fast[80]), ((4.0, 5.0 / 9.0), (4.0, 0.0)));
}
