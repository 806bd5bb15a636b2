//! Helpers for all kinds of background tasks.

use super::{Answer, get, post, send};
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use serde_json::Value;
use std::time::Duration;
use tokio::time::sleep;

/// Starts a task of a kind, such as `/v1/reviews`, and returns its path.
pub(super) async fn start_path(service: &Router, kind: &str, body: &Value) -> String {
    let started = post(service, kind, body.to_string()).await;
    assert_eq!(started.status, 202, "{started:?}");
    started.header("location").to_owned()
}

/// Polls the task until it is in that state.
pub(super) async fn wait_for_state(service: &Router, path: &str, state: &str) -> Value {
    loop {
        let status = get(service, path).await.json();
        if status["state"] == state {
            return status;
        }
        assert!(["waiting", "running"].contains(&status["state"].as_str().unwrap()), "{status}");
        sleep(Duration::from_millis(2)).await;
    }
}

/// The whole stream of the task's events.
pub(super) async fn follow(service: &Router, path: &str, accept: &str) -> Answer {
    let request = Request::get(format!("{path}/events")).header("accept", accept);
    send(service, request.body(Body::empty()).unwrap()).await
}

/// Milliseconds of the quota that are left.
pub(super) async fn quota_left(service: &Router) -> u64 {
    let answer = get(service, "/v1/reviews/none").await;
    let left = answer.header("ratelimit").strip_prefix("\"search\";r=").unwrap();
    left.split_once(';').unwrap().0.parse().unwrap()
}
