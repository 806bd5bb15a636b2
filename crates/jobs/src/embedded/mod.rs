//! The store in this process: in memory or in a file, by redb.

mod end;
mod failure;
mod known;
mod memory;
mod quota;
mod read;
mod receive;
mod tables;
mod upload;
mod work;

use super::job::{ChunkResult, Class, Digest, Idempotency, JobId, JobStatus, NewChunk, NewJob, Owner, Tally};
use super::known::KnownResult;
use super::lease::{Claim, Claimant, Lease};
use super::micros::to_micros;
use super::quota::{Grantor, QuotaDemand, QuotaLeases};
use super::store::{Backlog, Store, StoreError, UploadRoom};
use async_trait::async_trait;
use failure::Failure;
use memory::{Memory, Room};
use parking_lot::RwLock;
use redb::{Database, ReadTransaction, ReadableDatabase, WriteTransaction};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tables::class_of;
use tokio::time::Instant;

/// Memory for pages of the file.
const CACHE_BYTES: usize = 32 << 20;

/// The store in this process: in memory, or in a file that no other process may open meanwhile.
#[derive(Clone)]
pub struct Embedded(Arc<Shared>);

struct Shared {
    /// The file, if there is one.
    path: Option<PathBuf>,
    /// None after an error of the file, until it is opened again.
    database: RwLock<Option<Database>>,
    /// How much more there is room for in memory.
    room: Option<Room>,
    clock: Clock,
}

/// The time since 1970 by the system's clock, which does not jump later.
struct Clock {
    origin: Duration,
    started: Instant,
}

/// What a transaction returns, and whether it must be committed.
enum Outcome<T> {
    Changed(T),
    Unchanged(T),
}

impl Embedded {
    /// A store that ends with the process. It receives no more archives once it has so many bytes.
    ///
    /// # Errors
    ///
    /// If there is no memory for it.
    pub fn in_memory(most: u64) -> Result<Self, StoreError> {
        let (memory, room) = Memory::new(most);
        Self::with(builder().create_with_backend(memory).map_err(Failure::from)?, None, Some(room))
    }

    /// The store in a file, which is created if it is missing. Chunks that an earlier process had claimed wait again.
    ///
    /// # Errors
    ///
    /// If another process has opened it, if it can't be read or written, or is no store.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        let path = path.as_ref().to_owned();
        Self::with(builder().create(&path).map_err(Failure::from)?, Some(path), None)
    }

    fn with(database: Database, path: Option<PathBuf>, room: Option<Room>) -> Result<Self, StoreError> {
        let clock = Clock::new();
        let start = || -> Result<(), Failure> {
            let tx = database.begin_write()?;
            tables::create_all(&tx)?;
            end::end_leases(&tx, clock.now())?;
            Ok(tx.commit()?)
        };
        start()?;
        Ok(Self(Arc::new(Shared { path, database: RwLock::new(Some(database)), room, clock })))
    }

    /// Whether there is no room for more of an archive.
    async fn is_full(&self) -> Result<bool, StoreError> {
        match self.0.room.as_ref().filter(|room| room.may_be_full()) {
            Some(room) => Ok(room.is_full_with(self.read(|tx, _| read::stored_bytes(tx)).await?)),
            None => Ok(false),
        }
    }

    async fn write<T: Send + 'static>(
        &self,
        transaction: impl FnOnce(&WriteTransaction, u64) -> Result<Outcome<T>, Failure> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.run(|database, clock| {
            let tx = database.begin_write()?;
            match transaction(&tx, clock.now())? {
                Outcome::Changed(value) => {
                    tx.commit()?;
                    Ok(value)
                }
                Outcome::Unchanged(value) => Ok(value),
            }
        })
        .await
    }

    async fn read<T: Send + 'static>(
        &self,
        transaction: impl FnOnce(&ReadTransaction, u64) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.run(|database, clock| transaction(&database.begin_read()?, clock.now())).await
    }

    /// Runs a transaction on a thread that may wait for the disk.
    async fn run<T: Send + 'static>(
        &self,
        transaction: impl FnOnce(&Database, &Clock) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, StoreError> {
        let shared = Arc::clone(&self.0);
        match tokio::task::spawn_blocking(move || shared.run(transaction)).await {
            Ok(result) => result,
            Err(error) if error.is_panic() => resume_unwind(error.into_panic()),
            Err(_) => Err(StoreError::Unavailable("the process ends".to_owned())),
        }
    }
}

impl Shared {
    fn run<T>(
        &self,
        transaction: impl FnOnce(&Database, &Clock) -> Result<T, Failure>,
    ) -> Result<T, StoreError> {
        self.reopen()?;
        let database = self.database.read();
        let Some(open) = &*database else {
            return Err(StoreError::Unavailable("the file is being opened again".to_owned()));
        };
        let result = transaction(open, &self.clock);
        drop(database);
        if self.path.is_some() && result.as_ref().is_err_and(Failure::needs_reopening) {
            *self.database.write() = None;
        }
        Ok(result?)
    }

    /// Opens the file again after an error, such as a full disk: redb refuses all work until then.
    fn reopen(&self) -> Result<(), StoreError> {
        if self.database.read().is_some() {
            return Ok(());
        }
        let mut database = self.database.write();
        if let (None, Some(path)) = (&*database, &self.path) {
            *database = Some(builder().open(path).map_err(Failure::from)?);
        }
        Ok(())
    }
}

impl Clock {
    fn new() -> Self {
        let origin = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Self { origin, started: Instant::now() }
    }

    fn now(&self) -> u64 {
        to_micros(self.origin + self.started.elapsed())
    }
}

fn builder() -> redb::Builder {
    let mut builder = Database::builder();
    builder.set_cache_size(CACHE_BYTES);
    builder
}

#[async_trait]
impl Store for Embedded {
    async fn create(&self, job: NewJob) -> Result<(), StoreError> {
        self.write(move |tx, now| receive::create(tx, now, job)).await
    }

    async fn add(&self, job: &JobId, part: u32, chunks: Vec<NewChunk>) -> Result<(), StoreError> {
        let is_full = self.is_full().await?;
        let job = job.bits();
        self.write(move |tx, _| {
            // Tasks are few and small.
            if is_full && class_of(tx, job)? == Class::Archive {
                return Err(StoreError::Full.into());
            }
            receive::add(tx, job, part, &chunks)
        })
        .await
    }

    async fn restart(&self, job: &JobId) -> Result<u32, StoreError> {
        let job = job.bits();
        self.write(move |tx, _| receive::restart(tx, job)).await
    }

    async fn parts(&self, job: &JobId) -> Result<Vec<u32>, StoreError> {
        let job = job.bits();
        self.read(move |tx, _| read::parts(tx, job)).await?.ok_or(StoreError::UnknownJob)
    }

    async fn put_upload(
        &self,
        job: &JobId,
        part: u32,
        bytes: Vec<u8>,
        room: UploadRoom,
    ) -> Result<bool, StoreError> {
        if self.is_full().await? {
            return Err(StoreError::Full);
        }
        let job = job.bits();
        self.write(move |tx, _| upload::put(tx, job, part, &bytes, room)).await
    }

    async fn uploads(&self, job: &JobId) -> Result<Vec<(u32, u64)>, StoreError> {
        let job = job.bits();
        self.read(move |tx, _| upload::sizes(tx, job)).await
    }

    async fn upload(&self, job: &JobId, part: u32) -> Result<Option<Vec<u8>>, StoreError> {
        let job = job.bits();
        self.read(move |tx, _| upload::get(tx, job, part)).await
    }

    async fn submit_from(
        &self,
        job: &JobId,
        part: u32,
        idempotency: Option<Idempotency>,
    ) -> Result<JobId, StoreError> {
        let job = job.bits();
        self.write(move |tx, now| receive::submit(tx, now, job, part, idempotency.as_ref())).await
    }

    async fn name(&self, job: &JobId, idempotency: Idempotency) -> Result<JobId, StoreError> {
        let job = job.bits();
        self.write(move |tx, _| receive::name(tx, job, &idempotency)).await
    }

    async fn submitted(&self, owner: &Owner, key: &str) -> Result<Option<(JobId, Digest)>, StoreError> {
        let (owner, key) = (owner.clone(), key.to_owned());
        self.read(move |tx, _| read::submitted(tx, &owner, &key)).await
    }

    async fn claim(&self, worker: &Claimant) -> Result<Option<Claim>, StoreError> {
        let worker = worker.clone();
        self.write(move |tx, now| work::claim(tx, now, &worker)).await
    }

    async fn beat(
        &self,
        lease: &Lease,
        duration: Duration,
        progress: Option<Vec<u8>>,
    ) -> Result<bool, StoreError> {
        let lease = lease.clone();
        self.write(move |tx, now| work::beat(tx, now, &lease, duration, progress.as_deref())).await
    }

    async fn finish(&self, lease: &Lease, result: Vec<u8>, tally: Tally) -> Result<bool, StoreError> {
        let lease = lease.clone();
        self.write(move |tx, now| work::finish(tx, now, &lease, &result, tally)).await
    }

    async fn hand_back(&self, lease: &Lease) -> Result<bool, StoreError> {
        let lease = lease.clone();
        self.write(move |tx, now| work::hand_back(tx, now, &lease)).await
    }

    async fn split(&self, lease: &Lease, parts: Vec<NewChunk>) -> Result<bool, StoreError> {
        let lease = lease.clone();
        self.write(move |tx, now| work::split(tx, now, &lease, &parts)).await
    }

    async fn cancel(&self, job: &JobId) -> Result<bool, StoreError> {
        let job = job.bits();
        self.write(move |tx, now| end::cancel(tx, now, job)).await
    }

    async fn remove(&self, job: &JobId) -> Result<bool, StoreError> {
        let job = job.bits();
        self.write(move |tx, _| end::remove(tx, job)).await
    }

    async fn expire(&self) -> Result<u64, StoreError> {
        self.write(end::expire).await
    }

    async fn job(&self, job: &JobId) -> Result<Option<JobStatus>, StoreError> {
        let job = job.bits();
        self.read(move |tx, now| read::job(tx, now, job)).await
    }

    async fn jobs_of(&self, owner: &Owner) -> Result<Vec<JobStatus>, StoreError> {
        let owner = owner.clone();
        self.read(move |tx, now| read::jobs_of(tx, now, &owner)).await
    }

    async fn tasks(&self) -> Result<Vec<JobStatus>, StoreError> {
        self.read(read::tasks).await
    }

    async fn results(&self, job: &JobId, from: u64, most: usize) -> Result<Vec<ChunkResult>, StoreError> {
        let job = job.bits();
        self.read(move |tx, _| read::results(tx, job, from, most)).await
    }

    async fn progress(&self, job: &JobId, first: u64) -> Result<Option<Vec<u8>>, StoreError> {
        let job = job.bits();
        self.read(move |tx, _| read::progress(tx, job, first)).await
    }

    async fn keep(&self, results: Vec<KnownResult>, retention: Duration) -> Result<(), StoreError> {
        let most = self.0.room.as_ref().map(Room::known_bytes);
        self.write(move |tx, now| known::keep(tx, now, results, retention, most)).await
    }

    async fn known(&self, keys: &[Digest]) -> Result<Vec<KnownResult>, StoreError> {
        let keys = keys.to_vec();
        self.read(move |tx, _| known::find(tx, &keys)).await
    }

    async fn forget(&self, keys: &[Digest]) -> Result<(), StoreError> {
        let keys = keys.to_vec();
        self.write(move |tx, _| known::forget(tx, &keys)).await
    }

    async fn lease_quotas(
        &self,
        grantor: &Grantor,
        demands: Vec<QuotaDemand>,
    ) -> Result<QuotaLeases, StoreError> {
        let grantor = grantor.clone();
        self.write(move |tx, now| quota::lease_all(tx, now, &grantor, &demands)).await
    }

    async fn backlog(&self) -> Result<Backlog, StoreError> {
        self.read(read::backlog).await
    }
}
