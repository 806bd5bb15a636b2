//! The end of jobs.

use super::failure::Failure;
use super::tables::{
    CHUNKS, Chunk, ChunkState, FIRST_PARTS, INPUTS, JOBS, JOBS_OF, Job, JobKey, KEYS, OWNERS, PARTS,
    PROBLEMS, PROGRESS, QUEUES, Queues, RESULTS, TASKS, TOTALS, chunks_of, class_of, job_state, queues,
};
use super::work::make_ready;
use super::{Outcome, known, quota, upload};
use crate::Class;
use crate::fairness::{account, tag_cost};
use crate::micros::{from_micros, to_micros};
use redb::{ReadableTable, WriteTransaction};
use std::collections::HashSet;

pub(super) fn cancel(tx: &WriteTransaction, now: u64, job: JobKey) -> Result<Outcome<bool>, Failure> {
    let Some(row) = Job::read(&tx.open_table(JOBS)?, job)? else { return Ok(Outcome::Unchanged(false)) };
    if row.ended != 0 {
        return Ok(Outcome::Unchanged(false));
    }
    if row.state == job_state::RECEIVING {
        forget(tx, job, &row)?;
        tx.open_table(KEYS)?.retain(|_, (of, _)| of != job)?;
        return Ok(Outcome::Changed(true));
    }
    stop(tx, job, &row)?;
    Job { state: job_state::CANCELLED, ended: now, ..row }.write(tx, job)?;
    Ok(Outcome::Changed(true))
}

pub(super) fn remove(tx: &WriteTransaction, job: JobKey) -> Result<Outcome<bool>, Failure> {
    let Some(row) = Job::read(&tx.open_table(JOBS)?, job)? else { return Ok(Outcome::Unchanged(false)) };
    stop(tx, job, &row)?;
    forget(tx, job, &row)?;
    tx.open_table(KEYS)?.retain(|_, (of, _)| of != job)?;
    Ok(Outcome::Changed(true))
}

/// Takes the unfinished chunks of a job out of the queues. Its owner no longer pays for those that wait.
fn stop(tx: &WriteTransaction, job: JobKey, row: &Job) -> Result<(), Failure> {
    let class = class_of(tx, job)?;
    let Queues { ready, running } = queues(class);
    let mut unclaimed = 0;
    let mut inputs = tx.open_table(INPUTS)?;
    for (first, chunk) in unfinished_chunks(tx, job)? {
        match chunk.state {
            ChunkState::Ready => {
                tx.open_table(ready)?.remove((chunk.tag, job, first))?;
                unclaimed += to_micros(tag_cost(from_micros(chunk.cost)));
            }
            ChunkState::Running => {
                tx.open_table(running)?.remove((chunk.lease, job, first))?;
            }
            ChunkState::Held | ChunkState::Finished | ChunkState::Cancelled => {}
        }
        inputs.remove((job, first))?;
        let chunk = Chunk { state: ChunkState::Cancelled, ..chunk };
        tx.open_table(CHUNKS)?.insert((job, first), chunk.value())?;
    }
    let account = account(&row.owner, class);
    let mut owners = tx.open_table(OWNERS)?;
    let last = owners.get(account.as_ref())?.map(|last| last.value());
    if let Some(last) = last {
        owners.insert(account.as_ref(), last.saturating_sub(unclaimed))?;
    }
    Ok(())
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
    let has_forgotten = known::expire(tx, now)? | quota::expire(tx, now)?;
    if over.is_empty() && !has_forgotten {
        return Ok(Outcome::Unchanged(0));
    }
    for (job, row) in &over {
        forget(tx, *job, row)?;
    }
    let removed: HashSet<_> = over.iter().map(|(job, _)| *job).collect();
    tx.open_table(KEYS)?.retain(|_, (job, _)| !removed.contains(&job))?;
    Ok(Outcome::Changed(over.len() as u64))
}

/// Removes the rows of a job without waiting or running chunks, except its key.
fn forget(tx: &WriteTransaction, job: JobKey, row: &Job) -> Result<(), Failure> {
    let class = class_of(tx, job)?;
    tx.open_table(JOBS)?.remove(job)?;
    tx.open_table(TASKS)?.remove(job)?;
    tx.open_table(TOTALS)?.remove(job)?;
    tx.open_table(PROBLEMS)?.remove(job)?;
    tx.open_table(CHUNKS)?.retain_in(chunks_of(job), |_, _| false)?;
    tx.open_table(INPUTS)?.retain_in(chunks_of(job), |_, _| false)?;
    tx.open_table(PROGRESS)?.retain_in(chunks_of(job), |_, _| false)?;
    tx.open_table(RESULTS)?.retain_in(chunks_of(job), |_, _| false)?;
    tx.open_table(PARTS)?.retain_in((job, 0)..=(job, u32::MAX), |_, ()| false)?;
    tx.open_table(FIRST_PARTS)?.remove(job)?;
    upload::forget(tx, job)?;
    tx.open_table(JOBS_OF)?.remove((row.owner.as_str(), row.created, job))?;
    if !has_jobs(tx, &row.owner, class)? {
        tx.open_table(OWNERS)?.remove(account(&row.owner, class).as_ref())?;
    }
    Ok(())
}

fn has_jobs(tx: &WriteTransaction, owner: &str, class: Class) -> Result<bool, Failure> {
    for entry in tx.open_table(JOBS_OF)?.range((owner, 0, 0)..=(owner, u64::MAX, u128::MAX))? {
        if class_of(tx, entry?.0.value().2)? == class {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Puts all running chunks back among those that wait: no worker outlives the process that had opened the file.
pub(super) fn end_leases(tx: &WriteTransaction, now: u64) -> Result<(), Failure> {
    for Queues { running, .. } in QUEUES {
        let mut claimed = Vec::new();
        for entry in tx.open_table(running)?.iter()? {
            let (_, job, first) = entry?.0.value();
            claimed.push((job, first));
        }
        tx.open_table(running)?.retain(|_, _| false)?;
        for key in claimed {
            let chunk =
                tx.open_table(CHUNKS)?.get(key)?.map(|row| Chunk::from_value(row.value())).transpose()?;
            if let Some(chunk) = chunk {
                make_ready(tx, now, key, chunk)?;
            }
        }
    }
    Ok(())
}
