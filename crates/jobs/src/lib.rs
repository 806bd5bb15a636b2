#![doc = include_str!("../README.md")]

mod embedded;
mod fairness;
mod job;
mod known;
mod lease;
mod micros;
#[cfg(feature = "postgres")]
mod postgres;
mod quota;
mod store;
mod worker;

pub use embedded::Embedded;
pub use job::{
    ChunkResult, Class, Digest, Idempotency, JobId, JobState, JobStatus, NewChunk, NewJob, Owner, Tally,
};
pub use known::KnownResult;
pub use lease::{Claim, Claimant, Lease};
#[cfg(feature = "postgres")]
pub use postgres::Postgres;
pub use quota::{Grantor, QuotaDemand, QuotaLease, QuotaLeases};
pub use store::{Backlog, Store, StoreError, UploadRoom};
pub use worker::{Outcome, ProgressSender, Runner, Worker, WorkerCounters};
