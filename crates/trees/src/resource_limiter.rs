//! What work on a tree may take: time and memory.

use crate::record::Stopped;
use std::time::Duration;

/// Limits the time and the memory of work, which asks while it goes on. A closure limits the time alone: it tells
/// whether the work must stop.
pub trait ResourceLimiter {
    /// Whether the work must stop. More urgent work goes first meanwhile.
    fn must_stop(&self) -> bool;

    /// Lets more urgent work go first, for what remains to be done when the time is over.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if nobody waits for the result any more.
    fn pause(&self) -> Result<(), Stopped> {
        Ok(())
    }

    /// The time until the work must stop, if there is a limit.
    fn time_left(&self) -> Option<Duration> {
        None
    }

    /// Takes this many bytes of memory more.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`] if the work may not have them.
    fn take_memory(&self, _bytes: usize) -> Result<(), OutOfMemory> {
        Ok(())
    }

    /// Returns memory before the end of the work.
    fn return_memory(&self, _bytes: usize) {}
}

impl<F: Fn() -> bool> ResourceLimiter for F {
    fn must_stop(&self) -> bool {
        self()
    }
}

/// Work may not have the memory that it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;

/// Memory that grows with the work, taken in steps. It is returned when dropped.
pub struct GrowingMemory<'a> {
    limiter: &'a dyn ResourceLimiter,
    taken: usize,
}

impl<'a> GrowingMemory<'a> {
    /// The least that is taken at a time.
    const STEP: usize = 64 * 1024;

    /// None yet.
    pub const fn new(limiter: &'a dyn ResourceLimiter) -> Self {
        Self { limiter, taken: 0 }
    }

    /// Grows to this many bytes in all.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`] if the work may not have them.
    pub fn grow_to(&mut self, bytes: usize) -> Result<(), OutOfMemory> {
        if bytes > self.taken {
            let more = (bytes - self.taken).max(Self::STEP);
            self.limiter.take_memory(more)?;
            self.taken += more;
        }
        Ok(())
    }

    /// Returns what is beyond this many bytes.
    pub fn shrink_to(&mut self, bytes: usize) {
        if let Some(less) = self.taken.checked_sub(bytes) {
            self.limiter.return_memory(less);
            self.taken = bytes;
        }
    }

    /// Leaves it to the work until its end. Returns the bytes.
    pub fn keep(mut self) -> usize {
        std::mem::take(&mut self.taken)
    }
}

impl Drop for GrowingMemory<'_> {
    fn drop(&mut self) {
        self.limiter.return_memory(self.taken);
    }
}
