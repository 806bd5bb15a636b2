use super::analysis_ownership::ask;
use super::background_tasks::{follow, quota_left, start_path, wait_for_state};
use super::fair_use::{KEY, OTHER, service_of};
use super::review::{NOT_IN_THE_BOOK, reviewed};
use super::{Answer, config, engine, get, post, request, send};
use crate::router;
use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request};
use bestmove::http::FairUse;
use bestmove_scheduler::Engine;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::{sleep, timeout};

const REVIEWS: &str = "/v1/reviews";

async fn start(service: &Router, body: &Value) -> Answer {
    post(service, REVIEWS, body.to_string()).await
}

/// A game of checkers, not in the opening book, whose last move is forced, and `time_ms` for each search.
fn checkers(time_ms: u64) -> Value {
    let moves = ["11-15", "22-18", "15x22"];
    json!({ "game": "checkers", "position": NOT_IN_THE_BOOK, "moves": moves, "time_ms": time_ms })
}

#[tokio::test]
async fn a_review_runs_in_the_background() {
    let service = router(engine());
    let started = start(&service, &checkers(300)).await;
    assert_eq!((started.status.as_u16(), started.header("cache-control")), (202, "no-store"));
    let (path, status) = (started.header("location").to_owned(), started.json());
    assert_eq!(path, format!("/v1/reviews/{}", status["id"].as_str().unwrap()));
    assert_eq!((&status["location"], &status["time_ms"]), (&json!(path), &json!(3 * 300)));
    assert_eq!(
        (&status["state"], &status["review"], &status["problem"]),
        (&json!("waiting"), &Value::Null, &Value::Null)
    );

    let running = wait_for_state(&service, &path, "running").await;
    let plies = running["review"]["plies"].as_array().unwrap();
    assert_eq!((plies[plies.len() - 1]["ply"].as_u64(), plies.len() < 3), (Some(3), true), "{running}");
    assert_eq!(running["review"]["sides"][0]["moves"], 2);
    let finished = wait_for_state(&service, &path, "finished").await;
    let numbers: Vec<_> =
        finished["review"]["plies"].as_array().unwrap().iter().map(|ply| &ply["ply"]).collect();
    assert_eq!(numbers, [1, 2, 3]);
    assert_eq!(get(&service, &path).await.json(), finished, "a finished review does not change");
}

#[tokio::test]
async fn a_background_review_is_that_of_the_request() {
    let service = router(engine());
    let body = json!({ "moves": ["5", "2", "1", "9", "3", "7"] });
    let whole = reviewed(&service, "tic-tac-toe", &body).await;
    let path = start_path(&service, REVIEWS, &json!({ "game": "tic-tac-toe", "moves": body["moves"] })).await;
    assert_eq!(wait_for_state(&service, &path, "finished").await["review"], whole);
}

#[tokio::test]
async fn several_clients_can_follow_a_review() {
    let service = router(engine());
    let path = start_path(&service, REVIEWS, &checkers(50)).await;
    let [events, lines] =
        ["text/event-stream", "application/x-ndjson"].map(|accept| follow(&service, &path, accept));
    let (events, lines) = tokio::join!(events, lines);
    let late = follow(&service, &path, "text/event-stream").await;
    for (answer, ply, last) in [
        (&events, "event: ply\n", "event: final\n"),
        (&lines, "{\"event\":\"ply\",", "{\"event\":\"final\","),
        (&late, "event: ply\n", "event: final\n"),
    ] {
        assert_eq!(answer.status, 200);
        let body = str::from_utf8(&answer.body).unwrap();
        assert_eq!((body.matches(ply).count(), body.matches(last).count()), (3, 1), "{body}");
    }
    assert_eq!(events.body, late.body);
    assert_eq!(follow(&service, &path, "application/json").await.status, 406);
    assert_eq!(follow(&service, "/v1/reviews/none", "*/*").await.status, 404);
}

/// As browsers do by themselves.
#[tokio::test]
async fn a_follower_that_was_disconnected_goes_on_behind_its_last_event() {
    let service = router(engine());
    let path = start_path(&service, REVIEWS, &checkers(20)).await;
    wait_for_state(&service, &path, "finished").await;
    let whole = follow(&service, &path, "text/event-stream").await;
    let events: Vec<_> = str::from_utf8(&whole.body).unwrap().split_inclusive("\n\n").collect();
    assert_eq!(events.len(), 4);
    for (received, event) in events.iter().enumerate().take(3) {
        let id = format!("{}", received + 1);
        assert!(event.ends_with(&format!("\nid: {id}\n\n")), "{event}");
        let resumed = Request::get(format!("{path}/events")).header("accept", "text/event-stream");
        let resumed = resumed.header("last-event-id", &id).body(Body::empty()).unwrap();
        assert_eq!(send(&service, resumed).await.body, events[received + 1..].concat());
    }
}

#[tokio::test]
async fn a_deleted_review_stops_and_ends_the_streams_of_its_followers() {
    let engine = engine();
    let service = router(engine.clone());
    let path = start_path(&service, REVIEWS, &checkers(10_000)).await;
    let followed = tokio::spawn({
        let (service, path) = (service.clone(), path.clone());
        async move { follow(&service, &path, "text/event-stream").await }
    });
    while engine.busy_workers() == 0 {
        sleep(Duration::from_millis(1)).await;
    }
    let deleted = send(&service, request(Method::DELETE, &path)).await;
    assert_eq!((deleted.status.as_u16(), deleted.body.len()), (204, 0));
    for answer in [get(&service, &path).await, send(&service, request(Method::DELETE, &path)).await] {
        assert_eq!(answer.status, 404);
        assert_eq!(answer.problem()["detail"], "there is no review with this ID, or it has expired");
    }
    while engine.busy_workers() > 0 {
        sleep(Duration::from_millis(1)).await;
    }
    let followed = followed.await.unwrap();
    let text = str::from_utf8(&followed.body).unwrap();
    assert!(text.contains("/problems/unknown-analysis"), "{text}");
}

#[tokio::test]
async fn a_review_belongs_to_its_key() {
    let service = service_of(engine(), FairUse::default());
    let body = json!({ "game": "tic-tac-toe", "moves": ["5"] }).to_string();
    let started = ask(&service, KEY, Method::POST, REVIEWS, &body).await;
    let path = started.header("location").to_owned();
    for (method, suffix) in [(Method::GET, ""), (Method::GET, "/events"), (Method::DELETE, "")] {
        for key in [OTHER, ""] {
            assert_eq!(ask(&service, key, method.clone(), &format!("{path}{suffix}"), "").await.status, 404);
        }
    }
    let listed = async |key| ask(&service, key, Method::GET, REVIEWS, "").await;
    let mut single = ask(&service, KEY, Method::GET, &path, "").await.json();
    while single["state"] != "finished" {
        sleep(Duration::from_millis(1)).await;
        single = ask(&service, KEY, Method::GET, &path, "").await.json();
    }
    for results in ["review", "problem"] {
        assert!(single.as_object_mut().unwrap().remove(results).is_some());
    }
    assert_eq!(listed(KEY).await.json()["reviews"], json!([single]));
    assert_eq!(listed(OTHER).await.json()["reviews"], json!([]));
    assert_eq!(listed("").await.status, 401);
}

/// The limits are those of analyses, which reviews count among. But neither is found as the other.
#[tokio::test]
async fn reviews_share_the_limits_of_analyses() {
    let engine = engine();
    let service = router(engine.clone());
    let analysis = post(&service, "/v1/analyses", r#"{"game": "tic-tac-toe"}"#).await;
    let (analysis, body) = (analysis.json(), json!({ "game": "tic-tac-toe", "moves": ["5"] }));
    let [first, _] = [start_path(&service, REVIEWS, &body).await, start_path(&service, REVIEWS, &body).await];
    for path in ["/v1/analyses", REVIEWS] {
        let refused = post(&service, path, body.to_string()).await;
        assert_eq!(
            (refused.status.as_u16(), &refused.problem()["type"]),
            (503, &json!("/problems/too-many-analyses"))
        );
        assert!((50..=61).contains(&refused.header("retry-after").parse().unwrap()), "{refused:?}");
    }
    let id = analysis["id"].as_str().unwrap();
    assert_eq!(get(&service, &format!("{REVIEWS}/{id}")).await.status, 404);
    assert_eq!(get(&service, &first.replace("reviews", "analyses")).await.status, 404);
    assert_eq!(send(&service, request(Method::DELETE, &first)).await.status, 204);
    start_path(&service, REVIEWS, &body).await;
}

/// Once the searches are done, the paused clock advances on its own.
#[tokio::test(start_paused = true)]
async fn a_finished_review_expires() {
    let service = router(engine());
    let path = start_path(&service, REVIEWS, &json!({ "game": "tic-tac-toe", "moves": ["5"] })).await;
    wait_for_state(&service, &path, "finished").await;
    sleep(Duration::from_secs(58)).await;
    assert_eq!(get(&service, &path).await.status, 200);
    sleep(Duration::from_secs(3)).await;
    assert_eq!(get(&service, &path).await.status, 404);
}

/// By default an analysis takes half a second, and at most a minute.
#[tokio::test]
async fn all_searches_together_may_take_as_long_as_an_analysis() {
    let service = router(engine());
    let body = |time_ms: Value| json!({ "game": "checkers", "moves": ["11-15", "22-18", "15x22"], "time_ms": time_ms });
    let started = start(&service, &body(Value::Null)).await.json();
    assert_eq!(started["time_ms"], 498, "three moves of 166 ms");
    let longest = start(&service, &body(json!(20_000))).await;
    assert_eq!((longest.status.as_u16(), &longest.json()["time_ms"]), (202, &json!(60_000)));
    let problem = start(&service, &body(json!(20_001))).await.problem();
    assert_eq!(
        (&problem["field"], &problem["expected"]),
        (&json!("time_ms"), &json!("a whole number from 1 to 20000"))
    );
    let problem = start(&service, &json!({ "moves": ["5"] })).await.problem();
    assert_eq!((&problem["field"], &problem["got"]), (&json!("game"), &json!("nothing")));
    let body = json!({ "game": "tic-tac-toe", "moves": ["5"] }).to_string();
    assert_eq!(post(&service, "/v1/tic-tac-toe/review", body).await.problem()["field"], "game");
}

/// Waits until most of the quota is left again, for ten seconds at most: they refill five.
async fn wait_for_return(service: &Router) {
    let most_is_left = async {
        while quota_left(service).await < 20_000 {
            sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(Duration::from_secs(10), most_is_left).await.expect("the time is returned");
}

/// The quota of 30 s a minute refills by half a second each second, too slowly to matter here.
#[tokio::test]
async fn a_review_reserves_its_time_and_returns_what_it_does_not_use() {
    let rules = FairUse { address_quota: Some(Duration::from_secs(30)), ..FairUse::default() };
    let service = service_of(engine(), rules);
    let refused = start(&service, &checkers(10_001)).await;
    assert_eq!(
        (refused.status.as_u16(), &refused.problem()["type"]),
        (429, &json!("/problems/quota-exceeded"))
    );
    let path = start_path(&service, REVIEWS, &checkers(8000)).await;
    assert!(quota_left(&service).await < 7000);
    assert_eq!(send(&service, request(Method::DELETE, &path)).await.status, 204);
    wait_for_return(&service).await;
    let body = json!({ "game": "tic-tac-toe", "moves": ["5"], "time_ms": 10_000 });
    let path = start_path(&service, REVIEWS, &body).await;
    wait_for_state(&service, &path, "finished").await;
    wait_for_return(&service).await;
}

#[tokio::test]
async fn reading_a_finished_review_is_charged() {
    let quota = Duration::from_secs(10);
    let service = service_of(engine(), FairUse { address_quota: Some(quota), ..FairUse::default() });
    let path = start_path(&service, REVIEWS, &checkers(1)).await;
    wait_for_state(&service, &path, "finished").await;
    while quota_left(&service).await < 10_000 {
        sleep(Duration::from_millis(10)).await;
    }
    for _ in 0..500 {
        let request = Request::get(&path).header("accept-encoding", "br").body(Body::empty()).unwrap();
        assert_eq!(send(&service, request).await.header("content-encoding"), "br");
    }
    assert!(quota_left(&service).await < 10_000);
}

#[tokio::test]
async fn following_a_finished_review_is_charged() {
    let quota = Duration::from_secs(10);
    let service = service_of(engine(), FairUse { address_quota: Some(quota), ..FairUse::default() });
    let path = start_path(&service, REVIEWS, &checkers(1)).await;
    wait_for_state(&service, &path, "finished").await;
    while quota_left(&service).await < 10_000 {
        sleep(Duration::from_millis(10)).await;
    }
    for _ in 0..500 {
        assert_eq!(follow(&service, &path, "application/x-ndjson").await.status, 200);
    }
    assert!(quota_left(&service).await < 10_000);
}

#[tokio::test]
async fn a_shutdown_ends_a_background_review_with_what_it_has() {
    let engine = Engine::new(config());
    let service = router(engine.clone());
    let path = start_path(&service, REVIEWS, &checkers(10_000)).await;
    while engine.busy_workers() == 0 {
        sleep(Duration::from_millis(1)).await;
    }
    engine.drain();
    let finished = wait_for_state(&service, &path, "finished").await;
    let plies = finished["review"]["plies"].as_array().unwrap();
    let problems: Vec<_> = plies.iter().map(|ply| &ply["problem"]["type"]).collect();
    assert_eq!(
        problems,
        [&json!("/problems/shutting-down"), &json!("/problems/shutting-down"), &Value::Null]
    );
    assert_eq!(start(&service, &checkers(10)).await.problem()["type"], "/problems/shutting-down");
}
