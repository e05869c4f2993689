//! How a system of all-differents is laid out: its variables, its lines, and who must differ from whom.

use super::super::masks::bits;
use crate::ids::VarId;

/// The most views of lines: one bit of a word each.
const MOST_VIEWS: usize = 64;

/// The most blocks of a view.
pub(super) const BLOCKS: usize = 4;

/// For each block, its length and what lies on the other line outside this one; nothing where there is no other.
type Blocks = Vec<(usize, Vec<usize>)>;

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

/// What decides which propagator fits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    variables: usize,
    values: usize,
    longest: usize,
}

impl Size {
    /// Whether `64 * W` variables, `K` values and `K` variables a line are enough.
    pub(super) fn fits<const W: usize, const K: usize>(self) -> bool {
        self.variables <= 64 * W && self.values <= K && self.longest <= K
    }
}

impl Layout {
    /// `domain` gives the words of the initial domains, which must have a common base. `None` for more lines than fit.
    pub(super) fn new(groups: &[&[VarId]], domain: &dyn Fn(VarId) -> u64) -> Option<Self> {
        let mut scope: Vec<VarId> = groups.iter().flat_map(|group| group.iter().copied()).collect();
        scope.sort_unstable();
        scope.dedup();
        let mut initial: Vec<u64> = scope.iter().map(|&x| domain(x)).collect();
        let shift = initial.iter().fold(0, |all, word| all | word).trailing_zeros() & 63;
        initial.iter_mut().for_each(|word| *word >>= shift);
        let position = |x: &VarId| scope.binary_search(x).unwrap_or_default();
        let groups: Vec<Vec<usize>> = groups.iter().map(|group| group.iter().map(position).collect()).collect();
        let universe = |group: &[usize]| group.iter().fold(0, |all, &i| all | initial[i]);
        let is_line = |&i: &usize| universe(&groups[i]).count_ones() as usize == groups[i].len();
        let numbers: Vec<usize> = (0..groups.len()).filter(is_line).collect();
        let lines: Vec<&Vec<usize>> = numbers.iter().map(|&i| &groups[i]).collect();
        if lines.len() > MOST_VIEWS {
            return None;
        }
        let mut views = Vec::with_capacity(MOST_VIEWS);
        let mut more = Vec::new();
        for (&group, line) in numbers.iter().zip(&lines) {
            let mut cuts = cuts(line, &lines).into_iter();
            let view = |(order, blocks)| View { group, line: order, universe: universe(line), blocks };
            views.push(view(cuts.next().unwrap_or_else(|| (line.to_vec(), Vec::new()))));
            more.extend(cuts.map(view));
        }
        more.truncate(MOST_VIEWS - views.len());
        views.append(&mut more);
        Some(Self { scope, initial, shift, groups, views })
    }

    pub(super) fn size(&self) -> Size {
        Size {
            variables: self.scope.len(),
            values: self
                .initial
                .iter()
                .fold(0, |all, word| all | word)
                .checked_ilog2()
                .map_or(0, |bit| bit as usize + 1),
            longest: self.views.iter().map(|view| view.line.len()).max().unwrap_or(0),
        }
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
fn cuts(line: &[usize], lines: &[&Vec<usize>]) -> Vec<(Vec<usize>, Blocks)> {
    let shared = |other: &[usize]| line.iter().copied().filter(|i| other.contains(i)).collect::<Vec<_>>();
    let crossing = |other: &&Vec<usize>| (2..line.len()).contains(&shared(other).len());
    let mut others: Vec<&Vec<usize>> = lines.iter().copied().filter(crossing).collect();
    let mut cuts = Vec::new();
    while !others.is_empty() {
        let (mut order, mut blocks) = (Vec::new(), Vec::new());
        others.retain(|other| {
            let block = shared(other);
            let apart = block.iter().all(|i| !order.contains(i));
            // What no block covers is a block too.
            let covered = order.len() + block.len() == line.len();
            let fits = apart && blocks.len() + usize::from(!covered) < BLOCKS;
            if fits {
                blocks.push((block.len(), other.iter().copied().filter(|i| !line.contains(i)).collect()));
                order.extend(block);
            }
            !fits
        });
        let rest: Vec<usize> = line.iter().copied().filter(|i| !order.contains(i)).collect();
        if !rest.is_empty() {
            blocks.push((rest.len(), Vec::new()));
            order.extend(rest);
        }
        cuts.push((order, blocks));
    }
    cuts
}
