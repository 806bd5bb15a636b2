//! Quotas of search time by GCRA, the generic cell rate algorithm (ITU-T I.371; ATM Forum TM 4.0): each
//! client has a theoretical arrival time, and a reservation moves it on by its own share of the window.

use super::slices::{Refusal, Slices};
use bestmove_scheduler::quota::Client;
use bestmove_scheduler::{PendingAnswer, UsageMeter};
use dashmap::DashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::futures::Notified;

/// The time in which a quota is replenished in full.
pub(super) const WINDOW: Duration = Duration::from_mins(1);
/// The number of clients above which those with a full quota are removed.
pub(super) const MANY: usize = 100_000;

/// The quotas of all clients.
pub(super) enum Quotas {
    /// The theoretical arrival time of each client: when its quota will be full again. Clients that are not
    /// listed have their full quota.
    Own(DashMap<Client, Instant>),
    /// What this replica grants of the quotas of a fleet.
    OfFleet(Slices),
}

impl Default for Quotas {
    fn default() -> Self {
        Self::Own(DashMap::new())
    }
}

impl Quotas {
    /// Takes time of the window in which the client's quota is replenished.
    fn take(&self, client: Client, time: Duration, now: Instant) -> Result<(), Refusal> {
        let own = match self {
            Self::Own(own) => own,
            Self::OfFleet(slices) => return slices.take(client, time, now),
        };
        if own.len() >= MANY {
            own.retain(|_, theoretical_arrival| *theoretical_arrival > now);
        }
        let mut theoretical_arrival = own.entry(client).or_insert(now);
        let then = (*theoretical_arrival).max(now) + time;
        let wait = then.saturating_duration_since(now + WINDOW);
        if !wait.is_zero() {
            return Err(Refusal { wait, may_be_leased: false });
        }
        *theoretical_arrival = then;
        Ok(())
    }

    /// Returns what was not used, and takes what was used besides.
    fn settle(&self, client: Client, [returned, spent]: [Duration; 2], now: Instant) {
        let own = match self {
            Self::Own(own) => own,
            Self::OfFleet(slices) => return slices.settle(client, returned, spent, now),
        };
        if !returned.is_zero()
            && let Some(mut theoretical_arrival) = own.get_mut(&client)
        {
            *theoretical_arrival = theoretical_arrival.checked_sub(returned).unwrap_or(*theoretical_arrival);
        }
        if !spent.is_zero() {
            let mut theoretical_arrival = own.entry(client).or_insert(now);
            *theoretical_arrival = (*theoretical_arrival).max(now) + spent;
        }
    }

    /// The time until the client's quota is full again.
    pub(super) fn backlog(&self, client: &Client, now: Instant) -> Duration {
        match self {
            Self::Own(own) => own.get(client).map_or(Duration::ZERO, |theoretical_arrival| {
                theoretical_arrival.saturating_duration_since(now)
            }),
            Self::OfFleet(slices) => slices.backlog(client, now),
        }
    }

    /// Charges time that was not reserved: it moves the theoretical arrival time on, beyond the window if need be.
    pub(super) fn charge(&self, client: Client, quota: Duration, time: Duration, now: Instant) {
        self.settle(client, [Duration::ZERO, time.mul_f64(refill(quota))], now);
    }

    /// Ends with the next answer of the store; `None` if quotas are not leased.
    pub(super) fn next_answer(&self) -> Option<Notified<'_>> {
        match self {
            Self::Own(_) => None,
            Self::OfFleet(slices) => Some(slices.next_answer()),
        }
    }
}

/// Seconds to replenish one second of a quota.
fn refill(quota: Duration) -> f64 {
    WINDOW.as_secs_f64() / quota.as_secs_f64()
}

/// Time reserved from a quota.
pub(in crate::http) struct Reservation {
    quotas: Arc<Quotas>,
    client: Client,
    time: Duration,
    /// Measures how much of it is used; without one, none is.
    usage: Option<UsageMeter>,
    /// What was used besides.
    spent: Duration,
    /// Seconds to replenish one second of quota.
    refill: f64,
}

impl Reservation {
    /// Reserves time from the client's quota.
    ///
    /// # Errors
    ///
    /// The time until there is enough.
    pub(super) fn reserve(
        quotas: &Arc<Quotas>,
        client: Client,
        quota: Duration,
        time: Duration,
        now: Instant,
    ) -> Result<Self, Refusal> {
        let refill = refill(quota);
        quotas.take(client, time.mul_f64(refill), now)?;
        Ok(Self { quotas: Arc::clone(quotas), client, time, usage: None, spent: Duration::ZERO, refill })
    }

    /// The reservation, charged by the search for an answer.
    pub(in crate::http) fn charged_by(mut self, pending: &PendingAnswer) -> Self {
        self.usage = pending.usage_meter();
        self
    }

    /// Moves this much of the time, at most all, to a reservation of its own.
    pub(in crate::http) fn split_off(&mut self, time: Duration) -> Self {
        let time = time.min(self.time);
        self.time -= time;
        let (quotas, client, refill) = (Arc::clone(&self.quotas), self.client, self.refill);
        Self { quotas, client, time, usage: None, spent: Duration::ZERO, refill }
    }

    /// Ends the reservation with this much used.
    pub(in crate::http) fn charge(mut self, time: Duration) {
        self.spent = time;
    }
}

/// Returns what was not used, and charges what was used beyond the reservation.
impl Drop for Reservation {
    fn drop(&mut self) {
        let used = self.spent + self.usage.as_ref().map_or(Duration::ZERO, UsageMeter::time);
        let changes = [self.time.saturating_sub(used), used.saturating_sub(self.time)]
            .map(|time| time.mul_f64(self.refill));
        self.quotas.settle(self.client, changes, Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUOTA: Duration = Duration::from_secs(6);

    fn reserve(
        quotas: &Arc<Quotas>,
        client: usize,
        seconds: u64,
        now: Instant,
    ) -> Result<Reservation, Duration> {
        Reservation::reserve(quotas, Client::Key(client), QUOTA, Duration::from_secs(seconds), now)
            .map_err(|refusal| refusal.wait)
    }

    #[test]
    fn a_quota_is_spent_and_replenished() {
        let (quotas, start, mut held) = (Arc::default(), Instant::now(), Vec::new());
        let mut spend = |seconds, at: u64| {
            let reserved = reserve(&quotas, 1, seconds, start + Duration::from_secs(at));
            reserved.map(|reservation| held.push(reservation)).map_err(|wait| wait.as_secs_f64().round())
        };
        assert_eq!(spend(7, 0), Err(10.0), "more than the whole quota");
        assert_eq!(spend(4, 0), Ok(()));
        assert_eq!(spend(2, 0), Ok(()));
        assert_eq!(spend(1, 0), Err(10.0), "a sixth of a minute for a sixth of the quota");
        assert_eq!(spend(1, 9), Err(1.0));
        assert_eq!(spend(1, 10), Ok(()));
        assert_eq!(spend(6, 70), Ok(()));
    }

    #[test]
    fn clients_have_separate_quotas() {
        let (quotas, now) = (Arc::default(), Instant::now());
        let _first = reserve(&quotas, 1, 6, now).unwrap();
        assert!(reserve(&quotas, 1, 6, now).is_err());
        assert!(reserve(&quotas, 2, 6, now).is_ok());
    }

    #[test]
    fn parts_of_a_reservation_are_returned_on_their_own() {
        let (quotas, now) = (Arc::default(), Instant::now());
        let mut whole = reserve(&quotas, 1, 6, now).unwrap();
        let part = whole.split_off(Duration::from_secs(2));
        drop(whole);
        assert_eq!(quotas.backlog(&Client::Key(1), now), WINDOW / 3);
        part.charge(Duration::from_secs(1));
        assert_eq!(quotas.backlog(&Client::Key(1), now), WINDOW / 6);
    }

    #[test]
    fn time_beyond_a_reservation_is_charged() {
        let (quotas, client) = (Arc::<Quotas>::default(), Client::Key(1));
        let backlog = || quotas.backlog(&client, Instant::now()).as_secs_f64().round();
        reserve(&quotas, 1, 1, Instant::now()).unwrap().charge(Duration::from_secs(3));
        assert_eq!(backlog(), 30.0, "half of the quota");
        quotas.charge(client, QUOTA, Duration::from_secs(9), Instant::now());
        assert_eq!(backlog(), 120.0);
        let wait = reserve(&quotas, 1, 1, Instant::now()).err().map(|wait| wait.as_secs_f64().round());
        assert_eq!(wait, Some(70.0), "until five sixths of the quota are used");
    }

    #[test]
    fn unused_time_is_returned() {
        let (quotas, now) = (Arc::default(), Instant::now());
        for _ in 0..100 {
            drop(reserve(&quotas, 1, 5, now).unwrap());
        }
        assert!(quotas.backlog(&Client::Key(1), now) < WINDOW / 2);
    }
}
