//! Background analyses in a store.

use super::background_tasks::{follow, start_path, wait_for_state};
use super::jobs::{config, service};
use super::{engine, get, post, request, send};
use crate::router;
use axum::Router;
use axum::http::Method;
use bestmove::jobs::JobConfig;
use serde_json::{Value, json};
use tokio_util::sync::DropGuard;

const ANALYSES: &str = "/v1/analyses";

/// A service whose analyses are tasks of its store.
fn keeping() -> (Router, DropGuard) {
    service(JobConfig { keeps_analyses: true, ..config() })
}

/// An analysis without what differs each time.
fn comparable(mut analysis: Value) -> Value {
    for field in ["id", "location", "elapsed_ms"] {
        assert!(analysis.as_object_mut().unwrap().remove(field).is_some(), "{field}");
    }
    assert!(analysis["analysis"].as_object_mut().unwrap().remove("elapsed_ms").is_some());
    analysis
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_of_the_store_is_as_one_in_memory() {
    let ((stored, _workers), memory) = (keeping(), router(engine()));
    let mut answers = Vec::new();
    for service in [&stored, &memory] {
        let body = json!({ "game": "tic-tac-toe", "moves": ["5"], "lines": 3 });
        let path = start_path(service, ANALYSES, &body).await;
        let finished = wait_for_state(service, &path, "finished").await;
        assert_eq!(get(service, &path).await.json(), finished, "a finished analysis does not change");
        let events = follow(service, &path, "text/event-stream").await;
        let text = str::from_utf8(&events.body).unwrap();
        assert!(text.starts_with("event: final\ndata: {") && text.ends_with("\nid: end\n\n"), "{text}");
        assert_eq!(send(service, request(Method::DELETE, &path)).await.status, 204);
        for method in [Method::GET, Method::DELETE] {
            let unknown = send(service, request(method, &path)).await;
            assert_eq!(
                (unknown.status.as_u16(), &unknown.problem()["type"]),
                (404, &json!("/problems/unknown-analysis"))
            );
        }
        answers.push(comparable(finished));
    }
    assert_eq!(answers[0], answers[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn analyses_of_the_store_are_followed_and_limited() {
    let (service, _workers) = keeping();
    let endless = json!({ "game": "checkers", "moves": ["11-15"], "time_ms": 60_000 });
    let path = start_path(&service, ANALYSES, &endless).await;
    let running = wait_for_state(&service, &path, "running").await;
    assert_eq!(running["analysis"]["stopped_by"], Value::Null);
    for _ in 0..2 {
        start_path(&service, ANALYSES, &endless).await;
    }
    let refused = post(&service, ANALYSES, endless.to_string()).await;
    assert_eq!(
        (refused.status.as_u16(), &refused.problem()["type"]),
        (503, &json!("/problems/too-many-analyses"))
    );
    let followed = tokio::spawn({
        let (service, path) = (service.clone(), path.clone());
        async move { follow(&service, &path, "text/event-stream").await }
    });
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    assert_eq!(send(&service, request(Method::DELETE, &path)).await.status, 204);
    let followed = followed.await.unwrap();
    let text = str::from_utf8(&followed.body).unwrap();
    assert!(text.contains("/problems/unknown-analysis"), "{text}");
    start_path(&service, ANALYSES, &endless).await;
}

/// Neither is found as the other, though both are in the store.
#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_is_no_job() {
    let (service, _workers) = keeping();
    let path = start_path(&service, ANALYSES, &json!({ "game": "tic-tac-toe" })).await;
    let job = super::jobs::submitted(&service, "kind=analysis&game=connect-four", "{}\n").await;
    assert_eq!(get(&service, &path.replace("analyses", "jobs")).await.status, 404);
    assert_eq!(get(&service, &job.replace("jobs", "analyses")).await.status, 404);
}
