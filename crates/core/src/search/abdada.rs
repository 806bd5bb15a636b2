//! Simplified ABDADA: each thread of a search starts with moves that no other thread is searching
//! (Kerrigan: <https://www.tckerrigan.com/Chess/Parallel_Search/Simplified_ABDADA>; ABDADA: Weill,
//! ICCA Journal 19(1), 1996).

use crate::types::{Depth, Key};
use std::sync::atomic::{AtomicU64, Ordering};

/// The least depth at which a move is announced; shallower searches are over too soon.
const MIN_DEPTH: Depth = Depth::new(3);
const BUCKETS: usize = 1 << 10;

/// Hashes of the moves that threads are searching. A move whose bucket is full is left out, so two
/// threads may search the same.
#[derive(Debug)]
pub(crate) struct CurrentlySearching {
    buckets: Vec<[AtomicU64; 4]>,
}

impl CurrentlySearching {
    pub(crate) fn new() -> Self {
        Self { buckets: (0..BUCKETS).map(|_| Default::default()).collect() }
    }

    /// The mark of a move, given by its code, from a node of that depth, if it is deep enough.
    pub(crate) fn mark(&self, position: Key, code: u16, depth: Depth) -> Option<MoveMark<'_>> {
        (depth >= MIN_DEPTH).then(|| {
            let hash = position.salted(u64::from(depth.plies()) << 16 | u64::from(code)).bits();
            MoveMark { bucket: &self.buckets[hash as usize % BUCKETS], hash }
        })
    }
}

/// A move that a thread may be searching.
#[derive(Clone, Copy)]
pub(crate) struct MoveMark<'a> {
    bucket: &'a [AtomicU64; 4],
    hash: u64,
}

impl<'a> MoveMark<'a> {
    /// Whether a thread is searching the move.
    pub(crate) fn is_searching(self) -> bool {
        self.bucket.iter().any(|slot| slot.load(Ordering::Relaxed) == self.hash)
    }

    /// Announces that this thread is searching the move, until the guard is dropped.
    pub(crate) fn start(self) -> SearchingGuard<'a> {
        let take = |slot: &&AtomicU64| {
            slot.compare_exchange(0, self.hash, Ordering::Relaxed, Ordering::Relaxed).is_ok()
        };
        SearchingGuard { slot: self.bucket.iter().find(take) }
    }
}

/// Withdraws the announcement of a move when dropped.
pub(crate) struct SearchingGuard<'a> {
    slot: Option<&'a AtomicU64>,
}

impl Drop for SearchingGuard<'_> {
    fn drop(&mut self) {
        if let Some(slot) = self.slot {
            slot.store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_marked_until_all_its_guards_are_dropped() {
        let searching = CurrentlySearching::new();
        let mark = |code| searching.mark(Key::exact(7), code, MIN_DEPTH).unwrap();
        assert!(!mark(1).is_searching());
        let first = mark(1).start();
        let second = mark(1).start();
        assert!(mark(1).is_searching() && !mark(2).is_searching());
        drop(first);
        assert!(mark(1).is_searching(), "the second guard still exists");
        drop(second);
        assert!(!mark(1).is_searching());
        assert!(searching.mark(Key::exact(7), 1, Depth::new(2)).is_none());
    }

    #[test]
    fn a_full_bucket_marks_no_further_moves() {
        let searching = CurrentlySearching::new();
        let mark = searching.mark(Key::exact(7), 1, MIN_DEPTH).unwrap();
        let other = MoveMark { hash: !mark.hash, ..mark };
        let guards: Vec<_> = (0..4).map(|_| mark.start()).collect();
        let without_slot = other.start();
        assert!(mark.is_searching() && !other.is_searching());
        drop(without_slot);
        assert!(mark.is_searching());
        drop(guards);
        assert!(!mark.is_searching());
    }
}
