//! Overshoot of time limits: `cargo bench --bench deadline`, a quarter of an hour.
//!
//! A client requests the best move at the start of checkers, which no search proves, or of endings
//! with five pieces, whose distances are slow to look up. Overshoot is the time from before the
//! request is sent until the response is read, beyond the limit. The control, in turns, is a plain
//! axum server whose handler spins until the limit. A second run has two busy threads a core.
//!
//! Guarantee: the 99th percentile is at most 5 ms above that of the control, or 15 ms with busy
//! threads.

#![allow(clippy::print_stdout, reason = "prints its results")]

use axum::Router;
use axum::routing::post;
use bestmove_core::game::{Notation, Rules};
use bestmove_core::games::Checkers;
use bestmove_core::games::checkers::endgame::{self, slice::Slice};
use bestmove_scheduler::Engine;
use common::{Client, Promises, config, percentile, serve};
use serde_json::Value;
use std::hint::spin_loop;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::task::spawn_blocking;

#[allow(dead_code, reason = "each bench uses a part")]
mod common;

/// Requests of a kind.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// At the start of the game, with the transposition table of earlier requests.
    Shared,
    /// At the start of the game, with a fresh transposition table.
    Fresh,
    /// Of endings with five pieces, each another one.
    Endings,
}

/// Limits in milliseconds, and kinds and numbers of requests.
const CASES: [(u64, Kind, usize); 7] = [
    (1, Kind::Shared, 1000),
    (1, Kind::Fresh, 1000),
    (1, Kind::Endings, 1000),
    (10, Kind::Shared, 1000),
    (10, Kind::Fresh, 1000),
    (100, Kind::Shared, 1000),
    (1000, Kind::Shared, 100),
];
const PATH: &str = "/v1/checkers/best-move";

#[tokio::main]
async fn main() -> ExitCode {
    let (ours, control) = (serve(Engine::new(config(1))).await, serve_clock().await);
    let mut promises = Promises::default();
    println!("limit ms   kind      requests   p50 ms   p99 ms   max ms   control's p99");
    for case in CASES {
        measure(ours, control, case, 5.0, &mut promises).await;
    }
    println!("with twice as many busy threads as there are cores:");
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

/// Alternates between both servers; ours may be at most `allowed` milliseconds later than the control.
async fn measure(
    ours: SocketAddr,
    control: SocketAddr,
    (limit, kind, requests): (u64, Kind, usize),
    allowed: f64,
    promises: &mut Promises,
) {
    let (mut ours, mut control) = (Client::connect(ours).await, Client::connect(control).await);
    let (mut overshoots, mut control_overshoots) = (Vec::new(), Vec::new());
    let fresh = kind == Kind::Fresh;
    for ending in endings().take(requests) {
        let position = if kind == Kind::Endings { ending } else { Checkers::print(&Checkers::start()) };
        let body = format!(r#"{{"position":"{position}","time_ms":{limit},"book":false,"fresh":{fresh}}}"#);
        let (answer, overshot_by) = overshoot(&mut ours, &body, limit).await;
        assert!(answer.contains(r#""best_move":""#), "{answer}");
        assert!(kind == Kind::Endings || answer.contains(r#""stopped_by":"time""#), "{answer}");
        overshoots.push(overshot_by);
        control_overshoots.push(overshoot(&mut control, &body, limit).await.1);
    }
    let [p50, p99, max] = [0.5, 0.99, 1.0].map(|share| percentile(&mut overshoots, share));
    let control_p99 = percentile(&mut control_overshoots, 0.99);
    let kind = format!("{kind:?}").to_lowercase();
    println!("{limit:8}   {kind:7} {requests:10} {p50:8.2} {p99:8.2} {max:8.2} {control_p99:15.2}");
    let promise = format!("p99 of {kind} at {limit} ms is at most {allowed} ms above the control's");
    promises.expect(&promise, p99 <= control_p99 + allowed);
}

/// Positions of all material with five pieces.
fn endings() -> impl Iterator<Item = String> {
    let slices: Vec<Slice> = Slice::all(5).collect();
    (0..).filter_map(move |nth: usize| {
        let slice = slices[nth % slices.len()];
        let board = endgame::board(slice, nth * 1_000_003 % slice.len())?;
        Checkers::outcome(&board).is_none().then(|| Checkers::print(&board))
    })
}

/// The response, and its overshoot in milliseconds.
async fn overshoot(client: &mut Client, body: &str, limit: u64) -> (String, f64) {
    let started = Instant::now();
    let answer = client.post(PATH, body).await;
    let overshoot = started.elapsed().saturating_sub(Duration::from_millis(limit));
    (answer, overshoot.as_secs_f64() * 1e3)
}

/// The control: a server whose handler spins until the time limit.
async fn serve_clock() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let router = Router::new().route(PATH, post(spin_until_limit));
    tokio::spawn(async { axum::serve(listener, router).await });
    address
}

async fn spin_until_limit(body: String) {
    let arrival = Instant::now();
    let body: Value = serde_json::from_str(&body).expect("JSON");
    let limit = Duration::from_millis(body["time_ms"].as_u64().expect("a limit"));
    let spinning = spawn_blocking(move || {
        while arrival.elapsed() < limit {
            spin_loop();
        }
    });
    spinning.await.expect("an end");
}
