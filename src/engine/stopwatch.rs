//! Time that runs now and then.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A stopwatch, at rest at first. One thread runs it, others may read it.
#[derive(Debug, Default)]
pub(super) struct Stopwatch(Mutex<Reading>);

#[derive(Debug, Default)]
struct Reading {
    before: Duration,
    running_since: Option<Instant>,
}

impl Stopwatch {
    /// How long it has run.
    pub(super) fn time(&self) -> Duration {
        self.reading().time()
    }

    /// Runs until that is dropped.
    pub(super) fn run(&self) -> Running<'_> {
        self.reading().running_since = Some(Instant::now());
        Running(self)
    }

    /// Rests while `work` goes on, and runs again after it.
    pub(super) fn rest_during(&self, work: impl FnOnce()) {
        self.stop();
        work();
        self.reading().running_since = Some(Instant::now());
    }

    fn stop(&self) {
        let mut reading = self.reading();
        *reading = Reading { before: reading.time(), running_since: None };
    }

    fn reading(&self) -> MutexGuard<'_, Reading> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reading {
    fn time(&self) -> Duration {
        self.before + self.running_since.map_or(Duration::ZERO, |since| since.elapsed())
    }
}

/// Stops the stopwatch when dropped.
pub(super) struct Running<'a>(&'a Stopwatch);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread::sleep;

    #[test]
    fn it_runs_but_while_it_rests() {
        let stopwatch = Stopwatch::default();
        assert_eq!(stopwatch.time(), Duration::ZERO);
        let running = stopwatch.run();
        sleep(Duration::from_millis(1));
        let mut before = Duration::ZERO;
        stopwatch.rest_during(|| {
            before = stopwatch.time();
            sleep(Duration::from_millis(1));
            assert_eq!(stopwatch.time(), before);
        });
        assert!(before >= Duration::from_millis(1));
        sleep(Duration::from_millis(1));
        assert!(stopwatch.time() > before);
        drop(running);
        let after = stopwatch.time();
        sleep(Duration::from_millis(1));
        assert_eq!(stopwatch.time(), after);
    }
}
