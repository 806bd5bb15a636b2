//! What the threads of a search are at, so that each begins with moves that no other is searching (after Kerrigan: A
//! simplified ABDADA algorithm, <https://www.tckerrigan.com/Chess/Parallel_Search/Simplified_ABDADA>).

use crate::types::{Depth, Key};
use std::sync::atomic::{AtomicU64, Ordering};

/// Shallower moves are over too soon to be worth a word.
const SHALLOWEST: Depth = Depth::new(3);
const ROWS: usize = 1 << 10;

/// The moves that are being searched, by name. One that does not find room in its row is left out: then two threads may
/// search the same.
#[derive(Debug)]
pub(super) struct Busy {
    rows: Vec<[AtomicU64; 4]>,
}

impl Busy {
    pub(super) fn new() -> Self {
        Self { rows: (0..ROWS).map(|_| Default::default()).collect() }
    }

    /// The search of a move, by its code, at a node of that depth, if it is worth a word.
    pub(super) fn task(&self, position: Key, code: u16, depth: Depth) -> Option<Task<'_>> {
        (depth >= SHALLOWEST).then(|| {
            let name = position.salted(u64::from(depth.plies()) << 16 | u64::from(code)).bits();
            Task { row: &self.rows[name as usize % ROWS], name }
        })
    }
}

/// The search of a move.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    row: &'a [AtomicU64; 4],
    name: u64,
}

impl<'a> Task<'a> {
    /// Whether a thread is at it.
    pub(super) fn is_begun(self) -> bool {
        self.row.iter().any(|held| held.load(Ordering::Relaxed) == self.name)
    }

    /// This thread is at it, until what comes back is dropped.
    pub(super) fn begin(self) -> Begun<'a> {
        let take = |cell: &&AtomicU64| {
            cell.compare_exchange(0, self.name, Ordering::Relaxed, Ordering::Relaxed).is_ok()
        };
        Begun { cell: self.row.iter().find(take) }
    }
}

/// A task that a thread is at.
pub(super) struct Begun<'a> {
    cell: Option<&'a AtomicU64>,
}

impl Drop for Begun<'_> {
    fn drop(&mut self) {
        if let Some(cell) = self.cell {
            cell.store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]
mod tests {
    use super::*;

    #[test]
    fn a_task_is_begun_until_it_is_dropped() {
        let busy = Busy::new();
        let task = |code| busy.task(Key::exact(7), code, SHALLOWEST).unwrap();
        assert!(!task(1).is_begun());
        let begun = task(1).begin();
        let again = task(1).begin();
        assert!(task(1).is_begun() && !task(2).is_begun());
        drop(begun);
        assert!(task(1).is_begun(), "by the other");
        drop(again);
        assert!(!task(1).is_begun());
        assert!(busy.task(Key::exact(7), 1, Depth::new(2)).is_none());
    }

    /// A row that is full takes no more, and gives back what it has.
    #[test]
    fn there_may_be_no_room() {
        let busy = Busy::new();
        let task = busy.task(Key::exact(7), 1, SHALLOWEST).unwrap();
        let other = Task { name: !task.name, ..task };
        let begun: Vec<_> = (0..4).map(|_| task.begin()).collect();
        let without_room = other.begin();
        assert!(task.is_begun() && !other.is_begun());
        drop(without_room);
        assert!(task.is_begun());
        drop(begun);
        assert!(!task.is_begun());
    }
}
