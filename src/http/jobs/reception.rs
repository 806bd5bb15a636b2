//! Receives an archive into the store.

use super::super::convert::working_bytes;
use super::super::error::Problem;
use super::super::fair_use::ClientAccess;
use super::super::memory::{MemoryAccount, resize};
use super::archive_body::{ArchiveBody, SLICE};
use crate::jobs::{JobConfig, JobSpec, Jobs, Planner, Price, Upload};
use bestmove_jobs::{Class, Idempotency, JobId, NewChunk, NewJob, Owner, Store, StoreError};
use bestmove_query::AnyGame;
use bestmove_scheduler::quota::ByteLease;
use parking_lot::Mutex;
use std::panic::resume_unwind;
use std::sync::Arc;
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;

/// How many chunks go to the store at a time.
const PART: usize = 16;

/// A specification as the store keeps it.
pub(super) fn encoded(spec: &JobSpec) -> Result<Vec<u8>, Problem> {
    serde_json::to_vec(spec).map_err(|_| Problem::internal())
}

/// A new job of an owner, who may not have more than a number of unfinished ones.
pub(super) fn new_job(jobs: &Jobs, owner: Owner, spec: &JobSpec) -> Result<NewJob, Problem> {
    let JobConfig { retention, per_client: most_unfinished, .. } = jobs.config;
    Ok(NewJob {
        id: JobId::random().map_err(|_| Problem::internal())?,
        owner,
        class: Class::Archive,
        kind: spec.kind.name().to_owned(),
        spec: encoded(spec)?,
        needs: jobs.archives_need(),
        retention,
        most_unfinished,
    })
}

/// An archive that is being received. It counts as a job of its owner from the start.
pub(super) struct Reception<'a> {
    jobs: &'a Jobs,
    job: UnfinishedUpload,
    access: &'a ClientAccess,
    upload: Arc<Mutex<Upload>>,
    memory: ByteLease,
    first_part: u32,
    part: u32,
    is_superseded: bool,
    /// Chunks on their way to the store.
    waiting: Vec<NewChunk>,
}

impl<'a> Reception<'a> {
    /// Begins to receive an archive, unless its owner has as many unfinished jobs as it may.
    pub(super) async fn begin(
        jobs: &'a Jobs,
        owner: Owner,
        spec: &JobSpec,
        game: Arc<dyn AnyGame>,
        (access, account): (&'a ClientAccess, &MemoryAccount),
    ) -> Result<Self, Problem> {
        let new = new_job(jobs, owner, spec)?;
        let id = new.id.clone();
        let job = UnfinishedUpload { store: Arc::clone(&jobs.store), id, is_there: true };
        jobs.store.create(new).await?;
        Ok(Self::of(jobs, job, spec, game, (access, account)))
    }

    /// Receives an archive whose job was created before, and stays if it is refused. Forgets what an earlier reception
    /// has left that broke off: it may have read the archive otherwise, as other results were known.
    pub(super) async fn restart(
        jobs: &'a Jobs,
        id: JobId,
        spec: &JobSpec,
        game: Arc<dyn AnyGame>,
        client: (&'a ClientAccess, &MemoryAccount),
    ) -> Result<Self, Problem> {
        let first_part = jobs.store.restart(&id).await?;
        let job = UnfinishedUpload { store: Arc::clone(&jobs.store), id, is_there: false };
        Ok(Self { first_part, part: first_part, ..Self::of(jobs, job, spec, game, client) })
    }

    fn of(
        jobs: &'a Jobs,
        job: UnfinishedUpload,
        spec: &JobSpec,
        game: Arc<dyn AnyGame>,
        (access, account): (&'a ClientAccess, &MemoryAccount),
    ) -> Self {
        let known = jobs.known.clone().map(|known| (known, Handle::current()));
        let planner = Planner::new(spec.clone(), Arc::clone(&game), jobs.config.chunk, known);
        let upload = Arc::new(Mutex::new(Upload::new(planner, game, spec.kind)));
        let (memory, waiting) = (account.lease(), Vec::new());
        Self { jobs, job, access, upload, memory, first_part: 0, part: 0, is_superseded: false, waiting }
    }

    /// Receives the body of a job that stays if it is refused. Returns false if another request receives it anew
    /// meanwhile.
    pub(super) async fn submit_kept(mut self, body: &mut ArchiveBody) -> Result<bool, Problem> {
        let received = self.receive(body, true).await;
        if self.is_superseded {
            return Ok(false);
        }
        received?;
        match self.jobs.store.submit_from(&self.job.id, self.first_part, None).await {
            Err(StoreError::Superseded) => Ok(false),
            submitted => Ok(submitted.map(|_| true)?),
        }
    }

    /// Receives a body only to tell its price.
    pub(super) async fn price(mut self, body: &mut ArchiveBody) -> Result<Price, Problem> {
        let received = self.receive(body, false).await;
        self.job.remove().await;
        received.map(|()| self.upload.lock().price())
    }

    /// Receives a job into the store. Returns its id, or that of one that was submitted meanwhile
    /// with the same key and content.
    pub(super) async fn submit(
        mut self,
        body: &mut ArchiveBody,
        key: Option<String>,
    ) -> Result<JobId, Problem> {
        let submitted = match self.receive(body, true).await {
            Ok(()) => {
                let idempotency = key.map(|key| Idempotency { key, digest: body.digest() });
                // From now on a lost connection does not cancel it.
                self.job.is_there = false;
                self.jobs.store.submit(&self.job.id, idempotency).await.map_err(Problem::from)
            }
            Err(problem) => Err(problem),
        };
        if !submitted.as_ref().is_ok_and(|id| *id == self.job.id) {
            self.job.remove().await;
        }
        submitted
    }

    /// Receives the body, slice by slice.
    async fn receive(&mut self, body: &mut ArchiveBody, is_kept: bool) -> Result<(), Problem> {
        loop {
            self.lease(SLICE).await?;
            let slice = body.next_slice(self.access).await?;
            if slice.is_empty() {
                break;
            }
            self.lease(slice.capacity()).await?;
            let chunks = self.read(move |upload| upload.receive(&slice)).await?;
            self.add(chunks, is_kept).await?;
        }
        let chunks = self.read(Upload::finish).await?;
        self.add(chunks, is_kept).await?;
        self.flush().await
    }

    /// Reads a part of the upload, which the client pays for, on a thread that may take its time. The store is waited
    /// for at no charge.
    async fn read<T: Send + 'static>(&self, read: impl FnOnce(&mut Upload) -> T + Send + 'static) -> T {
        let (upload, access) = (Arc::clone(&self.upload), self.access.clone());
        let reading = spawn_blocking(move || {
            let mut upload = upload.lock();
            access.paid(|| read(&mut upload))
        });
        reading.await.unwrap_or_else(|error| resume_unwind(error.into_panic()))
    }

    /// Leases the memory that it holds, and that takes to read a slice.
    async fn lease(&mut self, slice: usize) -> Result<(), Problem> {
        let waiting: usize = self.waiting.iter().map(|chunk| chunk.input.capacity()).sum();
        let (upload, text) = {
            let upload = self.upload.lock();
            (upload.bytes(), working_bytes(upload.waiting_bytes()))
        };
        resize(&mut self.memory, upload + waiting + 2 * slice + text).await
    }

    async fn add(&mut self, chunks: Vec<NewChunk>, is_kept: bool) -> Result<(), Problem> {
        let most = self.jobs.config.items;
        if self.upload.lock().price().items > most {
            return Err(Problem::too_many_lines(most));
        }
        if is_kept {
            self.waiting.extend(chunks);
        }
        if self.waiting.len() >= PART { self.flush().await } else { Ok(()) }
    }

    async fn flush(&mut self) -> Result<(), Problem> {
        let chunks = std::mem::take(&mut self.waiting);
        if !chunks.is_empty() {
            let added = self.jobs.store.add(&self.job.id, self.part, chunks).await;
            self.is_superseded |= matches!(added, Err(StoreError::Superseded));
            added?;
            self.part += 1;
        }
        Ok(())
    }
}

/// A job in the store that has not been submitted: it is removed when its upload ends, also by a lost connection.
struct UnfinishedUpload {
    store: Arc<dyn Store>,
    id: JobId,
    is_there: bool,
}

impl UnfinishedUpload {
    async fn remove(&mut self) {
        self.is_there = false;
        // If the store does not answer, the job expires.
        drop(self.store.cancel(&self.id).await);
    }
}

impl Drop for UnfinishedUpload {
    fn drop(&mut self) {
        if self.is_there
            && let Ok(runtime) = Handle::try_current()
        {
            let (store, id) = (Arc::clone(&self.store), self.id.clone());
            runtime.spawn(async move { store.cancel(&id).await });
        }
    }
}
