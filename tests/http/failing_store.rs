//! Stores of jobs that fail: always, or once.

use async_trait::async_trait;
use bestmove_jobs::{
    Backlog, ChunkResult, Claim, Claimant, Digest, Grantor, Idempotency, JobId, JobStatus, KnownResult,
    Lease, NewChunk, NewJob, Owner, QuotaDemand, QuotaLeases, Store, StoreError, Tally, UploadRoom,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Fails each operation with that error.
pub(super) struct FailingStore(pub(super) fn() -> StoreError);

/// A store whose answer to one operation is lost, or which does not do it at all.
pub(super) struct UnreliableStore {
    store: Arc<dyn Store>,
    /// How many operations come before it.
    rest: AtomicUsize,
    is_done: bool,
}

impl UnreliableStore {
    pub(super) fn new(store: Arc<dyn Store>, rest: usize, is_done: bool) -> Self {
        Self { store, rest: AtomicUsize::new(rest), is_done }
    }

    /// Whether it has failed.
    pub(super) fn has_failed(&self) -> bool {
        self.rest.load(Ordering::SeqCst) == usize::MAX
    }

    /// Whether it fails now.
    fn fails(&self) -> bool {
        let next = |rest: usize| {
            if rest == usize::MAX { None } else { Some(rest.checked_sub(1).unwrap_or(usize::MAX)) }
        };
        self.rest.fetch_update(Ordering::SeqCst, Ordering::SeqCst, next) == Ok(0)
    }
}

fn lost() -> StoreError {
    StoreError::Unavailable("the answer is lost".to_owned())
}

macro_rules! failing {
    ($($name:ident($($argument:ident: $type:ty),*) -> $answer:ty;)*) => {
        #[async_trait]
        impl Store for FailingStore {
            $(async fn $name(&self $(, _: $type)*) -> Result<$answer, StoreError> {
                Err((self.0)())
            })*
        }
        #[async_trait]
        impl Store for UnreliableStore {
            $(async fn $name(&self $(, $argument: $type)*) -> Result<$answer, StoreError> {
                let fails = self.fails();
                if fails && !self.is_done {
                    return Err(lost());
                }
                let answer = self.store.$name($($argument),*).await;
                if fails { Err(lost()) } else { answer }
            })*
        }
    };
}

failing! {
    create(job: NewJob) -> ();
    add(job: &JobId, part: u32, chunks: Vec<NewChunk>) -> ();
    restart(job: &JobId) -> u32;
    parts(job: &JobId) -> Vec<u32>;
    put_upload(job: &JobId, part: u32, bytes: Vec<u8>, room: UploadRoom) -> bool;
    uploads(job: &JobId) -> Vec<(u32, u64)>;
    upload(job: &JobId, part: u32) -> Option<Vec<u8>>;
    submit_from(job: &JobId, part: u32, idempotency: Option<Idempotency>) -> JobId;
    name(job: &JobId, idempotency: Idempotency) -> JobId;
    submitted(owner: &Owner, key: &str) -> Option<(JobId, Digest)>;
    claim(worker: &Claimant) -> Option<Claim>;
    beat(lease: &Lease, duration: Duration, progress: Option<Vec<u8>>) -> bool;
    finish(lease: &Lease, result: Vec<u8>, tally: Tally) -> bool;
    hand_back(lease: &Lease) -> bool;
    split(lease: &Lease, parts: Vec<NewChunk>) -> bool;
    cancel(job: &JobId) -> bool;
    expire() -> u64;
    job(job: &JobId) -> Option<JobStatus>;
    jobs_of(owner: &Owner) -> Vec<JobStatus>;
    results(job: &JobId, from: u64, most: usize) -> Vec<ChunkResult>;
    progress(job: &JobId, first: u64) -> Option<Vec<u8>>;
    remove(job: &JobId) -> bool;
    tasks() -> Vec<JobStatus>;
    keep(results: Vec<KnownResult>, retention: Duration) -> ();
    known(keys: &[Digest]) -> Vec<KnownResult>;
    forget(keys: &[Digest]) -> ();
    lease_quotas(grantor: &Grantor, demands: Vec<QuotaDemand>) -> QuotaLeases;
    backlog() -> Backlog;
}
