//! Archives that come in numbered parts.

use super::fair_use::KEY;
use super::jobs::{config, ended, jobs_of, service, service_of, submitted};
use super::{Answer, engine, get, post, request, send};
use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request};
use bestmove::http::FairUse;
use bestmove::jobs::JobConfig;
use bestmove_jobs::{Embedded, JobId, NewChunk, Store};
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
    let named = Request::post(format!("/v1/jobs?{QUERY}&parts=true")).header("idempotency-key", "a");
    assert_eq!(got(&send(&service, named.body(Body::empty()).unwrap()).await, "idempotency-key"), "a key");
    open(&service, QUERY).await;
    assert_eq!(ask("parts=true", "").await.status, 429, "it counts as unfinished");
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

/// A completion that broke off has stored other chunks than those that are read now: no line is lost in silence.
#[tokio::test(flavor = "multi_thread")]
async fn parts_that_are_read_otherwise_than_before_are_refused() {
    let store = Arc::new(Embedded::in_memory(4 << 20).unwrap());
    let jobs = bestmove::jobs::Jobs::new(Arc::clone(&store) as Arc<dyn Store>, config(), None);
    let service = service_of(engine(), jobs, FairUse::default());
    let job = open(&service, QUERY).await;
    assert_eq!(put(&service, &job, "1", GAMES).await.status, 204);
    let id = JobId::parse(job.rsplit('/').next().unwrap()).unwrap();
    let stored = NewChunk { first: 0, items: 1, cost: Duration::ZERO, input: Vec::new() };
    store.add(&id, 0, vec![stored]).await.unwrap();
    let refused = complete(&service, &job, "1").await;
    assert_eq!(refused.status, 422);
    assert_eq!(refused.json()["field"], "parts");
    assert_eq!(get(&service, &job).await.json()["state"], "receiving");
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
