//! Rows of the database.

use crate::micros::{from_micros, to_micros};
use crate::{Claim, Digest, JobId, JobState, JobStatus, Lease, NewChunk, Owner, StoreError};
use std::time::Duration;
use tokio_postgres::Row;
use tokio_postgres::types::FromSql;

/// A column of a row.
pub(super) fn get<'a, T: FromSql<'a>>(row: &'a Row, column: usize) -> Result<T, StoreError> {
    row.try_get(column).map_err(|error| StoreError::Corrupt(error.to_string()))
}

/// A column that is never negative.
pub(super) fn unsigned(row: &Row, column: usize) -> Result<u64, StoreError> {
    let value: i64 = get(row, column)?;
    u64::try_from(value).map_err(|_| StoreError::Corrupt(format!("a negative number: {value}")))
}

pub(super) fn unsigned_int(row: &Row, column: usize) -> Result<u32, StoreError> {
    let value: i32 = get(row, column)?;
    u32::try_from(value).map_err(|_| StoreError::Corrupt(format!("a negative number: {value}")))
}

pub(super) fn id(row: &Row, column: usize) -> Result<JobId, StoreError> {
    let text = get::<String>(row, column)?.replace('-', "");
    JobId::parse(&text).ok_or_else(|| StoreError::Corrupt(format!("no id: {text}")))
}

pub(super) fn digest(row: &Row, column: usize) -> Result<Digest, StoreError> {
    let bytes: &[u8] = get(row, column)?;
    bytes.try_into().map_err(|_| StoreError::Corrupt(format!("a digest of {} bytes", bytes.len())))
}

/// A number as the database keeps it. Larger ones than it knows mean the largest.
pub(super) fn big(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub(super) fn int(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

pub(super) fn duration(duration: Duration) -> i64 {
    big(to_micros(duration))
}

/// A time in microseconds, negative if the clock of the server has been set back.
fn elapsed(micros: i64) -> Duration {
    from_micros(u64::try_from(micros).unwrap_or(0))
}

pub(super) fn read_claim(row: &Row) -> Result<Claim, StoreError> {
    Ok(Claim {
        lease: Lease {
            job: id(row, 0)?,
            first: unsigned(row, 1)?,
            fence: unsigned_int(row, 2)?,
            attempt: unsigned_int(row, 3)?,
        },
        kind: get(row, 4)?,
        spec: get(row, 5)?,
        items: unsigned_int(row, 6)?,
        cost: from_micros(unsigned(row, 7)?),
        age: elapsed(get(row, 12)?),
        input: get(row, 8)?,
        progress: get(row, 9)?,
    })
}

pub(super) fn read_status(row: &Row) -> Result<JobStatus, StoreError> {
    let (items, finished_items) = (unsigned(row, 5)?, unsigned(row, 7)?);
    Ok(JobStatus {
        id: id(row, 0)?,
        owner: Owner(get(row, 1)?),
        kind: get(row, 2)?,
        spec: get(row, 3)?,
        state: match get(row, 4)? {
            "receiving" => JobState::Receiving,
            "running" if finished_items < items => JobState::Running,
            "running" | "finished" => JobState::Finished,
            "cancelled" => JobState::Cancelled,
            other => return Err(StoreError::Corrupt(format!("a job has the state {other}"))),
        },
        items,
        finished_items,
        problems: unsigned(row, 12)?,
        cost: from_micros(unsigned(row, 6)?),
        finished_cost: from_micros(unsigned(row, 8)?),
        spent: from_micros(unsigned(row, 9)?),
        age: elapsed(get(row, 10)?),
        lasted: get::<Option<i64>>(row, 11)?.map(elapsed),
    })
}

/// Chunks as arrays of their columns.
pub(super) struct Columns {
    pub(super) firsts: Vec<i64>,
    pub(super) items: Vec<i32>,
    pub(super) costs: Vec<i64>,
    pub(super) inputs: Vec<Vec<u8>>,
    pub(super) all_items: i64,
    pub(super) cost: i64,
}

impl Columns {
    pub(super) fn new(chunks: Vec<NewChunk>) -> Self {
        let firsts = chunks.iter().map(|chunk| big(chunk.first)).collect();
        let items: Vec<_> = chunks.iter().map(|chunk| int(chunk.items)).collect();
        let costs: Vec<_> = chunks.iter().map(|chunk| duration(chunk.cost)).collect();
        let all_items = items.iter().copied().map(i64::from).sum();
        let cost = costs.iter().sum();
        let inputs = chunks.into_iter().map(|chunk| chunk.input).collect();
        Self { firsts, items, costs, inputs, all_items, cost }
    }
}
