//! Quotas of all clients of a fleet, by GCRA, the generic cell rate algorithm (ITU-T I.371): a
//! client has a theoretical arrival time, at which its quota is full again. All times are shares of
//! the window in which a quota is replenished, so that the store need not know how large a quota
//! is.

use std::time::Duration;

/// A process that grants quotas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grantor {
    /// Its name, which no other one has.
    pub name: String,
    /// How long it counts as alive without another call.
    pub lifetime: Duration,
    /// The time in which a quota is replenished.
    pub window: Duration,
}

/// What a process asks of the quota of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotaDemand {
    /// The client, by a name that all processes have for it.
    pub client: String,
    /// What it has granted beyond its leases.
    pub debit: Duration,
    /// What it returns of its leases.
    pub credit: Duration,
    /// What it leases at least, if so much is left; `None` leases nothing.
    pub need: Option<Duration>,
}

/// What a process has leased of the quota of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuotaLease {
    /// What it may grant now.
    pub granted: Duration,
    /// The time until the quota is full again, that lease included.
    pub backlog: Duration,
}

/// What a process has leased.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotaLeases {
    /// The processes that are alive, this one included.
    pub grantors: u32,
    /// For each demand.
    pub leases: Vec<QuotaLease>,
}

/// A lease, with the new arrival time. Each of `grantors` processes gets half of its share of the
/// rest, or what it needs.
pub(crate) fn lease(
    (arrival, now, window): (u64, u64, u64),
    grantors: u32,
    [debit, credit]: [u64; 2],
    need: Option<u64>,
) -> (u64, u64) {
    let arrival = (arrival.max(now) + debit).saturating_sub(credit).max(now);
    let rest = window.saturating_sub(arrival - now);
    let granted = need.map_or(0, |need| need.max(rest / (2 * u64::from(grantors.max(1)))).min(rest));
    (arrival + granted, granted)
}
