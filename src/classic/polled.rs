//! An observer that stops a search in time.

use super::{Event, Observer, Path, Stopped};

/// Events between two looks at the clock.
const INTERVAL: u32 = 512;

/// An observer of a search that must end when it is told to.
pub struct Polled<'a, O> {
    must_stop: &'a dyn Fn() -> bool,
    until_poll: u32,
    /// The observer.
    pub inner: O,
}

impl<'a, O> Polled<'a, O> {
    /// Stops the search soon after `must_stop` says so.
    pub const fn new(must_stop: &'a dyn Fn() -> bool, inner: O) -> Self {
        Self { must_stop, until_poll: 0, inner }
    }
}

impl<O: Observer> Observer for Polled<'_, O> {
    fn observe(&mut self, path: &Path, event: Event) -> Result<(), Stopped> {
        self.poll()?;
        self.inner.observe(path, event)
    }

    fn poll(&mut self) -> Result<(), Stopped> {
        if let Some(left) = self.until_poll.checked_sub(1) {
            self.until_poll = left;
            return Ok(());
        }
        self.until_poll = INTERVAL;
        if (self.must_stop)() { Err(Stopped) } else { Ok(()) }
    }
}
