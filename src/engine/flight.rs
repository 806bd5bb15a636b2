//! Searches in flight: equal requests share one, and it is cancelled when the last of them leaves.

use super::pool::Start;
use super::stopwatch::Stopwatch;
use super::thinking::heard;
use super::{Budget, EngineError, Priority, Report, StoppedBy, Topic};
use crate::clients::Client;
use dashmap::DashMap;
use dashmap::mapref::entry::Entry;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, watch};
use tokio::time::sleep_until;

/// What makes two requests equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Question {
    pub(super) topic: Topic,
    pub(super) budget: Budget,
    /// Who is in a hurry does not wait with who is not.
    pub(super) priority: Priority,
    /// Who is not in a hurry has turns of his own, and does not wait in another's line.
    pub(super) client: Option<Client>,
}

type Answer = Result<Report, EngineError>;

/// What those who wait for a search hear of it.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// A finished iteration; more is to come.
    Update(Report),
    /// The end. Nothing comes after it.
    End(Answer),
}

/// A search that runs or waits for a worker.
pub(super) struct Flight {
    stop: AtomicBool,
    stopped: Notify,
    hurried: AtomicBool,
    preempted: AtomicBool,
    /// Whether anybody wants to hear of more than the end.
    followed: AtomicBool,
    waiters: AtomicUsize,
    /// The latest.
    news: watch::Sender<Option<News>>,
    /// Runs while the search has a worker.
    stopwatch: Stopwatch,
}

impl Flight {
    pub(super) fn new() -> Self {
        Self {
            stop: AtomicBool::new(false),
            stopped: Notify::new(),
            hurried: AtomicBool::new(false),
            preempted: AtomicBool::new(false),
            followed: AtomicBool::new(false),
            waiters: AtomicUsize::new(1),
            news: watch::Sender::new(None),
            stopwatch: Stopwatch::default(),
        }
    }

    /// Runs while the search has a worker.
    pub(super) const fn stopwatch(&self) -> &Stopwatch {
        &self.stopwatch
    }

    /// Tells of a finished iteration.
    pub(super) fn tell(&self, report: Report) {
        self.news.send_if_modified(|news| {
            *news = Some(News::Update(report));
            self.followed.load(Ordering::Relaxed)
        });
    }

    /// Set when the search is to end soon.
    pub(super) const fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Waits until the search is to end soon.
    pub(super) async fn stopped(&self) {
        let mut notified = pin!(self.stopped.notified());
        notified.as_mut().enable();
        if !self.is_stopped() {
            notified.await;
        }
    }

    /// Waits until the search is to end: its deadline, or earlier if it is stopped.
    pub(super) async fn over(&self, deadline: Instant) {
        tokio::select! {
            () = self.stopped() => (),
            () = sleep_until(deadline.into()) => (),
        }
    }

    /// Rests while shorter requests go first.
    pub(super) fn pause_during(&self, others: impl FnOnce()) {
        self.preempted.store(true, Ordering::Relaxed);
        self.stopwatch.rest_during(others);
    }

    /// Has the search end soon, as others need its worker.
    pub(super) fn hurry(&self) {
        self.hurried.store(true, Ordering::Relaxed);
        self.stop();
    }

    fn is_hurried(&self) -> bool {
        self.hurried.load(Ordering::Relaxed)
    }

    /// The report with what the search was given of the time asked for.
    pub(super) fn conclude(&self, report: Report, time: Duration, deadline: Instant, start: Start) -> Report {
        let is_hurried = self.is_hurried();
        let is_cut = is_hurried || self.preempted.load(Ordering::Relaxed);
        let stopped_by = match report.stopped_by {
            StoppedBy::Cancelled if is_hurried => StoppedBy::Time,
            other => other,
        };
        let budget = match start {
            _ if is_cut => self.stopwatch.time().min(time),
            Start { at, has_waited: true } => deadline.saturating_duration_since(at),
            Start { has_waited: false, .. } => time,
        };
        let degraded = stopped_by == StoppedBy::Time && (is_cut || start.has_waited);
        Report { budget, degraded, stopped_by, ..report }
    }

    /// The same for a search in turn, which has less than it asked for if it has stepped aside.
    pub(super) fn conclude_in_turn(&self, report: Report, time: Duration) -> Report {
        let had = self.stopwatch.time().min(time);
        let degraded = report.stopped_by == StoppedBy::Time && had < time;
        Report { budget: if degraded { had } else { time }, degraded, ..report }
    }

    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.stopped.notify_waiters();
    }

    /// Whether the search is to end soon.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// The searches in flight, by what was asked.
///
/// A flight's count of waiters changes only under the lock of its entry, so nobody joins one
/// that is being cancelled.
#[derive(Default)]
pub(super) struct Flights(DashMap<Question, Arc<Flight>>);

impl Flights {
    /// Joins the flight of an equal question. If there is none, makes one, for whose [`Landing`] the caller has
    /// to see.
    pub(super) fn join(self: &Arc<Self>, question: &Question) -> (Waiter, Option<Arc<Flight>>) {
        let waiter = |flight: Arc<Flight>| {
            let mut news = flight.news.subscribe();
            news.mark_changed();
            let before = flight.stopwatch.time();
            Waiter { flights: Arc::clone(self), question: question.clone(), flight, before, news }
        };
        match self.0.entry(question.clone()) {
            Entry::Occupied(entry) if !entry.get().is_stopped() => {
                entry.get().waiters.fetch_add(1, Ordering::Relaxed);
                (waiter(Arc::clone(entry.get())), None)
            }
            entry => {
                let flight = Arc::new(Flight::new());
                entry.insert(Arc::clone(&flight));
                (waiter(Arc::clone(&flight)), Some(flight))
            }
        }
    }

    /// Ends a flight: all who wait get the result.
    fn finish(&self, question: &Question, flight: &Arc<Flight>, answer: Answer) {
        self.0.remove_if(question, |_, current| Arc::ptr_eq(current, flight));
        flight.news.send_replace(Some(News::End(answer)));
    }

    /// Has every search end soon, with the best so far.
    pub(super) fn stop_all(&self) {
        self.0.iter().for_each(|entry| entry.value().stop());
    }

    /// Searches that run or wait.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }
}

/// The end of a flight: when this is dropped, be it by a panic, its search ends and all who wait get the answer.
pub(super) struct Landing {
    flights: Arc<Flights>,
    question: Question,
    pub(super) flight: Arc<Flight>,
    /// A failure, until there is another.
    answer: Answer,
}

impl Landing {
    pub(super) fn of(flights: &Arc<Flights>, question: Question, flight: Arc<Flight>) -> Self {
        Self { flights: Arc::clone(flights), question, flight, answer: Err(EngineError::Failed) }
    }

    /// Lands.
    pub(super) fn with(mut self, answer: Answer) {
        self.answer = answer;
    }
}

impl Drop for Landing {
    fn drop(&mut self) {
        self.flight.stop();
        self.flights.finish(&self.question, &self.flight, self.answer.clone());
    }
}

/// One request that waits for a flight, given up when dropped.
pub(super) struct Waiter {
    flights: Arc<Flights>,
    question: Question,
    flight: Arc<Flight>,
    /// What the search had taken before this one joined.
    before: Duration,
    news: watch::Receiver<Option<News>>,
}

/// Tells what a search takes of its worker's time, from when one who waits for it has joined. Neither
/// waiting nor pausing counts.
#[derive(Clone)]
pub struct Meter {
    flight: Arc<Flight>,
    before: Duration,
}

impl Meter {
    /// So far.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.flight.stopwatch.time().saturating_sub(self.before)
    }
}

impl Waiter {
    /// The latest, once there is something new. May be given up and asked again.
    pub(super) async fn next(&mut self) -> News {
        self.flight.followed.store(true, Ordering::Relaxed);
        heard(&mut self.news).await.unwrap_or(News::End(Err(EngineError::Failed)))
    }

    /// The end, without being woken by what comes before it.
    pub(super) async fn end(&mut self) -> Answer {
        loop {
            match heard(&mut self.news).await {
                Some(News::Update(_)) => (),
                Some(News::End(answer)) => return answer,
                None => return Err(EngineError::Failed),
            }
        }
    }

    pub(super) fn meter(&self) -> Meter {
        Meter { flight: Arc::clone(&self.flight), before: self.before }
    }
}

impl Drop for Waiter {
    fn drop(&mut self) {
        let is_last = |_: &Question, current: &Arc<Flight>| {
            Arc::ptr_eq(current, &self.flight) && current.waiters.fetch_sub(1, Ordering::Relaxed) == 1
        };
        if self.flights.0.remove_if(&self.question, is_last).is_some() {
            self.flight.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Allowance, Choice, Wish, find};
    use std::thread::{self, sleep};

    fn question(position: usize) -> Question {
        let position = position.to_string();
        let topic = Topic { game: "", position, moves: Vec::new(), lines: 1, only: None };
        let budget = Allowance::default().grant(&Wish::default()).unwrap();
        Question { topic, budget, priority: Priority::Long, client: None }
    }

    /// A flight, and one who waits for it.
    fn flight(flights: &Arc<Flights>) -> (Waiter, Arc<Flight>) {
        let (waiter, flight) = flights.join(&question(0));
        (waiter, flight.unwrap())
    }

    /// A report.
    fn over() -> Report {
        let game = find("tic-tac-toe").unwrap();
        game.prepare(Some("XXXOO...."), &[], Choice::default()).unwrap().over().unwrap()
    }

    #[test]
    fn many_at_once_join_what_flies_and_leave_nothing() {
        let flights = Arc::<Flights>::default();
        let come_and_go = |thread: usize| {
            for turn in 0..1000 {
                let question = question(turn % 3);
                let (waiter, begun) = flights.join(&question);
                assert!(!waiter.flight.is_stopped());
                if let Some(flight) = &begun
                    && (thread + turn).is_multiple_of(2)
                {
                    flights.finish(&question, flight, Err(EngineError::Draining));
                }
                let flight = Arc::clone(&waiter.flight);
                drop((waiter, begun));
                let is_left = Arc::strong_count(&flight) == 1;
                let has_ended = || matches!(*flight.news.borrow(), Some(News::End(_)));
                assert!(!is_left || has_ended() || flight.is_stopped());
            }
        };
        thread::scope(|scope| {
            for thread in 0..8 {
                scope.spawn(move || come_and_go(thread));
            }
        });
        assert_eq!(flights.count(), 0);
    }

    #[tokio::test]
    async fn who_waits_hears_of_a_panic() {
        let flights = Arc::default();
        let (mut waiter, flight) = flight(&flights);
        drop(Landing::of(&flights, question(0), Arc::clone(&flight)));
        assert_eq!(waiter.end().await, Err(EngineError::Failed));
        assert!(flight.is_stopped());
        assert_eq!(flights.count(), 0);
    }

    #[test]
    fn who_has_stepped_aside_tells_what_is_left_of_its_time() {
        let flights = Arc::default();
        let (_waiter, flight) = flight(&flights);
        let time = Duration::from_millis(2);
        let ended = |stopped_by| flight.conclude_in_turn(Report { stopped_by, ..over() }, time);
        let cut = ended(StoppedBy::Time);
        assert_eq!((cut.budget, cut.degraded), (Duration::ZERO, true));
        let proven = ended(StoppedBy::Proven);
        assert_eq!((proven.budget, proven.degraded), (time, false));
        let running = flight.stopwatch().run();
        sleep(time);
        drop(running);
        let whole = ended(StoppedBy::Time);
        assert_eq!((whole.budget, whole.degraded), (time, false));
    }

    #[tokio::test]
    async fn only_who_follows_is_woken_by_updates() {
        let flights = Arc::default();
        let (mut waiter, flight) = flight(&flights);
        let report = over();
        waiter.news.mark_unchanged();
        flight.tell(report.clone());
        assert!(!waiter.news.has_changed().unwrap());
        waiter.news.mark_changed();
        assert_eq!(waiter.next().await, News::Update(report.clone()));
        flight.tell(report);
        assert!(waiter.news.has_changed().unwrap());
    }

    #[test]
    fn who_joins_late_pays_from_then_on() {
        let flights = Arc::default();
        let (first, flight) = flight(&flights);
        let running = flight.stopwatch().run();
        sleep(Duration::from_millis(1));
        let mut second = None;
        flight.stopwatch().rest_during(|| {
            second = Some(flights.join(&question(0)).0);
            sleep(Duration::from_millis(1));
            assert_eq!(second.as_ref().unwrap().meter().time(), Duration::ZERO);
        });
        sleep(Duration::from_millis(1));
        drop(running);
        let [first, second] = [first, second.unwrap()].map(|waiter| waiter.meter().time());
        assert!(Duration::ZERO < second && second < first, "{second:?} of {first:?}");
        assert_eq!(first, flight.stopwatch().time());
    }
}
