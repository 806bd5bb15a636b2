//! Fairness of short requests beside long ones: `cargo bench --bench fairness`.
//!
//! A service with two workers. Some clients request ten seconds of checkers without a pause, in
//! several variants; another requests 200 ms, at most ten times a second. Measures how many of its
//! requests are answered in time, and how much of the requested search time they get. All clients
//! share an address, the hardest case.
//!
//! Then the latency of best moves while every worker has a chunk of a job, in turns with that while
//! there are none.
//!
//! `cargo bench --bench fairness -- SECONDS` sets the duration of each case.

#![allow(clippy::print_stdout, reason = "prints its results")]

use bestmove::http::HttpConfig;
use bestmove::jobs::{JobConfig, Jobs, KnownConfig, TaskLimits};
use bestmove_jobs::{Embedded, UploadRoom};
use bestmove_scheduler::Engine;
use common::{Client, Promises, bodyless_request, config, percentile, post_request, serve, serve_with};
use serde_json::Value;
use std::env;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

#[allow(dead_code, reason = "each bench uses a part")]
mod common;

const PATH: &str = "/v1/checkers/best-move";
const SHORT: Duration = Duration::from_millis(200);
/// Tolerated lateness: a busy machine delays clients as well.
const TOLERANCE: Duration = Duration::from_millis(50);
const CASES: [(&str, usize, &str); 4] = [
    ("2 x 10 s", 2, ""),
    ("20 x 10 s", 20, ""),
    ("2 x 10 s to depth 60", 2, r#","depth":60"#),
    ("2 x 10 s to 10^9 nodes", 2, r#","nodes":1000000000"#),
];

/// The limit of a best move beside jobs.
const MOVE_MS: u64 = 20;
const JOB_PATH: &str = "/v1/jobs?kind=analysis&game=checkers&nodes=1000000000";
/// Two chunks, which take longer than they are left.
const JOB: &str = "{\"moves\":[\"9-13\"]}\n{\"moves\":[\"9-14\"]}\n";
const JOBS: JobConfig = JobConfig {
    workers: 2,
    chunk: Duration::from_secs(2),
    lease: Duration::from_secs(15),
    retention: Duration::from_mins(1),
    per_client: 100,
    items: 10,
    uploads: UploadRoom { of_owner: 1 << 20, in_all: 1 << 20 },
    is_lasting: false,
    is_shared: false,
    tasks: TaskLimits {
        max_total: 1,
        max_per_client: 1,
        reserved_for_keys: 0,
        retention: Duration::from_mins(1),
    },
    known: KnownConfig { min_nodes: u64::MAX, retention: Duration::from_mins(1) },
};

#[tokio::main]
async fn main() -> ExitCode {
    let seconds = env::args().find_map(|argument| argument.parse().ok()).unwrap_or(15);
    let mut promises = Promises::default();
    println!(
        "| beside | answered in time | median search time of 200 ms | at least three quarters |\n|---|---|---|---|"
    );
    let mut answered = Vec::new();
    for (name, clients, limit) in CASES {
        let address = serve(Engine::new(config(2))).await;
        let mut long = JoinSet::new();
        for client in 0..clients {
            long.spawn(send_long_requests(address, client, limit));
        }
        sleep(Duration::from_secs(1)).await;
        let search_times = send_short_requests(address, Duration::from_secs(seconds)).await;
        let mut good: Vec<f64> = search_times.iter().flatten().copied().collect();
        let median = if good.is_empty() { 0.0 } else { percentile(&mut good, 0.5) };
        let full = good.iter().filter(|&&ms| ms >= 0.75 * SHORT.as_millis() as f64).count();
        println!("| {name} | {} of {} | {median:.0} ms | {full} |", good.len(), search_times.len());
        answered.push((name, good.len() * 10 >= search_times.len() * 9));
    }
    for (name, holds) in answered {
        promises.expect(&format!("at least 90 % are answered beside {name}"), holds);
    }
    let lateness = beside_jobs(Duration::from_secs(seconds)).await;
    for (share, [idle, jobs]) in [("median", lateness[0]), ("p99", lateness[1])] {
        println!("late by {share}: {idle:.1} ms, beside chunks of jobs {jobs:.1} ms");
    }
    let [idle, jobs] = lateness[1];
    promises.expect("moves go before jobs: p99 at most 15 ms later beside them", jobs <= idle + 15.0);
    promises.exit_code()
}

/// How much later than its limit a best move is answered in milliseconds, at the median and at p99: without jobs, and
/// while every worker has a chunk, in turns of a second.
async fn beside_jobs(span: Duration) -> [[f64; 2]; 2] {
    let engine = Engine::new(config(2));
    let (store, shutdown) =
        (Arc::new(Embedded::in_memory(64 << 20).expect("memory")), CancellationToken::new());
    let jobs = Jobs::new(store, JOBS, None);
    tokio::spawn(Arc::clone(&jobs).run(Arc::clone(&engine), shutdown.clone()));
    let http = HttpConfig { jobs: Some(jobs), ..HttpConfig::default() };
    let address = serve_with(Arc::clone(&engine), http).await;
    let mut late = [Vec::new(), Vec::new()];
    let end = Instant::now() + 4 * span;
    while Instant::now() < end {
        late[0].extend(lateness(address).await);
        let mut connection = Client::connect(address).await;
        let (_, job) = connection.exchange(&post_request(JOB_PATH, JOB)).await.expect("a job");
        let job: Value = serde_json::from_str(&job).expect("JSON");
        while engine.busy_workers() < 2 {
            sleep(Duration::from_millis(1)).await;
        }
        late[1].extend(lateness(address).await);
        let path = format!("/v1/jobs/{}", job["id"].as_str().expect("an id"));
        connection.exchange(&bodyless_request("DELETE", "*/*", &path)).await.expect("an answer");
        while engine.busy_workers() > 0 {
            sleep(Duration::from_millis(1)).await;
        }
    }
    shutdown.cancel();
    println!("best moves: {} without jobs, {} beside them", late[0].len(), late[1].len());
    let [mut idle, mut jobs] = late;
    [0.5, 0.99].map(|share| [percentile(&mut idle, share), percentile(&mut jobs, share)])
}

/// Requests best moves for a second, one after the other.
async fn lateness(address: SocketAddr) -> Vec<f64> {
    let (end, mut late) = (Instant::now() + Duration::from_secs(1), Vec::new());
    let mut connection = Client::connect(address).await;
    while Instant::now() < end {
        let body = format!(r#"{{"moves":["11-15"],"book":false,"fresh":true,"time_ms":{MOVE_MS}}}"#);
        let began = Instant::now();
        connection.post(PATH, &body).await;
        late.push((began.elapsed().as_secs_f64() - MOVE_MS as f64 / 1e3) * 1e3);
    }
    late
}

/// Sends requests one after another; each client has different ones.
async fn send_long_requests(address: SocketAddr, client: usize, limit: &str) {
    let opening = ["9-13", "9-14", "10-14", "10-15", "11-16", "12-16"][client % 6];
    let body = format!(r#"{{"moves":["{opening}"],"book":false,"time_ms":{}{limit}}}"#, 10_000 - client);
    loop {
        let mut connection = Client::connect(address).await;
        if !matches!(connection.exchange(&post_request(PATH, &body)).await, Ok((200, _))) {
            sleep(Duration::from_millis(100)).await;
        }
    }
}

/// The search time of each request in milliseconds; `None` if it was refused or its response came too late.
async fn send_short_requests(address: SocketAddr, span: Duration) -> Vec<Option<f64>> {
    let (end, mut search_times) = (Instant::now() + span, Vec::new());
    while Instant::now() < end {
        let mut connection = Client::connect(address).await;
        let time = SHORT.as_millis() as usize - search_times.len() % 8;
        let body = format!(r#"{{"moves":["11-15"],"book":false,"time_ms":{time}}}"#);
        let request = post_request(PATH, &body);
        let answer = timeout(SHORT + TOLERANCE, connection.exchange(&request)).await;
        search_times.push(match answer {
            Ok(Ok((200, body))) => budget(&body),
            _ => None,
        });
        sleep(SHORT / 2).await;
    }
    search_times
}

fn budget(answer: &str) -> Option<f64> {
    serde_json::from_str::<Value>(answer).ok()?["budget_ms"].as_f64()
}
