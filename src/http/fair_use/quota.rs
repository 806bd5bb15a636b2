//! Quotas of search time by GCRA, the generic cell rate algorithm (ITU-T I.371; ATM Forum TM 4.0): each
//! client has a theoretical arrival time, and a reservation moves it on by its own share of the window.

use super::slices::Slices;
use bestmove_scheduler::quota::Client;
use bestmove_scheduler::{PendingAnswer, UsageMeter};
use dashmap::DashMap;
use parking_lot::Mutex;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time in which a quota is replenished in full.
pub(super) const WINDOW: Duration = Duration::from_mins(1);
/// The number of clients above which those with a full quota are removed.
const MANY: usize = 100_000;

/// How long a replica that does not hear from the store goes on with its leases.
const DEAF: Duration = Duration::from_secs(3);

/// The quotas of all clients.
#[derive(Default)]
pub(super) struct Quotas {
    /// The theoretical arrival time of each client: when its quota will be full again. Clients that are not
    /// listed have their full quota.
    own: DashMap<Client, Instant>,
    /// What is leased of them, if other replicas grant them, too.
    fleet: Option<Fleet>,
}

/// Quotas that replicas share.
#[derive(Default)]
pub(super) struct Fleet {
    pub(super) slices: Slices,
    /// When the store has answered last.
    pub(super) heard: Mutex<Option<Instant>>,
}

impl Fleet {
    /// Whether the store answers.
    pub(super) fn hears(&self, now: Instant) -> bool {
        self.heard.lock().is_some_and(|heard| now.saturating_duration_since(heard) < DEAF)
    }
}

impl Quotas {
    /// Quotas of which parts are leased, as soon as the store answers.
    pub(super) fn of_fleet() -> Self {
        Self { fleet: Some(Fleet::default()), ..Self::default() }
    }

    pub(super) const fn fleet(&self) -> Option<&Fleet> {
        self.fleet.as_ref()
    }

    /// What is leased, unless the store is away.
    fn leased(&self, now: Instant) -> Option<&Slices> {
        self.fleet.as_ref().filter(|fleet| fleet.hears(now)).map(|fleet| &fleet.slices)
    }

    /// The part of a quota that this replica grants by itself: while the store is away, its share.
    fn own_share(&self, quota: Duration) -> Duration {
        self.fleet.as_ref().map_or(quota, |fleet| quota / fleet.slices.replicas())
    }

    /// The time until the client's quota is full again.
    pub(super) fn backlog(&self, client: &Client, now: Instant) -> Duration {
        if let Some(slices) = self.leased(now) {
            return slices.backlog(client, now);
        }
        self.own
            .get(client)
            .map_or(Duration::ZERO, |theoretical_arrival| theoretical_arrival.saturating_duration_since(now))
    }

    /// Charges time that was not reserved: it moves the theoretical arrival time on, beyond the window if need be.
    pub(super) fn charge(&self, client: Client, quota: Duration, time: Duration, now: Instant) {
        if let Some(slices) = self.leased(now) {
            slices.settle(client, Duration::ZERO, time.mul_f64(refill(quota)), now);
        } else {
            self.move_on(client, time.mul_f64(refill(self.own_share(quota))), now);
        }
    }

    fn move_on(&self, client: Client, time: Duration, now: Instant) {
        if !time.is_zero() {
            let mut theoretical_arrival = self.own.entry(client).or_insert(now);
            *theoretical_arrival = (*theoretical_arrival).max(now) + time;
        }
    }

    fn move_back(&self, client: &Client, time: Duration) {
        if let Some(mut theoretical_arrival) = self.own.get_mut(client) {
            *theoretical_arrival = theoretical_arrival.checked_sub(time).unwrap_or(*theoretical_arrival);
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
    /// Whether it is of what is leased.
    is_leased: bool,
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
    ) -> Result<Self, Duration> {
        let new = |refill, is_leased| {
            let quotas = Arc::clone(quotas);
            Self { quotas, client, time, usage: None, spent: Duration::ZERO, refill, is_leased }
        };
        if let Some(slices) = quotas.leased(now) {
            let refill = refill(quota);
            return slices.take(client, time.mul_f64(refill), now).map(|()| new(refill, true));
        }
        let refill = refill(quotas.own_share(quota));
        if quotas.own.len() >= MANY {
            quotas.own.retain(|_, theoretical_arrival| *theoretical_arrival > now);
        }
        let mut theoretical_arrival = quotas.own.entry(client).or_insert(now);
        let then = (*theoretical_arrival).max(now) + time.mul_f64(refill);
        let excess = then.saturating_duration_since(now + WINDOW);
        if !excess.is_zero() {
            return Err(excess);
        }
        *theoretical_arrival = then;
        Ok(new(refill, false))
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
        let is_leased = self.is_leased;
        Self { quotas, client, time, usage: None, spent: Duration::ZERO, refill, is_leased }
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
        let [unused, more] = [self.time.saturating_sub(used), used.saturating_sub(self.time)]
            .map(|time| time.mul_f64(self.refill));
        match &self.quotas.fleet {
            Some(fleet) if self.is_leased => fleet.slices.settle(self.client, unused, more, Instant::now()),
            _ => {
                self.quotas.move_back(&self.client, unused);
                self.quotas.move_on(self.client, more, Instant::now());
            }
        }
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
