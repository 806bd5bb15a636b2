//! The solver's table of bounds, shared by threads without locks (Hyatt and Mann: A lock-less transposition table
//! implementation for parallel search, 2002).
//!
//! An entry is two words: the bounds and the best moves, and the hash of the position exclusive-or these. A torn
//! entry, or one of another position, has another hash, but for one in 2^64.

use super::super::flips::Squares;
use crate::game::SolverCache;
use crate::types::Key;
use prefetch_index::prefetch_index;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bounds of a position's value, in discs for the side to move, and its best moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundEntry {
    /// The value is at least this.
    pub lower: i8,
    /// The value is at most this.
    pub upper: i8,
    /// The squares of the best moves so far, the best first; 64 for none.
    pub best: [u8; 2],
    /// The nodes it took, as a logarithm to base 2.
    pub cost: u8,
}

impl BoundEntry {
    /// The square for none.
    pub const NO_SQUARE: u8 = 64;
    /// The bounds of a position without an entry.
    pub const NOTHING: Self = Self { lower: -64, upper: 64, best: [Self::NO_SQUARE; 2], cost: 0 };

    fn pack(self) -> u64 {
        let Self { lower, upper, best: [first, second], cost } = self;
        u64::from_le_bytes([lower as u8, upper as u8, first, second, cost, 1, 0, 0])
    }

    fn unpack(word: u64) -> Self {
        let [lower, upper, first, second, cost, ..] = word.to_le_bytes();
        Self { lower: lower as i8, upper: upper as i8, best: [first, second], cost }
    }
}

/// The entries that a position may occupy: a cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; 4]);

/// The hash of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolverKey(u64);

impl SolverKey {
    /// The hash of the discs of the side to move and of the other.
    #[must_use]
    #[inline]
    pub const fn of(own: Squares, other: Squares) -> Self {
        Self(Key::hashed([[own, other], [0, 0]]).bits())
    }

    /// The key of what selective searches find: never mixed up with proofs.
    pub(super) const fn of_estimate(self) -> Self {
        Self(self.0 ^ 0x9e37_79b9_7f4a_7c15)
    }

    pub(super) const fn mixed(self) -> Key {
        Key::exact(self.0)
    }
}

/// A table of bounds.
#[derive(Debug)]
pub struct SolverTable {
    buckets: Box<[Bucket]>,
}

impl SolverTable {
    /// An empty table of the largest power of two within `bytes`, at least 64 KiB.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let buckets = 1_usize << (bytes.max(1 << 16) / size_of::<Bucket>()).ilog2();
        Self { buckets: (0..buckets).map(|_| Bucket::default()).collect() }
    }

    /// Loads the cache line of a position.
    #[inline]
    pub fn prefetch(&self, key: SolverKey) {
        prefetch_index(&self.buckets, self.index(key));
    }

    /// The entry of a position.
    #[must_use]
    #[inline]
    pub fn get(&self, key: SolverKey) -> Option<BoundEntry> {
        let Bucket(entries) = &self.buckets[self.index(key)];
        entries.iter().find_map(|[check, data]| {
            let data = data.load(Ordering::Relaxed);
            let is_own = check.load(Ordering::Relaxed) ^ data == key.0 && data != 0;
            is_own.then(|| BoundEntry::unpack(data))
        })
    }

    /// Stores an entry in place of the position's last one, or else of the one that took the fewest nodes.
    pub fn put(&self, key: SolverKey, entry: BoundEntry) {
        let Bucket(entries) = &self.buckets[self.index(key)];
        let worth = |[check, data]: &&[AtomicU64; 2]| {
            let data = data.load(Ordering::Relaxed);
            let is_own = check.load(Ordering::Relaxed) ^ data == key.0;
            if is_own || data == 0 { 0 } else { 1 + u32::from(BoundEntry::unpack(data).cost) }
        };
        if let Some([check, data]) = entries.iter().min_by_key(worth) {
            let word = entry.pack();
            data.store(word, Ordering::Relaxed);
            check.store(word ^ key.0, Ordering::Relaxed);
        }
    }

    /// Removes all entries.
    pub fn clear(&self) {
        let words = self.buckets.iter().flat_map(|Bucket(entries)| entries.as_flattened());
        words.for_each(|word| word.store(0, Ordering::Relaxed));
    }

    #[inline]
    const fn index(&self, key: SolverKey) -> usize {
        key.0 as usize & (self.buckets.len() - 1)
    }
}

/// The table of all solvers that share a memory, allocated when first used.
#[derive(Debug)]
pub struct SolverTables {
    bytes: usize,
    shared: OnceLock<SolverTable>,
}

impl SolverTables {
    /// The table.
    pub fn shared(&self) -> &SolverTable {
        self.shared.get_or_init(|| SolverTable::new(self.bytes))
    }
}

impl SolverCache for SolverTables {
    fn with_bytes(bytes: usize) -> Self {
        Self { bytes, shared: OnceLock::new() }
    }

    fn clear(&self) {
        self.shared.get().into_iter().for_each(SolverTable::clear);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_table_drops_entries_but_confuses_no_positions() {
        let table = SolverTable::new(0);
        let entry = |own: u64| BoundEntry {
            lower: (own % 129) as i8,
            upper: -((own % 65) as i8),
            best: [(own % 65) as u8, 64],
            cost: (own % 7) as u8,
        };
        for own in 0..20_000 {
            table.put(SolverKey::of(own, !own), entry(own));
        }
        let found = (0..20_000).filter_map(|own| Some((own, table.get(SolverKey::of(own, !own))?)));
        let found: Vec<_> = found.collect();
        assert!(found.len() > 3_000 && found.len() <= 4_096, "{}", found.len());
        assert!(found.iter().all(|&(own, got)| got == entry(own)));
        assert_eq!(table.get(SolverKey::of(1, 1)), None);
    }
}
