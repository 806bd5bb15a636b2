//! Whether a replica hears from the store of its fleet, and so whether it grants leases or a share of its own.

use std::time::{Duration, Instant};

/// How long a replica that gets no answer goes on with its leases alone.
const SILENCE: Duration = Duration::from_secs(10);
/// How long replicas only tell a store that is back what they have granted meanwhile, so that each
/// has told it before any leases again. They ask it at least every three seconds.
const RETURN: Duration = Duration::from_secs(5);

/// What a replica may grant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// What it has leased.
    Leases,
    /// Its share, which is replenished from that moment on: the store is away.
    Share(Instant),
    /// The same, while the store hears of it.
    Return(Instant),
}

/// What a replica has heard from the store.
#[derive(Debug)]
pub(super) struct Contact {
    /// When it has answered last; before that, when the replica has started.
    heard: Instant,
    /// Whether it has answered the last question.
    is_there: bool,
    /// Since when the replica grants its share.
    away: Option<Instant>,
    /// Since when the store is back.
    back: Option<Instant>,
    /// Whether it has ever answered.
    is_known: bool,
}

impl Contact {
    pub(super) const fn new(now: Instant) -> Self {
        Self { heard: now, is_there: false, away: Some(now), back: None, is_known: false }
    }

    /// The store has answered. A new replica owes it nothing that others would have to wait for.
    pub(super) fn hear(&mut self, now: Instant) {
        self.phase(now);
        let back = *self.back.get_or_insert(now);
        if !self.is_known || now.saturating_duration_since(back) >= RETURN {
            self.away = None;
        }
        if self.away.is_none() {
            self.back = None;
        }
        (self.heard, self.is_there, self.is_known) = (now, true, true);
    }

    /// The store has not answered.
    pub(super) const fn miss(&mut self) {
        self.is_there = false;
    }

    /// Whether the store has answered the last question. If not, the next one is without content:
    /// that of the last may have arrived.
    pub(super) const fn is_there(&self) -> bool {
        self.is_there
    }

    pub(super) fn phase(&mut self, now: Instant) -> Phase {
        if now.saturating_duration_since(self.heard) >= SILENCE {
            self.away = self.away.or(Some(self.heard));
            self.back = None;
        }
        match (self.away, self.back) {
            (None, _) => Phase::Leases,
            (Some(since), None) => Phase::Share(since),
            (Some(since), Some(_)) => Phase::Return(since),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_granted_after_ten_seconds_of_silence_until_five_after_the_return() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut contact = Contact::new(start);
        assert_eq!(contact.phase(at(2)), Phase::Share(start), "nothing is known yet");
        contact.hear(at(3));
        assert_eq!(contact.phase(at(12)), Phase::Leases);
        contact.miss();
        assert_eq!((contact.phase(at(13)), contact.is_there()), (Phase::Share(at(3)), false));
        contact.hear(at(40));
        assert_eq!((contact.phase(at(40)), contact.is_there()), (Phase::Return(at(3)), true));
        contact.hear(at(44));
        assert_eq!(contact.phase(at(44)), Phase::Return(at(3)));
        contact.hear(at(45));
        assert_eq!(contact.phase(at(45)), Phase::Leases);
    }

    #[test]
    fn a_store_that_goes_away_again_has_to_come_back_again() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut contact = Contact::new(start);
        contact.hear(start);
        contact.hear(at(20));
        assert_eq!(contact.phase(at(29)), Phase::Return(start));
        contact.hear(at(31));
        assert_eq!(contact.phase(at(31)), Phase::Return(start), "since now");
        contact.hear(at(36));
        assert_eq!(contact.phase(at(36)), Phase::Leases);
    }
}
