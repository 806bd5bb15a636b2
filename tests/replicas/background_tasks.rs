//! Background tasks of three replicas that share a PostgreSQL server, behind two proxies.

use super::{KEY, replicas};
use crate::fleet::{database, postgres};
use crate::processes::Server;
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::sleep;

struct Cluster {
    _replicas: Vec<Server>,
    proxies: [Server; 2],
    client: Client,
}

impl Cluster {
    fn start() -> Self {
        let store = database(postgres::shared());
        let (replicas, addresses) = replicas(&["--store", &store]);
        let proxies = [0, 1].map(|_| Server::haproxy(&addresses));
        Self { _replicas: replicas, proxies, client: Client::new() }
    }

    fn url(&self, proxy: usize, path: &str) -> String {
        format!("http://{}{path}", self.proxies[proxy].address)
    }

    /// Starts a task through a proxy, and returns its path.
    async fn started(&self, proxy: usize, kind: &str, body: &Value, key: &str) -> String {
        started(with_key(self.client.post(self.url(proxy, kind)), key).json(body)).await
    }

    async fn get(&self, proxy: usize, path: &str, key: &str) -> (StatusCode, Value) {
        let answer = answered(with_key(self.client.get(self.url(proxy, path)), key)).await;
        (answer.status(), answer.json().await.unwrap())
    }
}

/// The answer to a request, which is sent again while a busy machine's store answers too late.
async fn answered(request: RequestBuilder) -> Response {
    loop {
        let answer = request.try_clone().unwrap().send().await.unwrap();
        if answer.status() != StatusCode::SERVICE_UNAVAILABLE {
            return answer;
        }
        sleep(Duration::from_secs(1)).await;
    }
}

/// The path of the task that a request starts.
async fn started(request: RequestBuilder) -> String {
    let answer = answered(request).await;
    assert_eq!(answer.status(), StatusCode::ACCEPTED);
    answer.headers()["location"].to_str().unwrap().to_owned()
}

fn with_key(request: RequestBuilder, key: &str) -> RequestBuilder {
    if key.is_empty() { request } else { request.bearer_auth(key) }
}

/// Many requests reach all replicas.
#[tokio::test(flavor = "multi_thread")]
async fn any_replica_answers_for_a_task_through_any_proxy() {
    let cluster = Cluster::start();
    let mut paths = Vec::new();
    for (cell, kind) in (1..=8).zip(["/v1/analyses", "/v1/reviews"].into_iter().cycle()) {
        let body = json!({ "game": "tic-tac-toe", "moves": [cell.to_string()] });
        paths.push(cluster.started(cell % 2, kind, &body, "").await);
    }
    for path in &paths {
        while cluster.get(0, path, "").await.1["state"] != "finished" {
            sleep(Duration::from_millis(20)).await;
        }
        for proxy in [0, 1] {
            let events = cluster.client.get(cluster.url(proxy, &format!("{path}/events")));
            let events = answered(events.header("accept", "text/event-stream")).await;
            assert!(events.text().await.unwrap().contains("event: final\n"), "{path}");
        }
    }
    let deleted = answered(cluster.client.delete(cluster.url(1, &paths[0]))).await;
    assert_eq!(deleted.status(), StatusCode::NO_CONTENT);
    for proxy in [0, 1] {
        assert_eq!(cluster.get(proxy, &paths[0], "").await.0, StatusCode::NOT_FOUND);
    }
}

/// The time limit of a request does not end a stream.
#[tokio::test(flavor = "multi_thread")]
async fn a_job_is_followed_through_any_proxy() {
    let cluster = Cluster::start();
    let lines = "{\"moves\":[\"11-15\"]}\n{\"moves\":[\"9-13\"]}\n";
    let kind = "/v1/jobs?kind=analysis&game=checkers&nodes=3000000";
    let path = started(cluster.client.post(cluster.url(0, kind)).body(lines)).await;
    let follow = async |proxy| {
        let events = cluster.client.get(cluster.url(proxy, &format!("{path}/events?")));
        let events = answered(events.header("accept", "text/event-stream")).await;
        assert_eq!(events.headers()["content-type"], "text/event-stream");
        events.text().await.unwrap()
    };
    let (one, other) = tokio::join!(follow(0), follow(1));
    for text in [one, other] {
        assert!(text.starts_with("event: update\n") && text.ends_with("\nid: end\n\n"), "{text}");
        assert!(text.contains("\nevent: final\n") && text.contains("\"state\":\"finished\""), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_archive_in_parts_comes_through_any_proxy() {
    const GAMES: usize = 30_000;
    let cluster = Cluster::start();
    let query = "/v1/jobs?kind=review&game=checkers&nodes=1&parts=true";
    let job = started(cluster.client.post(cluster.url(0, query))).await;
    let archive = "1. 11-15 *\n\n".repeat(GAMES);
    let parts: Vec<_> = archive.as_bytes().chunks(100_000).map(<[u8]>::to_vec).collect();
    for (part, bytes) in (1..).zip(&parts) {
        let url = cluster.url(part % 2, &format!("{job}/parts/{part}"));
        let answer = answered(cluster.client.put(url).body(bytes.clone())).await;
        assert_eq!(answer.status(), StatusCode::NO_CONTENT, "{part}");
    }
    let url = cluster.url(1, &format!("{job}/complete?parts={}", parts.len()));
    let completed = answered(cluster.client.post(url)).await;
    assert_eq!(completed.status(), StatusCode::ACCEPTED);
    let status: Value = completed.json().await.unwrap();
    assert_eq!(status["items"], GAMES);
    cluster.client.delete(cluster.url(0, &job)).send().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tasks_of_a_key_are_listed_together() {
    let cluster = Cluster::start();
    let mut locations = Vec::new();
    for column in 1..=6 {
        let body = json!({ "game": "connect-four", "moves": [column.to_string()], "depth": 42 });
        locations.push(cluster.started(column % 2, "/v1/analyses", &body, KEY).await);
    }
    for proxy in [0, 1] {
        let (_, listed) = cluster.get(proxy, "/v1/analyses", KEY).await;
        let listed = listed["analyses"].as_array().unwrap().iter().rev();
        assert!(listed.map(|analysis| analysis["location"].as_str().unwrap()).eq(&locations));
    }
    assert_eq!(cluster.get(0, &locations[0], "").await.0, StatusCode::NOT_FOUND);
}
