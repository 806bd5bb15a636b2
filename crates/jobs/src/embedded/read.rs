//! Reading jobs.

use super::failure::Failure;
use super::tables::{
    CHUNKS, Chunk, ChunkState, INPUTS, JOBS, JOBS_OF, Job, JobKey, KEYS, PARTS, PROBLEMS, PROGRESS, QUEUES,
    Queues, RESULTS, TASKS, TOTALS, Totals, UPLOADS, job_state,
};
use crate::micros::from_micros;
use crate::{Backlog, ChunkResult, Digest, JobId, JobState, JobStatus, Owner};
use redb::{ReadTransaction, ReadableTable, ReadableTableMetadata};
use std::cmp::Reverse;

pub(super) fn parts(tx: &ReadTransaction, job: JobKey) -> Result<Option<Vec<u32>>, Failure> {
    if tx.open_table(JOBS)?.get(job)?.is_none() {
        return Ok(None);
    }
    let parts = tx.open_table(PARTS)?;
    let parts = parts.range((job, 0)..=(job, u32::MAX))?.map(|entry| Ok(entry?.0.value().1));
    parts.collect::<Result<_, Failure>>().map(Some)
}

pub(super) fn submitted(
    tx: &ReadTransaction,
    owner: &Owner,
    key: &str,
) -> Result<Option<(JobId, Digest)>, Failure> {
    let row = tx.open_table(KEYS)?.get((owner.0.as_str(), key))?.map(|row| row.value());
    Ok(row.map(|(job, digest)| (JobId::from_bits(job), digest)))
}

pub(super) fn job(tx: &ReadTransaction, now: u64, job: JobKey) -> Result<Option<JobStatus>, Failure> {
    let Some(row) = Job::read(&tx.open_table(JOBS)?, job)? else { return Ok(None) };
    let totals = tx.open_table(TOTALS)?.get(job)?.map_or([0; 5], |row| row.value());
    let problems = tx.open_table(PROBLEMS)?.get(job)?.map_or(0, |row| row.value());
    Ok(Some(status(job, row, (totals, problems), now)))
}

fn status(job: JobKey, row: Job, (totals, problems): (Totals, u64), now: u64) -> JobStatus {
    let [items, cost, finished_items, finished_cost, spent] = totals;
    JobStatus {
        id: JobId::from_bits(job),
        owner: Owner(row.owner),
        kind: row.kind,
        spec: row.spec,
        state: match row.state {
            job_state::RECEIVING => JobState::Receiving,
            job_state::RUNNING => JobState::Running,
            job_state::FINISHED => JobState::Finished,
            _ => JobState::Cancelled,
        },
        items,
        finished_items,
        problems,
        cost: from_micros(cost),
        finished_cost: from_micros(finished_cost),
        spent: from_micros(spent),
        age: from_micros(now.saturating_sub(row.created)),
        lasted: (row.ended != 0).then(|| from_micros(row.ended.saturating_sub(row.created))),
    }
}

pub(super) fn jobs_of(tx: &ReadTransaction, now: u64, owner: &Owner) -> Result<Vec<JobStatus>, Failure> {
    let owner = owner.0.as_str();
    let jobs_of = tx.open_table(JOBS_OF)?;
    let mut found = Vec::new();
    for entry in jobs_of.range((owner, 0, 0)..=(owner, u64::MAX, u128::MAX))?.rev() {
        let (_, _, key) = entry?.0.value();
        found.extend(job(tx, now, key)?);
    }
    Ok(found)
}

pub(super) fn tasks(tx: &ReadTransaction, now: u64) -> Result<Vec<JobStatus>, Failure> {
    let mut found = Vec::new();
    for entry in tx.open_table(TASKS)?.iter()? {
        let task = job(tx, now, entry?.0.value())?;
        found.extend(task.filter(|task| task.state != JobState::Receiving));
    }
    found.sort_by_key(|task| Reverse(task.age));
    Ok(found)
}

pub(super) fn results(
    tx: &ReadTransaction,
    job: JobKey,
    from: u64,
    most: usize,
) -> Result<Vec<ChunkResult>, Failure> {
    let (chunks, results) = (tx.open_table(CHUNKS)?, tx.open_table(RESULTS)?);
    let mut start = from;
    if let Some(entry) = chunks.range((job, 0)..=(job, from))?.next_back() {
        let (key, value) = entry?;
        let (first, chunk) = (key.value().1, Chunk::from_value(value.value())?);
        if first + u64::from(chunk.items) > from {
            start = first;
        }
    }
    let mut found = Vec::new();
    for entry in chunks.range((job, start)..=(job, u64::MAX))?.take(most) {
        let (key, value) = entry?;
        let chunk = Chunk::from_value(value.value())?;
        if chunk.state != ChunkState::Finished {
            break;
        }
        let key = key.value();
        let result = results.get(key)?.map_or_else(Vec::new, |result| result.value().to_owned());
        found.push(ChunkResult { first: key.1, items: chunk.items, result });
    }
    Ok(found)
}

pub(super) fn progress(tx: &ReadTransaction, job: JobKey, first: u64) -> Result<Option<Vec<u8>>, Failure> {
    Ok(tx.open_table(PROGRESS)?.get((job, first))?.map(|progress| progress.value().to_owned()))
}

pub(super) fn backlog(tx: &ReadTransaction, now: u64) -> Result<Backlog, Failure> {
    let mut backlog = Backlog::default();
    let mut oldest = now;
    let mut cost = 0;
    for Queues { ready, running } in QUEUES {
        for entry in tx.open_table(ready)?.iter()? {
            let (_, cost_of_one, since, _) = entry?.1.value();
            backlog.ready_chunks += 1;
            cost += cost_of_one;
            oldest = oldest.min(since);
        }
        for entry in tx.open_table(running)?.iter()? {
            let (place, value) = entry?;
            let lease = place.value().0;
            if lease > now {
                backlog.running_chunks += 1;
            } else {
                backlog.ready_chunks += 1;
                cost += value.value().1;
                oldest = oldest.min(lease);
            }
        }
    }
    backlog.cost = from_micros(cost);
    backlog.oldest = from_micros(now - oldest);
    Ok(backlog)
}

/// The bytes of all inputs and results.
pub(super) fn stored_bytes(tx: &ReadTransaction) -> Result<u64, Failure> {
    let inputs = tx.open_table(INPUTS)?.stats()?.stored_bytes();
    let uploads = tx.open_table(UPLOADS)?.stats()?.stored_bytes();
    Ok(inputs + uploads + tx.open_table(RESULTS)?.stats()?.stored_bytes())
}
