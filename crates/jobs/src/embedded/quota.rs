//! Quotas of clients.

use super::Outcome;
use super::failure::Failure;
use super::tables::{GRANTORS, QUOTAS};
use crate::micros::{from_micros, to_micros};
use crate::quota::lease;
use crate::{Grantor, QuotaDemand, QuotaLease, QuotaLeases};
use redb::{ReadableTable, ReadableTableMetadata, WriteTransaction};

pub(super) fn lease_all(
    tx: &WriteTransaction,
    now: u64,
    grantor: &Grantor,
    demands: &[QuotaDemand],
) -> Result<Outcome<QuotaLeases>, Failure> {
    let mut alive = tx.open_table(GRANTORS)?;
    alive.insert(grantor.name.as_str(), now + to_micros(grantor.lifetime))?;
    alive.retain(|_, until| until > now)?;
    let grantors = u32::try_from(alive.len()?).unwrap_or(u32::MAX);
    let window = to_micros(grantor.window);
    let mut quotas = tx.open_table(QUOTAS)?;
    let mut leases = Vec::new();
    for QuotaDemand { client, debit, credit, need } in demands {
        let arrival = quotas.get(client.as_str())?.map_or(now, |arrival| arrival.value());
        let changes = [debit, credit].map(|time| to_micros(*time));
        let (arrival, granted) = lease((arrival, now, window), grantors, changes, need.map(to_micros));
        quotas.insert(client.as_str(), arrival)?;
        leases.push(QuotaLease { granted: from_micros(granted), backlog: from_micros(arrival - now) });
    }
    Ok(Outcome::Changed(QuotaLeases { grantors, leases }))
}

/// Removes full quotas. Returns whether there were any.
pub(super) fn expire(tx: &WriteTransaction, now: u64) -> Result<bool, Failure> {
    let mut quotas = tx.open_table(QUOTAS)?;
    let before = quotas.len()?;
    quotas.retain(|_, arrival| arrival > now)?;
    Ok(quotas.len()? < before)
}
