//! Leases of chunks.

use super::job::{Class, JobId};
use std::time::Duration;

/// A worker that looks for work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claimant {
    /// Its name, for people: nothing depends on it.
    pub name: String,
    /// Its release: it gets no chunk of a job that needs a later one.
    pub release: u32,
    /// The class of jobs that it works on.
    pub class: Class,
    /// How long it may go without a heartbeat.
    pub lease: Duration,
}

/// The right to finish a chunk. Its fence grows with every claim: once another worker has claimed
/// the chunk, the earlier lease is void, even if it was handed back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    /// The job.
    pub job: JobId,
    /// The index in the job of the chunk's first item.
    pub first: u64,
    /// How many times the chunk has been claimed, this time included.
    pub fence: u32,
    /// The same, less the times that it was handed back.
    pub attempt: u32,
}

impl Lease {
    /// The most attempts at a chunk. A worker that gets a later one must not run it as it is: it
    /// splits the chunk, or, if that has a single item, finishes it with a problem.
    pub const MAX_ATTEMPTS: u32 = 5;

    /// Whether so many workers died of the chunk that it must not be run as it is.
    #[must_use]
    pub const fn is_poisoned(&self) -> bool {
        self.attempt > Self::MAX_ATTEMPTS
    }
}

/// A chunk that a worker has claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The right to finish it.
    pub lease: Lease,
    /// What to do, by name.
    pub kind: String,
    /// What all chunks of the job have in common.
    pub spec: Vec<u8>,
    /// The number of its items.
    pub items: u32,
    /// The CPU time that it is expected to take.
    pub cost: Duration,
    /// The items.
    pub input: Vec<u8>,
    /// The time since the job was created.
    pub age: Duration,
    /// The last progress of an earlier attempt.
    pub progress: Option<Vec<u8>>,
}
