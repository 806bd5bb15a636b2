//! What this replica has leased of the quotas of a fleet. Requests take from it without waiting; the store hears of it later.
//! All times are microseconds of the window in which a quota is replenished.

use super::quota::WINDOW;
use bestmove_jobs::QuotaLease;
use bestmove_scheduler::quota::Client;
use dashmap::DashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// How long a lease is kept that nobody uses.
const IDLE: Duration = Duration::from_secs(10);
/// How often the rest of a quota is asked for while it is used.
const REFRESH: Duration = Duration::from_secs(1);
/// The wait that a client is told which the fleet has time for, but not yet this replica.
const SOON: Duration = Duration::from_secs(1);
/// The quotas about which the store is asked at a time.
const MOST: usize = 1_000;

/// The leases of this replica.
pub(super) struct Slices {
    clients: DashMap<Client, Slice>,
    /// The replicas that grant quotas, this one included.
    replicas: AtomicU32,
}

/// A part of the quota of a client.
struct Slice {
    /// What may be granted now. A debt if the store has not heard yet of what was granted.
    balance: i64,
    /// What the fleet had left besides all leases, and when.
    rest: i64,
    known: Instant,
    /// What is to be leased at least.
    need: Option<i64>,
    used: Instant,
    /// Whether the store is being asked.
    is_asked: bool,
}

/// What the store is asked about the quota of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Question {
    pub(super) client: Client,
    pub(super) debit: i64,
    pub(super) credit: i64,
    pub(super) need: Option<i64>,
}

impl Slice {
    /// Of a client that nobody has heard of.
    fn new(now: Instant) -> Self {
        Self { balance: 0, rest: micros(WINDOW), known: now, need: None, used: now, is_asked: false }
    }

    /// What the fleet has left by now.
    fn rest(&self, now: Instant) -> i64 {
        (self.rest + micros(now.saturating_duration_since(self.known))).min(micros(WINDOW))
    }

    fn need(&mut self, need: i64) {
        self.need = Some(self.need.map_or(need, |other| other.max(need)));
    }
}

impl Default for Slices {
    fn default() -> Self {
        Self { clients: DashMap::new(), replicas: AtomicU32::new(1) }
    }
}

impl Slices {
    pub(super) fn replicas(&self) -> u32 {
        self.replicas.load(Ordering::Relaxed).max(1)
    }

    pub(super) fn set_replicas(&self, replicas: u32) {
        self.replicas.store(replicas, Ordering::Relaxed);
    }

    /// Takes time from the quota of a client: of what is leased, or, before the store hears of it, of half of what the fleet has
    /// left for each of its replicas; the other half is for leases. Only time that is more than a lease may be granted by several
    /// at the same moment.
    ///
    /// # Errors
    ///
    /// The time until there is enough.
    pub(super) fn take(&self, client: Client, time: Duration, now: Instant) -> Result<(), Duration> {
        let mut slice = self.clients.entry(client).or_insert_with(|| Slice::new(now));
        slice.used = now;
        let (time, rest) = (micros(time), slice.rest(now));
        let missing = time - slice.balance;
        if missing > 0 {
            slice.need(missing);
            let replicas = i64::from(self.replicas());
            let is_large = time > micros(WINDOW) / (2 * replicas);
            let has_debt = slice.balance < 0 || slice.is_asked;
            if missing.saturating_mul(if is_large { 1 } else { 2 * replicas }) > rest || is_large && has_debt
            {
                let wait = Duration::from_micros(u64::try_from(missing - rest).unwrap_or(0));
                return Err(wait.max(SOON));
            }
        }
        slice.balance -= time;
        Ok(())
    }

    /// Adds time that was not used, or takes what was used besides.
    pub(super) fn settle(&self, client: Client, returned: Duration, spent: Duration, now: Instant) {
        if returned != spent {
            let mut slice = self.clients.entry(client).or_insert_with(|| Slice::new(now));
            slice.balance += micros(returned) - micros(spent);
        }
    }

    /// The time until the client's quota is full again.
    pub(super) fn backlog(&self, client: &Client, now: Instant) -> Duration {
        let full = micros(WINDOW);
        let missing = self.clients.get(client).map_or(0, |slice| full - slice.rest(now) - slice.balance);
        Duration::from_micros(u64::try_from(missing).unwrap_or(0))
    }

    /// What the store is to be asked now. Leases that nobody uses are returned.
    pub(super) fn questions(&self, now: Instant) -> Vec<Question> {
        let share = |rest: i64| rest / (2 * i64::from(self.replicas()));
        let mut questions = Vec::new();
        self.clients.retain(|&client, slice| {
            let is_idle = now.saturating_duration_since(slice.used) >= IDLE;
            if slice.is_asked || questions.len() >= MOST {
                return true;
            }
            if is_idle && slice.balance == 0 {
                return false;
            }
            let is_old = now.saturating_duration_since(slice.known) >= REFRESH;
            if !is_idle && is_old && slice.balance < share(slice.rest(now)) / 2 {
                slice.need(0);
            }
            let need = slice.need.take().filter(|_| !is_idle);
            let debit = (-slice.balance).max(0);
            let credit = if is_idle { slice.balance.max(0) } else { 0 };
            if need.is_some() || debit > 0 || credit > 0 || is_old {
                slice.balance -= credit;
                slice.is_asked = true;
                questions.push(Question { client, debit, credit, need });
            }
            true
        });
        questions
    }

    /// What the store has answered. Without an answer, what was returned is lost: the store may have taken it.
    pub(super) fn answer(&self, question: &Question, lease: Option<QuotaLease>, now: Instant) {
        let Some(mut slice) = self.clients.get_mut(&question.client) else { return };
        slice.is_asked = false;
        match lease {
            Some(QuotaLease { granted, backlog }) => {
                slice.balance += question.debit + micros(granted);
                (slice.rest, slice.known) = (micros(WINDOW) - micros(backlog), now);
            }
            None => {
                if let Some(need) = question.need {
                    slice.need(need);
                }
            }
        }
    }
}

fn micros(time: Duration) -> i64 {
    i64::try_from(time.as_micros()).unwrap_or(i64::MAX / 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLIENT: Client = Client::Key(1);

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    /// Answers all questions as a store with so much left, and returns them.
    fn synced(slices: &Slices, granted: u64, left: u64, now: Instant) -> Vec<Question> {
        let questions = slices.questions(now);
        for question in &questions {
            let lease = QuotaLease { granted: seconds(granted), backlog: WINDOW - seconds(left) };
            slices.answer(question, Some(lease), now);
        }
        questions
    }

    #[test]
    fn a_new_client_takes_half_a_share_before_the_store_has_heard_of_it() {
        let (slices, now) = (Slices::default(), Instant::now());
        slices.set_replicas(3);
        assert_eq!(slices.take(CLIENT, seconds(6), now), Ok(()));
        assert_eq!(slices.take(CLIENT, seconds(4), now), Ok(()));
        assert_eq!(slices.take(CLIENT, seconds(1), now), Err(SOON), "more than a sixth");
        assert_eq!(slices.backlog(&CLIENT, now), seconds(10));
        let asked = Question { client: CLIENT, debit: 10_000_000, credit: 0, need: Some(11_000_000) };
        assert_eq!(synced(&slices, 9, 41, now), [asked]);
        assert_eq!(slices.take(CLIENT, seconds(9), now), Ok(()));
        assert_eq!(slices.take(CLIENT, seconds(16), now), Ok(()), "more than a share, which the fleet has");
        assert_eq!(slices.take(CLIENT, seconds(1), now), Err(SOON), "until the store has heard of it");
    }

    #[test]
    fn nobody_takes_what_the_fleet_has_not() {
        let (slices, now) = (Slices::default(), Instant::now());
        slices.set_replicas(3);
        assert_eq!(slices.take(CLIENT, seconds(61), now), Err(SOON));
        synced(&slices, 0, 8, now);
        assert_eq!(slices.take(CLIENT, seconds(2), now), Err(SOON), "half is for leases of three replicas");
        assert_eq!(slices.take(CLIENT, seconds(1), now), Ok(()));
        synced(&slices, 0, 0, now);
        assert_eq!(slices.take(CLIENT, seconds(5), now), Err(seconds(5)));
        assert_eq!(slices.take(CLIENT, seconds(5), now + seconds(30)), Ok(()), "it has been replenished");
    }

    #[test]
    fn leases_that_nobody_uses_are_returned() {
        let (slices, now) = (Slices::default(), Instant::now());
        slices.take(CLIENT, seconds(6), now).unwrap();
        synced(&slices, 9, 45, now);
        slices.settle(CLIENT, seconds(4), Duration::ZERO, now);
        let later = now + IDLE;
        let back = Question { client: CLIENT, debit: 0, credit: 13_000_000, need: None };
        assert_eq!(synced(&slices, 0, 60, later), [back]);
        assert_eq!(synced(&slices, 0, 60, later), []);
        assert!(slices.clients.is_empty());
    }

    #[test]
    fn a_debt_is_kept_until_the_store_has_heard_of_it() {
        let (slices, now) = (Slices::default(), Instant::now());
        slices.settle(CLIENT, Duration::ZERO, seconds(9), now);
        let question = slices.questions(now)[0];
        assert_eq!((question.debit, slices.questions(now).len()), (9_000_000, 0), "it is being asked");
        slices.answer(&question, None, now);
        assert_eq!(slices.questions(now), [question]);
    }
}
