//! Warnings: every model with a mistake gets the one it deserves, and no warning is untrue.

use gridwright::testing::{random_model, solutions};
use gridwright::*;

fn warnings(m: &Model) -> Vec<Warning> {
    m.compile(Limits::none()).unwrap().warnings(Limits::none())
}

fn texts(m: &Model) -> Vec<String> {
    warnings(m).iter().map(Warning::to_string).collect()
}

#[test]
fn a_sound_model_has_no_warning() {
    let mut m = Model::new();
    let cell = m.grid(9, 9, 1..=9);
    for line in cell.rows().chain(cell.columns()) {
        m.post(all_different(line));
    }
    m.post(sum([cell[(0, 0)], cell[(0, 1)]]).equals(10)).label("cage", (10, "+"));
    m.post(sum([cell[(0, 0)], cell[(1, 0)]]).equals(10)).label("cage", (10, "+"));
    m.post(cell[(0, 0)].differs_from(cell[(0, 1)])).label("other", ());
    assert_eq!(texts(&m), [""; 0]);
}

#[test]
fn variables_without_constraints_or_values_are_named() {
    let mut m = Model::new();
    let cell = m.grid(2, 2, 1..=2);
    let empty = m.named_var("empty", Domain::empty());
    m.post(all_different(cell.row(0)));
    m.post(cell[(1, 0)].less_than(empty));
    let found = warnings(&m);
    assert_eq!(
        found.iter().map(Warning::to_string).collect::<Vec<_>>(),
        [
            "r2c2 is in no constraint: each of its values fits; post what is missing, or leave them out of the model",
            "empty has no value to begin with; so there is no solution: see how the domain is made",
        ]
    );
    assert_eq!((&found[0].variables[..], &found[1].variables[..]), (&[cell[(1, 1)]][..], &[empty][..]));
}

#[test]
fn duplicates_are_found_by_what_they_mean_and_what_they_print() {
    let mut m = Model::new();
    let cell = m.grid(9, 9, 1..=9);
    m.post(all_different(cell.vars()));
    let (x, y) = (cell[(0, 0)], cell[(0, 1)]);
    m.post(x.differs_from(y));
    m.post(y.differs_from(x));
    m.post(relation([x, y], |v| v[0] + 2 < v[1]));
    m.post(relation([x, y], |v| v[0] + 2 <= v[1]));
    m.post(relation([y, x], |v| v[0] > v[1] + 2));
    m.post(all_different(cell.row(3)));
    m.post(all_different(cell.row(3)));
    // Too many combinations to try, and closures that only look alike.
    m.post(relation(cell.row(4), |v| v.iter().sum::<i64>() > 20)).label("wide", ());
    m.post(relation(cell.row(4), |v| v.iter().sum::<i64>() > 30)).label("wide", ());
    let found: Vec<_> = warnings(&m).into_iter().map(|w| (w.suspicion, w.message)).collect();
    let expected = [
        "constraint 3 at r1c2 says the same as constraint 2 at r1c1",
        "constraint 6 at r1c2 says the same as constraint 4 at r1c1",
        "row 4 is there twice, as constraints 7 and 8",
    ];
    // All-different over 81 cells of nine values holds for none, which its propagator alone can tell.
    assert_eq!(found[0], (Suspicion::NeverHolds, "constraint 1 at r1c1 holds for no values of its variables".into()));
    assert_eq!(found[1..], expected.map(|text| (Suspicion::Duplicate, text.to_string())));
}

#[test]
fn what_always_or_never_holds_is_found_with_few_values_and_with_many() {
    let mut m = Model::new();
    let few = m.vars(2, 0..=3);
    let many = m.vars(3, 0..=999);
    m.post(sum(&few).at_most(6)).label("few", "always");
    m.post(sum(&few).at_most(5)).label("few", "sometimes");
    m.post(sum(&few).equals(7)).label("few", "never");
    m.post(sum(&many).at_most(2997)).label("many", "always");
    m.post(sum(&many).at_most(2996)).label("many", "sometimes");
    m.post(sum(&many).at_least(2998)).label("many", "never");
    m.post(all_different([few[0]])).label("one", ());
    let found: Vec<_> = warnings(&m).into_iter().map(|w| (w.suspicion, w.constraints[0].index())).collect();
    let (always, never) = (Suspicion::AlwaysHolds, Suspicion::NeverHolds);
    assert_eq!(found, [(always, 0), (never, 2), (always, 3), (never, 5), (always, 6)]);
}

#[test]
fn the_limits_hold() {
    let mut m = Model::new();
    let x = m.vars(2, 0..=30);
    for _ in 0..50 {
        m.post(x[0].less_than(x[1]));
    }
    let compiled = m.compile(Limits::none()).unwrap();
    assert_eq!(compiled.warnings(Limits::none()).len(), 49);
    assert_eq!(compiled.warnings(Limit::Interrupt).len(), 0);
}

/// Taking away a constraint that was warned of leaves the same solutions, or there are none.
#[test]
fn every_warning_is_true() {
    let (mut always, mut never, mut duplicate) = (0, 0, 0);
    for seed in 0..1000 {
        let mut model = random_model(seed);
        let compiled = model.compile(Limits::none()).unwrap();
        // Post something again, so that there are duplicates.
        if seed % 3 == 0 && compiled.variables() > 1 {
            let x: Vec<VarId> = (0..2).map(VarId::new).collect();
            model.post(x[0].differs_from(x[1]));
            model.post(x[1].differs_from(x[0]));
        }
        let compiled = model.compile(Limits::none()).unwrap();
        let vars: Vec<VarId> = (0..compiled.variables()).map(VarId::new).collect();
        let warnings = compiled.warnings(Limits::none());
        let oracle = compiled.oracle();
        let truth = solutions(&compiled);
        let all = assignments(&vars, &compiled);
        for warning in &warnings {
            let holds = |i: usize, values: &[i64]| oracle.holds(warning.constraints[i], &|x| values[x.index()]);
            match warning.suspicion {
                Suspicion::AlwaysHolds => {
                    always += 1;
                    assert!(all.iter().all(|values| holds(0, values)), "seed {seed}: {warning}");
                }
                Suspicion::NeverHolds => {
                    never += 1;
                    assert!(truth.is_empty() && !all.iter().any(|values| holds(0, values)), "seed {seed}: {warning}");
                }
                Suspicion::Duplicate => {
                    duplicate += 1;
                    assert!(all.iter().all(|values| holds(0, values) == holds(1, values)), "seed {seed}: {warning}");
                }
                Suspicion::Unconstrained => {
                    let named = |x| {
                        (0..compiled.constraints()).any(|c| compiled.constraint_scope(ConstraintId::new(c)).contains(x))
                    };
                    assert!(!warning.variables.iter().any(named), "seed {seed}: {warning}");
                }
                _ => assert!(truth.is_empty(), "seed {seed}: {warning}"),
            }
        }
        // What few values can tell is told.
        for c in (0..compiled.constraints()).map(ConstraintId::new) {
            let trivial = all.iter().all(|values| oracle.holds(c, &|x| values[x.index()]));
            let told = warnings.iter().any(|w| w.suspicion == Suspicion::AlwaysHolds && w.constraints == [c]);
            assert!(all.is_empty() || told == trivial, "seed {seed}: {c:?}, {warnings:?}");
        }
    }
    assert!(always > 20 && never > 20 && duplicate > 20, "{always} {never} {duplicate}");
}

/// All combinations of declared values.
fn assignments(vars: &[VarId], compiled: &Compiled) -> Vec<Vec<i64>> {
    vars.iter().fold(vec![Vec::new()], |all, &x| {
        let values: Vec<i64> = compiled.domain(x).values().collect();
        let with = |prefix: &Vec<i64>| values.iter().map(|&v| [&prefix[..], &[v]].concat()).collect::<Vec<_>>();
        all.iter().flat_map(with).collect()
    })
}
