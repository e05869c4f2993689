//! The automaton unrolled over the variables: a layer of states between any two of them.
//!
//! Pesant, A regular language membership constraint for finite sequences of variables, CP 2004. A run follows the arcs of
//! the values that are left, forward from the start and backward from the accepting states; a value stays if one of its
//! arcs joins what both have reached.

use super::Automaton;
use crate::agenda::Priority;
use crate::constraint::{ModelError, Posting};
use crate::ids::{Atom, Op, VarId};
use crate::propagate::{Cx, Outcome, Propagator, Rule, Strength, is_distinct};
use crate::store::{Conflict, Past, Why};
use std::sync::Arc;

/// The argument is the position that loses values.
const NO_PATH: Why = Why::rule(0);
const NO_WORD: Why = Why::rule(1);

/// The propagator of `regular`.
#[derive(Debug)]
pub(super) struct Layers {
    scope: Arc<[VarId]>,
    /// Whether no variable occurs twice.
    distinct: bool,
    /// For each variable, the arcs of its values.
    arcs: Box<[Vec<Arcs>]>,
    /// The number of all arcs.
    size: usize,
    start: usize,
    accepting: Box<[usize]>,
    /// The words of a set of states.
    stride: usize,
}

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
    pub(super) fn new(scope: Arc<[VarId]>, automaton: &Automaton, to: &mut Posting<'_>) -> Result<Self, ModelError> {
        let mut names: Vec<usize> = automaton.transitions().iter().flat_map(|&(from, _, to)| [from, to]).collect();
        names.extend(automaton.accepting());
        names.push(automaton.start());
        names.sort_unstable();
        names.dedup();
        let number = |name: usize| names.partition_point(|&other| other < name);
        let mut by_value: Vec<(i64, u32, u32)> = automaton
            .transitions()
            .iter()
            .map(|&(from, value, to)| (value, number(from) as u32, number(to) as u32))
            .collect();
        by_value.sort_unstable();
        let mut layers = Self {
            distinct: is_distinct(&scope),
            arcs: Box::default(),
            size: 0,
            start: number(automaton.start()),
            accepting: automaton.accepting().iter().map(|&name| number(name)).collect(),
            stride: names.len().div_ceil(64),
            scope,
        };
        let mut arcs = Vec::with_capacity(layers.scope.len());
        for &x in layers.scope.iter() {
            to.budget().spend(by_value.len() as u32)?;
            let values = by_value.chunk_by(|a, b| a.0 == b.0).filter(|same| to.domain(x).contains(same[0].0));
            let group = |same: &[(i64, u32, u32)]| Arcs {
                value: same[0].0,
                ends: same.iter().map(|&(_, from, to)| (from, to)).collect(),
            };
            arcs.push(values.map(group).collect());
        }
        layers.arcs = arcs.into();
        // Arcs on no path at the start will be on none later.
        let mut words = vec![0; layers.cache_words()];
        let (forward, backward) = layers.reach(|p, v| to.domain(layers.scope[p]).contains(v), &mut words);
        let mut on_paths = Vec::with_capacity(layers.arcs.len());
        for (p, values) in layers.arcs.iter().enumerate() {
            let joins = |&(from, to): &(u32, u32)| forward.has(p, from) && backward.has(p + 1, to);
            let kept = values
                .iter()
                .map(|arcs| Arcs { value: arcs.value, ends: arcs.ends.iter().copied().filter(joins).collect() });
            on_paths.push(kept.filter(|arcs| !arcs.ends.is_empty()).collect());
        }
        layers.arcs = on_paths.into();
        layers.size = layers.arcs.iter().flatten().map(|arcs| arcs.ends.len()).sum();
        Ok(layers)
    }

    /// Follows the arcs of the values that each position can have, both ways.
    fn reach<'a>(&self, can: impl Fn(usize, i64) -> bool, words: &'a mut [u64]) -> (Reached<'a>, Reached<'a>) {
        words.fill(0);
        let n = self.scope.len();
        let (forward, backward) = words.split_at_mut((n + 1) * self.stride);
        let mut forward = Reached { stride: self.stride, sets: forward };
        let mut backward = Reached { stride: self.stride, sets: backward };
        forward.insert(0, self.start as u32);
        for (p, values) in self.arcs.iter().enumerate() {
            for arcs in values.iter().filter(|arcs| can(p, arcs.value)) {
                for &(from, to) in &arcs.ends {
                    if forward.has(p, from) {
                        forward.insert(p + 1, to);
                    }
                }
            }
        }
        self.accepting.iter().for_each(|&state| backward.insert(n, state as u32));
        for (p, values) in self.arcs.iter().enumerate().rev() {
            for arcs in values.iter().filter(|arcs| can(p, arcs.value)) {
                for &(from, to) in &arcs.ends {
                    if backward.has(p + 1, to) {
                        backward.insert(p, from);
                    }
                }
            }
        }
        (forward, backward)
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
        if !cx.spend((self.scope.len() + self.size) as u32) {
            return Ok(Outcome::Suspend);
        }
        let words = cx.take_cache();
        let (forward, backward) = self.reach(|p, v| cx.contains(self.scope[p], v), words);
        if !self.has_word(&forward) {
            return Err(cx.fail(NO_WORD));
        }
        for (p, values) in self.arcs.iter().enumerate() {
            let joins = |&(from, to): &(u32, u32)| forward.has(p, from) && backward.has(p + 1, to);
            let supported = |v: i64| {
                let at = values.binary_search_by_key(&v, |arcs| arcs.value);
                at.is_ok_and(|at| values[at].ends.iter().any(joins))
            };
            cx.keep_if(self.scope[p], supported, NO_PATH.with(p as u32))?;
        }
        // Two places of one variable may have fixed it by different words.
        let left = if self.distinct { self.open(cx) } else { open };
        Ok(if left <= 1 { Outcome::Entailed } else { Outcome::AtFixpoint })
    }

    fn explain(&self, inferred: Option<Atom>, why: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        if inferred.is_some_and(|atom| atom.op != Op::Ne) {
            return self.scope.iter().for_each(|&x| past.facts(x, out));
        }
        let mut words = vec![0; self.cache_words()];
        let (forward, backward) = self.reach(|p, v| past.contains(self.scope[p], v), &mut words);
        // Before the position the lost values whose arcs would reach further forward, behind it those that would backward.
        let place = inferred.map_or(self.scope.len(), |_| why.argument() as usize);
        for (p, values) in self.arcs.iter().enumerate().filter(|&(p, _)| p != place) {
            let reaches = |&(from, to): &(u32, u32)| match p < place {
                true => forward.has(p, from) && !forward.has(p + 1, to),
                false => backward.has(p + 1, to) && !backward.has(p, from),
            };
            for arcs in values {
                if !past.contains(self.scope[p], arcs.value) && arcs.ends.iter().any(reaches) {
                    out.push(Atom::ne(self.scope[p], arcs.value));
                }
            }
        }
    }
}
