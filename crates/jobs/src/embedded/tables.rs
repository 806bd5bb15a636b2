//! The tables of the embedded store. Times are microseconds since 1970, costs microseconds.

use super::failure::Failure;
use crate::{Class, Digest};
use redb::{ReadableTable, TableDefinition, WriteTransaction};

/// A job.
pub(super) type JobKey = u128;
/// A chunk: its job and its first item.
pub(super) type ChunkKey = (u128, u64);
/// A place in an order of chunks: a tag or the end of a lease, then the chunk.
pub(super) type Place = (u64, u128, u64);

/// Owner, kind, spec, needed release, state, creation, retention, end.
type JobValue = (&'static str, &'static str, &'static [u8], u32, u8, u64, u64, u64);
/// Items, cost, finished items, finished cost, CPU time spent.
pub(super) type Totals = [u64; 5];
/// State, items, cost, tag, fence, attempt, end of the lease, start of the wait.
type ChunkValue = (u8, u32, u64, u64, u32, u32, u64, u64);
/// Needed release, cost, start of the wait, and whether no worker has claimed it.
type ReadyValue = (u32, u64, u64, bool);
/// Needed release, cost, tag.
type RunningValue = (u32, u64, u64);

pub(super) const JOBS: TableDefinition<'_, JobKey, JobValue> = TableDefinition::new("job");
pub(super) const TOTALS: TableDefinition<'_, JobKey, Totals> = TableDefinition::new("totals");
/// By job: its finished items whose result is a problem, if there are any.
pub(super) const PROBLEMS: TableDefinition<'_, JobKey, u64> = TableDefinition::new("problems");
/// By owner, creation and job.
pub(super) const JOBS_OF: TableDefinition<'_, (&str, u64, u128), ()> = TableDefinition::new("jobs_of");
/// By owner and idempotency key: the job and the digest.
pub(super) const KEYS: TableDefinition<'_, (&str, &str), (JobKey, [u8; 32])> = TableDefinition::new("key");
/// By job and part.
pub(super) const PARTS: TableDefinition<'_, (u128, u32), ()> = TableDefinition::new("part");
/// By job and part: what was sent.
pub(super) const UPLOADS: TableDefinition<'_, (u128, u32), &[u8]> = TableDefinition::new("upload");
/// By job, while it has parts: its owner, and their bytes.
pub(super) const UPLOAD_BYTES: TableDefinition<'_, JobKey, (&str, u64)> =
    TableDefinition::new("upload_bytes");
/// By job: the part with which its reception began, if it began anew.
pub(super) const FIRST_PARTS: TableDefinition<'_, JobKey, u32> = TableDefinition::new("first_part");
/// The end of an owner's last chunk in virtual time.
pub(super) const OWNERS: TableDefinition<'_, &str, u64> = TableDefinition::new("owner");
pub(super) const CHUNKS: TableDefinition<'_, ChunkKey, ChunkValue> = TableDefinition::new("chunk");
pub(super) const INPUTS: TableDefinition<'_, ChunkKey, &[u8]> = TableDefinition::new("input");
pub(super) const PROGRESS: TableDefinition<'_, ChunkKey, &[u8]> = TableDefinition::new("progress");
pub(super) const RESULTS: TableDefinition<'_, ChunkKey, &[u8]> = TableDefinition::new("result");
/// By tag.
const READY: TableDefinition<'_, Place, ReadyValue> = TableDefinition::new("ready");
/// By the end of the lease.
const RUNNING: TableDefinition<'_, Place, RunningValue> = TableDefinition::new("running");

/// The jobs that are tasks; all others are archives.
pub(super) const TASKS: TableDefinition<'_, JobKey, ()> = TableDefinition::new("task");
/// As [`READY`], for tasks.
const READY_TASKS: TableDefinition<'_, Place, ReadyValue> = TableDefinition::new("ready_task");
/// As [`RUNNING`], for tasks.
const RUNNING_TASKS: TableDefinition<'_, Place, RunningValue> = TableDefinition::new("running_task");

/// Known results by their key: effort, end of the retention, content.
pub(super) const KNOWN: TableDefinition<'_, Digest, (u64, u64, &[u8])> = TableDefinition::new("known");
/// The same by the end of the retention.
pub(super) const KNOWN_ENDS: TableDefinition<'_, (u64, Digest), ()> = TableDefinition::new("known_end");

/// By client: when its quota will be full again.
pub(super) const QUOTAS: TableDefinition<'_, &str, u64> = TableDefinition::new("quota");
/// By name: until when a process counts as one that grants quotas.
pub(super) const GRANTORS: TableDefinition<'_, &str, u64> = TableDefinition::new("grantor");

/// The chunks of a class that can be worked on.
pub(super) struct Queues {
    /// By tag.
    pub(super) ready: TableDefinition<'static, Place, ReadyValue>,
    /// By the end of the lease.
    pub(super) running: TableDefinition<'static, Place, RunningValue>,
}

/// Of all classes.
pub(super) const QUEUES: [Queues; 2] = [queues(Class::Archive), queues(Class::Task)];

/// Those of a class.
pub(super) const fn queues(class: Class) -> Queues {
    match class {
        Class::Archive => Queues { ready: READY, running: RUNNING },
        Class::Task => Queues { ready: READY_TASKS, running: RUNNING_TASKS },
    }
}

pub(super) fn class_of(tx: &WriteTransaction, job: JobKey) -> Result<Class, Failure> {
    let is_task = tx.open_table(TASKS)?.get(job)?.is_some();
    Ok(if is_task { Class::Task } else { Class::Archive })
}

/// The states of a job in the table.
pub(super) mod job_state {
    pub(crate) const RECEIVING: u8 = 0;
    pub(crate) const RUNNING: u8 = 1;
    pub(crate) const FINISHED: u8 = 2;
    pub(crate) const CANCELLED: u8 = 3;
}

/// How far a chunk is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ChunkState {
    /// Its job is being received.
    Held,
    Ready,
    Running,
    Finished,
    Cancelled,
}

impl ChunkState {
    fn from_code(code: u8) -> Result<Self, Failure> {
        [Self::Held, Self::Ready, Self::Running, Self::Finished, Self::Cancelled]
            .into_iter()
            .find(|state| *state as u8 == code)
            .ok_or_else(|| Failure::corrupt(format!("a chunk has the state {code}")))
    }
}

/// A chunk without its contents.
#[derive(Clone, Copy)]
pub(super) struct Chunk {
    pub(super) state: ChunkState,
    pub(super) items: u32,
    pub(super) cost: u64,
    pub(super) tag: u64,
    pub(super) fence: u32,
    pub(super) attempt: u32,
    pub(super) lease: u64,
    pub(super) since: u64,
}

impl Chunk {
    pub(super) fn from_value(value: ChunkValue) -> Result<Self, Failure> {
        let (state, items, cost, tag, fence, attempt, lease, since) = value;
        let state = ChunkState::from_code(state)?;
        Ok(Self { state, items, cost, tag, fence, attempt, lease, since })
    }

    pub(super) fn value(&self) -> ChunkValue {
        let Self { state, items, cost, tag, fence, attempt, lease, since } = *self;
        (state as u8, items, cost, tag, fence, attempt, lease, since)
    }
}

/// All chunks of a job.
pub(super) fn chunks_of(job: JobKey) -> std::ops::RangeInclusive<ChunkKey> {
    (job, 0)..=(job, u64::MAX)
}

/// All parts of an archive.
pub(super) fn uploads_of(job: JobKey) -> std::ops::RangeInclusive<(u128, u32)> {
    (job, 0)..=(job, u32::MAX)
}

/// A job's row, without what never changes with its state.
pub(super) struct Job {
    pub(super) owner: String,
    pub(super) kind: String,
    pub(super) spec: Vec<u8>,
    pub(super) needs: u32,
    pub(super) state: u8,
    pub(super) created: u64,
    pub(super) retention: u64,
    /// 0 until it ends.
    pub(super) ended: u64,
}

impl Job {
    pub(super) fn read(
        table: &impl ReadableTable<JobKey, JobValue>,
        key: JobKey,
    ) -> Result<Option<Self>, Failure> {
        Ok(table.get(key)?.map(|row| Self::from_value(row.value())))
    }

    pub(super) fn from_value(
        (owner, kind, spec, needs, state, created, retention, ended): <JobValue as redb::Value>::SelfType<'_>,
    ) -> Self {
        let (owner, kind, spec) = (owner.to_owned(), kind.to_owned(), spec.to_owned());
        Self { owner, kind, spec, needs, state, created, retention, ended }
    }

    pub(super) fn write(&self, tx: &WriteTransaction, key: JobKey) -> Result<(), Failure> {
        let Self { owner, kind, spec, needs, state, created, retention, ended } = self;
        let row =
            (owner.as_str(), kind.as_str(), spec.as_slice(), *needs, *state, *created, *retention, *ended);
        tx.open_table(JOBS)?.insert(key, row)?;
        Ok(())
    }

    /// Whether it is received or runs.
    pub(super) const fn is_unfinished(&self) -> bool {
        matches!(self.state, job_state::RECEIVING | job_state::RUNNING)
    }

    /// Whether nothing of it waits or runs any more.
    pub(super) fn is_over(&self, now: u64) -> bool {
        let kept_from = match self.state {
            job_state::RECEIVING => self.created,
            job_state::RUNNING => return false,
            _ => self.ended,
        };
        kept_from.saturating_add(self.retention) <= now
    }
}

/// Creates the tables that are missing, so that readers find them.
pub(super) fn create_all(tx: &WriteTransaction) -> Result<(), Failure> {
    tx.open_table(JOBS)?;
    tx.open_table(TOTALS)?;
    tx.open_table(PROBLEMS)?;
    tx.open_table(JOBS_OF)?;
    tx.open_table(KEYS)?;
    tx.open_table(PARTS)?;
    tx.open_table(UPLOADS)?;
    tx.open_table(UPLOAD_BYTES)?;
    tx.open_table(FIRST_PARTS)?;
    tx.open_table(OWNERS)?;
    tx.open_table(CHUNKS)?;
    tx.open_table(INPUTS)?;
    tx.open_table(PROGRESS)?;
    tx.open_table(RESULTS)?;
    tx.open_table(TASKS)?;
    tx.open_table(QUOTAS)?;
    tx.open_table(GRANTORS)?;
    tx.open_table(KNOWN)?;
    tx.open_table(KNOWN_ENDS)?;
    for Queues { ready, running } in QUEUES {
        tx.open_table(ready)?;
        tx.open_table(running)?;
    }
    Ok(())
}
