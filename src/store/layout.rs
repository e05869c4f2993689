//! What domains are at the start: which representation each has, and where it lies in the arena.

use super::VarMeta;
use super::domain::Summary;
use super::interval::Intervals;
use crate::domain::Domain;
use crate::limit::Limit;

/// Up to where domains are words, and up to where values are looked at one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spans {
    /// The largest span (largest value minus smallest, plus one) of a domain of words. Wider ones are intervals with holes.
    pub words: u64,
    /// The most values of an interval that are looked at one by one. Of more, only the bounds and single values go.
    pub enumerable: u64,
}

impl Spans {
    /// What every model has.
    pub const USUAL: Self = Self { words: 65_536, enumerable: 65_536 };
    /// An interval's values lie between this and its negative, so that no distance between two of them leaves `i64`.
    pub const LARGEST_VALUE: i64 = i64::MAX / 2;

    /// Whether a domain of these values is an interval. What is beyond its reach is one only if it must be.
    pub fn is_interval(self, domain: &Domain) -> bool {
        let span = domain.span();
        span > self.words && (span > Self::USUAL.words || is_within_reach(domain))
    }

    /// Whether the values of a domain are looked at one by one.
    pub fn is_enumerable(self, domain: &Domain) -> bool {
        !self.is_interval(domain) || domain.size() <= self.enumerable
    }

    /// Whether a domain of these values can be represented.
    pub fn allow(self, domain: &Domain) -> bool {
        !self.is_interval(domain) || is_within_reach(domain)
    }
}

/// Whether an interval may have these values.
fn is_within_reach(domain: &Domain) -> bool {
    let reach = -Spans::LARGEST_VALUE..=Spans::LARGEST_VALUE;
    domain.bounds().is_none_or(|(min, max)| reach.contains(&min) && reach.contains(&max))
}

/// Domains at the start: where they lie, and what they hold.
#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) vars: Vec<VarMeta>,
    pub(crate) words: Vec<u64>,
    pub(crate) intervals: Intervals,
}

impl Layout {
    /// Lays out one domain after another: `bases[i]` is the value of bit 0 for variable `i` where its domain is words, and
    /// not above any of its values. `spend` is told how many steps come next.
    ///
    /// # Errors
    /// Those of `spend`.
    ///
    /// # Panics
    /// If a value of a domain of words lies more than 65,536 above its base.
    pub(crate) fn new<'d>(
        bases: &[i64],
        domain: impl Fn(usize) -> &'d Domain,
        spans: Spans,
        mut spend: impl FnMut(usize) -> Result<(), Limit>,
    ) -> Result<Self, Limit> {
        let mut words = vec![0; bases.len()];
        let mut vars = Vec::with_capacity(bases.len());
        let mut intervals = Intervals::new(spans.enumerable);
        let mut wide = Vec::new();
        // Most variables have the domain of the one before.
        let mut last: Option<(&Domain, i64)> = None;
        for (i, &base) in bases.iter().enumerate() {
            let domain = domain(i);
            if last == Some((domain, base)) {
                words[i] = words[i - 1];
                vars.push(VarMeta::narrow(i, base));
                continue;
            }
            last = None;
            if let (true, Some((min, max))) = (spans.is_interval(domain), domain.bounds()) {
                vars.push(VarMeta::interval(words.len(), min));
                words[i] = domain.size();
                words.extend([min as u64, max as u64, intervals.add(domain) as u64]);
                continue;
            }
            spend(domain.size() as usize)?;
            if domain.bounds().is_none_or(|(_, max)| (max.wrapping_sub(base) as u64) < 64) {
                words[i] = domain.word(base);
                vars.push(VarMeta::narrow(i, base));
                last = Some((domain, base));
                continue;
            }
            wide.clear();
            for value in domain.values() {
                let bit = value.wrapping_sub(base) as u64;
                assert!(bit < Spans::USUAL.words, "a value out of reach of its base");
                let word = (bit / 64) as usize;
                if word >= wide.len() {
                    wide.resize(word + 1, 0);
                }
                wide[word] |= 1 << (bit % 64);
            }
            vars.push(VarMeta::wide(words.len(), wide.len(), base));
            words[i] = Summary::of(&wide);
            words.extend_from_slice(&wide);
        }
        Ok(Self { vars, words, intervals })
    }
}
