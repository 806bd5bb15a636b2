//! When a search stops. The search reads the clock itself, so a deadline holds without any other
//! thread being scheduled.

use crate::game::Checkpoint;
use crate::types::Depth;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Limits of a search; the first one reached stops it. A proven score stops it sooner.
///
/// The default has no limit: the search runs until the score is proven or it has reached
/// [`Depth::MAX`], 100 plies.
///
/// ```
/// use bestmove_core::search::Limits;
/// use std::time::{Duration, Instant};
///
/// let half_a_second = Instant::now() + Duration::from_millis(500);
/// let limits = Limits { deadline: Some(half_a_second), ..Limits::default() };
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// The last iteration.
    pub depth: Option<Depth>,
    /// Nodes to visit.
    pub nodes: Option<u64>,
    /// When to return.
    pub deadline: Option<Instant>,
    /// Set by another thread to stop the search: within a millisecond, if a core is free.
    pub stop: &'a AtomicBool,
    /// Called every few hundred nodes, where the search may be paused.
    pub checkpoint: Option<Checkpoint<'a>>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self { depth: None, nodes: None, deadline: None, stop: &NEVER, checkpoint: None }
    }
}

impl Limits<'_> {
    /// Pauses at the checkpoint, then checks the stop flag and the clock.
    pub(super) fn poll(&self) -> Result<(), Stopped> {
        if let Some(Checkpoint(checkpoint)) = self.checkpoint {
            checkpoint();
        }
        if self.stop.load(Ordering::Relaxed) {
            return Err(Stopped(StoppedBy::Cancelled));
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Stopped(StoppedBy::Time));
        }
        Ok(())
    }
}

/// Why a search stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoppedBy {
    /// The result is proven. A deeper search could only find a faster win, where the score is a bound.
    Proven,
    /// The depth limit, or [`Depth::MAX`].
    Depth,
    /// The node limit.
    Nodes,
    /// The deadline.
    Time,
    /// [`Limits::stop`].
    Cancelled,
    /// There was nothing to search.
    GameOver,
}

impl StoppedBy {
    /// Whether a limit stopped the search within an iteration, or while it completed the lines of a proof.
    #[must_use]
    pub const fn is_within_iteration(self) -> bool {
        matches!(self, Self::Time | Self::Nodes | Self::Cancelled)
    }
}

/// The error that unwinds a search that has to stop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped(pub(super) StoppedBy);

/// Counts the nodes of one thread and polls the limits.
#[derive(Debug)]
pub(super) struct NodeCounter<'a> {
    pub(super) limits: Limits<'a>,
    nodes: u64,
}

impl<'a> NodeCounter<'a> {
    /// Nodes between two polls of the clock and the stop flag: well under a millisecond.
    const POLL_PERIOD: u64 = 512;

    pub(super) const fn new(limits: Limits<'a>) -> Self {
        Self { limits, nodes: 0 }
    }

    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts a node, unless a limit is reached.
    pub(super) fn count(&mut self) -> Result<(), Stopped> {
        if self.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            return Err(Stopped(StoppedBy::Nodes));
        }
        if self.nodes.is_multiple_of(Self::POLL_PERIOD) {
            self.limits.poll()?;
        }
        self.nodes += 1;
        Ok(())
    }
}
