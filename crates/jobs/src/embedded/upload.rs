//! Archives that are sent in numbered parts.

use super::Outcome;
use super::failure::Failure;
use super::tables::{JOBS, Job, JobKey, UPLOADS, job_state, uploads_of};
use crate::StoreError;
use redb::{ReadTransaction, ReadableTable, WriteTransaction};

pub(super) fn put(
    tx: &WriteTransaction,
    job: JobKey,
    part: u32,
    bytes: &[u8],
) -> Result<Outcome<bool>, Failure> {
    let row = Job::read(&tx.open_table(JOBS)?, job)?;
    if row.is_none_or(|row| row.state != job_state::RECEIVING) {
        return Err(StoreError::UnknownJob.into());
    }
    let mut uploads = tx.open_table(UPLOADS)?;
    let earlier = uploads.get((job, part))?.map(|earlier| earlier.value() == bytes);
    if let Some(is_equal) = earlier {
        return Ok(Outcome::Unchanged(is_equal));
    }
    uploads.insert((job, part), bytes)?;
    Ok(Outcome::Changed(true))
}

pub(super) fn sizes(tx: &ReadTransaction, job: JobKey) -> Result<Vec<(u32, u64)>, Failure> {
    let uploads = tx.open_table(UPLOADS)?;
    let sizes = uploads.range(uploads_of(job))?.map(|entry| {
        let (key, bytes) = entry?;
        Ok((key.value().1, bytes.value().len() as u64))
    });
    sizes.collect()
}

pub(super) fn get(tx: &ReadTransaction, job: JobKey, part: u32) -> Result<Option<Vec<u8>>, Failure> {
    Ok(tx.open_table(UPLOADS)?.get((job, part))?.map(|bytes| bytes.value().to_vec()))
}
