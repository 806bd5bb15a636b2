//! The CPU time of work on a thread.

use parking_lot::Mutex;
use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// Measures the CPU time of this thread's work, however busy the machine is.
pub(crate) struct CpuStopwatch {
    began: Duration,
    /// What was spent on other work.
    others: Mutex<Duration>,
}

impl CpuStopwatch {
    /// Starts to measure.
    pub(crate) fn start() -> Self {
        Self { began: thread_time(), others: Mutex::default() }
    }

    /// Does work on the thread that does not count.
    pub(crate) fn pause_during<T>(&self, work: impl FnOnce() -> T) -> T {
        let began = thread_time();
        let done = work();
        *self.others.lock() += thread_time().saturating_sub(began);
        done
    }

    /// The CPU time so far.
    pub(crate) fn time(&self) -> Duration {
        thread_time().saturating_sub(self.began + *self.others.lock())
    }
}

/// The CPU time of this thread.
pub(crate) fn thread_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread::sleep;

    /// Computes for so much CPU time.
    fn compute(time: Duration) {
        let end = thread_time() + time;
        while thread_time() < end {}
    }

    #[test]
    fn only_own_computing_counts() {
        const STEP: Duration = Duration::from_millis(30);
        let stopwatch = CpuStopwatch::start();
        sleep(STEP);
        stopwatch.pause_during(|| compute(STEP));
        assert!(stopwatch.time() < STEP, "{:?}", stopwatch.time());
        compute(STEP);
        assert!((STEP..2 * STEP).contains(&stopwatch.time()), "{:?}", stopwatch.time());
    }
}
