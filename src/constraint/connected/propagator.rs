//! The propagator of `connected`: one depth-first search from an active node, which finds what it cannot reach and what
//! lies on every way between two active nodes.
//!
//! Tarjan, Depth-first search and linear graph algorithms, SIAM Journal on Computing 1 (1972), for the cut vertices. The
//! root is certainly active, so that a cut vertex lies between two active nodes exactly if the search finds one behind it.

use super::graph::Graph;
use crate::agenda::Priority;
use crate::constraint::Posting;
use crate::constraint::Vars;
use crate::domain::Domain;
use crate::ids::{Atom, Op, VarId};
use crate::propagate::{Cx, Outcome, Propagator, Rule, Strength, is_distinct};
use crate::store::{Conflict, Past, Why};

/// The argument of each rule is the node that it is about.
const CUT_OFF: Why = Why::rule(0);
const CONNECTS: Why = Why::rule(1);
const SPLIT: Why = Why::rule(2);

/// What a run knows of a node, as bits.
mod mark {
    /// It can be active.
    pub const POSSIBLE: u64 = 1;
    /// It is active.
    pub const CERTAIN: u64 = 2;
    /// It is active, or the search has found an active node behind it.
    pub const LEADS: u64 = 4;
    /// Some active node can be reached from the root through this node alone.
    pub const BETWEEN: u64 = 8;
}

/// The propagator of `connected`.
#[derive(Debug)]
pub(super) struct Reach {
    scope: Vars,
    /// Whether no variable occurs twice.
    distinct: bool,
    graph: Graph,
    active: Domain,
    /// The active values as bits of each node's domain, where that is one word.
    masks: Box<[Option<u64>]>,
}

/// The words of a depth-first search, one of each list for a node.
struct Search<'a> {
    marks: &'a mut [u64],
    /// When the node was met, from 1; 0 for never.
    met: &'a mut [u64],
    /// The earliest node that it or a node behind it has an edge to.
    low: &'a mut [u64],
    parent: &'a mut [u64],
    /// How many of its neighbours were looked at.
    looked: &'a mut [u64],
}

impl<'a> Search<'a> {
    const LISTS: usize = 5;

    fn new(words: &'a mut [u64]) -> Self {
        let nodes = words.len() / Self::LISTS;
        let (marks, words) = words.split_at_mut(nodes);
        let (met, words) = words.split_at_mut(nodes);
        let (low, words) = words.split_at_mut(nodes);
        let (parent, looked) = words.split_at_mut(nodes);
        Self { marks, met, low, parent, looked }
    }

    fn is(&self, node: usize, mark: u64) -> bool {
        self.marks[node] & mark != 0
    }

    fn enter(&mut self, node: usize, parent: usize, time: u64) {
        self.met[node] = time;
        self.low[node] = time;
        self.parent[node] = parent as u64;
        self.looked[node] = 0;
        if self.is(node, mark::CERTAIN) {
            self.marks[node] |= mark::LEADS;
        }
    }

    /// Visits what can be reached from an active node through possible ones, and marks what lies between active nodes.
    fn run(&mut self, graph: &Graph, root: usize) {
        self.met.fill(0);
        let mut time = 1;
        self.enter(root, root, time);
        let mut at = root;
        loop {
            if let Some(&next) = graph.neighbours(at).get(self.looked[at] as usize) {
                let next = next as usize;
                self.looked[at] += 1;
                if self.met[next] > 0 {
                    self.low[at] = self.low[at].min(self.met[next]);
                } else if self.is(next, mark::POSSIBLE) {
                    time += 1;
                    self.enter(next, at, time);
                    at = next;
                }
                continue;
            }
            if at == root {
                return;
            }
            let up = self.parent[at] as usize;
            if self.is(at, mark::LEADS) {
                let only_way = self.low[at] >= self.met[up];
                self.marks[up] |= mark::LEADS | if only_way { mark::BETWEEN } else { 0 };
            }
            self.low[up] = self.low[up].min(self.low[at]);
            at = up;
        }
    }
}

impl Reach {
    pub(super) fn new(scope: Vars, graph: Graph, active: Domain, to: &Posting<'_>) -> Self {
        let mask = |base: i64| {
            let values = (0..64).map(|bit| base.checked_add(bit).is_some_and(|value| active.contains(value)));
            values.rev().fold(0, |mask, is_active| mask << 1 | u64::from(is_active))
        };
        let masks = scope.iter().map(|&x| to.base(x).map(mask)).collect();
        Self { distinct: is_distinct(&scope), scope, graph, active, masks }
    }

    /// Whether a node can be active, and whether it is.
    fn marks(&self, now: Past<'_>, node: usize) -> u64 {
        let x = self.scope[node];
        let (possible, certain) = match self.masks[node] {
            Some(mask) => (now.mask(x) & mask != 0, now.mask(x) & !mask == 0),
            None => {
                let is_active = |value: i64| self.active.contains(value);
                match now.is_enumerable(x) {
                    true => (now.values(x).any(is_active), now.values(x).all(is_active)),
                    false => self.marks_of_interval(now, x),
                }
            }
        };
        (u64::from(possible) * mark::POSSIBLE) | (u64::from(possible && certain) * mark::CERTAIN)
    }

    /// Whether some value of an interval is active, and whether all are.
    fn marks_of_interval(&self, now: Past<'_>, x: VarId) -> (bool, bool) {
        let Some((low, high)) = self.active.bounds() else { return (false, false) };
        if self.active.size() == self.active.span() {
            let possible = now.first_from(x, low).is_some_and(|v| v <= high);
            return (possible, low <= now.min(x) && now.max(x) <= high);
        }
        let active = self.active.values().filter(|&v| now.contains(x, v)).count() as u64;
        (active > 0, active == now.size(x))
    }

    /// Takes the active values from an interval, or all others: single ones and what touches a bound.
    fn prune_interval(&self, cx: &mut Cx<'_>, x: VarId, keep_active: bool, why: Why) -> Result<bool, Conflict> {
        let Some((low, high)) = self.active.bounds() else { return Ok(false) };
        let mut changed = false;
        let listed = self.active.size() < self.active.span() || low == high;
        if keep_active {
            let here = || self.active.values().filter(|&v| cx.contains(x, v));
            let (first, last) = if listed { (here().next(), here().last()) } else { (Some(low), Some(high)) };
            let (Some(first), Some(last)) = (first, last) else { return Err(cx.no_value(x, why)) };
            changed |= cx.at_least(x, first, why)?;
            changed |= cx.at_most(x, last, why)?;
        } else if listed {
            for value in self.active.values() {
                changed |= cx.remove(x, value, why)?;
            }
        } else {
            if low <= cx.min(x) {
                changed |= cx.at_least(x, high.saturating_add(1), why)?;
            }
            if high >= cx.max(x) {
                changed |= cx.at_most(x, low.saturating_sub(1), why)?;
            }
        }
        Ok(changed)
    }

    fn is_possible(&self, now: Past<'_>, node: usize) -> bool {
        self.marks(now, node) & mark::POSSIBLE != 0
    }

    fn is_certain(&self, now: Past<'_>, node: usize) -> bool {
        self.marks(now, node) & mark::CERTAIN != 0
    }

    /// Claims that a node is active, or that it is not.
    fn claims(&self, node: usize, is_active: bool, past: Past<'_>, out: &mut Vec<Atom>) {
        past.lost_facts(self.scope[node], |v| self.active.contains(v) != is_active, out);
    }
}

impl Propagator for Reach {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn rules(&self) -> &'static [Rule] {
        const {
            &[
                Rule::new("it would be cut off from the others"),
                Rule::new("it connects parts that nothing else can connect"),
                Rule::new("the parts cannot be connected"),
            ]
        }
    }

    fn priority(&self) -> Priority {
        Priority::Costly
    }

    fn cache_words(&self) -> usize {
        Search::LISTS * self.scope.len()
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let nodes = self.scope.len();
        let mut search = Search::new(cx.take_cache());
        let (mut root, mut open) = (None, 0);
        for node in 0..nodes {
            search.marks[node] = self.marks(cx.now(), node);
            match search.marks[node] {
                mark::POSSIBLE => open += 1,
                0 => {}
                _ => root = root.or(Some(node)),
            }
        }
        let Some(root) = root else {
            return Ok(if open <= 1 { Outcome::Entailed } else { Outcome::AtFixpoint });
        };
        if !cx.spend((nodes + self.graph.arcs()) as u32) {
            return Ok(Outcome::Suspend);
        }
        search.run(&self.graph, root);
        if let Some(lost) = (root..nodes).find(|&node| search.is(node, mark::CERTAIN) && search.met[node] == 0) {
            return Err(cx.fail(SPLIT.with(lost as u32)));
        }
        let mut changed = false;
        for node in (0..nodes).filter(|&node| search.marks[node] & (mark::POSSIBLE | mark::CERTAIN) == mark::POSSIBLE) {
            let (x, argument) = (self.scope[node], node as u32);
            let (is_active, why) = if search.met[node] == 0 {
                (false, CUT_OFF.with(argument))
            } else if search.is(node, mark::BETWEEN) && cx.strength() == Strength::Full {
                (true, CONNECTS.with(argument))
            } else {
                continue;
            };
            if !cx.is_enumerable(x) {
                changed |= self.prune_interval(cx, x, is_active, why)?;
            }
            changed |= cx.keep_if(x, |v| self.active.contains(v) == is_active, why)?;
            let decided = if is_active { mark::POSSIBLE | mark::CERTAIN } else { 0 };
            if cx.is_enumerable(x) || self.marks(cx.now(), node) == decided {
                open -= 1;
            }
        }
        // Two nodes of one variable may have decided each other.
        Ok(match (changed && !self.distinct, open) {
            (true, _) => Outcome::Suspend,
            (false, 0) => Outcome::Entailed,
            (false, _) => Outcome::AtFixpoint,
        })
    }

    /// Two active nodes, and a smallest set of nodes between them that cannot be active: none of it can be left out.
    fn explain(&self, inferred: Option<Atom>, why: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        if inferred.is_some_and(|atom| atom.op != Op::Ne) {
            return self.scope.iter().for_each(|&x| past.facts(x, out));
        }
        let node = why.argument() as usize;
        let rule = why.with(0);
        // What is inferred about a variable is inferred about all nodes that it stands for.
        let is_own = |other: usize| rule != SPLIT && self.scope[other] == self.scope[node];
        let is_out = |other: usize| rule == CONNECTS && is_own(other);
        let mut certain = (0..self.scope.len()).filter(|&other| !is_own(other) && self.is_certain(past, other));
        let Some(from) = certain.next() else { return };
        let piece = self.graph.flood(from, |next| !is_out(next) && self.is_possible(past, next));
        let to = if rule == CONNECTS { certain.find(|&other| !piece[other]) } else { Some(node) };
        let Some(to) = to else { return };
        let is_wall = |other: usize| !piece[other] && self.graph.touches(other, &piece);
        let initial = past.initial();
        let beyond = self.graph.flood(to, |next| !is_out(next) && self.is_possible(initial, next) && !is_wall(next));
        for wall in (0..self.scope.len()).filter(|&other| is_wall(other) && !is_out(other)) {
            if self.graph.touches(wall, &beyond) {
                self.claims(wall, false, past, out);
            }
        }
        self.claims(from, true, past, out);
        if rule != CUT_OFF {
            self.claims(to, true, past, out);
        }
    }
}
