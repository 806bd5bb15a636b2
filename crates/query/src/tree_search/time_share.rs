//! Equal shares of the time of a request, so that one large search does not take that of all others.

use bestmove_trees::{OutOfMemory, ResourceLimiter, Stopped};
use std::time::Duration;

/// The part of the time that is kept for what is told of the tree.
const KEPT: u32 = 8;

/// The resources of a request, with a share of the time that is left.
pub(super) struct TimeShare<'a> {
    limiter: &'a dyn ResourceLimiter,
    /// The time that is left for others when the share is used up.
    for_others: Duration,
}

impl<'a> TimeShare<'a> {
    /// All time but what is kept.
    pub(super) fn of_searches(limiter: &'a dyn ResourceLimiter) -> Self {
        Self { limiter, for_others: limiter.time_left().unwrap_or_default() / KEPT }
    }

    /// One of so many equal shares of what is left.
    pub(super) fn one_of(&self, shares: usize) -> Self {
        let left = self.limiter.time_left().unwrap_or_default();
        let own = left.saturating_sub(self.for_others) / shares as u32;
        Self { limiter: self.limiter, for_others: left.saturating_sub(own) }
    }
}

impl ResourceLimiter for TimeShare<'_> {
    fn must_stop(&self) -> bool {
        self.limiter.must_stop() || self.time_left().is_some_and(|left| left.is_zero())
    }

    fn pause(&self) -> Result<(), Stopped> {
        self.limiter.pause()
    }

    fn time_left(&self) -> Option<Duration> {
        self.limiter.time_left().map(|left| left.saturating_sub(self.for_others))
    }

    fn take_memory(&self, bytes: usize) -> Result<(), OutOfMemory> {
        self.limiter.take_memory(bytes)
    }

    fn return_memory(&self, bytes: usize) {
        self.limiter.return_memory(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// A clock that tests set.
    struct Clock(Cell<Duration>);

    impl ResourceLimiter for Clock {
        fn must_stop(&self) -> bool {
            self.0.get().is_zero()
        }

        fn time_left(&self) -> Option<Duration> {
            Some(self.0.get())
        }
    }

    #[test]
    fn shares_are_equal_and_what_one_leaves_goes_to_the_others() {
        let seconds = Duration::from_secs;
        let clock = Clock(Cell::new(seconds(80)));
        let searches = TimeShare::of_searches(&clock);
        let first = searches.one_of(7);
        assert_eq!(first.time_left(), Some(seconds(10)));
        clock.0.set(seconds(71));
        assert!(!first.must_stop());
        clock.0.set(seconds(70));
        assert!(first.must_stop());
        clock.0.set(seconds(76));
        assert_eq!(searches.one_of(6).time_left(), Some(seconds(11)));
        assert_eq!(searches.one_of(1).time_left(), Some(seconds(66)));
        clock.0.set(seconds(10));
        assert!(searches.one_of(1).must_stop());
    }
}
