//! What a replica may grant of the quotas of a fleet, without waiting for the store: it keeps a float for each client,
//! known or not, and leases more. All times are microseconds of the window in which a quota is replenished.
//!
//! A quarter of a quota belongs to the floats of all replicas, the rest is leased by the store. What is taken of a
//! float is leased again, so that all together never have more than a quota to grant, however late the store answers.
//! While it is away, each replica earns its share of what is replenished, up to its share of the quota, and owes that
//! to the store.

mod slice;
#[cfg(test)]
mod tests;

use super::contact::{Contact, Phase};
use super::quota::{MANY, WINDOW};
use bestmove_jobs::QuotaLease;
use bestmove_scheduler::quota::Client;
use dashmap::DashMap;
use parking_lot::Mutex;
use slice::{Rates, Slice};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio::sync::futures::Notified;

/// The part of a quota that the store leases.
pub(super) const LEASED: Duration = Duration::from_micros(WINDOW.as_micros() as u64 / 4 * 3);
/// The wait that a client is told for what the fleet has, but not yet this replica.
const SOON: Duration = Duration::from_secs(1);
/// The quotas about which the store is asked at a time.
const MOST: usize = 1_000;

/// The parts of quotas that this replica grants.
pub(super) struct Slices {
    clients: DashMap<Client, Slice>,
    /// The replicas that grant quotas, this one included.
    replicas: AtomicU32,
    contact: Mutex<Contact>,
    /// Tells of each answer of the store.
    answered: Notify,
}

/// Why time is not granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    /// The time until there is enough.
    pub(super) wait: Duration,
    /// Whether the next answer of the store may bring it.
    pub(super) may_be_leased: bool,
}

/// What the store is asked about the quota of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Question {
    pub(super) client: Client,
    /// What was earned while the store was away.
    owed: i64,
    /// What was used beyond all that this replica had.
    overdraft: i64,
    pub(super) credit: i64,
    pub(super) need: Option<i64>,
}

impl Question {
    pub(super) const fn debit(&self) -> i64 {
        self.owed + self.overdraft
    }
}

impl Slices {
    /// Of a replica that starts now, one of so many.
    pub(super) fn new(replicas: u32, now: Instant) -> Self {
        Self {
            clients: DashMap::new(),
            replicas: AtomicU32::new(replicas),
            contact: Mutex::new(Contact::new(now)),
            answered: Notify::new(),
        }
    }

    fn rates(&self) -> Rates {
        Rates::of(self.replicas.load(Ordering::Relaxed).max(1))
    }

    fn phase(&self, now: Instant) -> Phase {
        self.contact.lock().phase(now)
    }

    /// Whether this replica grants its share by itself.
    pub(super) fn is_local(&self, now: Instant) -> bool {
        self.phase(now) != Phase::Leases
    }

    /// The store has answered, and knows so many replicas. One that is back has not heard from all yet.
    pub(super) fn hear(&self, replicas: u32, now: Instant) {
        let mut contact = self.contact.lock();
        contact.hear(now);
        match contact.phase(now) {
            Phase::Leases => self.replicas.store(replicas, Ordering::Relaxed),
            Phase::Share(_) | Phase::Return(_) => {
                self.replicas.fetch_max(replicas, Ordering::Relaxed);
            }
        }
    }

    /// The store has not answered.
    pub(super) fn miss(&self) {
        self.contact.lock().miss();
    }

    /// Ends with the next answer of the store.
    pub(super) fn next_answer(&self) -> Notified<'_> {
        self.answered.notified()
    }

    /// Wakes those who wait for the next answer of the store.
    pub(super) fn notify_waiters(&self) {
        self.answered.notify_waiters();
    }

    /// Takes time from the quota of a client.
    pub(super) fn take(&self, client: Client, time: Duration, now: Instant) -> Result<(), Refusal> {
        let (phase, rates) = (self.phase(now), self.rates());
        if self.clients.len() >= MANY {
            self.clients.retain(|_, slice| !slice.is_full(phase, rates, now));
        }
        let mut slice = self.clients.entry(client).or_insert_with(|| Slice::new(now));
        match phase {
            Phase::Leases => slice.take_leased(micros(time), rates, now),
            Phase::Share(since) | Phase::Return(since) => slice.take_share(micros(time), rates, since, now),
        }
    }

    /// Adds time that was not used, or takes what was used besides.
    pub(super) fn settle(&self, client: Client, returned: Duration, spent: Duration, now: Instant) {
        if returned != spent {
            let mut slice = self.clients.entry(client).or_insert_with(|| Slice::new(now));
            slice.add(micros(returned) - micros(spent));
        }
    }

    /// The time until the client's quota is full again, or while the store is away, this replica's share of it.
    pub(super) fn backlog(&self, client: &Client, now: Instant) -> Duration {
        let (phase, rates) = (self.phase(now), self.rates());
        let backlog = self.clients.get(client).map_or(0, |slice| slice.backlog(phase, rates, now));
        Duration::from_micros(u64::try_from(backlog).unwrap_or(0))
    }

    /// What the store is to be asked now.
    pub(super) fn questions(&self, now: Instant) -> Vec<Question> {
        let (phase, rates) = (self.phase(now), self.rates());
        let mut questions = Vec::new();
        if matches!(phase, Phase::Share(_)) || !self.contact.lock().is_there() {
            return questions;
        }
        self.clients.retain(|&client, slice| {
            if questions.len() < MOST {
                questions.extend(slice.question(client, phase, rates, now));
            }
            !slice.is_forgettable(now)
        });
        questions
    }

    /// What the store has answered. Without an answer, what was returned is lost, and what is owed is told again: the
    /// store may have heard it.
    pub(super) fn answer(&self, question: &Question, lease: Option<QuotaLease>, now: Instant) {
        if let Some(mut slice) = self.clients.get_mut(&question.client) {
            slice.answer(question, lease, now);
        }
    }
}

fn micros(time: Duration) -> i64 {
    i64::try_from(time.as_micros()).unwrap_or(i64::MAX / 4)
}
