use super::review::{NOT_IN_THE_BOOK, review, reviewed};
use super::{config, engine, post};
use crate::router;
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use bestmove_scheduler::{Engine, EngineConfig};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::{JoinHandle, yield_now};
use tokio::time::{advance, sleep};
use tower::ServiceExt;

/// An engine with room for one search of a batch, and a service of it.
fn narrow() -> (Arc<Engine>, Router) {
    let engine = Engine::new(EngineConfig { queue: 0, ..config() });
    (Arc::clone(&engine), router(engine))
}

/// Takes the room for ten seconds, or until the task is aborted.
async fn take_the_room(engine: &Engine, service: &Router) -> JoinHandle<()> {
    let service = service.clone();
    let taken = tokio::spawn(async move {
        let body = json!({ "positions": [{ "game": "checkers", "time_ms": 10_000 }] });
        post(&service, "/v1/batch", body.to_string()).await;
    });
    while engine.busy_workers() == 0 {
        yield_now().await;
    }
    taken
}

#[tokio::test]
async fn a_refused_search_is_tried_again() {
    let (engine, service) = narrow();
    let taken = take_the_room(&engine, &service).await;
    let body = json!({ "moves": ["11-15", "23-19"], "depth": 2 });
    let reviewed = tokio::spawn(async move { reviewed(&service, "checkers", &body).await });
    sleep(Duration::from_millis(50)).await;
    taken.abort();
    for side in reviewed.await.unwrap()["sides"].as_array().unwrap() {
        assert_eq!((&side["moves"], &side["reviewed"]), (&json!(1), &json!(1)));
    }
}

/// Seconds pass at once, until the task is done.
async fn after_all_retries<T>(task: JoinHandle<T>) -> T {
    while !task.is_finished() {
        advance(Duration::from_secs(1)).await;
    }
    task.await.unwrap()
}

/// The last three moves are in the proof cache.
#[tokio::test(start_paused = true)]
async fn moves_whose_searches_are_refused_again_and_again_are_reported_without_a_review() {
    let (engine, service) = narrow();
    let (moves, position) = (["5", "2", "1", "9", "3", "7"], "XO..X....");
    let whole = reviewed(&service, "tic-tac-toe", &json!({ "moves": moves })).await;
    engine.clear_caches_blocking();
    reviewed(&service, "tic-tac-toe", &json!({ "position": position, "moves": moves[3..] })).await;

    let taken = take_the_room(&engine, &service).await;
    let task = tokio::spawn({
        let service = service.clone();
        async move { reviewed(&service, "tic-tac-toe", &json!({ "moves": moves })).await }
    });
    let partial = after_all_retries(task).await;
    check_plies(&partial, &whole, 3, "/problems/overloaded");
    let nothing = tokio::spawn({
        let service = service.clone();
        let body = json!({ "position": NOT_IN_THE_BOOK, "moves": ["9-13"] });
        async move { review(&service, "checkers", &body).await }
    });
    let nothing = after_all_retries(nothing).await;
    assert_eq!((nothing.status.as_u16(), nothing.header("retry-after")), (503, "1"));
    assert_eq!(nothing.problem()["type"], "/problems/overloaded");
    let body = json!({ "position": NOT_IN_THE_BOOK, "moves": ["9-13", "22-18"] });
    let streamed = tokio::spawn(messages(service, body));
    let streamed = after_all_retries(streamed).await;
    assert_eq!(events(&streamed), ["ply", "ply", "problem"]);
    assert_eq!(streamed[2]["problem"]["type"], "/problems/overloaded");
    taken.abort();
}

/// The first plies have a problem, the others are those of the whole review.
fn check_plies(partial: &Value, whole: &Value, failed: usize, problem: &str) {
    let [plies, all] = [partial, whole].map(|review| review["plies"].as_array().unwrap());
    assert_eq!((plies.len(), &plies[failed..]), (all.len(), &all[failed..]));
    for (ply, expected) in plies[..failed].iter().zip(all) {
        assert_eq!(ply["problem"]["type"], problem, "{ply}");
        let mut fields: Vec<_> = ply.as_object().unwrap().keys().collect();
        fields.sort();
        assert_eq!(fields, ["move", "ply", "problem", "to_move"]);
        for field in ["move", "ply", "to_move"] {
            assert_eq!(ply[field], expected[field]);
        }
    }
    for side in partial["sides"].as_array().unwrap() {
        let own: Vec<_> = plies.iter().filter(|ply| ply["to_move"] == side["side"]).collect();
        let reviewed = own.iter().filter(|ply| ply["problem"].is_null()).count();
        assert_eq!((&side["moves"], &side["reviewed"]), (&json!(own.len()), &json!(reviewed)));
        let labels = side["labels"].as_object().unwrap().values();
        assert_eq!(labels.map(|count| count.as_u64().unwrap()).sum::<u64>(), reviewed as u64);
        assert_eq!(side["accuracy"].is_null(), reviewed == 0);
    }
}

async fn wait_for_busy(engine: &Engine, workers: usize) {
    while engine.busy_workers() != workers {
        sleep(Duration::from_millis(1)).await;
    }
}

/// A game whose last move is forced, so that it has one search, which takes ten seconds.
fn forced_in_the_end() -> Value {
    let moves = ["11-15", "22-18", "15x22"];
    json!({ "position": NOT_IN_THE_BOOK, "moves": moves, "time_ms": 10_000 })
}

#[tokio::test]
async fn a_shutdown_ends_a_review_with_what_it_has() {
    let engine = engine();
    let service = router(engine.clone());
    let task = tokio::spawn(async move {
        let partial = reviewed(&service, "checkers", &forced_in_the_end()).await;
        (partial, review(&service, "checkers", &forced_in_the_end()).await)
    });
    wait_for_busy(&engine, 1).await;
    engine.drain();
    let (partial, late) = task.await.unwrap();
    let problems: Vec<_> =
        partial["plies"].as_array().unwrap().iter().map(|ply| &ply["problem"]["type"]).collect();
    assert_eq!(
        problems,
        [&json!("/problems/shutting-down"), &json!("/problems/shutting-down"), &Value::Null]
    );
    assert_eq!(partial["plies"][2]["label"], "best");
    assert_eq!((late.status.as_u16(), &late.problem()["type"]), (503, &json!("/problems/shutting-down")));
}

/// The response to a request for a stream of JSON lines, without its body.
async fn stream(service: Router, body: Value) -> Body {
    let request = Request::post("/v1/checkers/review/stream").header("content-type", "application/json");
    let request = request.header("accept", "application/x-ndjson").header("host", "bestmove.test");
    service.oneshot(request.body(Body::from(body.to_string())).unwrap()).await.unwrap().into_body()
}

/// The messages of a stream, to its end.
async fn messages(service: Router, body: Value) -> Vec<Value> {
    let lines = stream(service, body).await.collect().await.unwrap().to_bytes();
    let lines = str::from_utf8(&lines).unwrap().lines().filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn events(messages: &[Value]) -> Vec<&str> {
    messages.iter().map(|message| message["event"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_shutdown_ends_a_stream_with_what_it_has() {
    let engine = engine();
    let task = tokio::spawn(messages(router(engine.clone()), forced_in_the_end()));
    wait_for_busy(&engine, 1).await;
    engine.drain();
    let messages = task.await.unwrap();
    assert_eq!(events(&messages), ["ply", "ply", "ply", "final"]);
    assert_eq!(messages[0]["ply"]["label"], "best");
    for message in &messages[1..3] {
        assert_eq!(message["ply"]["problem"]["type"], "/problems/shutting-down");
    }
    assert_eq!(messages[3]["review"]["sides"][0]["reviewed"], 1);
}

#[tokio::test]
async fn a_client_that_leaves_cancels_its_review() {
    let engine = engine();
    let service = router(engine.clone());
    let task = tokio::spawn(async move { review(&service, "checkers", &forced_in_the_end()).await });
    wait_for_busy(&engine, 1).await;
    task.abort();
    wait_for_busy(&engine, 0).await;
    assert_eq!(engine.in_flight(), 0);
}

/// The head of the response is sent after a second.
#[tokio::test]
async fn a_client_that_leaves_a_stream_cancels_its_review() {
    let engine = engine();
    let body = stream(router(engine.clone()), forced_in_the_end()).await;
    wait_for_busy(&engine, 1).await;
    drop(body);
    wait_for_busy(&engine, 0).await;
    assert_eq!(engine.in_flight(), 0);
}
