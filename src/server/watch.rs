//! Until when a connection may go on as it does.
//!
//! Two clocks for each connection. One runs while no request is being answered: towards the end of
//! a head, or, at rest between requests of HTTP/1, towards the next one's first byte. In HTTP/2,
//! where bytes need not belong to a request, it runs from answer to request. So it covers clients
//! that say nothing, that say it slowly, and that have no more to say. The other runs while the
//! client takes nothing of what it is sent.

use super::ServerConfig;
use axum::http::Version;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;
use tokio::time::{Instant, timeout_at};

/// What a connection does.
pub(super) struct Watch {
    config: ServerConfig,
    state: Mutex<State>,
    /// A clock runs that did not, or ends sooner than it did.
    hurried: Notify,
}

struct State {
    /// Requests that are not yet answered in full.
    answering: usize,
    /// When the next request is due, if none is being answered.
    due: Instant,
    /// Whether the next byte that comes is the first of a request.
    at_rest: bool,
    /// When the client has to have taken more of an answer, if it takes nothing now.
    stalled: Option<Instant>,
}

impl Watch {
    /// Of a connection that has just been made.
    pub(super) fn new(config: ServerConfig) -> Arc<Self> {
        let state = State { answering: 0, due: Instant::now() + config.head, at_rest: false, stalled: None };
        Arc::new(Self { config, state: Mutex::new(state), hurried: Notify::new() })
    }

    /// Ends when the connection has taken too long.
    pub(super) async fn expired(&self) {
        loop {
            let hurried = self.hurried.notified();
            let deadline = self.state().deadline();
            match deadline {
                None => hurried.await,
                Some(deadline) if deadline <= Instant::now() => return,
                Some(deadline) => drop(timeout_at(deadline, hurried).await),
            }
        }
    }

    /// The head of a request has come.
    pub(super) fn request(self: &Arc<Self>, version: Version) -> Answering {
        let mut state = self.state();
        state.answering += 1;
        state.at_rest = false;
        Answering { watch: Arc::clone(self), version }
    }

    /// Some bytes have come.
    pub(super) fn received(&self) {
        let mut state = self.state();
        if state.at_rest {
            state.at_rest = false;
            state.due = Instant::now() + self.config.head;
            self.hurried.notify_one();
        }
    }

    /// The client takes nothing more for now, or does again.
    pub(super) fn stalled(&self, is_stalled: bool) {
        self.state().stalled = is_stalled.then(|| Instant::now() + self.config.stall);
        self.hurried.notify_one();
    }

    /// No invariant spans more than one assignment, so that a panic elsewhere breaks none.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn deadline(&self) -> Option<Instant> {
        let due = (self.answering == 0).then_some(self.due);
        due.into_iter().chain(self.stalled).min()
    }
}

/// One request, from its head to the end of its answer.
pub(super) struct Answering {
    watch: Arc<Watch>,
    version: Version,
}

impl Drop for Answering {
    fn drop(&mut self) {
        let mut state = self.watch.state();
        state.answering -= 1;
        if state.answering == 0 {
            state.due = Instant::now() + self.watch.config.keep_alive;
            state.at_rest = self.version < Version::HTTP_2;
            self.watch.hurried.notify_one();
        }
    }
}
