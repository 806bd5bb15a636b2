use super::{engine, until};
use bestmove_scheduler::quota::Client;
use bestmove_scheduler::{Engine, Progress};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;

/// How often a computation may go on before the test has failed.
const ENDLESS: usize = 50_000_000;

/// What a computation did.
#[derive(Default)]
struct Seen {
    steps: AtomicUsize,
    ends: AtomicUsize,
}

impl Seen {
    fn steps(&self) -> usize {
        self.steps.load(Ordering::Relaxed)
    }

    fn has_ended(&self) -> bool {
        self.ends.load(Ordering::Relaxed) > 0
    }
}

/// Where a computation lets others go first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Poll {
    /// On its way to its result.
    MustStop,
    /// While it writes its answer.
    Pause,
}

/// Starts a computation that goes on until a poll ends it.
fn start(engine: &Arc<Engine>, time: Duration, poll: Poll, seen: &Arc<Seen>) -> JoinHandle<()> {
    let (engine, seen) = (Arc::clone(engine), Arc::clone(seen));
    tokio::spawn(async move {
        let work = move |progress: &Progress<'_>| {
            let is_over = || match poll {
                Poll::MustStop => progress.must_stop(),
                Poll::Pause => progress.pause().is_err(),
            };
            while !is_over() && seen.steps.fetch_add(1, Ordering::Relaxed) < ENDLESS {}
            seen.ends.fetch_add(1, Ordering::Relaxed);
        };
        drop(engine.compute(Client::Key(1), time, work).await);
    })
}

/// Starts a computation of a millisecond that keeps the worker until the sender is dropped.
fn occupy(engine: &Arc<Engine>, until_dropped: Receiver<()>, seen: &Arc<Seen>) {
    let (engine, seen) = (Arc::clone(engine), Arc::clone(seen));
    tokio::spawn(async move {
        let work = move |_: &Progress<'_>| {
            seen.steps.fetch_add(1, Ordering::Relaxed);
            until_dropped.recv().ok();
        };
        drop(engine.compute(Client::Key(2), Duration::from_millis(100), work).await);
    });
}

/// While another request has its worker, it does not go on, whatever it was doing.
#[tokio::test]
async fn an_abandoned_computation_ends_at_its_next_poll() {
    for poll in [Poll::MustStop, Poll::Pause] {
        let (engine, seen, other) = (engine(1, 8), Arc::<Seen>::default(), Arc::<Seen>::default());
        let computation = start(&engine, Duration::from_secs(50), poll, &seen);
        until("it has begun", || seen.steps() > 0).await;
        let (release, released) = channel();
        occupy(&engine, released, &other);
        until("the other request has the worker", || other.steps() > 0).await;
        let steps = seen.steps();
        computation.abort();
        until("it has ended", || seen.has_ended()).await;
        assert_eq!(seen.steps(), steps, "{poll:?}");
        drop(release);
        until("the worker is free", || engine.busy_workers() == 0).await;
    }
}

/// The client leaves while nobody else asks.
#[tokio::test]
async fn an_abandoned_computation_frees_its_worker() {
    for poll in [Poll::MustStop, Poll::Pause] {
        let (engine, seen) = (engine(1, 8), Arc::<Seen>::default());
        let computation = start(&engine, Duration::from_secs(50), poll, &seen);
        until("it has begun", || seen.steps() > 0).await;
        computation.abort();
        until("it has ended", || seen.has_ended()).await;
        assert!(seen.steps() < ENDLESS, "{poll:?}");
    }
}

/// What is left to do then, such as to write the answer, is not done beside the workers.
#[tokio::test]
async fn a_computation_waits_for_a_worker_beyond_its_deadline() {
    let (engine, seen, other) = (engine(1, 8), Arc::<Seen>::default(), Arc::<Seen>::default());
    let deadline = Instant::now() + Duration::from_millis(900);
    drop(start(&engine, Duration::from_millis(900), Poll::MustStop, &seen));
    until("it has begun", || seen.steps() > 0).await;
    let (release, released) = channel();
    occupy(&engine, released, &other);
    until("the other request has the worker", || other.steps() > 0).await;
    tokio::time::sleep_until((deadline + Duration::from_millis(50)).into()).await;
    assert!(!seen.has_ended());
    drop(release);
    until("it has ended", || seen.has_ended()).await;
}
