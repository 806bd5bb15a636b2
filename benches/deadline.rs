//! How late answers are: `cargo bench --bench deadline`.
//!
//! A client on this machine asks over HTTP for the best move at the start of checkers, which no
//! search proves, with each time limit many times over, and measures from before the request is
//! sent until the answer is read. What exceeds the limit is the overshoot, in milliseconds. On a
//! busy machine the figures tell of its scheduler.

#![allow(clippy::print_stdout, reason = "its results")]

use bestmove::engine::Engine;
use common::{Client, config, percentile, serve};
use std::time::{Duration, Instant};

#[allow(dead_code, reason = "each bench uses its part")]
mod common;

/// Limits in milliseconds, whether with a fresh table, and how many requests.
const CASES: [(u64, bool, usize); 6] = [
    (1, false, 1000),
    (1, true, 1000),
    (10, false, 500),
    (10, true, 500),
    (100, false, 100),
    (1000, false, 20),
];

#[tokio::main]
async fn main() {
    let address = serve(Engine::new(config(1))).await;
    let mut client = Client::connect(address).await;
    println!("limit ms   table    requests   p50 ms   p99 ms   max ms");
    for (limit, fresh, requests) in CASES {
        let body = format!(r#"{{"time_ms":{limit},"fresh":{fresh}}}"#);
        let mut overshoots = Vec::new();
        for _ in 0..requests {
            let started = Instant::now();
            let answer = client.post("/v1/checkers/best-move", &body).await;
            let overshoot = started.elapsed().saturating_sub(Duration::from_millis(limit));
            assert!(answer.contains(r#""best_move":""#), "{answer}");
            assert!(answer.contains(r#""stopped_by":"time""#), "{answer}");
            overshoots.push(overshoot.as_secs_f64() * 1e3);
        }
        let [p50, p99, max] = [0.5, 0.99, 1.0].map(|share| percentile(&mut overshoots, share));
        let table = if fresh { "fresh" } else { "shared" };
        println!("{limit:8}   {table:6} {requests:10} {p50:8.2} {p99:8.2} {max:8.2}");
    }
}
