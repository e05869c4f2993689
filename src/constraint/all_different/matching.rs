//! Domain-consistent all-different: a matching of variables with values, and strongly connected components.
//!
//! Régin, A filtering algorithm for constraints of difference in CSPs, AAAI 1994. The matching survives in the cache from
//! run to run, so that only what a change has broken is repaired.

mod graph;
mod square;
mod words;

use super::AllDifferent;
use super::masks::{Masks, bits};
use crate::agenda::Priority;
use crate::constraint::Vars;
use crate::ids::{Atom, Op, VarId};
use crate::propagate::{Cx, Outcome, Propagator, Rule, Sentence, Strength, is_distinct};
use crate::store::{Conflict, Events, Past, Why};
use graph::{Graph, Lack};
use square::Square;
use words::Words;

/// The argument is the position that loses values.
const GROUP: Why = Why::rule(0);
const TOO_FEW: Why = Why::rule(1);

/// Removes every value that is in no solution of one all-different.
#[derive(Debug)]
pub(super) struct Matching {
    scope: Vars,
    /// What is added to each variable; empty where nothing is.
    offsets: Box<[i64]>,
    /// Every value of every variable at the start, offsets included, in increasing order; empty where equal bits of the
    /// domains mean equal values.
    values: Box<[i64]>,
    /// Where every domain is a word. A reversible word has the positions that are fixed to a value which no other has.
    masks: Option<Masks>,
}

impl Matching {
    /// `union` has all values, offsets included, in increasing order.
    pub(super) fn new(posted: &AllDifferent, union: Vec<i64>, masks: Option<Masks>) -> Self {
        Self { scope: posted.scope.vars().clone(), offsets: posted.offsets.clone().into(), values: union.into(), masks }
    }

    /// Over these domains, none of which is shifted.
    pub(super) fn plain(masks: &Masks) -> Self {
        let (offsets, values) = (Box::default(), Box::default());
        Self { scope: masks.scope.clone(), offsets, values, masks: Some(masks.clone()) }
    }

    /// The index of a position's value among the values; some index for what was never one of its values.
    #[inline]
    fn index(&self, position: usize, value: i64) -> usize {
        let value = value.wrapping_add(self.offsets.get(position).copied().unwrap_or(0));
        let guess = value.wrapping_sub(self.values[0]) as usize;
        if self.values.get(guess) == Some(&value) {
            return guess; // As long as there are no gaps.
        }
        self.values.partition_point(|&v| v < value)
    }

    /// As [`index`](Self::index), or else the bit of a word.
    fn index_in(&self, past: Past<'_>, position: usize, value: i64) -> usize {
        match self.values.is_empty() {
            true => value.wrapping_sub(past.base(self.scope[position])) as usize,
            false => self.index(position, value),
        }
    }

    /// How many indices there are.
    fn indices(&self) -> usize {
        if self.values.is_empty() { 64 } else { self.values.len() }
    }

    /// The group of variables, and their values, that explains an inference: as many values as variables, or fewer.
    fn group<'a>(&self, inferred: Option<Atom>, why: Why, past: Past<'_>, words: &'a mut Vec<u64>) -> Graph<'a> {
        words.resize(Graph::words(self.scope.len(), self.indices()), 0);
        let mut graph = Graph::new(self.scope.len(), self.indices(), words);
        for (i, &x) in self.scope.iter().enumerate() {
            graph.set_row(i, past.values(x).map(|v| self.index_in(past, i, v)));
        }
        if let (Ok(()), Some(Atom { op: Op::Ne, value, .. })) = (graph.complete(|_| true), inferred) {
            graph.reach_from(self.index_in(past, why.argument() as usize, value));
        }
        graph
    }

    /// How far the values are from the lowest bits, where there are as many as variables and [`Square`] has room for them.
    fn square(masks: &Masks) -> Option<u32> {
        let shift = masks.universe.trailing_zeros();
        let fits = masks.universe >> shift.min(63) < 1 << square::MOST;
        (masks.values() == masks.scope.len() && fits).then_some(shift)
    }

    /// As many variables as values, which are these bits of words.
    fn propagate_square(&self, masks: &Masks, shift: u32, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let all = u64::MAX >> (64 - self.scope.len());
        let open = all & !cx.state(0);
        let mut square = Square::new(cx.take_cache());
        let mut fixed = 0;
        for i in bits(open) {
            let row = (masks.mask(cx, i) >> shift) as u16;
            square.add(i, row);
            fixed |= u64::from(row.is_power_of_two()) << i;
        }
        if !square.complete() {
            return Err(cx.fail(TOO_FEW));
        }
        // Among three places for three values, one by value and one by place are all that there is to infer.
        if (open & !fixed).count_ones() < 4 {
            return Ok(if open & !fixed == 0 { Outcome::Entailed } else { Outcome::AtFixpoint });
        }
        square.prune(|i, values| {
            fixed |= u64::from(values.is_power_of_two()) << i;
            masks.keep(cx, i, u64::from(values) << shift, GROUP.with(i as u32)).map(drop)
        })?;
        cx.set_state(0, all & !(open & !fixed));
        Ok(if (open & !fixed).count_ones() <= 1 { Outcome::Entailed } else { Outcome::AtFixpoint })
    }

    fn propagate_words(&self, masks: &Masks, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let all = u64::MAX >> (64 - self.scope.len());
        let open = all & !cx.state(0);
        let mut words = Words::new(cx.take_cache());
        let (mut alone, mut fixed) = (0, 0);
        for i in bits(open) {
            let mask = masks.mask(cx, i);
            alone |= u64::from(!words.add(i, mask)) << i;
            fixed |= u64::from(mask.is_power_of_two()) << i;
        }
        if !bits(alone).all(|i| words.place(i)) {
            return Err(cx.fail(TOO_FEW));
        }
        words.prune(|i, values| {
            fixed |= u64::from(values.is_power_of_two()) << i;
            masks.keep(cx, i, values, GROUP.with(i as u32)).map(drop)
        })?;
        cx.set_state(0, all & !(open & !fixed));
        Ok(if (open & !fixed).count_ones() <= 1 { Outcome::Entailed } else { Outcome::AtFixpoint })
    }
}

impl Propagator for Matching {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn name(&self) -> &'static str {
        "all-different by matching"
    }

    fn rules(&self) -> &'static [Rule] {
        const {
            &[
                Rule::new("other places need the value between them"),
                Rule::new("several places have too few values between them"),
            ]
        }
    }

    fn events(&self) -> Option<Events> {
        Some(Events::DOMAIN)
    }

    fn priority(&self) -> Priority {
        Priority::Costly
    }

    fn state_words(&self) -> usize {
        usize::from(self.masks.is_some())
    }

    fn cache_words(&self) -> usize {
        let (variables, values) = (self.scope.len(), self.values.len());
        if self.masks.is_some() { variables } else { Graph::words(variables, values) }
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        if cx.strength() == Strength::Unit && self.scope.iter().any(|&x| !cx.is_fixed(x)) {
            return Ok(Outcome::AtFixpoint);
        }
        if !cx.spend(self.scope.len() as u32) {
            return Ok(Outcome::Suspend);
        }
        if let Some(masks) = &self.masks {
            return match Self::square(masks) {
                Some(shift) => self.propagate_square(masks, shift, cx),
                None => self.propagate_words(masks, cx),
            };
        }
        let mut graph = Graph::new(self.scope.len(), self.values.len(), cx.take_cache());
        for (i, &x) in self.scope.iter().enumerate() {
            if !cx.spend_on(cx.size(x) as usize) {
                return Ok(Outcome::Suspend);
            }
            graph.set_row(i, cx.values(x).map(|v| self.index(i, v)));
        }
        match graph.complete(|operations| cx.spend_on(operations)) {
            Ok(()) => {}
            Err(Lack::OfValues) => return Err(cx.fail(TOO_FEW)),
            Err(Lack::OfTime) => return Ok(Outcome::Suspend),
        }
        if self.scope.iter().all(|&x| cx.is_fixed(x)) {
            return Ok(Outcome::Entailed);
        }
        if !graph.find_components(|operations| cx.spend_on(operations)) {
            return Ok(Outcome::Suspend);
        }
        let mut open = 0;
        for (i, &x) in self.scope.iter().enumerate() {
            if !cx.is_fixed(x) {
                if !cx.spend_on(cx.size(x) as usize) {
                    return Ok(Outcome::Suspend);
                }
                cx.keep_if(x, |v| graph.is_supported(i, self.index(i, v)), GROUP.with(i as u32))?;
                open += usize::from(!cx.is_fixed(x));
            }
        }
        // A variable that occurs twice may have been fixed for one position, which says nothing yet of the other.
        Ok(if open <= 1 && is_distinct(&self.scope) { Outcome::Entailed } else { Outcome::AtFixpoint })
    }

    fn explain(&self, inferred: Option<Atom>, why: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        if inferred.is_some_and(|atom| atom.op != Op::Ne) {
            return self.scope.iter().for_each(|&x| past.facts(x, out));
        }
        let mut words = Vec::new();
        let graph = self.group(inferred, why, past, &mut words);
        for (i, &x) in self.scope.iter().enumerate().filter(|&(i, _)| graph.is_reached(i)) {
            let outside = past.lost(x).filter(|&v| !graph.is_value_reached(self.index_in(past, i, v)));
            out.extend(outside.map(|v| Atom::ne(x, v)));
        }
    }

    fn describe(&self, inferred: Option<Atom>, why: Why, past: Past<'_>, say: &mut Sentence) {
        let mut words = Vec::new();
        let graph = self.group(inferred, why, past, &mut words);
        let places = (0..self.scope.len()).filter(|&i| graph.is_reached(i)).count();
        let values = (0..self.indices()).filter(|&v| graph.is_value_reached(v)).count();
        say.text(match why.index() {
            0 => format!("a group of {places} cells takes {values} values"),
            _ => format!("a group of {places} cells has only {values} values"),
        });
    }
}
