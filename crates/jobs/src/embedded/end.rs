//! The end of jobs.

use super::Outcome;
use super::failure::Failure;
use super::tables::{
    CHUNKS, Chunk, ChunkState, INPUTS, JOBS, JOBS_OF, Job, JobKey, KEYS, OWNERS, PARTS, PROGRESS, READY,
    RESULTS, RUNNING, TOTALS, chunks_of, job_state,
};
use super::work::make_ready;
use crate::fairness::tag_cost;
use crate::micros::{from_micros, to_micros};
use redb::{ReadableTable, WriteTransaction};
use std::collections::HashSet;

pub(super) fn cancel(tx: &WriteTransaction, now: u64, job: JobKey) -> Result<Outcome<bool>, Failure> {
    let Some(row) = Job::read(&tx.open_table(JOBS)?, job)? else { return Ok(Outcome::Unchanged(false)) };
    if row.ended != 0 {
        return Ok(Outcome::Unchanged(false));
    }
    if row.state == job_state::RECEIVING {
        remove(tx, job, &row)?;
        return Ok(Outcome::Changed(true));
    }
    let mut unclaimed = 0;
    let mut inputs = tx.open_table(INPUTS)?;
    for (first, chunk) in unfinished_chunks(tx, job)? {
        match chunk.state {
            ChunkState::Ready => {
                tx.open_table(READY)?.remove((chunk.tag, job, first))?;
                unclaimed += to_micros(tag_cost(from_micros(chunk.cost)));
            }
            ChunkState::Running => {
                tx.open_table(RUNNING)?.remove((chunk.lease, job, first))?;
            }
            ChunkState::Held | ChunkState::Finished | ChunkState::Cancelled => {}
        }
        inputs.remove((job, first))?;
        let chunk = Chunk { state: ChunkState::Cancelled, ..chunk };
        tx.open_table(CHUNKS)?.insert((job, first), chunk.value())?;
    }
    let mut owners = tx.open_table(OWNERS)?;
    let last = owners.get(row.owner.as_str())?.map(|last| last.value());
    if let Some(last) = last {
        owners.insert(row.owner.as_str(), last.saturating_sub(unclaimed))?;
    }
    Job { state: job_state::CANCELLED, ended: now, ..row }.write(tx, job)?;
    Ok(Outcome::Changed(true))
}

/// The chunks of a job that can still be worked on, by their first items.
fn unfinished_chunks(tx: &WriteTransaction, job: JobKey) -> Result<Vec<(u64, Chunk)>, Failure> {
    let mut found = Vec::new();
    for entry in tx.open_table(CHUNKS)?.range(chunks_of(job))? {
        let (key, value) = entry?;
        let chunk = Chunk::from_value(value.value())?;
        if !matches!(chunk.state, ChunkState::Finished | ChunkState::Cancelled) {
            found.push((key.value().1, chunk));
        }
    }
    Ok(found)
}

pub(super) fn expire(tx: &WriteTransaction, now: u64) -> Result<Outcome<u64>, Failure> {
    let mut over = Vec::new();
    for entry in tx.open_table(JOBS)?.iter()? {
        let (key, value) = entry?;
        let row = Job::from_value(value.value());
        if row.is_over(now) {
            over.push((key.value(), row));
        }
    }
    if over.is_empty() {
        return Ok(Outcome::Unchanged(0));
    }
    for (job, row) in &over {
        remove(tx, *job, row)?;
    }
    let removed: HashSet<_> = over.iter().map(|(job, _)| *job).collect();
    tx.open_table(KEYS)?.retain(|_, (job, _)| !removed.contains(&job))?;
    Ok(Outcome::Changed(over.len() as u64))
}

/// Removes a job of which nothing waits or runs, but for its key.
fn remove(tx: &WriteTransaction, job: JobKey, row: &Job) -> Result<(), Failure> {
    tx.open_table(JOBS)?.remove(job)?;
    tx.open_table(TOTALS)?.remove(job)?;
    tx.open_table(CHUNKS)?.retain_in(chunks_of(job), |_, _| false)?;
    tx.open_table(INPUTS)?.retain_in(chunks_of(job), |_, _| false)?;
    tx.open_table(PROGRESS)?.retain_in(chunks_of(job), |_, _| false)?;
    tx.open_table(RESULTS)?.retain_in(chunks_of(job), |_, _| false)?;
    tx.open_table(PARTS)?.retain_in((job, 0)..=(job, u32::MAX), |_, ()| false)?;
    let owner = row.owner.as_str();
    let mut jobs_of = tx.open_table(JOBS_OF)?;
    jobs_of.remove((owner, row.created, job))?;
    if jobs_of.range((owner, 0, 0)..=(owner, u64::MAX, u128::MAX))?.next().is_none() {
        tx.open_table(OWNERS)?.remove(owner)?;
    }
    Ok(())
}

/// Puts all running chunks back among those that wait: no worker outlives the process that had opened the file.
pub(super) fn end_leases(tx: &WriteTransaction, now: u64) -> Result<(), Failure> {
    let mut running = Vec::new();
    for entry in tx.open_table(RUNNING)?.iter()? {
        let (_, job, first) = entry?.0.value();
        running.push((job, first));
    }
    tx.open_table(RUNNING)?.retain(|_, _| false)?;
    for key in running {
        let chunk = tx.open_table(CHUNKS)?.get(key)?.map(|row| Chunk::from_value(row.value())).transpose()?;
        if let Some(chunk) = chunk {
            make_ready(tx, now, key, chunk)?;
        }
    }
    Ok(())
}
