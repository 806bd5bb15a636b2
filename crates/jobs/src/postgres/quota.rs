//! Quotas of clients.

use super::connections::{Connections, Patience};
use super::rows::{duration, get, unsigned};
use super::statements;
use crate::micros::from_micros;
use crate::{Grantor, QuotaDemand, QuotaLease, QuotaLeases, StoreError};
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

pub(super) async fn lease(
    connections: &Connections,
    grantor: &Grantor,
    demands: Vec<QuotaDemand>,
) -> Result<QuotaLeases, StoreError> {
    let clients: Vec<_> = demands.iter().map(|demand| demand.client.as_str()).collect();
    let debits: Vec<_> = demands.iter().map(|demand| duration(demand.debit)).collect();
    let credits: Vec<_> = demands.iter().map(|demand| duration(demand.credit)).collect();
    let needs: Vec<_> = demands.iter().map(|demand| demand.need.map(duration)).collect();
    let (lifetime, window) = (duration(grantor.lifetime), duration(grantor.window));
    let parameters: &[&(dyn ToSql + Sync)] =
        &[&grantor.name, &lifetime, &window, &clients, &debits, &credits, &needs];
    let rows = connections.rows(Patience::Short, statements::LEASE_QUOTAS, parameters).await?;
    let grantors = rows.first().map_or(Ok(1), |row| unsigned(row, 1))?;
    let read = |row: &Row| -> Result<QuotaLease, StoreError> {
        let [granted, backlog] = [unsigned(row, 2)?, unsigned(row, 3)?].map(from_micros);
        Ok(QuotaLease { granted, backlog })
    };
    let is_lease = |row: &&Row| get::<i64>(row, 0).is_ok_and(|place| place > 0);
    let leases = rows.iter().filter(is_lease).map(read).collect::<Result<_, _>>()?;
    Ok(QuotaLeases { grantors: u32::try_from(grantors).unwrap_or(u32::MAX), leases })
}
