use super::fair_use::{KEY, service_of};
use super::{Answer, engine, send};
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use bestmove::http::{FairUse, with_mcp};
use serde_json::{Value, json};
use std::time::Duration;

/// Calls a tool, with a key or without.
async fn call(service: &Router, key: Option<&str>, tool: &str, parameters: &Value) -> Value {
    let message = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": tool, "arguments": parameters },
    });
    let mut request = Request::post("/mcp")
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream");
    if let Some(key) = key {
        request = request.header("authorization", format!("Bearer {key}"));
    }
    let answer: Answer = send(service, request.body(Body::from(message.to_string())).unwrap()).await;
    answer.json()["result"].clone()
}

/// Whether a tool refused, and what it said.
fn refusal(result: &Value) -> (bool, &str) {
    (result["isError"] == true, result["content"][0]["text"].as_str().unwrap())
}

#[tokio::test]
async fn tools_spend_the_quota_of_the_client_that_calls_them() {
    let address_quota = Some(Duration::from_millis(500));
    let service = with_mcp(service_of(engine(), FairUse { address_quota, ..FairUse::default() }));
    // Beyond the opening book.
    let moves = ["9-14", "22-18", "5-9", "25-22"];
    let too_much = json!({ "game": "checkers", "moves": moves, "time_ms": 600 });
    let result = call(&service, None, "best_move", &too_much).await;
    let (is_error, text) = refusal(&result);
    assert!(is_error && text.starts_with("Quota exceeded: "), "{result}");
    let with_key = call(&service, Some(KEY), "best_move", &too_much).await;
    assert!(!refusal(&with_key).0, "a key has no quota: {with_key}");
    let unknown = call(&service, Some("unknown"), "best_move", &too_much).await;
    assert!(refusal(&unknown).1.starts_with("Unauthorized: "), "{unknown}");
    let enough = json!({ "game": "checkers", "moves": moves, "time_ms": 450 });
    let searched = call(&service, None, "best_move", &enough).await;
    assert!(!refusal(&searched).0, "{searched}");
    let again = call(&service, None, "analyse", &enough).await;
    assert!(refusal(&again).1.starts_with("Quota exceeded: "), "the search has used most of it: {again}");
}

#[tokio::test]
async fn a_tool_refuses_unknown_parameters_by_name() {
    let service = with_mcp(super::service());
    for (tool, parameters) in [
        ("best_move", json!({ "game": "checkers", "colour": "red" })),
        ("legal_moves", json!({ "game": "checkers", "colour": "red" })),
        ("analyse", json!({ "game": "checkers", "colour": "red" })),
    ] {
        let result = call(&service, None, tool, &parameters).await;
        let (is_error, text) = refusal(&result);
        assert!(is_error && text.contains("colour"), "{tool}: {result}");
    }
}
