//! A server that fails is left alone, so that it costs nothing.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// So many failures in a row and the server is left alone.
const ENOUGH: u32 = 3;
/// For so long; then one request tries it.
const REST: Duration = Duration::from_secs(1);

/// Whether a server is asked at all.
#[derive(Default)]
pub(super) struct Breaker(Mutex<State>);

#[derive(Default)]
struct State {
    /// In a row.
    failures: u32,
    /// When the next request may try a server that is left alone.
    next_trial: Option<Instant>,
}

/// How the server may be asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Leave {
    /// As always.
    Usual,
    /// To see whether it is back.
    Trial,
}

impl Breaker {
    /// Whether the server is to be asked now. Of those that come at the end of a rest, one tries it.
    pub(super) fn leave(&self, now: Instant) -> Option<Leave> {
        let mut state = self.state();
        match state.next_trial {
            Some(at) if now < at => None,
            Some(_) => {
                state.next_trial = Some(now + REST);
                Some(Leave::Trial)
            }
            None => Some(Leave::Usual),
        }
    }

    /// The server has answered; whether it had been left alone.
    pub(super) fn worked(&self) -> bool {
        let mut state = self.state();
        state.failures = 0;
        state.next_trial.take().is_some()
    }

    /// The server has not answered; whether that is why it is left alone from now on.
    pub(super) fn failed(&self, now: Instant) -> bool {
        let mut state = self.state();
        state.failures += 1;
        let begins = state.failures >= ENOUGH && state.next_trial.is_none();
        if begins {
            state.next_trial = Some(now + REST);
        }
        begins
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_in_a_row_bring_a_rest() {
        let (breaker, now) = (Breaker::default(), Instant::now());
        assert!(!breaker.failed(now) && !breaker.failed(now));
        assert!(!breaker.worked());
        assert!(!breaker.failed(now) && !breaker.failed(now));
        assert_eq!(breaker.leave(now), Some(Leave::Usual));
        assert!(breaker.failed(now));
        assert!(!breaker.failed(now), "it is told once");
        assert_eq!(breaker.leave(now), None);
    }

    #[test]
    fn after_a_rest_one_tries() {
        let (breaker, now) = (Breaker::default(), Instant::now());
        assert_eq!([(); ENOUGH as usize].map(|()| breaker.failed(now)), [false, false, true]);
        let later = now + REST;
        assert_eq!([later; 3].map(|at| breaker.leave(at)), [Some(Leave::Trial), None, None]);
        breaker.failed(later);
        assert_eq!([later, later + REST].map(|at| breaker.leave(at)), [None, Some(Leave::Trial)]);
        assert!(breaker.worked());
        assert_eq!([later; 2].map(|at| breaker.leave(at)), [Some(Leave::Usual); 2]);
    }
}
