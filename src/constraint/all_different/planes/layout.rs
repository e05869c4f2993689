//! How a system of all-differents is laid out: its variables, its lines, and who must differ from whom.

use super::super::masks::bits;
use crate::ids::VarId;

/// The most views of lines: one bit of a word each.
const MOST_VIEWS: usize = 64;

/// The most blocks of a view.
pub(super) const BLOCKS: usize = 4;

/// A set of positions.
pub(super) type Set = [u64; 4];

/// For each block, its length and what lies on the other line outside this one; nothing where there is no other.
type Blocks = Vec<(usize, Set)>;

fn set(positions: &[usize]) -> Set {
    let mut set = Set::default();
    positions.iter().for_each(|&i| set[i / 64] |= 1 << (i % 64));
    set
}

/// The positions of a set, in increasing order.
fn positions(set: Set) -> impl Iterator<Item = usize> {
    set.into_iter().enumerate().flat_map(|(w, word)| bits(word).map(move |bit| w * 64 + bit))
}

fn combine(a: &Set, b: &Set, with: impl Fn(u64, u64) -> u64) -> Set {
    std::array::from_fn(|w| with(a[w], b[w]))
}

fn len(set: &Set) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}

/// A line cut into blocks, each but perhaps the last what it shares with another line.
#[derive(Debug)]
pub(super) struct View {
    /// The group that it is.
    pub(super) group: usize,
    /// Its variables in the order of its places, block by block.
    pub(super) line: Vec<usize>,
    /// Its values.
    pub(super) universe: u64,
    pub(super) blocks: Blocks,
}

/// Variables by position, and the scopes as positions.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) scope: Vec<VarId>,
    /// What each position could take at the start, bit 0 being the lowest value of all.
    pub(super) initial: Vec<u64>,
    /// How far those are shifted against the words of the domains.
    pub(super) shift: u32,
    pub(super) groups: Vec<Vec<usize>>,
    /// The groups that have as many values as variables, first once each, then again where others cut them otherwise.
    pub(super) views: Vec<View>,
}

impl Layout {
    /// `domain` gives the words of the initial domains, which must have a common base. `None` for more variables or lines
    /// than can be held.
    pub(super) fn new(groups: &[&[VarId]], domain: &dyn Fn(VarId) -> u64) -> Option<Self> {
        let mut scope: Vec<VarId> = groups.iter().flat_map(|group| group.iter().copied()).collect();
        scope.sort_unstable();
        scope.dedup();
        if scope.len() > 64 * Set::default().len() {
            return None;
        }
        let mut initial: Vec<u64> = scope.iter().map(|&x| domain(x)).collect();
        let shift = initial.iter().fold(0, |all, word| all | word).trailing_zeros() & 63;
        initial.iter_mut().for_each(|word| *word >>= shift);
        let position = |x: &VarId| scope.binary_search(x).unwrap_or_default();
        let groups: Vec<Vec<usize>> = groups.iter().map(|group| group.iter().map(position).collect()).collect();
        let universe = |group: &[usize]| group.iter().fold(0, |all, &i| all | initial[i]);
        let is_line = |&i: &usize| universe(&groups[i]).count_ones() as usize == groups[i].len();
        let numbers: Vec<usize> = (0..groups.len()).filter(is_line).collect();
        if numbers.len() > MOST_VIEWS {
            return None;
        }
        let lines: Vec<Set> = numbers.iter().map(|&i| set(&groups[i])).collect();
        let mut views = Vec::with_capacity(MOST_VIEWS);
        let mut more = Vec::new();
        for (&group, line) in numbers.iter().zip(&lines) {
            let mut cuts = cuts(line, &lines).into_iter();
            let view = |(line, blocks)| View { group, line, universe: universe(&groups[group]), blocks };
            views.push(view(cuts.next().unwrap_or_else(|| (groups[group].clone(), Vec::new()))));
            more.extend(cuts.map(view));
        }
        more.truncate(MOST_VIEWS - views.len());
        views.append(&mut more);
        Some(Self { scope, initial, shift, groups, views })
    }

    /// Whether `64 * W` variables, `K` values and `K` variables a line are enough.
    pub(super) fn fits<const W: usize, const K: usize>(&self) -> bool {
        let all = self.initial.iter().fold(0, |all, word| all | word);
        self.scope.len() <= 64 * W
            && all.checked_shr(K as u32).unwrap_or(0) == 0
            && self.views.iter().all(|view| view.line.len() <= K)
    }

    /// The views of lines that a value needs a place in.
    pub(super) fn needs(&self, value: usize) -> u64 {
        let needed = self.views.iter().enumerate().filter(|(_, view)| view.universe >> value & 1 != 0);
        needed.fold(0, |views, (number, _)| views | 1 << number)
    }

    /// The values that are some variable's.
    pub(super) fn values(&self) -> impl Iterator<Item = usize> + use<> {
        bits(self.initial.iter().fold(0, |all, word| all | word))
    }
}

/// The ways that other lines cut a line into blocks of at least two variables: its variables block by block, and the
/// blocks as a [`View`] has them.
fn cuts(line: &Set, lines: &[Set]) -> Vec<(Vec<usize>, Blocks)> {
    let size = len(line);
    let shared = |other: &Set| combine(line, other, |a, b| a & b);
    let mut others: Vec<&Set> = lines.iter().filter(|other| (2..size).contains(&len(&shared(other)))).collect();
    let mut cuts = Vec::new();
    while !others.is_empty() {
        let (mut order, mut blocks) = (Vec::with_capacity(size), Vec::with_capacity(BLOCKS));
        let mut rest = *line;
        others.retain(|other| {
            let block = shared(other);
            let apart = combine(&block, &rest, |a, b| a & !b) == Set::default();
            // What no block covers is a block too.
            let fits = apart && blocks.len() + usize::from(block != rest) < BLOCKS;
            if fits {
                blocks.push((len(&block), combine(other, line, |a, b| a & !b)));
                order.extend(positions(block));
                rest = combine(&rest, &block, |a, b| a & !b);
            }
            !fits
        });
        if rest != Set::default() {
            blocks.push((len(&rest), Set::default()));
            order.extend(positions(rest));
        }
        cuts.push((order, blocks));
    }
    cuts
}
