//! Receiving a job, from its first part to its submission.

use super::connections::{Connections, Patience};
use super::rows::{Columns, big, duration, get, id, int};
use super::statements;
use crate::fairness::LEAST_COST;
use crate::{Idempotency, JobId, NewChunk, StoreError, UploadRoom};
use tokio_postgres::types::ToSql;

pub(super) async fn add(
    connections: &Connections,
    job: &JobId,
    part: u32,
    chunks: Vec<NewChunk>,
) -> Result<(), StoreError> {
    if chunks.iter().any(|chunk| chunk.items == 0) {
        return Err(StoreError::InvalidChunks);
    }
    let new = Columns::new(chunks);
    let (job, part) = (job.as_str(), i64::from(part));
    let parameters: &[&(dyn ToSql + Sync)] =
        &[&job, &part, &new.all_items, &new.cost, &new.firsts, &new.items, &new.costs, &new.inputs];
    loop {
        let row = connections.row(Patience::Long, statements::ADD, parameters).await?;
        let row = row.ok_or(StoreError::UnknownJob)?;
        if get::<bool>(&row, 0)? {
            return Ok(());
        }
        check_reception(get(&row, 1)?)?;
    }
}

pub(super) async fn put_upload(
    connections: &Connections,
    job: &JobId,
    part: u32,
    bytes: &[u8],
    room: UploadRoom,
) -> Result<bool, StoreError> {
    let (job, part) = (job.as_str(), int(part));
    let (of_owner, in_all) = (big(room.of_owner), big(room.in_all));
    let parameters: &[&(dyn ToSql + Sync)] = &[&job, &part, &bytes, &of_owner, &in_all];
    loop {
        let row = connections.row(Patience::Long, statements::PUT_UPLOAD, parameters).await?;
        let row = row.ok_or(StoreError::UnknownJob)?;
        if let Some(is_kept) = get::<Option<bool>>(&row, 0)?.or(get(&row, 1)?) {
            return Ok(is_kept);
        }
        if get(&row, 2)? {
            return Err(StoreError::TooManyBytes(room.of_owner));
        }
        if get(&row, 3)? {
            return Err(StoreError::NoRoomForUploads(room.in_all));
        }
    }
}

pub(super) async fn submit(
    connections: &Connections,
    job: &JobId,
    part: u32,
    idempotency: Option<Idempotency>,
) -> Result<JobId, StoreError> {
    let (least, part) = (duration(LEAST_COST), i64::from(part));
    let (key, digest) = idempotency.map(|Idempotency { key, digest }| (key, digest.to_vec())).unzip();
    let job = job.as_str();
    let parameters: &[&(dyn ToSql + Sync)] = &[&job, &least, &key, &digest, &part];
    loop {
        let row = connections.row(Patience::Long, statements::SUBMIT, parameters).await?;
        let row = row.ok_or(StoreError::UnknownJob)?;
        if !get::<bool>(&row, 1)? {
            return Err(StoreError::IdempotencyKeyReused);
        }
        if !get::<bool>(&row, 2)? {
            return Err(StoreError::InvalidChunks);
        }
        if get(&row, 3)? {
            return id(&row, 0);
        }
        check_reception(get(&row, 4)?)?;
    }
}

pub(super) async fn name(
    connections: &Connections,
    job: &JobId,
    Idempotency { key, digest }: Idempotency,
) -> Result<JobId, StoreError> {
    let (job, digest) = (job.as_str(), digest.as_slice());
    let row = connections.row(Patience::Short, statements::NAME, &[&job, &key, &digest]).await?;
    let row = row.ok_or(StoreError::UnknownJob)?;
    if get(&row, 1)? { id(&row, 0) } else { Err(StoreError::IdempotencyKeyReused) }
}

/// Why a statement about a job that is received did nothing, by whether a later reception has
/// begun: `None` if there is no such job. Else the job has changed while the statement waited for
/// it, and a second one will see.
const fn check_reception(is_superseded: Option<bool>) -> Result<(), StoreError> {
    match is_superseded {
        None => Err(StoreError::UnknownJob),
        Some(true) => Err(StoreError::Superseded),
        Some(false) => Ok(()),
    }
}
