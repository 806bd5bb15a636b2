//! The transposition table: a cache of search results, shared by all searches of all games.
//!
//! Fixed size, lock-free, safe Rust. An entry is two words, `key ^ data` and `data`, with relaxed
//! ordering: an entry torn by a concurrent write fails the key test and is a miss (Hyatt and Mann: A
//! lockless transposition-table implementation for parallel search, ICGA Journal 25(1), 2002). Scores
//! are relative to the node. A move is stored as its code and looked up among the legal moves, so that
//! even a false hit makes no illegal move.

use crate::types::{Bound, Depth, Key, Score};
use prefetch_index::prefetch_index;
use std::ops::AddAssign;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// The result of the search of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Relative to the node.
    pub score: Score,
    /// How the score relates to the true one.
    pub bound: Bound,
    /// The depth of the search.
    pub depth: Depth,
    /// The code of the best move, if the search found one.
    pub code: Option<u16>,
    /// Whether every line was searched to the end of the game, so that the score holds at any depth.
    pub exhaustive: bool,
}

impl Entry {
    /// Words of data: score 0–15, code 16–31, depth 32–39, bound 40–41, generation 42–47,
    /// exhaustive 48. A bound of 0 marks an empty slot.
    fn pack(&self, generation: u8) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        u64::from(self.score.units() as u16)
            | u64::from(self.code.unwrap_or(NO_CODE)) << 16
            | u64::from(self.depth.plies()) << 32
            | bound << 40
            | u64::from(generation & GENERATION_MASK) << 42
            | u64::from(self.exhaustive) << 48
    }

    fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> 40 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        let code = (data >> 16) as u16;
        Some(Self {
            score: Score::from_units(data as u16 as i16),
            bound,
            depth: Depth::new((data >> 32) as u8),
            code: (code != NO_CODE).then_some(code),
            exhaustive: data >> 48 & 1 == 1,
        })
    }
}

/// How often nodes were looked up in the table, and how often they were found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Probes {
    /// All probes.
    pub all: u64,
    /// Probes that found an entry, usable or not.
    pub hits: u64,
}

impl AddAssign for Probes {
    fn add_assign(&mut self, other: Self) {
        self.all += other.all;
        self.hits += other.hits;
    }
}

const NO_CODE: u16 = u16::MAX;
const GENERATION_MASK: u8 = 0x3f;

/// A 64-bit atomic; the model checker has its own.
pub(super) trait Word: Sync {
    fn read(&self) -> u64;
    fn write(&self, word: u64);
}

impl Word for AtomicU64 {
    fn read(&self) -> u64 {
        self.load(Ordering::Relaxed)
    }

    fn write(&self, word: u64) {
        self.store(word, Ordering::Relaxed);
    }
}

/// The memory of one entry.
#[derive(Debug, Default)]
struct Slot<W> {
    check: W,
    data: W,
}

impl<W: Word> Slot<W> {
    /// The data, if it belongs to `key` and is not torn.
    fn read(&self, key: Key) -> Option<u64> {
        let data = self.data.read();
        (self.check.read() ^ data == key.bits()).then_some(data)
    }

    fn write(&self, key: Key, data: u64) {
        self.check.write(key.bits() ^ data);
        self.data.write(data);
    }

    /// The replacement policy: the entry of the lowest value is replaced. Depth in plies, less four for
    /// each generation of age.
    fn replacement_value(&self, generation: u8) -> i32 {
        let data = self.data.read();
        let age = generation.wrapping_sub((data >> 42) as u8) & GENERATION_MASK;
        match Entry::unpack(data) {
            Some(entry) => i32::from(entry.depth.plies()) - 4 * i32::from(age),
            None => i32::MIN,
        }
    }
}

/// The slots that a key may occupy: one cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Cluster([Slot<AtomicU64>; Self::ENTRIES]);

impl Cluster {
    const ENTRIES: usize = 4;
}

const _: () = assert!(size_of::<Cluster>() == 64);

/// The transposition table.
///
/// ```
/// use bestmove_core::search::{Entry, TranspositionTable};
/// use bestmove_core::types::{Bound, Depth, Key, Score};
/// let table = TranspositionTable::new(1 << 20);
/// let entry = Entry { score: Score::DRAW, bound: Bound::Exact, depth: Depth::ONE, code: Some(4), exhaustive: true };
/// table.store(Key::exact(7), &entry);
/// assert_eq!(table.probe(Key::exact(7)), Some(entry));
/// assert_eq!(table.probe(Key::exact(8)), None);
/// ```
#[derive(Debug)]
pub struct TranspositionTable {
    clusters: Box<[Cluster]>,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// An empty table of `bytes`, rounded down to a multiple of 64. With less it stores nothing.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let clusters = (0..bytes / size_of::<Cluster>()).map(|_| Cluster::default()).collect();
        Self { clusters, generation: AtomicU8::new(0) }
    }

    /// The size of a table with room for that many entries, in bytes.
    #[must_use]
    pub fn bytes_for(entries: u64) -> usize {
        let clusters = entries.div_ceil(Cluster::ENTRIES as u64);
        usize::try_from(clusters.saturating_mul(size_of::<Cluster>() as u64)).unwrap_or(usize::MAX)
    }

    /// Ages all entries by a generation. Call it at intervals, not once a search: otherwise every request
    /// would age the entries of concurrent ones.
    pub fn age(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// Prefetches the cluster of `key` into the processor's cache.
    pub fn prefetch(&self, key: Key) {
        prefetch_index(&self.clusters, self.index(key));
    }

    /// The entry of `key`.
    #[must_use]
    pub fn probe(&self, key: Key) -> Option<Entry> {
        self.cluster(key)?.0.iter().find_map(|slot| slot.read(key)).and_then(Entry::unpack)
    }

    /// Stores an entry in place of one of the same key, or else of the one with the lowest value.
    pub fn store(&self, key: Key, entry: &Entry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let Some(Cluster(slots)) = self.cluster(key) else { return };
        let own = slots.iter().find(|slot| slot.read(key).is_some());
        let slot = own.or_else(|| slots.iter().min_by_key(|slot| slot.replacement_value(generation)));
        if let Some(slot) = slot {
            slot.write(key, entry.pack(generation));
        }
    }

    /// Clears the table slot by slot, while searches go on.
    pub fn clear(&self) {
        for slot in self.clusters.iter().flat_map(|cluster| &cluster.0) {
            slot.data.write(0);
            slot.check.write(0);
        }
    }

    /// The share of slots in use, in permille, estimated from a sample.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        let sample = &self.clusters[..self.clusters.len().min(250)];
        let used = sample
            .iter()
            .flat_map(|cluster| &cluster.0)
            .filter(|slot| Entry::unpack(slot.data.read()).is_some());
        (used.count() * 1000 / (sample.len() * 4).max(1)) as u32
    }

    fn cluster(&self, key: Key) -> Option<&Cluster> {
        self.clusters.get(self.index(key))
    }

    /// Maps the key to a cluster by multiplication (Lemire: Fast random integer generation in an interval,
    /// 2018).
    fn index(&self, key: Key) -> usize {
        let (key, len) = (key.bits(), self.clusters.len() as u64);
        if cfg!(target_pointer_width = "32") {
            // The same without a product of 128 bits, for which WebAssembly has no instruction.
            let (high, low) = (key >> 32, key & u64::from(u32::MAX));
            return ((high * len + ((low * len) >> 32)) >> 32) as usize;
        }
        let scaled = u128::from(key) * u128::from(len);
        (scaled >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use loom::sync::Arc;

    impl Word for loom::sync::atomic::AtomicU64 {
        fn read(&self) -> u64 {
            self.load(Ordering::Relaxed)
        }

        fn write(&self, word: u64) {
            self.store(word, Ordering::Relaxed);
        }
    }

    /// Explores every interleaving and reordering of two writers and a reader.
    #[test]
    fn model_no_torn_entry_is_read() {
        loom::model(|| {
            let (zero, empty) =
                (loom::sync::atomic::AtomicU64::new(0), loom::sync::atomic::AtomicU64::new(0));
            let slot = Arc::new(Slot { check: zero, data: empty });
            let writers = [(Key::exact(1), 0x1111), (Key::exact(2), 0x2222)].map(|(key, data)| {
                let slot = Arc::clone(&slot);
                loom::thread::spawn(move || slot.write(key, data))
            });
            for (key, data) in [(Key::exact(1), 0x1111), (Key::exact(2), 0x2222)] {
                assert!(slot.read(key).is_none_or(|read| read == data));
            }
            for writer in writers {
                writer.join().unwrap();
            }
        });
    }

    #[test]
    fn entries_round_trip() {
        for score in [Score::DRAW, Score::INFINITE, -Score::INFINITE, Score::estimate(-77)] {
            for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                for code in [None, Some(0), Some(1023)] {
                    for exhaustive in [false, true] {
                        let entry = Entry { score, bound, depth: Depth::MAX, code, exhaustive };
                        assert_eq!(Entry::unpack(entry.pack(200)), Some(entry));
                    }
                }
            }
        }
    }
}
