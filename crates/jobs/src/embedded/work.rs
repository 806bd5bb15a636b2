//! What workers do with chunks.

use super::Outcome;
use super::failure::Failure;
use super::receive::held;
use super::tables::{
    CHUNKS, Chunk, ChunkKey, ChunkState, INPUTS, JOBS, Job, PROBLEMS, PROGRESS, Place, Queues, RESULTS,
    TOTALS, class_of, job_state, queues,
};
use crate::micros::{from_micros, to_micros};
use crate::store::covers;
use crate::{Claim, Claimant, JobId, Lease, NewChunk, StoreError, Tally};
use redb::{ReadableTable, WriteTransaction};
use std::time::Duration;

pub(super) fn claim(
    tx: &WriteTransaction,
    now: u64,
    worker: &Claimant,
) -> Result<Outcome<Option<Claim>>, Failure> {
    let Some((_, job, first)) = take(tx, now, worker)? else { return Ok(Outcome::Unchanged(None)) };
    let key = (job, first);
    let mut chunks = tx.open_table(CHUNKS)?;
    let mut chunk = chunks
        .get(key)?
        .map(|row| Chunk::from_value(row.value()))
        .transpose()?
        .ok_or_else(|| Failure::corrupt("a chunk in the queue is missing".to_owned()))?;
    chunk.state = ChunkState::Running;
    chunk.fence += 1;
    chunk.attempt += 1;
    chunk.lease = now + to_micros(worker.lease);
    chunks.insert(key, chunk.value())?;
    let row = Job::read(&tx.open_table(JOBS)?, job)?
        .ok_or_else(|| Failure::corrupt("the job of a chunk is missing".to_owned()))?;
    let Queues { running, .. } = queues(worker.class);
    tx.open_table(running)?.insert((chunk.lease, job, first), (row.needs, chunk.cost, chunk.tag))?;
    let input = tx.open_table(INPUTS)?.get(key)?.map_or_else(Vec::new, |input| input.value().to_owned());
    let progress = tx.open_table(PROGRESS)?.get(key)?.map(|progress| progress.value().to_owned());
    Ok(Outcome::Changed(Some(Claim {
        lease: Lease { job: JobId::from_bits(job), first, fence: chunk.fence, attempt: chunk.attempt },
        kind: row.kind,
        spec: row.spec,
        items: chunk.items,
        cost: from_micros(chunk.cost),
        age: from_micros(now.saturating_sub(row.created)),
        input,
        progress,
    })))
}

/// Takes a chunk out of its queue: one whose lease is over, or else the waiting one with the least tag.
fn take(tx: &WriteTransaction, now: u64, worker: &Claimant) -> Result<Option<Place>, Failure> {
    let Queues { ready, running } = queues(worker.class);
    let mut running = tx.open_table(running)?;
    let mut over = None;
    for entry in running.range(..=(now, u128::MAX, u64::MAX))? {
        let (place, value) = entry?;
        if value.value().0 <= worker.release {
            over = Some(place.value());
            break;
        }
    }
    if let Some(place) = over {
        running.remove(place)?;
        return Ok(over);
    }
    let mut ready = tx.open_table(ready)?;
    let mut least: Option<(Place, u64)> = None;
    for entry in ready.iter()? {
        let (place, value) = entry?;
        let (place, (needs, _, since, _)) = (place.value(), value.value());
        if least.is_some_and(|(least, _)| place.0 > least.0) {
            break;
        }
        if needs <= worker.release && least.is_none_or(|(_, longest)| since < longest) {
            least = Some((place, since));
        }
    }
    let least = least.map(|(place, _)| place);
    if let Some(place) = least {
        ready.remove(place)?;
    }
    Ok(least)
}

/// The chunk of a lease that holds, taken out of the running ones.
fn take_leased(tx: &WriteTransaction, lease: &Lease) -> Result<Option<(ChunkKey, Chunk)>, Failure> {
    let key = (lease.job.bits(), lease.first);
    let Some(chunk) = leased(tx, lease)? else { return Ok(None) };
    if chunk.state != ChunkState::Running {
        return Ok(None);
    }
    let Queues { running, .. } = queues(class_of(tx, key.0)?);
    tx.open_table(running)?.remove((chunk.lease, key.0, key.1))?;
    Ok(Some((key, chunk)))
}

/// The chunk of a lease, if nobody has claimed it since.
fn leased(tx: &WriteTransaction, lease: &Lease) -> Result<Option<Chunk>, Failure> {
    let chunks = tx.open_table(CHUNKS)?;
    let Some(row) = chunks.get((lease.job.bits(), lease.first))? else { return Ok(None) };
    let chunk = Chunk::from_value(row.value())?;
    Ok((chunk.fence == lease.fence).then_some(chunk))
}

pub(super) fn beat(
    tx: &WriteTransaction,
    now: u64,
    lease: &Lease,
    duration: Duration,
    progress: Option<&[u8]>,
) -> Result<Outcome<bool>, Failure> {
    let Some((key, mut chunk)) = take_leased(tx, lease)? else { return Ok(Outcome::Unchanged(false)) };
    chunk.lease = now + to_micros(duration);
    tx.open_table(CHUNKS)?.insert(key, chunk.value())?;
    let needs = needs(tx, key)?;
    let Queues { running, .. } = queues(class_of(tx, key.0)?);
    tx.open_table(running)?.insert((chunk.lease, key.0, key.1), (needs, chunk.cost, chunk.tag))?;
    if let Some(progress) = progress {
        tx.open_table(PROGRESS)?.insert(key, progress)?;
    }
    Ok(Outcome::Changed(true))
}

/// The release that a chunk needs.
fn needs(tx: &WriteTransaction, key: ChunkKey) -> Result<u32, Failure> {
    Ok(tx.open_table(JOBS)?.get(key.0)?.map_or(0, |row| row.value().3))
}

pub(super) fn finish(
    tx: &WriteTransaction,
    now: u64,
    lease: &Lease,
    result: &[u8],
    tally: Tally,
) -> Result<Outcome<bool>, Failure> {
    let Some((key, mut chunk)) = take_leased(tx, lease)? else {
        let repeated = leased(tx, lease)?.is_some_and(|chunk| chunk.state == ChunkState::Finished);
        return Ok(Outcome::Unchanged(repeated));
    };
    chunk.state = ChunkState::Finished;
    tx.open_table(CHUNKS)?.insert(key, chunk.value())?;
    tx.open_table(INPUTS)?.remove(key)?;
    tx.open_table(PROGRESS)?.remove(key)?;
    tx.open_table(RESULTS)?.insert(key, result)?;
    let mut totals = tx.open_table(TOTALS)?;
    let mut sums = totals.get(key.0)?.map_or([0; 5], |row| row.value());
    sums[2] += u64::from(chunk.items);
    sums[3] += chunk.cost;
    sums[4] += to_micros(tally.spent);
    totals.insert(key.0, sums)?;
    if tally.problems > 0 {
        let mut problems = tx.open_table(PROBLEMS)?;
        let before = problems.get(key.0)?.map_or(0, |row| row.value());
        problems.insert(key.0, before + u64::from(tally.problems))?;
    }
    if sums[2] == sums[0] {
        let row = Job::read(&tx.open_table(JOBS)?, key.0)?;
        if let Some(row) = row {
            Job { state: job_state::FINISHED, ended: now, ..row }.write(tx, key.0)?;
        }
    }
    Ok(Outcome::Changed(true))
}

pub(super) fn hand_back(tx: &WriteTransaction, now: u64, lease: &Lease) -> Result<Outcome<bool>, Failure> {
    let Some((key, mut chunk)) = take_leased(tx, lease)? else { return Ok(Outcome::Unchanged(false)) };
    chunk.attempt = chunk.attempt.saturating_sub(1);
    make_ready(tx, now, key, chunk)?;
    Ok(Outcome::Changed(true))
}

/// Puts a claimed chunk back among those that wait.
pub(super) fn make_ready(
    tx: &WriteTransaction,
    now: u64,
    key: ChunkKey,
    chunk: Chunk,
) -> Result<(), Failure> {
    let chunk = Chunk { state: ChunkState::Ready, since: now, ..chunk };
    tx.open_table(CHUNKS)?.insert(key, chunk.value())?;
    let Queues { ready, .. } = queues(class_of(tx, key.0)?);
    tx.open_table(ready)?.insert((chunk.tag, key.0, key.1), (needs(tx, key)?, chunk.cost, now, false))?;
    Ok(())
}

pub(super) fn split(
    tx: &WriteTransaction,
    now: u64,
    lease: &Lease,
    parts: &[NewChunk],
) -> Result<Outcome<bool>, Failure> {
    let Some((key, chunk)) = take_leased(tx, lease)? else { return Ok(Outcome::Unchanged(false)) };
    if !covers(parts, lease.first, chunk.items) {
        return Err(StoreError::InvalidChunks.into());
    }
    tx.open_table(PROGRESS)?.remove(key)?;
    let mut cost = 0;
    for part in parts {
        let place = (key.0, part.first);
        tx.open_table(INPUTS)?.insert(place, part.input.as_slice())?;
        let part = Chunk { tag: chunk.tag, fence: chunk.fence, ..held(part) };
        make_ready(tx, now, place, part)?;
        cost += part.cost;
    }
    let mut totals = tx.open_table(TOTALS)?;
    let mut sums = totals.get(key.0)?.map_or([0; 5], |row| row.value());
    sums[1] = sums[1].saturating_sub(chunk.cost) + cost;
    totals.insert(key.0, sums)?;
    Ok(Outcome::Changed(true))
}
