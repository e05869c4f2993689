//! Random numbers by seed.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A stream of random numbers.
pub struct Random(ChaCha8Rng);

impl Random {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.0.next_u64()) * n as u128) >> 64) as usize
    }

    /// The index of one of the weights, each as often as its weight says.
    pub fn weighted(&mut self, weights: &[usize]) -> usize {
        let mut left = self.below(weights.iter().sum());
        let passed = |&weight: &usize| {
            let passed = left >= weight;
            left -= if passed { weight } else { 0 };
            passed
        };
        weights.iter().copied().take_while(passed).count()
    }

    /// Takes one of the items that fit.
    pub fn take<T: Copy>(&mut self, items: &mut Vec<T>, fits: impl Fn(T) -> bool) -> Option<T> {
        let fitting: Vec<usize> = (0..items.len()).filter(|&at| fits(items[at])).collect();
        (!fitting.is_empty()).then(|| items.swap_remove(fitting[self.below(fitting.len())]))
    }
}
