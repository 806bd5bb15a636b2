//! The first search of each queue, readable without a lock: running searches poll it to see whether they
//! have to yield.

use super::fair_queue::Waiting;
use super::queue_request::preempts;
use super::stride_scheduler::Level;
use std::array;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The value of both fields of a [`Head`] whose queue is empty.
const NONE_WAITING: u64 = u64::MAX;

struct Head {
    /// After how many microseconds a running search yields to it.
    preempt_after: AtomicU64,
    /// The microseconds that it asks for.
    time: AtomicU64,
}

pub(super) struct QueueHeads([Head; Level::ALL.len()]);

impl Default for QueueHeads {
    fn default() -> Self {
        let empty = || AtomicU64::new(NONE_WAITING);
        Self(array::from_fn(|_| Head { preempt_after: empty(), time: empty() }))
    }
}

impl QueueHeads {
    pub(super) fn publish<T>(&self, level: Level, first: Option<&Waiting<T>>) {
        let [preempt_after, time] =
            first.map_or([NONE_WAITING; 2], |first| [first.preempt_after, first.time.as_micros() as u64]);
        let head = &self.0[level as usize];
        head.preempt_after.store(preempt_after, Ordering::Relaxed);
        head.time.store(time, Ordering::Relaxed);
    }

    /// After how many microseconds a search of this level that asks for `time` yields to another; `None`
    /// if none waits that it yields to.
    pub(super) fn preempt_after(&self, level: Level, time: Duration) -> Option<u64> {
        match level {
            Level::Interactive | Level::Preempted => self.by_shorter(time),
            Level::Batch | Level::Background => self.by_higher(level),
        }
    }

    /// Whether any search waits.
    pub(super) fn is_any_waiting(&self) -> bool {
        self.0.iter().any(|head| head.preempt_after.load(Ordering::Relaxed) != NONE_WAITING)
    }

    fn by_higher(&self, level: Level) -> Option<u64> {
        let higher = self.0[..level as usize].iter().map(|head| head.preempt_after.load(Ordering::Relaxed));
        higher.min().filter(|&soonest| soonest != NONE_WAITING)
    }

    /// At most a twentieth of the time that the shorter search asks for.
    fn by_shorter(&self, time: Duration) -> Option<u64> {
        let head = &self.0[Level::Interactive as usize];
        let shortest = head.time.load(Ordering::Relaxed);
        let is_shorter = shortest != NONE_WAITING && preempts(Duration::from_micros(shortest), time);
        is_shorter.then(|| head.preempt_after.load(Ordering::Relaxed).min(shortest / 20))
    }
}
