//! The tuples of a table as bit sets: for each value of each column, the tuples that have it. Constant and shared.

use crate::constraint::sorted::sorted;
use crate::limit::{Budget, Limit};
use crate::propagate::{Opening, TableSize};

/// One column: the values that occur, and where their bit sets lie.
#[derive(Clone, Debug)]
struct Column {
    /// For a one-word domain: the value of bit 0, and the bits of the values that occur.
    narrow: Option<(i64, u64)>,
    /// For a one-word domain: how many of those bits are below each bit, which is the index of its value.
    ranks: [u8; 64],
    /// The values that occur, in increasing order.
    values: Box<[i64]>,
    /// Where the bit set of the first value starts.
    start: usize,
}

/// The bytes of the masks of partners.
const PARTNERS: usize = 2 * 64 * 8;

/// The tuples of a table.
#[derive(Clone, Debug)]
pub(crate) struct Tuples {
    columns: Box<[Column]>,
    count: usize,
    /// Words of one bit set.
    words: usize,
    supports: Box<[u64]>,
    /// The bits of the values that occur in each column, where all are of one-word domains and there are tuples.
    bits: Box<[u64]>,
    /// Whether these are all combinations of the values that occur.
    full: bool,
    /// For two one-word columns: for each bit of either, the mask of the other's values that go with it.
    partners: Option<Box<[[u64; 64]; 2]>>,
}

impl Tuples {
    /// `count` distinct tuples, one after another in `flat`. A base says that its column's domain is one word, and which
    /// value bit 0 stands for.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    ///
    /// # Panics
    /// If `flat` has another length than `count` tuples, or a value does not fit its one-word column.
    pub fn new(bases: &[Option<i64>], count: usize, flat: &[i64], budget: &mut Budget) -> Result<Self, Limit> {
        let arity = bases.len();
        assert_eq!(flat.len(), count * arity, "as many values as tuples have");
        let words = count.div_ceil(64);
        let mut start = 0;
        let columns = bases
            .iter()
            .enumerate()
            .map(|(p, &base)| {
                budget.spend_on(count)?;
                let column = flat.iter().skip(p).step_by(arity).copied();
                let values: Vec<i64>;
                let mut bits = 0_u64;
                if let Some(base) = base {
                    for value in column {
                        let bit = value.wrapping_sub(base) as u64;
                        assert!(bit < 64, "a value of a one-word column");
                        bits |= 1 << bit;
                    }
                    values = (0..64).filter(|bit| bits >> bit & 1 == 1).map(|bit| base + bit).collect();
                } else {
                    values = sorted(column, budget)?;
                }
                let rank = |bit: usize| (bits & ((1 << bit) - 1)).count_ones() as u8;
                let ranks = std::array::from_fn(rank);
                let column = Column { narrow: base.map(|base| (base, bits)), ranks, values: values.into(), start };
                start += column.values.len() * words;
                Ok(column)
            })
            .collect::<Result<Box<[Column]>, Limit>>()?;
        let bits = columns.iter().map(|column| column.narrow.map(|(_, bits)| bits).filter(|_| count > 0));
        let bits = bits.collect::<Option<_>>().unwrap_or_default();
        let sizes = columns.iter().map(|column| column.values.len() as u64);
        let full = sizes.fold(1, u64::saturating_mul) == count as u64;
        let mut tuples = Self { columns, count, words, supports: vec![0; start].into(), bits, full, partners: None };
        for (t, tuple) in flat.chunks_exact(arity.max(1)).enumerate() {
            budget.spend_on(8 * arity)?;
            for (p, &value) in tuple.iter().enumerate() {
                if let Some(i) = tuples.index(p, value) {
                    tuples.supports[tuples.columns[p].start + i * words + t / 64] |= 1 << (t % 64);
                }
            }
        }
        if let [Some(a), Some(b)] = *bases {
            let mut partners = Box::new([[0; 64]; 2]);
            for pair in flat.chunks_exact(2) {
                let (i, j) = ((pair[0] - a) as usize, (pair[1] - b) as usize);
                partners[0][i] |= 1 << j;
                partners[1][j] |= 1 << i;
            }
            tuples.partners = Some(partners);
        }
        Ok(tuples)
    }

    /// The number of tuples.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Roughly the bytes that the bit sets take.
    pub fn bytes(&self) -> usize {
        let partners = if self.partners.is_some() { PARTNERS } else { 0 };
        8 * self.supports.len() + partners + Self::least_bytes(self.columns.len())
    }

    /// Roughly the bytes that bit sets of so many words would take.
    pub(super) fn bytes_of(bases: &[Option<i64>], words: usize) -> usize {
        let partners = if matches!(bases, [Some(_), Some(_)]) { PARTNERS } else { 0 };
        words.saturating_mul(8).saturating_add(partners + Self::least_bytes(bases.len()))
    }

    /// Roughly the bytes of so many columns without a tuple.
    pub fn least_bytes(columns: usize) -> usize {
        128 * columns + 64
    }

    /// How large it is.
    pub(super) fn size(&self) -> TableSize {
        TableSize { tuples: self.count, bytes: self.bytes() }
    }

    /// Words of a set of tuples.
    #[inline]
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// What the table leaves of domains that hold all its tuples, where all columns are of one-word domains.
    pub(super) fn opening(&self) -> Option<Opening<'_>> {
        (!self.bits.is_empty()).then_some(Opening { leaves: &self.bits, entailed: self.full })
    }

    /// The masks of partners, where the table has two one-word columns.
    #[inline]
    pub(super) fn partners(&self) -> Option<&[[u64; 64]; 2]> {
        self.partners.as_deref()
    }

    /// The value of bit 0 and the bits that occur, for a one-word column.
    #[inline]
    pub(super) fn narrow(&self, column: usize) -> Option<(i64, u64)> {
        self.columns[column].narrow
    }

    /// The index of the value of each bit that occurs in a one-word column.
    #[inline]
    pub(super) fn ranks(&self, column: usize) -> &[u8; 64] {
        &self.columns[column].ranks
    }

    /// The values that occur in a column, in increasing order.
    #[inline]
    pub(super) fn values(&self, column: usize) -> &[i64] {
        &self.columns[column].values
    }

    /// The index of a value among those that occur in a column.
    pub(super) fn index(&self, column: usize, value: i64) -> Option<usize> {
        match self.columns[column].narrow {
            Some((base, bits)) => {
                let bit = value.wrapping_sub(base) as u64;
                (bit < 64 && bits >> bit & 1 == 1).then(|| self.ranks(column)[bit as usize].into())
            }
            None => self.columns[column].values.binary_search(&value).ok(),
        }
    }

    /// The tuples that have the value of this index in a column.
    #[inline]
    pub(super) fn support(&self, column: usize, index: usize) -> &[u64] {
        let start = self.support_start(column, index);
        &self.supports[start..start + self.words]
    }

    /// Where the tuples that have the value of this index in a column begin.
    #[inline]
    pub(super) fn support_start(&self, column: usize, index: usize) -> usize {
        self.columns[column].start + index * self.words
    }

    /// A word of the sets of tuples.
    #[inline]
    pub(super) fn support_word(&self, at: usize) -> u64 {
        self.supports[at]
    }
}
