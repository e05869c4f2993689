//! The tool finds what is wrong, makes it small, and finds nothing wrong with the engine.

use crate::compare::compare;
use crate::spec::{Rule, Spec};
use crate::{generate, meaning, print, shrink, small};

fn spec(domains: Vec<Vec<i64>>, rules: Vec<Rule>) -> Spec {
    Spec { domains, rules, claims: Vec::new(), project: Vec::new(), objective: Vec::new(), seed: 0 }
}

#[test]
fn small_models_have_the_answers_of_brute_force() {
    let report = small::run(1, 2_000, 2, 1);
    assert!(report.failures.is_empty(), "{report}");
    assert_eq!(report.models, 2_000);
    assert!(report.refused < 200 && report.unsolvable < 1_600 && report.solutions > 20_000, "{report}");
}

#[test]
fn a_lost_solution_and_a_wrong_one_are_found() {
    let spec = spec(vec![vec![1, 2], vec![1, 2]], vec![Rule::Increasing { vars: vec![0, 1], strictly: false }]);
    let truth = meaning::solutions(&spec);
    assert_eq!(truth.len(), 3);
    assert!(compare(&spec, &truth).is_ok());
    let mut more = truth.clone();
    more.insert(vec![2, 1]);
    assert!(compare(&spec, &more).unwrap_err().what.contains("lost Some([2, 1])"));
    let mut fewer = truth;
    fewer.remove(&vec![1, 2]);
    assert!(compare(&spec, &fewer).unwrap_err().what.contains("wrong Some([1, 2])"));
}

#[test]
fn what_fails_is_made_small() {
    let has_sum = |spec: &Spec| {
        spec.rules.iter().any(|rule| matches!(rule, Rule::DistinctSum { vars, total } if vars.len() > 1 && *total > 2))
    };
    let large = (1..).map(|seed| generate::random(seed, generate::Size::Small)).find(|spec| has_sum(spec)).unwrap();
    let smallest = shrink::shrink(large, has_sum);
    assert_eq!(smallest.rules.len(), 1);
    let Rule::DistinctSum { vars, total: 3 } = &smallest.rules[0] else { panic!("{smallest:?}") };
    assert_eq!(vars.len(), 2);
    assert!(smallest.claims.is_empty() && smallest.domains.len() <= 2 && smallest.domains.iter().all(Vec::is_empty));
}

#[test]
fn a_model_is_printed_as_a_test() {
    let spec = spec(
        vec![vec![1, 2, 3], vec![-1, 4]],
        vec![Rule::Product { vars: vec![0, 1], result: crate::spec::Value::Is(4) }],
    );
    let test = print::test(&spec, "small", "let found = 1;");
    let expected = "#[test]\nfn small() {\n    let mut m = Model::new();\n    let x0 = m.var(1..=3);\n    \
                    let x1 = m.var([-1, 4]);\n    m.post(product([x0, x1]).equals(4));\n    let found = 1;\n}\n";
    assert_eq!(test, expected);
}
