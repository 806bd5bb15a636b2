use super::{Observed, get, post};
use crate::http::socket::Running;
use crate::http::{request, send};
use axum::http::Method;
use serde_json::json;
use std::time::Duration;

const BEST_MOVE: &str = r#"route="/v1/{game}/best-move",method="POST""#;

#[tokio::test]
async fn requests_are_measured_by_route_method_and_status() {
    let observed = Observed::start();
    for (game, body) in [("tic-tac-toe", "{}"), ("connect-four", "{}"), ("checkers", "{\"depth\": 0}")] {
        post(&observed.service, &format!("/v1/{game}/best-move"), body).await;
    }
    for path in ["/nothing", "/no/more"] {
        assert_eq!(get(&observed.service, path).await.status, 404);
    }
    let invented = request(Method::from_bytes(b"BREW").unwrap(), "/v1/games");
    assert_eq!(send(&observed.service, invented).await.status, 405);
    let metrics = observed.metrics().await;
    let count = |labels: &str| metrics.get(&format!("bestmove_request_duration_seconds_count{{{labels}}}"));
    assert_eq!(count(&format!("{BEST_MOVE},status=\"200\"")), 2.0);
    assert_eq!(count(&format!("{BEST_MOVE},status=\"422\"")), 1.0);
    assert_eq!(count(r#"route="unmatched",method="GET",status="404""#), 2.0);
    assert_eq!(count(r#"route="/v1/games",method="other",status="405""#), 1.0);
    assert!(!format!("{metrics:?}").contains("nothing"), "no label may come from a URL");
}

#[tokio::test]
async fn tools_leave_the_routes_of_requests_in_the_metrics() {
    let observed = Observed::with(true);
    assert_eq!(post(&observed.service, "/v1/tic-tac-toe/best-move", "{}").await.status, 200);
    assert_eq!(post(&observed.service, "/mcp", "{").await.status, 400);
    let metrics = observed.metrics().await;
    let count = |labels: &str| metrics.get(&format!("bestmove_request_duration_seconds_count{{{labels}}}"));
    assert_eq!(count(&format!("{BEST_MOVE},status=\"200\"")), 1.0);
    assert_eq!(count(r#"route="/mcp",method="POST",status="400""#), 1.0);
    assert_eq!(metrics.get(r#"bestmove_problems_total{type="malformed-json"}"#), 1.0);
}

#[tokio::test]
async fn refusals_by_tools_are_counted_by_their_type() {
    let observed = Observed::with(true);
    for (tool, arguments) in [
        ("best_move", json!({ "game": "chess" })),
        ("best_move", json!({ "game": "checkers", "level": 11 })),
        ("legal_moves", json!({ "game": "checkers", "moves": ["1-2"] })),
        ("legal_moves", json!({ "game": "checkers" })),
    ] {
        let params = json!({ "name": tool, "arguments": arguments });
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        assert_eq!(post(&observed.service, "/mcp", message.to_string()).await.status, 200);
    }
    let metrics = observed.metrics().await;
    let problems = |name: &str| metrics.get(&format!("bestmove_problems_total{{type=\"{name}\"}}"));
    assert_eq!(["unknown-game", "invalid-field"].map(problems), [1.0, 2.0]);
    let calls = r#"bestmove_request_duration_seconds_count{route="/mcp",method="POST",status="200"}"#;
    assert_eq!(metrics.get(calls), 4.0);
}

#[tokio::test]
async fn closed_requests_are_counted_as_499() {
    let observed = Observed::start();
    let service = observed.service.clone();
    let body = "{\"time_ms\": 10000, \"fresh\": true}";
    let request = tokio::spawn(async move { post(&service, "/v1/checkers/best-move", body).await });
    while observed.engine.busy_workers() < 1 {
        tokio::task::yield_now().await;
    }
    request.abort();
    request.await.unwrap_err();
    let closed_request = format!("bestmove_request_duration_seconds_count{{{BEST_MOVE},status=\"499\"}}");
    assert_eq!(observed.metrics().await.get(&closed_request), 1.0);
}

#[tokio::test]
async fn durations_are_measured_in_seconds() {
    let observed = Observed::start();
    let body = "{\"time_ms\": 300, \"fresh\": true}";
    post(&observed.service, "/v1/checkers/best-move", body).await;
    let metrics = observed.metrics().await;
    let below = |le: &str| {
        let name = "bestmove_request_duration_seconds_bucket";
        metrics.get(&format!("{name}{{le=\"{le}\",{BEST_MOVE},status=\"200\"}}"))
    };
    assert_eq!((below("0.25"), below("10.0"), below("+Inf")), (0.0, 1.0, 1.0));
    let searched = r#"{game="checkers",priority="interactive"}"#;
    let sum = metrics.get(&format!("bestmove_search_duration_seconds_sum{searched}"));
    assert!((0.1..5.0).contains(&sum), "{sum} seconds");
    assert_eq!(metrics.get(&format!("bestmove_search_duration_seconds_count{searched}")), 1.0);
    assert_eq!(metrics.get(&format!("bestmove_queue_wait_seconds_count{searched}")), 1.0);
}

#[tokio::test]
async fn searches_are_counted_with_their_cost() {
    let observed = Observed::start();
    let mut nodes = 0;
    for depth in [3, 4, 5] {
        let body = format!("{{\"depth\": {depth}}}");
        let answer = post(&observed.service, "/v1/checkers/best-move", body).await.json();
        nodes += answer["nodes"].as_u64().unwrap();
    }
    let metrics = observed.metrics().await;
    assert_eq!(metrics.get(r#"bestmove_search_nodes_total{game="checkers"}"#), nodes as f64);
    assert_eq!(metrics.get(r#"bestmove_searches_total{game="checkers",stopped_by="depth"}"#), 3.0);
    assert_eq!(metrics.get(r#"bestmove_search_depth_plies_sum{game="checkers"}"#), 12.0);
    assert_eq!(metrics.get(r#"bestmove_search_nodes_total{game="tic-tac-toe"}"#), 0.0);
    let probes = ["hit", "miss"].map(|result| {
        metrics.get(&format!("bestmove_table_probes_total{{game=\"checkers\",result=\"{result}\"}}"))
    });
    assert!(probes[0] > 0.0 && probes[1] > 0.0 && probes[0] + probes[1] <= nodes as f64, "{probes:?}");
}

/// The occupancy is estimated from one slot in thousands, so the table must have many entries.
#[tokio::test]
async fn the_occupancy_of_the_table_is_measured() {
    let observed = Observed::start();
    assert_eq!(observed.metrics().await.get("bestmove_table_fill_ratio"), 0.0);
    post(&observed.service, "/v1/checkers/best-move", r#"{"depth": 17, "time_ms": 10000}"#).await;
    assert!(observed.metrics().await.get("bestmove_table_fill_ratio") > 0.0);
}

#[tokio::test]
async fn answers_are_counted_by_origin() {
    let observed = Observed::start();
    let ask = async |body: &str| post(&observed.service, "/v1/tic-tac-toe/best-move", body.to_owned()).await;
    for body in [r#"{"position": "XX.OO...."}"#; 3] {
        assert_eq!(ask(body).await.status, 200);
    }
    // A known answer is one of the proof cache.
    for _ in 0..3 {
        let path = "/v1/tic-tac-toe/best-move?position=XX.OO....";
        assert_eq!(get(&observed.service, path).await.status, 200);
    }
    ask(r#"{"position": "XXXOO...."}"#).await;
    let together = r#"{"time_ms": 300, "fresh": true}"#;
    let same = async || post(&observed.service, "/v1/checkers/best-move", together).await;
    tokio::join!(same(), same(), same());
    post(&observed.service, "/v1/checkers/best-move", r#"{"moves": ["9-13"]}"#).await;
    let metrics = observed.metrics().await;
    let tier = |game: &str, tier: &str| {
        metrics.get(&format!("bestmove_questions_total{{game=\"{game}\",tier=\"{tier}\"}}"))
    };
    assert_eq!(
        ["search", "cache", "shared", "book", "rules"].map(|name| tier("tic-tac-toe", name)),
        [1.0, 5.0, 0.0, 0.0, 1.0]
    );
    assert_eq!(
        ["search", "cache", "shared", "book", "rules"].map(|name| tier("checkers", name)),
        [1.0, 0.0, 2.0, 1.0, 0.0]
    );
    assert_eq!(metrics.get("bestmove_answers"), 1.0);
}

#[tokio::test]
async fn refusals_are_counted_by_their_type() {
    let observed = Observed::start();
    post(&observed.service, "/v1/chess/best-move", "{}").await;
    post(
        &observed.service,
        "/v1/batch",
        r#"{"positions": [{"game": "go"}, {"game": "checkers", "depth": 1}, {}]}"#,
    )
    .await;
    for _ in 0..4 {
        post(&observed.service, "/v1/analyses", r#"{"game": "tic-tac-toe"}"#).await;
    }
    let metrics = observed.metrics().await;
    let problems = |name: &str| metrics.get(&format!("bestmove_problems_total{{type=\"{name}\"}}"));
    let names = ["unknown-game", "invalid-field", "too-many-analyses", "overloaded", "internal"];
    assert_eq!(names.map(problems), [1.0, 2.0, 1.0, 0.0, 0.0]);
    assert_eq!(metrics.get("bestmove_analyses"), 3.0);
}

#[tokio::test]
async fn busy_workers_and_waiting_requests_are_counted() {
    let observed = Observed::start();
    let ask = |nodes: u32| {
        let service = observed.service.clone();
        let body = format!("{{\"time_ms\": 10000, \"depth\": 100, \"nodes\": {nodes}}}");
        tokio::spawn(async move { post(&service, "/v1/connect-four/best-move", body).await })
    };
    let requests = [ask(900_001), ask(900_002), ask(900_003)];
    while observed.engine.occupancy().waiting[0].1 < 2 {
        tokio::task::yield_now().await;
    }
    let metrics = observed.metrics().await;
    assert_eq!(metrics.get("bestmove_workers"), 1.0);
    assert_eq!(metrics.get("bestmove_workers_busy"), 1.0);
    assert_eq!(metrics.get(r#"bestmove_waiting{priority="interactive"}"#), 2.0);
    assert_eq!(metrics.get("bestmove_queue_limit"), 4.0);
    requests.iter().for_each(tokio::task::JoinHandle::abort);
}

#[tokio::test]
async fn open_connections_are_counted() {
    let service = Running::start().await;
    assert_eq!(service.connections.open(), 0);
    let client = tokio::net::TcpStream::connect(service.address).await.unwrap();
    let wait_for = async |count| {
        while service.connections.open() != count {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    wait_for(1).await;
    drop(client);
    wait_for(0).await;
}

#[tokio::test]
async fn the_build_is_reported() {
    let metrics = Observed::start().metrics().await;
    assert_eq!(metrics.get(concat!("bestmove_build_info{version=\"", env!("CARGO_PKG_VERSION"), "\"}")), 1.0);
    assert_eq!(metrics.get("bestmove_ready"), 1.0);
}
