//! The store of jobs.

use super::job::{ChunkResult, Digest, Idempotency, JobId, JobStatus, NewChunk, NewJob, Owner, Tally};
use super::known::KnownResult;
use super::lease::{Claim, Claimant, Lease};
use super::quota::{Grantor, QuotaDemand, QuotaLeases};
use async_trait::async_trait;
use std::time::Duration;

/// Why the store did not do what it was asked to.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The owner has submitted something else under this idempotency key.
    #[error("the idempotency key was used for another job")]
    IdempotencyKeyReused,
    /// The owner has as many unfinished jobs as it may.
    #[error("the owner has {0} unfinished jobs, as many as it may")]
    TooManyJobs(usize),
    /// The unfinished uploads of the owner have as many bytes as they may.
    #[error("the unfinished uploads of the owner have {0} bytes, as many as they may")]
    TooManyBytes(u64),
    /// The unfinished uploads of all owners have as many bytes as they may.
    #[error("unfinished uploads have {0} bytes, as many as they may")]
    NoRoomForUploads(u64),
    /// Its chunks come anew from someone else.
    #[error("the job is received anew by another process")]
    Superseded,
    /// There is no such job, or it is not in a state that allows this.
    #[error("there is no such job")]
    UnknownJob,
    /// The chunks overlap, leave a gap, have no items, or are not those of the chunk that they replace.
    #[error("the chunks do not follow one another")]
    InvalidChunks,
    /// There is no room left.
    #[error("the store is full")]
    Full,
    /// The store does not answer. It may or may not have done what it was asked to, so repeat it: that does no harm.
    #[error("the store does not answer: {0}")]
    Unavailable(String),
    /// What the store holds can't be read.
    #[error("the store is corrupt: {0}")]
    Corrupt(String),
}

/// The work that waits for workers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Backlog {
    /// Chunks that wait, those whose lease is over included.
    pub ready_chunks: u64,
    /// Chunks under a lease.
    pub running_chunks: u64,
    /// The CPU time that the waiting ones are expected to take.
    pub cost: Duration,
    /// How long the first of them has waited.
    pub oldest: Duration,
}

/// How many bytes of unfinished uploads are kept. Parts that come at the same moment may pass it by one each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UploadRoom {
    /// Of one owner.
    pub of_owner: u64,
    /// Of all owners.
    pub in_all: u64,
}

impl UploadRoom {
    /// No limit.
    pub const ANY: Self = Self { of_owner: u64::MAX, in_all: u64::MAX };
}

/// The number of parts from one reception of a job to the next one.
pub(crate) const PARTS_OF_RECEPTION: u32 = 1 << 20;

/// Jobs and their chunks, which survive the death of any worker and of any front end.
///
/// All times are those of the store's clock. Every operation is a transaction: it happens as a
/// whole or not at all, and once it has returned, it survives a crash of the store, unless that is
/// in memory. Every operation can be repeated when its answer was lost; a repeated claim takes
/// another chunk, and the first waits until its lease is over.
#[async_trait]
pub trait Store: Send + Sync {
    /// Begins to receive a job, unless its owner has as many unfinished ones as it may, those that
    /// are received included. If there is one of this id already, changes nothing.
    async fn create(&self, job: NewJob) -> Result<(), StoreError>;

    /// Adds chunks to a job that is being received. A part that has come before is ignored, also
    /// later, so that an upload can be resumed. Parts may come in any order.
    async fn add(&self, job: &JobId, part: u32, chunks: Vec<NewChunk>) -> Result<(), StoreError>;

    /// Receives a job anew: forgets the chunks that have been added, and returns the number of the
    /// part with which they come again. Parts below it, of whoever has received the job before, are
    /// refused from now on, and so is a submission of them.
    async fn restart(&self, job: &JobId) -> Result<u32, StoreError>;

    /// The parts that have been added to a job, in ascending order.
    async fn parts(&self, job: &JobId) -> Result<Vec<u32>, StoreError>;

    /// Keeps a numbered part of an archive as it was sent, until the job is submitted or removed.
    /// Parts may come in any order. Returns false, and keeps the earlier one, if other bytes have
    /// come under this number. A new one is refused if there is no room for it.
    async fn put_upload(
        &self,
        job: &JobId,
        part: u32,
        bytes: Vec<u8>,
        room: UploadRoom,
    ) -> Result<bool, StoreError>;

    /// The parts of an archive that are kept, in ascending order, with their bytes.
    async fn uploads(&self, job: &JobId) -> Result<Vec<(u32, u64)>, StoreError>;

    /// A part of an archive, if it is kept.
    async fn upload(&self, job: &JobId, part: u32) -> Result<Option<Vec<u8>>, StoreError>;

    /// Lets workers claim the chunks of a job that has been received; together they must have all
    /// items from 0 on, each once. A second submission changes nothing. A job without chunks is
    /// finished. Returns the id of the job; if its owner has submitted an equal one under this
    /// idempotency key, that of the earlier one, and this one stays as it is.
    ///
    /// The chunks of a class are claimed by start-time fair queueing between owners (Goyal, Vin,
    /// Cheng, 1996). The tag of a chunk, which it keeps when it returns, is the larger of the
    /// virtual time and the end of its owner's last chunk: tag plus cost, at least a millisecond.
    ///
    /// The virtual time is the larger of the least tag among chunks that nobody has claimed and the
    /// greatest among running ones, or, if there are none, the end of all that was submitted.
    async fn submit(&self, job: &JobId, idempotency: Option<Idempotency>) -> Result<JobId, StoreError> {
        self.submit_from(job, 0, idempotency).await
    }

    /// The same for a job whose chunks have come from this part on, the number that
    /// [`restart`](Self::restart) has returned.
    async fn submit_from(
        &self,
        job: &JobId,
        part: u32,
        idempotency: Option<Idempotency>,
    ) -> Result<JobId, StoreError>;

    /// Gives a job that is being received an idempotency key before its submission. Returns the id
    /// of the job; if its owner has an equal one under this key, that of the earlier one, and this
    /// one gets none.
    async fn name(&self, job: &JobId, idempotency: Idempotency) -> Result<JobId, StoreError>;

    /// The job that its owner has named or submitted under an idempotency key, with the digest.
    async fn submitted(&self, owner: &Owner, key: &str) -> Result<Option<(JobId, Digest)>, StoreError>;

    /// Claims a chunk of the worker's class: the waiting one with the least tag, of tasks with
    /// equal tags the one that has waited longest, or one whose lease is over. The order may be off
    /// where several processes claim at once, but none waits longer than a second for that.
    async fn claim(&self, worker: &Claimant) -> Result<Option<Claim>, StoreError>;

    /// Renews a lease from now on, and keeps the progress so far. Returns whether the lease holds:
    /// if not, because it is void or the job has been cancelled, the worker stops.
    async fn beat(
        &self,
        lease: &Lease,
        duration: Duration,
        progress: Option<Vec<u8>>,
    ) -> Result<bool, StoreError>;

    /// Finishes a chunk. Returns whether the lease holds: if not, the result is discarded. Again
    /// under the same lease, it changes nothing and returns true.
    async fn finish(&self, lease: &Lease, result: Vec<u8>, tally: Tally) -> Result<bool, StoreError>;

    /// Returns a chunk to those that wait; the attempt is not counted.
    async fn hand_back(&self, lease: &Lease) -> Result<bool, StoreError>;

    /// Replaces a chunk with its parts, which have the same items and no attempt so far; its progress is lost.
    async fn split(&self, lease: &Lease, parts: Vec<NewChunk>) -> Result<bool, StoreError>;

    /// Cancels a job, or removes it if it is being received. Its finished chunks and its progress
    /// can still be read, and its owner's next chunks do not pay for those that nobody claimed.
    /// Returns whether it was being received or running.
    async fn cancel(&self, job: &JobId) -> Result<bool, StoreError>;

    /// Removes a job in any state, with its chunks and results. Its owner no longer pays for the
    /// chunks that wait. Returns whether there was one.
    async fn remove(&self, job: &JobId) -> Result<bool, StoreError>;

    /// Removes the jobs and the known results whose retention is over, and full quotas. Returns how
    /// many jobs. Called by any process every minute or so.
    async fn expire(&self) -> Result<u64, StoreError>;

    /// A job.
    async fn job(&self, job: &JobId) -> Result<Option<JobStatus>, StoreError>;

    /// The jobs of an owner, newest first.
    async fn jobs_of(&self, owner: &Owner) -> Result<Vec<JobStatus>, StoreError>;

    /// The tasks that were submitted, of all owners, oldest first. Unlike archives they are few.
    async fn tasks(&self) -> Result<Vec<JobStatus>, StoreError>;

    /// The results of finished chunks in the order of their items, from the item `from` on: at most
    /// `most` of them, and none behind a chunk that is not finished. The first may begin before
    /// `from`, if it contains that item.
    async fn results(&self, job: &JobId, from: u64, most: usize) -> Result<Vec<ChunkResult>, StoreError>;

    /// The last progress of an unfinished chunk.
    async fn progress(&self, job: &JobId, first: u64) -> Result<Option<Vec<u8>>, StoreError>;

    /// Keeps results for so long. Each replaces the one under its key if that took less effort;
    /// else that one stays. A store in memory may forget others to make room.
    async fn keep(&self, results: Vec<KnownResult>, retention: Duration) -> Result<(), StoreError>;

    /// The results that are kept under these keys, in any order. Readers check their content, which
    /// others may have changed.
    async fn known(&self, keys: &[Digest]) -> Result<Vec<KnownResult>, StoreError>;

    /// Removes the results under these keys, so that any may replace them.
    async fn forget(&self, keys: &[Digest]) -> Result<(), StoreError>;

    /// Leases parts of the quotas of clients, whatever is left of them: what a process grants is
    /// debited first, so that all of them together grant no more than a quota. A lease that is not
    /// returned is lost, until the quota is replenished.
    async fn lease_quotas(
        &self,
        grantor: &Grantor,
        demands: Vec<QuotaDemand>,
    ) -> Result<QuotaLeases, StoreError>;

    /// The work that waits.
    async fn backlog(&self) -> Result<Backlog, StoreError>;
}

/// Whether chunks with these items follow one another from `first` on, without a gap, to the end of `items`.
pub(crate) fn covers(chunks: &[NewChunk], first: u64, items: u32) -> bool {
    let mut next = first;
    chunks.iter().all(|chunk| {
        let follows = chunk.first == next && chunk.items > 0;
        next += u64::from(chunk.items);
        follows
    }) && next == first + u64::from(items)
}
