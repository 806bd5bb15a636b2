//! Archives that come in numbered parts.

use super::failing_store::UnreliableStore;
use super::fair_use::KEY;
use super::jobs::{config, ended, jobs_in, jobs_of, service, service_of, submitted};
use super::{Answer, engine, get, post, request, send};
use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request};
use bestmove::http::FairUse;
use bestmove::jobs::JobConfig;
use bestmove_jobs::{Embedded, JobId, JobState, NewChunk, Store, UploadRoom};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

const QUERY: &str = "kind=analysis&game=checkers&nodes=500";
const GAMES: &str = "[Event \"one\"]\n\n1. 11-15 23-19 2. 8-11 *\n\n[Event \"two\"]\n\n1. 9-14 22-18 *\n";

/// Opens a job, and returns its path.
async fn open(service: &Router, query: &str) -> String {
    let path = submitted(service, &format!("{query}&parts=true"), "").await;
    assert_eq!(get(service, &path).await.json()["state"], "receiving");
    path
}

async fn put(service: &Router, job: &str, part: &str, bytes: impl Into<Body>) -> Answer {
    let request = Request::put(format!("{job}/parts/{part}"));
    send(service, request.body(bytes.into()).unwrap()).await
}

async fn complete(service: &Router, job: &str, parts: &str) -> Answer {
    post(service, &format!("{job}/complete?parts={parts}"), "").await
}

async fn listed(service: &Router, job: &str) -> Value {
    get(service, &format!("{job}/parts")).await.json()
}

async fn results(service: &Router, job: &str) -> String {
    ended(service, job).await;
    let answer = get(service, &format!("{job}/results")).await;
    String::from_utf8(answer.body.to_vec()).unwrap()
}

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

/// Cut in the middle of a word, sent in reverse and twice, plain or compressed.
#[tokio::test(flavor = "multi_thread")]
async fn the_order_of_parts_does_not_matter() {
    let (service, _workers) = service(config());
    let whole = submitted(&service, QUERY, GAMES).await;
    let whole = results(&service, &whole).await;
    assert_eq!(whole.lines().count(), 7);
    for archive in [GAMES.as_bytes().to_vec(), gzip(GAMES)] {
        let job = open(&service, QUERY).await;
        assert_eq!(listed(&service, &job).await, json!({ "parts": [] }));
        let parts: Vec<_> = archive.chunks(13).map(<[u8]>::to_vec).collect();
        for (index, part) in parts.iter().enumerate().rev().chain([(1, &parts[1])]) {
            let answer = put(&service, &job, &(index + 1).to_string(), part.clone()).await;
            assert_eq!((answer.status.as_u16(), answer.header("cache-control")), (204, "no-store"));
        }
        let sizes: Vec<_> =
            (1..).zip(&parts).map(|(part, bytes)| json!({ "part": part, "bytes": bytes.len() })).collect();
        assert_eq!(listed(&service, &job).await, json!({ "parts": sizes }));
        let completed = complete(&service, &job, &parts.len().to_string()).await;
        assert_eq!((completed.status.as_u16(), completed.header("location")), (202, job.as_str()));
        assert_eq!(results(&service, &job).await, whole);
        let again = complete(&service, &job, "1").await;
        assert_eq!((again.status.as_u16(), &again.json()["state"]), (202, &json!("finished")));
        assert_eq!(listed(&service, &job).await, json!({ "parts": [] }));
    }
}

fn got(answer: &Answer, field: &str) -> String {
    let problem = answer.problem();
    assert_eq!(
        (answer.status.as_u16(), problem["field"].as_str().unwrap_or_default()),
        (422, field),
        "{problem}"
    );
    problem["got"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn parts_that_are_missing_or_too_many_are_named() {
    let (service, _workers) = service(config());
    let job = open(&service, QUERY).await;
    assert_eq!(got(&complete(&service, &job, "1").await, "parts"), "no part 1");
    for part in ["1", "3"] {
        put(&service, &job, part, "1. 11-15 *\n\n").await;
    }
    assert_eq!(got(&complete(&service, &job, "5").await, "parts"), "no part 2, 4, 5");
    assert_eq!(
        got(&complete(&service, &job, "20").await, "parts"),
        "no part 2, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 8 more"
    );
    put(&service, &job, "2", "1. 9-13 *\n\n").await;
    assert_eq!(got(&complete(&service, &job, "2").await, "parts"), "part 3");
    for parts in ["0", "10001"] {
        assert_eq!(got(&complete(&service, &job, parts).await, "parts"), parts);
    }
    assert_eq!(get(&service, &job).await.json()["state"], "receiving");
    assert_eq!(complete(&service, &job, "3").await.json()["items"], 6);
}

/// The first content of a number stays.
#[tokio::test(flavor = "multi_thread")]
async fn wrong_parts_are_refused() {
    let (service, _workers) = service(config());
    let job = open(&service, QUERY).await;
    assert_eq!(put(&service, &job, "1", "1. 11-15 *").await.status, 204);
    let other = put(&service, &job, "1", "1. 9-13 *").await;
    assert_eq!(got(&other, "part"), "9 other bytes");
    for number in ["0", "10001", "one", "-1"] {
        assert_eq!(got(&put(&service, &job, number, "x").await, "part"), number);
    }
    let large = put(&service, &job, "2", vec![b' '; (1 << 20) + 1]).await;
    assert_eq!(large.problem()["type"], "/problems/body-too-large");
    assert_eq!(put(&service, &job, "2", vec![b' '; 1 << 20]).await.status, 204);
    let coded = Request::put(format!("{job}/parts/3")).header("content-encoding", "gzip");
    assert_eq!(send(&service, coded.body(Body::empty()).unwrap()).await.status, 415);
    let unknown = format!("/v1/jobs/{}", "0".repeat(32));
    for job in ["/v1/jobs/none", unknown.as_str()] {
        assert_eq!(put(&service, job, "1", "x").await.status, 404);
        assert_eq!(complete(&service, job, "1").await.status, 404);
    }
    complete(&service, &job, "2").await;
    ended(&service, &job).await;
    assert_eq!(got(&put(&service, &job, "1", "1. 11-15 *").await, "id"), "one that has ended");
}

/// As of a whole archive; the job waits for what is right.
#[tokio::test(flavor = "multi_thread")]
async fn an_archive_that_is_refused_is_no_end() {
    let (service, _workers) = service(JobConfig { items: 3, ..config() });
    let job = open(&service, QUERY).await;
    put(&service, &job, "1", " \n").await;
    assert_eq!(complete(&service, &job, "1").await.status, 422);
    put(&service, &job, "2", "1. 11-15 23-19 2. 8-11 *").await;
    let too_long = complete(&service, &job, "2").await;
    assert_eq!(too_long.problem()["type"], "/problems/body-too-large");
    assert_eq!(get(&service, &job).await.json()["state"], "receiving");
    assert_eq!(send(&service, request(Method::DELETE, &job)).await.status, 204);
    assert_eq!(get(&service, &job).await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_in_parts_is_opened_without_an_archive() {
    let (service, _workers) = service(JobConfig { per_client: 1, ..config() });
    let ask = async |query: &str, body: &str| {
        post(&service, &format!("/v1/jobs?{QUERY}&{query}"), body.to_owned()).await
    };
    assert_eq!(got(&ask("parts=true", "1. 11-15 *").await, ""), "an archive");
    assert_eq!(got(&ask("parts=true&dry_run=true", "").await, "dry_run"), "true");
    open(&service, QUERY).await;
    assert_eq!(ask("parts=true", "").await.status, 429, "it counts as unfinished");
}

/// However often its client asks for it, and at any time.
#[tokio::test(flavor = "multi_thread")]
async fn a_job_in_parts_is_opened_once_under_its_key() {
    let (service, _workers) = service(JobConfig { per_client: 1, ..config() });
    let named = async |query: &str, body: &'static str| {
        let request = Request::post(format!("/v1/jobs?{query}")).header("idempotency-key", "a");
        send(&service, request.body(Body::from(body)).unwrap()).await
    };
    let (opening, other) = (format!("{QUERY}&parts=true"), format!("{QUERY}0&parts=true"));
    let job = named(&opening, "").await.header("location").to_owned();
    let again = async || {
        let answer = named(&opening, "").await;
        assert_eq!((answer.status.as_u16(), answer.header("location")), (202, job.as_str()));
        answer.json()["state"].clone()
    };
    assert_eq!(again().await, "receiving");
    for (query, body) in [(other.as_str(), ""), (QUERY, GAMES)] {
        let reused = named(query, body).await;
        assert_eq!(reused.problem()["type"], "/problems/idempotency-key-reused", "{query}");
    }
    put(&service, &job, "1", GAMES).await;
    assert_eq!(complete(&service, &job, "1").await.status, 202);
    ended(&service, &job).await;
    assert_eq!(again().await, "finished");
}

/// Its followers come again: its client may complete it in a day, or never.
#[tokio::test(flavor = "multi_thread")]
async fn the_events_of_a_job_that_is_still_received_tell_so_and_end() {
    let (service, _workers) = service(config());
    let job = open(&service, QUERY).await;
    let events = async || {
        let answer = get(&service, &format!("{job}/events")).await;
        String::from_utf8(answer.body.to_vec()).unwrap()
    };
    let text = events().await;
    assert_eq!(text.matches("event: ").count(), 1, "{text}");
    assert!(text.contains("event: update\n") && text.contains("\"state\":\"receiving\""), "{text}");
    put(&service, &job, "1", GAMES).await;
    complete(&service, &job, "1").await;
    let text = events().await;
    assert_eq!(text.matches("event: final\n").count(), 1, "{text}");
}

/// A job that is received as one body takes no parts beside it.
#[tokio::test(flavor = "multi_thread")]
async fn a_job_is_received_in_one_way() {
    let jobs = jobs_of(JobConfig { workers: 0, ..config() });
    let service = service_of(engine(), jobs.clone(), FairUse::default());
    let running = submitted(&service, QUERY, GAMES).await;
    assert_eq!(got(&put(&service, &running, "1", "x").await, "id"), "one that has been submitted");
    let job = open(&service, QUERY).await;
    let id = JobId::parse(job.rsplit('/').next().unwrap()).unwrap();
    let status = jobs.store.job(&id).await.unwrap().unwrap();
    let new = JobId::random().unwrap();
    let streamed = bestmove_jobs::NewJob {
        id: new.clone(),
        owner: status.owner,
        class: bestmove_jobs::Class::Archive,
        kind: status.kind,
        spec: status.spec,
        needs: 1,
        retention: Duration::from_secs(60),
        most_unfinished: 8,
    };
    jobs.store.create(streamed).await.unwrap();
    let streamed = format!("/v1/jobs/{new}");
    for answer in [put(&service, &streamed, "1", "x").await, complete(&service, &streamed, "1").await] {
        assert_eq!(got(&answer, "id"), "one that is received as a whole");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn parts_of_a_key_are_its_own() {
    let (service, _workers) = service(config());
    let request = |method: Method, path: String| {
        Request::builder().method(method).uri(path).header("authorization", format!("Bearer {KEY}"))
    };
    let open = request(Method::POST, format!("/v1/jobs?{QUERY}&parts=true"));
    let job = send(&service, open.body(Body::empty()).unwrap()).await.header("location").to_owned();
    assert_eq!(put(&service, &job, "1", "x").await.status, 404);
    assert_eq!(complete(&service, &job, "1").await.status, 404);
    assert_eq!(get(&service, &format!("{job}/parts")).await.status, 404);
    let own = request(Method::PUT, format!("{job}/parts/1"));
    assert_eq!(send(&service, own.body(Body::from("1. 11-15 *")).unwrap()).await.status, 204);
}

/// A completion that broke off has stored other chunks than those that are read now: they are forgotten.
#[tokio::test(start_paused = true)]
async fn what_a_completion_has_left_is_read_anew() {
    let store: Arc<dyn Store> = Arc::new(Embedded::in_memory(4 << 20).unwrap());
    let service = service_in(Arc::clone(&store));
    let job = open(&service, QUERY).await;
    assert_eq!(put(&service, &job, "1", GAMES).await.status, 204);
    let id = JobId::parse(job.rsplit('/').next().unwrap()).unwrap();
    let stored = NewChunk { first: 0, items: 100, cost: Duration::ZERO, input: Vec::new() };
    store.add(&id, 0, vec![stored]).await.unwrap();
    assert_eq!(complete(&service, &job, "1").await.json()["items"], 7);
}

/// A service without workers.
fn service_in(store: Arc<dyn Store>) -> Router {
    service_of(engine(), jobs_in(store, JobConfig { workers: 0, ..config() }), FairUse::default())
}

/// At each operation of the store in turn, which does it or does not.
#[tokio::test(start_paused = true)]
async fn a_completion_that_breaks_off_anywhere_is_repeated() {
    // More chunks than go to the store at a time.
    let first = ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"];
    let line = |index: usize| {
        let line = json!({ "custom_id": index, "moves": [first[index % 7]], "lines": index / 7 + 1 });
        line.to_string() + "\n"
    };
    let archive: String = (0..40).map(line).collect();
    let query = "kind=analysis&game=checkers&nodes=100000";
    for is_done in [false, true] {
        for rest in 0.. {
            let store: Arc<dyn Store> = Arc::new(Embedded::in_memory(64 << 20).unwrap());
            let service = service_in(Arc::clone(&store));
            let job = open(&service, query).await;
            for (index, part) in archive.as_bytes().chunks(300).enumerate() {
                assert_eq!(put(&service, &job, &(index + 1).to_string(), part.to_vec()).await.status, 204);
            }
            let parts = archive.len().div_ceil(300).to_string();
            let unreliable = Arc::new(UnreliableStore::new(Arc::clone(&store), rest, is_done));
            let broken = complete(&service_in(Arc::clone(&unreliable) as _), &job, &parts).await;
            let answer = complete(&service, &job, &parts).await;
            assert_eq!((answer.status.as_u16(), &answer.json()["items"]), (202, &json!(40)), "{rest}");
            let id = JobId::parse(job.rsplit('/').next().unwrap()).unwrap();
            let status = store.job(&id).await.unwrap().unwrap();
            assert_eq!((status.state, status.items), (JobState::Running, 40));
            if !unreliable.has_failed() {
                assert_eq!(broken.status, 202);
                assert!(rest > 10, "{rest}");
                break;
            }
            assert!([202, 503].contains(&broken.status.as_u16()), "{rest}: {}", broken.status);
        }
    }
}

/// A client that goes away, or asks again while its first request is at work, or both.
#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_completions_are_one() {
    let (service, _workers) = service(config());
    let job = open(&service, QUERY).await;
    assert_eq!(put(&service, &job, "1", GAMES).await.status, 204);
    drop(tokio::time::timeout(Duration::from_millis(1), complete(&service, &job, "1")).await);
    let (a, b) = tokio::join!(complete(&service, &job, "1"), complete(&service, &job, "1"));
    for answer in [a, b] {
        assert_eq!((answer.status.as_u16(), &answer.json()["items"]), (202, &json!(7)), "{:?}", answer.body);
    }
    assert_eq!(results(&service, &job).await.lines().count(), 7);
}

/// Of one client and of all; each has more once an upload ends.
#[tokio::test(flavor = "multi_thread")]
async fn unfinished_uploads_have_as_many_bytes_as_they_may() {
    let uploads = UploadRoom { of_owner: 2 << 20, in_all: 3 << 20 };
    let (service, _workers) = service(JobConfig { uploads, per_client: 8, ..config() });
    let (first, second) = (open(&service, QUERY).await, open(&service, QUERY).await);
    let mebibyte = || vec![b' '; 1 << 20];
    assert_eq!(put(&service, &first, "1", mebibyte()).await.status, 204);
    assert_eq!(put(&service, &second, "1", mebibyte()).await.status, 204);
    let refused = put(&service, &second, "2", " ").await;
    assert_eq!((refused.status.as_u16(), refused.header("retry-after").is_empty()), (429, false));
    let problem = refused.problem();
    let detail = "the unfinished uploads of this client have 2 MiB, as many as they may";
    assert_eq!(
        (&problem["type"], &problem["detail"]),
        (&json!("/problems/too-many-jobs-of-client"), &json!(detail))
    );

    let with_key = |method: Method, path: String, body: Vec<u8>| {
        let request = Request::builder().method(method).uri(path);
        send(&service, request.header("authorization", format!("Bearer {KEY}")).body(body.into()).unwrap())
    };
    let opened = with_key(Method::POST, format!("/v1/jobs?{QUERY}&parts=true"), Vec::new()).await;
    let other = opened.header("location").to_owned();
    assert_eq!(with_key(Method::PUT, format!("{other}/parts/1"), mebibyte()).await.status, 204);
    let refused = with_key(Method::PUT, format!("{other}/parts/2"), b" ".to_vec()).await;
    assert_eq!(refused.problem()["type"], "/problems/storage-full");
    assert_eq!(send(&service, request(Method::DELETE, &first)).await.status, 204);
    assert_eq!(with_key(Method::PUT, format!("{other}/parts/2"), b" ".to_vec()).await.status, 204);
    assert_eq!(put(&service, &second, "2", " ").await.status, 204);
}

/// Parts count for the memory of the store.
#[tokio::test(flavor = "multi_thread")]
async fn a_full_store_takes_no_parts() {
    let jobs = bestmove::jobs::Jobs::new(Arc::new(Embedded::in_memory(4 << 20).unwrap()), config(), None);
    let service = service_of(engine(), jobs, FairUse::default());
    let job = open(&service, QUERY).await;
    let mut statuses = Vec::new();
    for part in 1..=8 {
        let answer = put(&service, &job, &part.to_string(), vec![b' '; 1 << 20]).await;
        statuses.push(answer.status.as_u16());
    }
    assert_eq!(statuses[..3], [204; 3]);
    assert_eq!(statuses[7], 503, "{statuses:?}");
    assert_eq!(send(&service, request(Method::DELETE, &job)).await.status, 204);
    let next = open(&service, QUERY).await;
    assert_eq!(put(&service, &next, "1", "1. 11-15 *").await.status, 204);
}
