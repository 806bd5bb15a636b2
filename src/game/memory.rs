//! What solvers remember: bounds on the values of positions, never wrong.
//!
//! Each game has tables of its own, in which its positions have codes of 49 bits. A bijection of those numbers
//! scatters them; its upper bits choose a bucket, half a cache line of four words, and its lower bits are kept in the
//! word as the tag. So an entry is found for its own position only, and no two positions are ever taken for one
//! another. A word is read and written whole: the table is shared by threads without locks.

use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// What a solver remembers of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remembered {
    /// The value is at least this.
    pub lower: i32,
    /// The value is at most this.
    pub upper: i32,
    /// The column of the move that was best, if one stood out.
    pub column: Option<u8>,
    /// Logarithm to base 2 of the nodes it took to find out.
    pub effort: u32,
}

impl Remembered {
    /// Wider than every value.
    const LIMIT: i32 = 32;
    const NO_COLUMN: u8 = 7;
    /// What is remembered of a position that has no entry. Packs to zero.
    pub const NOTHING: Self = Self { lower: -Self::LIMIT, upper: Self::LIMIT, column: None, effort: 0 };

    /// The most effort that is told apart.
    pub const MAX_EFFORT: u32 = EFFORT as u32;

    /// A bound that tells whether the value reaches the goal.
    #[must_use]
    pub fn answers(&self, goal: i32) -> Option<i32> {
        let reached = (self.lower >= goal).then_some(self.lower);
        reached.or_else(|| (self.upper < goal).then_some(self.upper))
    }

    /// What both know together.
    #[must_use]
    pub fn with(self, other: &Self) -> Self {
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

/// The words that a position may go to.
#[derive(Debug, Default)]
#[repr(align(32))]
struct Bucket([AtomicU64; 4]);

/// Where a position is kept: its code, scattered.
#[derive(Clone, Copy, Debug)]
pub struct Slot(u64);

impl Slot {
    /// The place of the position with that code, below 2^49.
    #[must_use]
    pub fn of(code: u64) -> Self {
        const MASK: u64 = (1 << CODE_BITS) - 1;
        let code = code ^ code >> 25;
        let code = code.wrapping_mul(0x9e37_79b9_7f4a_7c15) & MASK;
        let code = code ^ code >> 25;
        Self(code.wrapping_mul(0xd6e8_feb8_6659_fd93) & MASK)
    }
}

/// A table of entries.
#[derive(Debug)]
pub struct Table {
    buckets: Box<[Bucket]>,
    tag_bits: u32,
}

impl Table {
    /// An empty table of the largest power of two that `bytes` hold, and of one KiB at least.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let bits = (bytes / size_of::<Bucket>()).max(1).ilog2().clamp(MIN_BUCKET_BITS, CODE_BITS - 1);
        Self {
            buckets: (0..1_usize << bits).map(|_| Bucket::default()).collect(),
            tag_bits: CODE_BITS - bits,
        }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.buckets.iter().flat_map(|bucket| &bucket.0).for_each(|word| word.store(0, Ordering::Relaxed));
    }

    /// What is known of the position at that place.
    #[must_use]
    pub fn get(&self, slot: Slot) -> Remembered {
        let (bucket, tag) = self.find(slot);
        bucket
            .iter()
            .map(|word| word.load(Ordering::Relaxed))
            .find(|word| word >> DATA_BITS == tag)
            .map_or(Remembered::NOTHING, Remembered::unpack)
    }

    /// Keeps the entry in place of the position's last one, or of the one that took the least
    /// effort.
    pub fn put(&self, slot: Slot, entry: Remembered) {
        let (bucket, tag) = self.find(slot);
        let cost = |word: &&AtomicU64| {
            let word = word.load(Ordering::Relaxed);
            if word >> DATA_BITS == tag { 0 } else { 1 + (word & EFFORT) }
        };
        if let Some(word) = bucket.iter().min_by_key(cost) {
            word.store(tag << DATA_BITS | entry.pack(), Ordering::Relaxed);
        }
    }

    fn find(&self, slot: Slot) -> (&[AtomicU64; 4], u64) {
        let bucket = &self.buckets[(slot.0 >> self.tag_bits) as usize];
        (&bucket.0, slot.0 & ((1 << self.tag_bits) - 1))
    }
}

/// What the solvers of all games remember.
#[derive(Debug)]
pub struct Memory {
    bytes: usize,
    first: GameMemory,
    /// The game whose memory `first` is.
    first_game: OnceLock<&'static str>,
    /// What the solvers of the other games remember.
    others: OnceLock<Box<Self>>,
}

impl Memory {
    /// An empty memory; each game that has a solver will take about `bytes`.
    #[must_use]
    pub const fn new(bytes: usize) -> Self {
        Self { bytes, first: GameMemory::new(bytes), first_game: OnceLock::new(), others: OnceLock::new() }
    }

    /// Allocates what the first game to use it will need, so that it need not wait.
    pub fn allocate(&self) {
        self.first.far();
    }

    /// What the solver of the game of that [`ID`](super::Game::ID) remembers.
    pub fn of(&self, game: &'static str) -> &GameMemory {
        if *self.first_game.get_or_init(|| game) == game {
            &self.first
        } else {
            self.others.get_or_init(|| Box::new(Self::new(self.bytes))).of(game)
        }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.first.clear();
        self.others.get().into_iter().for_each(|others| others.clear());
    }
}

/// The tables of a solver, shared by all who use it. They are allocated when first used.
#[derive(Debug)]
pub struct GameMemory {
    far_bytes: usize,
    far: OnceLock<Table>,
    /// Near tables that no thread uses now.
    idle: Mutex<Vec<Table>>,
}

impl GameMemory {
    /// Size of a near table: a part of a processor's own cache.
    const NEAR_BYTES: usize = 512 << 10;
    /// Entries of a near table.
    pub const NEAR_ENTRIES: usize = Self::NEAR_BYTES / size_of::<u64>();

    /// Empty tables, the far one of about `bytes`.
    const fn new(bytes: usize) -> Self {
        Self { far_bytes: bytes, far: OnceLock::new(), idle: Mutex::new(Vec::new()) }
    }

    /// The table for what took some effort, shared by all threads.
    pub fn far(&self) -> &Table {
        self.far.get_or_init(|| Table::new(self.far_bytes))
    }

    /// A small table for one thread's many small searches. What it remembers stays true, so it is
    /// used again.
    pub fn near(&self) -> Near<'_> {
        let table = self.idle().pop().unwrap_or_else(|| Table::new(Self::NEAR_BYTES));
        Near { memory: self, table: Some(table) }
    }

    fn clear(&self) {
        self.far.get().into_iter().for_each(Table::clear);
        self.idle().iter().for_each(Table::clear);
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Table>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A near table on loan.
#[derive(Debug)]
pub struct Near<'a> {
    memory: &'a GameMemory,
    /// Given back when this is dropped.
    table: Option<Table>,
}

impl Deref for Near<'_> {
    type Target = Table;
    fn deref(&self) -> &Table {
        self.table.as_ref().expect("it is given back last of all")
    }
}

impl Drop for Near<'_> {
    fn drop(&mut self) {
        self.memory.idle().extend(self.table.take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_unpacked_as_it_was_packed() {
        for (lower, upper) in [(-32, 32), (-18, 18), (0, 0), (-21, -21), (21, 21)] {
            for column in [None, Some(0), Some(3), Some(6)] {
                for effort in [0, 1, Remembered::MAX_EFFORT] {
                    let known = Remembered { lower, upper, column, effort };
                    assert_eq!(Remembered::unpack(known.pack()), known);
                }
            }
        }
        assert_eq!(Remembered::unpack(0), Remembered::NOTHING);
    }

    #[test]
    fn games_that_number_positions_alike_know_nothing_of_each_other() {
        let (memory, slot) = (Memory::new(0), Slot::of(1));
        let known = |lower| Remembered { lower, ..Remembered::NOTHING };
        let games = ["one", "two", "three"];
        for (game, lower) in games.into_iter().zip(1..) {
            assert_eq!(memory.of(game).far().get(slot), Remembered::NOTHING);
            memory.of(game).far().put(slot, known(lower));
        }
        let kept = games.map(|game| memory.of(game).far().get(slot));
        assert_eq!(kept, [1, 2, 3].map(known));
        memory.clear();
        assert!(games.iter().all(|game| memory.of(game).far().get(slot) == Remembered::NOTHING));
    }

    #[test]
    fn a_full_table_forgets_but_never_confuses() {
        let table = Table::new(0);
        let known =
            |code: u64| Remembered { lower: (code % 37) as i32 - 18, upper: 18, column: None, effort: 1 };
        for code in 0..10_000 {
            table.put(Slot::of(code), known(code));
            assert_eq!(table.get(Slot::of(code)), known(code));
        }
        let kept = (0..10_000).filter(|&code| table.get(Slot::of(code)) != Remembered::NOTHING);
        let kept: Vec<u64> = kept.collect();
        assert!(kept.len() <= 32 * 4 && kept.len() > 100, "{}", kept.len());
        assert!(kept.into_iter().all(|code| table.get(Slot::of(code)) == known(code)));
    }
}
