//! Single-flight: equal queries share one search, which is cancelled when the last of them is dropped
//! (the name is that of Go's `golang.org/x/sync/singleflight`).

use crate::EngineError;
use crate::quota::Client;
use crate::scheduling::{Start, Stoppable, Stopwatch};
use bestmove_core::search::StoppedBy;
use bestmove_query::{Analysis, Budget, Priority, QueryKey};
use dashmap::DashMap;
use dashmap::mapref::entry::Entry;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, watch};
use tokio::time::sleep_until;

/// What makes two searches equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FlightKey {
    pub(crate) query: QueryKey,
    pub(crate) budget: Budget,
    /// An interactive query does not wait for a search of lower priority.
    pub(crate) priority: Priority,
    /// Set for searches of lower priority: each client has its own turns, and does not wait for another's.
    pub(crate) client: Option<Client>,
}

type Answer = Result<Analysis, EngineError>;

/// An event of a search.
#[derive(Clone, Debug, PartialEq)]
pub enum AnalysisEvent {
    /// A finished iteration; more events follow.
    Progress(Analysis),
    /// The end; nothing follows.
    Done(Answer),
}

/// Events of a search, the latest one only.
type Events = watch::Receiver<Option<AnalysisEvent>>;

/// The latest event, once there is a new one; `None` if there will be none. Cancel safe.
async fn next_event(events: &mut Events) -> Option<AnalysisEvent> {
    loop {
        events.changed().await.ok()?;
        if let event @ Some(_) = events.borrow_and_update().clone() {
            return event;
        }
    }
}

/// A search that runs or waits for a worker.
pub(crate) struct Flight {
    stop: AtomicBool,
    stopped: Notify,
    /// Whether it was stopped because others need its worker.
    stopped_early: AtomicBool,
    /// Whether it was paused for shorter requests.
    paused: AtomicBool,
    /// Whether a subscriber wants events before the last.
    has_followers: AtomicBool,
    subscribers: AtomicUsize,
    events: watch::Sender<Option<AnalysisEvent>>,
    /// The last finished iteration, once the search has ended.
    finished: OnceLock<Analysis>,
    /// Runs while the search has a worker.
    stopwatch: Stopwatch,
}

impl Flight {
    pub(crate) fn new() -> Self {
        Self {
            stop: AtomicBool::new(false),
            stopped: Notify::new(),
            stopped_early: AtomicBool::new(false),
            paused: AtomicBool::new(false),
            has_followers: AtomicBool::new(false),
            subscribers: AtomicUsize::new(1),
            events: watch::Sender::new(None),
            finished: OnceLock::new(),
            stopwatch: Stopwatch::default(),
        }
    }

    /// Runs while the search has a worker.
    pub(crate) const fn stopwatch(&self) -> &Stopwatch {
        &self.stopwatch
    }

    /// Publishes a finished iteration.
    pub(crate) fn publish(&self, analysis: Analysis) {
        self.events.send_if_modified(|event| {
            *event = Some(AnalysisEvent::Progress(analysis));
            self.has_followers.load(Ordering::Relaxed)
        });
    }

    /// Set when the search is to stop.
    pub(crate) const fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Completes when the search is to stop.
    pub(crate) async fn stopped(&self) {
        let mut notified = pin!(self.stopped.notified());
        notified.as_mut().enable();
        if !self.is_stopped() {
            notified.await;
        }
    }

    /// Completes at the deadline of the search, or earlier if it is stopped.
    pub(crate) async fn over(&self, deadline: Instant) {
        tokio::select! {
            () = self.stopped() => (),
            () = sleep_until(deadline.into()) => (),
        }
    }

    /// Pauses the search while `others` runs, which returns whether shorter requests had the worker.
    pub(crate) fn pause_during(&self, others: impl FnOnce() -> bool) {
        if self.stopwatch.pause_during(others) {
            self.paused.store(true, Ordering::Relaxed);
        }
    }

    /// The analysis with the part of the requested time that the search got.
    pub(crate) fn conclude(
        &self,
        analysis: Analysis,
        time: Duration,
        deadline: Instant,
        start: Start,
    ) -> Analysis {
        let is_stopped_early = self.stopped_early.load(Ordering::Relaxed);
        let is_cut = is_stopped_early || self.paused.load(Ordering::Relaxed);
        let stopped_by = match analysis.stopped_by {
            StoppedBy::Cancelled if is_stopped_early => StoppedBy::Time,
            other => other,
        };
        let budget = match start {
            _ if is_cut => self.stopwatch.time().min(time),
            Start { at, has_waited: true } => deadline.saturating_duration_since(at),
            Start { has_waited: false, .. } => time,
        };
        with_budget(Analysis { stopped_by, ..analysis }, budget, time)
    }

    /// The same for a background search, which got less than it asked for if it yielded.
    pub(crate) fn conclude_low_priority(&self, analysis: Analysis, time: Duration) -> Analysis {
        let is_out_of_time = analysis.stopped_by == StoppedBy::Time;
        let budget = if is_out_of_time { self.stopwatch.time().min(time) } else { time };
        with_budget(analysis, budget, time)
    }

    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.stopped.notify_waiters();
    }
}

/// The analysis of a search that got this budget of the `time` that it asked for. It is degraded if it ran out of
/// time with at most nine tenths of that: less makes no difference that a client would notice.
fn with_budget(analysis: Analysis, budget: Duration, time: Duration) -> Analysis {
    let degraded = analysis.stopped_by == StoppedBy::Time && budget <= time * 9 / 10;
    Analysis { degraded, ..analysis }.with_budget(budget)
}

impl Stoppable for Flight {
    fn stop_early(&self) {
        self.stopped_early.store(true, Ordering::Relaxed);
        self.stop();
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// The searches in flight, by key.
///
/// A flight's count of subscribers changes only under the lock of its entry, so no query joins a flight
/// that is being cancelled.
#[derive(Default)]
pub(crate) struct Flights(DashMap<FlightKey, Arc<Flight>>);

impl Flights {
    /// Joins the flight of an equal query. If there is none, creates one, which the caller has to complete
    /// with a [`CompletionGuard`].
    pub(crate) fn join(self: &Arc<Self>, key: &FlightKey) -> (Subscriber, Option<Arc<Flight>>) {
        let subscriber = |flight: Arc<Flight>| {
            let mut events = flight.events.subscribe();
            events.mark_changed();
            let before = flight.stopwatch.time();
            Subscriber { flights: Arc::clone(self), key: key.clone(), flight, before, events }
        };
        match self.0.entry(key.clone()) {
            Entry::Occupied(entry) if !entry.get().is_stopped() => {
                entry.get().subscribers.fetch_add(1, Ordering::Relaxed);
                (subscriber(Arc::clone(entry.get())), None)
            }
            entry => {
                let flight = Arc::new(Flight::new());
                entry.insert(Arc::clone(&flight));
                (subscriber(Arc::clone(&flight)), Some(flight))
            }
        }
    }

    /// Completes a flight: all subscribers get the answer.
    fn complete(&self, key: &FlightKey, flight: &Arc<Flight>, answer: Answer) {
        self.0.remove_if(key, |_, current| Arc::ptr_eq(current, flight));
        flight.events.send_modify(|event| {
            if let Some(AnalysisEvent::Progress(finished)) = event.replace(AnalysisEvent::Done(answer)) {
                let _ = flight.finished.set(finished);
            }
        });
    }

    /// Stops all searches, so that they return the best so far.
    pub(crate) fn stop_all(&self) {
        self.0.iter().for_each(|entry| entry.value().stop());
    }

    /// Searches that run or wait.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }
}

/// Completes a flight when dropped, by a panic too: the search stops and all subscribers get the answer.
pub(super) struct CompletionGuard {
    flights: Arc<Flights>,
    key: FlightKey,
    pub(crate) flight: Arc<Flight>,
    /// A failure, until there is another answer.
    answer: Answer,
}

impl CompletionGuard {
    pub(super) fn new(flights: &Arc<Flights>, key: FlightKey, flight: Arc<Flight>) -> Self {
        Self { flights: Arc::clone(flights), key, flight, answer: Err(EngineError::Failed) }
    }

    pub(super) fn complete(mut self, answer: Answer) {
        self.answer = answer;
    }
}

impl Drop for CompletionGuard {
    fn drop(&mut self) {
        self.flight.stop();
        self.flights.complete(&self.key, &self.flight, self.answer.clone());
    }
}

/// A query that waits for a flight. Dropping the last one cancels the search.
pub(crate) struct Subscriber {
    flights: Arc<Flights>,
    key: FlightKey,
    flight: Arc<Flight>,
    /// The time that the search had used before this query joined.
    before: Duration,
    events: Events,
}

/// Measures the worker time that a search uses after a query has joined it; waiting and pausing do not
/// count.
#[derive(Clone)]
pub struct UsageMeter {
    flight: Arc<Flight>,
    before: Duration,
}

impl UsageMeter {
    /// The time used so far.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.flight.stopwatch.time().saturating_sub(self.before)
    }
}

impl Subscriber {
    /// The latest event, once there is a new one. Cancel safe.
    pub(crate) async fn next(&mut self) -> AnalysisEvent {
        self.flight.has_followers.store(true, Ordering::Relaxed);
        next_event(&mut self.events).await.unwrap_or(AnalysisEvent::Done(Err(EngineError::Failed)))
    }

    /// The answer, without waking up for events before it.
    pub(crate) async fn answer(&mut self) -> Answer {
        loop {
            match next_event(&mut self.events).await {
                Some(AnalysisEvent::Progress(_)) => (),
                Some(AnalysisEvent::Done(answer)) => return answer,
                None => return Err(EngineError::Failed),
            }
        }
    }

    /// The last finished iteration of a search that has ended.
    pub(crate) fn finished_iteration(&self) -> Option<Analysis> {
        self.flight.finished.get().cloned()
    }

    pub(crate) fn usage_meter(&self) -> UsageMeter {
        UsageMeter { flight: Arc::clone(&self.flight), before: self.before }
    }
}

impl Drop for Subscriber {
    fn drop(&mut self) {
        let is_last = |_: &FlightKey, current: &Arc<Flight>| {
            Arc::ptr_eq(current, &self.flight) && current.subscribers.fetch_sub(1, Ordering::Relaxed) == 1
        };
        if self.flights.0.remove_if(&self.key, is_last).is_some() {
            self.flight.stop();
        }
    }
}

#[cfg(test)]
mod tests;
