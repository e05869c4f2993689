//! Models made of random calls of everything that is public: numbers of any size, repeated and foreign variables, empty
//! scopes, constraints within constraints. Whatever comes is compiled and asked under limits.

use std::sync::Arc;
use std::time::Duration;

use arbitrary::{Arbitrary, Result, Unstructured};
use gridwright::{
    Atom, Automaton, Compiled, Constraint, Domain, Error, Expr, Limit, Limits, Model, Plan, Term, ValueOrder, VarId,
    abs, absolute_difference, all_different, any_of, clause, connected, consecutive, count, distinct_sum, div_floored,
    div_truncated, dom_wdeg, element, exact_ratio, first_fail, fullest, geometric, global_cardinality, increasing,
    input_order, lex_at_most, lex_less, lists_differ, luby, maximum, minimum, mod_floored, mod_truncated, pow, product,
    random_order, regular, relation, strictly_increasing, sum, table, weighted_sum,
};

use crate::watch::{self, Watch};

/// Numbers at which arithmetic breaks.
const EDGES: [i64; 24] = [
    i64::MIN,
    i64::MIN + 1,
    i64::MIN / 2,
    i64::MIN / 2 - 1,
    -(1 << 32),
    -(1 << 31) - 1,
    -65_537,
    -65_536,
    -65,
    -64,
    -1,
    0,
    1,
    63,
    64,
    65,
    65_535,
    65_536,
    3_037_000_499,
    3_037_000_500,
    1 << 32,
    i64::MAX / 2,
    i64::MAX - 1,
    i64::MAX,
];

/// A model from bytes, and what is asked about it.
pub fn any_model(input: &[u8]) -> Result<()> {
    let bytes = &mut Unstructured::new(input);
    let mut model = Model::new();
    let mut maker = Maker { vars: Vec::new(), depth: 0 };
    for _ in 0..bytes.int_in_range(0..=8)? {
        let domain = domain(bytes)?;
        match bytes.int_in_range(0..=9)? {
            0 => maker.vars.extend(model.grid(bytes.int_in_range(0..=3)?, bytes.int_in_range(0..=3)?, domain).vars()),
            1 => maker.vars.push(model.named_var(String::arbitrary(bytes)?, domain)),
            _ => maker.vars.push(model.var(domain)),
        }
    }
    for _ in 0..bytes.int_in_range(0..=6)? {
        let constraint = maker.constraint(bytes)?;
        let posted = model.post_shared(constraint);
        if bytes.ratio(1, 8)? {
            posted.label("part", number(bytes)?);
        }
    }
    let plan = if bool::arbitrary(bytes)? { Plan::Fast } else { Plan::Explain };
    let limits = limits(bytes)?;
    let watch = Watch::start();
    let compiled = model.compile_for(plan, limits.clone());
    watch.stop("compilation");
    match compiled {
        Ok(compiled) => ask(&maker, &compiled, limits, bytes),
        Err(error) => {
            assert!(!error.to_string().is_empty() && !matches!(error, Error::Bug { .. }), "{error}");
            Ok(())
        }
    }
}

fn limits(bytes: &mut Unstructured<'_>) -> Result<Limits> {
    let limits = watch::limits(bytes.int_in_range(0..=300)?);
    Ok(match bytes.int_in_range(0..=5)? {
        0 => limits.and(Limit::memory(bytes.int_in_range(0..=100_000)?)),
        1 => limits.and(Limit::failures(bytes.int_in_range(0..=20)?)),
        2 => limits.and(Limit::Interrupt),
        3 => limits.and(Limit::time(Duration::ZERO)),
        _ => limits.and(Limit::memory(1 << 26)),
    })
}

/// Asks questions; every answer keeps the rules, whoever gave it.
fn ask(maker: &Maker, compiled: &Compiled, limits: Limits, bytes: &mut Unstructured<'_>) -> Result<()> {
    let own: Vec<VarId> = (0..compiled.variables()).map(VarId::new).collect();
    let mut solver = compiled.solver().limits(limits.clone());
    solver = match bytes.int_in_range(0..=5)? {
        0 => solver.branch(first_fail()),
        1 => solver.branch(input_order().values(ValueOrder::Maximum)),
        2 => solver.branch(fullest()),
        3 => solver.branch(random_order(u64::arbitrary(bytes)?)),
        _ => solver.branch(dom_wdeg()),
    };
    solver = match bytes.int_in_range(0..=3)? {
        0 => solver.restart(luby(bytes.int_in_range(0..=3)?)),
        1 => solver.restart(geometric(bytes.int_in_range(0..=3)?, f64::arbitrary(bytes)?)),
        _ => solver,
    };
    if !own.is_empty() {
        for _ in 0..bytes.int_in_range(0..=2)? {
            let x = *bytes.choose(&own)?;
            solver.assume_also([claim(x, bytes)?]);
        }
        if bytes.ratio(1, 4)? {
            solver = solver.project([*bytes.choose(&own)?]);
        }
    }
    for _ in 0..bytes.int_in_range(1..=3)? {
        let watch = Watch::start();
        let asked = bytes.int_in_range(0..=8)?;
        let answer = match asked {
            0 => solver.first().map(drop),
            1 => solver.count(20).map(drop),
            2 => solver.candidates().map(drop),
            3 => solver.clash().map(drop),
            4 => solver.solutions().take(5).try_for_each(|solution| solution.map(drop)),
            5 => solver.minimise(maker.expr(bytes)?).map(drop),
            6 => solver.maximise(maker.expr(bytes)?).map(drop),
            7 => {
                let _ = compiled.warnings(limits.clone());
                let _ = compiled.describe().to_string();
                let _ = solver.propagate();
                Ok(())
            }
            _ => solver.unique().map(drop),
        };
        assert!(!matches!(answer, Err(Error::Bug { .. })), "{answer:?}");
        watch.stop(&format!("question {asked}"));
    }
    Ok(())
}

fn number(bytes: &mut Unstructured<'_>) -> Result<i64> {
    Ok(match bytes.int_in_range(0..=9)? {
        0 => *bytes.choose(&EDGES)?,
        1 => bytes.choose(&EDGES)?.wrapping_add(bytes.int_in_range(-2..=2)?),
        2 => bytes.int_in_range(-100..=100)?,
        3 if bytes.ratio(1, 4)? => i64::arbitrary(bytes)?,
        _ => bytes.int_in_range(-3..=5)?,
    })
}

fn numbers(bytes: &mut Unstructured<'_>, most: usize) -> Result<Vec<i64>> {
    (0..bytes.int_in_range(0..=most)?).map(|_| number(bytes)).collect()
}

fn domain(bytes: &mut Unstructured<'_>) -> Result<Domain> {
    Ok(match bytes.int_in_range(0..=11)? {
        0 => Domain::empty(),
        1 => numbers(bytes, 5)?.into(),
        2 => number(bytes)?.into(),
        3 => (number(bytes)?..=number(bytes)?).into(),
        4 => {
            let low = number(bytes)?;
            (low..=low.saturating_add(bytes.int_in_range(0..=70_000)?)).into()
        }
        5 => (0..=1).into(),
        _ => {
            let low = bytes.int_in_range(-4..=4)?;
            (low..=low + bytes.int_in_range(0..=5)?).into()
        }
    })
}

fn claim(x: VarId, bytes: &mut Unstructured<'_>) -> Result<Atom> {
    let value = number(bytes)?;
    let claims: [fn(VarId, i64) -> Atom; 4] = [Atom::eq, Atom::ne, Atom::at_least, Atom::at_most];
    Ok(bytes.choose(&claims)?(x, value))
}

/// Makes constraints over some variables.
struct Maker {
    vars: Vec<VarId>,
    /// How deep constraints lie within one another.
    depth: usize,
}

impl Maker {
    /// A variable; rarely one that no model has.
    fn var(&self, bytes: &mut Unstructured<'_>) -> Result<VarId> {
        if self.vars.is_empty() || bytes.ratio(1, 200)? {
            return Ok(VarId::new(bytes.int_in_range(0..=1000)?));
        }
        Ok(*bytes.choose(&self.vars)?)
    }

    fn scope(&self, bytes: &mut Unstructured<'_>) -> Result<Vec<VarId>> {
        let most = if bytes.ratio(1, 16)? { 12 } else { 4 };
        (0..bytes.int_in_range(0..=most)?).map(|_| self.var(bytes)).collect()
    }

    fn term(&self, bytes: &mut Unstructured<'_>) -> Result<Term> {
        Ok(if bytes.ratio(1, 3)? { number(bytes)?.into() } else { self.var(bytes)?.into() })
    }

    fn expr(&self, bytes: &mut Unstructured<'_>) -> Result<Expr> {
        let scope = self.scope(bytes)?;
        let mut expr = match bytes.int_in_range(0..=2)? {
            0 => sum(scope),
            1 => {
                let weights = scope.iter().map(|_| number(bytes)).collect::<Result<Vec<i64>>>()?;
                weighted_sum(scope, weights)
            }
            _ => Expr::from(self.term(bytes)?),
        };
        for _ in 0..bytes.int_in_range(0..=2)? {
            expr = match bytes.int_in_range(0..=3)? {
                0 => expr * number(bytes)?,
                1 => expr - self.term(bytes)?,
                2 => -expr,
                _ => expr + self.term(bytes)?,
            };
        }
        Ok(expr)
    }

    fn linear(&self, bytes: &mut Unstructured<'_>) -> Result<Arc<dyn Constraint>> {
        let (left, right) = (self.expr(bytes)?, self.expr(bytes)?);
        Ok(Arc::new(match bytes.int_in_range(0..=5)? {
            0 => left.equals(right),
            1 => left.differs_from(right),
            2 => left.at_most(right),
            3 => left.at_least(right),
            4 => left.less_than(right),
            _ => left.greater_than(right),
        }))
    }

    fn constraint(&mut self, bytes: &mut Unstructured<'_>) -> Result<Arc<dyn Constraint>> {
        self.depth += 1;
        let made = if self.depth > 3 { self.linear(bytes) } else { self.any(bytes) };
        self.depth -= 1;
        made
    }

    fn any(&mut self, bytes: &mut Unstructured<'_>) -> Result<Arc<dyn Constraint>> {
        Ok(match bytes.int_in_range(0..=22)? {
            0 => {
                let scope = self.scope(bytes)?;
                let different = all_different(scope);
                let offsets = numbers(bytes, 5)?;
                let different = if bool::arbitrary(bytes)? { different.with_offsets(&offsets) } else { different };
                Arc::new(if bool::arbitrary(bytes)? { different.domain_consistent() } else { different })
            }
            1 => Arc::new(count(self.scope(bytes)?, number(bytes)?).equals(self.term(bytes)?)),
            2 => {
                let array = (0..bytes.int_in_range(0..=5)?).map(|_| self.term(bytes)).collect::<Result<Vec<_>>>()?;
                Arc::new(element(array, self.term(bytes)?).equals(self.term(bytes)?))
            }
            3 => {
                let (factor, target) = (number(bytes)?, number(bytes)?);
                let accepts =
                    move |v: &[i64]| v.iter().fold(0_i64, |s, v| s.wrapping_add(v.wrapping_mul(factor))) >= target;
                Arc::new(relation(self.scope(bytes)?, accepts))
            }
            4 => {
                let scope = self.scope(bytes)?;
                let tuples = (0..bytes.int_in_range(0..=8)?).map(|_| {
                    let wrong = usize::from(bytes.ratio(1, 32)?);
                    (0..scope.len() + wrong).map(|_| number(bytes)).collect::<Result<Vec<i64>>>()
                });
                let tuples = tuples.collect::<Result<Vec<_>>>()?;
                Arc::new(table(scope, tuples))
            }
            5 => Arc::new(distinct_sum(self.scope(bytes)?, number(bytes)?)),
            6 => Arc::new(product(self.scope(bytes)?).equals(self.term(bytes)?)),
            7 => {
                let of =
                    [absolute_difference, exact_ratio, div_truncated, div_floored, mod_truncated, mod_floored, pow];
                let (x, y) = (self.term(bytes)?, self.term(bytes)?);
                Arc::new(bytes.choose(&of)?(x, y).equals(self.term(bytes)?))
            }
            8 => Arc::new(abs(self.term(bytes)?).equals(self.term(bytes)?)),
            9 => {
                let scope = self.scope(bytes)?;
                let extremum = if bool::arbitrary(bytes)? { minimum(scope) } else { maximum(scope) };
                Arc::new(extremum.equals(self.term(bytes)?))
            }
            10 => {
                let mut counted = global_cardinality(self.scope(bytes)?);
                for _ in 0..bytes.int_in_range(0..=3)? {
                    let value = number(bytes)?;
                    counted = match bytes.int_in_range(0..=2)? {
                        0 => counted.value(value, self.var(bytes)?),
                        1 => counted.value(value, number(bytes)?),
                        _ => counted.value(value, number(bytes)?..=number(bytes)?),
                    };
                }
                Arc::new(if bool::arbitrary(bytes)? { counted.closed() } else { counted })
            }
            11 => {
                let state = |bytes: &mut Unstructured<'_>| bytes.int_in_range(0..=4);
                let arcs = (0..bytes.int_in_range(0..=8)?)
                    .map(|_| Ok((state(bytes)?, number(bytes)?, state(bytes)?)))
                    .collect::<Result<Vec<_>>>()?;
                let automaton = Automaton::new(state(bytes)?, [state(bytes)?, state(bytes)?], arcs);
                Arc::new(regular(self.scope(bytes)?, &automaton))
            }
            12 => Arc::new(increasing(self.scope(bytes)?)),
            13 => Arc::new(strictly_increasing(self.scope(bytes)?)),
            14 => Arc::new(lex_less(self.scope(bytes)?, self.scope(bytes)?)),
            15 => Arc::new(lex_at_most(self.scope(bytes)?, self.scope(bytes)?)),
            16 => Arc::new(lists_differ(self.scope(bytes)?, self.scope(bytes)?)),
            17 => Arc::new(consecutive(self.scope(bytes)?)),
            18 => {
                let scope = self.scope(bytes)?;
                Arc::new(clause(scope.into_iter().map(|x| claim(x, bytes)).collect::<Result<Vec<_>>>()?))
            }
            19 => {
                let nodes = self.scope(bytes)?;
                let end = |bytes: &mut Unstructured<'_>| bytes.int_in_range(0..=nodes.len());
                let edges = (0..bytes.int_in_range(0..=6)?)
                    .map(|_| Ok((end(bytes)?, end(bytes)?)))
                    .collect::<Result<Vec<_>>>()?;
                Arc::new(connected(nodes, edges).of(numbers(bytes, 3)?))
            }
            20 => {
                let (truth, inner) = (self.var(bytes)?, self.constraint(bytes)?);
                Arc::new(if bool::arbitrary(bytes)? { truth.iff(inner) } else { truth.implies(inner) })
            }
            21 => {
                let inner = (0..bytes.int_in_range(0..=3)?).map(|_| self.constraint(bytes));
                let inner = inner.collect::<Result<Vec<_>>>()?;
                Arc::new(any_of(inner))
            }
            _ => self.linear(bytes)?,
        })
    }
}
