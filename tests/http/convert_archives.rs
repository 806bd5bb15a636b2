//! Archives of games as bodies of text, converted into a list or a stream.

use super::fair_use::service as fair_service;
use super::{send, service};
use axum::body::Body;
use axum::http::Request;
use bestmove::http::FairUse;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

fn text_body(accept: &str, text: impl Into<Body>) -> Request<Body> {
    let request = Request::post("/v1/checkers/convert").header("content-type", "text/plain");
    request.header("accept", accept).body(text.into()).unwrap()
}

/// Archives are bodies of their own, in any encoding, and come back as a list or in a stream.
#[tokio::test]
async fn an_archive_is_a_body_of_text() {
    let service = service();
    let game = "[Event \"\u{c9}\"]\n[Result \"1/2-1/2\"]\n1. 11-15 23-19 2. 8-11 22-17 1/2-1/2\n\n";
    let archive = game.repeat(2000) + "1. 11-15 11-15 1-0\n";
    assert!(archive.len() > 100_000);
    let listed = send(&service, text_body("application/json", archive.clone())).await;
    assert_eq!(
        (listed.status.as_u16(), &listed.headers["content-type"]),
        (200, &"application/json".parse().unwrap())
    );
    let listed = listed.json();
    let games = listed["games"].as_array().unwrap();
    assert_eq!((games.len(), &listed["problem"]), (2001, &Value::Null));
    assert!(games[..2000].iter().all(|game| game["problem"].is_null() && game["moves"][3] == "22-17"));
    assert_eq!(games[2000]["problem"]["part"], "game 2001, move 1 (white)");
    let lines = send(&service, text_body("application/x-ndjson", archive.clone())).await;
    let lines: Vec<Value> = str::from_utf8(&lines.body)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 2002);
    assert!(lines.iter().zip(games).all(|(line, game)| without_id(&line["game"]) == without_id(game)));
    let summary =
        json!({ "event": "final", "conversion": { "game": "checkers", "games": 2001, "problems": 1 } });
    assert_eq!(lines[2001], summary);
    let latin: Vec<u8> = game.chars().map(|sign| sign as u8).collect();
    let latin = send(&service, text_body("*/*", latin)).await.json();
    assert_eq!(latin["games"][0]["tags"][0]["value"], "\u{c9}");
    let too_many = send(&service, text_body("application/json", "11-15 * ".repeat(10_001))).await.json();
    assert_eq!(too_many["games"].as_array().unwrap().len(), 10_000);
    assert_eq!(too_many["problem"]["part"], "games");
    let too_large = send(&service, text_body("*/*", " ".repeat((4 << 20) + 1))).await;
    assert_eq!(too_large.status, 413);
}

/// The game without the ID of the request in its problem.
fn without_id(game: &Value) -> Value {
    let mut game = game.clone();
    if let Some(problem) = game["problem"].as_object_mut() {
        problem.remove("request_id");
    }
    game
}

/// Texts whose memory would be many times that of the body.
#[tokio::test]
async fn a_game_has_a_longest_text() {
    let service = service();
    let (comment, tags) = ("x".repeat(4_000_000), "[a \"\"]".repeat(600_000));
    for (name, text, games) in [
        ("a comment", format!("1. 11-15 {{{comment}}} 23-19 *\n[Event \"x\"]\n1. 11-15 *"), 2),
        ("tags", format!("{tags} 1. 11-15 *"), 1),
        ("words", "word ".repeat(800_000), 1),
        ("a word", comment.clone(), 1),
    ] {
        for accept in ["application/json", "application/x-ndjson"] {
            let answer = send(&service, text_body(accept, text.clone())).await;
            assert_eq!(answer.status, 200, "{name}");
            let converted = match accept {
                "application/json" => answer.json()["games"].as_array().unwrap().clone(),
                _ => games_of_lines(&answer.body).0,
            };
            assert_eq!(converted.len(), games, "{name}");
            assert_eq!(converted[0]["problem"]["part"], "game 1, text", "{name}");
            assert_eq!(converted[0]["problem"]["expected"], "at most 64 KiB", "{name}");
            assert!(converted[1..].iter().all(|game| game["problem"].is_null()), "{name}");
            assert!(answer.body.len() < 500_000, "{name}: {}", answer.body.len());
        }
    }
}

/// The games in JSON lines, and the last message.
fn games_of_lines(lines: &[u8]) -> (Vec<Value>, Value) {
    let lines = str::from_utf8(lines).unwrap().lines().filter(|line| !line.is_empty());
    let mut lines: Vec<Value> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
    let last = lines.pop().unwrap();
    (lines.into_iter().map(|mut line| line["game"].take()).collect(), last)
}

/// A client that reads nothing in time gets the games for which it may hold the memory, and then the problem.
#[tokio::test]
async fn an_archive_ends_with_a_problem_where_there_is_no_memory_for_more() {
    let archive = "1. 11-15 23-19 8-11 22-17 1/2-1/2\n".repeat(9000);
    let unread = async |accept| {
        let service = fair_service(FairUse { memory_bytes: 8 << 20, ..FairUse::default() });
        let request = text_body(accept, archive.clone());
        let answer = service.clone().oneshot(with_host(request)).await.unwrap();
        assert_eq!(answer.status(), 200);
        let (mut body, mut frames) = (answer.into_body(), Vec::new());
        while let Some(frame) = body.frame().await {
            frames.push(frame.unwrap().into_data().unwrap());
        }
        frames.concat()
    };
    let (listed, lines) = tokio::join!(unread("application/json"), unread("application/x-ndjson"));
    let listed: Value = serde_json::from_slice(&listed).unwrap();
    let (games, last) = games_of_lines(&lines);
    for (games, problem) in
        [(listed["games"].as_array().unwrap(), &listed["problem"]), (&games, &last["problem"])]
    {
        assert!((100..9000).contains(&games.len()), "{}", games.len());
        assert!(games.iter().all(|game| game["moves"][3] == "22-17"));
        assert_eq!((&problem["status"], &problem["type"]), (&json!(503), &json!("/problems/overloaded")));
    }
}

/// Before anything is sent, the answer is the problem.
#[tokio::test]
async fn an_archive_is_refused_without_memory_for_its_first_game() {
    let service = fair_service(FairUse { memory_bytes: 3 << 20, ..FairUse::default() });
    for accept in ["application/json", "application/x-ndjson", "text/event-stream"] {
        let refused = send(&service, text_body(accept, "11-15 *\n".repeat(100_000))).await;
        assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (503, "5"), "{accept}");
    }
}

fn with_host(mut request: Request<Body>) -> Request<Body> {
    request.headers_mut().insert("host", "x".parse().unwrap());
    request
}
