//! How late answers are: `cargo bench --bench deadline`, a quarter of an hour.
//!
//! A client on this machine asks over HTTP for the best move at the start of checkers, which no search proves, with
//! each time limit many times over, and measures from before the request is sent until the answer is read. What
//! exceeds the limit is the overshoot. In turn with the service it asks the control, a bare axum server on which a
//! thread does nothing but look at the clock: what that exceeds the limit by is the machine's doing. All of it is done
//! twice, the second time beside twice as many busy threads as there are cores.
//!
//! The promise: the 99th percentile is at most 5 ms above the control's, beside busy threads 15 ms.

#![allow(clippy::print_stdout, reason = "its results")]

use axum::Router;
use axum::routing::post;
use bestmove::engine::Engine;
use common::{Client, Promises, config, percentile, serve};
use serde_json::Value;
use std::hint::spin_loop;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::task::spawn_blocking;

#[allow(dead_code, reason = "each bench uses its part")]
mod common;

/// Limits in milliseconds, whether with a fresh table, and how many requests.
const CASES: [(u64, bool, usize); 6] = [
    (1, false, 1000),
    (1, true, 1000),
    (10, false, 1000),
    (10, true, 1000),
    (100, false, 1000),
    (1000, false, 100),
];
const PATH: &str = "/v1/checkers/best-move";

#[tokio::main]
async fn main() -> ExitCode {
    let (ours, control) = (serve(Engine::new(config(1))).await, serve_clock().await);
    let mut promises = Promises::default();
    println!("limit ms   table    requests   p50 ms   p99 ms   max ms   control's p99");
    for case in CASES {
        measure(ours, control, case, 5.0, &mut promises).await;
    }
    println!("beside twice as many busy threads as there are cores:");
    for _ in 0..2 * thread::available_parallelism().expect("a count").get() {
        thread::spawn(|| {
            loop {
                spin_loop();
            }
        });
    }
    for case in CASES {
        measure(ours, control, case, 15.0, &mut promises).await;
    }
    promises.exit_code()
}

/// Asks both in turn, and expects ours to be at most so many milliseconds later than the control.
async fn measure(
    ours: SocketAddr,
    control: SocketAddr,
    (limit, fresh, requests): (u64, bool, usize),
    allowed: f64,
    promises: &mut Promises,
) {
    let (mut ours, mut control) = (Client::connect(ours).await, Client::connect(control).await);
    let (mut overshoots, mut machine) = (Vec::new(), Vec::new());
    let body = format!(r#"{{"time_ms":{limit},"fresh":{fresh}}}"#);
    for _ in 0..requests {
        let (answer, late) = overshoot(&mut ours, &body, limit).await;
        assert!(answer.contains(r#""best_move":""#), "{answer}");
        assert!(answer.contains(r#""stopped_by":"time""#), "{answer}");
        overshoots.push(late);
        machine.push(overshoot(&mut control, &body, limit).await.1);
    }
    let [p50, p99, max] = [0.5, 0.99, 1.0].map(|share| percentile(&mut overshoots, share));
    let machine = percentile(&mut machine, 0.99);
    let table = if fresh { "fresh" } else { "shared" };
    println!("{limit:8}   {table:6} {requests:10} {p50:8.2} {p99:8.2} {max:8.2} {machine:15.2}");
    let promise = format!("p99 at {limit} ms is at most {allowed} ms above the control's");
    promises.expect(&promise, p99 <= machine + allowed);
}

/// The answer, and by how many milliseconds it came after the limit.
async fn overshoot(client: &mut Client, body: &str, limit: u64) -> (String, f64) {
    let started = Instant::now();
    let answer = client.post(PATH, body).await;
    let overshoot = started.elapsed().saturating_sub(Duration::from_millis(limit));
    (answer, overshoot.as_secs_f64() * 1e3)
}

/// The control: a thread that looks at the clock until time is up.
async fn serve_clock() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let router = Router::new().route(PATH, post(look_at_the_clock));
    tokio::spawn(async { axum::serve(listener, router).await });
    address
}

async fn look_at_the_clock(body: String) {
    let arrival = Instant::now();
    let body: Value = serde_json::from_str(&body).expect("JSON");
    let limit = Duration::from_millis(body["time_ms"].as_u64().expect("a limit"));
    let looking = spawn_blocking(move || {
        while arrival.elapsed() < limit {
            spin_loop();
        }
    });
    looking.await.expect("an end");
}
