//! Receiving a job, from its creation to its submission.

use super::failure::Failure;
use super::tables::{
    CHUNKS, Chunk, ChunkState, FIRST_PARTS, INPUTS, JOBS, JOBS_OF, Job, JobKey, KEYS, OWNERS, PARTS, Queues,
    TASKS, TOTALS, chunks_of, class_of, job_state, queues,
};
use super::{Outcome, upload};
use crate::fairness::{account, tag_cost};
use crate::micros::{from_micros, to_micros};
use crate::store::PARTS_OF_RECEPTION;
use crate::{Class, Idempotency, JobId, NewChunk, NewJob, Owner, StoreError};
use redb::{ReadableTable, WriteTransaction};

pub(super) fn create(tx: &WriteTransaction, now: u64, new: NewJob) -> Result<Outcome<()>, Failure> {
    let key = new.id.bits();
    if Job::read(&tx.open_table(JOBS)?, key)?.is_some() {
        return Ok(Outcome::Unchanged(()));
    }
    if unfinished_jobs(tx, &new.owner, new.class)? >= new.most_unfinished {
        return Err(StoreError::TooManyJobs(new.most_unfinished).into());
    }
    tx.open_table(JOBS_OF)?.insert((new.owner.0.as_str(), now, key), ())?;
    tx.open_table(TOTALS)?.insert(key, [0; 5])?;
    if new.class == Class::Task {
        tx.open_table(TASKS)?.insert(key, ())?;
    }
    let job = Job {
        owner: new.owner.0,
        kind: new.kind,
        spec: new.spec,
        needs: new.needs,
        state: job_state::RECEIVING,
        created: now,
        retention: to_micros(new.retention),
        ended: 0,
    };
    job.write(tx, key)?;
    Ok(Outcome::Changed(()))
}

/// How many jobs of an owner and a class are received or run.
fn unfinished_jobs(tx: &WriteTransaction, owner: &Owner, class: Class) -> Result<usize, Failure> {
    let (jobs, jobs_of) = (tx.open_table(JOBS)?, tx.open_table(JOBS_OF)?);
    let mut count = 0;
    for entry in jobs_of.range((owner.0.as_str(), 0, 0)..=(owner.0.as_str(), u64::MAX, u128::MAX))? {
        let (_, _, key) = entry?.0.value();
        let job = Job::read(&jobs, key)?;
        let is_unfinished = job.is_some_and(|job| job.is_unfinished());
        count += usize::from(is_unfinished && class_of(tx, key)? == class);
    }
    Ok(count)
}

pub(super) fn add(
    tx: &WriteTransaction,
    job: JobKey,
    part: u32,
    new: &[NewChunk],
) -> Result<Outcome<()>, Failure> {
    let row = Job::read(&tx.open_table(JOBS)?, job)?.ok_or(StoreError::UnknownJob)?;
    let mut parts = tx.open_table(PARTS)?;
    if parts.get((job, part))?.is_some() {
        return Ok(Outcome::Unchanged(()));
    }
    if row.state != job_state::RECEIVING {
        return Err(StoreError::UnknownJob.into());
    }
    if part < first_part(tx, job)? {
        return Err(StoreError::Superseded.into());
    }
    parts.insert((job, part), ())?;
    let mut totals = tx.open_table(TOTALS)?;
    let mut sums = totals.get(job)?.map_or([0; 5], |row| row.value());
    let mut chunks = tx.open_table(CHUNKS)?;
    let mut inputs = tx.open_table(INPUTS)?;
    for chunk in new {
        let row = held(chunk);
        if row.items == 0 || chunks.insert((job, chunk.first), row.value())?.is_some() {
            return Err(StoreError::InvalidChunks.into());
        }
        inputs.insert((job, chunk.first), chunk.input.as_slice())?;
        sums[0] += u64::from(row.items);
        sums[1] += row.cost;
    }
    totals.insert(job, sums)?;
    Ok(Outcome::Changed(()))
}

/// The part with which the reception of a job began.
fn first_part(tx: &WriteTransaction, job: JobKey) -> Result<u32, Failure> {
    Ok(tx.open_table(FIRST_PARTS)?.get(job)?.map_or(0, |part| part.value()))
}

pub(super) fn restart(tx: &WriteTransaction, job: JobKey) -> Result<Outcome<u32>, Failure> {
    let row = Job::read(&tx.open_table(JOBS)?, job)?;
    if row.is_none_or(|row| row.state != job_state::RECEIVING) {
        return Err(StoreError::UnknownJob.into());
    }
    let first = first_part(tx, job)?.checked_add(PARTS_OF_RECEPTION).ok_or(StoreError::Full)?;
    tx.open_table(FIRST_PARTS)?.insert(job, first)?;
    tx.open_table(TOTALS)?.insert(job, [0; 5])?;
    tx.open_table(PARTS)?.retain_in((job, 0)..=(job, u32::MAX), |_, ()| false)?;
    tx.open_table(CHUNKS)?.retain_in(chunks_of(job), |_, _| false)?;
    tx.open_table(INPUTS)?.retain_in(chunks_of(job), |_, _| false)?;
    Ok(Outcome::Changed(first))
}

/// A chunk before its submission.
pub(super) fn held(chunk: &NewChunk) -> Chunk {
    Chunk {
        state: ChunkState::Held,
        items: chunk.items,
        cost: to_micros(chunk.cost),
        tag: 0,
        fence: 0,
        attempt: 0,
        lease: 0,
        since: 0,
    }
}

pub(super) fn submit(
    tx: &WriteTransaction,
    now: u64,
    job: JobKey,
    part: u32,
    idempotency: Option<&Idempotency>,
) -> Result<Outcome<JobId>, Failure> {
    let id = JobId::from_bits(job);
    let mut row = Job::read(&tx.open_table(JOBS)?, job)?.ok_or(StoreError::UnknownJob)?;
    if row.state != job_state::RECEIVING {
        return Ok(Outcome::Unchanged(id));
    }
    if part != first_part(tx, job)? {
        return Err(StoreError::Superseded.into());
    }
    if let Some(idempotency) = idempotency {
        let named = named(tx, job, &row.owner, idempotency)?;
        if named != job {
            return Ok(Outcome::Unchanged(JobId::from_bits(named)));
        }
    }
    let mut chunks = tx.open_table(CHUNKS)?;
    let held: Vec<_> = chunks
        .range(chunks_of(job))?
        .map(|entry| {
            let (key, value) = entry?;
            Ok((key.value().1, Chunk::from_value(value.value())?))
        })
        .collect::<Result<_, Failure>>()?;
    let mut next = 0;
    for (first, chunk) in &held {
        if *first != next {
            return Err(StoreError::InvalidChunks.into());
        }
        next += u64::from(chunk.items);
    }
    let class = class_of(tx, job)?;
    let account = account(&row.owner, class);
    let mut tag = virtual_time(tx, class)?;
    let mut owners = tx.open_table(OWNERS)?;
    tag = owners.get(account.as_ref())?.map_or(tag, |last| tag.max(last.value()));
    let mut ready = tx.open_table(queues(class).ready)?;
    for (first, chunk) in &held {
        let chunk = Chunk { state: ChunkState::Ready, tag, since: now, ..*chunk };
        chunks.insert((job, *first), chunk.value())?;
        ready.insert((tag, job, *first), (row.needs, chunk.cost, now, true))?;
        tag += to_micros(tag_cost(from_micros(chunk.cost)));
    }
    if held.is_empty() {
        (row.state, row.ended) = (job_state::FINISHED, now);
    } else {
        owners.insert(account.as_ref(), tag)?;
        row.state = job_state::RUNNING;
    }
    row.write(tx, job)?;
    upload::forget(tx, job)?;
    Ok(Outcome::Changed(id))
}

pub(super) fn name(
    tx: &WriteTransaction,
    job: JobKey,
    idempotency: &Idempotency,
) -> Result<Outcome<JobId>, Failure> {
    let row = Job::read(&tx.open_table(JOBS)?, job)?.filter(|row| row.state == job_state::RECEIVING);
    let row = row.ok_or(StoreError::UnknownJob)?;
    Ok(Outcome::Changed(JobId::from_bits(named(tx, job, &row.owner, idempotency)?)))
}

/// The job of this name: an earlier one, or else this one from now on.
fn named(
    tx: &WriteTransaction,
    job: JobKey,
    owner: &str,
    Idempotency { key, digest }: &Idempotency,
) -> Result<JobKey, Failure> {
    let mut keys = tx.open_table(KEYS)?;
    let earlier = keys.get((owner, key.as_str()))?.map(|row| row.value());
    match earlier {
        Some((earlier, of)) if of == *digest => Ok(earlier),
        Some(_) => Err(StoreError::IdempotencyKeyReused.into()),
        None => {
            keys.insert((owner, key.as_str()), (job, *digest))?;
            Ok(job)
        }
    }
}

/// The virtual time of a class: the larger of the least tag among chunks that nobody has claimed
/// and the greatest among running ones, or, if there are none, the end of all that was submitted.
fn virtual_time(tx: &WriteTransaction, class: Class) -> Result<u64, Failure> {
    let Queues { ready, running } = queues(class);
    let mut time = None;
    for entry in tx.open_table(ready)?.iter()? {
        let (place, value) = entry?;
        if value.value().3 {
            time = Some(place.value().0);
            break;
        }
    }
    for entry in tx.open_table(running)?.iter()? {
        time = time.max(Some(entry?.1.value().2));
    }
    if time.is_none() {
        for entry in tx.open_table(OWNERS)?.iter()? {
            time = time.max(Some(entry?.1.value()));
        }
    }
    Ok(time.unwrap_or(0))
}
