//! Results of earlier searches, which jobs and `/v1/{game}/known` take from the store.

use super::contract::Contract;
use super::jobs::{config, ended, jobs_in, service_of, submitted};
use super::{engine, get, post};
use axum::Router;
use bestmove::http::FairUse;
use bestmove::jobs::{JobConfig, Jobs, KnownConfig, Question};
use bestmove_jobs::{Digest, Embedded, JobId, KnownResult, Store};
use bestmove_query::Registry;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use tokio::time::sleep;
use tokio_util::sync::{CancellationToken, DropGuard};

/// Two games that have their first three positions in common, five in all.
const GAMES: &str = "1. 11-15 23-19 *\n\n1. 11-15 22-18 *";

/// A service that keeps results of 1,000 nodes.
struct Service {
    router: Router,
    jobs: Arc<Jobs>,
    _workers: DropGuard,
}

impl Service {
    fn with(store: Arc<dyn Store>) -> Self {
        let known = KnownConfig { min_nodes: 1_000, retention: Duration::from_mins(1) };
        let jobs =
            jobs_in(store, JobConfig { known, per_client: 8, chunk: Duration::from_millis(100), ..config() });
        let (engine, shutdown) = (engine(), CancellationToken::new());
        tokio::spawn(Arc::clone(&jobs).run(Arc::clone(&engine), shutdown.clone()));
        let router = service_of(engine, Arc::clone(&jobs), FairUse::default());
        Self { router, jobs, _workers: shutdown.drop_guard() }
    }

    fn new() -> Self {
        Self::with(Arc::new(Embedded::in_memory(64 << 20).unwrap()))
    }

    /// Runs a job. Returns its answers and how many lines were searched.
    async fn run(&self, query: &str, text: &str) -> (String, u64) {
        let before = self.jobs.searches.load(Relaxed);
        let location = submitted(&self.router, query, text.to_owned()).await;
        ended(&self.router, &location).await;
        let results = get(&self.router, &format!("{location}/results")).await;
        let text = String::from_utf8(results.body.to_vec()).unwrap();
        (text, self.jobs.searches.load(Relaxed) - before)
    }

    fn count(&self, counter: impl Fn(&bestmove::jobs::KnownCounters) -> &AtomicU64) -> u64 {
        counter(&self.jobs.known.as_ref().unwrap().counters).load(Relaxed)
    }

    /// The key of what an analysis of a position of checkers asks.
    fn key(&self, moves: &[&str]) -> Digest {
        let moves: Vec<_> = moves.iter().map(|&text| text.to_owned()).collect();
        let games = Registry::built_in();
        let query = games.find("checkers").unwrap().prepare(None, &moves, Default::default()).unwrap();
        self.jobs.known.as_ref().unwrap().key(&Question::of_analysis(query.key(), None))
    }
}

fn analysis(nodes: u64) -> String {
    format!("kind=analysis&game=checkers&nodes={nodes}")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_run_of_a_job_searches_nothing() {
    let service = Service::new();
    let (first, searches) = service.run(&analysis(3_000), GAMES).await;
    assert_eq!((first.lines().count(), searches), (6, 4), "each position is searched once: {first}");
    assert_eq!(first.matches("\"same_as\":").count(), 2);
    for nodes in [3_000, 2_000] {
        assert_eq!(service.run(&analysis(nodes), GAMES).await, (first.clone(), 0), "{nodes}");
    }
    assert_eq!(service.count(|known| &known.found), 8);
}

/// A background analysis begins with the known result, and never ends with a worse one.
#[tokio::test(flavor = "multi_thread")]
async fn a_background_analysis_begins_with_what_is_known() {
    let service = Service::new();
    let (results, _) = service.run(&analysis(300_000), "1. 11-15 23-19 2. 8-11 22-17 *").await;
    let last: Value = serde_json::from_str(results.lines().last().unwrap()).unwrap();
    let body = r#"{"game":"checkers","moves":["11-15","23-19","8-11","22-17"],"time_ms":1}"#;
    let started = post(&service.router, "/v1/analyses", body).await;
    assert_eq!(started.status, 202, "{}", started.json());
    let started = started.json();
    let location = started["location"].as_str().unwrap();
    let events = get(&service.router, &format!("{location}/events")).await;
    let events = String::from_utf8(events.body.to_vec()).unwrap();
    assert!(events.contains("\"source\":\"cache\""), "{events}");
    let ended = get(&service.router, location).await.json();
    let (found, known) = (&ended["analysis"], &last["analysis"]);
    assert_eq!((&found["depth"], &found["lines"]), (&known["depth"], &known["lines"]), "{ended}");
    assert_eq!((&found["source"], &found["stopped_by"]), (&json!("cache"), &json!("time")));
}

#[tokio::test(flavor = "multi_thread")]
async fn deeper_results_replace_shallower_ones() {
    let service = Service::new();
    let (shallow, _) = service.run(&analysis(2_000), GAMES).await;
    let (deep, searches) = service.run(&analysis(40_000), GAMES).await;
    assert!(deep != shallow);
    assert_eq!((searches, service.count(|known| &known.shallow)), (4, 4));
    assert_eq!(service.run(&analysis(2_000), GAMES).await, (deep, 0));
}

/// A search that is limited in depth answers another question.
#[tokio::test(flavor = "multi_thread")]
async fn results_of_a_depth_answer_for_that_depth() {
    let service = Service::new();
    service.run(&analysis(40_000), GAMES).await;
    let deep = "kind=analysis&game=checkers&depth=9";
    let (first, searches) = service.run(deep, GAMES).await;
    assert_eq!(searches, 4);
    assert_eq!(service.run(deep, GAMES).await, (first, 0));
    assert_eq!(service.run("kind=analysis&game=checkers&depth=8", GAMES).await.1, 4);
    // A depth with few nodes is not worth its place.
    for _ in 0..2 {
        assert_eq!(service.run("kind=analysis&game=checkers&depth=1", GAMES).await.1, 4);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn proven_results_are_known_however_few_nodes_they_took() {
    let service = Service::new();
    let lines = "{\"position\":\"44444\"}\n{\"moves\":[\"4\",\"4\",\"4\",\"4\",\"4\",\"1\"],\"lines\":2}\n";
    let (first, searches) = service.run("kind=analysis&game=connect-four", lines).await;
    assert_eq!(searches, 2, "{first}");
    assert_eq!(service.run("kind=analysis&game=connect-four", lines).await, (first.clone(), 0));
    assert_eq!(service.run("kind=analysis&game=connect-four&nodes=1000000", lines).await, (first, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_run_of_reviews_searches_nothing() {
    let service = Service::new();
    for query in ["kind=review&game=checkers&nodes=1000", "kind=review&game=connect-four"] {
        let text = if query.contains("checkers") { GAMES } else { "{\"moves\":[\"4\",\"4\",\"4\"]}" };
        let (first, searches) = service.run(query, text).await;
        assert_eq!(searches, first.lines().count() as u64, "{query}");
        assert_eq!(service.run(query, text).await, (first, 0), "{query}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_price_leaves_out_what_is_known() {
    let service = Service::new();
    service.run(&analysis(3_000_000), "{}").await;
    let query = format!("/v1/jobs?{}&dry_run=true", analysis(3_000_000));
    let price = post(&service.router, &query, GAMES).await.json();
    assert_eq!((&price["items"], &price["duplicates"], &price["known"]), (&json!(6), &json!(2), &json!(1)));
    assert_eq!(price["cpu_ms"], 4_500);
}

/// Several groups of questions, and chunks that end within them.
#[tokio::test(flavor = "multi_thread")]
async fn lines_keep_their_order_among_known_ones() {
    let service = Service::new();
    let boards: Vec<_> = boards().into_iter().enumerate().collect();
    let line = |(number, board): &(usize, String)| {
        json!({ "custom_id": number, "position": board }).to_string() + "\n"
    };
    let half: String = boards.iter().step_by(2).map(line).collect();
    let all: String = boards.iter().map(line).collect();
    let query = "kind=analysis&game=tic-tac-toe&nodes=2000";
    assert_eq!(service.run(query, &half).await.1, 378);
    let (answers, searches) = service.run(query, &all).await;
    assert_eq!(searches, 378);
    let answers: Vec<Value> = answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), boards.len());
    for ((number, board), answer) in boards.iter().zip(&answers) {
        assert_eq!((&answer["index"], &answer["custom_id"]), (&json!(number), &json!(number)));
        assert_eq!(answer["analysis"]["position"], **board);
    }
}

/// All boards of tic-tac-toe with four pieces.
fn boards() -> Vec<String> {
    let pairs: Vec<_> = (0..9).flat_map(|one| (0..one).map(move |other| [one, other])).collect();
    let mut boards = Vec::new();
    for x in &pairs {
        for o in pairs.iter().filter(|o| !o.iter().any(|square| x.contains(square))) {
            let piece = |square| {
                if x.contains(&square) {
                    'X'
                } else if o.contains(&square) {
                    'O'
                } else {
                    '.'
                }
            };
            boards.push((0..9).map(piece).collect());
        }
    }
    boards
}

/// The answer of an operation, as the contract describes it.
async fn known(service: &Service, query: &str) -> super::Answer {
    let answer = get(&service.router, &format!("/v1/checkers/known?{query}")).await;
    Contract::read().assert_describes("get", "/v1/{game}/known", &answer);
    answer
}

#[tokio::test(flavor = "multi_thread")]
async fn the_best_known_result_of_a_position_is_read() {
    let service = Service::new();
    assert_eq!(known(&service, "moves=11-15").await.problem()["type"], "/problems/not-known");
    let (answers, _) = service.run(&analysis(3_000), "{\"moves\":[\"11-15\"]}").await;
    let answer: Value = serde_json::from_str(&answers).unwrap();
    let found = known(&service, "moves=11-15").await;
    assert_eq!((found.status.as_u16(), &found.json()), (200, &answer["analysis"]));
    assert_eq!(found.header("cache-control"), "no-store");
    for other in ["moves=9-13", "moves=11-15&lines=2", "moves=11-15&depth=4", "moves=11-15&only=23-19"] {
        assert_eq!(known(&service, other).await.status, 404, "{other}");
    }
    for (other, field) in [
        ("moves=11-15&time_ms=5", "time_ms"),
        ("nodes=5", "nodes"),
        ("fresh=true", "fresh"),
        ("level=3", "level"),
        ("position=x", "position"),
    ] {
        assert_eq!(known(&service, other).await.problem()["field"], field);
    }
    assert_eq!(service.jobs.searches.load(Relaxed), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_secret_nothing_is_kept() {
    let store = Arc::new(Embedded::in_memory(1 << 20).unwrap());
    let jobs = Jobs::new(store, config(), None);
    let router = service_of(engine(), jobs, FairUse::default());
    let answer = get(&router, "/v1/checkers/known").await;
    assert_eq!(answer.problem()["detail"], "this service keeps no results of searches");
}

#[tokio::test(flavor = "multi_thread")]
async fn background_analyses_are_known() {
    let service = Service::new();
    let body = "{\"game\": \"tic-tac-toe\", \"position\": \"XX.OO....\"}";
    let started = post(&service.router, "/v1/analyses", body).await;
    let location = started.header("location").to_owned();
    let finished = loop {
        let status = get(&service.router, &location).await.json();
        if status["state"] == "finished" {
            break status;
        }
        sleep(Duration::from_millis(5)).await;
    };
    let found = get(&service.router, "/v1/tic-tac-toe/known?position=XX.OO....").await;
    assert_eq!(found.json()["lines"], finished["analysis"]["lines"]);
}

/// A file, removed at the end.
struct File(PathBuf);

impl Drop for File {
    fn drop(&mut self) {
        drop(std::fs::remove_file(&self.0));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_rows_of_a_file_are_refused_and_searched_again() {
    let file = File(std::env::temp_dir().join(format!("bestmove-{}.redb", JobId::random().unwrap())));
    let store: Arc<dyn Store> = Arc::new(Embedded::open(&file.0).unwrap());
    let service = Service::with(Arc::clone(&store));
    let (first, _) = service.run(&analysis(3_000), GAMES).await;
    let (key, other) = (service.key(&["11-15"]), service.key(&["11-15", "23-19"]));
    let stored = store.known(&[key]).await.unwrap().remove(0);
    let text = String::from_utf8_lossy(&stored.content[40..]).replace("\"move\":\"", "\"move\":\"1");
    assert!(text.contains("\"move\":\"1"), "{text}");
    let forged = KnownResult {
        effort: KnownResult::MAX_EFFORT,
        content: [&stored.content[..40], text.as_bytes()].concat(),
        ..stored.clone()
    };
    // A result that is genuine, but of another question.
    let moved = KnownResult { key: other, effort: KnownResult::MAX_EFFORT, ..stored };
    store.keep(vec![forged, moved], Duration::from_mins(1)).await.unwrap();
    assert_eq!(known(&service, "moves=11-15").await.status, 404);
    let (again, searches) = service.run(&analysis(3_000), GAMES).await;
    assert_eq!((searches, service.count(|known| &known.refused)), (2, 2));
    assert_eq!(again.lines().next(), first.lines().next());
    assert_eq!(service.run(&analysis(3_000), GAMES).await, (again, 0), "their places are free again");
}
