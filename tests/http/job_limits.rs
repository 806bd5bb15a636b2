//! What a client may hold and spend by jobs.

use super::jobs::{config, jobs_of, service_of};
use super::{Answer, engine, post, send};
use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response};
use bestmove::http::FairUse;
use bestmove::jobs::JobConfig;
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::future::join_all;
use futures_util::stream;
use http_body_util::BodyExt;
use serde_json::json;
use std::convert::Infallible;
use std::io::Write as _;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

const QUERY: &str = "/v1/jobs?kind=analysis&game=tic-tac-toe&depth=3";

/// A service with these limits, without workers.
fn service(config: JobConfig, fair_use: FairUse) -> Router {
    service_of(engine(), jobs_of(JobConfig { workers: 0, ..config }), fair_use)
}

fn with_memory(mib: usize) -> FairUse {
    FairUse { memory_bytes: mib << 20, ..FairUse::default() }
}

/// A body of pieces that come a second apart, and never end.
fn every_second(piece: &'static [u8]) -> Body {
    Body::from_stream(stream::unfold((), move |()| async move {
        sleep(Duration::from_secs(1)).await;
        Some((Ok::<_, Infallible>(piece), ()))
    }))
}

/// A body that comes in pieces, as from a connection.
fn in_pieces(text: &str) -> Body {
    let pieces: Vec<_> =
        text.as_bytes().chunks(16 << 10).map(|piece| Ok::<_, Infallible>(piece.to_vec())).collect();
    Body::from_stream(stream::iter(pieces))
}

#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_submissions_do_not_pass_the_limit() {
    let service = service(JobConfig { per_client: 3, ..config() }, FairUse::default());
    let answers = join_all((0..30).map(|_| post(&service, QUERY, "{}"))).await;
    let statuses: Vec<_> = answers.iter().map(|answer| answer.status.as_u16()).collect();
    assert_eq!(statuses.iter().filter(|&&status| status == 202).count(), 3, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|&&status| status == 429).count(), 27, "{statuses:?}");
    assert_eq!(post(&service, &format!("{QUERY}&dry_run=true"), "{}").await.status, 429);
}

/// Pieces that keep coming do not make a slow upload a good one.
#[tokio::test(start_paused = true)]
async fn an_upload_arrives_at_a_minimum_rate() {
    let service = service(config(), FairUse::default());
    for query in [QUERY.to_owned(), format!("{QUERY}&dry_run=true")] {
        let slow = post(&service, &query, every_second(&[b'\n'; 1 << 10])).await;
        assert_eq!((slow.status.as_u16(), slow.header("connection")), (408, "close"), "{slow:?}");
    }
    let lines = b"{\"moves\":[\"1\"]}\n".repeat(1_000);
    let limited = JobConfig { items: 20_000, ..config() };
    let fast = post(&self::service(limited, FairUse::default()), QUERY, every_second(lines.leak())).await;
    assert_eq!(fast.problem()["detail"], "a job has at most 20000 lines");
}

/// A text without the end of a game is kept until it is too long.
#[tokio::test(start_paused = true)]
async fn uploads_are_part_of_the_budget_of_requests() {
    let text = "1. 11-15 23-19 ".repeat(200_000);
    let query = "/v1/jobs?kind=review&game=checkers&nodes=1";
    for query in [query.to_owned(), format!("{query}&dry_run=true")] {
        let service = service(config(), with_memory(6));
        let refused = post(&service, &query, in_pieces(&text)).await;
        assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (503, "5"), "{refused:?}");
        let short = post(&service, &query, "1. 11-15 23-19 *").await;
        assert!(short.status.is_success(), "the memory is returned: {short:?}");
    }
}

/// An upload takes less memory than it is long.
#[tokio::test(flavor = "multi_thread")]
async fn a_large_upload_fits_into_the_budget() {
    let line =
        |number: usize| format!("{{\"custom_id\":\"{number:>200}\",\"moves\":[\"{}\"]}}\n", number % 9 + 1);
    let lines: String = (0..20_000).map(line).collect();
    let service = service(config(), with_memory(3));
    let priced = post(&service, &format!("{QUERY}&dry_run=true"), in_pieces(&lines)).await;
    assert_eq!((priced.status.as_u16(), &priced.json()["duplicates"]), (200, &19_991.into()), "{priced:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_in_debt_submits_nothing() {
    let refused = refused_in_debt().await;
    assert_eq!(refused.status, 429, "{refused:?}");
    assert!(!refused.header("retry-after").is_empty());
}

/// The answer to a client that has just spent more than its quota on an upload.
pub(super) async fn refused_in_debt() -> Answer {
    let address_quota = Some(Duration::from_millis(10));
    let service = service(config(), FairUse { address_quota, ..FairUse::default() });
    let lines: String = (0..20_000).map(|number| format!("{{\"position\":\"{number}\"}}\n")).collect();
    let dry = format!("{QUERY}&dry_run=true");
    assert_eq!(post(&service, &dry, lines).await.status, 200, "an archive is read to its end");
    post(&service, &dry, "{}").await
}

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

/// With or without a header that says so, in one member or in several, and however its bytes arrive.
#[tokio::test]
async fn uploads_may_be_compressed() {
    let service = service(config(), FairUse::default());
    let dry = format!("{QUERY}&dry_run=true");
    let lines = |count: usize| "{\"moves\":[\"4\"]}\n{\"moves\":[\"4\",\"5\"]}\n".repeat(count / 2);
    let two_members = [gzip(&lines(400)), gzip(&lines(2))].concat();
    for (coding, body, items) in [
        ("gzip", gzip(&lines(6)), 6),
        ("GZIP", two_members.clone(), 402),
        ("identity", gzip(&lines(6)), 6),
        ("identity", two_members, 402),
    ] {
        let pieces: Vec<_> = body.chunks(1).map(|piece| Ok::<_, Infallible>(piece.to_vec())).collect();
        let request = Request::post(&dry).header("content-encoding", coding);
        let request = request.body(Body::from_stream(stream::iter(pieces))).unwrap();
        let priced = send(&service, request).await;
        assert_eq!((priced.status.as_u16(), &priced.json()["items"]), (200, &json!(items)), "{priced:?}");
    }
}

#[tokio::test]
async fn uploads_in_other_codings_or_broken_ones_are_refused() {
    let service = service(config(), FairUse::default());
    let request = |coding: &str| Request::post(QUERY).header("content-encoding", coding);
    let refused = send(&service, request("br").body(Body::from("{}")).unwrap()).await;
    let problem = refused.problem();
    assert_eq!(problem["type"], "/problems/unsupported-media-type");
    assert_eq!(problem["expected"], "Content-Encoding: identity or gzip");
    let whole = gzip("{\"moves\":[\"4\"]}\n");
    for broken in [b"{}".to_vec(), whole[..whole.len() - 3].to_vec()] {
        let refused = send(&service, request("gzip").body(Body::from(broken)).unwrap()).await;
        assert_eq!(refused.problem()["type"], "/problems/malformed-body", "{refused:?}");
    }
}

/// A few kilobytes that become a gigabyte are refused before they are in memory, also where the
/// client has sent them before.
#[tokio::test]
async fn a_compressed_upload_takes_no_more_memory_than_another() {
    let service = service(config(), with_memory(8));
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    for _ in 0..1024 {
        encoder.write_all(&[b' '; 1 << 20]).unwrap();
    }
    let bomb = encoder.finish().unwrap();
    let request = |body: Vec<u8>| Request::post(QUERY).header("idempotency-key", "a").body(Body::from(body));
    let first = send(&service, request(b"{}".to_vec()).unwrap()).await;
    assert_eq!(first.status, 202);
    for answer in [post(&service, QUERY, bomb.clone()).await, send(&service, request(bomb).unwrap()).await] {
        let problem = answer.problem();
        assert_eq!(problem["type"], "/problems/malformed-body", "{problem}");
        assert!(problem["detail"].as_str().unwrap().ends_with("it expands to more than 300 times its size"));
    }
}

/// Readers that hold what they have been sent share the budget, however many they are.
#[tokio::test(flavor = "multi_thread")]
async fn unread_results_are_part_of_the_budget() {
    const BUDGET: usize = 4 << 20;
    const SLICE: usize = 256 << 10;
    let (engine, shutdown) = (engine(), CancellationToken::new());
    let jobs = jobs_of(config());
    let workers = tokio::spawn(Arc::clone(&jobs).run(Arc::clone(&engine), shutdown.clone()));
    let service = service_of(engine, jobs, with_memory(BUDGET >> 20));
    let location = super::jobs::submitted(&service, "kind=analysis&game=tic-tac-toe&depth=3", "{}").await;
    super::jobs::ended(&service, &location).await;
    shutdown.cancel();
    workers.await.unwrap();
    let open = async |_| results(&service, &location).await.into_body();
    let mut readers = join_all((0..20).map(open)).await;
    let mut held = Vec::new();
    while let Some(Ok(frame)) = readers.pop().unwrap().frame().await {
        held.push(frame.into_data().unwrap());
        assert!(held.len() * SLICE <= BUDGET / 2, "{} slices", held.len());
    }
    assert!(held.len() > 1);
    drop(held);
    assert!(readers.pop().unwrap().frame().await.unwrap().is_ok(), "what has been read is free");
}

async fn results(service: &Router, location: &str) -> Response<Body> {
    let request = Request::get(format!("{location}/results")).header("host", "bestmove.test");
    let response = service.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    assert_eq!(response.status(), 200);
    response
}
