//! The propagator of `global_cardinality`: amounts by counting, values by a flow.
//!
//! Régin, Generalized arc consistency for global cardinality constraint, AAAI 1996. What the variables take survives in
//! the cache from run to run, so that only what a change has broken is repaired.

use super::Amount;
use super::flow::{Flow, Lack};
use crate::agenda::Priority;
use crate::constraint::Vars;
use crate::ids::{Atom, Op, VarId};
use crate::propagate::{Cx, Outcome, Propagator, Rule, Strength};
use crate::store::{Conflict, Past, Why};

/// The amount is at least the number of variables that have the value; the argument says which amount.
const HAVE: Why = Why::rule(0);
/// The amount is at most the number of variables that can have it; the argument says which amount.
const CAN_HAVE: Why = Why::rule(1);
const SHIFT: Why = Why::rule(2);
const LACK: Why = Why::rule(3);

/// Keeps variables and amounts within each other.
#[derive(Debug)]
pub(super) struct Cardinality {
    /// The counted variables, then the amounts that are variables.
    scope: Vars,
    counted: usize,
    /// The listed values in increasing order. All others count as one behind them.
    values: Box<[i64]>,
    /// Indices of values, and how many variables take them.
    amounts: Box<[(usize, Amount)]>,
    closed: bool,
}

impl Cardinality {
    pub(super) fn new(scope: Vars, counted: usize, amounts: &[(i64, Amount)], closed: bool) -> Self {
        let mut values: Vec<i64> = amounts.iter().map(|&(value, _)| value).collect();
        values.sort_unstable();
        values.dedup();
        let index = |value: i64| values.partition_point(|&v| v < value);
        let amounts = amounts.iter().map(|(value, amount)| (index(*value), amount.clone())).collect();
        Self { scope, counted, values: values.into(), amounts, closed }
    }

    fn counted(&self) -> &[VarId] {
        &self.scope[..self.counted]
    }

    /// The index of a value.
    fn index(&self, value: i64) -> usize {
        self.values.binary_search(&value).unwrap_or(self.values.len())
    }

    /// The amounts that are variables: their places, the value and the variable.
    fn variable_amounts(&self) -> impl Iterator<Item = (usize, usize, VarId)> + '_ {
        self.amounts.iter().enumerate().filter_map(|(at, &(index, ref amount))| match *amount {
            Amount::Var(x) => Some((at, index, x)),
            Amount::Between(..) => None,
        })
    }

    /// Prunes the amounts that are variables, and says whether that has changed anything.
    fn count(&self, cx: &mut Cx<'_>) -> Result<bool, Conflict> {
        let mut changed = false;
        for (at, index, amount) in self.variable_amounts() {
            let (mut have, mut can_have) = (0, 0);
            for &x in self.counted() {
                let can = cx.contains(x, self.values[index]);
                can_have += i64::from(can);
                have += i64::from(can && cx.is_fixed(x));
            }
            changed |= cx.at_least(amount, have, HAVE.with(at as u32))?;
            changed |= cx.at_most(amount, can_have, CAN_HAVE.with(at as u32))?;
        }
        Ok(changed)
    }

    /// The flow problem under these domains; `None` where the amounts of a value exclude each other.
    fn flow<'a>(&self, now: Past<'_>, words: &'a mut [u64]) -> Option<Flow<'a>> {
        let others = self.values.len();
        let mut flow = Flow::new(self.counted, others + 1, words);
        for (i, &x) in self.counted().iter().enumerate() {
            if now.is_enumerable(x) {
                now.values(x).for_each(|v| flow.allow(i, self.index(v)));
                continue;
            }
            let mut listed = 0;
            for (index, _) in self.values.iter().enumerate().filter(|&(_, &v)| now.contains(x, v)) {
                flow.allow(i, index);
                listed += 1;
            }
            if listed < now.size(x) {
                flow.allow(i, others);
            }
        }
        let mut possible = !self.closed || flow.limit(others, 0, 0);
        for &(index, ref amount) in &self.amounts {
            let (low, high) = match *amount {
                Amount::Var(x) => (now.min(x), now.max(x)),
                Amount::Between(low, high) => (low, high),
            };
            possible &= flow.limit(index, low, high);
        }
        possible.then_some(flow)
    }

    /// Prunes the counted variables, and says whether that has changed anything; `None` where the budget is spent before.
    fn shift(&self, cx: &mut Cx<'_>, words: &mut [u64]) -> Result<Option<bool>, Conflict> {
        let Some(mut flow) = self.flow(cx.now(), words) else { return Err(cx.fail(LACK)) };
        match flow.complete(|operations| cx.spend_on(operations)) {
            Ok(()) => {}
            Err(Lack::Time) => return Ok(None),
            Err(_) => return Err(cx.fail(LACK)),
        }
        if !flow.close(|operations| cx.spend_on(operations)) {
            return Ok(None);
        }
        let mut changed = false;
        for (i, &x) in self.counted().iter().enumerate() {
            if cx.is_fixed(x) {
                continue;
            }
            if cx.is_enumerable(x) {
                changed |= cx.keep_if(x, |v| flow.is_supported(i, self.index(v)), SHIFT)?;
            } else if flow.is_supported(i, self.values.len()) {
                for (index, &value) in self.values.iter().enumerate() {
                    if !flow.is_supported(i, index) {
                        changed |= cx.remove(x, value, SHIFT)?;
                    }
                }
            } else {
                changed |= cx.keep_listed(x, &self.values, |index| flow.is_supported(i, index), SHIFT)?;
            }
        }
        Ok(Some(changed))
    }

    /// Adds that the values have been full, so that they lack for others, or in need, so that they lack variables: what
    /// bounds their amounts, and that these variables could take nothing else, or none of them.
    fn add_lack(
        &self,
        lack: Lack,
        value: impl Fn(usize) -> bool,
        variable: impl Fn(usize) -> bool,
        past: Past<'_>,
        out: &mut Vec<Atom>,
    ) {
        for (_, _, x) in self.variable_amounts().filter(|&(_, index, _)| value(index)) {
            match lack {
                Lack::Values => past.max_fact(x, out),
                Lack::Variables => past.min_fact(x, out),
                Lack::Time => {}
            }
        }
        for (_, &x) in self.counted().iter().enumerate().filter(|&(i, _)| variable(i)) {
            past.lost_facts(x, |v| value(self.index(v)) == (lack == Lack::Variables), out);
        }
    }

    /// Adds why the flow has no place for an inferred value, or why there is none.
    fn explain_flow(&self, inferred: Option<i64>, past: Past<'_>, out: &mut Vec<Atom>) {
        let mut words = vec![0; self.cache_words()];
        let Some(mut flow) = self.flow(past, &mut words) else {
            return self.variable_amounts().for_each(|(_, _, x)| {
                past.min_fact(x, out);
                past.max_fact(x, out);
            });
        };
        let can = |i: usize, index: usize| match self.values.get(index) {
            Some(&value) => past.contains(self.scope[i], value),
            None => past.values(self.scope[i]).any(|v| self.index(v) == index),
        };
        let values = || 0..=self.values.len();
        match (flow.complete(|_| true), inferred) {
            (Err(lack @ Lack::Values), _) => {
                let confined = |i: usize| values().all(|v| flow.is_met(v) || !can(i, v));
                self.add_lack(lack, |v| flow.is_met(v), confined, past, out);
            }
            (Err(lack @ Lack::Variables), _) => {
                let useless = |i: usize| !values().any(|v| flow.is_met(v) && can(i, v));
                self.add_lack(lack, |v| flow.is_met(v), useless, past, out);
            }
            (Err(Lack::Time), _) | (Ok(()), None) => self.scope.iter().for_each(|&x| past.facts(x, out)),
            (Ok(()), Some(value)) => {
                flow.close(|_| true);
                let index = self.index(value);
                let leads = |v: usize| v == index || flow.leads(index, v);
                let moves = |i: usize| leads(flow.value(i));
                if flow.leads_to_reserve(index) {
                    self.add_lack(Lack::Variables, |v| !leads(v), moves, past, out);
                } else {
                    self.add_lack(Lack::Values, leads, moves, past, out);
                }
            }
        }
    }
}

impl Propagator for Cardinality {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn name(&self) -> &'static str {
        "cardinality"
    }

    fn rules(&self) -> &'static [Rule] {
        const {
            &[
                Rule::new("so many have the value already"),
                Rule::new("no more can have the value"),
                Rule::new("with the value there, some value would be taken too often or not often enough"),
                Rule::new("not every value can be taken as often as it must"),
            ]
        }
    }

    fn priority(&self) -> Priority {
        Priority::Costly
    }

    fn cache_words(&self) -> usize {
        Flow::words(self.counted, self.values.len() + 1)
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let open = self.scope.iter().filter(|&&x| !cx.is_fixed(x)).count();
        if cx.strength() == Strength::Unit && open > 1 {
            return Ok(Outcome::AtFixpoint);
        }
        let words = cx.take_cache();
        loop {
            if !cx.spend_on(8 * self.counted * (self.values.len() + 1)) {
                return Ok(Outcome::Suspend);
            }
            let counted = self.count(cx)?;
            let Some(shifted) = self.shift(cx, words)? else { return Ok(Outcome::Suspend) };
            if !counted && !shifted {
                break;
            }
        }
        let fixed = self.scope.iter().all(|&x| cx.is_fixed(x));
        Ok(if fixed { Outcome::Entailed } else { Outcome::AtFixpoint })
    }

    fn explain(&self, inferred: Option<Atom>, why: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        match (why.index(), inferred) {
            (at @ (0 | 1), _) => {
                let value = self.values[self.amounts[why.argument() as usize].0];
                for &x in self.counted() {
                    if at == 0 {
                        out.extend(past.value(x).filter(|&v| v == value).map(|v| Atom::eq(x, v)));
                    } else if past.initial().contains(x, value) && !past.contains(x, value) {
                        out.push(Atom::ne(x, value));
                    }
                }
            }
            (2, Some(Atom { op: Op::Ne, value, .. })) => {
                self.explain_flow(Some(value), past, out);
            }
            (3, None) => self.explain_flow(None, past, out),
            _ => self.scope.iter().for_each(|&x| past.facts(x, out)),
        }
    }
}
