//! The connections of a service, and the stages of its shutdown.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The connections of a service, each a task.
#[derive(Clone, Debug, Default)]
pub struct Connections {
    pub(super) open: TaskTracker,
    pub(super) refused: Arc<AtomicU64>,
    pub(super) retiring: CancellationToken,
}

/// The stages of a shutdown.
#[derive(Clone)]
pub(super) struct Shutdown {
    /// Clients should disconnect, but are answered.
    pub(super) retiring: CancellationToken,
    /// Requests being answered are the last.
    pub(super) draining: CancellationToken,
}

impl Connections {
    /// The number of open connections.
    #[must_use]
    pub fn open(&self) -> usize {
        self.open.len()
    }

    /// Makes clients disconnect in good order: from now on each answer of HTTP/1 has `Connection:
    /// close`, and used HTTP/2 connections get GOAWAY. New connections are still accepted.
    pub fn retire(&self) {
        self.retiring.cancel();
    }

    /// The number of connections closed at once by the limit of their address.
    #[must_use]
    pub fn refused(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }
}
