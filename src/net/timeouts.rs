//! Timeouts of a connection.
//!
//! Each connection has two clocks. The first runs while everything is up to the client: while no
//! request is being answered, towards the end of a head, or, when HTTP/1 is idle, towards the first
//! byte of the next request. In HTTP/2, where bytes need not belong to a request, it runs from
//! answer to request. So it covers clients that send nothing, send slowly or have finished. The
//! second clock runs while the client reads nothing of what is written to it.
//!
//! In HTTP/2 each stream has a clock too, which runs while its answer has data that does not fit the
//! windows that the client opens (`streams`). A stream that stalls is reset; the connection stays for
//! the others, because a proxy may have one slow client among many, and is closed if it was the only
//! one.
//!
//! Neither clock stops a flood of frames beside requests, so bytes are counted too: each request pays
//! for as many as it may have itself, and for those of its body that are read.

use super::config::ServerConfig;
use super::streams::{SharedReading, StallClock};
use axum::http::Version;
use parking_lot::{Mutex, MutexGuard};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::{Instant, timeout_at};

/// Bytes that may come beyond those of requests: more than the bodies of as many requests as a
/// connection may have at the same time.
const MAX_UNSOLICITED_BYTES: usize = 32 * 1024 * 1024;

/// Bytes that each request pays for: more than the largest head, and the largest body that is read as a whole.
const BYTES_OF_A_REQUEST: usize = 384 * 1024;

/// The time for the rest of a request's head once the service drains.
const DRAIN_HEAD_TIMEOUT: Duration = Duration::from_secs(1);

/// The state of a connection's clocks.
pub(super) struct ConnectionTimeouts {
    config: ServerConfig,
    streams: Arc<SharedReading>,
    state: Mutex<State>,
    /// Notified when a clock starts or its deadline comes nearer.
    changed: Notify,
}

struct State {
    /// Requests that are not yet answered in full.
    pending: usize,
    /// When the client must have sent a request, if none is pending.
    client_deadline: Instant,
    /// Whether the next byte is the first of a request.
    is_idle: bool,
    /// Whether an HTTP/2 request has come.
    is_http_2: bool,
    /// Bytes received that no request has paid for.
    unsolicited_bytes: usize,
    /// When the client must have read more of an answer, if it reads nothing now.
    stall_deadline: Option<Instant>,
}

impl ConnectionTimeouts {
    /// The timeouts of a new connection.
    pub(super) fn new(config: ServerConfig) -> Arc<Self> {
        let state = State {
            pending: 0,
            client_deadline: Instant::now() + config.head,
            is_idle: false,
            is_http_2: false,
            unsolicited_bytes: 0,
            stall_deadline: None,
        };
        let streams = SharedReading::new(config.stall);
        Arc::new(Self { config, streams, state: Mutex::new(state), changed: Notify::new() })
    }

    /// Completes when the connection has timed out.
    pub(super) async fn expired(&self) {
        loop {
            let changed = self.changed.notified();
            let deadline = self.state().deadline();
            match deadline {
                None => changed.await,
                Some(deadline) if deadline <= Instant::now() => return,
                Some(deadline) => drop(timeout_at(deadline, changed).await),
            }
        }
    }

    /// Records the head of a request.
    pub(super) fn request(self: &Arc<Self>, version: Version) -> ResponseGuard {
        let mut state = self.state();
        state.pending += 1;
        state.is_idle = false;
        state.is_http_2 = version >= Version::HTTP_2;
        state.unsolicited_bytes = state.unsolicited_bytes.saturating_sub(BYTES_OF_A_REQUEST);
        ResponseGuard { timeouts: Arc::clone(self), version, stall_clock: None }
    }

    /// Records bytes of a body that have been read: a long one is no flood.
    pub(super) fn read_body(&self, bytes: usize) {
        let mut state = self.state();
        state.unsolicited_bytes = state.unsolicited_bytes.saturating_sub(bytes);
    }

    /// Shortens the time for a request that has begun to come, because the service shuts down.
    pub(super) fn drain(&self) {
        let mut state = self.state();
        state.client_deadline = state.client_deadline.min(Instant::now() + DRAIN_HEAD_TIMEOUT);
        self.changed.notify_one();
    }

    /// Whether the connection uses HTTP/2.
    pub(super) fn speaks_http_2(&self) -> bool {
        self.state().is_http_2
    }

    /// Records received bytes.
    pub(super) fn received(&self, bytes: usize) {
        let mut state = self.state();
        state.unsolicited_bytes += bytes;
        if state.unsolicited_bytes > MAX_UNSOLICITED_BYTES {
            self.changed.notify_one();
        }
        if state.is_idle {
            state.is_idle = false;
            state.client_deadline = Instant::now() + self.config.head;
            self.changed.notify_one();
        }
    }

    /// Records whether the client reads nothing for now.
    pub(super) fn stalled(&self, is_stalled: bool) {
        self.state().stall_deadline = is_stalled.then(|| Instant::now() + self.config.stall);
        self.changed.notify_one();
    }

    /// No invariant spans several assignments, so a panic elsewhere breaks none.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }
}

impl State {
    fn deadline(&self) -> Option<Instant> {
        let due = (self.pending == 0).then_some(self.client_deadline);
        let flooded = (self.unsolicited_bytes > MAX_UNSOLICITED_BYTES).then(Instant::now);
        [due, self.stall_deadline, flooded].into_iter().flatten().min()
    }
}

/// A request, from its head to the end of its answer.
pub(super) struct ResponseGuard {
    timeouts: Arc<ConnectionTimeouts>,
    version: Version,
    /// In HTTP/1 the connection's stream knows better what is read.
    stall_clock: Option<Arc<StallClock>>,
}

impl ResponseGuard {
    /// With the clock of the stream whose task this is.
    pub(super) fn of_stream(self) -> Self {
        let clock = StallClock::of_stream(&self.timeouts.streams);
        self.with(clock)
    }

    fn with(mut self, stall_clock: Option<Arc<StallClock>>) -> Self {
        self.stall_clock = stall_clock;
        self
    }

    /// Whether it is a request of HTTP/2.
    pub(super) fn is_of_http_2(&self) -> bool {
        self.version >= Version::HTTP_2
    }

    /// The clock of its stream; none in HTTP/1.
    pub(super) const fn stall_clock(&self) -> Option<&Arc<StallClock>> {
        self.stall_clock.as_ref()
    }
}

impl Drop for ResponseGuard {
    fn drop(&mut self) {
        self.stall_clock().inspect(|clock| clock.end());
        let has_stalled = self.stall_clock().is_some_and(|clock| clock.has_expired());
        let keep_alive = if has_stalled { Duration::ZERO } else { self.timeouts.config.keep_alive };
        let mut state = self.timeouts.state();
        state.pending -= 1;
        state.client_deadline = Instant::now() + keep_alive;
        state.is_idle = self.version < Version::HTTP_2;
        self.timeouts.changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::timeout;

    const LONG: Duration = Duration::from_secs(3600);

    /// The time until the connection expires if nothing happens.
    async fn time_left(timeouts: &ConnectionTimeouts) -> Option<Duration> {
        let since = Instant::now();
        timeout(LONG, timeouts.expired()).await.ok().map(|()| since.elapsed())
    }

    #[tokio::test(start_paused = true)]
    async fn a_stalled_stream_ends_the_connection_if_it_is_the_only_one() {
        let config = ServerConfig::default();
        let timeouts = ConnectionTimeouts::new(config);
        let stalled_stream = || {
            let clock = StallClock::on(&timeouts.streams);
            let response_guard = timeouts.request(Version::HTTP_2).with(Some(Arc::clone(&clock)));
            clock.ready(1);
            (clock, response_guard)
        };
        let ((clock, stalled), (other_clock, other)) = (stalled_stream(), stalled_stream());
        clock.expired().await;
        drop(stalled);
        assert_eq!(time_left(&timeouts).await, None);
        other_clock.expired().await;
        drop(other);
        assert_eq!(time_left(&timeouts).await, Some(Duration::ZERO));
        drop(timeouts.request(Version::HTTP_2));
        assert_eq!(time_left(&timeouts).await, Some(config.keep_alive));
    }

    #[tokio::test(start_paused = true)]
    async fn bytes_beyond_the_allowance_of_requests_are_a_flood() {
        let timeouts = ConnectionTimeouts::new(ServerConfig::default());
        let _answering = [MAX_UNSOLICITED_BYTES, BYTES_OF_A_REQUEST].map(|bytes| {
            let response_guard = timeouts.request(Version::HTTP_2);
            timeouts.received(bytes);
            response_guard
        });
        assert_eq!(time_left(&timeouts).await, None);
        timeouts.received(1);
        assert_eq!(time_left(&timeouts).await, Some(Duration::ZERO));
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_is_read_is_no_flood() {
        let timeouts = ConnectionTimeouts::new(ServerConfig::default());
        let _answering = timeouts.request(Version::HTTP_11);
        for _ in 0..3 {
            timeouts.received(MAX_UNSOLICITED_BYTES);
            assert_eq!(time_left(&timeouts).await, None);
            timeouts.read_body(MAX_UNSOLICITED_BYTES);
        }
        timeouts.received(MAX_UNSOLICITED_BYTES);
        timeouts.received(1);
        assert_eq!(time_left(&timeouts).await, Some(Duration::ZERO));
    }

    #[tokio::test(start_paused = true)]
    async fn requests_do_not_reset_the_count_of_a_flood() {
        let timeouts = ConnectionTimeouts::new(ServerConfig::default());
        for _ in 0..MAX_UNSOLICITED_BYTES / (3 * BYTES_OF_A_REQUEST) + 2 {
            timeouts.received(4 * BYTES_OF_A_REQUEST);
            drop(timeouts.request(Version::HTTP_2));
        }
        assert_eq!(time_left(&timeouts).await, Some(Duration::ZERO));
    }
}
