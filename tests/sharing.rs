//! What replicas tell each other: believed if the rules bear it out, done without if not.

use crate::positions::Dice;
use bestmove::engine::{
    Allowance, Choice, Engine, EngineConfig, Neighbours, Priority, Proof, Report, Request, SharedProofs,
    Source, StoppedBy, Topic, Wish, find,
};
use bestmove::types::{Bound, Verdict};
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, pending, ready};
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::task::yield_now;

/// What replicas share, in a map.
#[derive(Default)]
struct Shelf {
    proofs: Mutex<HashMap<Topic, Proof>>,
    asked: AtomicUsize,
}

impl Shelf {
    fn len(&self) -> usize {
        self.proofs.lock().unwrap().len()
    }
}

impl SharedProofs for Shelf {
    fn find<'a>(&'a self, topic: &'a Topic) -> BoxFuture<'a, Option<Proof>> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        ready(self.proofs.lock().unwrap().get(topic).cloned()).boxed()
    }

    fn keep<'a>(&'a self, topic: &'a Topic, proof: &'a Proof) -> BoxFuture<'a, ()> {
        self.proofs.lock().unwrap().insert(topic.clone(), proof.clone());
        ready(()).boxed()
    }
}

pub(crate) fn replica(proofs: Arc<dyn SharedProofs>) -> Arc<Engine> {
    let allowance = Allowance { max_time: Duration::from_mins(1), ..Allowance::default() };
    let workers = NonZeroUsize::MIN;
    let config = EngineConfig {
        workers,
        table_bytes: 1 << 20,
        solver_bytes: 1 << 20,
        allowance,
        ..EngineConfig::default()
    };
    Engine::among(config, Neighbours { proofs: Some(proofs), ..Neighbours::default() })
}

fn at<'a>(game: &str, moves: &'a [String]) -> Request<'a> {
    Request {
        game: find(game).unwrap(),
        position: None,
        moves,
        choice: Choice::default(),
        wish: Wish { time_ms: Some(60_000), ..Wish::default() },
        priority: Priority::Interactive,
        arrival: Instant::now(),
    }
}

pub(crate) fn on<'a>(game: &str, position: &'a str) -> Request<'a> {
    Request { position: Some(position), ..at(game, &[]) }
}

/// What is kept is kept by a task of its own.
async fn until(is: impl Fn() -> bool) {
    while !is() {
        yield_now().await;
    }
}

/// What of a report does not depend on who found it.
fn essence(report: &Report) -> Report {
    let (elapsed, budget, cutoffs, probes, waited, searched) = Default::default();
    let report = report.clone();
    Report { source: Source::Search, nodes: 0, elapsed, budget, cutoffs, probes, waited, searched, ..report }
}

/// Up to `plies` random moves from the start that do not end the game.
fn random_moves(dice: &mut Dice, game: &str, plies: usize) -> Vec<String> {
    let mut moves = Vec::new();
    for _ in 0..plies {
        let listing = find(game).unwrap().prepare(None, &moves, Choice::default()).unwrap().listing();
        if listing.moves.is_empty() {
            moves.pop();
            break;
        }
        moves.push(listing.moves[dice.below(listing.moves.len())].text.clone());
    }
    moves
}

#[tokio::test]
async fn what_one_replica_has_proven_the_others_know() {
    let shelf = Arc::new(Shelf::default());
    let [one, other] = [(); 2].map(|()| replica(shelf.clone()));
    let mut dice = Dice(11);
    for (game, plies) in [("tic-tac-toe", 0..7), ("connect-four", 14..24), ("checkers", 60..90)] {
        let mut told = 0;
        for round in 0..60 {
            let length = plies.start + dice.below(plies.len());
            let moves = random_moves(&mut dice, game, length);
            let lines = NonZeroUsize::new([1, 2, 40][round % 3]).unwrap();
            let wish =
                Wish { time_ms: Some(if game == "checkers" { 15 } else { 60_000 }), ..Wish::default() };
            let request =
                || Request { choice: Choice { lines, ..Choice::default() }, wish, ..at(game, &moves) };
            let topic = one.inquire(&request()).unwrap().topic().clone();
            let first = one.best_move(request()).await.unwrap();
            let is_found = first.stopped_by == StoppedBy::Proven && first.source == Source::Search;
            if !is_found || !topic.moves.is_empty() {
                continue;
            }
            until(|| shelf.proofs.lock().unwrap().contains_key(&topic)).await;
            let second = other.best_move(request()).await.unwrap();
            assert_eq!((second.source, second.nodes), (Source::Cache, 0), "{first:?}");
            assert_eq!(essence(&second), essence(&first));
            told += 1;
        }
        assert!(told >= 10, "{game}: {told}");
    }
}

type Lie = fn(&mut Proof);

/// The proof of two moves in `XX.OO....`, changed.
fn told(change: impl FnOnce(&mut Proof)) -> Proof {
    let line = |moves: &[&str], verdict| bestmove::engine::Variation {
        line: moves.iter().map(|&text| text.to_owned()).collect(),
        verdict,
        bound: Bound::Exact,
    };
    let lines = vec![
        line(&["3"], Verdict::Win { plies: Some(1) }),
        line(&["6", "7", "3"], Verdict::Win { plies: Some(3) }),
    ];
    let mut proof = Proof { lines, depth: 1, selective_depth: 1 };
    change(&mut proof);
    proof
}

#[tokio::test]
async fn what_the_rules_do_not_bear_out_is_not_believed() {
    let choice = Choice { lines: NonZeroUsize::new(2).unwrap(), ..Choice::default() };
    let request = || Request { choice, ..on("tic-tac-toe", "XX.OO....") };
    let topic = replica(Arc::<Shelf>::default()).inquire(&request()).unwrap().topic().clone();
    let answer = async |proof| {
        let shelf = Shelf::default();
        shelf.proofs.lock().unwrap().insert(topic.clone(), proof);
        replica(Arc::new(shelf)).best_move(request()).await.unwrap()
    };
    let good = answer(told(|_| ())).await;
    assert_eq!((good.source, good.others.len()), (Source::Cache, 1));
    let lies: [(&str, Lie); 12] = [
        ("nothing", |proof| proof.lines.clear()),
        ("too little", |proof| drop(proof.lines.pop())),
        ("too much", |proof| proof.lines.push(proof.lines[1].clone())),
        ("the same twice", |proof| proof.lines[1] = proof.lines[0].clone()),
        ("a line without a move", |proof| proof.lines[0].line.clear()),
        ("an illegal move", |proof| proof.lines[0].line[0] = "1".to_owned()),
        ("no move at all", |proof| proof.lines[0].line[0] = "no".to_owned()),
        ("moves after the end", |proof| proof.lines[0].line.push("9".to_owned())),
        ("an end too early", |proof| drop(proof.lines[1].line.pop())),
        ("another winner", |proof| proof.lines[0].verdict = Verdict::Loss { plies: Some(1) }),
        ("another length", |proof| proof.lines[0].verdict = Verdict::Win { plies: Some(3) }),
        ("an estimate", |proof| proof.lines[0].verdict = Verdict::Estimate(9)),
    ];
    for (what, lie) in lies {
        let report = answer(told(lie)).await;
        assert_eq!(report.source, Source::Search, "{what}");
        assert_eq!((report.best_move.as_deref(), report.verdict), (Some("3"), good.verdict), "{what}");
    }
}

#[tokio::test]
async fn a_move_that_was_ruled_out_is_not_believed() {
    let shelf = Arc::new(Shelf::default());
    let avoid = ["3".to_owned()];
    let request = || Request {
        choice: Choice { avoid: &avoid, ..Choice::default() },
        ..on("tic-tac-toe", "XX.OO....")
    };
    let engine = replica(shelf.clone());
    let topic = engine.inquire(&request()).unwrap().topic().clone();
    shelf.proofs.lock().unwrap().insert(topic, told(|proof| drop(proof.lines.pop())));
    let report = engine.best_move(request()).await.unwrap();
    assert_eq!((report.source, report.best_move.as_deref()), (Source::Search, Some("6")));
}

#[tokio::test]
async fn only_the_truth_is_shared_and_asked_for() {
    let shelf = Arc::new(Shelf::default());
    let engine = replica(shelf.clone());
    let estimate = Wish { time_ms: Some(20), ..Wish::default() };
    let report = engine.best_move(Request { wish: estimate, ..at("checkers", &[]) }).await.unwrap();
    assert!(!report.verdict.is_proven());
    engine.best_move(at("connect-four", &[])).await.unwrap();
    yield_now().await;
    assert_eq!(
        (shelf.asked.load(Ordering::SeqCst), shelf.len()),
        (2, 0),
        "estimates, or what is in the book"
    );

    let position = "X...O....";
    for effort in [
        Wish { depth: Some(9), ..Wish::default() },
        Wish { nodes: Some(100_000), ..Wish::default() },
        Wish { fresh: true, ..Wish::default() },
    ] {
        let report = engine.best_move(Request { wish: effort, ..on("tic-tac-toe", position) }).await.unwrap();
        assert_eq!((report.source, report.stopped_by), (Source::Search, StoppedBy::Proven));
    }
    assert_eq!(shelf.asked.load(Ordering::SeqCst), 2);
    until(|| shelf.len() == 1).await;
}

/// Where a server hangs.
struct Silence;

impl SharedProofs for Silence {
    fn find<'a>(&'a self, _: &'a Topic) -> BoxFuture<'a, Option<Proof>> {
        pending().boxed()
    }
    fn keep<'a>(&'a self, _: &'a Topic, _: &'a Proof) -> BoxFuture<'a, ()> {
        pending().boxed()
    }
}

#[tokio::test]
async fn silence_is_not_waited_for() {
    let wish = Wish { time_ms: Some(1000), ..Wish::default() };
    let engine = replica(Arc::new(Silence));
    let report = engine.best_move(Request { wish, ..on("tic-tac-toe", "X...O....") }).await.unwrap();
    assert_eq!((report.source, report.stopped_by), (Source::Search, StoppedBy::Proven));
    assert!(report.elapsed >= Duration::from_millis(100));
}
