use super::{Answer, engine, get, post, send};
use crate::{TASK_LIMITS, fair_router, router_with_tasks};
use axum::Router;
use axum::body::{Body, HttpBody};
use axum::http::Request;
use axum::response::Response;
use bestmove::http::{FairUse, Keys};
use bestmove::jobs::TaskLimits;
use bestmove_scheduler::Engine;
use http_body_util::BodyExt;
use std::sync::Arc;
use std::time::Duration;
use tower::ServiceExt;

pub(super) const KEY: &str = "0123456789abcdef";
pub(super) const OTHER: &str = "fedcba9876543210";
const PATH: &str = "/v1/checkers/best-move";

pub(super) fn service(fair_use: FairUse) -> Router {
    service_of(engine(), fair_use)
}

pub(super) fn service_of(engine: Arc<Engine>, fair_use: FairUse) -> Router {
    service_with_tasks(engine, fair_use, TASK_LIMITS)
}

pub(super) fn service_with_tasks(engine: Arc<Engine>, mut fair_use: FairUse, limits: TaskLimits) -> Router {
    fair_use.keys = keys();
    router_with_tasks(engine, fair_use, limits)
}

pub(super) fn keys() -> Keys {
    format!("{KEY},{OTHER}").parse().unwrap()
}

fn seconds(seconds: u64) -> Option<Duration> {
    Some(Duration::from_secs(seconds))
}

async fn ask(service: &Router, authorization: &str, forwarded: &str, body: &str) -> Answer {
    let mut request = Request::post(PATH).header("content-type", "application/json");
    for (name, value) in [("authorization", authorization), ("x-forwarded-for", forwarded)] {
        if !value.is_empty() {
            request = request.header(name, value);
        }
    }
    send(service, request.body(Body::from(body.to_owned())).unwrap()).await
}

pub(super) async fn refused_without_a_key() -> Answer {
    ask(&service(FairUse { address_quota: seconds(0), ..FairUse::default() }), "", "", "{}").await
}

pub(super) async fn refused_beyond_quota() -> Answer {
    let service = service(FairUse { address_quota: seconds(1), ..FairUse::default() });
    ask(&service, "", "", r#"{"time_ms": 2000}"#).await
}

#[tokio::test]
async fn query_strings_are_part_of_the_budget_of_requests() {
    let service = service(FairUse { memory_bytes: 1 << 20, ..FairUse::default() });
    let path = |moves: usize| {
        format!("/v1/checkers/analysis?avoid={}&time_ms=1", ["11-15"; 5_000][..moves].join(","))
    };
    assert_eq!(get(&service, &path(100)).await.status, 200);
    let refused = get(&service, &path(5_000)).await;
    assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (503, "5"));
}

/// A response whose body is not read yet.
async fn unread(service: &Router, key: &str, body: &str) -> Response {
    unread_as(service, key, body, ["application/json", "identity"]).await
}

/// The same in another media type and coding.
async fn unread_as(service: &Router, key: &str, body: &str, [accept, coding]: [&str; 2]) -> Response {
    let request = Request::post("/v1/trees/search").header("content-type", "application/json");
    let request = request.header("host", "x").header("authorization", format!("Bearer {key}"));
    let request = request.header("accept", accept).header("accept-encoding", coding);
    service.clone().oneshot(request.body(Body::from(body.to_owned())).unwrap()).await.unwrap()
}

/// Whatever form they have, the answers that a client does not read take at most half of the budget.
#[tokio::test]
async fn unread_answers_are_part_of_the_budget_in_every_form() {
    const BUDGET: usize = 12 << 20;
    let events = r#"{"random":{"branching":18,"depth":3},"searches":["minimax"],"detail":"events"}"#;
    for accept in ["application/json", "application/x-ndjson", "text/event-stream"] {
        for coding in ["identity", "gzip", "br"] {
            let service = service(FairUse { memory_bytes: BUDGET, ..FairUse::default() });
            let (mut answers, mut bytes) = (Vec::new(), 0);
            while bytes <= BUDGET / 2 {
                let answer = unread_as(&service, KEY, events, [accept, coding]).await;
                if answer.status() != 200 {
                    assert_eq!(answer.status(), 503);
                    break;
                }
                let encoding = answer.headers().get("content-encoding");
                assert_eq!(encoding.map_or("identity", |coding| coding.to_str().unwrap()), coding);
                assert_eq!(answer.headers()["vary"], "accept, accept-encoding");
                bytes += answer.body().size_hint().exact().unwrap() as usize;
                answers.push(answer);
            }
            assert!(bytes <= BUDGET / 2, "{accept} {coding}: {} answers of {bytes} bytes", answers.len());
            assert!(answers.len() > 1, "{accept} {coding}");
        }
    }
}

#[tokio::test]
async fn unread_answers_are_part_of_the_budget() {
    let service = service(FairUse { memory_bytes: 15 << 19, ..FairUse::default() });
    let events = r#"{"random":{"branching":18,"depth":3},"searches":["minimax"],"detail":"events"}"#;
    let first = unread(&service, KEY, events).await;
    assert_eq!(first.status(), 200);
    let refused = unread(&service, KEY, events).await;
    assert_eq!((refused.status().as_u16(), &refused.headers()["retry-after"]), (503, &"5".parse().unwrap()));
    assert_eq!(unread(&service, OTHER, events).await.status(), 200, "others have their part");
    let mut body = first.into_body();
    let frame = body.frame().await.unwrap().unwrap().into_data().unwrap();
    drop(body);
    assert_eq!(unread(&service, KEY, events).await.status(), 200, "the rest of the first is dropped");
    assert_eq!(frame.len(), 16 * 1024);
}

/// Each of twenty addresses holds as many answers as it may, the largest first.
#[tokio::test]
async fn slow_readers_leave_memory_for_short_requests() {
    let fair_use = FairUse { memory_bytes: 11 << 19, trusted_proxies: 1, ..FairUse::default() };
    let service = service(fair_use);
    let ask_at = async |address: &str, path: &str| {
        let request = Request::get(path).header("host", "x").header("x-forwarded-for", address);
        service.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
    };
    let short = "/v1/tic-tac-toe/best-move?position=XX.OO....".to_owned();
    let tree = |(branching, depth): (u8, u8)| {
        let tree = format!("random:branching={branching},depth={depth}");
        format!("/v1/trees/search?tree={tree}&searches=minimax&detail=events")
    };
    let mut paths = [(18, 3), (9, 3), (5, 3), (5, 2), (4, 1)].map(tree).to_vec();
    paths.push(short.clone());
    let mut held = Vec::new();
    for number in 0..20 {
        for path in &paths {
            loop {
                let answer = ask_at(&format!("198.51.100.{number}"), path).await;
                if answer.status() != 200 {
                    assert_eq!(answer.status(), 503, "{path}");
                    break;
                }
                held.push(answer);
            }
        }
    }
    let answer = ask_at("198.51.100.200", &short).await;
    assert_eq!(answer.status(), 200, "while {} answers are held", held.len());
}

#[tokio::test]
async fn keys_are_checked() {
    let required = service(FairUse { address_quota: seconds(0), ..FairUse::default() });
    let optional = service(FairUse::default());
    for (authorization, where_required, where_optional) in [
        (format!("Bearer {KEY}"), 200, 200),
        (format!("bearer  {OTHER} "), 200, 200),
        (format!("Bearer {KEY}x"), 401, 401),
        ("Bearer ".to_owned(), 401, 401),
        ("Basic eDp5".to_owned(), 401, 401),
        (String::new(), 401, 200),
    ] {
        for (service, status) in [(&required, where_required), (&optional, where_optional)] {
            let answer = ask(service, &authorization, "", r#"{"depth": 1}"#).await;
            assert_eq!(answer.status, status, "{authorization:?}");
            if status == 401 {
                assert_eq!(answer.problem()["type"], "/problems/unauthorized");
                assert_eq!(answer.header("www-authenticate"), "Bearer");
            }
        }
    }
}

#[tokio::test]
async fn a_request_has_one_key() {
    let service = service(FairUse::default());
    let request = [KEY, OTHER]
        .iter()
        .fold(Request::post(PATH), |request, key| request.header("authorization", format!("Bearer {key}")));
    let request = request.header("content-type", "application/json").body(Body::from("{}")).unwrap();
    assert_eq!(send(&service, request).await.status, 401);
}

#[tokio::test]
async fn free_resources_need_no_key() {
    let service = service(FairUse { address_quota: seconds(0), ..FairUse::default() });
    for path in ["/", "/v1/games", "/health/ready", "/openapi.yaml"] {
        assert_eq!(get(&service, path).await.status, 200, "{path}");
    }
    assert_eq!(post(&service, "/v1/checkers/legal-moves", "{}").await.status, 200);
}

#[tokio::test]
async fn only_search_time_is_charged_to_a_quota() {
    let service = service(FairUse { address_quota: seconds(10), ..FairUse::default() });
    for _ in 0..10 {
        let answer = ask(&service, "", "", r#"{"time_ms": 6000, "depth": 1}"#).await;
        assert_eq!(answer.status, 200, "unused time is returned");
        assert_eq!(answer.header("ratelimit-policy"), "\"search\";q=10000;qu=\"milliseconds\";w=60");
    }
    let answer = ask(&service, "", "", r#"{"time_ms": 1500, "fresh": true}"#).await;
    let left =
        answer.header("ratelimit").strip_prefix("\"search\";r=").and_then(|rest| rest.split_once(";t="));
    let (left, full_in): (u64, u64) =
        left.map(|(left, t)| (left.parse().unwrap(), t.parse().unwrap())).unwrap();
    assert!(left <= 9500, "most of 1500 ms are charged: {left} of 10000 ms left");
    assert!((3..=60).contains(&full_in), "{full_in}");
    let refused = ask(&service, "", "", r#"{"time_ms": 10000}"#).await;
    assert_eq!(refused.status, 429);
    assert_eq!(refused.problem()["type"], "/problems/quota-exceeded");
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    assert!((1..=60).contains(&wait), "6 ms of waiting for each missing millisecond: {wait}");
}

#[tokio::test]
async fn clients_have_separate_quotas() {
    let rules = FairUse {
        key_quota: seconds(1),
        address_quota: seconds(1),
        trusted_proxies: 1,
        ..FairUse::default()
    };
    let service = service(rules);
    let spend = async |authorization: &str, forwarded| {
        ask(&service, authorization, forwarded, r#"{"time_ms": 600, "fresh": true}"#).await.status.as_u16()
    };
    let (key, other) = (format!("Bearer {KEY}"), format!("Bearer {OTHER}"));
    assert_eq!(spend("", "198.51.100.1").await, 200);
    assert_eq!(spend("", "198.51.100.1").await, 429);
    assert_eq!(spend("", "6.6.6.6, 198.51.100.1").await, 429, "entries forged by the client are ignored");
    assert_eq!(spend("", "198.51.100.2").await, 200);
    assert_eq!(spend(&key, "198.51.100.1").await, 200);
    assert_eq!(spend(&key, "198.51.100.3").await, 429, "a key has one quota for all addresses");
    assert_eq!(spend(&other, "198.51.100.1").await, 200);
}

#[tokio::test]
async fn answers_without_a_quota_have_no_ratelimit_header() {
    let answer = ask(&service(FairUse::default()), "", "", "{}").await;
    assert_eq!((answer.status.as_u16(), answer.header("ratelimit")), (200, ""));
}

#[tokio::test]
async fn a_service_without_keys_explains_the_refusal_of_a_key() {
    let service = fair_router(engine(), FairUse::default());
    let answer = ask(&service, &format!("Bearer {KEY}"), "", r#"{"depth": 1}"#).await;
    assert_eq!(answer.status, 401);
    let detail = answer.problem()["detail"].as_str().unwrap().to_owned();
    assert_eq!(detail, "this service has no keys: leave the header Authorization out");
}
