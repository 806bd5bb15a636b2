//! The service without a server: the same answers as over HTTP.

use crate::http::{config, engine, get, post};
use crate::router;
use axum::Router;
use bestmove_core::game::Checkpoint;
use bestmove_query::local::{LocalAnswer, LocalRequest, LocalService};
use bestmove_query::{Interrupt, Registry, SessionConfig};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};

fn local() -> LocalService {
    let limit_policy = config().session.limit_policy;
    LocalService::new(SessionConfig { limit_policy, ..SessionConfig::small() }, Registry::built_in())
}

/// An answer, and the lines of its stream before it.
fn ask(service: &LocalService, method: &str, path: &str, body: &str) -> (LocalAnswer, Vec<Value>) {
    let mut lines = Vec::new();
    let request = LocalRequest { method, path, body: body.as_bytes() };
    let answer = service.answer(request, &mut |line| lines.push(serde_json::from_str(line).unwrap()));
    (answer, lines)
}

/// The value without what differs from request to request.
fn comparable(mut answer: Value) -> Value {
    if let Some(fields) = answer.as_object_mut() {
        fields.retain(|name, _| !["elapsed_ms", "request_id"].contains(&name.as_str()));
        fields.values_mut().for_each(|value| *value = comparable(value.take()));
    } else if let Some(items) = answer.as_array_mut() {
        items.iter_mut().for_each(|item| *item = comparable(item.take()));
    }
    answer
}

/// Asserts that both services answer alike.
async fn assert_equal(service: &Router, local: &LocalService, path: &str, body: &str) {
    let expected = post(service, path, body.to_owned()).await;
    let (answer, _) = ask(local, "POST", path, body);
    assert_eq!(answer.status, expected.status.as_u16(), "{path} {body}");
    let answer = serde_json::from_str(&answer.body).unwrap();
    assert_eq!(comparable(answer), comparable(expected.json()), "{path} {body}");
}

#[tokio::test]
async fn answers_equal_those_over_http() {
    let (service, local) = (router(engine()), local());
    let list: Value = serde_json::from_str(&ask(&local, "GET", "/v1/games", "").0.body).unwrap();
    let ids =
        |list: &Value| list["games"].as_array().unwrap().iter().map(|game| game["id"].clone()).collect();
    let expected: Vec<_> = ids(&get(&service, "/v1/games").await.json());
    assert_eq!(ids(&list), expected);
    for (path, body) in [
        ("tic-tac-toe/best-move", json!({ "moves": ["5"], "fresh": true })),
        ("tic-tac-toe/best-move", json!({ "moves": ["5"], "level": 2, "seed": 7 })),
        ("connect-four/best-move", json!({ "position": "4455", "fresh": true })),
        ("connect-four/analysis", json!({ "moves": ["4", "4"], "depth": 6, "lines": "all", "fresh": true })),
        ("checkers/analysis", json!({ "moves": ["11-15"], "depth": 5, "lines": 3, "fresh": true })),
        ("checkers/legal-moves", json!({ "moves": ["11-15", "23-19"] })),
        ("tic-tac-toe/legal-moves", json!({ "position": "XXXOO...." })),
        ("checkers/convert", json!({ "text": "[Event \"x\"]\n1. 11-15 23-19 2. 8-11 *" })),
        ("checkers/convert", json!({ "text": "1. 11-15 23-19 2. 8-11 *\n".repeat(1000) })),
        ("connect-four/convert", json!({ "moves": ["4", "4", "4"] })),
        ("checkers/convert", json!({ "pieces": [], "to_move": "white" })),
        ("tic-tac-toe/review", json!({ "moves": ["5", "2", "1", "9"] })),
        ("connect-four/review", json!({ "moves": ["4", "1", "4", "1", "4"] })),
        ("checkers/review", json!({ "moves": ["11-15", "23-19", "8-11"], "depth": 5 })),
    ] {
        assert_equal(&service, &local, &format!("/v1/{path}"), &body.to_string()).await;
    }
}

#[tokio::test]
async fn problems_equal_those_over_http() {
    let (service, local) = (router(engine()), local());
    for (path, body) in [
        ("connect-four/best-move", ""),
        ("connect-four/best-move", "{\"depth\": 1, \"depth\": 2}"),
        ("connect-four/best-move", "{\"moves\": [\"9\"]}"),
        ("checkers/analysis", "{\"level\": 3}"),
        ("checkers/convert", "{\"text\": \"1. 11-16 22-99\"}"),
        ("checkers/convert", "{\"text\": \"\", \"moves\": []}"),
        ("checkers/review", "{\"moves\": []}"),
        ("checkers/review", "{\"moves\": [\"11-15\", \"11-15\"]}"),
        ("checkers/review/stream", "{\"game\": \"checkers\"}"),
        ("chess/best-move", "{}"),
        ("checkers/nothing", "{}"),
        ("nothing", "{}"),
    ] {
        assert_equal(&service, &local, &format!("/v1/{path}"), body).await;
    }
}

#[test]
fn a_review_streams_its_moves_from_the_last_to_the_first() {
    let local = local();
    let body = json!({ "moves": ["4", "1", "4", "1", "4"] }).to_string();
    let (last, lines) = ask(&local, "POST", "/v1/connect-four/review/stream", &body);
    let last: Value = serde_json::from_str(&last.body).unwrap();
    let whole: Value =
        serde_json::from_str(&ask(&local, "POST", "/v1/connect-four/review", &body).0.body).unwrap();
    let plies: Vec<_> = lines.iter().rev().map(|line| line["ply"].clone()).collect();
    assert!(lines.iter().all(|line| line["event"] == "ply"));
    assert_eq!(json!(plies), whole["plies"]);
    assert_eq!((&last["event"], &last["review"]["sides"]), (&json!("final"), &whole["sides"]));
}

#[test]
fn an_analysis_streams_finished_iterations() {
    let body = json!({ "time_ms": 700 }).to_string();
    let (last, lines) = ask(&local(), "POST", "/v1/checkers/analysis/stream", &body);
    let last: Value = serde_json::from_str(&last.body).unwrap();
    assert_eq!((&last["event"], &last["analysis"]["stopped_by"]), (&json!("final"), &json!("time")));
    let depths: Vec<_> = lines.iter().map(|line| line["analysis"]["depth"].as_u64().unwrap()).collect();
    assert!(!depths.is_empty() && depths.is_sorted(), "{depths:?}");
    assert!(lines.iter().all(|line| line["event"] == "update" && line["analysis"]["stopped_by"].is_null()));
}

#[test]
fn a_service_for_play_knows_neither_reviews_nor_conversions() {
    let local = local();
    for (path, status) in [("legal-moves", 200), ("review", 404), ("review/stream", 404), ("convert", 404)] {
        let path = format!("/v1/tic-tac-toe/{path}");
        let request = LocalRequest { method: "POST", path: &path, body: b"{\"moves\": [\"5\"]}" };
        assert_eq!(local.answer_play(request, &mut |_| {}).status, status, "{path}");
    }
}

#[test]
fn built_in_files_are_not_missing() {
    let local = local();
    for game in Registry::built_in().ids() {
        assert_eq!(local.missing_files(&format!("/v1/{game}/best-move")), [""; 0], "{game}");
    }
}

#[test]
fn an_interrupted_search_answers_from_the_best_so_far() {
    let stop = AtomicBool::new(false);
    let set = || stop.store(true, Ordering::Relaxed);
    let interrupt = Interrupt { stop: &stop, checkpoint: Some(Checkpoint(&set)) };
    let body = br#"{"moves": ["11-15", "23-19"], "fresh": true}"#;
    let request = LocalRequest { method: "POST", path: "/v1/checkers/best-move", body };
    let answer = local().answer_until(request, interrupt, &mut |_| {});
    let answer: Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!(answer["stopped_by"], "cancelled");
    assert!(answer["best_move"].is_string());
}
