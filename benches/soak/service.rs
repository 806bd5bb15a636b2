//! The service under test, and its state as seen from outside.

use crate::common::{Client, bodyless_request, post_request};
use crate::processes::{Server, free_address};
use serde_json::{Value, json};
use std::fs;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::task::{JoinHandle, spawn_local};
use tokio::time::sleep;

const WORKERS: usize = 2;
const QUEUE: usize = 64;
const ANALYSES: usize = 64;
/// Concurrent batch positions of one client: half of the total.
const BATCHED: usize = (WORKERS + QUEUE) / 2;
/// Time to become idle: longer than any search and than the timeout of idle connections.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);

pub(crate) struct Service {
    server: Server,
    admin: SocketAddr,
}

impl Service {
    /// Starts the service with small tables, so that they are full before the end of the first
    /// tenth, with short retention of analyses, and with limits for a single client. Everything
    /// else is as by default, the number of threads included.
    pub(crate) fn start() -> Self {
        let admin = free_address();
        let flags = format!(
            "--admin-listen {admin} --workers {WORKERS} --queue {QUEUE} --analyses {ANALYSES} \
             --analyses-per-client {ANALYSES} --table-mib 16 --solver-mib 4 --cache-entries 1000 --analysis-keep-ms 200 --log error"
        );
        let server = Server::bestmove(free_address(), &flags.split_whitespace().collect::<Vec<_>>());
        Self { server, admin }
    }

    pub(crate) const fn address(&self) -> SocketAddr {
        self.server.address
    }

    pub(crate) fn resident_kib(&self) -> u64 {
        self.status("VmRSS:")
    }

    pub(crate) fn threads(&self) -> u64 {
        self.status("Threads:")
    }

    fn status(&self, name: &str) -> u64 {
        let path = format!("/proc/{}/status", self.server.process.id());
        let status = fs::read_to_string(path).expect("a process");
        let line = status.lines().find(|line| line.starts_with(name)).expect("a known line");
        line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number")
    }

    /// Waits until nothing is running, waiting, retained or connected; false at the timeout.
    pub(crate) async fn becomes_idle(&self) -> bool {
        self.wait_for(&[("workers_busy", 0), ("waiting", 0), ("analyses", 0), ("connections", 0)]).await
    }

    /// Waits until gauges have the expected values; false at the timeout.
    async fn wait_for(&self, expected: &[(&str, usize)]) -> bool {
        let since = Instant::now();
        loop {
            let mut found = Vec::new();
            for &(name, _) in expected {
                found.push((name, self.gauge(name).await));
            }
            if found == expected {
                return true;
            }
            if since.elapsed() > IDLE_TIMEOUT {
                println!("found: {found:?}");
                return false;
            }
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Whether all slots can be used at the same time: by analyses in all of their slots and on all
    /// workers, by positions of batches in theirs, and by single requests that preempt both on all
    /// workers. Meanwhile the admin listener must answer, on the last blocking thread.
    pub(crate) async fn has_all_slots(&self) -> bool {
        let body_of =
            |time_ms: u64, number: usize| json!({ "time_ms": time_ms, "nodes": 900_000_000 + number });
        let named = |mut body_of: Value| {
            body_of["game"] = json!("checkers");
            body_of
        };
        let started =
            self.send_concurrently(ANALYSES, "/v1/analyses", |number| named(body_of(60_000, number))).await;
        let waiting = ANALYSES - WORKERS;
        let expected = [("analyses", ANALYSES), ("workers_busy", WORKERS), ("waiting", waiting)];
        let are_taken = self.wait_for(&expected).await;
        let batch = |number| json!({ "positions": [named(body_of(50, number))] });
        let (batches, singles, is_cleared) = tokio::join!(
            self.send_concurrently(BATCHED, "/v1/batch", batch),
            after(
                300,
                self.send_concurrently(WORKERS, "/v1/checkers/best-move", |number| body_of(1000, number))
            ),
            after(700, self.clear()),
        );
        let searched = batches.iter().filter(|answer| answer["results"][0]["status"] == 200).count();
        let played = singles.iter().filter(|answer| answer["best_move"].is_string()).count();
        let mut client = Client::connect(self.address()).await;
        let mut deleted = 0;
        for analysis in &started {
            let location = analysis["location"].as_str().unwrap_or("/v1/analyses/refused");
            let (status, _) =
                client.exchange(&bodyless_request("DELETE", "*/*", location)).await.expect("an answer");
            deleted += usize::from(status == 204);
        }
        println!(
            "concurrently: {deleted} analyses, {searched} batches, {played} single requests; {} threads",
            self.threads()
        );
        are_taken && is_cleared && (deleted, searched, played) == (ANALYSES, BATCHED, WORKERS)
    }

    /// Clears all caches.
    async fn clear(&self) -> bool {
        let mut client = Client::connect(self.admin).await;
        let request = "POST /cache/clear HTTP/1.1\r\nhost: bench\r\nx-requested-by: bench\r\n\r\n";
        let (status, _) = client.exchange(request).await.expect("an answer");
        status < 300
    }

    /// Sends `count` requests at the same time, each on a connection of its own.
    async fn send_concurrently(
        &self,
        count: usize,
        path: &'static str,
        body: impl Fn(usize) -> Value,
    ) -> Vec<Value> {
        let address = self.address();
        let requests: Vec<JoinHandle<_>> = (0..count)
            .map(|number| {
                let request = post_request(path, &body(number).to_string());
                spawn_local(async move {
                    let mut client = Client::connect(address).await;
                    let (_, answer) = client.exchange(&request).await.expect("an answer");
                    serde_json::from_str(&answer).expect("JSON")
                })
            })
            .collect();
        let mut answers = Vec::new();
        for answer in requests {
            answers.push(answer.await.expect("an answer"));
        }
        answers
    }

    /// The sum of a gauge over its labels.
    async fn gauge(&self, name: &str) -> usize {
        let mut client = Client::connect(self.admin).await;
        let (status, text) =
            client.exchange(&bodyless_request("GET", "*/*", "/metrics")).await.expect("metrics");
        assert_eq!(status, 200);
        let prefix = format!("bestmove_{name}");
        let lines = text.lines().filter_map(|line| line.strip_prefix(&prefix));
        let values =
            lines.filter(|rest| rest.starts_with([' ', '{'])).filter_map(|rest| rest.rsplit(' ').next());
        values.map(|value| value.parse::<usize>().expect("a number")).sum()
    }
}

async fn after<T>(ms: u64, future: impl Future<Output = T>) -> T {
    sleep(Duration::from_millis(ms)).await;
    future.await
}
