use super::{Answer, config, engine, get, post, request, send};
use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request};
use bestmove::engine::{Engine, EngineConfig};
use bestmove::http::router;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::time::Duration;
use tokio::time::sleep;

const ANALYSES: &str = "/v1/analyses";

async fn begin(service: &Router, body: &Value) -> Answer {
    post(service, ANALYSES, body.to_string()).await
}

async fn delete(service: &Router, path: &str) -> Answer {
    send(service, request(Method::DELETE, path)).await
}

/// Asks until the analysis is in that state.
async fn until(service: &Router, path: &str, state: &str) -> Value {
    loop {
        let told = get(service, path).await.json();
        if told["state"] == state {
            return told;
        }
        assert!(["waiting", "running"].contains(&told["state"].as_str().unwrap()), "{told}");
        sleep(Duration::from_millis(2)).await;
    }
}

#[tokio::test]
async fn an_analysis_goes_on_by_itself() {
    let service = router(engine());
    let begun = begin(&service, &json!({ "game": "checkers", "time_ms": 3000, "lines": 2 })).await;
    assert_eq!((begun.status.as_u16(), begun.header("cache-control")), (202, "no-store"));
    let (path, told) = (begun.header("location").to_owned(), begun.json());
    assert_eq!(path, format!("/v1/analyses/{}", told["id"].as_str().unwrap()));
    assert_eq!((&told["time_ms"], &told["problem"]), (&json!(3000), &Value::Null));
    assert_eq!((&told["game"], &told["location"]), (&json!("checkers"), &json!(path)));

    let running = until(&service, &path, "running").await;
    assert_eq!(running["analysis"]["lines"].as_array().unwrap().len(), 2);
    assert_eq!(running["analysis"]["stopped_by"], Value::Null);
    let finished = until(&service, &path, "finished").await;
    assert_eq!(finished["analysis"]["stopped_by"], "time");
    assert!(finished["elapsed_ms"].as_f64().unwrap() >= 3000.0, "{finished}");
    assert!(finished["analysis"]["depth"].as_u64() >= running["analysis"]["depth"].as_u64());
    assert_eq!(get(&service, &path).await.json(), finished, "it stays as it is");
}

#[tokio::test]
async fn a_deleted_analysis_ends_and_is_forgotten() {
    let engine = engine();
    let service = router(engine.clone());
    let path = begin(&service, &json!({ "game": "checkers", "time_ms": 60_000 })).await;
    let path = path.header("location").to_owned();
    until(&service, &path, "running").await;
    let gone = delete(&service, &path).await;
    assert_eq!((gone.status.as_u16(), gone.body.len()), (204, 0));
    for answer in [get(&service, &path).await, delete(&service, &path).await] {
        assert_eq!(
            (answer.status.as_u16(), &answer.problem()["type"]),
            (404, &json!("/problems/unknown-analysis"))
        );
    }
    while engine.busy_workers() > 0 {
        sleep(Duration::from_millis(1)).await;
    }
}

#[tokio::test]
async fn analyses_are_limited_in_number_and_in_what_they_ask_for() {
    let service = router(engine());
    let mut paths = HashSet::new();
    for _ in 0..3 {
        let begun = begin(&service, &json!({ "game": "tic-tac-toe" })).await;
        assert_eq!(begun.status, 202);
        assert!(paths.insert(begun.header("location").to_owned()));
    }
    let refused = begin(&service, &json!({ "game": "tic-tac-toe" })).await;
    assert_eq!(
        (refused.status.as_u16(), &refused.problem()["type"]),
        (503, &json!("/problems/too-many-analyses"))
    );
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    assert!((50..=61).contains(&wait), "{wait}");
    assert_eq!(delete(&service, paths.iter().next().unwrap()).await.status, 204);
    assert_eq!(begin(&service, &json!({ "game": "tic-tac-toe" })).await.status, 202);
    for (body, field) in [
        (json!({ "game": "tic-tac-toe", "time_ms": 60_001 }), "time_ms"),
        (json!({ "game": "chess" }), "game"),
        (json!({ "position": "" }), "game"),
        (json!({ "game": "tic-tac-toe", "position": "XXX......" }), "position"),
    ] {
        let refused = begin(&service, &body).await;
        assert_eq!((refused.status.as_u16(), &refused.problem()["field"]), (422, &json!(field)), "{body}");
    }
}

/// Paused time runs ahead once the search is done.
#[tokio::test(start_paused = true)]
async fn an_analysis_is_forgotten_after_a_while() {
    let service = router(engine());
    let begun = begin(&service, &json!({ "game": "tic-tac-toe", "position": "XXXOO...." })).await;
    let path = begun.header("location").to_owned();
    assert_eq!(until(&service, &path, "finished").await["analysis"]["stopped_by"], "game_over");
    sleep(Duration::from_secs(58)).await;
    assert_eq!(get(&service, &path).await.status, 200);
    sleep(Duration::from_secs(3)).await;
    assert_eq!(get(&service, &path).await.status, 404);
}

async fn listen(service: &Router, path: &str, accept: &str) -> Answer {
    let request = Request::get(format!("{path}/events")).header("accept", accept);
    send(service, request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn events_can_be_heard_by_anybody_at_any_time() {
    let service = router(engine());
    let begun = begin(&service, &json!({ "game": "checkers", "time_ms": 500 })).await;
    let path = begun.header("location").to_owned();
    let listeners = ["text/event-stream", "application/x-ndjson"];
    let [events, lines] = listeners.map(|accept| listen(&service, &path, accept));
    let (events, lines) = tokio::join!(events, lines);
    let late = listen(&service, &path, "text/event-stream").await;
    for (answer, end, ends) in [
        (&events, "event: final\n", 1),
        (&lines, "{\"event\":\"final\",", 1),
        (&late, "event: final\n", 1),
        (&events, "event: problem\n", 0),
    ] {
        assert_eq!(answer.status, 200);
        let text = str::from_utf8(&answer.body).unwrap();
        assert_eq!(text.matches(end).count(), ends, "{text}");
    }
    assert!(events.body.len() > late.body.len(), "updates came before");
    assert_eq!(listen(&service, &path, "application/json").await.status, 406);
    assert_eq!(listen(&service, "/v1/analyses/none", "*/*").await.status, 404);
}

#[tokio::test]
async fn who_listens_does_not_keep_the_analysis_and_hears_of_its_end() {
    let service = router(engine());
    let begun = begin(&service, &json!({ "game": "checkers", "time_ms": 60_000 })).await;
    let path = begun.header("location").to_owned();
    until(&service, &path, "running").await;
    let heard = tokio::spawn({
        let (service, path) = (service.clone(), path.clone());
        async move { listen(&service, &path, "text/event-stream").await }
    });
    sleep(Duration::from_millis(20)).await;
    delete(&service, &path).await;
    let heard = heard.await.unwrap();
    let text = str::from_utf8(&heard.body).unwrap();
    assert!(text.contains("/problems/unknown-analysis"), "{text}");
    assert!(heard.status == 404 || text.contains("event: problem\n"), "{text}");
}

#[tokio::test]
async fn what_is_accepted_gets_its_turn_however_short_the_queue() {
    let service = router(Engine::new(EngineConfig { queue: 0, ..config() }));
    let mut paths = Vec::new();
    for lines in 1..=3 {
        let begun = begin(&service, &json!({ "game": "checkers", "time_ms": 100, "lines": lines })).await;
        paths.push(begun.header("location").to_owned());
    }
    for path in paths {
        until(&service, &path, "finished").await;
    }
}

/// On the only worker there is.
#[tokio::test]
async fn long_work_lets_others_go_first_and_goes_on() {
    let service = router(engine());
    let begun = begin(&service, &json!({ "game": "checkers", "time_ms": 4_000 })).await;
    let path = begun.header("location").to_owned();
    until(&service, &path, "running").await;
    for depth in 3..6 {
        let asked = json!({ "time_ms": 10_000, "depth": depth }).to_string();
        let answer = post(&service, "/v1/checkers/best-move", asked).await;
        assert_eq!((answer.status.as_u16(), &answer.json()["stopped_by"]), (200, &json!("depth")));
    }
    assert_eq!(get(&service, &path).await.json()["state"], "running");
    assert_eq!(until(&service, &path, "finished").await["analysis"]["stopped_by"], "time");
}

/// A position on whose moves the connect-four solver works for about a second.
const HARD: &str = "3116777712632";

/// On the only worker there is. The solver, unlike the search, tells nothing before its end.
#[tokio::test]
async fn a_solver_lets_others_go_first_and_goes_on() {
    let engine = engine();
    let service = router(engine.clone());
    let body = json!({ "game": "connect-four", "position": HARD, "lines": "all", "time_ms": 60_000 });
    let path = begin(&service, &body).await.header("location").to_owned();
    while engine.busy_workers() == 0 {
        sleep(Duration::from_millis(1)).await;
    }
    for depth in 3..6 {
        let asked = json!({ "time_ms": 10_000, "depth": depth }).to_string();
        assert_eq!(post(&service, "/v1/checkers/best-move", asked).await.status, 200);
    }
    assert_eq!(get(&service, &path).await.json()["state"], "waiting");
    let solved = until(&service, &path, "finished").await;
    assert_eq!(
        (&solved["analysis"]["stopped_by"], &solved["analysis"]["source"]),
        (&json!("proven"), &json!("search"))
    );
}

/// Each comes when long work has just got its worker back, and has less time than a turn of that may last. On a
/// machine with much else to do, some come too late.
#[tokio::test]
async fn long_work_has_requests_go_first_that_have_little_time() {
    let service = router(engine());
    let path = begin(&service, &json!({ "game": "checkers", "time_ms": 60_000 })).await;
    let path = path.header("location").to_owned();
    until(&service, &path, "running").await;
    let mut served = 0;
    for _ in 0..200 {
        let answer = post(&service, "/v1/checkers/best-move", r#"{"time_ms": 18}"#).await;
        served += u32::from(answer.status == 200);
        if served == 20 {
            break;
        }
    }
    assert_eq!(served, 20, "of 200 requests");
    assert_eq!(delete(&service, &path).await.status, 204);
}
