//! Events of jobs over archives.

use super::background_tasks::follow;
use super::fair_use::KEY;
use super::jobs::{config, jobs_of, service, service_of, submitted};
use super::{Answer, engine, get, request, send};
use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request};
use bestmove::http::FairUse;
use bestmove::jobs::JobConfig;
use futures_util::StreamExt;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::{sleep, timeout};
use tower::ServiceExt;

const QUERY: &str = "kind=analysis&game=tic-tac-toe&depth=9";

/// Different lines, each a chunk of its own.
fn lines() -> String {
    (0..72).map(|number| format!("{{\"moves\":[{},{}]}}\n", number / 8 + 1, second(number))).collect()
}

fn second(number: usize) -> usize {
    let (first, other) = (number / 8 + 1, number % 8 + 1);
    if other < first { other } else { other + 1 }
}

fn small_chunks() -> JobConfig {
    JobConfig { chunk: Duration::from_micros(1), ..config() }
}

/// The names of the events, and the job in each.
fn messages(answer: &Answer) -> Vec<(String, Value)> {
    let text = str::from_utf8(&answer.body).unwrap();
    if answer.header("content-type") == "text/event-stream" {
        let blocks = text.split_terminator("\n\n").filter(|block| !block.starts_with(':'));
        return blocks.map(event).collect();
    }
    let line = |line: &str| {
        let mut message: Value = serde_json::from_str(line).unwrap();
        (message["event"].as_str().unwrap().to_owned(), message["job"].take())
    };
    text.lines().filter(|line| !line.is_empty()).map(line).collect()
}

fn event(block: &str) -> (String, Value) {
    let lines: Vec<_> = block.lines().collect();
    let event = lines[0].strip_prefix("event: ").unwrap();
    assert_eq!(&lines[2..], &["id: end"][..usize::from(event != "update")], "{block}");
    (event.to_owned(), serde_json::from_str(lines[1].strip_prefix("data: ").unwrap()).unwrap())
}

fn finished_items(messages: &[(String, Value)]) -> Vec<u64> {
    messages.iter().map(|(_, job)| job["finished_items"].as_u64().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn followers_see_a_job_to_its_end() {
    let (service, _workers) = service(small_chunks());
    let location = submitted(&service, QUERY, lines()).await;
    let [events, texts] =
        ["text/event-stream", "application/x-ndjson"].map(|accept| follow(&service, &location, accept));
    let (events, texts) = tokio::join!(events, texts);
    let job = get(&service, &location).await.json();
    for answer in [events, texts, follow(&service, &location, "text/event-stream").await] {
        assert_eq!((answer.status.as_u16(), answer.header("cache-control")), (200, "no-store"));
        let messages = messages(&answer);
        let items = finished_items(&messages);
        assert!(items.is_sorted(), "{items:?}");
        let (last, updates) = messages.split_last().unwrap();
        assert_eq!(last, &("final".to_owned(), job.clone()));
        assert!(updates.iter().all(|(event, job)| event == "update" && job["state"] != "finished"));
    }
    let resumed = Request::get(format!("{location}/events")).header("accept", "text/event-stream");
    let resumed = resumed.header("last-event-id", "end").body(Body::empty()).unwrap();
    assert_eq!(send(&service, resumed).await.status, 204);
}

/// The service does not wait for its next look at the store.
#[tokio::test(flavor = "multi_thread")]
async fn each_chunk_of_this_process_is_an_event() {
    let (service, _workers) = service(JobConfig { workers: 1, ..small_chunks() });
    let location = submitted(&service, "kind=analysis&game=checkers&nodes=100000", checkers()).await;
    let messages = messages(&follow(&service, &location, "application/x-ndjson").await);
    let items = finished_items(&messages);
    assert!(items.len() >= 7, "{items:?}");
}

/// Seven lines that take some time.
fn checkers() -> String {
    let moves = ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"];
    moves.iter().map(|played| format!("{{\"moves\":[\"{played}\"]}}\n")).collect()
}

/// The events of a job that are there within some time.
async fn events_within(service: &Router, location: &str, time: Duration) -> (String, bool) {
    let request = Request::get(format!("{location}/events")).header("accept", "text/event-stream");
    let request = request.header("host", "bestmove.test").body(Body::empty()).unwrap();
    let answer = service.clone().oneshot(request).await.unwrap();
    let (mut body, mut text) = (answer.into_body().into_data_stream(), String::new());
    let reading = async {
        while let Some(piece) = body.next().await {
            text.push_str(str::from_utf8(&piece.unwrap()).unwrap());
        }
    };
    let has_ended = timeout(time, reading).await.is_ok();
    (text, has_ended)
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_sent_while_nothing_changes() {
    let (service, _workers) = service(JobConfig { workers: 0, ..config() });
    let location = submitted(&service, QUERY, "{}").await;
    let (text, has_ended) = events_within(&service, &location, Duration::from_millis(3_500)).await;
    assert!(!has_ended && text.matches("event: ").count() == 1, "{text}");
    assert!(text.contains("\"state\":\"waiting\""), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_job_ends_its_stream() {
    let (service, _workers) = service(JobConfig { workers: 0, ..config() });
    let location = submitted(&service, QUERY, "{}").await;
    let cancel = async {
        sleep(Duration::from_millis(200)).await;
        assert_eq!(send(&service, request(Method::DELETE, &location)).await.status, 204);
    };
    let (answer, ()) = tokio::join!(follow(&service, &location, "application/x-ndjson"), cancel);
    let messages = messages(&answer);
    let states: Vec<_> = messages.iter().map(|(event, job)| (event.as_str(), &job["state"])).collect();
    assert_eq!(states, [("update", &json!("waiting")), ("final", &json!("cancelled"))]);
}

/// Browsers reconnect to another process, if there is one.
#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_ends_ends_its_streams() {
    let engine = engine();
    let jobs = jobs_of(JobConfig { workers: 0, ..config() });
    let service = service_of(engine.clone(), jobs, FairUse::default());
    let location = submitted(&service, QUERY, "{}").await;
    let end = async {
        sleep(Duration::from_millis(200)).await;
        engine.drain();
    };
    let following = events_within(&service, &location, Duration::from_secs(30));
    let ((text, has_ended), ()) = tokio::join!(following, end);
    assert!(has_ended && text.matches("event: update").count() == 1, "{text}");
    assert!(!text.contains("id: end"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn events_of_a_key_are_its_own() {
    let (service, _workers) = service(config());
    let with_key = |method, path: &str| {
        let request = Request::builder().method(method).uri(path);
        request.header("authorization", format!("Bearer {KEY}"))
    };
    let post = with_key(Method::POST, &format!("/v1/jobs?{QUERY}")).header("accept", "application/json");
    let location = send(&service, post.body(Body::from("{}")).unwrap()).await.header("location").to_owned();
    let path = format!("{location}/events");
    let own = with_key(Method::GET, &path).header("accept", "text/event-stream");
    let own = own.body(Body::empty()).unwrap();
    assert!(send(&service, own).await.body.ends_with(b"id: end\n\n"));
    for path in [path.as_str(), "/v1/jobs/none/events"] {
        assert_eq!(get(&service, path).await.problem()["type"], "/problems/unknown-job", "{path}");
    }
    let image = Request::get(&path).header("accept", "image/png").body(Body::empty()).unwrap();
    assert_eq!(send(&service, image).await.status, 406);
}

/// A job that expires, or whose upload breaks off.
#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_disappears_is_unknown_to_its_followers() {
    let jobs = jobs_of(JobConfig { workers: 0, ..config() });
    let service = service_of(engine(), jobs.clone(), FairUse::default());
    let location = submitted(&service, QUERY, "{}").await;
    let id = bestmove_jobs::JobId::parse(location.rsplit('/').next().unwrap()).unwrap();
    let remove = async {
        sleep(Duration::from_millis(200)).await;
        jobs.store.remove(&id).await.unwrap();
    };
    let (answer, ()) = tokio::join!(follow(&service, &location, "text/event-stream"), remove);
    let text = str::from_utf8(&answer.body).unwrap();
    let (_, problem) = text.split_once("event: problem\ndata: ").unwrap();
    assert!(problem.contains("/problems/unknown-job") && problem.ends_with("id: end\n\n"), "{text}");
}

/// Streams are not buffered: the first event is there while the job waits.
#[tokio::test(flavor = "multi_thread")]
async fn the_first_event_comes_at_once() {
    let (service, _workers) = service(JobConfig { workers: 0, ..config() });
    let location = submitted(&service, QUERY, "{}").await;
    let request = Request::get(format!("{location}/events")).header("accept", "application/x-ndjson");
    let request = request.header("host", "bestmove.test").body(Body::empty()).unwrap();
    let mut body = service.clone().oneshot(request).await.unwrap().into_body();
    let first = timeout(Duration::from_secs(5), body.frame()).await.unwrap().unwrap().unwrap();
    let message: Value = serde_json::from_slice(&first.into_data().unwrap()).unwrap();
    let mut job = get(&service, &location).await.json();
    job["elapsed_ms"] = message["job"]["elapsed_ms"].clone();
    assert_eq!(message, json!({ "event": "update", "job": job }));
}
