use super::{Answer, get, post, send, service};
use axum::Router;
use axum::body::Body;
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::http::{Method, Request};
use serde_json::{Value, json};
use std::time::Instant;

const ANALYSIS: &str = "/v1/tic-tac-toe/analysis";

/// Posts with an `Accept` header.
pub(super) async fn post_accepting(service: &Router, path: &str, accept: &str, body: &Value) -> Answer {
    let request = Request::post(path).header(CONTENT_TYPE, "application/json").header(ACCEPT, accept);
    send(service, request.body(Body::from(body.to_string())).unwrap()).await
}

/// The messages of a stream: the event and the content of each.
fn messages(answer: &Answer) -> Vec<(String, Value)> {
    let text = str::from_utf8(&answer.body).unwrap();
    let event = |block: &str| {
        let lines: Vec<_> = block.lines().collect();
        let event = lines[0].strip_prefix("event: ").unwrap();
        let is_last = event != "update";
        assert_eq!(&lines[2..], &["id: end"][..usize::from(is_last)], "{block}");
        let data = lines[1].strip_prefix("data: ").unwrap();
        (event.to_owned(), serde_json::from_str(data).unwrap())
    };
    let line = |line: &str| {
        let mut message: Value = serde_json::from_str(line).unwrap();
        let event = message["event"].as_str().unwrap().to_owned();
        assert_eq!(message.as_object().unwrap().len(), 2, "{message}");
        (event, message["analysis"].take())
    };
    match answer.header("content-type") {
        "text/event-stream" => {
            let blocks = text.split_terminator("\n\n").filter(|block| !block.starts_with(':'));
            blocks.map(event).collect()
        }
        "application/x-ndjson" => text.lines().filter(|line| !line.is_empty()).map(line).collect(),
        other => panic!("{other}"),
    }
}

#[tokio::test]
async fn only_the_path_may_name_the_game() {
    let service = service();
    let answers = [
        post(&service, ANALYSIS, r#"{"game": "tic-tac-toe"}"#).await,
        get(&service, "/v1/tic-tac-toe/analysis?game=tic-tac-toe").await,
    ];
    for answer in answers {
        let problem = answer.problem();
        let mismatch = [&problem["field"], &problem["expected"], &problem["got"]];
        assert_eq!(mismatch, ["game", "the game in the path alone", "\"tic-tac-toe\""]);
    }
}

/// A browser reconnects whenever a stream ends, until it receives 204.
#[tokio::test]
async fn reconnecting_after_the_last_event_is_answered_204() {
    let service = service();
    let started = post(&service, "/v1/analyses", r#"{"game": "tic-tac-toe"}"#).await;
    let events = format!("{}/events", started.header("location"));
    for path in ["/v1/tic-tac-toe/analysis?depth=2", &events] {
        let send_request = async |accept: &str, last: &str| {
            let request = Request::get(path).header(ACCEPT, accept).header("last-event-id", last);
            send(&service, request.body(Body::empty()).unwrap()).await
        };
        let complete = send_request("text/event-stream", "").await;
        assert!(str::from_utf8(&complete.body).unwrap().ends_with("\nid: end\n\n"), "{complete:?}");
        let again = send_request("text/event-stream", "end").await;
        assert_eq!((again.status.as_u16(), again.body.len()), (204, 0), "{path}");
        assert_eq!((again.header("cache-control"), again.header("vary")), ("no-store", "accept"));
        assert_eq!(send_request("application/x-ndjson", "end").await.status, 200, "{path}");
    }
    let unknown = Request::get("/v1/analyses/none/events").header("last-event-id", "end");
    assert_eq!(send(&service, unknown.body(Body::empty()).unwrap()).await.status, 404);
}

#[tokio::test]
async fn all_moves_can_be_analysed() {
    let body = json!({ "position": "XX.OO....", "lines": "all", "avoid": ["9"] });
    let answer = post(&service(), ANALYSIS, body.to_string()).await;
    assert_eq!((answer.status.as_u16(), answer.header("cache-control")), (200, "no-store"));
    let analysis = answer.json();
    let lines = analysis["lines"].as_array().unwrap();
    let scores: Vec<_> = lines.iter().map(|line| (line["move"].as_str().unwrap(), &line["score"])).collect();
    let (win, loss) = (
        json!({ "kind": "win", "plies": 1, "expected_points": 1.0 }),
        json!({ "kind": "loss", "plies": 2, "expected_points": 0.0 }),
    );
    assert_eq!(scores[0], ("3", &win));
    assert_eq!(scores[1], ("6", &json!({ "kind": "draw", "expected_points": 0.5 })));
    assert_eq!(scores[2].1, &loss);
    assert_eq!(scores.len(), 4);
    for line in lines {
        assert_eq!((&line["bound"], &line["principal_variation"][0]), (&json!("exact"), &line["move"]));
    }
}

#[tokio::test]
async fn a_finished_game_has_no_lines() {
    let body = json!({ "position": "XXXOO....", "lines": 3 });
    let analysis = post(&service(), ANALYSIS, body.to_string()).await.json();
    assert_eq!((&analysis["lines"], &analysis["stopped_by"]), (&json!([]), &json!("game_over")));
    assert_eq!(analysis["outcome"]["winner"], "X");
}

#[tokio::test]
async fn invalid_selections_are_refused() {
    let service = service();
    for (body, field, expected) in [
        (json!({ "lines": 0 }), "lines", "a whole number from 1, or \"all\""),
        (json!({ "lines": -1 }), "lines", "a whole number from 1, or \"all\""),
        (json!({ "lines": 1.5 }), "lines", "a whole number from 1, or \"all\""),
        (json!({ "lines": "most" }), "lines", "a whole number from 1, or \"all\""),
        (json!({ "lines": [1] }), "lines", "a whole number from 1, or \"all\""),
        (json!({ "only": [] }), "only", "a legal move left to choose"),
        (json!({ "only": ["1"], "avoid": ["2", "1"] }), "avoid", "a legal move left to choose"),
        (json!({ "moves": ["1"], "only": ["2", "1"] }), "only[1]", "one of 2, 3, 4, 5, 6, 7, 8, 9"),
        (json!({ "avoid": "1" }), "avoid", "an array"),
        (json!({ "avoid": vec!["1"; 257] }), "avoid", "at most 256 moves"),
        (json!({ "avoid": [true] }), "avoid[0]", "a string or a whole number"),
    ] {
        let answer = post(&service, ANALYSIS, body.to_string()).await;
        assert_eq!(answer.status, 422, "{body}");
        let problem = answer.problem();
        assert_eq!((&problem["field"], &problem["expected"]), (&json!(field), &json!(expected)), "{body}");
    }
    for lines in [json!(1), json!(2.0), json!(1e15), json!("all"), Value::Null] {
        let body = json!({ "lines": lines, "only": null, "avoid": null }).to_string();
        assert_eq!(post(&service, ANALYSIS, body).await.status, 200, "{lines}");
    }
}

#[tokio::test]
async fn unsupported_media_types_are_refused() {
    let answer = post_accepting(&service(), ANALYSIS, "text/html, application/json;q=0", &json!({})).await;
    assert_eq!(answer.status, 406);
    assert_eq!(answer.problem()["got"], "text/html, application/json;q=0");
}

#[tokio::test]
async fn a_stream_has_updates_and_one_last_event() {
    let service = service();
    for accept in ["text/event-stream", "application/x-ndjson"] {
        let (start, body) = (Instant::now(), json!({ "lines": 3, "time_ms": 900 }));
        let answer = post_accepting(&service, "/v1/checkers/analysis", accept, &body).await;
        let took = start.elapsed();
        assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, accept));
        assert_eq!((answer.header("cache-control"), answer.header("x-accel-buffering")), ("no-store", "no"));
        let messages = messages(&answer);
        let ((end, last), updates) = messages.split_last().unwrap();
        assert_eq!((end.as_str(), &last["stopped_by"]), ("final", &json!("time")));
        assert!(!updates.is_empty());
        assert!(updates.len() as u128 <= 1 + took.as_millis() / 200, "{} in {took:?}", updates.len());
        let depths: Vec<_> =
            messages.iter().map(|(_, analysis)| analysis["depth"].as_u64().unwrap()).collect();
        assert!(depths.is_sorted(), "{depths:?}");
        for (event, update) in updates {
            assert_eq!((event.as_str(), &update["stopped_by"]), ("update", &Value::Null));
            assert_eq!(update["lines"].as_array().unwrap().len(), 3);
        }
    }
}

#[tokio::test]
async fn an_immediate_answer_is_a_stream_of_one_event() {
    let body = json!({ "position": "XXXOO....", "lines": "all" });
    let answer = post_accepting(&service(), ANALYSIS, "application/x-ndjson", &body).await;
    let messages = messages(&answer);
    assert_eq!((messages.len(), messages[0].0.as_str()), (1, "final"));
}

#[tokio::test]
async fn a_stream_that_cannot_start_is_a_problem() {
    let engine = super::engine();
    engine.drain();
    let service = crate::router(engine);
    let answer = post_accepting(&service, ANALYSIS, "text/event-stream", &json!({})).await;
    assert_eq!(answer.status, 503);
    assert_eq!(answer.problem()["type"], "/problems/shutting-down");
}

/// Not even for clients that accept a coding.
#[tokio::test]
async fn streams_are_not_compressed() {
    for accept in ["text/event-stream", "application/x-ndjson"] {
        let request = Request::post("/v1/connect-four/analysis")
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, accept)
            .header("accept-encoding", "gzip, br");
        let answer = send(&service(), request.body(Body::from("{\"lines\": \"all\"}")).unwrap()).await;
        assert_eq!(answer.header("content-encoding"), "", "{accept}");
        assert_eq!(messages(&answer).last().unwrap().0, "final");
    }
}

#[tokio::test]
async fn the_stream_has_a_path_of_its_own() {
    let service = service();
    let send_request = async |method: Method, headers: &[(&str, &str)]| {
        let (query, body) = if method == Method::GET {
            ("?moves=5&lines=all", "")
        } else {
            ("", r#"{"moves": ["5"], "lines": "all"}"#)
        };
        let request =
            Request::builder().method(method).uri(format!("/v1/tic-tac-toe/analysis/stream{query}"));
        let request = request.header("content-type", "application/json");
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        send(&service, request.body(Body::from(body)).unwrap()).await
    };
    for method in [Method::GET, Method::POST] {
        for (accept, media_type) in [
            ("", "text/event-stream"),
            ("*/*", "text/event-stream"),
            ("application/x-ndjson", "application/x-ndjson"),
        ] {
            let answer = send_request(method.clone(), &[("accept", accept)]).await;
            assert_eq!(
                (answer.status.as_u16(), answer.header("content-type")),
                (200, media_type),
                "{accept}"
            );
            assert_eq!(answer.header("cache-control"), "no-store");
            let text = str::from_utf8(&answer.body).unwrap();
            assert!(text.contains("final") && text.contains(r#""stopped_by":"proven""#), "{text}");
        }
        assert_eq!(send_request(method.clone(), &[("accept", "application/json")]).await.status, 406);
        let complete = [("accept", "text/event-stream"), ("last-event-id", "end")];
        assert_eq!(send_request(method, &complete).await.status, 204);
    }
    assert_eq!(get(&service, "/v1/chess/analysis/stream").await.status, 404);
}

/// The reason of the first line in every form of an answer, from a search and from the cache.
#[tokio::test]
async fn every_form_of_an_answer_has_reasons() {
    let service = service();
    let (position, reason) = (
        "X...OX...",
        json!({
            "kind": "prevents_win",
            "text": "the only move that prevents 7, which wins at once",
            "moves": ["7"]
        }),
    );
    let body = json!({ "position": position, "moves": ["3"] });
    let best = "/v1/tic-tac-toe/best-move";
    for _ in 0..2 {
        assert_eq!(post(&service, best, body.to_string()).await.json()["reason"], reason);
    }
    let kept = get(&service, &format!("{best}?position={position}&moves=3")).await;
    assert_eq!(kept.json()["reason"], reason);
    let played = json!({ "position": position, "moves": ["3"], "level": 5 });
    assert_eq!(post(&service, best, played.to_string()).await.json()["reason"], reason);

    assert_eq!(post(&service, ANALYSIS, body.to_string()).await.json()["lines"][0]["reason"], reason);
    let stream = post_accepting(&service, ANALYSIS, "application/x-ndjson", &body).await;
    assert_eq!(messages(&stream).pop().unwrap().1["lines"][0]["reason"], reason);
    let named = json!({ "game": "tic-tac-toe", "position": position, "moves": ["3"] });
    let batch = post(&service, "/v1/batch", json!({ "positions": [named] }).to_string()).await;
    assert_eq!(batch.json()["results"][0]["analysis"]["lines"][0]["reason"], reason);
    let started = post(&service, "/v1/analyses", named.to_string()).await;
    let events = get(&service, &format!("{}/events", started.header("location"))).await;
    assert_eq!(messages(&events).pop().unwrap().1["lines"][0]["reason"], reason);
    let game = json!({ "position": position, "moves": ["3", "7"] }).to_string();
    let reviewed = post(&service, "/v1/tic-tac-toe/review", game).await.json();
    assert_eq!(reviewed["plies"][1]["reason"], reason);
}

#[tokio::test]
async fn a_move_without_a_reason_has_none() {
    let analysis = post(&service(), ANALYSIS, r#"{"lines": "all"}"#).await.json();
    let lines = analysis["lines"].as_array().unwrap();
    assert_eq!((lines.len(), &lines[0]["score"]["kind"]), (9, &json!("draw")));
    assert!(lines.iter().all(|line| line.get("reason").is_none()), "{analysis}");
}
