//! A finite set of integers, as a model declares the values of a variable.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The values that a variable may take. Made from a range, a list, or one number; may be empty, which means "no
/// solution".
///
/// ```
/// use gridwright::Domain;
/// let digits: Domain = (1..=6).into();
/// let odd: Domain = vec![5, 1, 3, 1].into();
/// assert_eq!((digits.size(), odd.size()), (6, 3));
/// assert_eq!(odd.values().collect::<Vec<_>>(), [1, 3, 5]);
/// assert_eq!((digits.to_string(), odd.to_string()), ("1..6".into(), "1, 3, 5".into()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Domain {
    min: i64,
    max: i64,
    /// The values in increasing order where the range between the bounds has holes.
    listed: Option<Arc<[i64]>>,
}

impl Domain {
    /// The domain without values.
    pub fn empty() -> Self {
        Self { min: 1, max: 0, listed: None }
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.min > self.max
    }

    /// The smallest and the largest value; `None` where there is no value.
    pub fn bounds(&self) -> Option<(i64, i64)> {
        (!self.is_empty()).then_some((self.min, self.max))
    }

    /// The number of values; `u64::MAX` for all of `i64`.
    pub fn size(&self) -> u64 {
        match &self.listed {
            Some(values) => values.len() as u64,
            None => self.span(),
        }
    }

    /// Largest minus smallest value plus one; 0 where there is no value.
    pub fn span(&self) -> u64 {
        if self.is_empty() { 0 } else { (self.max.wrapping_sub(self.min) as u64).saturating_add(1) }
    }

    /// The domain as a word whose bit 0 stands for `base`. No value may lie below that, or more than 63 above.
    pub(crate) fn word(&self, base: i64) -> u64 {
        match &self.listed {
            Some(values) => values.iter().fold(0, |word, value| word | 1 << (value - base)),
            None if self.is_empty() => 0,
            None => u64::MAX >> (63 - (self.max - self.min)) << (self.min - base),
        }
    }

    /// Whether the value is in the domain.
    pub fn contains(&self, value: i64) -> bool {
        match &self.listed {
            Some(values) => values.binary_search(&value).is_ok(),
            None => (self.min..=self.max).contains(&value),
        }
    }

    /// The values in increasing order.
    pub fn values(&self) -> impl Iterator<Item = i64> + '_ {
        let listed = self.listed.as_deref().unwrap_or(&[]);
        let range = if self.listed.is_some() { RangeInclusive::new(1, 0) } else { self.min..=self.max };
        range.chain(listed.iter().copied())
    }
}

/// Values and runs of values, such as `1..6` or `0, 2..4, 9`; `no value` where there is none.
impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("no value");
        }
        let listed = self.listed.as_deref().unwrap_or(&[]);
        // The first and the last value of each run.
        let mut runs: Vec<(i64, i64)> = Vec::new();
        for &value in listed {
            match runs.last_mut() {
                Some((_, last)) if *last + 1 == value => *last = value,
                _ => runs.push((value, value)),
            }
        }
        if listed.is_empty() {
            runs.push((self.min, self.max));
        }
        for (i, (first, last)) in runs.into_iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            match last.abs_diff(first) {
                0 => write!(f, "{comma}{first}")?,
                1 => write!(f, "{comma}{first}, {last}")?,
                _ => write!(f, "{comma}{first}..{last}")?,
            }
        }
        Ok(())
    }
}

impl From<RangeInclusive<i64>> for Domain {
    fn from(range: RangeInclusive<i64>) -> Self {
        if range.is_empty() { Self::empty() } else { Self { min: *range.start(), max: *range.end(), listed: None } }
    }
}

impl From<Vec<i64>> for Domain {
    fn from(mut values: Vec<i64>) -> Self {
        values.sort_unstable();
        values.dedup();
        let (Some(&min), Some(&max)) = (values.first(), values.last()) else { return Self::empty() };
        let dense = max.checked_sub(min).is_some_and(|span| span as u64 == values.len() as u64 - 1);
        Self { min, max, listed: (!dense).then(|| values.into()) }
    }
}

impl From<&[i64]> for Domain {
    fn from(values: &[i64]) -> Self {
        values.to_vec().into()
    }
}

impl<const N: usize> From<[i64; N]> for Domain {
    fn from(values: [i64; N]) -> Self {
        values.to_vec().into()
    }
}

impl From<i64> for Domain {
    fn from(value: i64) -> Self {
        (value..=value).into()
    }
}
