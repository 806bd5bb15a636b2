//! Fairness of short requests beside long ones: `cargo bench --bench fairness`.
//!
//! A service with two workers. Some clients request ten seconds of checkers without a pause, in several variants; another
//! requests 200 ms, at most ten times a second. Measures how many of its requests are answered in time, and how much of
//! the requested search time they get. All clients share an address, the hardest case.
//!
//! `cargo bench --bench fairness -- SECONDS` sets the duration of each case.

#![allow(clippy::print_stdout, reason = "prints its results")]

use bestmove_scheduler::Engine;
use common::{Client, Promises, config, percentile, post_request, serve};
use serde_json::Value;
use std::env;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

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
    promises.exit_code()
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
