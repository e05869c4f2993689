//! Ranges of products, whose ends may lie beyond `i64`.

/// A range of products. Ends beyond `i64` are moved to the first number beyond it, which loses nothing: whatever a number
/// beyond `i64` is multiplied by, the product is 0 or beyond `i64` too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) low: i128,
    pub(super) high: i128,
}

impl Interval {
    pub(super) const ONE: Self = Self { low: 1, high: 1 };
    /// Greater than the size of any `i64`, and small enough for the product of two to fit.
    const BEYOND: i128 = (1 << 63) + 1;
    /// How many words of cache it takes.
    pub(super) const WORDS: usize = 4;

    pub(super) fn new(low: i64, high: i64) -> Self {
        Self { low: low.into(), high: high.into() }
    }

    pub(super) fn times(self, other: Self) -> Self {
        let beyond = |v: i128| v.clamp(-Self::BEYOND, Self::BEYOND);
        if self.low >= 0 && other.low >= 0 {
            return Self { low: beyond(self.low * other.low), high: beyond(self.high * other.high) };
        }
        let corners =
            [self.low * other.low, self.low * other.high, self.high * other.low, self.high * other.high].map(beyond);
        let first = Self { low: corners[0], high: corners[0] };
        corners[1..].iter().fold(first, |hull, &v| Self { low: hull.low.min(v), high: hull.high.max(v) })
    }

    pub(super) fn meets(self, other: Self) -> bool {
        self.low <= other.high && other.low <= self.high
    }

    pub(super) fn is_within(self, other: Self) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    pub(super) fn is_point(self) -> bool {
        self.low == self.high
    }

    pub(super) fn save(self, words: &mut [u64]) {
        let [low, high] = [self.low, self.high];
        words.copy_from_slice(&[low as u64, (low >> 64) as u64, high as u64, (high >> 64) as u64]);
    }

    pub(super) fn load(words: &[u64]) -> Self {
        let end = |low: u64, high: u64| (u128::from(high) << 64 | u128::from(low)) as i128;
        Self { low: end(words[0], words[1]), high: end(words[2], words[3]) }
    }
}
