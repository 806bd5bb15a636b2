//! HTTP/2 streams: each is a task, which ends when its client stalls. Its end resets the stream and frees what waits
//! to be sent, whatever the other streams of the connection do.
//!
//! The streams that wait share the window of the connection. So their clocks show virtual time, as in fair queueing
//! (Demers, Keshav and Shenker: Analysis and simulation of a fair queueing algorithm, 1989), which passes at an nth of
//! the speed while n streams wait. Where the client reads nothing on any stream, the clocks show the time itself.

use parking_lot::{Mutex, MutexGuard};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::{Instant, timeout_at};
use tracing::debug;

/// What a client must read before a clock starts again, in bytes. With a stall time of five seconds, 1 KB a second is
/// enough, even if the client opens its window every other second only.
const PROGRESS_BYTES: usize = 2 * 1024;

tokio::task_local! {
    /// The clock of the stream whose task this is.
    static CLOCK: Arc<StallClock>;
}

/// Runs each stream with a clock of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct StreamExecutor;

impl<F: Future + Send + 'static> hyper::rt::Executor<F> for StreamExecutor {
    fn execute(&self, stream: F) {
        let clock = Arc::<StallClock>::default();
        let expiry = Arc::clone(&clock);
        let stream = async move {
            tokio::select! {
                _ = stream => (),
                () = expiry.expired() => debug!("a stream timed out"),
            }
        };
        tokio::spawn(CLOCK.scope(clock, stream));
    }
}

/// What the streams of a connection share.
#[derive(Debug)]
pub(super) struct SharedReading {
    /// How long a client may read too little.
    stall: Duration,
    state: Mutex<SharedState>,
}

#[derive(Clone, Copy, Debug)]
struct SharedState {
    /// The streams with data that the client has not read.
    waiting: u32,
    /// The virtual time at `updated`.
    virtual_time: Duration,
    updated: Instant,
    progress: Progress,
}

/// When a client has last read enough, and how much it has read since.
#[derive(Clone, Copy, Debug)]
struct Progress {
    at: Instant,
    bytes: usize,
}

impl Progress {
    fn now() -> Self {
        Self { at: Instant::now(), bytes: 0 }
    }

    /// Adds bytes that the client has read. Returns whether they are enough, as the end of a slice always is.
    fn add(&mut self, bytes: usize, is_slice_read: bool) -> bool {
        self.bytes += bytes;
        let is_enough = is_slice_read || self.bytes >= PROGRESS_BYTES;
        if is_enough {
            *self = Self::now();
        }
        is_enough
    }
}

impl SharedReading {
    pub(super) fn new(stall: Duration) -> Arc<Self> {
        let (virtual_time, progress) = (Duration::ZERO, Progress::now());
        let state = SharedState { waiting: 0, virtual_time, updated: progress.at, progress };
        Arc::new(Self { stall, state: Mutex::new(state) })
    }

    /// The state at this time.
    fn state(&self) -> MutexGuard<'_, SharedState> {
        let mut state = self.state.lock();
        let now = Instant::now();
        let share = (now - state.updated).checked_div(state.waiting);
        state.virtual_time += share.unwrap_or_default();
        state.updated = now;
        state
    }

    /// When a stream has stalled that has progressed to this point.
    fn deadline(&self, progress: Progress, virtual_time: Duration) -> Instant {
        let state = self.state();
        let left = (virtual_time + self.stall).saturating_sub(state.virtual_time);
        let has_had_its_share = state.updated + left * state.waiting;
        has_had_its_share.min(progress.at.max(state.progress.at) + self.stall)
    }
}

/// Runs while an answer has data that its client does not read.
#[derive(Debug, Default)]
pub(super) struct StallClock {
    connection: OnceLock<Arc<SharedReading>>,
    state: Mutex<ClockState>,
    /// Notified when the clock starts.
    started: Notify,
}

#[derive(Clone, Copy, Debug, Default)]
struct ClockState {
    /// Bytes that the client has not read.
    unread: usize,
    /// The progress of the stream and its virtual time, while there are any.
    since: Option<(Progress, Duration)>,
    has_expired: bool,
}

impl StallClock {
    /// The clock of the stream whose task this is, if it is that of a stream.
    pub(super) fn of_stream(connection: &Arc<SharedReading>) -> Option<Arc<Self>> {
        CLOCK.try_with(|clock| clock.of(connection)).ok()
    }

    fn of(self: &Arc<Self>, connection: &Arc<SharedReading>) -> Arc<Self> {
        self.connection.get_or_init(|| Arc::clone(connection));
        Arc::clone(self)
    }

    /// Records bytes that are ready for the client.
    pub(super) fn ready(&self, bytes: usize) {
        let Some(connection) = self.connection.get() else { return };
        let mut state = self.state();
        state.unread += bytes;
        if state.since.is_none() && state.unread > 0 {
            let mut shared = connection.state();
            shared.waiting += 1;
            state.since = Some((Progress::now(), shared.virtual_time));
            self.started.notify_one();
        }
    }

    /// Records that the client has read some of them, and whether they end a slice of the answer.
    pub(super) fn read(&self, bytes: usize, is_slice_read: bool) {
        let mut state = self.state();
        let (Some(connection), Some((progress, virtual_time))) = (self.connection.get(), &mut state.since)
        else {
            return;
        };
        let mut shared = connection.state();
        shared.progress.add(bytes, is_slice_read);
        if progress.add(bytes, is_slice_read) {
            *virtual_time = shared.virtual_time;
        }
        drop(shared);
        state.unread = state.unread.saturating_sub(bytes);
        if state.unread == 0 {
            self.stop(state);
        }
    }

    /// Records that the answer is over.
    pub(super) fn end(&self) {
        self.stop(self.state());
    }

    fn stop(&self, mut state: MutexGuard<'_, ClockState>) {
        state.unread = 0;
        if let (Some(connection), Some(_)) = (self.connection.get(), state.since.take()) {
            connection.state().waiting -= 1;
        }
    }

    /// Whether the client has stalled.
    pub(super) fn has_expired(&self) -> bool {
        self.state().has_expired
    }

    /// Completes when the client has stalled. Other streams can bring the end nearer, by the stall time at most.
    pub(super) async fn expired(&self) {
        loop {
            match self.deadline() {
                None => self.started.notified().await,
                Some(deadline) if deadline <= Instant::now() => break,
                Some(deadline) => drop(timeout_at(deadline, self.started.notified()).await),
            }
        }
        self.state().has_expired = true;
    }

    fn deadline(&self) -> Option<Instant> {
        let since = self.state().since;
        let (connection, (progress, virtual_time)) = (self.connection.get()?, since?);
        Some(connection.deadline(progress, virtual_time))
    }

    fn state(&self) -> MutexGuard<'_, ClockState> {
        self.state.lock()
    }
}

#[cfg(test)]
impl StallClock {
    /// The clock of a stream of that connection.
    pub(super) fn on(connection: &Arc<SharedReading>) -> Arc<Self> {
        Arc::<Self>::default().of(connection)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;
    use tokio::time::{advance, timeout};

    const STALL: Duration = Duration::from_secs(5);
    const SECOND: Duration = Duration::from_secs(1);

    /// The clocks of a connection's streams.
    fn clocks<const N: usize>() -> [Arc<StallClock>; N] {
        let connection = SharedReading::new(STALL);
        [(); N].map(|()| StallClock::on(&connection))
    }

    /// The time until the client has stalled if nothing happens.
    async fn time_left(clock: &StallClock) -> Option<Duration> {
        let since = Instant::now();
        timeout(Duration::from_secs(3600), clock.expired()).await.ok().map(|()| since.elapsed())
    }

    fn has_expired(clock: &StallClock) -> bool {
        clock.expired().now_or_never().is_some()
    }

    #[tokio::test(start_paused = true)]
    async fn the_clock_runs_while_there_is_data_that_is_not_read() {
        let [clock] = clocks();
        assert_eq!(time_left(&clock).await, None);
        clock.ready(2);
        advance(STALL / 2).await;
        clock.ready(1);
        clock.read(2, false);
        advance(STALL / 4).await;
        assert!(!has_expired(&clock));
        clock.read(1, true);
        assert_eq!(time_left(&clock).await, None);
        clock.ready(1);
        assert_eq!(time_left(&clock).await, Some(STALL));
        clock.end();
        assert!(clock.has_expired());
    }

    #[tokio::test(start_paused = true)]
    async fn a_thousand_bytes_a_second_are_enough() {
        for (bytes, is_enough) in [(1_000, true), (400, false)] {
            let [clock] = clocks();
            clock.ready(1 << 20);
            let mut seconds = 0;
            while seconds < 600 && !has_expired(&clock) {
                seconds += 1;
                advance(SECOND).await;
                clock.read(bytes, false);
            }
            assert_eq!(seconds, if is_enough { 600 } else { 5 });
        }
    }

    /// The client reads one stream after the other.
    #[tokio::test(start_paused = true)]
    async fn streams_take_turns() {
        let streams = clocks::<40>();
        streams.iter().for_each(|clock| clock.ready(1 << 20));
        for _ in 0..3 {
            for clock in &streams {
                for _ in 0..4 {
                    advance(SECOND).await;
                    clock.read(PROGRESS_BYTES / 4, false);
                }
                for clock in &streams {
                    assert!(!has_expired(clock));
                }
            }
        }
        streams[1..].iter().for_each(|clock| clock.end());
        assert!(!has_expired(&streams[0]), "it has had a fortieth of the time");
    }

    #[tokio::test(start_paused = true)]
    async fn all_streams_expire_where_the_client_reads_nothing() {
        let streams = clocks::<40>();
        streams.iter().for_each(|clock| clock.ready(1 << 20));
        streams[0].read(1, false);
        advance(STALL).await;
        for clock in &streams {
            assert!(has_expired(clock));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_stream_expires_though_others_are_read() {
        let [stalled, other] = clocks();
        stalled.ready(1);
        other.ready(1 << 20);
        for seconds in 1..=10 {
            advance(SECOND).await;
            other.read(PROGRESS_BYTES, false);
            assert_eq!(has_expired(&stalled), seconds == 10, "{seconds}");
        }
        assert!(!has_expired(&other));
    }
}
