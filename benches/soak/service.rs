//! The service, and what can be seen of it from outside.

use crate::common::{Client, bare, posted};
use crate::servers::{Server, free_address};
use serde_json::{Value, json};
use std::fs;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::task::{JoinHandle, spawn_local};
use tokio::time::sleep;

const WORKERS: usize = 2;
const QUEUE: usize = 64;
const ANALYSES: usize = 64;
/// Positions of batches at a time, of one client: half of all.
const BATCHED: usize = (WORKERS + QUEUE) / 2;
/// Within which what is left has to end: longer than any search that is asked for and than idle connections last.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Service {
    server: Server,
    admin: SocketAddr,
}

impl Service {
    /// Its tables are small, so that all of them is in use long before the first tenth is over, analyses are soon
    /// forgotten, and all clients are one. All else is as by default, the number of its threads too.
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

    /// Whether soon all that can be in use is not.
    pub(crate) async fn comes_to_rest(&self) -> bool {
        self.soon_has(&[("workers_busy", 0), ("waiting", 0), ("analyses", 0), ("connections", 0)]).await
    }

    /// Whether these gauges soon have these values.
    async fn soon_has(&self, expected: &[(&str, usize)]) -> bool {
        let since = Instant::now();
        loop {
            let mut found = Vec::new();
            for &(name, _) in expected {
                found.push((name, self.gauge(name).await));
            }
            if found == expected {
                return true;
            }
            if since.elapsed() > PATIENCE {
                println!("found: {found:?}");
                return false;
            }
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Whether as many can be served at a time as there are places: long work in all of its own and on all workers;
    /// positions of batches in theirs; single requests on all workers, before both. And who runs the service is
    /// served as well, by the last thread that there may be.
    pub(crate) async fn has_all_its_places(&self) -> bool {
        let question =
            |time_ms: u64, number: usize| json!({ "time_ms": time_ms, "nodes": 900_000_000 + number });
        let named = |mut question: Value| {
            question["game"] = json!("checkers");
            question
        };
        let begun = self.at_once(ANALYSES, "/v1/analyses", |number| named(question(60_000, number))).await;
        let waiting = ANALYSES - WORKERS;
        let expected = [("analyses", ANALYSES), ("workers_busy", WORKERS), ("waiting", waiting)];
        let are_taken = self.soon_has(&expected).await;
        let batch = |number| json!({ "positions": [named(question(50, number))] });
        let (batches, singles, is_cleared) = tokio::join!(
            self.at_once(BATCHED, "/v1/batch", batch),
            after(300, self.at_once(WORKERS, "/v1/checkers/best-move", |number| question(1000, number))),
            after(700, self.clear()),
        );
        let searched = batches.iter().filter(|answer| answer["results"][0]["status"] == 200).count();
        let played = singles.iter().filter(|answer| answer["best_move"].is_string()).count();
        let mut client = Client::connect(self.address()).await;
        let mut deleted = 0;
        for analysis in &begun {
            let place = analysis["location"].as_str().unwrap_or("/v1/analyses/refused");
            let (status, _) = client.exchange(&bare("DELETE", "*/*", place)).await.expect("an answer");
            deleted += usize::from(status == 204);
        }
        println!(
            "at the same time: {deleted} analyses, {searched} batches, {played} single requests; {} threads",
            self.threads()
        );
        are_taken && is_cleared && (deleted, searched, played) == (ANALYSES, BATCHED, WORKERS)
    }

    /// Has it forget what it knows.
    async fn clear(&self) -> bool {
        let mut client = Client::connect(self.admin).await;
        let request = "POST /cache/clear HTTP/1.1\r\nhost: bench\r\nx-requested-by: bench\r\n\r\n";
        let (status, _) = client.exchange(request).await.expect("an answer");
        status < 300
    }

    /// So many requests at the same time, each on a connection of its own.
    async fn at_once(&self, count: usize, path: &'static str, body: impl Fn(usize) -> Value) -> Vec<Value> {
        let address = self.address();
        let asked: Vec<JoinHandle<_>> = (0..count)
            .map(|number| {
                let request = posted(path, &body(number).to_string());
                spawn_local(async move {
                    let mut client = Client::connect(address).await;
                    let (_, answer) = client.exchange(&request).await.expect("an answer");
                    serde_json::from_str(&answer).expect("JSON")
                })
            })
            .collect();
        let mut answers = Vec::new();
        for answer in asked {
            answers.push(answer.await.expect("an answer"));
        }
        answers
    }

    /// The sum of a gauge over its labels.
    async fn gauge(&self, name: &str) -> usize {
        let mut client = Client::connect(self.admin).await;
        let (status, text) = client.exchange(&bare("GET", "*/*", "/metrics")).await.expect("metrics");
        assert_eq!(status, 200);
        let prefix = format!("bestmove_{name}");
        let lines = text.lines().filter_map(|line| line.strip_prefix(&prefix));
        let values =
            lines.filter(|rest| rest.starts_with([' ', '{'])).filter_map(|rest| rest.rsplit(' ').next());
        values.map(|value| value.parse::<usize>().expect("a number")).sum()
    }
}

async fn after<T>(ms: u64, what: impl Future<Output = T>) -> T {
    sleep(Duration::from_millis(ms)).await;
    what.await
}
