//! Makes a failing model as small as it can be.

use crate::spec::{Amount, Comparison, Rule, Spec, Value};

/// The smallest model that can be reached by leaving things out, one at a time, as long as it still fails.
pub fn shrink(mut spec: Spec, fails: impl Fn(&Spec) -> bool) -> Spec {
    while let Some(smaller) = smaller(&spec).into_iter().find(|smaller| fails(smaller)) {
        spec = smaller;
    }
    spec
}

/// Models with one thing less, the boldest first.
fn smaller(spec: &Spec) -> Vec<Spec> {
    let mut all = Vec::new();
    let mut with = |change: &dyn Fn(&mut Spec)| {
        let mut smaller = spec.clone();
        change(&mut smaller);
        all.push(smaller);
    };
    for i in 0..spec.rules.len() {
        with(&|spec| drop(spec.rules.remove(i)));
    }
    for x in (0..spec.domains.len()).filter(|&x| !is_named(spec, x)) {
        with(&|spec| remove_var(spec, x));
    }
    for i in 0..spec.claims.len() {
        with(&|spec| _ = spec.claims.remove(i));
    }
    for i in 0..spec.project.len() {
        with(&|spec| _ = spec.project.remove(i));
    }
    for i in 0..spec.objective.len() {
        with(&|spec| _ = spec.objective.remove(i));
    }
    for (x, domain) in spec.domains.iter().enumerate() {
        for i in 0..domain.len() {
            with(&|spec| _ = spec.domains[x].remove(i));
        }
        for (i, &value) in domain.iter().enumerate() {
            for nearer in [0, value / 2, value - value.signum()] {
                if nearer != value && !domain.contains(&nearer) {
                    with(&|spec| {
                        spec.domains[x][i] = nearer;
                        spec.domains[x].sort_unstable();
                    });
                }
            }
        }
    }
    for (i, rule) in spec.rules.iter().enumerate() {
        for smaller in smaller_rules(rule) {
            with(&|spec| spec.rules[i] = smaller.clone());
        }
    }
    all
}

fn is_named(spec: &Spec, x: usize) -> bool {
    let mut named = false;
    spec.clone().each_var(&mut |y| named |= *y == x);
    named
}

fn remove_var(spec: &mut Spec, x: usize) {
    spec.domains.remove(x);
    spec.each_var(&mut |y| *y -= usize::from(*y > x));
}

/// Lists with one member less.
fn shorter<T: Clone>(list: &[T]) -> Vec<Vec<T>> {
    (0..list.len())
        .map(|i| {
            let mut list = list.to_vec();
            list.remove(i);
            list
        })
        .collect()
}

/// Simpler constraints in the place of one.
fn smaller_rules(rule: &Rule) -> Vec<Rule> {
    let mut all: Vec<Rule> = Vec::new();
    let mut with = |change: &dyn Fn(&mut Rule)| {
        let mut smaller = rule.clone();
        change(&mut smaller);
        if smaller != *rule {
            all.push(smaller);
        }
    };
    match rule {
        Rule::AllDifferent { vars, .. } => {
            with(&|rule| {
                if let Rule::AllDifferent { offsets, .. } = rule {
                    *offsets = None;
                }
            });
            with(&|rule| {
                if let Rule::AllDifferent { consistent, .. } = rule {
                    *consistent = false;
                }
            });
            for i in 0..vars.len() {
                with(&|rule| {
                    if let Rule::AllDifferent { vars, offsets, .. } = rule {
                        vars.remove(i);
                        if let Some(offsets) = offsets {
                            offsets.remove(i);
                        }
                    }
                });
            }
        }
        Rule::Table { vars, tuples } => {
            for shorter in shorter(tuples) {
                all.push(Rule::Table { vars: vars.clone(), tuples: shorter });
            }
            for i in 0..vars.len() {
                let mut smaller = (vars.clone(), tuples.clone());
                smaller.0.remove(i);
                smaller.1.iter_mut().for_each(|tuple| _ = tuple.remove(i));
                all.push(Rule::Table { vars: smaller.0, tuples: smaller.1 });
            }
        }
        Rule::Linear { terms, comparison, right } => {
            for terms in shorter(terms) {
                all.push(Rule::Linear { terms, comparison: *comparison, right: *right });
            }
            for (i, &(coefficient, _)) in terms.iter().enumerate() {
                for nearer in [1, coefficient - coefficient.signum()] {
                    let mut terms = terms.clone();
                    if coefficient.abs() > 1 && nearer != coefficient {
                        terms[i].0 = nearer;
                        all.push(Rule::Linear { terms, comparison: *comparison, right: *right });
                    }
                }
            }
            if !matches!(comparison, Comparison::Equals | Comparison::AtMost) {
                all.push(Rule::Linear { terms: terms.clone(), comparison: Comparison::AtMost, right: *right });
            }
        }
        Rule::Element { array, index, result } => {
            for array in shorter(array) {
                all.push(Rule::Element { array, index: *index, result: *result });
            }
        }
        Rule::Cardinality { vars, amounts, closed } => {
            for amounts in shorter(amounts) {
                all.push(Rule::Cardinality { vars: vars.clone(), amounts, closed: *closed });
            }
            if *closed {
                all.push(Rule::Cardinality { vars: vars.clone(), amounts: amounts.clone(), closed: false });
            }
            for (i, (_, amount)) in amounts.iter().enumerate() {
                if *amount != Amount::Is(0) {
                    let mut amounts = amounts.clone();
                    amounts[i].1 = Amount::Is(0);
                    all.push(Rule::Cardinality { vars: vars.clone(), amounts, closed: *closed });
                }
            }
        }
        Rule::Regular { vars, start, accepting, arcs } => {
            for arcs in shorter(arcs) {
                all.push(Rule::Regular { vars: vars.clone(), start: *start, accepting: accepting.clone(), arcs });
            }
            for accepting in shorter(accepting) {
                all.push(Rule::Regular { vars: vars.clone(), start: *start, accepting, arcs: arcs.clone() });
            }
        }
        Rule::Connected { vars, edges, active } => {
            for edges in shorter(edges) {
                all.push(Rule::Connected { vars: vars.clone(), edges, active: active.clone() });
            }
            for active in shorter(active) {
                all.push(Rule::Connected { vars: vars.clone(), edges: edges.clone(), active });
            }
            // A node without edges leaves at the end of the list.
            let last = vars.len().wrapping_sub(1);
            if !vars.is_empty() && edges.iter().all(|&(a, b)| a != last && b != last) {
                let (edges, active) = (edges.clone(), active.clone());
                all.push(Rule::Connected { vars: vars[..last].to_vec(), edges, active });
            }
        }
        Rule::Lex { left, right, strictly } => {
            for left in shorter(left) {
                all.push(Rule::Lex { left, right: right.clone(), strictly: *strictly });
            }
            for right in shorter(right) {
                all.push(Rule::Lex { left: left.clone(), right, strictly: *strictly });
            }
        }
        Rule::ListsDiffer { left, right } => {
            all.extend(shorter(left).into_iter().map(|left| Rule::ListsDiffer { left, right: right.clone() }));
            all.extend(shorter(right).into_iter().map(|right| Rule::ListsDiffer { left: left.clone(), right }));
        }
        Rule::Clause(claims) => all.extend(shorter(claims).into_iter().map(Rule::Clause)),
        Rule::Reified { truth, exactly, rule } => {
            all.push((**rule).clone());
            let inner = smaller_rules(rule).into_iter();
            all.extend(inner.map(|rule| Rule::Reified { truth: *truth, exactly: *exactly, rule: Box::new(rule) }));
        }
        Rule::AnyOf(rules) => {
            all.extend(rules.iter().cloned());
            all.extend(shorter(rules).into_iter().map(Rule::AnyOf));
            for (i, rule) in rules.iter().enumerate() {
                all.extend(smaller_rules(rule).into_iter().map(|smaller| {
                    let mut rules = rules.clone();
                    rules[i] = smaller;
                    Rule::AnyOf(rules)
                }));
            }
        }
        Rule::Count { .. }
        | Rule::Relation { .. }
        | Rule::DistinctSum { .. }
        | Rule::Consecutive { .. }
        | Rule::Product { .. }
        | Rule::Extremum { .. }
        | Rule::Increasing { .. }
        | Rule::Operation { .. } => {}
    }
    let removable = scope(&mut rule.clone()).map_or(0, |vars| vars.len());
    for i in 0..removable {
        let mut smaller = rule.clone();
        let _ = scope(&mut smaller).map(|vars| vars.remove(i));
        all.push(smaller);
    }
    all.extend(with_nearer_constants(rule));
    all
}

/// The list of variables of a constraint that may lose any of them.
fn scope(rule: &mut Rule) -> Option<&mut Vec<usize>> {
    match rule {
        Rule::Count { vars, .. }
        | Rule::Relation { vars, .. }
        | Rule::DistinctSum { vars, .. }
        | Rule::Consecutive { vars }
        | Rule::Product { vars, .. }
        | Rule::Extremum { vars, .. }
        | Rule::Cardinality { vars, .. }
        | Rule::Regular { vars, .. }
        | Rule::Increasing { vars, .. } => Some(vars),
        _ => None,
    }
}

/// The constraint with a constant nearer to 0.
fn with_nearer_constants(rule: &Rule) -> Vec<Rule> {
    let mut all = Vec::new();
    let mut count = 0;
    each_constant(&mut rule.clone(), &mut |_| count += 1);
    for i in 0..count {
        for choice in 0..2 {
            let (mut smaller, mut at) = (rule.clone(), 0);
            each_constant(&mut smaller, &mut |value| {
                if at == i {
                    *value = if choice == 0 { 0 } else { *value - value.signum() };
                }
                at += 1;
            });
            if smaller != *rule {
                all.push(smaller);
            }
        }
    }
    all
}

fn each_constant(rule: &mut Rule, change: &mut dyn FnMut(&mut i64)) {
    let values: Vec<&mut Value> = match rule {
        Rule::Count { value, number, .. } => {
            change(value);
            vec![number]
        }
        Rule::Element { array, index, result } => array.iter_mut().chain([index, result]).collect(),
        Rule::DistinctSum { total, .. } => {
            change(total);
            Vec::new()
        }
        Rule::Linear { right: result, .. } | Rule::Product { result, .. } | Rule::Extremum { result, .. } => {
            vec![result]
        }
        Rule::Operation { x, y, result, .. } => vec![x, y, result],
        Rule::Clause(claims) => {
            claims.iter_mut().for_each(|claim| change(&mut claim.value));
            Vec::new()
        }
        _ => Vec::new(),
    };
    for value in values {
        if let Value::Is(value) = value {
            change(value);
        }
    }
}
