//! When a search ends, read inside the search itself: no other thread needs to be scheduled for
//! a deadline to hold.

use crate::game::Pause;
use crate::types::Depth;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// What ends a search that proves nothing; whichever is reached first.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// The last iteration.
    pub depth: Option<Depth>,
    /// Nodes to visit.
    pub nodes: Option<u64>,
    /// When to answer.
    pub deadline: Option<Instant>,
    /// Set by another thread to end the search soon.
    pub stop: &'a AtomicBool,
    /// Called now and then by a search that is in no hurry.
    pub pause: Option<Pause<'a>>,
}

/// What ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoppedBy {
    /// The score is proven; more effort can't change it.
    Proven,
    /// The depth limit.
    Depth,
    /// The node limit.
    Nodes,
    /// The deadline.
    Time,
    /// [`Limits::stop`].
    Cancelled,
    /// There is nothing to search.
    GameOver,
}

/// The search has to end now, for this reason; unwinds it by `?`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Halt(pub(super) StoppedBy);

/// Counts nodes and watches the limits for one thread.
#[derive(Debug)]
pub(super) struct Meter<'a> {
    limits: Limits<'a>,
    nodes: u64,
}

impl<'a> Meter<'a> {
    /// Nodes between two looks at the clock and the stop flag: well under a millisecond.
    const PERIOD: u64 = 512;

    pub(super) const fn new(limits: Limits<'a>) -> Self {
        Self { limits, nodes: 0 }
    }

    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts a node, unless a limit forbids it.
    pub(super) fn count(&mut self) -> Result<(), Halt> {
        if self.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            return Err(Halt(StoppedBy::Nodes));
        }
        if self.nodes.is_multiple_of(Self::PERIOD) {
            self.look()?;
        }
        self.nodes += 1;
        Ok(())
    }

    fn look(&self) -> Result<(), Halt> {
        if let Some(Pause(pause)) = self.limits.pause {
            pause();
        }
        if self.limits.stop.load(Ordering::Relaxed) {
            return Err(Halt(StoppedBy::Cancelled));
        }
        if self.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Halt(StoppedBy::Time));
        }
        Ok(())
    }
}
