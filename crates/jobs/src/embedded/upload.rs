//! Archives that are sent in numbered parts.

use super::Outcome;
use super::failure::Failure;
use super::tables::{JOBS, Job, JobKey, UPLOAD_BYTES, UPLOADS, job_state, uploads_of};
use crate::{StoreError, UploadRoom};
use redb::{ReadTransaction, ReadableTable, WriteTransaction};

pub(super) fn put(
    tx: &WriteTransaction,
    job: JobKey,
    part: u32,
    bytes: &[u8],
    room: UploadRoom,
) -> Result<Outcome<bool>, Failure> {
    let row = Job::read(&tx.open_table(JOBS)?, job)?;
    let row = row.filter(|row| row.state == job_state::RECEIVING).ok_or(StoreError::UnknownJob)?;
    let mut uploads = tx.open_table(UPLOADS)?;
    let earlier = uploads.get((job, part))?.map(|earlier| earlier.value() == bytes);
    if let Some(is_equal) = earlier {
        return Ok(Outcome::Unchanged(is_equal));
    }
    take_room(tx, job, &row.owner, bytes.len() as u64, room)?;
    uploads.insert((job, part), bytes)?;
    Ok(Outcome::Changed(true))
}

/// Counts the bytes of a part, unless there is no room for them.
fn take_room(
    tx: &WriteTransaction,
    job: JobKey,
    owner: &str,
    bytes: u64,
    room: UploadRoom,
) -> Result<(), Failure> {
    let mut counts = tx.open_table(UPLOAD_BYTES)?;
    let (mut of_job, mut of_owner, mut in_all) = (0, 0, 0);
    for entry in counts.iter()? {
        let (key, value) = entry?;
        let (of, kept) = value.value();
        in_all += kept;
        of_owner += if of == owner { kept } else { 0 };
        of_job += if key.value() == job { kept } else { 0 };
    }
    if of_owner + bytes > room.of_owner {
        return Err(StoreError::TooManyBytes(room.of_owner).into());
    }
    if in_all + bytes > room.in_all {
        return Err(StoreError::NoRoomForUploads(room.in_all).into());
    }
    counts.insert(job, (owner, of_job + bytes))?;
    Ok(())
}

/// Removes the parts of an archive.
pub(super) fn forget(tx: &WriteTransaction, job: JobKey) -> Result<(), Failure> {
    tx.open_table(UPLOAD_BYTES)?.remove(job)?;
    tx.open_table(UPLOADS)?.retain_in(uploads_of(job), |_, _| false)?;
    Ok(())
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
