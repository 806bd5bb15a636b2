//! What the solver remembers: bounds on the values of positions, never wrong.
//!
//! Positions have 49-bit codes. A bijection of those numbers scatters them; its upper bits choose a
//! bucket, a cache line of eight words, and its lower bits are kept in the word as the tag. So an
//! entry is found for its own position only, and no two positions are ever taken for one another.
//! A word is read and written whole: the table is shared by threads without locks.

use std::sync::atomic::{AtomicU64, Ordering};

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The value is at least this.
    pub(super) lower: i32,
    /// The value is at most this.
    pub(super) upper: i32,
    /// The column of the move that was best, if one stood out.
    pub(super) column: Option<u8>,
    /// Logarithm to base 2 of the nodes it took to find out.
    pub(super) effort: u32,
}

impl Entry {
    /// Wider than every value.
    const LIMIT: i32 = 32;
    const NO_COLUMN: u8 = 7;
    /// What is known of a position that has no entry. Packs to zero.
    pub(super) const NOTHING: Self =
        Self { lower: -Self::LIMIT, upper: Self::LIMIT, column: None, effort: 0 };

    /// The most effort that is told apart.
    pub(super) const MAX_EFFORT: u32 = EFFORT as u32;

    /// A bound that tells whether the value reaches the goal.
    pub(super) fn answers(&self, goal: i32) -> Option<i32> {
        let reached = (self.lower >= goal).then_some(self.lower);
        reached.or_else(|| (self.upper < goal).then_some(self.upper))
    }

    /// What both know together.
    pub(super) fn with(self, other: &Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper), ..self }
    }

    /// Effort in bits 0–4, column 5–7, upper bound 8–13, lower bound 14–19.
    fn pack(self) -> u64 {
        let column = Self::NO_COLUMN - self.column.unwrap_or(Self::NO_COLUMN);
        let (lower, upper) = (self.lower + Self::LIMIT, Self::LIMIT - self.upper);
        (lower as u64) << 14 | (upper as u64) << 8 | u64::from(column) << 5 | u64::from(self.effort)
    }

    fn unpack(word: u64) -> Self {
        let column = Self::NO_COLUMN - (word >> 5 & 7) as u8;
        Self {
            lower: (word >> 14 & 63) as i32 - Self::LIMIT,
            upper: Self::LIMIT - (word >> 8 & 63) as i32,
            column: (column != Self::NO_COLUMN).then_some(column),
            effort: (word & EFFORT) as u32,
        }
    }
}

const EFFORT: u64 = 31;
const DATA_BITS: u32 = 20;
const CODE_BITS: u32 = 49;
/// The fewest buckets with which the tag has room beside the data.
const MIN_BUCKET_BITS: u32 = CODE_BITS + DATA_BITS - u64::BITS;

/// The words that a position may go to: one cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([AtomicU64; 8]);

/// A place in the table: a scattered code.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place(u64);

impl Place {
    pub(super) fn of(code: u64) -> Self {
        const MASK: u64 = (1 << CODE_BITS) - 1;
        let code = code ^ code >> 25;
        let code = code.wrapping_mul(0x9e37_79b9_7f4a_7c15) & MASK;
        let code = code ^ code >> 25;
        Self(code.wrapping_mul(0xd6e8_feb8_6659_fd93) & MASK)
    }
}

/// A table of entries.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Box<[Bucket]>,
    tag_bits: u32,
}

impl Table {
    /// An empty table of the largest power of two that `bytes` hold.
    pub(super) fn new(bytes: usize) -> Self {
        let bits = (bytes / size_of::<Bucket>()).max(1).ilog2().clamp(MIN_BUCKET_BITS, CODE_BITS - 1);
        Self {
            buckets: (0..1_usize << bits).map(|_| Bucket::default()).collect(),
            tag_bits: CODE_BITS - bits,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        self.buckets.iter().flat_map(|bucket| &bucket.0).for_each(|word| word.store(0, Ordering::Relaxed));
    }

    pub(super) fn get(&self, place: Place) -> Entry {
        let (bucket, tag) = self.find(place);
        bucket
            .iter()
            .map(|word| word.load(Ordering::Relaxed))
            .find(|word| word >> DATA_BITS == tag)
            .map_or(Entry::NOTHING, Entry::unpack)
    }

    /// Keeps the entry in place of the position's last one, or of the one that took the least
    /// effort.
    pub(super) fn put(&self, place: Place, entry: Entry) {
        let (bucket, tag) = self.find(place);
        let cost = |word: &&AtomicU64| {
            let word = word.load(Ordering::Relaxed);
            if word >> DATA_BITS == tag { 0 } else { 1 + (word & EFFORT) }
        };
        if let Some(word) = bucket.iter().min_by_key(cost) {
            word.store(tag << DATA_BITS | entry.pack(), Ordering::Relaxed);
        }
    }

    fn find(&self, place: Place) -> (&[AtomicU64; 8], u64) {
        let bucket = &self.buckets[(place.0 >> self.tag_bits) as usize];
        (&bucket.0, place.0 & ((1 << self.tag_bits) - 1))
    }
}
