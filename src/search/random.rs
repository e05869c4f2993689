//! Random numbers by seed: ChaCha with 8 rounds, so that a seed means the same search everywhere and for ever.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub(super) struct Random(ChaCha8Rng);

impl Random {
    /// The stream of this number under a seed; streams of one seed are independent.
    pub(super) fn new(seed: u64, stream: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(stream);
        Self(rng)
    }

    /// A number below `n`, which must not be 0 (the multiply-shift method; its bias is below `n` in 2^64).
    pub(super) fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.0.next_u64()) * u128::from(n)) >> 64) as u64
    }
}
