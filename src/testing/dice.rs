//! Random numbers for tests: small, and the same for a seed everywhere and for ever.

/// A source of random numbers (SplitMix64: Steele, Lea, Flood 2014).
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The same seed gives the same numbers.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Any number.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`; 0 where `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next_u64()) * n as u128) >> 64) as usize
    }

    /// A number from `low` to `high`.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as usize) as i64
    }

    /// One of several things.
    ///
    /// # Panics
    /// If there is none.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// True once in `n` times.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_published_generator() {
        let mut dice = Dice::new(1_234_567);
        let published = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!([0; 3].map(|_| dice.next_u64()), published);
    }

    #[test]
    fn all_sides_come_up_about_equally_often() {
        let mut dice = Dice::new(3);
        let (mut sides, mut picked, mut once) = ([0; 6], [0; 3], 0);
        for _ in 0..6_000 {
            sides[(dice.between(-2, 3) + 2) as usize] += 1;
            picked[*dice.pick(&[0, 1, 2])] += 1;
            once += usize::from(dice.once_in(4));
        }
        assert!(sides.iter().all(|n| (900..1_100).contains(n)), "{sides:?}");
        assert!(picked.iter().all(|n| (1_850..2_150).contains(n)), "{picked:?}");
        assert!((1_400..1_600).contains(&once), "{once}");
        assert_eq!((dice.below(0), dice.between(7, 7)), (0, 7));
    }
}
