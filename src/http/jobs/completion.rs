//! The completion of an archive in parts. It may break off at any moment, and be repeated through
//! any replica: one request at a time reads the parts, each from the first one on, and the others
//! wait for it while it gets on.

use super::super::error::Problem;
use super::super::fair_use::ClientAccess;
use super::super::memory::{MemoryAccount, leased};
use super::archive_body::{ArchiveBody, SLICE};
use super::parts::MOST_BYTES;
use super::reception::Reception;
use crate::jobs::{JobSpec, Jobs};
use axum::body::{Body, Bytes};
use bestmove_jobs::{JobId, JobState, StoreError};
use bestmove_query::AnyGame;
use futures_util::stream::unfold;
use parking_lot::Mutex;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long another request may add nothing before this one takes its place, at first.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often it looks.
const POLL: Duration = Duration::from_millis(250);

/// A request to submit an archive whose parts have all come.
pub(super) struct Completion {
    pub(super) jobs: Arc<Jobs>,
    pub(super) id: JobId,
    /// How many there are.
    pub(super) parts: u32,
    pub(super) spec: JobSpec,
    pub(super) game: Arc<dyn AnyGame>,
    pub(super) access: ClientAccess,
    pub(super) account: MemoryAccount,
}

impl Completion {
    /// Submits the job, or waits until another request has done so.
    pub(super) async fn run(self) -> Result<(), Problem> {
        // Two requests that begin at the same moment lose little.
        let mut is_free = self.jobs.store.parts(&self.id).await.is_ok_and(|parts| parts.is_empty());
        let mut patience = PATIENCE;
        while self.is_receiving().await? {
            if (is_free || self.is_left(patience).await?) && self.submit().await? {
                self.jobs.wake_workers();
                break;
            }
            // If this machine is slow, so is the other one.
            (is_free, patience) = (false, patience * 2);
        }
        Ok(())
    }

    async fn is_receiving(&self) -> Result<bool, Problem> {
        let job = self.jobs.store.job(&self.id).await?;
        Ok(job.is_some_and(|job| job.state == JobState::Receiving))
    }

    /// Whether nobody adds chunks for so long.
    async fn is_left(&self, patience: Duration) -> Result<bool, Problem> {
        let mut last = (Instant::now(), self.added().await?);
        while last.0.elapsed() < patience {
            sleep(POLL).await;
            if !self.is_receiving().await? {
                return Ok(false);
            }
            let added = self.added().await?;
            if added != last.1 {
                last = (Instant::now(), added);
            }
        }
        Ok(true)
    }

    /// The last part that was added to the job, if there is one.
    async fn added(&self) -> Result<Option<u32>, StoreError> {
        match self.jobs.store.parts(&self.id).await {
            Ok(parts) => Ok(parts.last().copied()),
            Err(StoreError::UnknownJob) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Submits the job. Returns false if another request does so, or has cancelled it.
    async fn submit(&self) -> Result<bool, Problem> {
        let failure = Arc::default();
        let mut body = ArchiveBody::stored(self.body(&failure));
        let client = (&self.access, &self.account);
        let game = Arc::clone(&self.game);
        let reception = Reception::restart(&self.jobs, self.id.clone(), &self.spec, game, client).await;
        let submitted = match reception {
            Ok(reception) => reception.submit_kept(&mut body).await,
            Err(problem) => Err(problem),
        };
        let failure = failure.lock().take();
        match submitted {
            Ok(is_submitted) => Ok(is_submitted),
            Err(problem) => self.refused(failure.unwrap_or(problem)).await,
        }
    }

    /// Returns the problem, unless another request has submitted the job meanwhile, or cancelled it.
    async fn refused(&self, problem: Problem) -> Result<bool, Problem> {
        if !self.is_receiving().await? {
            return Ok(false);
        }
        if problem.retry_after().is_none() {
            // A repetition need not wait.
            drop(self.jobs.store.restart(&self.id).await);
        }
        Err(problem)
    }

    /// The parts as one body, in slices whose memory is leased, and why they can't be read to their end.
    fn body(&self, failure: &Arc<Mutex<Option<Problem>>>) -> Body {
        let (failure, parts) = (Arc::clone(failure), self.parts);
        let (jobs, id, account) = (Arc::clone(&self.jobs), self.id.clone(), self.account.clone());
        Body::from_stream(unfold((1, Bytes::new()), move |(mut next, mut rest)| {
            let (jobs, id, account, failure) =
                (Arc::clone(&jobs), id.clone(), account.clone(), Arc::clone(&failure));
            async move {
                while rest.is_empty() {
                    if next > parts {
                        return None;
                    }
                    match part(&jobs, &id, &account, next).await {
                        Ok(bytes) => (next, rest) = (next + 1, bytes),
                        Err(problem) => {
                            *failure.lock() = Some(problem);
                            let error = io::Error::other("a part can't be read");
                            return Some((Err(error), (parts + 1, Bytes::new())));
                        }
                    }
                }
                let slice = rest.split_to(rest.len().min(SLICE));
                Some((Ok(slice), (next, rest)))
            }
        }))
    }
}

async fn part(jobs: &Jobs, id: &JobId, account: &MemoryAccount, part: u32) -> Result<Bytes, Problem> {
    let lease = account.wait_for(MOST_BYTES).await?;
    // They are all there until the job is submitted or cancelled.
    let bytes = jobs.store.upload(id, part).await?.ok_or_else(Problem::unknown_job)?;
    Ok(leased(bytes, lease))
}
