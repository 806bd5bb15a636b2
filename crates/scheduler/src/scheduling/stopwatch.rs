//! A stopwatch that can be paused.

use parking_lot::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// A stopwatch, paused at first. One thread runs it, others may read it.
#[derive(Debug, Default)]
pub(crate) struct Stopwatch(Mutex<Reading>);

#[derive(Debug, Default)]
struct Reading {
    before: Duration,
    running_since: Option<Instant>,
}

impl Stopwatch {
    /// The time it has run.
    pub(crate) fn time(&self) -> Duration {
        self.reading().time()
    }

    /// Runs until the guard is dropped.
    pub(crate) fn run(&self) -> Running<'_> {
        self.reading().running_since = Some(Instant::now());
        Running(self)
    }

    /// Pauses while `work` runs.
    pub(crate) fn pause_during<T>(&self, work: impl FnOnce() -> T) -> T {
        self.stop();
        let result = work();
        self.reading().running_since = Some(Instant::now());
        result
    }

    fn stop(&self) {
        let mut reading = self.reading();
        *reading = Reading { before: reading.time(), running_since: None };
    }

    fn reading(&self) -> MutexGuard<'_, Reading> {
        self.0.lock()
    }
}

impl Reading {
    fn time(&self) -> Duration {
        self.before + self.running_since.map_or(Duration::ZERO, |since| since.elapsed())
    }
}

/// Stops the stopwatch when dropped.
pub(crate) struct Running<'a>(&'a Stopwatch);

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
    fn a_paused_stopwatch_does_not_advance() {
        let stopwatch = Stopwatch::default();
        assert_eq!(stopwatch.time(), Duration::ZERO);
        let running = stopwatch.run();
        sleep(Duration::from_millis(1));
        let mut before = Duration::ZERO;
        stopwatch.pause_during(|| {
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
