//! All-differents that share several variables: what one can have only where it crosses another, the other has nowhere else.
//!
//! Solvers by hand know this as pointing and claiming, or locked candidates.

use super::masks::bits;
use crate::agenda::Priority;
use crate::ids::{Atom, Op, VarId};
use crate::propagate::{Cx, Outcome, Propagator, Rule};
use crate::store::{Conflict, Events, Past, Why};
use std::ops::Range;
use std::sync::Arc;

/// An all-different that needs each of these values, as bits of words with a common base.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    pub(crate) scope: &'a [VarId],
    pub(crate) values: u64,
}

/// Variables that the same lines hold.
#[derive(Clone, Debug)]
struct Block {
    /// Where they stand in the scope.
    vars: Range<usize>,
    /// The line of either family, if it has one.
    lines: [Option<usize>; 2],
}

/// Lines of two families that hang together; those of one family share no variable.
#[derive(Debug)]
struct Crossing {
    scope: Box<[VarId]>,
    blocks: Box<[Block]>,
    /// The blocks of each line, and its values.
    lines: Box<[(Box<[usize]>, u64)]>,
}

/// As many blocks there may be.
const MOST_BLOCKS: usize = 64;

/// Propagators for lines that share several variables, each with the indices of the lines that it acts for.
pub(crate) fn crossing_propagators(lines: &[Line<'_>], variables: usize) -> Vec<(Arc<dyn Propagator>, Vec<usize>)> {
    if variables <= 128 && !share_several(lines) {
        return Vec::new();
    }
    let families = families(lines, variables);
    let mut found: Vec<(Arc<dyn Propagator>, Vec<usize>)> = Vec::new();
    for (i, first) in families.iter().enumerate() {
        for second in &families[i + 1..] {
            for group in groups(lines, first, second) {
                if let Some(crossing) = Crossing::new(lines, &group, second) {
                    found.push((Arc::new(crossing), group));
                }
            }
        }
    }
    found
}

/// Whether two of these lines over the first 128 variables share more than one.
fn share_several(lines: &[Line<'_>]) -> bool {
    let sets: Vec<u128> = lines.iter().map(|line| line.scope.iter().fold(0, |set, x| set | 1 << x.index())).collect();
    let share = |a: u128, b: u128| a & b & (a & b).wrapping_sub(1) != 0;
    sets.iter().enumerate().any(|(i, &a)| sets[i + 1..].iter().any(|&b| share(a, b)))
}

/// Lines that share no variable, as the rows of a grid do: the line of each variable.
type Family = Vec<Option<usize>>;

/// Lines in families.
fn families(lines: &[Line<'_>], variables: usize) -> Vec<Family> {
    let mut families: Vec<Family> = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let is_free = |family: &Family| line.scope.iter().all(|x| family[x.index()].is_none());
        let at = families.iter().position(is_free).unwrap_or_else(|| {
            families.push(vec![None; variables]);
            families.len() - 1
        });
        line.scope.iter().for_each(|x| families[at][x.index()] = Some(i));
    }
    families
}

/// The lines of two families in groups that hang together by sharing several variables.
fn groups(lines: &[Line<'_>], first: &Family, second: &Family) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (a, line) in lines.iter().enumerate().filter(|&(a, line)| first[line.scope[0].index()] == Some(a)) {
        let mut crossed: Vec<usize> = line.scope.iter().filter_map(|x| second[x.index()]).collect();
        crossed.sort_unstable();
        let mut group: Vec<usize> = crossed.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        if group.is_empty() {
            continue;
        }
        group.push(a);
        let (joined, apart): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|other| other.iter().any(|line| group.contains(line)));
        group.extend(joined.into_iter().flatten());
        group.sort_unstable();
        group.dedup();
        groups = apart;
        groups.push(group);
    }
    groups
}

impl Crossing {
    /// The lines of a group, some of which are of the `second` family; `None` where there are too many blocks.
    fn new(lines: &[Line<'_>], group: &[usize], second: &Family) -> Option<Self> {
        let side = |&line: &usize| usize::from(second[lines[line].scope[0].index()] == Some(line));
        let mut cells: Vec<([Option<usize>; 2], VarId)> = Vec::new();
        for (k, line) in group.iter().enumerate() {
            for &x in lines[*line].scope {
                let at = match cells.iter().position(|&(_, y)| x == y) {
                    Some(at) => at,
                    None => {
                        cells.push(([None; 2], x));
                        cells.len() - 1
                    }
                };
                cells[at].0[side(line)] = Some(k);
            }
        }
        cells.sort_unstable();
        let mut blocks: Vec<Block> = Vec::new();
        for (i, &(lines, _)) in cells.iter().enumerate() {
            match blocks.last_mut() {
                Some(block) if block.lines == lines => block.vars.end = i + 1,
                _ => blocks.push(Block { vars: i..i + 1, lines }),
            }
        }
        let of = |k: usize| (0..blocks.len()).filter(|&b| blocks[b].lines.contains(&Some(k))).collect();
        let lines = group.iter().enumerate().map(|(k, &line)| (of(k), lines[line].values)).collect();
        let scope = cells.into_iter().map(|(_, x)| x).collect();
        (blocks.len() <= MOST_BLOCKS).then(|| Self { scope, blocks: blocks.into(), lines })
    }

    fn vars(&self, block: usize) -> &[VarId] {
        &self.scope[self.blocks[block].vars.clone()]
    }
}

const RULES: [Rule; 2] = [
    Rule::new("a line has no other places for the value than those that it shares with this one"),
    Rule::new("a line has a value twice"),
];
const TWICE: Why = Why::rule(1);

/// The argument names the block, and which of its lines has no other place.
fn confined(block: usize, side: usize) -> Why {
    Why::rule(0).with((2 * block + side) as u32)
}

impl Propagator for Crossing {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn name(&self) -> &'static str {
        "crossing lines"
    }

    fn rules(&self) -> &'static [Rule] {
        &RULES
    }

    fn events(&self) -> Option<Events> {
        Some(Events::DOMAIN)
    }

    fn priority(&self) -> Priority {
        Priority::Costly
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let mut unions = [0_u64; MOST_BLOCKS];
        let mut open = false;
        for (union, block) in unions.iter_mut().zip(&self.blocks) {
            for &x in &self.scope[block.vars.clone()] {
                *union |= cx.mask(x);
                open |= !cx.mask(x).is_power_of_two();
            }
        }
        if !open {
            let has_all =
                |(blocks, values): &(Box<[usize]>, u64)| blocks.iter().fold(0, |all, &b| all | unions[b]) == *values;
            return if self.lines.iter().all(has_all) { Ok(Outcome::Entailed) } else { Err(cx.fail(TWICE)) };
        }
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (k, (blocks, values)) in self.lines.iter().enumerate() {
                // What two blocks have is confined to neither.
                let (mut once, mut twice) = (0, 0);
                for &b in blocks {
                    twice |= once & unions[b];
                    once |= unions[b];
                }
                let alone = once & !twice & values;
                if alone == 0 {
                    continue;
                }
                for &b in blocks {
                    let here = unions[b] & alone;
                    let side = usize::from(self.blocks[b].lines[1] == Some(k));
                    let (false, Some(other)) = (here == 0, self.blocks[b].lines[1 - side]) else { continue };
                    for &elsewhere in self.lines[other].0.iter().filter(|&&elsewhere| elsewhere != b) {
                        if unions[elsewhere] & here != 0 {
                            for &x in self.vars(elsewhere) {
                                cx.keep_mask(x, !here, confined(b, side))?;
                            }
                            unions[elsewhere] &= !here;
                            changed = true;
                        }
                    }
                }
            }
        }
        Ok(Outcome::AtFixpoint)
    }

    fn explain(&self, inferred: Option<Atom>, why: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        if why.index() == TWICE.index() {
            self.scope.iter().for_each(|&x| past.facts(x, out));
            return;
        }
        let (block, side) = (why.argument() as usize / 2, why.argument() as usize % 2);
        let line = self.blocks.get(block).and_then(|block| block.lines[side]);
        let removed = inferred.map(|atom| match atom {
            Atom { var, op: Op::Ne, value } => 1_u64 << (value.wrapping_sub(past.base(var)) & 63),
            // All values that this has taken from the variable, or the last of them.
            Atom { var, .. } => past.initial().mask(var),
        });
        let (Some(line), Some(removed)) = (line, removed) else {
            self.scope.iter().for_each(|&x| past.facts(x, out));
            return;
        };
        for &b in self.lines[line].0.iter().filter(|&&b| b != block) {
            for &x in self.vars(b) {
                let gone = bits(past.initial().mask(x) & !past.mask(x) & removed);
                out.extend(gone.map(|bit| Atom::ne(x, past.base(x) + bit as i64)));
            }
        }
    }
}
