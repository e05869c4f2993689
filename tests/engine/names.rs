//! What constraints and propagators are called, and that every inference has a rule that says it.

use gridwright::testing::{Dice, random_model};
use gridwright::*;

/// The name of a constraint, and those of what prunes for it.
fn names<C: Constraint + 'static>(domain: std::ops::RangeInclusive<i64>, make: fn(Grid) -> C) -> (String, Vec<String>) {
    let mut m = Model::new();
    let cell = m.grid(2, 3, domain);
    m.post(make(cell));
    let description = m.compile_for(Plan::Explain, Limits::none()).unwrap().describe();
    let entry = &description.constraints[0];
    (entry.name.clone(), entry.propagators.iter().map(|&p| description.propagators[p].name.to_string()).collect())
}

#[test]
fn constraints_are_called_by_their_line_and_propagators_by_what_they_do() {
    let named = |line: &str, propagator: &str| (line.to_owned(), vec![propagator.to_owned()]);
    assert_eq!(names(0..=9, |cell| maximum(cell.row(1)).equals(3)), named("row 2", "extremum"));
    assert_eq!(names(0..=9, |cell| all_different(cell.row(0))), named("row 1", "all-different"));
    assert_eq!(names(0..=99, |cell| all_different(cell.row(0))).1, ["all-different of wide domains"]);
    assert_eq!(names(0..=9, |cell| distinct_sum(cell.row(0), 15)).1, ["combinations of different values"]);
    assert_eq!(names(0..=999, |cell| distinct_sum(cell.row(0), 1_500)).1, ["distinct sum by bounds"]);
    assert_eq!(names(0..=9, |cell| lex_less(cell.row(0), cell.row(1))).1, ["lexicographic order"]);
    let element_of = |cell: Grid| element(cell.row(0).iter().copied(), cell[(1, 0)]).equals(cell[(1, 1)]);
    assert_eq!(names(0..=9, element_of).1, ["element"]);
    let listed = |cell: Grid| table(cell.row(0), (0..9).map(|v| [v, v, 9 - v]));
    assert_eq!(names(0..=9, listed).1, ["table"]);
    assert_eq!(names(0..=999, |cell| relation(cell.row(0), |v| v[0] + v[1] < v[2])).1, ["relation without a table"]);
}

/// That whoever has changed anything has a rule for it.
fn check_rules(engine: &Engine) -> usize {
    let changes = (0..engine.now().at()).map(|at| engine.cause(at));
    let causes = changes.chain(engine.failure().map(|failure| failure.cause));
    let inferred = causes.filter_map(|cause| match cause.author() {
        Author::Propagator(p) => Some((engine.propagator(p), cause.why())),
        _ => None,
    });
    let check = |(propagator, why): (&dyn Propagator, Why)| {
        let rule = propagator.rules().get(why.index());
        assert!(rule.is_some_and(|rule| !rule.phrase().is_empty()), "{propagator:?} has no rule {}", why.index());
    };
    inferred.map(check).count()
}

#[test]
fn every_inference_has_a_rule() {
    let mut dice = Dice::new(9);
    let mut inferences = 0;
    for seed in 0..700 {
        let plan = if seed % 2 == 0 { Plan::Fast } else { Plan::Explain };
        let mut engine = random_model(seed).compile_for(plan, Limits::none()).unwrap().engine();
        while engine.fixpoint(&mut Budget::unlimited()) == End::Fixpoint {
            let open: Vec<VarId> = (0..engine.variables()).map(VarId::new).filter(|&x| engine.size(x) > 1).collect();
            if open.is_empty() {
                break;
            }
            let x = *dice.pick(&open);
            engine.assume(Atom::ne(x, engine.min(x))).unwrap();
        }
        inferences += check_rules(&engine);
    }
    assert!(inferences > 1_000, "{inferences}");
}

#[test]
fn what_comes_late_or_acts_at_the_end_has_its_rules_too() {
    let mut m = Model::new();
    let x = m.vars(3, 0..=999);
    m.post(relation(&x, |v| v[0] + v[1] == v[2]));
    let compiled = m.compile(Limits::none()).unwrap();
    for z in [7, 1_000] {
        let mut engine = compiled.engine();
        engine.assume(Atom::eq(x[0], 4)).unwrap();
        engine.assume(Atom::eq(x[1], 3 + z - 7)).unwrap();
        let end = engine.fixpoint(&mut Budget::unlimited());
        assert_eq!((end == End::Fixpoint, engine.value(x[2])), (z == 7, (z == 7).then_some(7)));
        assert!(check_rules(&engine) > 0);
    }
    // Four variables share four values of a long line, and then five do.
    let mut m = Model::new();
    let cell = m.grid(1, 16, 1..=16);
    m.post(all_different(cell.row(0)));
    let compiled = m.compile(Limits::none()).unwrap();
    for sharing in [4, 5] {
        let few = cell.vars()[..sharing].iter().map(|&x| Atom::at_most(x, 4));
        let mut solver = compiled.solver().assume(few);
        assert_eq!(solver.propagate() == End::Fixpoint, sharing == 4);
        assert_eq!(solver.engine().min(cell[(0, 15)]) == 5, sharing == 4);
        let engine = solver.engine();
        let by_matching = (engine.propagators() - 1..engine.propagators()).map(PropId::new);
        assert!(by_matching.map(|p| engine.propagator(p).name()).eq(["all-different by matching"]));
        assert!(check_rules(engine) > 0);
    }
}

#[test]
fn expressions_are_equal_where_they_read_the_same() {
    let mut m = Model::new();
    let [x, y, z] = [0, 1, 2].map(|_| m.var(0..=9));
    assert_eq!(x + 2 * y - 3, x + 2 * y - 3);
    for other in [x + 2 * y, x + 3 * y - 3, x + 2 * z - 3, x + 2 * y + z - 3] {
        assert_ne!(x + 2 * y - 3, other);
    }
}
