//! Short requests beside long ones: `cargo bench --bench fairness`.
//!
//! A service of two workers. Clients that never pause ask for ten seconds of checkers, with one limit after another;
//! one more client asks for 200 ms, ten times a second at most. What counts is how many of its requests are answered in
//! time, and with how much of the time that they asked for. Everybody has the same address, the hardest case.
//!
//! `cargo bench --bench fairness -- SECONDS` sets how long each case lasts.

#![allow(clippy::print_stdout, reason = "its results")]

use bestmove::engine::Engine;
use common::{Client, Promises, config, percentile, posted, serve};
use serde_json::Value;
use std::env;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

#[allow(dead_code, reason = "each bench uses its part")]
mod common;

const PATH: &str = "/v1/checkers/best-move";
const SHORT: Duration = Duration::from_millis(200);
/// What an answer may be late: a machine with other work delays clients as well.
const LATE: Duration = Duration::from_millis(50);
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
        "| beside | answered in time | of 200 ms they had, median | at least three quarters |\n|---|---|---|---|"
    );
    let mut answered = Vec::new();
    for (name, clients, limit) in CASES {
        let address = serve(Engine::new(config(2))).await;
        let mut long = JoinSet::new();
        for client in 0..clients {
            long.spawn(ask_for_long(address, client, limit));
        }
        sleep(Duration::from_secs(1)).await;
        let had = ask_for_short(address, Duration::from_secs(seconds)).await;
        let mut good: Vec<f64> = had.iter().flatten().copied().collect();
        let median = if good.is_empty() { 0.0 } else { percentile(&mut good, 0.5) };
        let full = good.iter().filter(|&&ms| ms >= 0.75 * SHORT.as_millis() as f64).count();
        println!("| {name} | {} of {} | {median:.0} ms | {full} |", good.len(), had.len());
        answered.push((name, good.len() * 10 >= had.len() * 9));
    }
    for (name, is_kept) in answered {
        promises.expect(&format!("at least 90 % are answered beside {name}"), is_kept);
    }
    promises.exit_code()
}

/// Asks again as soon as there is an answer. No two clients ask the same.
async fn ask_for_long(address: SocketAddr, client: usize, limit: &str) {
    let opening = ["9-13", "9-14", "10-14", "10-15", "11-16", "12-16"][client % 6];
    let body = format!(r#"{{"moves":["{opening}"],"time_ms":{}{limit}}}"#, 10_000 - client);
    loop {
        let mut connection = Client::connect(address).await;
        if !matches!(connection.exchange(&posted(PATH, &body)).await, Ok((200, _))) {
            sleep(Duration::from_millis(100)).await;
        }
    }
}

/// Milliseconds that each request had; none if it was refused or its answer came too late.
async fn ask_for_short(address: SocketAddr, span: Duration) -> Vec<Option<f64>> {
    let (end, mut had) = (Instant::now() + span, Vec::new());
    while Instant::now() < end {
        let mut connection = Client::connect(address).await;
        let time = SHORT.as_millis() as usize - had.len() % 8;
        let body = format!(r#"{{"moves":["11-15"],"time_ms":{time}}}"#);
        let request = posted(PATH, &body);
        let answer = timeout(SHORT + LATE, connection.exchange(&request)).await;
        had.push(match answer {
            Ok(Ok((200, body))) => budget(&body),
            _ => None,
        });
        sleep(SHORT / 2).await;
    }
    had
}

fn budget(answer: &str) -> Option<f64> {
    serde_json::from_str::<Value>(answer).ok()?["budget_ms"].as_f64()
}
