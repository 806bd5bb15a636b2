//! An observer that stops a search in time.

use super::event::{Event, NodeId, Observer, Stopped};
use crate::resource_limiter::{GrowingMemory, ResourceLimiter};

/// Events between two looks at the clock, where none takes longer than one.
const INTERVAL: u32 = 64;

/// An observer of a search that must end when it is told to, and may keep only so much memory.
pub struct Polled<'a, O> {
    limiter: &'a dyn ResourceLimiter,
    interval: u32,
    until_poll: u32,
    memory: GrowingMemory<'a>,
    held: usize,
    /// The observer.
    pub inner: O,
}

impl<'a, O> Polled<'a, O> {
    /// Stops the search soon after the limiter says so.
    pub const fn new(limiter: &'a dyn ResourceLimiter, inner: O) -> Self {
        let memory = GrowingMemory::new(limiter);
        Self { limiter, interval: INTERVAL, until_poll: 0, memory, held: 0, inner }
    }

    /// Stops the search at the first event after the limiter says so, for trees whose leaves take long to value.
    #[must_use]
    pub fn at_each_event(self) -> Self {
        Self { interval: 0, ..self }
    }
}

impl<O: Observer> Observer for Polled<'_, O> {
    #[inline(always)]
    fn observe(&mut self, node: NodeId<'_>, event: Event) -> Result<(), Stopped> {
        // Between two of these a search does little.
        if matches!(
            event,
            Event::Pass { .. } | Event::Enter { .. } | Event::Insert { .. } | Event::List { .. }
        ) {
            self.poll()?;
        }
        self.inner.observe(node, event)
    }

    fn observe_mean(&mut self, node: NodeId<'_>, event: Event<f64>) -> Result<(), Stopped> {
        if matches!(event, Event::Enter { .. }) {
            self.poll()?;
        }
        self.inner.observe_mean(node, event)
    }

    #[inline(always)]
    fn only_counts(&self) -> bool {
        self.inner.only_counts()
    }

    #[inline(always)]
    fn poll(&mut self) -> Result<(), Stopped> {
        if let Some(left) = self.until_poll.checked_sub(1) {
            self.until_poll = left;
            return Ok(());
        }
        self.until_poll = self.interval;
        if self.limiter.must_stop() { Err(Stopped) } else { Ok(()) }
    }

    fn hold(&mut self, bytes: usize) -> Result<(), Stopped> {
        self.held += bytes;
        self.memory.grow_to(self.held).map_err(|_| Stopped)
    }
}
