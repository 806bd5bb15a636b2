use super::*;
use bestmove_query::{LimitPolicy, MoveSelection, Registry, RequestedLimits};
use std::thread::{self, sleep};

fn key(position: usize) -> FlightKey {
    let position = position.to_string();
    let query = QueryKey { game: "", position, moves: Vec::new(), lines: 1, only: None, opponent: None };
    let budget = LimitPolicy::default().resolve(&RequestedLimits::default()).unwrap();
    FlightKey { query, budget, priority: Priority::Background, client: None }
}

/// A flight with one subscriber.
fn flight(flights: &Arc<Flights>) -> (Subscriber, Arc<Flight>) {
    let (subscriber, flight) = flights.join(&key(0));
    (subscriber, flight.unwrap())
}

fn analysis() -> Analysis {
    let games = Registry::built_in();
    let game = games.find("tic-tac-toe").unwrap();
    game.prepare(Some("XXXOO...."), &[], MoveSelection::default()).unwrap().game_over().unwrap()
}

#[test]
fn concurrent_joins_and_drops_leave_no_flight() {
    let flights = Arc::<Flights>::default();
    let join_and_drop = |thread: usize| {
        for turn in 0..1000 {
            let key = key(turn % 3);
            let (subscriber, begun) = flights.join(&key);
            assert!(!subscriber.flight.is_stopped());
            if let Some(flight) = &begun
                && (thread + turn).is_multiple_of(2)
            {
                flights.complete(&key, flight, Err(EngineError::Draining));
            }
            let flight = Arc::clone(&subscriber.flight);
            drop((subscriber, begun));
            let is_left = Arc::strong_count(&flight) == 1;
            let has_ended = || matches!(*flight.events.borrow(), Some(AnalysisEvent::Done(_)));
            assert!(!is_left || has_ended() || flight.is_stopped());
        }
    };
    thread::scope(|scope| {
        for thread in 0..8 {
            scope.spawn(move || join_and_drop(thread));
        }
    });
    assert_eq!(flights.count(), 0);
}

#[tokio::test]
async fn subscribers_get_an_error_if_the_search_panics() {
    let flights = Arc::default();
    let (mut subscriber, flight) = flight(&flights);
    drop(CompletionGuard::new(&flights, key(0), Arc::clone(&flight)));
    assert_eq!(subscriber.answer().await, Err(EngineError::Failed));
    assert!(flight.is_stopped());
    assert_eq!(flights.count(), 0);
}

#[test]
fn a_background_search_that_yielded_is_degraded() {
    let flights = Arc::default();
    let (_subscriber, flight) = flight(&flights);
    let time = Duration::from_millis(2);
    let ended = |stopped_by| flight.conclude_low_priority(Analysis { stopped_by, ..analysis() }, time);
    let cut = ended(StoppedBy::Time);
    assert_eq!((cut.timing.budget, cut.degraded), (Duration::ZERO, true));
    let proven = ended(StoppedBy::Proven);
    assert_eq!((proven.timing.budget, proven.degraded), (time, false));
    let running = flight.stopwatch().run();
    sleep(time);
    drop(running);
    let in_full = ended(StoppedBy::Time);
    assert_eq!((in_full.timing.budget, in_full.degraded), (time, false));
}

#[tokio::test]
async fn only_followers_wake_up_for_progress() {
    let flights = Arc::default();
    let (mut subscriber, flight) = flight(&flights);
    let analysis = analysis();
    subscriber.events.mark_unchanged();
    flight.publish(analysis.clone());
    assert!(!subscriber.events.has_changed().unwrap());
    subscriber.events.mark_changed();
    assert_eq!(subscriber.next().await, AnalysisEvent::Progress(analysis.clone()));
    flight.publish(analysis);
    assert!(subscriber.events.has_changed().unwrap());
}

/// Also by a subscriber that did not wake up for it.
#[tokio::test]
async fn the_last_finished_iteration_outlives_the_end() {
    let flights = Arc::default();
    let (mut subscriber, flight) = flight(&flights);
    flight.publish(Analysis { depth: 7, ..analysis() });
    flights.complete(&key(0), &flight, Ok(Analysis { stopped_by: StoppedBy::Time, ..analysis() }));
    assert_eq!(subscriber.answer().await.unwrap().stopped_by, StoppedBy::Time);
    assert_eq!(subscriber.finished_iteration().unwrap().depth, 7);
}

#[test]
fn a_search_is_degraded_only_by_real_pauses() {
    let flights = Arc::default();
    let (_subscriber, flight) = flight(&flights);
    let start = Start { at: Instant::now(), has_waited: false };
    let (time, deadline) = (Duration::from_secs(1), Instant::now());
    for has_paused in [false, true] {
        flight.pause_during(|| has_paused);
        let analysis = Analysis { stopped_by: StoppedBy::Time, ..analysis() };
        assert_eq!(flight.conclude(analysis, time, deadline, start).degraded, has_paused);
    }
}

#[test]
fn a_search_is_degraded_by_the_loss_of_a_tenth_of_its_time() {
    let flights = Arc::default();
    let (_subscriber, flight) = flight(&flights);
    let (time, deadline) = (Duration::from_millis(100), Instant::now());
    for (had, degraded) in [(99, false), (91, false), (90, true), (50, true), (0, true)] {
        let had = Duration::from_millis(had);
        let start = Start { at: deadline - had, has_waited: true };
        let ended =
            |stopped_by| flight.conclude(Analysis { stopped_by, ..analysis() }, time, deadline, start);
        let cut = ended(StoppedBy::Time);
        assert_eq!((cut.timing.budget, cut.degraded), (had, degraded));
        assert!(!ended(StoppedBy::Proven).degraded);
    }
}

#[test]
fn usage_counts_from_the_join() {
    let flights = Arc::default();
    let (first, flight) = flight(&flights);
    let running = flight.stopwatch().run();
    sleep(Duration::from_millis(1));
    let mut second = None;
    flight.stopwatch().pause_during(|| {
        second = Some(flights.join(&key(0)).0);
        sleep(Duration::from_millis(1));
        assert_eq!(second.as_ref().unwrap().usage_meter().time(), Duration::ZERO);
    });
    sleep(Duration::from_millis(1));
    drop(running);
    let [first, second] = [first, second.unwrap()].map(|subscriber| subscriber.usage_meter().time());
    assert!(Duration::ZERO < second && second < first, "{second:?} of {first:?}");
    assert_eq!(first, flight.stopwatch().time());
}
