//! A model as the Rust code of a test.

use crate::spec::{Amount, Claim, Comparison, Operator, Rule, Spec, Terms, Value};
use gridwright::Op;
use std::fmt::Write;

/// A test that builds the model and then runs the code of a check.
pub fn test(spec: &Spec, name: &str, check: &str) -> String {
    let mut text = format!("#[test]\nfn {name}() {{\n    let mut m = Model::new();\n");
    for (x, domain) in spec.domains.iter().enumerate() {
        let _ = match domain[..] {
            [] => writeln!(text, "    let x{x} = m.var(Domain::empty());"),
            [first, .., last] if i128::from(last) - i128::from(first) == domain.len() as i128 - 1 => {
                writeln!(text, "    let x{x} = m.var({first}..={last});")
            }
            _ => writeln!(text, "    let x{x} = m.var({domain:?});"),
        };
    }
    for rule in &spec.rules {
        let _ = writeln!(text, "    m.post({});", code(rule));
    }
    for line in check.lines() {
        let _ = writeln!(text, "    {line}");
    }
    text + "}\n"
}

/// Several variables.
pub fn vars(vars: &[usize]) -> String {
    if vars.is_empty() {
        return "Vec::new()".into();
    }
    list(vars.iter().map(|x| format!("x{x}")))
}

/// Several claims.
pub fn claims(claims: &[Claim]) -> String {
    list(claims.iter().map(|claim| {
        let make = match claim.op {
            Op::Eq => "eq",
            Op::Ne => "ne",
            Op::Ge => "at_least",
            Op::Le => "at_most",
        };
        format!("Atom::{make}(x{}, {})", claim.var, claim.value)
    }))
}

/// A sum.
pub fn terms(terms: &Terms) -> String {
    let sum = terms.iter().fold("Expr::from(0)".to_owned(), |text, (c, x)| format!("{text} + {c} * x{x}"));
    format!("({sum})")
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

fn value(value: Value) -> String {
    match value {
        Value::Var(x) => format!("x{x}"),
        Value::Is(value) => value.to_string(),
    }
}

/// The expression that makes a constraint.
fn code(rule: &Rule) -> String {
    match rule {
        Rule::AllDifferent { vars: scope, offsets, consistent } => {
            let offsets = offsets.as_ref().map_or(String::new(), |offsets| format!(".with_offsets(&{offsets:?})"));
            let consistent = if *consistent { ".domain_consistent()" } else { "" };
            format!("all_different({}){offsets}{consistent}", vars(scope))
        }
        Rule::Count { vars: scope, value: of, number } => {
            format!("count({}, {of}).equals({})", vars(scope), value(*number))
        }
        Rule::Element { array, index, result } => {
            let array = list(array.iter().map(|&entry| format!("Term::from({})", value(entry))));
            format!("element::<Term>({array}, {}).equals({})", value(*index), value(*result))
        }
        Rule::Relation { vars: scope, factor, target } => format!(
            "relation({}, |v| v.iter().map(|v| v.rem_euclid(5) * {factor}).sum::<i64>() >= {target})",
            vars(scope)
        ),
        Rule::Table { vars: scope, tuples } => {
            format!("table::<Vec<i64>>({}, {})", vars(scope), list(tuples.iter().map(|tuple| format!("vec!{tuple:?}"))))
        }
        Rule::DistinctSum { vars: scope, total } => format!("distinct_sum({}, {total})", vars(scope)),
        Rule::Consecutive { vars: scope } => format!("consecutive({})", vars(scope)),
        Rule::Linear { terms: left, comparison, right } => {
            let method = match comparison {
                Comparison::Equals => "equals",
                Comparison::DiffersFrom => "differs_from",
                Comparison::AtMost => "at_most",
                Comparison::AtLeast => "at_least",
                Comparison::LessThan => "less_than",
                Comparison::GreaterThan => "greater_than",
            };
            format!("{}.{method}({})", terms(left), value(*right))
        }
        Rule::Product { vars: scope, result } => format!("product({}).equals({})", vars(scope), value(*result)),
        Rule::Operation { operator: Operator::Abs, x, result, .. } => {
            format!("abs({}).equals({})", value(*x), value(*result))
        }
        Rule::Operation { operator, x, y, result } => {
            let name = match operator {
                Operator::Abs => "abs",
                Operator::Difference => "absolute_difference",
                Operator::Ratio => "exact_ratio",
                Operator::DivTruncated => "div_truncated",
                Operator::DivFloored => "div_floored",
                Operator::ModTruncated => "mod_truncated",
                Operator::ModFloored => "mod_floored",
                Operator::Power => "pow",
            };
            format!("{name}({}, {}).equals({})", value(*x), value(*y), value(*result))
        }
        Rule::Extremum { largest, vars: scope, result } => {
            let name = if *largest { "maximum" } else { "minimum" };
            format!("{name}({}).equals({})", vars(scope), value(*result))
        }
        Rule::Cardinality { vars: scope, amounts, closed } => {
            let amounts = amounts.iter().map(|(value, amount)| match amount {
                Amount::Var(x) => format!(".value({value}, x{x})"),
                Amount::Is(number) => format!(".value({value}, {number})"),
                Amount::Between(low, high) => format!(".value({value}, {low}..={high})"),
            });
            let closed = if *closed { ".closed()" } else { "" };
            format!("global_cardinality({}){}{closed}", vars(scope), amounts.collect::<String>())
        }
        Rule::Regular { vars: scope, start, accepting, arcs } => {
            format!("regular({}, &Automaton::new({start}, {accepting:?}, {arcs:?}))", vars(scope))
        }
        Rule::Increasing { vars: scope, strictly } => {
            format!("{}increasing({})", if *strictly { "strictly_" } else { "" }, vars(scope))
        }
        Rule::Lex { left, right, strictly } => {
            format!("lex_{}({}, {})", if *strictly { "less" } else { "at_most" }, vars(left), vars(right))
        }
        Rule::ListsDiffer { left, right } => format!("lists_differ({}, {})", vars(left), vars(right)),
        Rule::Clause(literals) => format!("clause({})", claims(literals)),
        Rule::Connected { vars: scope, edges, active } => {
            format!("connected({}, {edges:?}).of({active:?})", vars(scope))
        }
        Rule::Reified { truth, exactly, rule } => {
            format!("x{truth}.{}({})", if *exactly { "iff" } else { "implies" }, code(rule))
        }
        Rule::AnyOf(rules) => {
            rules.iter().fold("any_of::<Linear>([])".into(), |text, rule| format!("{text}.or({})", code(rule)))
        }
    }
}
