//! The engine around the search: single-flight, cancellation, admission control, preemption, drain.

/// Computations that are not searches for a best move.
mod computations;
/// A game whose search runs until it is stopped.
mod endless;
/// The proof cache.
mod proof_cache;

use crate::built_in;
use bestmove_core::search::StoppedBy;
use bestmove_query::{
    Analysis, AnyGame, LimitPolicy, MoveSelection, Priority, Registry, Request, RequestedLimits,
    SessionConfig,
};
use bestmove_scheduler::{AnswerOrigin, Engine, EngineConfig, EngineError, EngineObserver};
use endless::endless;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;

/// A time limit in milliseconds that no test reaches.
const LONG: u64 = 60_000;

fn engine(workers: usize, queue: usize) -> Arc<Engine> {
    Engine::new(config(workers, queue))
}

fn config(workers: usize, queue: usize) -> EngineConfig {
    let limit_policy = LimitPolicy { max_time: Duration::from_millis(LONG), ..LimitPolicy::default() };
    let workers = NonZeroUsize::new(workers).unwrap();
    let session = SessionConfig { table_bytes: 1 << 20, limit_policy, ..SessionConfig::default() };
    EngineConfig { workers, queue, session, ..EngineConfig::default() }
}

type Answer = JoinHandle<Result<Analysis, EngineError>>;

fn ask(engine: &Arc<Engine>, game: Arc<dyn AnyGame>, position: &str, requested: RequestedLimits) -> Answer {
    let (engine, position) = (Arc::clone(engine), position.to_owned());
    tokio::spawn(async move {
        let position = Some(position.as_str());
        let selection = MoveSelection::default();
        engine
            .best_move(Request {
                game: game.as_ref(),
                position,
                moves: &[],
                selection,
                requested,
                priority: Priority::Interactive,
                arrival: Instant::now(),
            })
            .await
    })
}

fn long() -> RequestedLimits {
    RequestedLimits { time_ms: Some(LONG), ..RequestedLimits::default() }
}

/// Lets other tasks and threads run until `condition` holds.
async fn until(what: &str, condition: impl Fn() -> bool) {
    let timeout = Instant::now() + Duration::from_secs(20);
    while !condition() {
        assert!(Instant::now() < timeout, "timed out waiting until {what}");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[tokio::test]
async fn equal_requests_share_one_search_until_the_last_leaves() {
    let (engine, game) = (engine(2, 10), endless());
    let answers: Vec<Answer> = (0..8).map(|_| ask(&engine, game.clone(), "same", long())).collect();
    until("the search runs", || game.begun() == 1).await;
    tokio::time::sleep(Duration::from_millis(20)).await;
    for answer in &answers[1..] {
        answer.abort();
    }
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(game.begun(), 1, "one search for all");
    assert_eq!(game.ended(), 0, "a subscriber is left");
    answers[0].abort();
    until("the search has ended", || game.ended() == 1).await;
    until("nothing is in flight", || engine.in_flight() == 0).await;
}

#[tokio::test]
async fn different_requests_do_not_share_a_search() {
    let (engine, game) = (engine(4, 10), endless());
    let deeper = RequestedLimits { depth: Some(9), ..long() };
    let answers = [
        ask(&engine, game.clone(), "a", long()),
        ask(&engine, game.clone(), "b", long()),
        ask(&engine, game.clone(), "a", deeper),
    ];
    until("all run", || game.begun() == 3).await;
    answers.iter().for_each(Answer::abort);
}

#[tokio::test]
async fn a_full_queue_refuses_and_a_free_worker_takes_the_next() {
    let (engine, game) = (engine(1, 1), endless());
    let running = ask(&engine, game.clone(), "running", long());
    until("it runs", || game.begun() == 1).await;
    let waiting = ask(&engine, game.clone(), "waiting", long());
    until("it waits", || engine.in_flight() == 2).await;
    let refused = ask(&engine, game.clone(), "refused", long()).await.unwrap();
    assert!(matches!(refused, Err(EngineError::Full { waiting: 1, .. })), "{refused:?}");
    running.abort();
    until("the next one runs", || game.begun() == 2).await;
    waiting.abort();
    until("the worker is free", || game.ended() == 2).await;
}

#[tokio::test]
async fn a_request_that_would_wait_past_its_deadline_is_refused_at_once() {
    let (engine, game) = (engine(1, 5), endless());
    for turn in 0..40 {
        let requested = RequestedLimits { nodes: Some(1), time_ms: Some(2), ..RequestedLimits::default() };
        let timed_out = ask(&engine, game.clone(), &format!("times out {turn}"), requested).await.unwrap();
        assert_eq!(timed_out.unwrap().stopped_by, StoppedBy::Time);
    }
    let fixed = RequestedLimits { nodes: Some(1), ..long() };
    let running = ask(&engine, game.clone(), "running", fixed);
    until("it runs", || game.begun() == 41).await;
    let sent = Instant::now();
    let late = ask(
        &engine,
        game.clone(),
        "late",
        RequestedLimits { time_ms: Some(LONG / 2), ..RequestedLimits::default() },
    )
    .await
    .unwrap();
    assert!(sent.elapsed() < Duration::from_millis(LONG / 4));
    let Err(EngineError::Full { retry_after, .. }) = late else { panic!("{late:?}") };
    // The worker is free after LONG, and a search may start up to a tenth of its time before its deadline.
    let (least, most) = (Duration::from_millis(LONG / 4), Duration::from_millis(LONG * 55 / 100));
    assert!((least..=most).contains(&retry_after), "{retry_after:?}");
    assert_eq!(game.begun(), 41, "the refused request ran");
    running.abort();
}

#[tokio::test]
async fn time_is_shared_with_waiting_requests_and_degraded_is_reported() {
    const TIME: u64 = 3000;
    let (engine, game) = (engine(1, 5), endless());
    let answers: Vec<_> = ["a", "b", "c"]
        .map(|position| {
            ask(
                &engine,
                game.clone(),
                position,
                RequestedLimits { time_ms: Some(TIME), ..RequestedLimits::default() },
            )
        })
        .into();
    let mut degraded = 0;
    for answer in answers {
        let report = answer.await.unwrap().unwrap();
        assert_eq!(report.stopped_by, StoppedBy::Time);
        degraded += usize::from(report.degraded);
        assert_eq!(report.degraded, report.timing.budget < Duration::from_millis(TIME), "{report:?}");
    }
    assert_eq!(degraded, 3);
}

#[tokio::test]
async fn searches_with_depth_or_node_limits_are_not_shortened_under_load() {
    let time_ms = Some(300);
    for requested in [
        RequestedLimits { depth: Some(9), time_ms, ..RequestedLimits::default() },
        RequestedLimits { nodes: Some(1_000_000), time_ms, ..RequestedLimits::default() },
    ] {
        let (engine, game) = (engine(1, 5), endless());
        let limited = ask(&engine, game.clone(), "limited", requested);
        until("it runs", || game.begun() == 1).await;
        let other = RequestedLimits { time_ms: Some(10_000), ..RequestedLimits::default() };
        let next = ask(&engine, game.clone(), "next", other);
        let report = limited.await.unwrap().unwrap();
        assert_eq!((report.degraded, report.timing.budget), (false, Duration::from_millis(300)));
        next.abort();
    }
}

#[tokio::test]
async fn a_request_alone_gets_all_of_its_time() {
    let (engine, game) = (engine(1, 5), endless());
    let requested = RequestedLimits { time_ms: Some(50), ..RequestedLimits::default() };
    let report = ask(&engine, game.clone(), "alone", requested).await.unwrap().unwrap();
    assert_eq!((report.degraded, report.timing.budget), (false, Duration::from_millis(50)));
}

#[tokio::test]
async fn a_panic_fails_one_request_only() {
    let (engine, game) = (engine(1, 1), endless());
    for _ in 0..10 {
        let failed = ask(&engine, game.clone(), "panic", long()).await.unwrap();
        assert_eq!(failed, Err(EngineError::Failed));
    }
    for nodes in 1..=1000 {
        let requested = RequestedLimits { nodes: Some(nodes), ..RequestedLimits::default() };
        let answer = ask(&engine, built_in("tic-tac-toe"), ".........", requested).await.unwrap().unwrap();
        assert!(answer.best_move().is_some());
    }
}

#[tokio::test]
async fn drain_answers_running_requests_and_refuses_others() {
    let (engine, game) = (engine(1, 5), endless());
    let running = ask(&engine, game.clone(), "running", long());
    until("it runs", || game.begun() == 1).await;
    let waiting = ask(&engine, game.clone(), "waiting", long());
    until("it waits", || engine.in_flight() == 2).await;
    engine.drain();
    assert!(!engine.is_ready());
    assert_eq!(running.await.unwrap().unwrap().stopped_by, StoppedBy::Cancelled);
    assert_eq!(waiting.await.unwrap(), Err(EngineError::Draining));
    assert_eq!(ask(&engine, game.clone(), "new", long()).await.unwrap(), Err(EngineError::Draining));
}

/// An observer that records what the engine reports.
#[derive(Clone, Default)]
struct Recorder {
    queries: Arc<Mutex<Vec<(&'static str, AnswerOrigin)>>>,
    searches: Arc<Mutex<Vec<(Priority, Analysis)>>>,
}

impl EngineObserver for Recorder {
    fn on_query(&self, game: &'static str, origin: AnswerOrigin) {
        self.queries.lock().unwrap().push((game, origin));
    }
    fn on_search(&self, priority: Priority, report: &Analysis) {
        self.searches.lock().unwrap().push((priority, report.clone()));
    }
}

#[tokio::test]
async fn the_observer_receives_each_query_and_search() {
    let recorder = Recorder::default();
    let (engine, game) = (Engine::with(config(1, 5), Registry::built_in(), recorder.clone()), endless());
    assert_eq!((engine.occupancy().busy, engine.occupancy().answers), (0, 0));
    let requested = RequestedLimits { time_ms: Some(600), nodes: Some(1), ..RequestedLimits::default() };
    let first = ask(&engine, game.clone(), "first", requested);
    until("it runs", || game.begun() == 1).await;
    let joined = ask(&engine, game.clone(), "first", requested);
    let next = ask(&engine, game.clone(), "next", RequestedLimits { time_ms: Some(2000), ..requested });
    until("it waits", || engine.occupancy().waiting[0] == (Priority::Interactive, 1)).await;
    assert_eq!(engine.occupancy().busy, 1);
    for answer in [first, joined, next] {
        answer.await.unwrap().unwrap();
    }
    for position in ["XX.OO....", "XX.OO....", "XXXOO...."] {
        ask(&engine, built_in("tic-tac-toe"), position, RequestedLimits::default()).await.unwrap().unwrap();
    }
    let queries = recorder.queries.lock().unwrap().clone();
    let origins = [
        AnswerOrigin::Search,
        AnswerOrigin::Shared,
        AnswerOrigin::Search,
        AnswerOrigin::Search,
        AnswerOrigin::Cache,
        AnswerOrigin::Rules,
    ];
    let games = [vec!["endless"; 3], vec!["tic-tac-toe"; 3]].concat();
    assert_eq!(queries, games.into_iter().zip(origins).collect::<Vec<_>>());
    let searches = recorder.searches.lock().unwrap().clone();
    let [(_, first), (_, next), (priority, _)] = searches.try_into().unwrap();
    assert_eq!(priority, Priority::Interactive);
    assert!(first.timing.waited < Duration::from_millis(500), "{:?}", first.timing.waited);
    assert!(first.timing.searched >= Duration::from_millis(490), "{:?}", first.timing.searched);
    assert!((1..=2000).contains(&next.timing.waited.as_millis()), "{:?}", next.timing.waited);
    assert!(next.timing.waited + next.timing.searched >= Duration::from_millis(1490), "{next:?}");
    assert_eq!((engine.occupancy().busy, engine.occupancy().answers), (0, 1));
}

/// A checkers search that stops at its time limit.
async fn search_checkers(
    engine: &Arc<Engine>,
    position: &str,
    requested: RequestedLimits,
) -> Result<Analysis, EngineError> {
    let game = built_in("checkers");
    let (selection, priority) = (MoveSelection::default(), Priority::Interactive);
    let (position, arrival) = (Some(position), Instant::now());
    engine
        .best_move(Request {
            game: game.as_ref(),
            position,
            moves: &[],
            selection,
            requested,
            priority,
            arrival,
        })
        .await
}

/// Beside three searches of six seconds on two workers, nine of ten short requests get at least three
/// quarters of their time. Each long search is paused meanwhile, or refused.
#[tokio::test(flavor = "multi_thread")]
async fn short_requests_are_answered_in_full_beside_long_ones() {
    const SHORT: u64 = 300;
    const LONG: u64 = 6000;
    let mut config = config(2, 8);
    config.session.limit_policy = LimitPolicy::default();
    let engine = Engine::new(config);
    let limits = [
        RequestedLimits { time_ms: Some(LONG), ..RequestedLimits::default() },
        RequestedLimits { time_ms: Some(LONG), depth: Some(60), ..RequestedLimits::default() },
        RequestedLimits {
            time_ms: Some(LONG),
            nodes: Some(900_000_000),
            fresh: true,
            ..RequestedLimits::default()
        },
    ];
    let start = built_in("checkers").start();
    let long: Vec<_> = limits
        .into_iter()
        .map(|requested| {
            let (engine, start) = (Arc::clone(&engine), start.clone());
            tokio::spawn(async move { search_checkers(&engine, &start, requested).await })
        })
        .collect();
    until("both workers search", || engine.occupancy().busy == 2).await;
    let mut budgets = Vec::new();
    for at in 0..10 {
        let position = format!("W:W{},22,K32:B1,2,3,K4", 23 + at % 4);
        let requested = RequestedLimits { time_ms: Some(SHORT), ..RequestedLimits::default() };
        budgets
            .push(search_checkers(&engine, &position, requested).await.unwrap().timing.budget.as_millis()
                as u64);
    }
    assert!(budgets.iter().filter(|&&ms| ms >= SHORT * 3 / 4).count() >= 9, "{budgets:?}");
    let mut answered = 0;
    for search in long {
        match search.await.unwrap() {
            Ok(report) => {
                assert!(report.degraded && report.timing.searched < report.timing.elapsed, "{report:?}");
                answered += 1;
            }
            Err(error) => assert!(matches!(error, EngineError::Full { .. }), "{error:?}"),
        }
    }
    assert!(answered >= 2, "the two that had a worker");
    assert_eq!(engine.occupancy().busy, 0);
}

/// FFO 54, with 28 empty squares, takes minutes. While nothing else waits, it is searched by all workers.
#[tokio::test(flavor = "multi_thread")]
async fn an_ending_in_the_background_has_all_free_workers() {
    const ENDING: &str = "--OOO---XXOO----XXXXOOOOXXXXOX--XXXOXX--XXOOO------OOO-----O---- X";
    let engine = engine(2, 10);
    let game = built_in("reversi");
    let background = {
        let engine = Arc::clone(&engine);
        tokio::spawn(async move {
            engine
                .best_move(Request {
                    game: game.as_ref(),
                    position: Some(ENDING),
                    moves: &[],
                    selection: MoveSelection::default(),
                    requested: long(),
                    priority: Priority::Background,
                    arrival: Instant::now(),
                })
                .await
        })
    };
    until("a helper has the other worker", || engine.busy_workers() == 2).await;
    for depth in 5..10 {
        let requested = RequestedLimits { depth: Some(depth), ..long() };
        search_checkers(&engine, "W:W21,22,K32:B1,2,3,K4", requested).await.unwrap();
    }
    until("the helper has its worker again", || engine.busy_workers() == 2).await;
    engine.drain();
    let analysis = background.await.unwrap().unwrap();
    assert_eq!(analysis.stopped_by, StoppedBy::Cancelled);
    until("all workers are free", || engine.busy_workers() == 0).await;
}
