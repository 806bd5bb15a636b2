use super::fair_use::{KEY, keys};
use super::{Answer, engine, request, send};
use crate::router_with_mcp;
use axum::Router;
use axum::body::Body;
use axum::http::Method;
use axum::http::Request;
use bestmove::http::FairUse;
use futures_util::stream::{StreamExt, once, pending};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::time::Duration;

/// A service with tools.
fn service() -> Router {
    router_with_mcp(engine(), FairUse::default())
}

fn message(tool: &str, parameters: &Value) -> Value {
    json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": tool, "arguments": parameters },
    })
}

async fn post(service: &Router, accept: &str, message: Body) -> Answer {
    let request = Request::post("/mcp").header("content-type", "application/json").header("accept", accept);
    send(service, request.body(message).unwrap()).await
}

/// Calls a tool, with a key or without.
async fn call(service: &Router, key: Option<&str>, tool: &str, parameters: &Value) -> Value {
    let message = message(tool, parameters);
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
    let service = router_with_mcp(engine(), FairUse { address_quota, keys: keys(), ..FairUse::default() });
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
    let wait = refusal(&again).1.split_once("; try again in ").and_then(|(_, wait)| wait.strip_suffix(" s"));
    let seconds: u64 = wait.unwrap_or_else(|| panic!("no wait: {again}")).parse().unwrap();
    assert!((1..=60).contains(&seconds), "{again}");
    assert!(!text.contains("try again"), "more than the quota stays too much: {text}");
}

#[tokio::test]
async fn a_tool_refuses_unknown_parameters_by_name() {
    let service = service();
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

#[tokio::test]
async fn a_tool_names_the_parameter_at_fault_and_what_is_valid() {
    let service = service();
    for (tool, parameters, expected) in [
        (
            "best_move",
            json!({ "game": "checkers", "level": 300 }),
            "level: expected a whole number from 1 to 10, got 300",
        ),
        ("best_move", json!({ "game": "checkers", "time_ms": "long" }), "time_ms: expected a whole number"),
        (
            "analyse",
            json!({ "game": "checkers", "lines": -1 }),
            "lines: expected a whole number from 1, or \"all\", got -1",
        ),
        ("legal_moves", json!({ "game": "checkers", "moves": "11-15" }), "moves: expected"),
        ("legal_moves", json!({ "game": "" }), "game: expected one of tic-tac-toe, "),
        ("legal_moves", json!({ "game": 5 }), "game: expected one of tic-tac-toe, "),
        ("legal_moves", json!({}), "game: expected one of tic-tac-toe, "),
        ("review", json!({ "game": "tic-tac-toe" }), "moves: expected from 1 to 400 moves, got 0"),
        ("review", json!({ "game": "tic-tac-toe", "moves": ["1"], "colour": 1 }), "colour: expected"),
    ] {
        let result = call(&service, None, tool, &parameters).await;
        let (is_error, text) = refusal(&result);
        assert!(is_error && text.contains(expected), "{tool} {parameters}: {text}");
    }
    let all = json!({ "game": "tic-tac-toe", "lines": "all", "position": null });
    assert!(!refusal(&call(&service, None, "analyse", &all).await).0);
}

#[tokio::test]
async fn an_analysis_has_three_lines_unless_told_otherwise() {
    let service = service();
    for (parameters, count) in [
        (json!({ "game": "tic-tac-toe" }), 3),
        (json!({ "game": "tic-tac-toe", "lines": null }), 3),
        (json!({ "game": "tic-tac-toe", "lines": 2 }), 2),
    ] {
        let result = call(&service, None, "analyse", &parameters).await;
        let lines = result["structuredContent"]["lines"].as_array().unwrap();
        assert_eq!(lines.len(), count, "{parameters}: {result}");
    }
}

#[tokio::test]
async fn the_list_of_games_tells_notations_sides_and_levels() {
    let service = service();
    let listed = call(&service, None, "list_games", &json!({})).await;
    let text = listed["content"][0]["text"].as_str().unwrap();
    let games = listed["structuredContent"]["games"].as_array().unwrap();
    assert_eq!(text.split("\n\n").count(), games.len());
    for (told, game) in text.split("\n\n").zip(games) {
        let level = &game["levels"][1];
        assert!(told.contains(&format!(" 2 ({})", level["elo"])), "{level}: {told}");
        let parts = [
            &game["id"],
            &game["position"]["notation"],
            &game["move"]["notation"],
            &game["start"],
            &game["sides"][0],
            &game["sides"][1],
        ];
        for part in parts {
            assert!(told.contains(part.as_str().unwrap()), "{part}: {told}");
        }
    }
}

#[tokio::test]
async fn the_schemas_of_tools_state_types_and_ranges() {
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }).to_string();
    let listed = post(&service(), "application/json", list.into()).await.json();
    let tools = listed["result"]["tools"].as_array().unwrap();
    let schema = |name: &str| &tools.iter().find(|tool| tool["name"] == name).unwrap()["inputSchema"];
    let level = &schema("best_move")["properties"]["level"];
    assert_eq!((&level["minimum"], &level["maximum"]), (&json!(1), &json!(10)), "{level}");
    assert_eq!(schema("best_move")["required"], json!(["game"]));
    assert_eq!(schema("analyse")["properties"]["lines"]["minimum"], 1);
    assert_eq!(schema("review")["properties"]["moves"]["items"]["type"], "string");
    assert_eq!(schema("review")["required"], json!(["game"]));
}

#[tokio::test]
async fn refusals_of_messages_are_problems_with_the_headers_of_the_service() {
    const JSON: &str = "application/json";
    let service = service();
    let valid = message("list_games", &json!({})).to_string();
    for (accept, body, status) in [
        ("text/html", valid.clone(), 406),
        (JSON, "{".to_owned(), 400),
        (JSON, "[5]".to_owned(), 422),
        (JSON, " ".repeat(40_000), 413),
    ] {
        let refused = post(&service, accept, body.into()).await;
        assert_eq!(refused.status, status, "{:?}", refused.body);
        refused.problem();
    }
    assert_eq!(
        post(&service, JSON, valid.clone().into()).await.status,
        200,
        "clients need not accept events"
    );
    let with_slash = Request::post("/mcp/").header("content-type", JSON).body(Body::from(valid)).unwrap();
    assert_eq!(send(&service, with_slash).await.status, 200);
    let refused = send(&service, request(Method::GET, "/mcp")).await;
    assert_eq!((refused.status.as_u16(), refused.header("allow")), (405, "POST"));
    refused.problem();
    let preflight = Request::options("/mcp")
        .header("origin", "https://example.org")
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "mcp-protocol-version");
    let allowed = send(&service, preflight.body(Body::empty()).unwrap()).await;
    assert_eq!((allowed.status.as_u16(), allowed.header("access-control-allow-origin")), (200, "*"));
    for name in ["mcp-protocol-version", "baggage", "tracestate"] {
        assert!(allowed.header("access-control-allow-headers").contains(name), "{name}");
    }
}

#[tokio::test]
async fn malformed_calls_name_the_part_at_fault() {
    let names = "one of analyse, best_move, legal_moves, list_games, review";
    for (params, refusal) in [
        (json!({ "arguments": {} }), format!("params.name: expected {names}, got nothing")),
        (json!(null), format!("params.name: expected {names}, got nothing")),
        (json!({ "name": "play" }), format!("params.name: expected {names}, got \"play\"")),
        (json!({ "name": 5 }), format!("params.name: expected {names}, got 5")),
        (
            json!({ "name": "list_games", "arguments": [1] }),
            "params.arguments: expected an object, got [1]".to_owned(),
        ),
    ] {
        let message = json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params });
        let answer = post(&service(), "application/json", message.to_string().into()).await.json();
        assert_eq!(answer["error"], json!({ "code": -32602, "message": refusal }), "{params}");
        assert_eq!(answer["id"], 7);
    }
}

#[tokio::test]
async fn messages_are_part_of_the_budget_of_requests() {
    let service = router_with_mcp(engine(), FairUse { memory_bytes: 40_000, ..FairUse::default() });
    let long = format!("{}{}", " ".repeat(25_000), message("list_games", &json!({})));
    let refused = post(&service, "application/json", long.into()).await;
    assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (503, "5"));
}

#[tokio::test(start_paused = true)]
async fn a_message_must_arrive_in_time_as_a_whole() {
    let service = service();
    let drip = futures_util::stream::unfold((), |()| async {
        tokio::time::sleep(Duration::from_secs(1)).await;
        Some((Ok::<_, Infallible>(" "), ()))
    });
    let refused = post(&service, "application/json", Body::from_stream(drip)).await;
    assert_eq!(refused.status, 408);
    let first = once(async { Ok::<_, Infallible>("{") });
    let refused = post(&service, "application/json", Body::from_stream(first.chain(pending()))).await;
    assert_eq!(refused.status, 408);
}

#[tokio::test]
async fn a_client_that_leaves_frees_its_worker() {
    let engine = engine();
    let service = router_with_mcp(engine.clone(), FairUse::default());
    let moves = ["9-14", "22-18", "5-9", "25-22"];
    let long = json!({ "game": "checkers", "moves": moves, "time_ms": 10_000 });
    let called = tokio::spawn(async move { call(&service, None, "best_move", &long).await });
    while engine.busy_workers() < 1 {
        tokio::task::yield_now().await;
    }
    called.abort();
    called.await.unwrap_err();
    let is_free = async {
        while engine.busy_workers() > 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(8), is_free).await.expect("the search goes on");
}
