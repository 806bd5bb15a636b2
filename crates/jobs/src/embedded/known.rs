//! Results of earlier searches.

use super::Outcome;
use super::failure::Failure;
use super::tables::{KNOWN, KNOWN_ENDS};
use crate::known::greatest;
use crate::micros::to_micros;
use crate::{Digest, KnownResult};
use redb::{ReadTransaction, ReadableTable, ReadableTableMetadata, WriteTransaction};
use std::time::Duration;

/// Keeps results. Beyond `most` bytes, those that expire first make room for them.
pub(super) fn keep(
    tx: &WriteTransaction,
    now: u64,
    results: Vec<KnownResult>,
    retention: Duration,
    most: Option<u64>,
) -> Result<Outcome<()>, Failure> {
    let (mut known, mut ends) = (tx.open_table(KNOWN)?, tx.open_table(KNOWN_ENDS)?);
    let expires = now.saturating_add(to_micros(retention));
    let mut is_larger = false;
    for KnownResult { key, effort, content } in greatest(results) {
        let earlier = known.get(key)?.map(|row| (row.value().0, row.value().1));
        match earlier {
            Some((earlier, _)) if earlier >= effort => continue,
            Some((_, end)) => drop(ends.remove((end, key))?),
            None => (),
        }
        is_larger = true;
        known.insert(key, (effort, expires, content.as_slice()))?;
        ends.insert((expires, key), ())?;
    }
    let mut excess = match most {
        Some(most) if is_larger => known.stats()?.stored_bytes().saturating_sub(most),
        _ => 0,
    };
    while excess > 0 {
        let Some(first) = ends.pop_first()? else { break };
        if let Some(row) = known.remove(first.0.value().1)? {
            excess = excess.saturating_sub(row.value().2.len() as u64);
        }
    }
    Ok(Outcome::Changed(()))
}

pub(super) fn find(tx: &ReadTransaction, keys: &[Digest]) -> Result<Vec<KnownResult>, Failure> {
    let known = tx.open_table(KNOWN)?;
    let mut found = Vec::new();
    for &key in keys {
        if let Some(row) = known.get(key)? {
            let (effort, _, content) = row.value();
            found.push(KnownResult { key, effort, content: content.to_owned() });
        }
    }
    Ok(found)
}

pub(super) fn forget(tx: &WriteTransaction, keys: &[Digest]) -> Result<Outcome<()>, Failure> {
    let (mut known, mut ends) = (tx.open_table(KNOWN)?, tx.open_table(KNOWN_ENDS)?);
    for &key in keys {
        if let Some(row) = known.remove(key)? {
            ends.remove((row.value().1, key))?;
        }
    }
    Ok(Outcome::Changed(()))
}

/// Removes the results whose retention is over. Returns whether there were any.
pub(super) fn expire(tx: &WriteTransaction, now: u64) -> Result<bool, Failure> {
    let (mut known, mut ends) = (tx.open_table(KNOWN)?, tx.open_table(KNOWN_ENDS)?);
    let mut over = Vec::new();
    for entry in ends.range(..=(now, [u8::MAX; 32]))? {
        over.push(entry?.0.value());
    }
    for &(end, key) in &over {
        ends.remove((end, key))?;
        known.remove(key)?;
    }
    Ok(!over.is_empty())
}
