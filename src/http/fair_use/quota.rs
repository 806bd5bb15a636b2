//! Quotas: so much time in each window, refilled steadily, for each of many clients.

use crate::clients::Client;
use crate::engine::{Meter, Thinking};
use dashmap::DashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// In which a whole quota is refilled.
pub(super) const WINDOW: Duration = Duration::from_mins(1);
/// Clients from which on those whose quota is whole again are forgotten.
const MANY: usize = 100_000;

/// When each client's quota will be whole again; of a client that is not listed, it is.
#[derive(Default)]
pub(super) struct Quotas(DashMap<Client, Instant>);

impl Quotas {
    /// How long it takes to refill what the client has used.
    pub(super) fn used(&self, client: &Client, now: Instant) -> Duration {
        self.0.get(client).map_or(Duration::ZERO, |whole| whole.saturating_duration_since(now))
    }
}

/// Time taken from a quota.
pub(in crate::http) struct Reservation {
    quotas: Arc<Quotas>,
    client: Client,
    time: Duration,
    /// Tells how much of it is used; without, none is.
    meter: Option<Meter>,
    /// How long it takes to refill a second.
    refill: f64,
}

impl Reservation {
    /// Takes so much time from the client's quota.
    ///
    /// # Errors
    ///
    /// How long it takes until there is as much.
    pub(super) fn make(
        quotas: &Arc<Quotas>,
        client: Client,
        quota: Duration,
        time: Duration,
        now: Instant,
    ) -> Result<Self, Duration> {
        let refill = WINDOW.as_secs_f64() / quota.as_secs_f64();
        if quotas.0.len() >= MANY {
            quotas.0.retain(|_, whole| *whole > now);
        }
        let mut whole = quotas.0.entry(client).or_insert(now);
        let then = (*whole).max(now) + time.mul_f64(refill);
        let excess = then.saturating_duration_since(now + WINDOW);
        if !excess.is_zero() {
            return Err(excess);
        }
        *whole = then;
        Ok(Self { quotas: Arc::clone(quotas), client, time, meter: None, refill })
    }

    /// To be used by the search for that answer.
    pub(in crate::http) fn metered(mut self, thinking: &Thinking) -> Self {
        self.meter = thinking.meter();
        self
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let used = self.meter.as_ref().map_or(Duration::ZERO, Meter::time);
        let unused = self.time.saturating_sub(used).mul_f64(self.refill);
        if let Some(mut whole) = self.quotas.0.get_mut(&self.client) {
            *whole = whole.checked_sub(unused).unwrap_or(*whole);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUOTA: Duration = Duration::from_secs(6);

    fn make(
        quotas: &Arc<Quotas>,
        client: usize,
        seconds: u64,
        now: Instant,
    ) -> Result<Reservation, Duration> {
        Reservation::make(quotas, Client::Key(client), QUOTA, Duration::from_secs(seconds), now)
    }

    #[test]
    fn a_quota_is_spent_and_refilled() {
        let (quotas, start, mut held) = (Arc::default(), Instant::now(), Vec::new());
        let mut spend = |seconds, at: u64| {
            let made = make(&quotas, 1, seconds, start + Duration::from_secs(at));
            made.map(|reservation| held.push(reservation)).map_err(|wait| wait.as_secs_f64().round())
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
    fn clients_do_not_share() {
        let (quotas, now) = (Arc::default(), Instant::now());
        let _first = make(&quotas, 1, 6, now).unwrap();
        assert!(make(&quotas, 1, 6, now).is_err());
        assert!(make(&quotas, 2, 6, now).is_ok());
    }

    #[test]
    fn what_is_not_used_is_given_back() {
        let (quotas, now) = (Arc::default(), Instant::now());
        for _ in 0..100 {
            drop(make(&quotas, 1, 5, now).unwrap());
        }
        assert!(quotas.used(&Client::Key(1), now) < WINDOW / 2);
    }
}
