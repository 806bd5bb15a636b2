//! The store in a PostgreSQL database, for any number of machines: one statement for each operation.

mod connections;
mod migrations;
mod quota;
mod receive;
mod rows;
mod statements;
mod tls;

use super::fairness::LEAST_COST;
use super::job::{ChunkResult, Class, Digest, Idempotency, JobId, JobStatus, NewChunk, NewJob, Owner, Tally};
use super::known::{KnownResult, greatest};
use super::lease::{Claim, Claimant, Lease};
use super::quota::{Grantor, QuotaDemand, QuotaLeases};
use super::store::{Backlog, PARTS_OF_RECEPTION, Store, StoreError, UploadRoom, covers};
use async_trait::async_trait;
use connections::{Connections, Patience};
use parking_lot::Mutex;
use rows::{Columns, big, digest, duration, get, id, int, read_claim, read_status, unsigned, unsigned_int};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

/// How long a claim may pass over chunks that returned, or that others submitted, before the one last claimed.
const MOST_PASSED_OVER: Duration = Duration::from_millis(250);
/// The number of rows that count what is finished of a job at a time.
const STRIPES: u32 = 16;
/// How often a process changes such a row before it takes another: under an old snapshot, which
/// keeps all its versions, each change reads them.
const CHANGES: u32 = 64;

/// The store in a PostgreSQL database, in the schema `bestmove`.
pub struct Postgres {
    connections: Connections,
    /// Where the next claim starts.
    hint: Mutex<Hint>,
    /// The first row of each job in which this process counts what it finishes.
    stripe: u32,
    /// The chunks that it has finished.
    finished: AtomicU32,
}

/// The tag last claimed, and when all tags were looked at last.
struct Hint {
    tag: i64,
    looked: Option<Instant>,
}

impl Postgres {
    /// The database of a URL, such as `postgres://name:password@host/database`. It connects at the
    /// first operation and as often as necessary, and creates or migrates the tables. Certificates
    /// are checked against those of the system, or of the file in `SSL_CERT_FILE`; only
    /// `sslmode=require` insists on them, and `sslmode=disable` does without.
    ///
    /// # Errors
    ///
    /// If the URL is none.
    pub fn new(url: &str) -> Result<Self, StoreError> {
        Self::with_connections(url, 2)
    }

    /// The same, with as many connections at a time, at least two: one is for what takes longer.
    ///
    /// # Errors
    ///
    /// If the URL is none.
    pub fn with_connections(url: &str, connections: usize) -> Result<Self, StoreError> {
        let mut byte = [0];
        getrandom::fill(&mut byte).map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(Self {
            connections: Connections::new(url, connections)?,
            hint: Mutex::new(Hint { tag: 0, looked: None }),
            stripe: u32::from(byte[0]) % STRIPES,
            finished: AtomicU32::new(0),
        })
    }

    /// The same, waiting so long for an answer about a few rows instead of two seconds.
    #[must_use]
    pub const fn with_patience(mut self, patience: Duration) -> Self {
        self.connections.set_patience(patience);
        self
    }

    /// The tag from which the next claim looks, unless it is its turn to look at all: under an old snapshot that takes
    /// as long as there are dead index entries, so simultaneous claims do not.
    fn hint(&self) -> Option<i64> {
        let mut hint = self.hint.lock();
        if hint.looked.is_some_and(|looked| looked.elapsed() < MOST_PASSED_OVER) {
            return Some(hint.tag);
        }
        hint.looked = Some(Instant::now());
        None
    }

    /// Runs a statement about the chunk of a lease, whose job, first item and fence are its first parameters. Returns
    /// whether the lease holds.
    async fn leased(
        &self,
        statement: &'static str,
        lease: &Lease,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<bool, StoreError> {
        let (job, first, fence) = (lease.job.as_str(), big(lease.first), int(lease.fence));
        let mut all: Vec<&(dyn ToSql + Sync)> = vec![&job, &first, &fence];
        all.extend(parameters);
        Ok(self.connections.row(Patience::Short, statement, &all).await?.is_some())
    }

    /// The next claim starts where this one found a chunk that waited.
    fn remember(&self, claimed: &Row) -> Result<(), StoreError> {
        if get(claimed, 11)? {
            self.hint.lock().tag = get(claimed, 10)?;
        }
        Ok(())
    }
}

#[async_trait]
impl Store for Postgres {
    async fn create(&self, job: NewJob) -> Result<(), StoreError> {
        let (needs, retention, most) =
            (int(job.needs), duration(job.retention), big(job.most_unfinished as u64));
        let class: i16 = match job.class {
            Class::Archive => 0,
            Class::Task => 1,
        };
        let parameters: &[&(dyn ToSql + Sync)] =
            &[&job.id.as_str(), &job.owner.0, &job.kind, &job.spec, &needs, &retention, &most, &class];
        let row = self.connections.row(Patience::Short, statements::CREATE, parameters).await?;
        match row.map(|row| get(&row, 0)).transpose()? {
            Some(true) => Ok(()),
            _ => Err(StoreError::TooManyJobs(job.most_unfinished)),
        }
    }

    async fn add(&self, job: &JobId, part: u32, chunks: Vec<NewChunk>) -> Result<(), StoreError> {
        receive::add(&self.connections, job, part, chunks).await
    }

    async fn restart(&self, job: &JobId) -> Result<u32, StoreError> {
        let parts = i64::from(PARTS_OF_RECEPTION);
        let row = self.connections.row(Patience::Long, statements::RESTART, &[&job.as_str(), &parts]).await?;
        let first: Option<i64> = row.map(|row| get(&row, 0)).transpose()?.flatten();
        u32::try_from(first.ok_or(StoreError::UnknownJob)?).map_err(|_| StoreError::Full)
    }

    async fn parts(&self, job: &JobId) -> Result<Vec<u32>, StoreError> {
        let row = self.connections.row(Patience::Short, statements::PARTS, &[&job.as_str()]).await?;
        let Some(row) = row else { return Err(StoreError::UnknownJob) };
        if !get(&row, 0)? {
            return Err(StoreError::UnknownJob);
        }
        let parts: Vec<i64> = get(&row, 1)?;
        Ok(parts.into_iter().filter_map(|part| u32::try_from(part).ok()).collect())
    }

    async fn put_upload(
        &self,
        job: &JobId,
        part: u32,
        bytes: Vec<u8>,
        room: UploadRoom,
    ) -> Result<bool, StoreError> {
        receive::put_upload(&self.connections, job, part, &bytes, room).await
    }

    async fn uploads(&self, job: &JobId) -> Result<Vec<(u32, u64)>, StoreError> {
        let rows = self.connections.rows(Patience::Short, statements::UPLOADS, &[&job.as_str()]).await?;
        rows.iter().map(|row| Ok((unsigned_int(row, 0)?, unsigned(row, 1)?))).collect()
    }

    async fn upload(&self, job: &JobId, part: u32) -> Result<Option<Vec<u8>>, StoreError> {
        let parameters: &[&(dyn ToSql + Sync)] = &[&job.as_str(), &int(part)];
        let row = self.connections.row(Patience::Long, statements::UPLOAD, parameters).await?;
        row.map(|row| get(&row, 0)).transpose()
    }

    async fn submit_from(
        &self,
        job: &JobId,
        part: u32,
        idempotency: Option<Idempotency>,
    ) -> Result<JobId, StoreError> {
        receive::submit(&self.connections, job, part, idempotency).await
    }

    async fn name(&self, job: &JobId, idempotency: Idempotency) -> Result<JobId, StoreError> {
        receive::name(&self.connections, job, idempotency).await
    }

    async fn submitted(&self, owner: &Owner, key: &str) -> Result<Option<(JobId, Digest)>, StoreError> {
        let row = self.connections.row(Patience::Short, statements::SUBMITTED, &[&owner.0, &key]).await?;
        row.map(|row| Ok((id(&row, 0)?, digest(&row, 1)?))).transpose()
    }

    async fn claim(&self, worker: &Claimant) -> Result<Option<Claim>, StoreError> {
        let release = int(worker.release);
        let lease = duration(worker.lease);
        if worker.class == Class::Task {
            let parameters: &[&(dyn ToSql + Sync)] = &[&release, &lease, &worker.name];
            let row = self.connections.row(Patience::Short, statements::CLAIM_TASK, parameters).await?;
            return row.as_ref().map(read_claim).transpose();
        }
        if let Some(tag) = self.hint() {
            let row = self
                .connections
                .row(Patience::Short, statements::CLAIM_NEXT, &[&release, &lease, &worker.name, &tag])
                .await?;
            if let Some(row) = row {
                self.remember(&row)?;
                return read_claim(&row).map(Some);
            }
        }
        let row = self
            .connections
            .row(Patience::Short, statements::CLAIM_ANY, &[&release, &lease, &worker.name])
            .await?;
        let Some(row) = row else { return Ok(None) };
        self.remember(&row)?;
        read_claim(&row).map(Some)
    }

    async fn beat(
        &self,
        lease: &Lease,
        duration: Duration,
        progress: Option<Vec<u8>>,
    ) -> Result<bool, StoreError> {
        let duration = self::duration(duration);
        self.leased(statements::BEAT, lease, &[&duration, &progress]).await
    }

    async fn finish(&self, lease: &Lease, result: Vec<u8>, tally: Tally) -> Result<bool, StoreError> {
        let stripe = self.stripe + self.finished.fetch_add(1, Ordering::Relaxed) / CHANGES * STRIPES;
        let (spent, problems) = (duration(tally.spent), i64::from(tally.problems));
        self.leased(statements::FINISH, lease, &[&result, &spent, &problems, &int(stripe)]).await
    }

    async fn hand_back(&self, lease: &Lease) -> Result<bool, StoreError> {
        self.leased(statements::HAND_BACK, lease, &[]).await
    }

    async fn split(&self, lease: &Lease, parts: Vec<NewChunk>) -> Result<bool, StoreError> {
        let items = parts.iter().map(|part| part.items).fold(0, u32::saturating_add);
        // As many items as no chunk has, so that nothing is split.
        let items = if covers(&parts, lease.first, items) { int(items) } else { -1 };
        let (job, first, fence) = (lease.job.as_str(), big(lease.first), int(lease.fence));
        let new = Columns::new(parts);
        let parameters: &[&(dyn ToSql + Sync)] =
            &[&job, &first, &fence, &items, &new.firsts, &new.items, &new.costs, &new.inputs, &new.cost];
        match self.connections.row(Patience::Short, statements::SPLIT, parameters).await? {
            Some(row) if get(&row, 0)? => Ok(true),
            Some(_) => Err(StoreError::InvalidChunks),
            None => Ok(false),
        }
    }

    async fn cancel(&self, job: &JobId) -> Result<bool, StoreError> {
        let least = duration(LEAST_COST);
        let row = self.connections.row(Patience::Long, statements::CANCEL, &[&job.as_str(), &least]).await?;
        let Some(row) = row else { return Ok(false) };
        if get(&row, 0)? {
            self.connections.rows(Patience::Long, statements::FORGET, &[&job.as_str()]).await?;
        }
        Ok(true)
    }

    async fn remove(&self, job: &JobId) -> Result<bool, StoreError> {
        let least = duration(LEAST_COST);
        let row = self.connections.row(Patience::Long, statements::REMOVE, &[&job.as_str(), &least]).await?;
        self.connections.rows(Patience::Long, statements::FORGET, &[&job.as_str()]).await?;
        Ok(row.is_some())
    }

    async fn expire(&self) -> Result<u64, StoreError> {
        self.connections.rows(Patience::Long, statements::SETTLE, &[]).await?;
        self.connections.rows(Patience::Long, statements::EXPIRE_KNOWN, &[]).await?;
        self.connections.rows(Patience::Long, statements::EXPIRE_QUOTAS, &[]).await?;
        let row = self.connections.row(Patience::Long, statements::EXPIRE, &[]).await?;
        row.map_or(Ok(0), |row| unsigned(&row, 0))
    }

    async fn job(&self, job: &JobId) -> Result<Option<JobStatus>, StoreError> {
        let row = self.connections.row(Patience::Short, statements::JOB, &[&job.as_str()]).await?;
        row.as_ref().map(read_status).transpose()
    }

    async fn jobs_of(&self, owner: &Owner) -> Result<Vec<JobStatus>, StoreError> {
        let rows = self.connections.rows(Patience::Short, statements::JOBS_OF, &[&owner.0]).await?;
        rows.iter().map(read_status).collect()
    }

    async fn tasks(&self) -> Result<Vec<JobStatus>, StoreError> {
        let rows = self.connections.rows(Patience::Short, statements::TASKS, &[]).await?;
        rows.iter().map(read_status).collect()
    }

    async fn results(&self, job: &JobId, from: u64, most: usize) -> Result<Vec<ChunkResult>, StoreError> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let parameters: &[&(dyn ToSql + Sync)] = &[&job.as_str(), &big(from), &most];
        let rows = self.connections.rows(Patience::Short, statements::RESULTS, parameters).await?;
        let read = |row: &Row| {
            Ok(ChunkResult { first: unsigned(row, 0)?, items: unsigned_int(row, 1)?, result: get(row, 2)? })
        };
        rows.iter().map(read).collect()
    }

    async fn progress(&self, job: &JobId, first: u64) -> Result<Option<Vec<u8>>, StoreError> {
        let parameters: &[&(dyn ToSql + Sync)] = &[&job.as_str(), &big(first)];
        let row = self.connections.row(Patience::Short, statements::PROGRESS, parameters).await?;
        row.map(|row| get(&row, 0)).transpose()
    }

    async fn keep(&self, results: Vec<KnownResult>, retention: Duration) -> Result<(), StoreError> {
        let results = greatest(results);
        let keys: Vec<_> = results.iter().map(|result| result.key.as_slice()).collect();
        let efforts: Vec<_> = results.iter().map(|result| big(result.effort)).collect();
        let contents: Vec<_> = results.iter().map(|result| result.content.as_slice()).collect();
        let parameters: &[&(dyn ToSql + Sync)] = &[&keys, &efforts, &contents, &duration(retention)];
        self.connections.rows(Patience::Long, statements::KEEP, parameters).await.map(drop)
    }

    async fn known(&self, keys: &[Digest]) -> Result<Vec<KnownResult>, StoreError> {
        let keys: Vec<_> = keys.iter().map(Digest::as_slice).collect();
        let rows = self.connections.rows(Patience::Short, statements::KNOWN, &[&keys]).await?;
        let read = |row: &Row| {
            Ok(KnownResult { key: digest(row, 0)?, effort: unsigned(row, 1)?, content: get(row, 2)? })
        };
        rows.iter().map(read).collect()
    }

    async fn forget(&self, keys: &[Digest]) -> Result<(), StoreError> {
        let keys: Vec<_> = keys.iter().map(Digest::as_slice).collect();
        self.connections.rows(Patience::Short, statements::FORGET_KNOWN, &[&keys]).await.map(drop)
    }

    async fn lease_quotas(
        &self,
        grantor: &Grantor,
        demands: Vec<QuotaDemand>,
    ) -> Result<QuotaLeases, StoreError> {
        quota::lease(&self.connections, grantor, demands).await
    }

    async fn backlog(&self) -> Result<Backlog, StoreError> {
        let row = self.connections.row(Patience::Short, statements::BACKLOG, &[]).await?;
        let Some(row) = row else { return Ok(Backlog::default()) };
        let seconds = |column| {
            get(&row, column).map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or_default())
        };
        Ok(Backlog {
            ready_chunks: unsigned(&row, 0)?,
            running_chunks: unsigned(&row, 1)?,
            cost: seconds(2)?,
            oldest: seconds(3)?,
        })
    }
}
