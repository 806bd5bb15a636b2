//! Jobs over archives.

use super::failing_store::FailingStore;
use super::{Answer, engine, get, post, request, send};
use crate::TASK_LIMITS;
use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request};
use bestmove::http::{FairUse, HttpConfig};
use bestmove::jobs::{JobConfig, Jobs, StoreSecret};
use bestmove_jobs::{Embedded, Store, StoreError};
use bestmove_scheduler::Engine;
use flate2::read::MultiGzDecoder;
use futures_util::{StreamExt, stream};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::time::sleep;
use tokio_util::sync::{CancellationToken, DropGuard};

/// Two workers, and small chunks.
pub(crate) fn config() -> JobConfig {
    JobConfig { workers: 2, ..crate::jobs(TASK_LIMITS).config }
}

/// A service with jobs in memory, and workers until the guard is dropped.
pub(crate) fn service(config: JobConfig) -> (Router, DropGuard) {
    let (service, start_workers) = service_without_workers(config);
    (service, start_workers())
}

/// A service with jobs in memory, and what starts its workers.
pub(crate) fn service_without_workers(config: JobConfig) -> (Router, impl FnOnce() -> DropGuard) {
    let (engine, jobs) = (engine(), jobs_of(config));
    let service = service_of(Arc::clone(&engine), Arc::clone(&jobs), FairUse::default());
    let start_workers = || {
        let shutdown = CancellationToken::new();
        tokio::spawn(jobs.run(engine, shutdown.clone()));
        shutdown.drop_guard()
    };
    (service, start_workers)
}

/// Jobs in memory.
pub(super) fn jobs_of(config: JobConfig) -> Arc<Jobs> {
    jobs_in(Arc::new(Embedded::in_memory(64 << 20).unwrap()), config)
}

pub(super) fn jobs_in(store: Arc<dyn Store>, config: JobConfig) -> Arc<Jobs> {
    Jobs::new(store, config, Some(StoreSecret::random().unwrap()))
}

pub(super) fn service_of(engine: Arc<Engine>, jobs: Arc<Jobs>, mut fair_use: FairUse) -> Router {
    fair_use.keys = super::fair_use::keys();
    bestmove::http::router(engine, HttpConfig { fair_use, jobs: Some(jobs), ..HttpConfig::default() })
}

/// Waits until the job has ended.
pub(crate) async fn ended(service: &Router, location: &str) -> Value {
    loop {
        let job = get(service, location).await.json();
        if !["receiving", "waiting", "running"].contains(&job["state"].as_str().unwrap()) {
            return job;
        }
        sleep(Duration::from_millis(5)).await;
    }
}

pub(super) async fn submitted(service: &Router, query: &str, body: impl Into<Body>) -> String {
    let answer = post(service, &format!("/v1/jobs?{query}"), body).await;
    assert_eq!(answer.status, 202, "{answer:?}");
    answer.header("location").to_owned()
}

async fn results(service: &Router, location: &str, from: u64) -> Vec<Value> {
    let answer = get(service, &format!("{location}/results?from={from}")).await;
    assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, "application/x-ndjson"));
    let text = String::from_utf8(answer.body.to_vec()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn positions_are_analysed_in_their_order() {
    let (service, _workers) = service(config());
    let mut lines: Vec<String> = (0..200)
        .map(|number| {
            format!("{{\"custom_id\": {number}, \"position\": \"{}\"}}", "4455667".get(..number % 8).unwrap())
        })
        .collect();
    lines[5] = "{\"custom_id\": null, \"position\": \"44556\"}".to_owned();
    lines[7] = "{\"position\": \"4\", \"time_ms\": 5}".to_owned();
    lines[8] = "nonsense".to_owned();
    let location = submitted(&service, "kind=analysis&game=connect-four", lines.join("\n")).await;
    let job = ended(&service, &location).await;
    assert_eq!(job["state"], "finished");
    let counts = ["items", "finished_items", "problems", "remaining_cpu_ms"].map(|field| &job[field]);
    assert_eq!(counts, [200, 200, 2, 0]);
    let answers = results(&service, &location, 0).await;
    assert_eq!(answers.len(), 200);
    for (index, answer) in answers.iter().enumerate() {
        assert_eq!(answer["index"], index);
    }
    assert_eq!(answers[7]["problem"]["field"], "time_ms");
    assert_eq!(answers[7]["problem"].get("request_id"), None, "no request asked for the answer");
    assert_eq!(answers[5].get("custom_id"), Some(&Value::Null));
    assert_eq!(answers[7].get("custom_id"), None);
    assert_eq!(answers[8]["problem"]["type"], "/problems/malformed-json");
    assert_eq!(answers[9]["same_as"], 1);
    assert_eq!(answers[9]["custom_id"], 9);
    let alone = get(&service, "/v1/connect-four/analysis?position=445&time_ms=10000").await.json();
    assert_eq!(answers[3]["analysis"]["lines"][0]["score"], alone["lines"][0]["score"]);
    assert_eq!(results(&service, &location, 198).await, answers[198..]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_file_has_the_same_answers() {
    let (service, _workers) = service(config());
    let text: String = (0..50).map(|number| format!("{{\"moves\": [\"{}\"]}}\n", number % 9 + 1)).collect();
    let location = submitted(&service, "kind=analysis&game=tic-tac-toe&depth=3", text).await;
    ended(&service, &location).await;
    let file = get(&service, &format!("{location}/results.ndjson.gz")).await;
    let mut text = String::new();
    MultiGzDecoder::new(&file.body[..]).read_to_string(&mut text).unwrap();
    let lines = get(&service, &format!("{location}/results")).await;
    assert_eq!(text.as_bytes(), &lines.body[..]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_games_of_a_text_are_reviewed() {
    let (service, _workers) = service(config());
    let text = "[Event \"one\"]\n\n1. 11-15 23-19 2. 8-11 *\n\n[Event \"two\"]\n\n1. 11-15 11-15 *\n";
    let location = submitted(&service, "kind=review&game=checkers&nodes=500", text).await;
    ended(&service, &location).await;
    let [one, two] = &results(&service, &location, 0).await[..] else { panic!("there are two games") };
    assert_eq!(one["custom_id"], json!({ "game": 1 }));
    assert_eq!(one["review"]["plies"].as_array().unwrap().len(), 3);
    assert_eq!(two["custom_id"], json!({ "game": 2 }));
    assert!(two["problem"]["detail"].as_str().unwrap().contains("11-15"), "{two}");
}

/// The review of a move depends on no other move of an archive.
#[tokio::test(flavor = "multi_thread")]
async fn equal_positions_of_games_have_equal_labels() {
    let (service, _workers) = service(config());
    let begin = "1. 11-15 23-19 2. 8-11 22-17";
    let text = format!("{begin} *\n\n{begin} 3. 9-14 17-13 4. 11-16 24-20 *\n");
    let location = submitted(&service, "kind=review&game=checkers&nodes=1000", text).await;
    assert_eq!(ended(&service, &location).await["problems"], 0);
    let [one, two] = &results(&service, &location, 0).await[..] else { panic!("there are two games") };
    let plies = |game: &Value| game["review"]["plies"].as_array().unwrap()[..4].to_vec();
    assert_eq!(plies(one), plies(two));
}

/// The answers depend on the lines alone: neither on the chunks of other jobs nor on tables that are already filled.
#[tokio::test(flavor = "multi_thread")]
async fn equal_jobs_have_equal_answers() {
    let (service, _workers) = service(JobConfig { per_client: 3, ..config() });
    let text = "1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 *";
    let mut files = Vec::new();
    for _ in 0..2 {
        let location = submitted(&service, "kind=analysis&game=checkers&nodes=3000", text).await;
        ended(&service, &location).await;
        files.push(get(&service, &format!("{location}/results")).await.body);
    }
    assert!(files[0] == files[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dry_run_tells_the_price_and_starts_nothing() {
    let (service, _workers) = service(config());
    let text = "{\"position\":\"44\"}\n{\"moves\":[\"4\",\"4\"]}\n{\"position\":\"9\"}\n";
    let answer =
        post(&service, "/v1/jobs?kind=analysis&game=connect-four&nodes=2000000&dry_run=true", text).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    let price = answer.json();
    assert_eq!(
        (&price["items"], &price["duplicates"], &price["problems"]),
        (&json!(3), &json!(1), &json!(1))
    );
    assert_eq!(price["cpu_ms"], 1000);
    let listed = send(&service, with_key(Method::GET, "/v1/jobs", "")).await;
    assert_eq!(listed.json(), json!({ "jobs": [] }));
}

fn with_key(method: Method, path: &str, body: &str) -> Request<Body> {
    let authorization = format!("Bearer {}", super::fair_use::KEY);
    let request = Request::builder().method(method).uri(path).header("authorization", authorization);
    request.body(Body::from(body.to_owned())).unwrap()
}

fn named(key: &str, body: &str) -> Request<Body> {
    let mut request = with_key(Method::POST, "/v1/jobs?kind=analysis&game=tic-tac-toe&depth=3", body);
    request.headers_mut().insert("idempotency-key", key.parse().unwrap());
    request
}

/// Also while the client has as many unfinished jobs as it may.
#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_submission_is_one_job() {
    let (service, _workers) = service(JobConfig { per_client: 1, workers: 0, ..config() });
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(send(&service, named("nightly", "{}")).await.json()["id"].clone());
    }
    assert!(ids[0].is_string() && ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    let other = send(&service, named("nightly", "{\"moves\":[\"1\"]}")).await;
    assert_eq!(other.problem()["type"], "/problems/idempotency-key-reused");
    let open = send(&service, with_key(Method::GET, "/v1/jobs", "")).await.json();
    let open: Vec<_> =
        open["jobs"].as_array().unwrap().iter().filter(|job| job["state"] != "cancelled").collect();
    assert_eq!(open.len(), 1);
    assert_eq!(send(&service, named("", "{}")).await.problem()["field"], "idempotency-key");
}

/// The request of a named job whose body is what comes through the channel.
fn slow(key: &str) -> (UnboundedSender<&'static str>, Request<Body>) {
    let (sender, receiver) = unbounded_channel();
    let pieces = stream::unfold(receiver, async |mut receiver| {
        receiver.recv().await.map(|piece: &str| (Ok::<_, Infallible>(piece), receiver))
    });
    (sender, named(key, "").map(|_| Body::from_stream(pieces)))
}

async fn jobs_of_key(service: &Router) -> Vec<Value> {
    let listed = send(service, with_key(Method::GET, "/v1/jobs", "")).await.json();
    listed["jobs"].as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn another_job_under_a_known_key_is_not_received() {
    let (service, _workers) = service(JobConfig { per_client: 2, workers: 0, ..config() });
    assert_eq!(send(&service, named("nightly", "{}")).await.status, 202);
    let (body, request) = slow("nightly");
    let sent = async {
        body.send("{\"moves\":[\"1\"]}\n").unwrap();
        sleep(Duration::from_millis(100)).await;
        let jobs = jobs_of_key(&service).await;
        drop(body);
        jobs
    };
    let (answer, jobs) = tokio::join!(send(&service, request), sent);
    assert_eq!(answer.problem()["type"], "/problems/idempotency-key-reused");
    assert_eq!(jobs.len(), 1, "{jobs:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upload_that_breaks_off_leaves_no_job() {
    let (service, _workers) = service(JobConfig { workers: 0, ..config() });
    let (body, request) = slow("lost");
    body.send("{\"moves\":[\"1\"]}\n").unwrap();
    let lost = tokio::spawn({
        let service = service.clone();
        async move { send(&service, request).await }
    });
    while jobs_of_key(&service).await.is_empty() {
        sleep(Duration::from_millis(5)).await;
    }
    lost.abort();
    while !jobs_of_key(&service).await.is_empty() {
        sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn jobs_of_a_key_are_its_own() {
    let (service, _workers) = service(config());
    let started =
        send(&service, with_key(Method::POST, "/v1/jobs?kind=analysis&game=tic-tac-toe&depth=3", "{}")).await;
    let location = started.header("location");
    for path in [location.to_owned(), format!("{location}/results"), format!("{location}/results.ndjson.gz")]
    {
        assert_eq!(get(&service, &path).await.status, 404, "{path}");
        assert_eq!(send(&service, with_key(Method::GET, &path, "")).await.status, 200, "{path}");
    }
    assert_eq!(send(&service, request(Method::DELETE, location)).await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_job_keeps_its_answers_so_far() {
    let (service, _workers) = service(config());
    let lines: String = (0..100)
        .map(|number| format!("{{\"custom_id\":{number},\"moves\":[{}]}}\n", opening(number)))
        .collect();
    let location = submitted(&service, "kind=analysis&game=checkers&nodes=200000", lines).await;
    while results(&service, &location, 0).await.is_empty() {
        sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(send(&service, request(Method::DELETE, &location)).await.status, 204);
    let job = get(&service, &location).await.json();
    assert_eq!(job["state"], "cancelled");
    assert!(!results(&service, &location, 0).await.is_empty());
    let finished = job["finished_items"].as_u64().unwrap();
    assert!(finished < 100, "{finished}");
    sleep(Duration::from_millis(300)).await;
    let later = get(&service, &location).await.json();
    assert_eq!(later["finished_items"], finished, "nothing is finished any more");
    assert_eq!(later["elapsed_ms"], job["elapsed_ms"]);
}

/// One of 49 openings of two moves.
fn opening(number: usize) -> String {
    let black = ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"][number % 7];
    let white = ["21-17", "22-17", "22-18", "23-18", "23-19", "24-19", "24-20"][number / 7 % 7];
    format!("\"{black}\",\"{white}\"")
}

#[tokio::test(flavor = "multi_thread")]
async fn submissions_that_ask_nothing_are_refused() {
    let (service, _workers) = service(JobConfig { items: 3, ..config() });
    let ask =
        async |query: &str, body: &str| post(&service, &format!("/v1/jobs?{query}"), body.to_owned()).await;
    let refusals: [(&str, &str, u16, &str); 8] = [
        ("game=checkers&nodes=1", "{}", 422, "kind"),
        ("kind=solve&game=checkers&nodes=1", "{}", 422, "kind"),
        ("kind=analysis&nodes=1", "{}", 422, "game"),
        ("kind=analysis&game=chess&nodes=1", "{}", 404, "game"),
        ("kind=analysis&game=checkers", "{}", 422, "nodes"),
        ("kind=analysis&game=checkers&nodes=0", "{}", 422, "nodes"),
        ("kind=analysis&game=checkers&nodes=1&time_ms=5", "{}", 422, "time_ms"),
        ("kind=analysis&game=checkers&nodes=1", "\n \n", 422, ""),
    ];
    for (query, body, status, field) in refusals {
        let answer = ask(query, body).await;
        assert_eq!(answer.status, status, "{query}: {answer:?}");
        assert_eq!(answer.problem()["field"].as_str().unwrap_or_default(), field, "{query}");
    }
    let too_long = ask("kind=analysis&game=tic-tac-toe&depth=3", &"{}\n".repeat(4)).await;
    assert_eq!(too_long.problem()["type"], "/problems/body-too-large");
    assert_eq!(get(&service, "/v1/jobs/none").await.problem()["type"], "/problems/unknown-job");
}

#[tokio::test]
async fn the_rest_of_a_refused_archive_is_read() {
    const PIECES: usize = 100;
    let (service, _workers) = service(config());
    let read = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&read);
    let pieces = stream::iter(0..PIECES).map(move |_| {
        counter.fetch_add(1, Relaxed);
        Ok::<_, Infallible>("1. 11-15 23-19 *\n\n")
    });
    let answer = post(&service, "/v1/jobs?kind=analysis&game=checkers", Body::from_stream(pieces)).await;
    assert_eq!(answer.status, 422, "{answer:?}");
    while read.load(Relaxed) < PIECES {
        sleep(Duration::from_millis(5)).await;
    }
}

/// The answer at the limit of unfinished jobs.
pub(super) async fn refused_at_the_limit() -> Answer {
    let (service, _workers) = service(JobConfig { workers: 0, per_client: 1, ..config() });
    submitted(&service, "kind=analysis&game=tic-tac-toe&depth=3", "{}").await;
    post(&service, "/v1/jobs?kind=analysis&game=tic-tac-toe&depth=3", "{}").await
}

/// The answer to another job under a key that was used.
pub(super) async fn refused_for_its_key() -> Answer {
    let (service, _workers) = service(config());
    send(&service, named("a", "{}")).await;
    send(&service, named("a", "{\"moves\":[\"2\"]}")).await
}

/// The answer where the store fails.
pub(super) async fn refused_by_its_store(error: fn() -> StoreError) -> Answer {
    let jobs = jobs_in(Arc::new(FailingStore(error)), config());
    post(
        &service_of(engine(), jobs, FairUse::default()),
        "/v1/jobs?kind=analysis&game=tic-tac-toe&depth=3",
        "{}",
    )
    .await
}
