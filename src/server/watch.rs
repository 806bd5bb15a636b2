//! Until when a connection may go on as it does.
//!
//! Two clocks for each connection. One runs while all is up to the client. That is while no request
//! is being answered: towards the end of a head, or, at rest between requests of HTTP/1, towards the
//! next one's first byte. In HTTP/2, where bytes need not belong to a request, it runs from answer to
//! request, and also while of all that is being answered something is ready, but has no place in
//! the windows that the client opens. So it covers clients that say nothing, that say it slowly, that
//! have no more to say, and that ask without listening. A single answer that is not taken does no
//! harm as long as others are, as a proxy may have a client that is slow and many that are not. The
//! other clock runs while the client takes nothing of what is written to it.
//!
//! Neither clock need run while a flood of frames comes beside a request, so what comes is counted.

use super::ServerConfig;
use axum::http::Version;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;
use tokio::time::{Instant, timeout_at};

/// Bytes that may come after the head of a request before the next: more than the bodies of as many
/// requests as a connection may have at the same time.
const NOISE: usize = 32 * 1024 * 1024;

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
    /// Of these, those of whose answer something is ready that the client has not taken.
    untaken: usize,
    /// When the client has to have asked, or taken more, if nothing else is waited for.
    due: Instant,
    /// Whether the next byte that comes is the first of a request.
    at_rest: bool,
    /// Whether a request of HTTP/2 has come.
    is_http_2: bool,
    /// Bytes that have come since the last head of a request.
    noise: usize,
    /// When the client has to have taken more of an answer, if it takes nothing now.
    stalled: Option<Instant>,
}

impl Watch {
    /// Of a connection that has just been made.
    pub(super) fn new(config: ServerConfig) -> Arc<Self> {
        let state = State {
            answering: 0,
            untaken: 0,
            due: Instant::now() + config.head,
            at_rest: false,
            is_http_2: false,
            noise: 0,
            stalled: None,
        };
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
        state.is_http_2 = version >= Version::HTTP_2;
        state.noise = 0;
        Answering { watch: Arc::clone(self), version, is_untaken: false }
    }

    /// Whether requests come by HTTP/2.
    pub(super) fn speaks_http_2(&self) -> bool {
        self.state().is_http_2
    }

    /// Some bytes have come.
    pub(super) fn received(&self, bytes: usize) {
        let mut state = self.state();
        state.noise += bytes;
        if state.noise > NOISE {
            self.hurried.notify_one();
        }
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
        let due = (self.answering == self.untaken).then_some(self.due);
        let flooded = (self.noise > NOISE).then(Instant::now);
        [due, self.stalled, flooded].into_iter().flatten().min()
    }
}

/// One request, from its head to the end of its answer.
pub(super) struct Answering {
    watch: Arc<Watch>,
    version: Version,
    is_untaken: bool,
}

impl Answering {
    /// More of the answer has been asked for, as the client has taken what there was: some is ready,
    /// or is waited for. Of HTTP/1 the stream knows better what is taken.
    pub(super) fn is_ready(&mut self, is_ready: bool) {
        if self.version < Version::HTTP_2 {
            return;
        }
        let mut state = self.watch.state();
        state.untaken = state.untaken - usize::from(self.is_untaken) + usize::from(is_ready);
        self.is_untaken = is_ready;
        if is_ready {
            state.due = Instant::now() + self.watch.config.stall;
            self.watch.hurried.notify_one();
        }
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        let ServerConfig { keep_alive, stall, .. } = self.watch.config;
        let mut state = self.watch.state();
        state.answering -= 1;
        state.untaken -= usize::from(self.is_untaken);
        state.due = Instant::now() + if state.answering == 0 { keep_alive } else { stall };
        state.at_rest = self.version < Version::HTTP_2;
        self.watch.hurried.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tokio::time::{advance, timeout};

    const LONG: Duration = Duration::from_secs(3600);

    /// How long the connection may go on if nothing happens.
    async fn left(watch: &Watch) -> Option<Duration> {
        let since = Instant::now();
        timeout(LONG, watch.expired()).await.ok().map(|()| since.elapsed())
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_may_be_long_in_the_making_and_is_then_to_be_taken() {
        let config = ServerConfig::default();
        let watch = Watch::new(config);
        let mut answering = watch.request(Version::HTTP_2);
        assert_eq!(left(&watch).await, None);
        for _ in 0..10 {
            answering.is_ready(true);
            advance(config.stall * 9 / 10).await;
            answering.is_ready(false);
            assert_eq!(left(&watch).await, None);
        }
        for _ in 0..10 {
            answering.is_ready(true);
            advance(config.stall * 9 / 10).await;
        }
        assert_eq!(left(&watch).await, Some(config.stall / 10));
        drop(answering);
        assert_eq!(left(&watch).await, Some(config.keep_alive));
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_may_have_a_body_but_not_a_flood_beside_it() {
        let watch = Watch::new(ServerConfig::default());
        let _answering = [(); 2].map(|()| {
            let answering = watch.request(Version::HTTP_2);
            watch.received(NOISE);
            answering
        });
        assert_eq!(left(&watch).await, None);
        watch.received(1);
        assert_eq!(left(&watch).await, Some(Duration::ZERO));
    }

    #[tokio::test(start_paused = true)]
    async fn of_many_answers_one_has_to_be_taken() {
        let config = ServerConfig::default();
        let watch = Watch::new(config);
        let [mut slow, mut fast] = [(); 2].map(|()| watch.request(Version::HTTP_2));
        slow.is_ready(true);
        assert_eq!(left(&watch).await, None);
        fast.is_ready(true);
        assert_eq!(left(&watch).await, Some(config.stall));
        drop(fast);
        assert_eq!(left(&watch).await, Some(config.stall));
    }

    #[tokio::test(start_paused = true)]
    async fn what_http_1_has_ready_is_the_business_of_its_stream() {
        let watch = Watch::new(ServerConfig::default());
        watch.request(Version::HTTP_11).is_ready(true);
        let mut answering = watch.request(Version::HTTP_11);
        answering.is_ready(true);
        assert_eq!(left(&watch).await, None);
    }
}
