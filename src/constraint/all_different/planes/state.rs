//! The planes themselves, and the inferences on them.
//!
//! Invariant: what a plane says of a variable that is not open any more means nothing, neither by variable nor by place.

use super::super::masks::bits;
use super::layout::{BLOCKS, Layout};

/// What does not change: by position, the effects of fixing a variable.
#[derive(Debug)]
pub(super) struct Tables<const W: usize, const K: usize> {
    /// The variables that must differ.
    peers: Box<[[u64; W]]>,
    /// For each place, the lines where the variable stands there.
    spots: Box<[[u64; K]]>,
    /// For each place, the lines where a peer stands there.
    peer_spots: Box<[[u64; K]]>,
    /// The lines of the variable.
    lines: Box<[u64]>,
    /// For each line, the variables at its places.
    at: Box<[[u8; K]]>,
    /// Which places belong to which blocks: a block's number, a place, and the lines for which that is so.
    blocks: Box<[(u8, u8, u64)]>,
    /// For each line and block, the variables outside the line on the other line that the block belongs to.
    outside: Box<[[[u64; W]; BLOCKS]]>,
}

impl<const W: usize, const K: usize> Tables<W, K> {
    pub(super) fn new(layout: &Layout) -> Self {
        let n = layout.scope.len();
        let mut peers = vec![[0; W]; n];
        for group in &layout.groups {
            let mut all = [0; W];
            group.iter().for_each(|&i| all[i / 64] |= 1 << (i % 64));
            group.iter().for_each(|&i| (0..W).for_each(|w| peers[i][w] |= all[w]));
        }
        let mut spots = vec![[0; K]; n];
        let mut lines = vec![0; n];
        let mut at = vec![[0; K]; layout.views.len()];
        let mut blocks = [[0; K]; BLOCKS];
        let mut outside = vec![[[0; W]; BLOCKS]; layout.views.len()];
        for (number, view) in layout.views.iter().enumerate() {
            for (place, &i) in view.line.iter().enumerate() {
                spots[i][place] |= 1 << number;
                lines[i] |= 1 << number;
                at[number][place] = i as u8;
            }
            let mut place = 0;
            for (block, (length, others)) in view.blocks.iter().enumerate() {
                blocks[block][place..place + length].iter_mut().for_each(|lines| *lines |= 1 << number);
                outside[number][block].copy_from_slice(&others[..W]);
                place += length;
            }
        }
        let places = |block: usize| (0..K).map(move |place| (block, place));
        let of = |(block, place): (usize, usize)| (block as u8, place as u8, blocks[block][place]);
        let blocks = (0..BLOCKS).flat_map(places).map(of).filter(|&(.., lines)| lines != 0).collect();
        let mut peer_spots = vec![[0; K]; n];
        for i in 0..n {
            peers[i][i / 64] &= !(1 << (i % 64));
            for j in (0..W).flat_map(|w| bits(peers[i][w]).map(move |bit| w * 64 + bit)) {
                (0..K).for_each(|place| peer_spots[i][place] |= spots[j][place]);
            }
        }
        Self {
            peers: peers.into(),
            spots: spots.into(),
            peer_spots: peer_spots.into(),
            lines: lines.into(),
            at: at.into(),
            blocks,
            outside: outside.into(),
        }
    }
}

/// Why nothing is possible any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dead {
    /// The variable at this position has no value left.
    Variable(usize),
    /// Some value has no place left in the line of this number.
    Line(usize),
}

/// What is left.
#[derive(Clone, Debug)]
pub(super) struct State<const W: usize, const K: usize> {
    /// For each value, the variables that can take it.
    pub(super) planes: [[u64; W]; K],
    /// For each value and place, the lines where the variable at that place can take it.
    places: [[u64; K]; K],
    /// For each value, the lines where it needs no place, or has one.
    placed: [u64; K],
    /// For each value, the lines where it has been found to be confined to a block.
    confined: [u64; K],
    /// The variables that are not fixed.
    open: [u64; W],
    /// For each place, the lines where the variable there is not fixed.
    open_spots: [u64; K],
}

/// A position and its value in one word.
fn pack(position: usize, value: usize) -> u64 {
    (position << 8 | value) as u64
}

/// The position and the value of a word.
pub(super) fn unpack(pair: u64) -> (usize, usize) {
    (pair as usize >> 8, pair as usize & 255)
}

impl<const W: usize, const K: usize> State<W, K> {
    /// How many words [`save`](Self::save) writes.
    pub(super) const WORDS: usize = K * W + K * K + 2 * K + W + K;

    /// Before anything is fixed.
    pub(super) fn new(layout: &Layout) -> Self {
        let mut state = Self {
            planes: [[0; W]; K],
            places: [[0; K]; K],
            placed: [u64::MAX; K],
            confined: [0; K],
            open: [0; W],
            open_spots: [0; K],
        };
        for (i, &domain) in layout.initial.iter().enumerate() {
            state.open[i / 64] |= 1 << (i % 64);
            bits(domain).for_each(|value| state.planes[value][i / 64] |= 1 << (i % 64));
        }
        for (number, view) in layout.views.iter().enumerate() {
            for (place, &i) in view.line.iter().enumerate() {
                state.open_spots[place] |= 1 << number;
                bits(layout.initial[i]).for_each(|value| state.places[value][place] |= 1 << number);
            }
        }
        for value in layout.values() {
            state.placed[value] = !layout.needs(value);
        }
        state
    }

    pub(super) fn load(words: &[u64]) -> Self {
        let (planes, rest) = words.split_at(K * W);
        let (places, rest) = rest.split_at(K * K);
        let (placed, rest) = rest.split_at(K);
        let (confined, rest) = rest.split_at(K);
        let (open, open_spots) = rest.split_at(W);
        let mut state = Self {
            planes: [[0; W]; K],
            places: [[0; K]; K],
            placed: [0; K],
            confined: [0; K],
            open: [0; W],
            open_spots: [0; K],
        };
        state.planes.as_flattened_mut().copy_from_slice(planes);
        state.places.as_flattened_mut().copy_from_slice(places);
        state.placed.copy_from_slice(placed);
        state.confined.copy_from_slice(confined);
        state.open.copy_from_slice(open);
        state.open_spots.copy_from_slice(open_spots);
        state
    }

    pub(super) fn save(&self, words: &mut [u64]) {
        let (planes, rest) = words.split_at_mut(K * W);
        let (places, rest) = rest.split_at_mut(K * K);
        let (placed, rest) = rest.split_at_mut(K);
        let (confined, rest) = rest.split_at_mut(K);
        let (open, open_spots) = rest.split_at_mut(W);
        planes.copy_from_slice(self.planes.as_flattened());
        places.copy_from_slice(self.places.as_flattened());
        placed.copy_from_slice(&self.placed);
        confined.copy_from_slice(&self.confined);
        open.copy_from_slice(&self.open);
        open_spots.copy_from_slice(&self.open_spots);
    }

    #[inline]
    pub(super) fn is_open(&self, position: usize) -> bool {
        self.open[position / 64] >> (position % 64) & 1 != 0
    }

    /// Whether all variables are fixed.
    pub(super) fn is_done(&self) -> bool {
        self.open == [0; W]
    }

    /// The values that an open variable can take.
    #[inline]
    pub(super) fn domain(&self, position: usize) -> u64 {
        let (w, bit) = (position / 64, position % 64);
        self.planes.iter().enumerate().fold(0, |domain, (value, plane)| domain | (plane[w] >> bit & 1) << value)
    }

    /// The open variables that have lost values.
    pub(super) fn changed(&self, before: &[[u64; W]; K]) -> [u64; W] {
        let mut changed = [0; W];
        for (old, new) in before.iter().zip(&self.planes) {
            (0..W).for_each(|w| changed[w] |= old[w] ^ new[w]);
        }
        (0..W).for_each(|w| changed[w] &= self.open[w]);
        changed
    }

    /// Takes a value from an open variable.
    #[inline]
    pub(super) fn remove(&mut self, tables: &Tables<W, K>, position: usize, value: usize) {
        self.planes[value][position / 64] &= !(1 << (position % 64));
        (0..K).for_each(|place| self.places[value][place] &= !tables.spots[position][place]);
    }

    /// Gives an open variable a value that it can take, and takes that from all that must differ.
    #[inline]
    fn fix(&mut self, tables: &Tables<W, K>, position: usize, value: usize) {
        (0..W).for_each(|w| self.planes[value][w] &= !tables.peers[position][w]);
        self.open[position / 64] &= !(1 << (position % 64));
        (0..K).for_each(|place| self.places[value][place] &= !tables.peer_spots[position][place]);
        (0..K).for_each(|place| self.open_spots[place] &= !tables.spots[position][place]);
        self.placed[value] |= tables.lines[position];
    }

    /// As [`fix`](Self::fix), where the value may be gone.
    #[inline]
    pub(super) fn settle(&mut self, tables: &Tables<W, K>, position: usize, value: usize) -> Result<(), Dead> {
        if self.planes[value][position / 64] >> (position % 64) & 1 == 0 {
            return Err(Dead::Variable(position));
        }
        self.fix(tables, position, value);
        Ok(())
    }

    /// Infers all that follows, in blocks too where `strong` says so; writes who was fixed to what, and answers how many.
    pub(super) fn close(&mut self, tables: &Tables<W, K>, strong: bool, fixed: &mut [u64]) -> Result<usize, Dead> {
        let mut count = 0;
        loop {
            let before = count;
            self.last_values(tables, fixed, &mut count)?;
            if count > before {
                continue;
            }
            self.last_places(tables, fixed, &mut count)?;
            if count == before && !(strong && self.confine(tables)) {
                return Ok(count);
            }
        }
    }

    /// Fixes variables that have one value left.
    #[inline]
    fn last_values(&mut self, tables: &Tables<W, K>, fixed: &mut [u64], count: &mut usize) -> Result<(), Dead> {
        let (mut once, mut twice) = ([0; W], [0; W]);
        for plane in &self.planes {
            for w in 0..W {
                twice[w] |= once[w] & plane[w];
                once[w] |= plane[w];
            }
        }
        let mut single = [0; W];
        for w in 0..W {
            let none = self.open[w] & !once[w];
            if none != 0 {
                return Err(Dead::Variable(w * 64 + none.trailing_zeros() as usize));
            }
            single[w] = self.open[w] & !twice[w];
        }
        if single == [0; W] {
            return Ok(());
        }
        for value in 0..K {
            for (w, single) in single.iter().enumerate() {
                // Read anew each time: of two that must differ, only the first gets the value.
                while let here @ 1.. = self.planes[value][w] & single & self.open[w] {
                    let position = w * 64 + here.trailing_zeros() as usize;
                    self.fix(tables, position, value);
                    fixed[*count] = pack(position, value);
                    *count += 1;
                }
            }
        }
        Ok(())
    }

    /// Puts values where they have one place left in a line.
    #[inline]
    fn last_places(&mut self, tables: &Tables<W, K>, fixed: &mut [u64], count: &mut usize) -> Result<(), Dead> {
        for value in 0..K {
            let needed = !self.placed[value];
            if needed == 0 {
                continue;
            }
            let (mut once, mut twice) = (0, 0);
            for place in 0..K {
                let here = self.places[value][place] & self.open_spots[place];
                twice |= once & here;
                once |= here;
            }
            let none = needed & !once;
            if none != 0 {
                return Err(Dead::Line(none.trailing_zeros() as usize));
            }
            let single = needed & !twice;
            if single == 0 {
                continue;
            }
            for place in 0..K {
                while let here @ 1.. = self.places[value][place] & self.open_spots[place] & single & !self.placed[value]
                {
                    let position = usize::from(tables.at[here.trailing_zeros() as usize][place]);
                    self.fix(tables, position, value);
                    fixed[*count] = pack(position, value);
                    *count += 1;
                }
            }
        }
        Ok(())
    }

    /// Where all places of a value in a line lie in one block, takes it from the rest of the other line that the block
    /// belongs to, and says whether that has changed anything.
    #[inline]
    fn confine(&mut self, tables: &Tables<W, K>) -> bool {
        let mut changed = false;
        for value in 0..K {
            let wanted = !self.placed[value] & !self.confined[value];
            if wanted == 0 {
                continue;
            }
            let mut has = [0; BLOCKS];
            for &(block, place, lines) in &tables.blocks {
                let place = usize::from(place);
                has[usize::from(block)] |= self.places[value][place] & self.open_spots[place] & lines;
            }
            let (mut once, mut twice) = (0, 0);
            for here in has {
                twice |= once & here;
                once |= here;
            }
            let one = wanted & once & !twice;
            self.confined[value] |= one;
            for (block, here) in has.into_iter().enumerate() {
                for line in bits(here & one) {
                    for (w, outside) in tables.outside[line][block].iter().enumerate() {
                        for bit in bits(self.planes[value][w] & self.open[w] & outside) {
                            self.remove(tables, w * 64 + bit, value);
                            changed = true;
                        }
                    }
                }
            }
        }
        changed
    }
}
