//! What a replica may grant of the quota of one client.

use super::super::contact::Phase;
use super::super::quota::WINDOW;
use super::{LEASED, Question, Refusal, SOON, micros};
use bestmove_jobs::QuotaLease;
use bestmove_scheduler::quota::Client;
use std::time::{Duration, Instant};

/// How long a slice is kept that nobody uses.
const IDLE: Duration = Duration::from_secs(10);
/// How long a lease is kept that nobody uses.
const HELD: Duration = Duration::from_secs(2);
/// How often the store is asked while a quota is used. What is left of a lease is leased anew then: else the store
/// would replenish what the replica still holds.
const REFRESH: Duration = Duration::from_secs(1);

/// What a replica may grant without the store, in the window of a quota.
#[derive(Clone, Copy)]
pub(super) struct Rates {
    replicas: i64,
    /// Of each client, before the store hears of it.
    float: i64,
    /// While the store is away.
    share: i64,
}

impl Rates {
    /// Of one of so many replicas.
    pub(super) fn of(replicas: u32) -> Self {
        let replicas = i64::from(replicas);
        Self {
            replicas,
            float: (micros(WINDOW) - micros(LEASED)) / replicas,
            share: micros(WINDOW) / replicas,
        }
    }
}

/// A part of the quota of a client.
pub(super) struct Slice {
    /// What may be granted besides the float: what is leased, or below zero what is missing.
    balance: i64,
    /// What was earned while the store was away and has not been told to it; below zero what is returned to it.
    owed: i64,
    /// When that was earned.
    earned: Option<Instant>,
    /// The time until the store can lease all it ever has, when it has answered, and when that was.
    backlog: i64,
    known: Instant,
    /// What was refused and may be leased.
    wanted: Option<i64>,
    used: Instant,
    /// Whether the store is being asked.
    is_asked: bool,
}

impl Slice {
    /// Of a client that nobody has heard of.
    pub(super) const fn new(now: Instant) -> Self {
        let (backlog, known, used) = (0, now, now);
        Self { balance: 0, owed: 0, earned: None, backlog, known, wanted: None, used, is_asked: false }
    }

    pub(super) const fn add(&mut self, time: i64) {
        self.balance += time;
    }

    /// What is missing in the store by now.
    fn missing(&self, now: Instant) -> i64 {
        (self.backlog - micros(now.saturating_duration_since(self.known))).max(0)
    }

    /// Takes time of the float and the lease. For more than the store ever leases, so much is enough, and the rest is
    /// owed.
    pub(super) fn take_leased(&mut self, time: i64, rates: Rates, now: Instant) -> Result<(), Refusal> {
        self.used = now;
        let tokens = self.balance + rates.float;
        let enough = time.min(micros(LEASED));
        if tokens >= enough && time <= micros(WINDOW) {
            self.balance -= time;
            return Ok(());
        }
        self.wanted = self.wanted.max(Some(enough));
        let later = enough - tokens - (micros(LEASED) - self.missing(now));
        let wait = Duration::from_micros(u64::try_from(later).unwrap_or(0)).max(SOON);
        Err(Refusal { wait, may_be_leased: later <= 0 && time <= micros(WINDOW) })
    }

    /// Takes time of the share, which is replenished.
    pub(super) fn take_share(
        &mut self,
        time: i64,
        rates: Rates,
        since: Instant,
        now: Instant,
    ) -> Result<(), Refusal> {
        self.used = now;
        self.earn(rates, since, now);
        let missing = time - self.balance - rates.float;
        if missing > 0 {
            let wait = Duration::from_micros((missing * rates.replicas).unsigned_abs());
            return Err(Refusal { wait, may_be_leased: false });
        }
        self.balance -= time;
        Ok(())
    }

    /// What is earned of the share since the store is away, up to all of it. A larger lease is cut.
    fn earn(&mut self, rates: Rates, since: Instant, now: Instant) {
        let earned = self.earnings(rates, since, now);
        self.balance += earned;
        self.owed += earned;
        self.earned = Some(now);
    }

    fn earnings(&self, rates: Rates, since: Instant, now: Instant) -> i64 {
        let from = self.earned.map_or(since, |earned| earned.max(since));
        let earned = micros(now.saturating_duration_since(from)) / rates.replicas;
        earned.min(rates.share - rates.float - self.balance)
    }

    /// Whether nothing would change if it were forgotten.
    pub(super) fn is_forgettable(&self, now: Instant) -> bool {
        let is_idle = now.saturating_duration_since(self.used) >= IDLE;
        is_idle && !self.is_asked && self.balance == 0 && self.owed == 0
    }

    /// Whether a client that nobody has heard of would have no more.
    pub(super) fn is_full(&self, phase: Phase, rates: Rates, now: Instant) -> bool {
        match phase {
            Phase::Leases => self.balance >= 0,
            Phase::Share(since) | Phase::Return(since) => {
                self.balance + self.earnings(rates, since, now) >= rates.share - rates.float
            }
        }
    }

    /// The time until all that may be granted is there.
    pub(super) fn backlog(&self, phase: Phase, rates: Rates, now: Instant) -> i64 {
        match phase {
            Phase::Leases => self.missing(now) - self.balance,
            Phase::Share(since) | Phase::Return(since) => {
                let balance = self.balance + self.earnings(rates, since, now);
                (rates.share - rates.float - balance) * rates.replicas
            }
        }
    }

    /// What the store is to be asked, if anything.
    pub(super) fn question(
        &mut self,
        client: Client,
        phase: Phase,
        rates: Rates,
        now: Instant,
    ) -> Option<Question> {
        if self.is_asked {
            return None;
        }
        let is_leasing = phase == Phase::Leases;
        let is_old = now.saturating_duration_since(self.known) >= REFRESH;
        let is_used = now.saturating_duration_since(self.used) < HELD;
        let overdraft = if is_leasing { (-self.balance - rates.float).max(0) } else { 0 };
        let surplus = if is_leasing && is_old { self.balance.max(0) } else { 0 };
        let returned = (-self.owed).max(0);
        let need = self.need(overdraft, surplus, rates, is_used);
        let is_low = -self.balance > rates.float / 2;
        let is_due = is_leasing && (is_old || is_low || self.wanted.is_some());
        let need = (is_due && (need > 0 || is_used)).then_some(need);
        let question =
            Question { client, owed: self.owed.max(0), overdraft, credit: surplus + returned, need };
        if question.debit() == 0 && question.credit == 0 && need.is_none() && !is_old {
            return None;
        }
        self.balance -= surplus;
        self.owed += returned;
        self.is_asked = true;
        if is_leasing {
            self.wanted = None;
        }
        Some(question)
    }

    /// What is to be leased: at least what is missing in the float, and while it is used, what is wanted or was leased
    /// before.
    fn need(&self, overdraft: i64, surplus: i64, rates: Rates, is_used: bool) -> i64 {
        let kept = if is_used { surplus } else { 0 };
        let wanted = self.wanted.filter(|_| is_used).map_or(0, |wanted| wanted - rates.float);
        (kept.max(wanted).max(0) - (self.balance + overdraft - surplus)).max(0)
    }

    /// What the store has answered.
    pub(super) fn answer(&mut self, question: &Question, lease: Option<QuotaLease>, now: Instant) {
        self.is_asked = false;
        if let Some(QuotaLease { granted, backlog }) = lease {
            self.balance += question.overdraft + micros(granted);
            self.owed -= question.owed;
            (self.backlog, self.known) = (micros(backlog), now);
        }
    }
}
