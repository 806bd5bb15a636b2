use super::fair_use::{KEY, OTHER, service, service_with_tasks};
use super::{Answer, engine, send};
use crate::TASK_LIMITS;
use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request};
use bestmove::http::FairUse;
use bestmove::jobs::TaskLimits;
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::time::sleep;
use tower::ServiceExt as _;

const ANALYSES: &str = "/v1/analyses";
const TIMEOUT: Duration = Duration::from_secs(60);
/// No `Authorization` header.
const NO_KEY: &str = "";

pub(super) async fn ask(service: &Router, key: &str, method: Method, path: &str, body: &str) -> Answer {
    let mut request = Request::builder().method(method).uri(path).header("content-type", "application/json");
    if !key.is_empty() {
        request = request.header("authorization", format!("Bearer {key}"));
    }
    send(service, request.body(Body::from(body.to_owned())).unwrap()).await
}

async fn start(service: &Router, key: &str, body: &Value) -> Answer {
    ask(service, key, Method::POST, ANALYSES, &body.to_string()).await
}

/// Starts an analysis and returns its path.
async fn start_path(service: &Router, key: &str, body: &Value) -> String {
    let started = start(service, key, body).await;
    assert_eq!(started.status, 202, "{started:?}");
    started.header("location").to_owned()
}

/// Polls the analysis until it is in that state.
async fn wait_for_state(service: &Router, key: &str, path: &str, state: &str) -> Value {
    let since = Instant::now();
    loop {
        let status = ask(service, key, Method::GET, path, "").await.json();
        if status["state"] == state {
            return status;
        }
        assert!(since.elapsed() < TIMEOUT, "never {state}: {status}");
        sleep(Duration::from_millis(2)).await;
    }
}

async fn list(service: &Router, key: &str) -> Vec<Value> {
    let answer = ask(service, key, Method::GET, ANALYSES, "").await;
    assert_eq!((answer.status.as_u16(), answer.header("cache-control")), (200, "no-store"));
    answer.json()["analyses"].as_array().unwrap().clone()
}

/// An analysis that runs until it is deleted.
fn endless() -> Value {
    json!({ "game": "checkers", "moves": ["11-15"], "time_ms": 60_000 })
}

/// All requests for an analysis, the deletion last.
const REQUESTS: [(Method, &str); 3] = [(Method::GET, ""), (Method::GET, "/events"), (Method::DELETE, "")];

#[tokio::test]
async fn an_analysis_belongs_to_its_key() {
    let service = service(FairUse::default());
    let path = start_path(&service, KEY, &endless()).await;
    for key in [OTHER, NO_KEY] {
        for (method, suffix) in REQUESTS {
            let [foreign, unknown] =
                [path.as_str(), "/v1/analyses/none"].map(|path| format!("{path}{suffix}"));
            let foreign = ask(&service, key, method.clone(), &foreign, "").await;
            let unknown = ask(&service, key, method, &unknown, "").await;
            assert_eq!(foreign.status, 404, "{key:?} {suffix}");
            let [foreign, unknown] = [foreign, unknown].map(|answer| {
                let mut problem = answer.problem();
                problem["request_id"].take();
                problem
            });
            assert_eq!(foreign, unknown, "it looks like an analysis that does not exist");
        }
    }
    let events = Request::get(format!("{path}/events")).header("host", "bestmove.test");
    let events = events.header("authorization", format!("Bearer {KEY}")).body(Body::empty()).unwrap();
    let followed = service.clone().oneshot(events).await.unwrap();
    let deleted = ask(&service, KEY, Method::DELETE, &path, "").await;
    assert_eq!((followed.status().as_u16(), deleted.status.as_u16()), (200, 204));
    let followed = followed.into_body().collect().await.unwrap().to_bytes();
    assert!(str::from_utf8(&followed).unwrap().contains("event: update\n"));
}

#[tokio::test]
async fn an_analysis_without_a_key_is_open_to_anyone_with_its_id() {
    let service = service(FairUse::default());
    for (key, (method, suffix)) in [NO_KEY, KEY, OTHER].into_iter().zip(REQUESTS) {
        let path = start_path(&service, NO_KEY, &json!({ "game": "tic-tac-toe" })).await;
        let answer = ask(&service, key, method, &format!("{path}{suffix}"), "").await;
        assert!(answer.status.is_success(), "{key:?} {suffix}: {answer:?}");
    }
}

#[tokio::test]
async fn the_analyses_of_a_key_are_listed_newest_first() {
    let service = service(FairUse::default());
    assert!(list(&service, KEY).await.is_empty());
    let older = start_path(&service, KEY, &json!({ "game": "tic-tac-toe", "position": "XXXOO...." })).await;
    let foreign = start_path(&service, OTHER, &json!({ "game": "tic-tac-toe" })).await;
    let newer = start_path(&service, KEY, &endless()).await;
    let own = list(&service, KEY).await;
    let locations: Vec<_> = own.iter().map(|analysis| analysis["location"].as_str().unwrap()).collect();
    assert_eq!(locations, [&newer, &older]);
    assert_eq!(list(&service, OTHER).await[0]["location"], foreign);
    assert_eq!((&own[0]["game"], &own[0]["time_ms"]), (&json!("checkers"), &json!(60_000)));
    let whites = "21,22,23,24,25,26,27,28,29,30,31,32";
    assert_eq!(own[0]["position"], format!("W:W{whites}:B1,2,3,4,5,6,7,8,9,10,12,15"), "after the moves");
    let mut single = wait_for_state(&service, KEY, &older, "finished").await;
    for more in ["analysis", "problem"] {
        assert!(single.as_object_mut().unwrap().remove(more).is_some());
    }
    assert_eq!(list(&service, KEY).await[1], single, "the list shows the same summary");

    ask(&service, KEY, Method::DELETE, &newer, "").await;
    let own = list(&service, KEY).await;
    assert_eq!((own.len(), &own[0]["location"]), (1, &json!(older)));
}

/// Many clients may share an address, so only the ID gives access to an analysis.
#[tokio::test]
async fn listing_requires_a_key() {
    for service in [service(FairUse::default()), super::service()] {
        start_path(&service, NO_KEY, &json!({ "game": "tic-tac-toe" })).await;
        let refused = ask(&service, NO_KEY, Method::GET, ANALYSES, "").await;
        assert_eq!((refused.status.as_u16(), refused.header("www-authenticate")), (401, "Bearer"));
        assert_eq!(refused.problem()["type"], "/problems/unauthorized");
    }
}

/// A service with three analyses, two for each client.
pub(super) fn two_for_each_client() -> Router {
    let limits = TaskLimits { max_per_client: 2, ..TASK_LIMITS };
    service_with_tasks(engine(), FairUse { trusted_proxies: 1, ..FairUse::default() }, limits)
}

pub(super) async fn refused_at_the_limit_of_a_client(service: &Router) -> Answer {
    for _ in 0..2 {
        start_path(service, KEY, &json!({ "game": "tic-tac-toe", "position": "XXXOO...." })).await;
    }
    start(service, KEY, &endless()).await
}

#[tokio::test]
async fn the_analyses_of_a_key_are_limited() {
    let service = two_for_each_client();
    let refused = refused_at_the_limit_of_a_client(&service).await;
    assert_eq!(
        (refused.status.as_u16(), &refused.problem()["type"]),
        (429, &json!("/problems/too-many-analyses-of-client"))
    );
    assert!(
        refused.problem()["detail"].as_str().unwrap().starts_with("this client has reached its limit of 2 ")
    );
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    assert!((50..=61).contains(&wait), "{wait}");
    assert_eq!(list(&service, KEY).await.len(), 2);
    let own = list(&service, KEY).await;
    ask(&service, KEY, Method::DELETE, own[0]["location"].as_str().unwrap(), "").await;
    start_path(&service, KEY, &endless()).await;
}

/// Starts an analysis for a client at that address, behind a trusted proxy.
async fn start_at(service: &Router, address: &str, body: &Value) -> Answer {
    let request = Request::post(ANALYSES).header("content-type", "application/json");
    let request = request.header("x-forwarded-for", format!("192.0.2.1, {address}"));
    send(service, request.body(Body::from(body.to_string())).unwrap()).await
}

/// Four addresses have all analyses that there may be.
#[tokio::test]
async fn finished_analyses_make_room_for_other_clients() {
    let limits = TaskLimits { max_total: 64, ..TASK_LIMITS };
    let fair_use = FairUse { trusted_proxies: 1, ..FairUse::default() };
    let service = service_with_tasks(engine(), fair_use, limits);
    let short = json!({ "game": "checkers", "time_ms": 1 });
    let mut paths = Vec::new();
    for number in 0..64 {
        let started = start_at(&service, &format!("198.51.100.{}", number % 4), &short).await;
        assert_eq!(started.status, 202, "{number}: {started:?}");
        paths.push(started.header("location").to_owned());
    }
    for path in &paths {
        wait_for_state(&service, NO_KEY, path, "finished").await;
    }
    let path = start_at(&service, "198.51.100.5", &endless()).await.header("location").to_owned();
    wait_for_state(&service, NO_KEY, &path, "running").await;
    for (number, path) in paths.iter().enumerate() {
        let status = ask(&service, NO_KEY, Method::GET, path, "").await.status;
        assert_eq!(status, if number == 0 { 404 } else { 200 }, "{number}");
    }
}

#[tokio::test]
async fn the_analyses_of_an_address_are_limited() {
    let service = two_for_each_client();
    let start = async |address: &str| start_at(&service, address, &endless()).await;
    for _ in 0..2 {
        assert_eq!(start("198.51.100.1").await.status, 202);
    }
    let refused = start("198.51.100.1").await;
    assert_eq!(
        (refused.status.as_u16(), &refused.problem()["type"]),
        (429, &json!("/problems/too-many-analyses-of-client"))
    );
    assert!(refused.header("retry-after").parse::<u64>().unwrap() > 60);
    assert_eq!(start("198.51.100.2").await.status, 202);
    assert_eq!(start("198.51.100.2").await.status, 503, "the service allows three");
}

/// With one worker, which a client with many analyses shares with another client.
#[tokio::test]
async fn clients_share_the_worker_fairly() {
    let limits = TaskLimits { max_total: 4, ..TASK_LIMITS };
    let service = service_with_tasks(engine(), FairUse::default(), limits);
    let mut waiting = Vec::new();
    for (lines, key) in [(1, KEY), (2, KEY), (3, KEY), (3, OTHER)] {
        let body = json!({ "game": "checkers", "lines": lines, "time_ms": 60_000 });
        waiting.push((key, start_path(&service, key, &body).await));
        if lines == 1 {
            wait_for_state(&service, key, &waiting[0].1, "running").await;
        }
    }
    let mut order = Vec::new();
    while let Some((key, path)) = running(&service, &mut waiting).await {
        order.push(key);
        assert_eq!(ask(&service, key, Method::DELETE, &path, "").await.status, 204);
    }
    assert_eq!(order, [KEY, KEY, OTHER, KEY]);
}

type Started = (&'static str, String);

/// Waits until an analysis is running and removes it from the list; `None` if the list is empty.
async fn running(service: &Router, started: &mut Vec<Started>) -> Option<Started> {
    let since = Instant::now();
    while !started.is_empty() {
        assert!(since.elapsed() < TIMEOUT, "none is running: {started:?}");
        for at in 0..started.len() {
            let (key, path) = &started[at];
            if ask(service, key, Method::GET, path, "").await.json()["state"] == "running" {
                return Some(started.remove(at));
            }
        }
        sleep(Duration::from_millis(2)).await;
    }
    None
}

#[tokio::test]
async fn clients_without_a_key_leave_room_for_keys() {
    let limits = TaskLimits { reserved_for_keys: 1, ..TASK_LIMITS };
    let service = service_with_tasks(engine(), FairUse::default(), limits);
    for _ in 0..2 {
        start_path(&service, NO_KEY, &endless()).await;
    }
    let refused = start(&service, NO_KEY, &endless()).await;
    assert_eq!(refused.status, 503);
    assert_eq!(
        refused.problem()["detail"],
        "the limit of 2 background analyses is reached, and no finished one makes room"
    );
    assert!(refused.header("retry-after").parse::<u64>().unwrap() > 60);
    start_path(&service, KEY, &endless()).await;
}

/// A permanent refusal has no `Retry-After`.
#[tokio::test]
async fn permanent_refusals_are_explained() {
    for key in [KEY, NO_KEY] {
        let refused = refused_when_switched_off(key).await;
        assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (403, ""));
        assert_eq!(refused.problem()["type"], "/problems/analyses-off");
    }
    let limits = TaskLimits { reserved_for_keys: TASK_LIMITS.max_total, ..TASK_LIMITS };
    let service = service_with_tasks(engine(), FairUse::default(), limits);
    let refused = start(&service, NO_KEY, &endless()).await;
    assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (401, ""));
    assert_eq!(refused.problem()["type"], "/problems/unauthorized");
    start_path(&service, KEY, &endless()).await;
}

pub(super) async fn refused_when_switched_off(key: &str) -> Answer {
    let limits = TaskLimits { max_total: 0, ..TASK_LIMITS };
    start(&service_with_tasks(engine(), FairUse::default(), limits), key, &endless()).await
}
