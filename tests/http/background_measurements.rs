use super::analysis_ownership::ask;
use super::background_tasks::{follow, quota_left, start_path, wait_for_state};
use super::fair_use::{KEY, OTHER, service_of};
use super::{Answer, config, engine, get, post, request, send};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Method, Request};
use bestmove::classic::RandomTree;
use bestmove::engine::Engine;
use bestmove::http::{FairUse, router};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::{sleep, timeout};
use tower::ServiceExt;

const MEASUREMENTS: &str = "/v1/measurements";
/// Long enough to stop a worker, and far less than the measurements that are stopped would take.
const STOPPED: Duration = Duration::from_secs(20);

async fn start(service: &Router, body: &Value) -> Answer {
    post(service, MEASUREMENTS, body.to_string()).await
}

/// Trees that are searched within milliseconds each.
fn small(trees: u64) -> Value {
    let random = json!({ "branching": 4, "depth": 4 });
    json!({ "random": random, "trees": trees, "searches": ["alpha-beta", "scout"], "time_ms": 10_000 })
}

/// More trees than a minute suffices for.
fn endless(time_ms: u64) -> Value {
    json!({ "random": { "branching": 4, "depth": 8 }, "trees": 100_000, "time_ms": time_ms })
}

#[tokio::test]
async fn a_background_measurement_is_that_of_the_request() {
    let service = router(engine());
    let whole = post(&service, "/v1/trees/measure", small(200).to_string()).await.json();
    let started = start(&service, &small(200)).await;
    assert_eq!((started.status.as_u16(), started.header("cache-control")), (202, "no-store"));
    let (path, status) = (started.header("location").to_owned(), started.json());
    assert_eq!(path, format!("{MEASUREMENTS}/{}", status["id"].as_str().unwrap()));
    assert_eq!(
        [&status["location"], &status["trees"], &status["time_ms"], &status["problem"]],
        [&json!(path), &json!(200), &json!(10_000), &Value::Null]
    );
    let first = status["first"].as_str().unwrap().strip_prefix("random:").unwrap();
    let first: RandomTree = first.parse().unwrap();
    assert_eq!((first.branching, first.depth, first.seed), (4, 4, 1));

    let finished = wait_for_state(&service, &path, "finished").await;
    assert_eq!(finished["measurement"], whole);
    assert_eq!(get(&service, &path).await.json(), finished, "a finished measurement does not change");
    let lines = follow(&service, &path, "application/x-ndjson").await;
    assert_eq!(lines.json(), json!({ "event": "final", "measurement": whole }));
    let events = follow(&service, &path, "text/event-stream").await;
    let text = str::from_utf8(&events.body).unwrap();
    let data = text.strip_prefix("event: final\ndata: ").unwrap().strip_suffix("\nid: end\n\n").unwrap();
    assert_eq!(serde_json::from_str::<Value>(data).unwrap(), whole);
    assert_eq!(follow(&service, &path, "application/json").await.status, 406);
    let resumed = Request::get(format!("{path}/events")).header("last-event-id", "end");
    assert_eq!(send(&service, resumed.body(Body::empty()).unwrap()).await.status, 204);
}

#[tokio::test]
async fn followers_see_the_sums_grow_until_time_is_over() {
    let service = router(engine());
    let path = start_path(&service, MEASUREMENTS, &endless(700)).await;
    let followed = follow(&service, &path, "application/x-ndjson").await;
    let lines: Vec<Value> = followed
        .body
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect();
    let trees: Vec<_> = lines.iter().map(|line| line["measurement"]["trees"].as_u64().unwrap()).collect();
    assert!(trees.len() >= 3 && trees.is_sorted(), "{trees:?}");
    let last = &lines[lines.len() - 1];
    assert_eq!((&last["event"], &last["measurement"]["complete"]), (&json!("final"), &json!(false)));
    assert_eq!(wait_for_state(&service, &path, "finished").await["measurement"], last["measurement"]);
}

#[tokio::test]
async fn a_deleted_measurement_stops_and_ends_the_streams_of_its_followers() {
    let engine = engine();
    let service = router(engine.clone());
    let path = start_path(&service, MEASUREMENTS, &endless(60_000)).await;
    wait_for_state(&service, &path, "running").await;
    let events = Request::get(format!("{path}/events")).header("accept", "text/event-stream");
    let events =
        service.clone().oneshot(events.header("host", "x").body(Body::empty()).unwrap()).await.unwrap();
    assert_eq!(events.status(), 200);
    let deleted = send(&service, request(Method::DELETE, &path)).await;
    assert_eq!((deleted.status.as_u16(), deleted.body.len()), (204, 0));
    for answer in [get(&service, &path).await, send(&service, request(Method::DELETE, &path)).await] {
        assert_eq!(answer.status, 404);
        assert_eq!(answer.problem()["detail"], "there is no measurement with this ID, or it has expired");
    }
    let idle = async {
        while engine.busy_workers() > 0 {
            sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(STOPPED, idle).await.expect("the worker stops");
    let text =
        timeout(STOPPED, to_bytes(events.into_body(), usize::MAX)).await.expect("the stream ends").unwrap();
    let text = str::from_utf8(&text).unwrap();
    assert!(text.contains("/problems/unknown-analysis"), "{text}");
}

#[tokio::test]
async fn a_measurement_belongs_to_its_key() {
    let service = service_of(engine(), FairUse::default());
    let started = ask(&service, KEY, Method::POST, MEASUREMENTS, &small(5).to_string()).await;
    let path = started.header("location").to_owned();
    for (method, suffix) in [(Method::GET, ""), (Method::GET, "/events"), (Method::DELETE, "")] {
        for key in [OTHER, ""] {
            assert_eq!(ask(&service, key, method.clone(), &format!("{path}{suffix}"), "").await.status, 404);
        }
    }
    let listed = async |key| ask(&service, key, Method::GET, MEASUREMENTS, "").await;
    let mut single = ask(&service, KEY, Method::GET, &path, "").await.json();
    while single["state"] != "finished" {
        sleep(Duration::from_millis(1)).await;
        single = ask(&service, KEY, Method::GET, &path, "").await.json();
    }
    for results in ["measurement", "problem"] {
        assert!(single.as_object_mut().unwrap().remove(results).is_some());
    }
    assert_eq!(listed(KEY).await.json()["measurements"], json!([single]));
    assert_eq!(listed(OTHER).await.json()["measurements"], json!([]));
    assert_eq!(listed("").await.status, 401);
}

/// The service of these tests keeps three.
#[tokio::test]
async fn measurements_share_the_limits_of_analyses() {
    let service = router(engine());
    for _ in 0..3 {
        start_path(&service, MEASUREMENTS, &small(1)).await;
    }
    for path in ["/v1/analyses", MEASUREMENTS] {
        let body = if path == MEASUREMENTS { small(1) } else { json!({ "game": "tic-tac-toe" }) };
        let refused = post(&service, path, body.to_string()).await;
        assert_eq!(
            (refused.status.as_u16(), &refused.problem()["type"]),
            (503, &json!("/problems/too-many-analyses"))
        );
    }
}

/// By default a measurement takes half a second, and at most a minute.
#[tokio::test]
async fn a_measurement_may_take_as_long_as_an_analysis() {
    let service = router(engine());
    let problem = start(&service, &endless(60_001)).await.problem();
    assert_eq!(
        (&problem["field"], &problem["expected"]),
        (&json!("time_ms"), &json!("a whole number from 1 to 60000"))
    );
    let problem = start(&service, &json!({ "tree": [1, 2] })).await.problem();
    assert_eq!(problem["field"], "tree");
}

/// Deleting a measurement is no way around the quota. It is returned within the time that a worker takes to
/// stop, in which no more than a second of it refills.
#[tokio::test]
async fn a_measurement_is_charged_what_it_takes_and_no_more() {
    let rules = FairUse { address_quota: Some(Duration::from_secs(30)), ..FairUse::default() };
    let service = service_of(engine(), rules);
    let path = start_path(&service, MEASUREMENTS, &endless(25_000)).await;
    assert!(quota_left(&service).await < 6000, "all of it is reserved");
    wait_for_state(&service, &path, "running").await;
    sleep(Duration::from_secs(4)).await;
    assert_eq!(send(&service, request(Method::DELETE, &path)).await.status, 204);
    let returned = async {
        while quota_left(&service).await < 15_000 {
            sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(Duration::from_secs(10), returned).await.expect("the rest is returned");
    let left = quota_left(&service).await;
    assert!(left < 29_000, "{left} ms left, though four seconds were used");
}

#[tokio::test]
async fn a_shutdown_ends_a_measurement_with_what_it_has() {
    let engine = Engine::new(config());
    let service = router(engine.clone());
    let path = start_path(&service, MEASUREMENTS, &endless(60_000)).await;
    wait_for_state(&service, &path, "running").await;
    engine.drain();
    let finished = timeout(STOPPED, wait_for_state(&service, &path, "finished")).await.expect("it ends");
    assert_eq!(finished["measurement"]["complete"], false);
    assert_eq!(start(&service, &small(1)).await.problem()["type"], "/problems/shutting-down");
}
