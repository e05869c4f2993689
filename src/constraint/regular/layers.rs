//! The automaton unrolled over the variables: a layer of states between any two of them.
//!
//! Pesant, A regular language membership constraint for finite sequences of variables, CP 2004. A run follows the arcs of
//! the values that are left, forward from the start and backward from the accepting states; a value stays if one of its
//! arcs joins what both have reached.

use super::Automaton;
use crate::agenda::Priority;
use crate::constraint::Vars;
use crate::constraint::sorted::sorted;
use crate::constraint::{ModelError, Posting};
use crate::domain::Domain;
use crate::ids::{Atom, Op, VarId};
use crate::limit::{Budget, Limit};
use crate::propagate::{Cx, Outcome, Propagator, Rule, Strength, is_distinct};
use crate::store::{Conflict, Past, Why};
use std::collections::{BTreeMap, HashMap};
use std::convert::Infallible;
use std::sync::Arc;

/// The argument is the position that loses values.
const NO_PATH: Why = Why::rule(0);
const NO_WORD: Why = Why::rule(1);

/// The propagator of `regular`.
#[derive(Debug)]
pub(super) struct Layers {
    scope: Vars,
    /// Whether no variable occurs twice.
    distinct: bool,
    /// For each variable, the arcs of its values, and these values.
    arcs: Box<[Arc<[Arcs]>]>,
    values: Box<[Arc<[i64]>]>,
    start: usize,
    accepting: Box<[usize]>,
    /// The words of a set of states.
    stride: usize,
}

/// The number of arcs of all values together.
fn size(values: &[Arcs]) -> usize {
    values.iter().map(|arcs| arcs.ends.len()).sum()
}

/// Larger automata stay one list for all variables of a domain, arcs on no path included.
const MOST_ARCS: usize = 1 << 22;

/// The budget is spent.
struct Spent;

/// The arcs of one value, from a state of one layer to one of the next.
#[derive(Debug)]
struct Arcs {
    value: i64,
    ends: Vec<(u32, u32)>,
}

/// What the arcs of the values that are left reach: a set of states for each layer.
struct Reached<'a> {
    stride: usize,
    sets: &'a mut [u64],
}

impl Reached<'_> {
    fn has(&self, layer: usize, state: u32) -> bool {
        self.sets[layer * self.stride + state as usize / 64] >> (state % 64) & 1 != 0
    }

    fn insert(&mut self, layer: usize, state: u32) {
        self.sets[layer * self.stride + state as usize / 64] |= 1 << (state % 64);
    }
}

impl Layers {
    /// Unrolls the automaton, as far as the variables' initial domains go.
    pub(super) fn new(scope: Vars, automaton: &Automaton, to: &mut Posting<'_>) -> Result<Self, ModelError> {
        let ends = automaton.transitions().iter().flat_map(|&(from, _, to)| [from, to]);
        let names = sorted(ends.chain(automaton.accepting().iter().copied()).chain([automaton.start()]), to.budget())?;
        let number = |name: usize| names.partition_point(|&other| other < name);
        let mut by_value: BTreeMap<i64, Vec<(u32, u32)>> = BTreeMap::new();
        for &(from, value, state) in automaton.transitions() {
            to.budget().spend_on(64)?;
            by_value.entry(value).or_default().push((number(from) as u32, number(state) as u32));
        }
        // Most variables have one domain.
        let mut shared: HashMap<Domain, Arc<[Arcs]>> = HashMap::new();
        let mut arcs: Vec<Arc<[Arcs]>> = Vec::with_capacity(scope.len());
        for &x in scope.iter() {
            let domain = to.domain(x).clone();
            if !shared.contains_key(&domain) {
                to.budget().spend_on(automaton.transitions().len())?;
                let kept = by_value.iter().filter(|&(&value, _)| domain.contains(value));
                let kept = kept.map(|(&value, ends)| Arcs { value, ends: ends.clone() }).collect();
                shared.insert(domain.clone(), kept);
            }
            arcs.push(shared[&domain].clone());
        }
        let mut layers = Self {
            distinct: is_distinct(&scope),
            arcs: arcs.into(),
            values: Box::default(),
            start: number(automaton.start()),
            accepting: automaton.accepting().iter().map(|&name| number(name)).collect(),
            stride: names.len().div_ceil(64),
            scope,
        };
        if layers.size() <= MOST_ARCS {
            layers.keep_paths(to.budget())?;
        }
        let mut values: Vec<Arc<[i64]>> = Vec::with_capacity(layers.arcs.len());
        for (p, arcs) in layers.arcs.iter().enumerate() {
            match values.last() {
                Some(last) if Arc::ptr_eq(arcs, &layers.arcs[p - 1]) => values.push(last.clone()),
                _ => values.push(arcs.iter().map(|arcs| arcs.value).collect()),
            }
        }
        layers.values = values.into();
        Ok(layers)
    }

    /// The number of all arcs.
    fn size(&self) -> usize {
        self.arcs.iter().map(|values| size(values)).sum()
    }

    /// Drops the arcs that are on no path at the start: they will be on none later.
    fn keep_paths(&mut self, budget: &mut Budget) -> Result<(), Limit> {
        let mut words = vec![0; self.cache_words()];
        let (forward, backward) = self.reach(|_, arcs| budget.spend_on(arcs.ends.len()).map(|()| true), &mut words)?;
        let mut on_paths: Vec<Arc<[Arcs]>> = Vec::with_capacity(self.arcs.len());
        for (p, values) in self.arcs.iter().enumerate() {
            budget.spend_on(size(values))?;
            let joins = |&(from, to): &(u32, u32)| forward.has(p, from) && backward.has(p + 1, to);
            let kept = values
                .iter()
                .map(|arcs| Arcs { value: arcs.value, ends: arcs.ends.iter().copied().filter(joins).collect() });
            on_paths.push(kept.filter(|arcs| !arcs.ends.is_empty()).collect());
        }
        self.arcs = on_paths.into();
        Ok(())
    }

    /// Follows the arcs of the values that each position can have, both ways.
    ///
    /// # Errors
    /// Those of `can`, which ends it.
    fn reach<'a, E>(
        &self,
        mut can: impl FnMut(usize, &Arcs) -> Result<bool, E>,
        words: &'a mut [u64],
    ) -> Result<(Reached<'a>, Reached<'a>), E> {
        words.fill(0);
        let n = self.scope.len();
        let (forward, backward) = words.split_at_mut((n + 1) * self.stride);
        let mut forward = Reached { stride: self.stride, sets: forward };
        let mut backward = Reached { stride: self.stride, sets: backward };
        forward.insert(0, self.start as u32);
        for (p, values) in self.arcs.iter().enumerate() {
            for arcs in values.iter() {
                let ends = if can(p, arcs)? { &arcs.ends[..] } else { &[] };
                for &(from, to) in ends {
                    if forward.has(p, from) {
                        forward.insert(p + 1, to);
                    }
                }
            }
        }
        self.accepting.iter().for_each(|&state| backward.insert(n, state as u32));
        for (p, values) in self.arcs.iter().enumerate().rev() {
            for arcs in values.iter() {
                let ends = if can(p, arcs)? { &arcs.ends[..] } else { &[] };
                for &(from, to) in ends {
                    if backward.has(p + 1, to) {
                        backward.insert(p, from);
                    }
                }
            }
        }
        Ok((forward, backward))
    }

    /// Whether some word is left.
    fn has_word(&self, forward: &Reached<'_>) -> bool {
        self.accepting.iter().any(|&state| forward.has(self.scope.len(), state as u32))
    }

    /// The number of positions that are not fixed.
    fn open(&self, cx: &Cx<'_>) -> usize {
        self.scope.iter().filter(|&&x| !cx.is_fixed(x)).count()
    }
}

impl Propagator for Layers {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn name(&self) -> &'static str {
        "automaton"
    }

    fn rules(&self) -> &'static [Rule] {
        const { &[Rule::new("no pattern that is left has the value there"), Rule::new("no pattern is left")] }
    }

    fn priority(&self) -> Priority {
        Priority::Costly
    }

    fn cache_words(&self) -> usize {
        2 * (self.scope.len() + 1) * self.stride
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let open = self.open(cx);
        if cx.strength() == Strength::Unit && open > 1 {
            return Ok(Outcome::AtFixpoint);
        }
        let words = cx.take_cache();
        let can = |p: usize, arcs: &Arcs| match cx.spend_on(arcs.ends.len()) {
            true => Ok(cx.contains(self.scope[p], arcs.value)),
            false => Err(Spent),
        };
        let Ok((forward, backward)) = self.reach(can, words) else { return Ok(Outcome::Suspend) };
        if !self.has_word(&forward) {
            return Err(cx.fail(NO_WORD));
        }
        let mut exact = true;
        for (p, values) in self.arcs.iter().enumerate() {
            if !cx.spend_on(size(values)) {
                return Ok(Outcome::Suspend);
            }
            let joins = |&(from, to): &(u32, u32)| forward.has(p, from) && backward.has(p + 1, to);
            let supported = |at: usize| values[at].ends.iter().any(joins);
            cx.keep_listed(self.scope[p], &self.values[p], supported, NO_PATH.with(p as u32))?;
            exact &= cx.is_enumerable(self.scope[p]);
        }
        // Two places of one variable may have fixed it by different words.
        let left = if self.distinct { self.open(cx) } else { open };
        Ok(if left <= 1 && exact { Outcome::Entailed } else { Outcome::AtFixpoint })
    }

    fn explain(&self, inferred: Option<Atom>, why: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        if inferred.is_some_and(|atom| atom.op != Op::Ne) {
            return self.scope.iter().for_each(|&x| past.facts(x, out));
        }
        let mut words = vec![0; self.cache_words()];
        let can = |p: usize, arcs: &Arcs| Ok::<_, Infallible>(past.contains(self.scope[p], arcs.value));
        let Ok((forward, backward)) = self.reach(can, &mut words);
        // Before the position the lost values whose arcs would reach further forward, behind it those that would backward.
        let place = inferred.map_or(self.scope.len(), |_| why.argument() as usize);
        for (p, values) in self.arcs.iter().enumerate().filter(|&(p, _)| p != place) {
            let reaches = |&(from, to): &(u32, u32)| match p < place {
                true => forward.has(p, from) && !forward.has(p + 1, to),
                false => backward.has(p + 1, to) && !backward.has(p, from),
            };
            for arcs in values.iter() {
                if !past.contains(self.scope[p], arcs.value) && arcs.ends.iter().any(reaches) {
                    out.push(Atom::ne(self.scope[p], arcs.value));
                }
            }
        }
    }
}
