//! Background analyses and reviews in a store, whose services and workers are killed.

use super::fleet::{SMALL, Worker, database, front_end, get, in_time, postgres};
use crate::processes::{Server, free_address};
use bestmove_jobs::JobId;
use reqwest::{Client, StatusCode};
use serde_json::json;
use std::time::Duration;
use tokio::time::sleep;

/// The path of a background analysis of checkers.
async fn analysis(client: &Client, service: &Server, time_ms: u64) -> String {
    let url = format!("http://{}/v1/analyses", service.address);
    let body = json!({ "game": "checkers", "time_ms": time_ms });
    let started = in_time(|| client.post(&url).json(&body)).await;
    assert_eq!(started.status(), StatusCode::ACCEPTED);
    started.headers()["location"].to_str().unwrap().to_owned()
}

/// Waits until an analysis is in that state. Its depth never falls below `depth`; returns the last one.
async fn wait_for_analysis(
    client: &Client,
    service: &Server,
    path: &str,
    state: &str,
    mut depth: u64,
) -> u64 {
    loop {
        let status = get(client, service, path).await;
        let now = status["analysis"]["depth"].as_u64().unwrap_or(0);
        assert!(now >= depth, "{status} after {depth}");
        depth = now;
        if status["state"] == state {
            return depth;
        }
        assert!(["waiting", "running"].contains(&status["state"].as_str().unwrap()), "{status}");
        sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_survives_its_front_end_and_its_worker() {
    let store = database(postgres::shared());
    let (client, mut first, other) = (Client::new(), front_end(&store), front_end(&store));
    let mut worker = Worker::start(&store);
    let path = analysis(&client, &first, 6_000).await;
    let depth = wait_for_analysis(&client, &other, &path, "running", 0).await;
    first.process.kill().unwrap();
    worker.kill();
    let depth = wait_for_analysis(&client, &other, &path, "running", depth).await;
    let _next = Worker::start(&store);
    wait_for_analysis(&client, &other, &path, "finished", depth).await;
    let finished = get(&client, &other, &path).await;
    assert_eq!(finished["analysis"]["stopped_by"], "time", "{finished}");
    let url = format!("http://{}{path}/events", other.address);
    let events = client.get(url).header("accept", "text/event-stream").send().await.unwrap();
    assert!(events.text().await.unwrap().starts_with("event: final\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_is_cancelled_through_any_front_end() {
    let store = database(postgres::shared());
    let (client, first, other) = (Client::new(), front_end(&store), front_end(&store));
    let _worker = Worker::start(&store);
    let long = analysis(&client, &first, 600_000).await;
    wait_for_analysis(&client, &other, &long, "running", 0).await;
    let url = |service: &Server| format!("http://{}{long}", service.address);
    assert_eq!(client.delete(url(&other)).send().await.unwrap().status(), StatusCode::NO_CONTENT);
    assert_eq!(client.get(url(&first)).send().await.unwrap().status(), StatusCode::NOT_FOUND);
    // The only worker is free for the next one.
    let short = analysis(&client, &other, 50).await;
    wait_for_analysis(&client, &first, &short, "finished", 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_survives_a_killed_service_in_a_file() {
    let file = std::env::temp_dir().join(format!("bestmove-{}.redb", JobId::random().unwrap()));
    let flags: Vec<&str> = SMALL.split(' ').chain(["--store", file.to_str().unwrap()]).collect();
    let client = Client::new();
    let mut service = Server::bestmove(free_address(), &flags);
    let path = analysis(&client, &service, 3_000).await;
    let depth = wait_for_analysis(&client, &service, &path, "running", 0).await;
    service.process.kill().unwrap();
    service.process.wait().unwrap();
    let service = Server::bestmove(free_address(), &flags);
    wait_for_analysis(&client, &service, &path, "finished", depth).await;
    drop(service);
    std::fs::remove_file(file).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_survives_its_front_end_and_its_workers() {
    let store = database(postgres::shared());
    let (client, mut first, other) = (Client::new(), front_end(&store), front_end(&store));
    let moves = [
        "11-15", "22-18", "15x22", "25x18", "8-11", "29-25", "4-8", "25-22", "12-16", "24-20", "8-12",
        "27-24", "9-13", "24-19", "5-9", "32-27", "10-15", "19x10", "6x15", "21-17", "7-10", "27-24", "2-7",
        "23-19",
    ];
    let body = json!({ "game": "checkers", "moves": moves, "time_ms": 400 });
    let url = format!("http://{}/v1/reviews", first.address);
    let started = client.post(url).json(&body).send().await.unwrap();
    assert_eq!(started.status(), StatusCode::ACCEPTED);
    let path = started.headers()["location"].to_str().unwrap().to_owned();
    first.process.kill().unwrap();
    let (mut reviewed, mut kills) = (0, 0);
    let mut worker = Worker::start(&store);
    let finished = loop {
        let status = get(&client, &other, &path).await;
        let plies = status["review"]["plies"].as_array().map_or(0, Vec::len);
        assert!(plies >= reviewed, "{status}");
        if status["state"] == "finished" {
            break status;
        }
        if plies > reviewed {
            worker.kill();
            worker = Worker::start(&store);
            (reviewed, kills) = (plies, kills + 1);
        }
        sleep(Duration::from_millis(20)).await;
    };
    assert!(kills > 1, "no worker was killed in the middle");
    let plies = finished["review"]["plies"].as_array().unwrap();
    let played: Vec<_> = plies.iter().map(|ply| ply["move"].as_str().unwrap()).collect();
    assert_eq!(played, moves);
    assert!(plies.iter().all(|ply| ply["problem"].is_null()), "{finished}");
    let url = format!("http://{}{path}/events", other.address);
    let events = client.get(url).header("accept", "text/event-stream").send().await.unwrap();
    assert_eq!(events.text().await.unwrap().matches("event: ply\n").count(), moves.len());
}
