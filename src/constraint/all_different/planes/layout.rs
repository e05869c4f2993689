//! How a system of all-differents is laid out: its variables, its lines, and who must differ from whom.

use super::super::masks::bits;
use crate::ids::VarId;

/// The most lines: one bit of a word each.
const MOST_LINES: usize = 64;

/// Variables by position, and the scopes as positions.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) scope: Vec<VarId>,
    /// What each position could take at the start, bit 0 being the lowest value of all.
    pub(super) initial: Vec<u64>,
    /// How far those are shifted against the words of the domains.
    pub(super) shift: u32,
    pub(super) groups: Vec<Vec<usize>>,
    /// The groups that have as many values as variables.
    pub(super) lines: Vec<Vec<usize>>,
    /// The values of each line.
    pub(super) universes: Vec<u64>,
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
        let is_line = |group: &&Vec<usize>| universe(group).count_ones() as usize == group.len();
        let lines: Vec<Vec<usize>> = groups.iter().filter(is_line).cloned().collect();
        let universes = lines.iter().map(|line| universe(line)).collect();
        (lines.len() <= MOST_LINES).then_some(Self { scope, initial, shift, groups, lines, universes })
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
            longest: self.lines.iter().map(Vec::len).max().unwrap_or(0),
        }
    }

    /// The lines that each value needs a place in.
    pub(super) fn needs(&self, value: usize) -> u64 {
        let needed = self.universes.iter().enumerate().filter(|(_, universe)| *universe >> value & 1 != 0);
        needed.fold(0, |lines, (line, _)| lines | 1 << line)
    }

    /// The values that are some variable's.
    pub(super) fn values(&self) -> impl Iterator<Item = usize> + use<> {
        bits(self.initial.iter().fold(0, |all, word| all | word))
    }
}
