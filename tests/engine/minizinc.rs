//! Models in MiniZinc, as text; `tools/differ` compares what they mean with other solvers.

use gridwright::*;

/// The lines that a model with these variables and one constraint has for it.
fn written(domains: &[(i64, i64)], constraint: impl FnOnce(&[VarId]) -> std::sync::Arc<dyn Constraint>) -> String {
    let mut m = Model::new();
    let x: Vec<VarId> = domains.iter().map(|&(min, max)| m.var(min..=max)).collect();
    m.post_shared(constraint(&x)).label("it", ());
    let text = m.minizinc(&[], &Goal::Satisfy).unwrap();
    let block = text.split("\n\n").nth(2).unwrap();
    block.lines().skip(1).collect::<Vec<_>>().join("\n").trim_end_matches(';').replace("constraint ", "")
}

/// Writes constraints over three variables with the values 0 to 2.
macro_rules! assert_written {
    ($x:ident, $($constraint:expr => $text:expr),* $(,)?) => {$(
        assert_eq!(written(&[(0, 2); 3], |$x| {
            let _ = $x;
            std::sync::Arc::new($constraint)
        }), $text);
    )*};
}

#[test]
fn a_model_is_written_with_its_names_and_givens() {
    let mut m = Model::new();
    let cell = m.grid(2, 2, 1..=3);
    let price = m.named_var("price in €", [-4, 0, 7]);
    let nothing = m.named_var("var", Domain::empty());
    for line in cell.rows().chain(cell.columns()) {
        m.post(all_different(line));
    }
    m.post(sum([cell[(0, 0)], cell[(0, 1)]]).equals(4)).label("cage", (4, "+"));
    m.post(relation([cell[(1, 1)], price], |v| v[0] == v[1] + 5)).label("odd\none", ());
    let goal = Goal::Maximise(2 * price - cell[(0, 0)] + 1);
    insta::assert_snapshot!(m.minizinc(&[Atom::eq(cell[(0, 0)], 3), Atom::at_most(nothing, -1)], &goal).unwrap(), @r#"
    % A model of Gridwright.
    include "alldifferent.mzn";
    include "table.mzn";

    var 1..3: r1c1;
    var 1..3: r1c2;
    var 1..3: r2c1;
    var 1..3: r2c2;
    var {-4,0,7}: price_in__; % price in €
    var 0..0: var_; % var
    constraint false; % var_ has no value

    % row 1
    constraint all_different([r1c1, r1c2]);
    % row 2
    constraint all_different([r2c1, r2c2]);
    % column 1
    constraint all_different([r1c1, r2c1]);
    % column 2
    constraint all_different([r1c2, r2c2]);
    % cage 4+ at r1c1
    constraint r1c1 + r1c2 = 4;
    % odd one at r2c2
    constraint table([r2c2, price_in__], [| 1,-4 |]);
    % assumed
    constraint r1c1 = 3;
    constraint var_ <= -1;

    solve maximize 2 * price_in__ + -1 * r1c1 + 1;

    output ["\(r1c1) \(r1c2)\n"];
    output ["\(r2c1) \(r2c2)\n"];
    output ["price_in__ = \(price_in__)\n"];
    output ["var_ = \(var_)\n"];
    "#);
}

#[test]
fn every_constraint_has_its_words() {
    assert_written!(x,
        all_different(x).with_offsets(&[0, 1, -2]) => "all_different([x0, x1 + 1, x2 + -2])",
        (x[0] - 2 * x[1]).less_than(x[2] + 3) => "x0 + -2 * x1 + -1 * x2 <= 2",
        (2 * x[0] + x[1]).differs_from(3) => "2 * x0 + x1 != 3",
        distinct_sum(x, 3) => "all_different([x0, x1, x2]) /\\ x0 + x1 + x2 = 3",
        consecutive(x) => "all_different([x0, x1, x2]) /\\ max([x0, x1, x2]) - min([x0, x1, x2]) = 2",
        product(&x[..2]).equals(x[2]) => "x0 * x1 = x2",
        abs(x[0]).equals(1) => "abs(x0 - 0) = 1",
        exact_ratio(x[0], x[1]).equals(x[2]) => "(x1 != 0 /\\ x0 = x1 * x2) \\/ (x0 != 0 /\\ x1 = x0 * x2)",
        div_truncated(x[0], x[1]).equals(x[2]) => "x0 div x1 = x2",
        div_truncated(x[0], 0).equals(x[2]) => "false",
        div_floored(x[0], 2).equals(x[2]) => "(0 <= x0 - 2 * x2 /\\ x0 - 2 * x2 < 2) \\/ (2 < x0 - 2 * x2 /\\ x0 - 2 * x2 <= 0)",
        mod_truncated(x[0], x[1]).equals(1) => "x0 mod x1 = 1",
        mod_floored(x[0], x[1]).equals(1) => "(x0 - 1) mod x1 = 0 /\\ ((0 <= 1 /\\ 1 < x1) \\/ (x1 < 1 /\\ 1 <= 0))",
        pow(x[0], x[1]).equals(2) => "table([x0, x1], [| 2,1 |])",
        minimum(x).equals(1) => "min([x0, x1, x2]) = 1",
        maximum(&x[..2]).equals(x[2]) => "max([x0, x1]) = x2",
        count(x, 1).equals(2) => "count([x0, x1, x2], 1) = 2",
        global_cardinality(&x[..2]).value(0, 1..=2).value(2, x[2]).closed() =>
            "(1 <= count([x0, x1], 0) /\\ count([x0, x1], 0) <= 2) /\\ (count([x0, x1], 2) = x2) /\\ (x0 in {0,2}) /\\ (x1 in {0,2})",
        element([7, 8], x[0]).equals(x[1]) => "[7, 8][x0 + 1] = x1",
        element([x[0], x[1]], 1).equals(x[2]) => "x1 = x2",
        element([x[0]], 5).equals(x[2]) => "false",
        table([x[0], x[1]], [[0, 1], [2, 2]]) => "table([x0, x1], [| 0,1 | 2,2 |])",
        table([x[0]], [[0], [1]]) => "x0 in 0..1",
        relation(&x[..2], |v| v[0] > v[1]) => "table([x0, x1], [| 1,0 | 2,0 | 2,1 |])",
        relation(x, |_| true) => "true",
        increasing(x) => "(x0 <= x1) /\\ (x1 <= x2)",
        strictly_increasing(&x[..2]) => "x0 < x1",
        lex_less([x[0], x[1]], [x[2], x[2]]) => "x0 < x2 \\/ (x0 = x2 /\\ (x1 < x2 \\/ (x1 = x2 /\\ (false))))",
        lists_differ([x[0], x[1]], [x[2], x[2]]) => "(x0 != x2) \\/ (x1 != x2)",
        clause([Atom::eq(x[0], 1), Atom::at_least(x[1], 2)]) => "(x0 = 1) \\/ (x1 >= 2)",
        x[0].iff(x[1].equals(2)) => "x0 in 0..1 /\\ (x0 = 1 <-> (x1 = 2))",
        x[0].implies(x[1].equals(2)) => "x0 = 0 \\/ (x0 = 1 /\\ (x1 = 2))",
        any_of([x[0].equals(1)]).or(x[1].less_than(x[2])) => "(x0 = 1) \\/ (x1 + -1 * x2 <= -1)",
        regular(&x[..2], &Automaton::new(0, [1], [(0, 0, 0), (0, 1, 1), (1, 2, 1)])) => "\
            var bool: c1_1 = x0 = 0;\nvar bool: c1_2 = x0 = 1;\nvar bool: c1_3 = (c1_1) /\\ (x1 = 0);\n\
            var bool: c1_4 = ((c1_1) /\\ (x1 = 1)) \\/ ((c1_2) /\\ (x1 = 2));\nc1_4",
        connected(&x[..2], [(0, 1)]) => "\
            var bool: c1_1 = x0 = 1;\nvar bool: c1_2 = x1 = 1;\nvar bool: c1_3 = c1_2 /\\ not c1_1;\n\
            var bool: c1_4 = c1_1 \\/ c1_2;\nvar bool: c1_5 = c1_1 /\\ ((c1_3) \\/ (c1_1));\n\
            var bool: c1_6 = c1_2 /\\ ((c1_1) \\/ (c1_3));\n(c1_1 -> c1_5) /\\ (c1_2 -> c1_6)",
    );
}

#[test]
fn empty_scopes_have_their_words() {
    let none = Vec::<VarId>::new;
    assert_written!(x,
        all_different(none()) => "true",
        sum(none()).equals(1) => "0 = 1",
        distinct_sum(none(), 0) => "true",
        consecutive([x[0]]) => "true",
        product(none()).equals(x[0]) => "1 = x0",
        minimum(none()).equals(x[0]) => "false",
        count(none(), 1).equals(x[0]) => "0 = x0",
        global_cardinality(none()).value(1, 0..=2) => "0 <= 0 /\\ 0 <= 2",
        element(Vec::<i64>::new(), x[0]).equals(x[1]) => "false",
        table::<Vec<i64>>(none(), [vec![]]) => "true",
        table::<Vec<i64>>(none(), []) => "false",
        increasing(none()) => "true",
        lex_at_most(none(), none()) => "true",
        lists_differ(none(), none()) => "false",
        clause([]) => "false",
        any_of::<Clause>([]) => "false",
        regular(none(), &Automaton::new(0, [0], [])) => "true",
        regular(none(), &Automaton::new(0, [1], [])) => "false",
        connected(none(), []) => "true",
    );
}

#[test]
fn a_wide_table_inside_another_constraint_is_written_out() {
    let wide = |x: &[VarId]| table([x[1], x[2], x[2], x[1], x[1], x[1]], [[0, 1, 1, 0, 0, 0]]);
    let text = written(&[(0, 1), (0, 2), (0, 2)], |x| std::sync::Arc::new(x[0].iff(wide(x))));
    assert!(!text.contains("table(") && text.contains("(x1 = 0) /\\ (x2 = 1)"), "{text}");
    assert!(written(&[(0, 1), (0, 2), (0, 2)], |x| std::sync::Arc::new(wide(x))).starts_with("table(["));
}

#[test]
fn what_cannot_be_written_is_refused_by_name() {
    let mut m = Model::new();
    let x = m.vars(2, 0..=999);
    m.post(relation(x, |v| v[0] == v[1])).label("mirror", ());
    let error = m.minizinc(&[], &Goal::Satisfy).unwrap_err().to_string();
    assert_eq!(error, "mirror at x0: its 1000000 combinations are too many for the table that MiniZinc needs");
    let mut m = Model::new();
    let x = m.var(0..=1);
    m.post((x * i64::MAX * 2).equals(0)).label("far", ());
    assert!(m.minizinc(&[], &Goal::Satisfy).unwrap_err().to_string().starts_with("far at x0: "));
}

#[test]
fn no_two_variables_have_one_name() {
    let mut m = Model::new();
    for name in ["a b", "a_b", "a-b", "c1_2", "", "1", "x1", "true"] {
        m.named_var(name, 0..=1);
    }
    let text = m.minizinc(&[], &Goal::Satisfy).unwrap();
    let declared: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("var 0..1: ")?.split(';').next()).collect();
    assert_eq!(declared, ["a_b", "a_b_", "a_b__", "c1_2x", "x", "x1", "x1_", "true_"]);
}

#[test]
fn variables_of_another_model_are_errors() {
    let (mut m, mut other) = (Model::new(), Model::new());
    let x = m.var(1..=4);
    let foreign = [other.var(0..=1), other.var(0..=1)][1];
    let objective = m.minizinc(&[], &Goal::Minimise(x + foreign)).unwrap_err();
    m.post(all_different([x, foreign]));
    let constraint = m.minizinc(&[], &Goal::Satisfy).unwrap_err();
    for error in [objective, constraint] {
        assert!(error.to_string().contains("a variable of another model"), "{error}");
    }
}
