use super::background_tasks::{follow, wait_for_state};
use super::{Answer, config, engine, get, jobs, post, request, send};
use crate::router;
use axum::Router;
use axum::http::Method;
use bestmove_scheduler::{Engine, EngineConfig};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::time::Duration;
use tokio::time::sleep;

const ANALYSES: &str = "/v1/analyses";

async fn start(service: &Router, body: &Value) -> Answer {
    post(service, ANALYSES, body.to_string()).await
}

async fn delete(service: &Router, path: &str) -> Answer {
    send(service, request(Method::DELETE, path)).await
}

#[tokio::test]
async fn an_analysis_runs_in_the_background() {
    let service = router(engine());
    let started = start(&service, &json!({ "game": "checkers", "time_ms": 3000, "lines": 2 })).await;
    assert_eq!((started.status.as_u16(), started.header("cache-control")), (202, "no-store"));
    let (path, status) = (started.header("location").to_owned(), started.json());
    assert_eq!(path, format!("/v1/analyses/{}", status["id"].as_str().unwrap()));
    assert_eq!((&status["time_ms"], &status["problem"]), (&json!(3000), &Value::Null));
    assert_eq!((&status["game"], &status["location"]), (&json!("checkers"), &json!(path)));

    let running = wait_for_state(&service, &path, "running").await;
    assert_eq!(running["analysis"]["lines"].as_array().unwrap().len(), 2);
    assert_eq!(running["analysis"]["stopped_by"], Value::Null);
    let finished = wait_for_state(&service, &path, "finished").await;
    assert_eq!(finished["analysis"]["stopped_by"], "time");
    assert!(finished["elapsed_ms"].as_f64().unwrap() >= 3000.0, "{finished}");
    assert!(finished["analysis"]["depth"].as_u64() >= running["analysis"]["depth"].as_u64());
    assert_eq!(get(&service, &path).await.json(), finished, "a finished analysis does not change");
}

#[tokio::test]
async fn a_deleted_analysis_stops_and_is_not_found() {
    let engine = engine();
    let service = router(engine.clone());
    let path = start(&service, &json!({ "game": "checkers", "time_ms": 60_000 })).await;
    let path = path.header("location").to_owned();
    wait_for_state(&service, &path, "running").await;
    let deleted = delete(&service, &path).await;
    assert_eq!((deleted.status.as_u16(), deleted.body.len()), (204, 0));
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
async fn analyses_are_limited_in_number_and_time() {
    let service = router(engine());
    let mut paths = HashSet::new();
    let endless = json!({ "game": "checkers", "moves": ["11-15"], "time_ms": 60_000 });
    for _ in 0..3 {
        let started = start(&service, &endless).await;
        assert_eq!(started.status, 202);
        assert!(paths.insert(started.header("location").to_owned()));
    }
    let refused = start(&service, &json!({ "game": "tic-tac-toe" })).await;
    assert_eq!(
        (refused.status.as_u16(), &refused.problem()["type"]),
        (503, &json!("/problems/too-many-analyses"))
    );
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    assert!((110..=121).contains(&wait), "{wait}");
    assert_eq!(delete(&service, paths.iter().next().unwrap()).await.status, 204);
    assert_eq!(start(&service, &json!({ "game": "tic-tac-toe" })).await.status, 202);
    for (body, field) in [
        (json!({ "game": "tic-tac-toe", "time_ms": 60_001 }), "time_ms"),
        (json!({ "game": "chess" }), "game"),
        (json!({ "position": "" }), "game"),
        (json!({ "game": "tic-tac-toe", "position": "XXX......" }), "position"),
    ] {
        let refused = start(&service, &body).await;
        assert_eq!((refused.status.as_u16(), &refused.problem()["field"]), (422, &json!(field)), "{body}");
    }
}

/// Once the search is done, the paused clock advances on its own.
#[tokio::test(start_paused = true)]
async fn a_finished_analysis_expires() {
    let service = router(engine());
    let started = start(&service, &json!({ "game": "tic-tac-toe", "position": "XXXOO...." })).await;
    let path = started.header("location").to_owned();
    assert_eq!(wait_for_state(&service, &path, "finished").await["analysis"]["stopped_by"], "game_over");
    sleep(Duration::from_secs(58)).await;
    assert_eq!(get(&service, &path).await.status, 200);
    sleep(Duration::from_secs(3)).await;
    assert_eq!(get(&service, &path).await.status, 404);
}

#[tokio::test]
async fn several_clients_can_follow_an_analysis() {
    let service = router(engine());
    let started = start(&service, &json!({ "game": "checkers", "time_ms": 500 })).await;
    let path = started.header("location").to_owned();
    let media_types = ["text/event-stream", "application/x-ndjson"];
    let [events, lines] = media_types.map(|accept| follow(&service, &path, accept));
    let (events, lines) = tokio::join!(events, lines);
    let late = follow(&service, &path, "text/event-stream").await;
    for (answer, text, count) in [
        (&events, "event: final\n", 1),
        (&lines, "{\"event\":\"final\",", 1),
        (&late, "event: final\n", 1),
        (&events, "event: problem\n", 0),
    ] {
        assert_eq!(answer.status, 200);
        let body = str::from_utf8(&answer.body).unwrap();
        assert_eq!(body.matches(text).count(), count, "{body}");
    }
    assert!(events.body.len() > late.body.len(), "the early client also received updates");
    assert_eq!(follow(&service, &path, "application/json").await.status, 406);
    assert_eq!(follow(&service, "/v1/analyses/none", "*/*").await.status, 404);
}

#[tokio::test]
async fn deleting_an_analysis_ends_the_streams_of_its_followers() {
    let service = router(engine());
    let started = start(&service, &json!({ "game": "checkers", "time_ms": 60_000 })).await;
    let path = started.header("location").to_owned();
    wait_for_state(&service, &path, "running").await;
    let followed = tokio::spawn({
        let (service, path) = (service.clone(), path.clone());
        async move { follow(&service, &path, "text/event-stream").await }
    });
    sleep(Duration::from_millis(20)).await;
    delete(&service, &path).await;
    let followed = followed.await.unwrap();
    let text = str::from_utf8(&followed.body).unwrap();
    assert!(text.contains("/problems/unknown-analysis"), "{text}");
    assert!(followed.status == 404 || text.contains("event: problem\n"), "{text}");
}

#[tokio::test]
async fn accepted_analyses_run_even_without_a_queue() {
    let service = router(Engine::new(EngineConfig { queue: 0, ..config() }));
    let mut paths = Vec::new();
    for lines in 1..=3 {
        let started = start(&service, &json!({ "game": "checkers", "time_ms": 100, "lines": lines })).await;
        paths.push(started.header("location").to_owned());
    }
    for path in paths {
        wait_for_state(&service, &path, "finished").await;
    }
}

/// With one worker.
#[tokio::test]
async fn interactive_requests_preempt_an_analysis() {
    let service = router(engine());
    let started = start(&service, &json!({ "game": "checkers", "time_ms": 4_000 })).await;
    let path = started.header("location").to_owned();
    wait_for_state(&service, &path, "running").await;
    for depth in 3..6 {
        let body = json!({ "time_ms": 10_000, "depth": depth }).to_string();
        let answer = post(&service, "/v1/checkers/best-move", body).await;
        assert_eq!((answer.status.as_u16(), &answer.json()["stopped_by"]), (200, &json!("depth")));
    }
    assert_eq!(get(&service, &path).await.json()["state"], "running");
    assert_eq!(wait_for_state(&service, &path, "finished").await["analysis"]["stopped_by"], "time");
}

/// A position for whose moves the connect-four solver takes about a second.
const HARD: &str = "3116777712632";

/// With one worker. Unlike the search, the solver reports nothing before its end.
#[tokio::test]
async fn interactive_requests_preempt_a_solver() {
    let engine = engine();
    let service = router(engine.clone());
    let body = json!({ "game": "connect-four", "position": HARD, "lines": "all", "time_ms": 60_000 });
    let path = start(&service, &body).await.header("location").to_owned();
    while engine.busy_workers() == 0 {
        sleep(Duration::from_millis(1)).await;
    }
    for depth in 3..6 {
        let body = json!({ "time_ms": 10_000, "depth": depth }).to_string();
        assert_eq!(post(&service, "/v1/checkers/best-move", body).await.status, 200);
    }
    assert_eq!(get(&service, &path).await.json()["state"], "waiting");
    let solved = wait_for_state(&service, &path, "finished").await;
    assert_eq!(
        (&solved["analysis"]["stopped_by"], &solved["analysis"]["source"]),
        (&json!("proven"), &json!("search"))
    );
}

/// Each request arrives when the analysis has just resumed, and has less time than a quantum of the analysis.
/// On a busy machine some are refused.
#[tokio::test]
async fn requests_with_short_deadlines_preempt_an_analysis() {
    let service = router(engine());
    let path = start(&service, &json!({ "game": "checkers", "time_ms": 60_000 })).await;
    let path = path.header("location").to_owned();
    wait_for_state(&service, &path, "running").await;
    let mut served = 0;
    for _ in 0..200 {
        let answer = post(&service, "/v1/checkers/best-move", r#"{"time_ms": 18, "book": false}"#).await;
        served += u32::from(answer.status == 200);
        if served == 20 {
            break;
        }
    }
    assert_eq!(served, 20, "of 200 requests");
    assert_eq!(delete(&service, &path).await.status, 204);
}

/// Neither is found as the other, though both are in the store.
#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_is_no_job() {
    let (service, _workers) = jobs::service(jobs::config());
    let started = start(&service, &json!({ "game": "tic-tac-toe" })).await;
    let path = started.header("location").to_owned();
    let job = jobs::submitted(&service, "kind=analysis&game=connect-four", "{}\n").await;
    assert_eq!(get(&service, &path.replace("analyses", "jobs")).await.status, 404);
    assert_eq!(get(&service, &job.replace("jobs", "analyses")).await.status, 404);
}
