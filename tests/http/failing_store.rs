//! A store of jobs whose every operation fails.

use async_trait::async_trait;
use bestmove_jobs::{
    Backlog, ChunkResult, Claim, Claimant, Digest, Idempotency, JobId, JobStatus, KnownResult, Lease,
    NewChunk, NewJob, Owner, Store, StoreError,
};
use std::time::Duration;
/// Fails each operation with that error.
pub(super) struct FailingStore(pub(super) fn() -> StoreError);

macro_rules! failing {
    ($($name:ident($($argument:ty),*) -> $answer:ty;)*) => {
        #[async_trait]
        impl Store for FailingStore {
            $(async fn $name(&self $(, _: $argument)*) -> Result<$answer, StoreError> {
                Err((self.0)())
            })*
        }
    };
}

failing! {
    create(NewJob) -> ();
    add(&JobId, u32, Vec<NewChunk>) -> ();
    parts(&JobId) -> Vec<u32>;
    put_upload(&JobId, u32, Vec<u8>) -> bool;
    uploads(&JobId) -> Vec<(u32, u64)>;
    upload(&JobId, u32) -> Option<Vec<u8>>;
    submit(&JobId, Option<Idempotency>) -> JobId;
    submitted(&Owner, &str) -> Option<(JobId, Digest)>;
    claim(&Claimant) -> Option<Claim>;
    beat(&Lease, Duration, Option<Vec<u8>>) -> bool;
    finish(&Lease, Vec<u8>, Duration) -> bool;
    hand_back(&Lease) -> bool;
    split(&Lease, Vec<NewChunk>) -> bool;
    cancel(&JobId) -> bool;
    expire() -> u64;
    job(&JobId) -> Option<JobStatus>;
    jobs_of(&Owner) -> Vec<JobStatus>;
    results(&JobId, u64, usize) -> Vec<ChunkResult>;
    progress(&JobId, u64) -> Option<Vec<u8>>;
    remove(&JobId) -> bool;
    tasks() -> Vec<JobStatus>;
    keep(Vec<KnownResult>, Duration) -> ();
    known(&[Digest]) -> Vec<KnownResult>;
    forget(&[Digest]) -> ();
    backlog() -> Backlog;
}
