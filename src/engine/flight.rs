//! Searches in flight: equal requests share one, and it is cancelled when the last of them leaves.

use super::{Budget, EngineError, Report};
use crate::types::Key;
use dashmap::DashMap;
use dashmap::mapref::entry::Entry;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use tokio::sync::{Notify, watch};

/// What makes two requests equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Question {
    pub(super) game: &'static str,
    pub(super) position: String,
    /// Earlier positions that could occur again.
    pub(super) lineage: Box<[Key]>,
    pub(super) budget: Budget,
}

type Landing = Result<Report, EngineError>;

/// A search that runs or waits for a worker.
pub(super) struct Flight {
    stop: AtomicBool,
    stopped: Notify,
    passengers: AtomicUsize,
    landing: watch::Sender<Option<Landing>>,
}

impl Flight {
    fn new() -> Self {
        let landing = watch::Sender::new(None);
        Self {
            stop: AtomicBool::new(false),
            stopped: Notify::new(),
            passengers: AtomicUsize::new(1),
            landing,
        }
    }

    /// Set when the search is to end soon.
    pub(super) const fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Waits until the search is to end soon.
    pub(super) async fn stopped(&self) {
        self.stopped.notified().await;
    }

    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.stopped.notify_one();
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// The searches in flight, by what was asked.
///
/// A flight's count of passengers changes only under the lock of its entry, so nobody boards one
/// that is being cancelled.
#[derive(Default)]
pub(super) struct Flights(DashMap<Question, Arc<Flight>>);

impl Flights {
    /// Boards the flight of an equal question. If there is none, makes one, which the caller has
    /// to [`land`](Self::land).
    pub(super) fn board(self: &Arc<Self>, question: &Question) -> (Seat, Option<Arc<Flight>>) {
        let seat = |flight| Seat { flights: Arc::clone(self), question: question.clone(), flight };
        match self.0.entry(question.clone()) {
            Entry::Occupied(entry) if !entry.get().is_stopped() => {
                entry.get().passengers.fetch_add(1, Ordering::Relaxed);
                (seat(Arc::clone(entry.get())), None)
            }
            entry => {
                let flight = Arc::new(Flight::new());
                entry.insert(Arc::clone(&flight));
                (seat(Arc::clone(&flight)), Some(flight))
            }
        }
    }

    /// Ends a flight: all aboard get the result.
    pub(super) fn land(&self, question: &Question, flight: &Arc<Flight>, landing: Landing) {
        self.0.remove_if(question, |_, current| Arc::ptr_eq(current, flight));
        flight.landing.send_replace(Some(landing));
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

/// One request's share in a flight, given up when dropped.
pub(super) struct Seat {
    flights: Arc<Flights>,
    question: Question,
    flight: Arc<Flight>,
}

impl Seat {
    /// The flight's result.
    pub(super) async fn landing(&self) -> Landing {
        let mut landing = self.flight.landing.subscribe();
        match landing.wait_for(Option::is_some).await.as_deref() {
            Ok(Some(landing)) => landing.clone(),
            Ok(None) | Err(_) => Err(EngineError::Failed),
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let is_last = |_: &Question, current: &Arc<Flight>| {
            Arc::ptr_eq(current, &self.flight) && current.passengers.fetch_sub(1, Ordering::Relaxed) == 1
        };
        if self.flights.0.remove_if(&self.question, is_last).is_some() {
            self.flight.stop();
        }
    }
}
