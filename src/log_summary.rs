//! Summaries for the log: the first of many equal events is logged by itself, the others as a
//! count.
//!
//! An overloaded service refuses thousands of requests a second; a line for each would say no more
//! than their number.

use parking_lot::{Mutex, MutexGuard};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::sleep;

/// How long events of one kind are counted before their sum is logged.
pub(crate) const INTERVAL: Duration = Duration::from_secs(10);

/// Counts events by kind.
pub(crate) struct LogSummary {
    /// Events of each kind in the current interval, without the first.
    counts: Mutex<BTreeMap<&'static str, u64>>,
    /// Logs the count of a kind.
    log: fn(&'static str, u64),
}

impl LogSummary {
    /// A summary that logs counts with `log`.
    pub(crate) fn new(log: fn(&'static str, u64)) -> Arc<Self> {
        Arc::new(Self { counts: Mutex::default(), log })
    }

    /// Counts an event. Returns true for the first of its kind in an interval, which the caller
    /// logs.
    pub(crate) fn is_first(self: &Arc<Self>, kind: &'static str) -> bool {
        match self.counts().entry(kind) {
            Entry::Occupied(mut count) => {
                *count.get_mut() += 1;
                return false;
            }
            Entry::Vacant(place) => place.insert(0),
        };
        let interval = Interval { summary: Arc::clone(self), kind };
        tokio::spawn(async move {
            sleep(INTERVAL).await;
            drop(interval);
        });
        true
    }

    /// Consistent at any time, so a panic elsewhere breaks nothing.
    fn counts(&self) -> MutexGuard<'_, BTreeMap<&'static str, u64>> {
        self.counts.lock()
    }
}

/// Logs the count when dropped, also when the process ends.
struct Interval {
    summary: Arc<LogSummary>,
    kind: &'static str,
}

impl Drop for Interval {
    fn drop(&mut self) {
        let count = self.summary.counts().remove(self.kind).unwrap_or_default();
        if count > 0 {
            (self.summary.log)(self.kind, count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};
    use tokio::task::yield_now;
    use tokio::time::advance;

    static TOLD: AtomicU64 = AtomicU64::new(0);

    #[tokio::test(start_paused = true)]
    async fn the_first_is_logged_at_once_and_the_others_as_a_sum() {
        let summary = LogSummary::new(|_, count| {
            TOLD.fetch_add(count, Ordering::Relaxed);
        });
        let mut firsts = 0;
        for _ in 0..1000 {
            firsts += u32::from(summary.is_first("this"));
            firsts += u32::from(summary.is_first("that"));
        }
        assert_eq!((firsts, TOLD.load(Ordering::Relaxed)), (2, 0));
        yield_now().await;
        advance(INTERVAL).await;
        while TOLD.load(Ordering::Relaxed) < 2 * 999 {
            yield_now().await;
        }
        assert!(summary.is_first("this"), "a new interval");
    }
}
