//! A search's request for a worker, and the classes that order requests: shortest first.

use crate::quota::Client;
use bestmove_query::Priority;
use std::time::Duration;

/// What a search asks of the dispatcher.
#[derive(Clone, Copy)]
pub(super) struct QueueRequest {
    pub(crate) priority: Priority,
    pub(crate) client: Option<Client>,
    /// The time that an interactive search asks for in all: the shorter, the sooner it begins.
    pub(crate) time: Duration,
    /// After what time a search of a lower level yields its worker.
    pub(crate) preempt_after: Duration,
}

impl QueueRequest {
    pub(super) fn class(&self) -> u32 {
        match self.priority {
            Priority::Interactive => class(self.time),
            Priority::Batch | Priority::Background => 0,
        }
    }
}

/// The class of interactive requests by time: powers of two of a millisecond.
pub(super) fn class(time: Duration) -> u32 {
    (time.as_millis() as u64).max(1).ilog2()
}

/// Whether a search that asks for `time` preempts one that asks for `other`: for a quarter of it or less,
/// and never for more than half.
pub(super) fn preempts(time: Duration, other: Duration) -> bool {
    class(time) + 1 < class(other)
}
