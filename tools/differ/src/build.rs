//! From plain data to a model of the engine.

use crate::meaning::related;
use crate::spec::{Amount, Claim, Comparison, Operator, Rule, Spec, Terms, Value};
use gridwright::{
    Atom, Automaton, Constraint, Expr, Model, Term, VarId, abs, absolute_difference, all_different, any_of, clause,
    connected, consecutive, count, distinct_sum, div_floored, div_truncated, element, exact_ratio, global_cardinality,
    increasing, lex_at_most, lex_less, lists_differ, maximum, minimum, mod_floored, mod_truncated, pow, product,
    regular, relation, strictly_increasing, table,
};
use std::sync::Arc;

/// The model.
pub fn model(spec: &Spec) -> Model {
    let mut model = Model::new();
    for domain in &spec.domains {
        model.var(domain.clone());
    }
    for rule in &spec.rules {
        model.post_shared(rule.constraint());
    }
    model
}

/// Several variables.
pub fn vars(vars: &[usize]) -> Vec<VarId> {
    vars.iter().map(|&x| VarId::new(x)).collect()
}

/// A sum.
pub fn expr(terms: &Terms) -> Expr {
    terms.iter().map(|&(coefficient, x)| coefficient * VarId::new(x)).sum()
}

impl Claim {
    /// The claim as the engine knows it.
    pub fn atom(&self) -> Atom {
        Atom { var: VarId::new(self.var), op: self.op, value: self.value }
    }
}

impl From<Value> for Term {
    fn from(value: Value) -> Self {
        match value {
            Value::Var(x) => VarId::new(x).into(),
            Value::Is(value) => value.into(),
        }
    }
}

impl Rule {
    /// The constraint.
    pub fn constraint(&self) -> Arc<dyn Constraint> {
        match self {
            Self::AllDifferent { vars: scope, offsets, consistent } => {
                let mut rule = all_different(vars(scope));
                if let Some(offsets) = offsets {
                    rule = rule.with_offsets(offsets);
                }
                Arc::new(if *consistent { rule.domain_consistent() } else { rule })
            }
            Self::Count { vars: scope, value, number } => Arc::new(count(vars(scope), *value).equals(*number)),
            Self::Element { array, index, result } => {
                Arc::new(element(array.iter().map(|&entry| Term::from(entry)), *index).equals(*result))
            }
            &Self::Relation { vars: ref scope, factor, target } => {
                Arc::new(relation(vars(scope), move |values| related(values, factor, target)))
            }
            Self::Table { vars: scope, tuples } => Arc::new(table(vars(scope), tuples.clone())),
            Self::DistinctSum { vars: scope, total } => Arc::new(distinct_sum(vars(scope), *total)),
            Self::Consecutive { vars: scope } => Arc::new(consecutive(vars(scope))),
            Self::Linear { terms, comparison, right } => {
                let (left, right) = (expr(terms), Term::from(*right));
                Arc::new(match comparison {
                    Comparison::Equals => left.equals(right),
                    Comparison::DiffersFrom => left.differs_from(right),
                    Comparison::AtMost => left.at_most(right),
                    Comparison::AtLeast => left.at_least(right),
                    Comparison::LessThan => left.less_than(right),
                    Comparison::GreaterThan => left.greater_than(right),
                })
            }
            Self::Product { vars: scope, result } => Arc::new(product(vars(scope)).equals(*result)),
            &Self::Operation { operator, x, y, result } => {
                let operation = match operator {
                    Operator::Abs => abs(x),
                    Operator::Difference => absolute_difference(x, y),
                    Operator::Ratio => exact_ratio(x, y),
                    Operator::DivTruncated => div_truncated(x, y),
                    Operator::DivFloored => div_floored(x, y),
                    Operator::ModTruncated => mod_truncated(x, y),
                    Operator::ModFloored => mod_floored(x, y),
                    Operator::Power => pow(x, y),
                };
                Arc::new(operation.equals(result))
            }
            Self::Extremum { largest, vars: scope, result } => {
                let extremum = if *largest { maximum(vars(scope)) } else { minimum(vars(scope)) };
                Arc::new(extremum.equals(*result))
            }
            Self::Cardinality { vars: scope, amounts, closed } => {
                let mut rule = global_cardinality(vars(scope));
                for &(value, amount) in amounts {
                    rule = match amount {
                        Amount::Var(x) => rule.value(value, VarId::new(x)),
                        Amount::Is(number) => rule.value(value, number),
                        Amount::Between(low, high) => rule.value(value, low..=high),
                    };
                }
                Arc::new(if *closed { rule.closed() } else { rule })
            }
            Self::Regular { vars: scope, start, accepting, arcs } => {
                let automaton = Automaton::new(*start, accepting.iter().copied(), arcs.iter().copied());
                Arc::new(regular(vars(scope), &automaton))
            }
            Self::Increasing { vars: scope, strictly: false } => Arc::new(increasing(vars(scope))),
            Self::Increasing { vars: scope, strictly: true } => Arc::new(strictly_increasing(vars(scope))),
            Self::Lex { left, right, strictly: false } => Arc::new(lex_at_most(vars(left), vars(right))),
            Self::Lex { left, right, strictly: true } => Arc::new(lex_less(vars(left), vars(right))),
            Self::ListsDiffer { left, right } => Arc::new(lists_differ(vars(left), vars(right))),
            Self::Clause(claims) => Arc::new(clause(claims.iter().map(Claim::atom).collect::<Vec<_>>())),
            Self::Connected { vars: scope, edges, active } => {
                Arc::new(connected(vars(scope), edges.iter().copied()).of(active.clone()))
            }
            Self::Reified { truth, exactly: true, rule } => Arc::new(VarId::new(*truth).iff(rule.constraint())),
            Self::Reified { truth, exactly: false, rule } => Arc::new(VarId::new(*truth).implies(rule.constraint())),
            Self::AnyOf(rules) => Arc::new(any_of(rules.iter().map(Self::constraint))),
        }
    }
}
