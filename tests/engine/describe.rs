//! Descriptions of compiled models: what the page says, and that its numbers are those of the model.

use gridwright::testing::random_model;
use gridwright::*;

macro_rules! assert_snapshot {
    ($name:expr, $value:expr) => {
        insta::with_settings!({
            snapshot_path => concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots"),
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, { insta::assert_snapshot!($name, $value) })
    };
}

/// A KenKen of order 4 with cages of one to four cells.
fn kenken(plan: Plan) -> Compiled {
    let mut m = Model::new();
    let cell = m.grid(4, 4, 1..=4);
    for line in cell.rows().chain(cell.columns()) {
        m.post(all_different(line));
    }
    let at = |cells: &[(usize, usize)]| cells.iter().map(|&place| cell[place]).collect::<Vec<_>>();
    m.post(sum(at(&[(0, 0), (0, 1), (1, 0), (1, 1)])).equals(11)).label("cage", (11, "+"));
    m.post(exact_ratio(cell[(0, 2)], cell[(0, 3)]).equals(2)).label("cage", (2, "/"));
    m.post(product(at(&[(1, 2), (1, 3), (2, 3)])).equals(6)).label("cage", (6, "*"));
    m.post(absolute_difference(cell[(2, 0)], cell[(3, 0)]).equals(1)).label("cage", (1, "-"));
    m.post(sum(at(&[(2, 1), (2, 2)])).equals(5)).label("cage", (5, "+"));
    m.post(sum(at(&[(3, 1), (3, 2)])).equals(6)).label("cage", (6, "+"));
    m.post(cell[(3, 3)].equals(2)).label("cage", (2, ""));
    m.compile_for(plan, Limits::none()).unwrap()
}

fn send_more() -> Compiled {
    let mut m = Model::new();
    let letters = ["S", "E", "N", "D", "M", "O", "R", "Y"].map(|name| m.named_var(name, 0..=9));
    let [s, e, n, d, mm, o, r, y] = letters;
    let number = |digits: &[_]| digits.iter().fold(Expr::from(0), |number, &digit| 10 * number + digit);
    m.post(all_different(letters));
    m.post((number(&[s, e, n, d]) + number(&[mm, o, r, e])).equals(number(&[mm, o, n, e, y]))).label("sum", ());
    for first in [s, mm] {
        m.post(first.differs_from(0));
    }
    m.compile(Limits::none()).unwrap()
}

/// Lines of ten with cages that leave an innie, a closure that no table holds, a long list of tuples, and no label.
fn mixed() -> Compiled {
    let mut m = Model::new();
    let cell = m.grid(1, 10, 1..=10);
    let wide = m.vars(3, 0..=999);
    let odd = m.named_var("odd", vec![1, 3, 4, 5, 9]);
    m.post(all_different(cell.row(0)));
    m.post(distinct_sum(&cell.vars()[..5], 20)).label("cage", 20);
    m.post(sum(&cell.vars()[5..9]).equals(28)).label("cage", 28);
    m.post(relation(&wide, |v| v[0] < v[1] + v[2]));
    m.post(table([odd, wide[0]], (1..200).map(|v| [v % 10, v]))).label("list", ());
    m.post(table([odd, wide[1]], (1..200).map(|v| [v % 10, v])));
    m.post(odd.differs_from(wide[2]));
    m.post(all_different([odd]));
    m.compile(Limits::none()).unwrap()
}

/// Lines that only all-differents touch, so that one propagator serves them all.
fn squares() -> Compiled {
    let mut m = Model::new();
    let cell = m.grid(9, 9, 1..=9);
    for line in cell.rows().chain(cell.columns()) {
        m.post(all_different(line));
    }
    m.compile(Limits::none()).unwrap()
}

#[test]
fn a_description_is_a_short_page() {
    assert_snapshot!("describe-kenken", kenken(Plan::Fast).describe().to_string());
    assert_snapshot!("describe-kenken-explained", kenken(Plan::Explain).describe().to_string());
    assert_snapshot!("describe-send-more", send_more().describe().to_string());
    assert_snapshot!("describe-mixed", mixed().describe().to_string());
    assert_snapshot!("describe-squares", squares().describe().to_string());
    assert_snapshot!("describe-nothing", Model::new().compile(Limits::none()).unwrap().describe().to_string());
}

#[test]
fn a_table_has_as_many_tuples_as_assignments_fit() {
    let description = kenken(Plan::Fast).describe();
    let tuples = |name: &str| {
        let entry = description.constraints.iter().find(|entry| entry.name == name).unwrap();
        let table = entry.propagators.iter().find_map(|&p| description.propagators[p].table);
        table.map(|table| table.tuples)
    };
    // Rows and columns that hold two cells of a cage keep these apart.
    let numbers = || (1..=4).flat_map(|a| (1..=4).map(move |b| (a, b)));
    let pairs = |fits: fn(i64, i64) -> bool| numbers().filter(|&(a, b)| a != b && fits(a, b)).count();
    assert_eq!(tuples("cage 2/ at r1c3"), Some(pairs(|a, b| a == 2 * b || b == 2 * a)));
    assert_eq!(tuples("cage 1- at r3c1"), Some(pairs(|a, b| (a - b).abs() == 1)));
    assert_eq!(tuples("cage 5+ at r3c2"), Some(pairs(|a, b| a + b == 5)));
    let square =
        |&((a, b), (c, d)): &((i64, i64), (i64, i64))| a + b + c + d == 11 && a != b && c != d && a != c && b != d;
    let squares = numbers().flat_map(|top| numbers().map(move |below| (top, below))).filter(square).count();
    assert_eq!(tuples("cage 11+ at r1c1"), Some(squares));
}

#[test]
fn every_propagator_stands_where_it_belongs() {
    for seed in 0..300 {
        let model = random_model(seed);
        for plan in [Plan::Fast, Plan::Explain] {
            let compiled = model.compile_for(plan, Limits::none()).unwrap();
            let (description, engine) = (compiled.describe(), compiled.engine());
            let count = |lists: Vec<usize>| {
                description.propagators.len() == engine.propagators() && lists.len() == description.constraints.len()
            };
            assert!(count(description.constraints.iter().map(|entry| entry.arity).collect()));
            assert_eq!(
                description.variables.iter().map(|group| group.names.len()).sum::<usize>(),
                compiled.variables()
            );
            assert_eq!(compiled.variables() + description.constants, engine.variables());
            for (p, entry) in description.propagators.iter().enumerate() {
                let parents: Vec<ConstraintId> = engine.parents(PropId::new(p)).collect();
                assert_eq!(entry.constraints, parents);
                let derived = description.derived.iter().any(|derived| derived.propagators.contains(&p));
                for (c, constraint) in description.constraints.iter().enumerate() {
                    let acts = parents.contains(&ConstraintId::new(c)) && !derived;
                    assert_eq!(constraint.propagators.contains(&p), acts, "{description}");
                }
            }
        }
    }
}

#[test]
fn names_stand_for_variables_in_texts() {
    let mut m = Model::new();
    let x = m.named_var("alpha", 0..=1);
    let y = m.named_var("x0", 0..=1);
    m.post((x + 2 * y).at_most(2));
    let description = m.compile(Limits::none()).unwrap().describe();
    assert_eq!(description.constraints[0].text, "alpha + 2*x0 <= 2");
    assert_eq!(description.constraints[0].kind, "constraint");
}
