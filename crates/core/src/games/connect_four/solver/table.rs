//! The solver's two-level table of bounds: a small local table for each thread, and a large one that
//! threads share without locks. Its entries are never wrong.
//!
//! A position has a code of 49 bits. A bijection of those codes scatters them; the upper bits of the
//! image choose a bucket, half a cache line of four words, and the lower bits are stored as the tag. So
//! an entry is found for its own position only. A word is read and written whole.

use crate::game::SolverCache;
use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// Bounds on the value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundEntry {
    /// The value is at least this.
    pub lower: i32,
    /// The value is at most this.
    pub upper: i32,
    /// The column of the best move, if one stood out.
    pub column: Option<u8>,
    /// The nodes it took to find the bounds, as a logarithm to base 2.
    pub log2_nodes: u32,
}

impl BoundEntry {
    /// Wider than every value.
    const LIMIT: i32 = 32;
    const NO_COLUMN: u8 = 7;
    /// The bounds of a position without an entry. Packs to zero.
    pub const NOTHING: Self = Self { lower: -Self::LIMIT, upper: Self::LIMIT, column: None, log2_nodes: 0 };

    /// The largest number of nodes that an entry can hold, as a logarithm.
    pub const MAX_LOG2_NODES: u32 = LOG2_NODES as u32;

    /// A bound that decides whether the value reaches the goal.
    #[must_use]
    pub fn decides(&self, goal: i32) -> Option<i32> {
        let reached = (self.lower >= goal).then_some(self.lower);
        reached.or_else(|| (self.upper < goal).then_some(self.upper))
    }

    /// The bounds of both entries together.
    #[must_use]
    pub fn intersect(self, other: &Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper), ..self }
    }

    /// Logarithm of nodes in bits 0–4, column 5–7, upper bound 8–13, lower bound 14–19.
    fn pack(self) -> u64 {
        let column = Self::NO_COLUMN - self.column.unwrap_or(Self::NO_COLUMN);
        let (lower, upper) = (self.lower + Self::LIMIT, Self::LIMIT - self.upper);
        (lower as u64) << 14 | (upper as u64) << 8 | u64::from(column) << 5 | u64::from(self.log2_nodes)
    }

    fn unpack(word: u64) -> Self {
        let column = Self::NO_COLUMN - (word >> 5 & 7) as u8;
        Self {
            lower: (word >> 14 & 63) as i32 - Self::LIMIT,
            upper: Self::LIMIT - (word >> 8 & 63) as i32,
            column: (column != Self::NO_COLUMN).then_some(column),
            log2_nodes: (word & LOG2_NODES) as u32,
        }
    }
}

const LOG2_NODES: u64 = 31;
const DATA_BITS: u32 = 20;
const CODE_BITS: u32 = 49;
/// The fewest buckets with which the tag fits beside the data.
const MIN_BUCKET_BITS: u32 = CODE_BITS + DATA_BITS - u64::BITS;

/// The words that a position may occupy.
#[derive(Debug, Default)]
#[repr(align(32))]
struct Bucket([AtomicU64; 4]);

/// The key of a position: its code, scattered.
#[derive(Clone, Copy, Debug)]
pub struct SolverKey(u64);

impl SolverKey {
    /// The key of the position with that code, below 2^49.
    #[must_use]
    pub fn of(code: u64) -> Self {
        const MASK: u64 = (1 << CODE_BITS) - 1;
        let code = code ^ code >> 25;
        let code = code.wrapping_mul(0x9e37_79b9_7f4a_7c15) & MASK;
        let code = code ^ code >> 25;
        Self(code.wrapping_mul(0xd6e8_feb8_6659_fd93) & MASK)
    }
}

/// A table of bounds.
#[derive(Debug)]
pub struct SolverTable {
    buckets: Box<[Bucket]>,
    tag_bits: u32,
}

impl SolverTable {
    /// An empty table of the largest power of two within `bytes`, at least one KiB.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let bits = (bytes / size_of::<Bucket>()).max(1).ilog2().clamp(MIN_BUCKET_BITS, CODE_BITS - 1);
        Self {
            buckets: (0..1_usize << bits).map(|_| Bucket::default()).collect(),
            tag_bits: CODE_BITS - bits,
        }
    }

    /// Removes all entries.
    pub fn clear(&self) {
        self.buckets.iter().flat_map(|bucket| &bucket.0).for_each(|word| word.store(0, Ordering::Relaxed));
    }

    /// The bounds of a position.
    #[must_use]
    pub fn get(&self, key: SolverKey) -> BoundEntry {
        let (bucket, tag) = self.find(key);
        bucket
            .iter()
            .map(|word| word.load(Ordering::Relaxed))
            .find(|word| word >> DATA_BITS == tag)
            .map_or(BoundEntry::NOTHING, BoundEntry::unpack)
    }

    /// Stores an entry in place of the position's last one, or else of the one that took the fewest nodes.
    pub fn put(&self, key: SolverKey, entry: BoundEntry) {
        let (bucket, tag) = self.find(key);
        let cost = |word: &&AtomicU64| {
            let word = word.load(Ordering::Relaxed);
            if word >> DATA_BITS == tag { 0 } else { 1 + (word & LOG2_NODES) }
        };
        if let Some(word) = bucket.iter().min_by_key(cost) {
            word.store(tag << DATA_BITS | entry.pack(), Ordering::Relaxed);
        }
    }

    fn find(&self, key: SolverKey) -> (&[AtomicU64; 4], u64) {
        let bucket = &self.buckets[(key.0 >> self.tag_bits) as usize];
        (&bucket.0, key.0 & ((1 << self.tag_bits) - 1))
    }
}

/// The tables of all solvers that share a memory, allocated when first used.
#[derive(Debug)]
pub struct SolverTables {
    shared_bytes: usize,
    shared: OnceLock<SolverTable>,
    /// Local tables that no thread uses now.
    idle: Mutex<Vec<SolverTable>>,
}

impl SolverTables {
    /// Size of a local table: part of a core's own cache.
    const LOCAL_BYTES: usize = 512 << 10;
    /// Entries of a local table.
    pub const LOCAL_ENTRIES: usize = Self::LOCAL_BYTES / size_of::<u64>();

    /// The table for bounds that took some nodes, shared by all threads.
    pub fn shared(&self) -> &SolverTable {
        self.shared.get_or_init(|| SolverTable::new(self.shared_bytes))
    }

    /// A small table for one thread's many small searches. Its entries stay true, so it is reused.
    pub fn local(&self) -> LocalTable<'_> {
        let table = self.idle().pop().unwrap_or_else(|| SolverTable::new(Self::LOCAL_BYTES));
        LocalTable { tables: self, table: Some(table) }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<SolverTable>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SolverCache for SolverTables {
    fn with_bytes(bytes: usize) -> Self {
        Self { shared_bytes: bytes, shared: OnceLock::new(), idle: Mutex::new(Vec::new()) }
    }

    fn clear(&self) {
        self.shared.get().into_iter().for_each(SolverTable::clear);
        self.idle().iter().for_each(SolverTable::clear);
    }
}

/// A local table on loan; dropping it returns the table.
#[derive(Debug)]
pub struct LocalTable<'a> {
    tables: &'a SolverTables,
    /// Taken when this is dropped.
    table: Option<SolverTable>,
}

impl Deref for LocalTable<'_> {
    type Target = SolverTable;
    fn deref(&self) -> &SolverTable {
        self.table.as_ref().expect("only drop takes it")
    }
}

impl Drop for LocalTable<'_> {
    fn drop(&mut self) {
        self.tables.idle().extend(self.table.take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_survive_packing() {
        for (lower, upper) in [(-32, 32), (-18, 18), (0, 0), (-21, -21), (21, 21)] {
            for column in [None, Some(0), Some(3), Some(6)] {
                for log2_nodes in [0, 1, BoundEntry::MAX_LOG2_NODES] {
                    let entry = BoundEntry { lower, upper, column, log2_nodes };
                    assert_eq!(BoundEntry::unpack(entry.pack()), entry);
                }
            }
        }
        assert_eq!(BoundEntry::unpack(0), BoundEntry::NOTHING);
    }

    #[test]
    fn a_full_table_drops_entries_but_confuses_no_positions() {
        let table = SolverTable::new(0);
        let entry =
            |code: u64| BoundEntry { lower: (code % 37) as i32 - 18, upper: 18, column: None, log2_nodes: 1 };
        for code in 0..10_000 {
            table.put(SolverKey::of(code), entry(code));
            assert_eq!(table.get(SolverKey::of(code)), entry(code));
        }
        let stored = (0..10_000).filter(|&code| table.get(SolverKey::of(code)) != BoundEntry::NOTHING);
        let stored: Vec<u64> = stored.collect();
        assert!(stored.len() <= 32 * 4 && stored.len() > 100, "{}", stored.len());
        assert!(stored.into_iter().all(|code| table.get(SolverKey::of(code)) == entry(code)));
    }
}
