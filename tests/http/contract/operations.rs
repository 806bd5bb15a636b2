//! Every operation, against `openapi.yaml`.

use super::{Contract, Operation};
use crate::http::analysis_ownership::ask;
use crate::http::fair_use::{self, KEY};
use crate::http::{get, post, request, send, service};
use axum::http::Method;
use bestmove::http::FairUse;
use serde_json::json;

/// The kinds of background tasks, with queries and bodies that start one.
const TASKS: [(&str, &str, &str); 3] = [
    ("/v1/analyses", "", "{\"game\": \"tic-tac-toe\"}"),
    ("/v1/reviews", "", "{\"game\": \"tic-tac-toe\", \"moves\": [\"5\"]}"),
    ("/v1/jobs", "?kind=analysis&game=tic-tac-toe&depth=3", "{}"),
];
const TREES: &str = "{\"random\": {\"branching\": 2, \"depth\": 2}}";

#[tokio::test]
async fn all_operations_answer_as_described() {
    let (contract, service) = (Contract::read(), fair_use::service(FairUse::default()));
    for Operation { path, method, .. } in contract.operations() {
        // The service keeps few tasks: each operation has its own.
        let mut location = None;
        let of_task = |(tasks, ..): &&(&str, &str, &str)| path.starts_with(&format!("{tasks}/"));
        if let Some((tasks, query, body)) = TASKS.iter().find(of_task) {
            let is_in_parts = path.ends_with("/{part}") || path.ends_with("/complete");
            let (query, body) =
                if is_in_parts { (format!("{query}&parts=true"), "") } else { ((*query).to_owned(), *body) };
            let started = post(&service, &format!("{tasks}{query}"), body).await;
            location = Some(started.header("location").to_owned());
        }
        if let (Some(job), "/v1/jobs/{id}/events") = (&location, path) {
            // No worker ends it.
            send(&service, request(Method::DELETE, job)).await;
        }
        if let (Some(job), "/v1/jobs/{id}/complete") = (&location, path) {
            send(&service, request(Method::PUT, &format!("{job}/parts/1")).map(|_| "{}".into())).await;
        }
        let id = location.as_deref().and_then(|location| location.rsplit('/').next());
        let named =
            path.replace("{game}", "tic-tac-toe").replace("{slug}", "internal").replace("{part}", "1");
        let called = named.replace("{id}", id.unwrap_or("textbook-figure"));
        let (body, status) = match path {
            "/v1/trees/search" => ("{\"tree\": \"textbook-figure\", \"detail\": \"events\"}", 200),
            "/v1/trees/measure" => (TREES, 200),
            "/v1/{game}/search-tree" => ("{\"depth\": 2}", 200),
            "/v1/batch" => ("{\"positions\": [{\"game\": \"checkers\", \"depth\": 1}]}", 200),
            "/v1/jobs/{id}/complete" => ("", 202),
            "/v1/{game}/known" => ("{}", 404),
            "/v1/{game}/review" | "/v1/{game}/review/stream" => ("{\"moves\": [\"5\"]}", 200),
            _ => TASKS.iter().find(|(tasks, ..)| *tasks == path).map_or(("{}", 200), |task| (task.2, 202)),
        };
        let query = match path {
            "/v1/jobs" if method == "post" => TASKS[2].1,
            "/v1/jobs/{id}/complete" => "?parts=1",
            "/v1/trees/search" if method == "get" => "?tree=textbook-figure&detail=picture",
            "/v1/{game}/known" => "?depth=9",
            "/v1/{game}/search-tree" if method == "get" => "?depth=2&detail=picture",
            _ => "",
        };
        let (answer, status) = match method {
            "get" if TASKS.iter().any(|(tasks, ..)| *tasks == path) => {
                (ask(&service, KEY, Method::GET, path, "").await, 200)
            }
            "post" => (post(&service, &format!("{called}{query}"), body).await, status),
            "put" => (send(&service, request(Method::PUT, &called)).await, 204),
            "delete" => (send(&service, request(Method::DELETE, &called)).await, 204),
            _ => (get(&service, &format!("{called}{query}")).await, if status == 404 { 404 } else { 200 }),
        };
        assert_eq!(answer.status, status, "{method} {path}");
        contract.assert_describes(method, path, &answer);
        if answer.status == 202 {
            location = Some(answer.header("location").to_owned());
        }
        if let Some(task) = location {
            send(&service, request(Method::DELETE, &task)).await;
        }
    }
}

/// In less time than the examples have, which is beyond the limit of the service of these tests.
#[tokio::test]
async fn example_requests_start_background_tasks() {
    let contract = Contract::read();
    for (path, ..) in &TASKS[..2] {
        let requests =
            &contract.document["paths"][*path]["post"]["requestBody"]["content"]["application/json"];
        for (_, example) in contract.examples(requests) {
            let mut body = example.clone();
            body["time_ms"] = json!(100);
            let answer = post(&service(), path, body.to_string()).await;
            assert_eq!(answer.status, 202, "{path}: {answer:?}");
        }
    }
}
