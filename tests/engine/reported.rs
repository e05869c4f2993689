//! What users of other engines have reported as wrong, each by its public thread, with the right answer.

use gridwright::*;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// All solutions, which are distinct and complete.
fn all(m: &Model) -> BTreeSet<Vec<i64>> {
    let mut solver = m.compile(Limits::none()).unwrap().solver();
    let mut solutions = solver.solutions();
    let mut found = BTreeSet::new();
    for solution in solutions.by_ref() {
        assert!(found.insert(solution.unwrap().values().to_vec()), "a solution comes twice");
    }
    assert!(solutions.is_complete());
    found
}

/// How many of all combinations of the variables' values a test accepts.
fn brute(domains: &[&[i64]], accepts: impl Fn(&[i64]) -> bool) -> usize {
    let mut tuples: Vec<Vec<i64>> = vec![Vec::new()];
    for domain in domains {
        let longer = |tuple: &Vec<i64>| domain.iter().map(|&v| [&tuple[..], &[v]].concat()).collect::<Vec<_>>();
        tuples = tuples.iter().flat_map(longer).collect();
    }
    tuples.iter().filter(|tuple| accepts(tuple)).count()
}

fn range(low: i64, high: i64) -> Vec<i64> {
    (low..=high).collect()
}

/// google/or-tools #4270, #3670, #3605.
#[test]
fn variables_that_nothing_needs_repeat_no_solution() {
    let mut m = Model::new();
    let (x, y) = (m.var(0..=2), m.var(0..=2));
    let chosen = m.var(0..=1);
    // An interval that is absent has a start all the same; told apart by x and y, that is no other solution.
    let start = m.var(0..=5);
    m.post(chosen.implies(start.equals(x)));
    m.post(x.less_than(y));
    let mut solver = m.compile(Limits::none()).unwrap().solver().project([x, y]);
    let pairs: Vec<_> = solver.solutions().map(|s| s.unwrap()).map(|s| (s[x], s[y])).collect();
    assert_eq!((pairs.len(), pairs.iter().collect::<BTreeSet<_>>().len()), (3, 3));
    assert_eq!(all(&m).len(), 3 * (6 + 1));
}

/// google/or-tools #3345.
#[test]
fn solutions_are_told_apart_by_chosen_variables() {
    let mut m = Model::new();
    let (x, y, z) = (m.var(0..=2), m.var(0..=2), m.var(0..=9));
    m.post(x.equals(y));
    let mut solver = m.compile(Limits::none()).unwrap().solver().project([x, y]);
    let count = solver.count(100).unwrap();
    assert_eq!((count.n, count.complete), (3, true));
    assert!(solver.solutions().all(|solution| (0..=9).contains(&solution.unwrap()[z])));
}

/// chocoteam/choco-solver #344, #261, #327.
#[test]
fn restarts_and_projection_lose_and_repeat_nothing() {
    let mut m = Model::new();
    m.var(0..=1);
    let compiled = m.compile(Limits::none()).unwrap();
    assert_eq!(compiled.solver().restart(luby(1)).count(100).unwrap().n, 2);
    let mut m = Model::new();
    let queens = m.vars(8, 1..=8);
    m.post(all_different(&queens));
    m.post(all_different(&queens).with_offsets(&range(0, 7)));
    m.post(all_different(&queens).with_offsets(&range(-7, 0).into_iter().rev().collect::<Vec<_>>()));
    let compiled = m.compile(Limits::none()).unwrap();
    for restarts in [Restarts::Never, luby(1), geometric(1, 1.1)] {
        let mut solver = compiled.solver().restart(restarts).project([queens[0]]);
        assert_eq!(solver.count(1000).unwrap().n, 8);
    }
}

/// chocoteam/choco-solver #1144.
#[test]
fn counting_again_counts_the_same() {
    let mut m = Model::new();
    let x = m.vars(3, 0..=3);
    m.post(all_different(&x));
    m.post(x[0].less_than(x[2]));
    let mut solver = m.compile(Limits::none()).unwrap().solver().restart(luby(2)).branch(random_order(5));
    let counts: Vec<_> = (0..4).map(|_| solver.count(1000).unwrap().n).collect();
    assert_eq!(counts, [12; 4]);
}

/// chocoteam/choco-solver #757, google/or-tools #291.
#[test]
fn seeds_reach_different_solutions_and_one_seed_the_same() {
    let mut m = Model::new();
    let x = m.vars(3, 0..=2);
    m.post(all_different(&x));
    let compiled = m.compile(Limits::none()).unwrap();
    let first = |seed| compiled.solver().branch(random_order(seed)).first().unwrap().solution().unwrap();
    let firsts: BTreeSet<Vec<i64>> = (0..60).map(|seed| first(seed).values().to_vec()).collect();
    assert_eq!(firsts.len(), 6, "every solution is the first of some seed");
    assert!((0..10).all(|seed| first(seed) == first(seed)));
}

/// google/or-tools #2864.
#[test]
fn a_negative_number_has_no_remainder_by_its_opposite() {
    let mut m = Model::new();
    let x = m.var(-4..=4);
    m.post(mod_truncated(x, 4).equals(0));
    assert_eq!(all(&m), BTreeSet::from([vec![-4], vec![0], vec![4]]));
}

/// Gecode/gecode #169, #171: a variable twice, as an entry and as the place of the first of the largest.
#[test]
fn a_variable_may_be_an_entry_and_an_index() {
    let values = range(1, 5);
    let first_largest = |v: &[i64]| v.iter().position(|x| Some(x) == v.iter().max()).map(|i| i as i64 + 1);
    let expected = brute(&[&values[..]; 5], |v| first_largest(&[v[2], v[1], v[3], v[0], v[4]]) == Some(v[0]));
    let mut m = Model::new();
    let x = m.vars(5, 1..=5);
    let (array, largest) = ([x[2], x[1], x[3], x[0], x[4]], m.var(1..=5));
    m.post(maximum(array).equals(largest));
    let place = m.var(0..=4);
    m.post((x[0] - 1).equals(place));
    m.post(element(array, place).equals(largest));
    for (i, &entry) in array.iter().enumerate() {
        // What stands before the place is less.
        m.post(any_of([place.at_most(i as i64), entry.less_than(largest)]));
    }
    assert_eq!(all(&m).len(), expected);
    // And each is the other's inverse, with a variable in both lists.
    let inverse = |v: &[i64]| {
        let (left, right) = ([v[0], v[1], v[2]], [v[0], v[2], v[1]]);
        (0..3).all(|i| {
            right.get(left[i] as usize) == Some(&(i as i64)) && left.get(right[i] as usize) == Some(&(i as i64))
        })
    };
    let mut m = Model::new();
    let x = m.vars(3, 0..=2);
    let (left, right) = ([x[0], x[1], x[2]], [x[0], x[2], x[1]]);
    for i in 0..3 {
        m.post(element(right, left[i]).equals(i as i64));
        m.post(element(left, right[i]).equals(i as i64));
    }
    assert_eq!(all(&m).len(), brute(&[&range(0, 2)[..]; 3], inverse));
}

/// google/or-tools #3767, chuffed/chuffed #125: divisors on both sides of zero are refused there.
#[test]
fn divisors_may_lie_on_both_sides_of_zero() {
    let mut m = Model::new();
    let (x, y, z) = (m.var(-4..=4), m.var(-2..=2), m.var(-4..=4));
    m.post(div_truncated(x, y).equals(z));
    let by_hand = |v: &[i64]| v[1] != 0 && v[0] / v[1] == v[2];
    let values = [range(-4, 4), range(-2, 2)];
    assert_eq!(all(&m).len(), brute(&[&values[0], &values[1], &values[0]], by_hand));
}

/// ConSol-Lab/Pumpkin PR #359, huub-solver/huub PR #273, didoudiaz/gprolog #77.
#[test]
fn products_beyond_64_bits_are_neither_wrapped_nor_a_no() {
    // 2^32 * 2^32 is 0 modulo 2^64.
    let mut m = Model::new();
    let (x, y, z) = (m.var(1 << 32..=1 << 32), m.var(1 << 32..=1 << 32), m.var(0..=1));
    m.post(product([x, y]).equals(z));
    assert_eq!(all(&m), BTreeSet::new());
    // A sum of nine cubes, each a product of variables, with a constant: hidden results are wide enough.
    let mut m = Model::new();
    let digits = m.vars(9, 1..=9);
    m.post(all_different(&digits));
    let cubes: Vec<VarId> = digits
        .iter()
        .map(|&x| {
            let cube = m.var(1..=729);
            m.post(pow(x, 3).equals(cube));
            cube
        })
        .collect();
    m.post(sum(&cubes).equals(2025));
    m.post(strictly_increasing(&digits));
    let solution: Vec<i64> = [range(1, 9), range(1, 9).iter().map(|x| x * x * x).collect()].concat();
    assert_eq!(all(&m), BTreeSet::from([solution]));
    // Where a sum itself leaves 64 bits, that is an error by name.
    let mut m = Model::new();
    let x = m.vars(3, i64::MAX - 1..=i64::MAX);
    m.post(sum(&x).at_least(0)).label("total", "0+");
    let error = m.compile(Limits::none()).unwrap_err().to_string();
    assert!(error.starts_with("total 0+ at x0: ") && error.contains("64-bit range"), "{error}");
}

/// huub-solver/huub #407, #292.
#[test]
fn two_variables_fixed_alike_before_the_search_are_noticed() {
    for plan in [Plan::Fast, Plan::Explain] {
        for consistent in [false, true] {
            let mut m = Model::new();
            let x = m.vars(4, 1..=6);
            let different = all_different(&x);
            m.post(if consistent { different.domain_consistent() } else { different });
            m.post(x[1].equals(3));
            m.post(x[3].equals(3));
            let compiled = m.compile_for(plan, Limits::none()).unwrap();
            assert_eq!(compiled.solver().unique().unwrap(), Verdict::None);
            let mut engine = compiled.engine();
            assert_eq!(engine.fixpoint(&mut Budget::unlimited()), End::Contradiction);
        }
    }
    // The only completion of a Latin square, forbidden.
    let mut m = Model::new();
    let cell = m.grid(10, 10, 1..=10);
    for line in cell.rows().chain(cell.columns()) {
        m.post(all_different(line));
    }
    let value = |i: usize| ((i / 10 + i % 10) % 10) as i64 + 1;
    let open = |i: usize| i / 10 == i % 10;
    for (i, &x) in cell.vars().iter().enumerate().filter(|&(i, _)| !open(i)) {
        m.post(x.equals(value(i)));
    }
    assert_eq!(m.compile(Limits::none()).unwrap().solver().count(10).unwrap().n, 1);
    m.post(any_of((0..10).map(|k| cell.vars()[11 * k].differs_from(value(11 * k)))));
    assert_eq!(m.compile(Limits::none()).unwrap().solver().count(10).unwrap().n, 0);
}

/// python-constraint/python-constraint #41: a loop's variable is kept as it was.
#[test]
fn closures_of_a_loop_keep_values_of_their_own() {
    let mut m = Model::new();
    let x = m.vars(4, 1..=4);
    for value in 1..=4 {
        m.post(relation(&x, move |v| v.iter().filter(|&&other| other == value).count() == 1));
    }
    assert_eq!(all(&m).len(), 24);
}

/// python-constraint/python-constraint #60, #61, #98.
#[test]
fn millions_of_solutions_come_one_by_one() {
    let mut m = Model::new();
    m.vars(40, 0..=9);
    let mut solver = m.compile(Limits::none()).unwrap().solver();
    let mut solutions = solver.solutions();
    assert_eq!(
        solutions.by_ref().take(1000).map(|s| s.unwrap().values().to_vec()).collect::<BTreeSet<_>>().len(),
        1000
    );
    assert!(!solutions.is_complete() && solutions.stopped().is_none());
    let count = solver.count(2500).unwrap();
    assert_eq!((count.n, count.complete, count.stopped), (2500, false, None));
}

/// google/or-tools #3590, #3943, #3948, #4458, #2793, #4783, #3842.
#[test]
fn answers_depend_neither_on_the_run_nor_on_threads() {
    let mut m = Model::new();
    let cell = m.grid(5, 5, 1..=5);
    for line in cell.rows().chain(cell.columns()) {
        m.post(all_different(line));
    }
    m.post((cell[(0, 0)] + cell[(1, 1)] + cell[(2, 2)]).equals(7));
    let compiled = m.compile(Limits::none()).unwrap();
    let ask = || {
        let mut solver = compiled.solver().branch(random_order(11)).restart(luby(3));
        (solver.first().unwrap(), solver.stats(), solver.unique().unwrap(), solver.stats())
    };
    let expected = ask();
    std::thread::scope(|scope| {
        let asked: Vec<_> = (0..8).map(|_| scope.spawn(ask)).collect();
        asked.into_iter().for_each(|asked| assert_eq!(asked.join().unwrap(), expected));
    });
}

/// google/or-tools #20, #1196, #2660; CPMpy/cpmpy #648, #647, #762.
#[test]
fn a_time_limit_is_kept_and_an_unknown_answer_is_called_so() {
    let mut m = Model::new();
    let holes = m.vars(14, 1..=13);
    for (i, &x) in holes.iter().enumerate() {
        holes[..i].iter().for_each(|&y| _ = m.post(x.differs_from(y)));
    }
    let time = Duration::from_millis(100);
    let mut solver = m.compile(Limits::none()).unwrap().solver().limit(Limit::time(time));
    let start = Instant::now();
    assert_eq!(solver.first().unwrap(), Found::Stopped(Limit::Time(time)));
    let minimum = solver.minimise(sum(&holes)).unwrap();
    assert!(matches!(minimum, Optimum::Stopped(Limit::Time(_), None)), "{minimum:?}");
    assert!(start.elapsed() >= 2 * time && start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

/// google/or-tools #1263, #1458.
#[test]
fn an_enumeration_says_whether_it_is_complete() {
    let mut m = Model::new();
    let (a, b) = (m.var(0..=1), m.var(0..=1));
    m.post(a.equals(b));
    let mut solver = m.compile(Limits::none()).unwrap().solver();
    let mut solutions = solver.solutions();
    let complete = [(); 3].map(|()| (solutions.next().is_some(), solutions.is_complete()));
    assert_eq!(complete, [(true, false), (true, false), (false, true)]);
}

/// ConSol-Lab/Pumpkin #357, #118.
#[test]
fn every_declared_variable_has_a_value_in_a_solution() {
    let mut m = Model::new();
    let unused = m.var(3..=9);
    let (x, y) = (m.var(-5..=5), m.var(i64::MIN + 6..=i64::MIN + 7));
    m.post(x.at_most(-5));
    m.post(y.at_most(x));
    let solution = m.compile(Limits::none()).unwrap().solver().first().unwrap().solution().unwrap();
    assert_eq!((solution.values().len(), solution[x]), (3, -5));
    assert!((3..=9).contains(&solution[unused]) && solution[y] <= i64::MIN + 7);
}

/// google/or-tools #1565, MiniZinc/libminizinc #383, CPMpy/cpmpy #984.
#[test]
fn a_clash_names_the_constraints_that_exclude_each_other() {
    let mut m = Model::new();
    let x = m.vars(4, 1..=3);
    let spare = m.vars(2, 0..=9);
    m.post(spare[0].less_than(spare[1])).label("spare", "<");
    m.post(all_different(&x)).label("group", 4);
    let compiled = m.compile(Limits::none()).unwrap();
    let names = |clash: &Clash| clash.constraints.iter().map(|&c| compiled.constraint_name(c)).collect::<Vec<_>>();
    // What is assumed is needless where the constraints alone have no solution.
    let mut solver = compiled.solver().assume([Atom::eq(x[0], 1), Atom::eq(spare[0], 3)]);
    let ClashAnswer::Clash(clash) = solver.clash().unwrap() else { panic!("four variables with three values") };
    assert_eq!((names(&clash), clash.assumptions.len(), clash.smallest), (vec!["group 4 at x0".into()], 0, true));
}

/// python-constraint/python-constraint #41 and others: a closure is asked as often as tables are made, not once a node.
#[test]
fn a_closure_is_not_asked_again_by_the_search() {
    static ASKED: AtomicU64 = AtomicU64::new(0);
    let mut m = Model::new();
    let x = m.vars(3, 1..=5);
    m.post(relation(&x, |v| {
        ASKED.fetch_add(1, Ordering::Relaxed);
        v[0] + v[1] == v[2]
    }));
    let compiled = m.compile(Limits::none()).unwrap();
    let compiling = ASKED.load(Ordering::Relaxed);
    assert_eq!(compiled.solver().count(100).unwrap().n, 10);
    // Each solution is checked once.
    assert_eq!(ASKED.load(Ordering::Relaxed) - compiling, 10);
}
