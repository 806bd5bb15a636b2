//! Overhead of serving: `cargo bench --bench service`.
//!
//! - Throughput: requests per second for a position in the proof cache, against a plain axum handler
//!   that returns a constant of the same size: the median ratio of pairs.
//! - Cancellation: milliseconds from a client's disconnection, or its reset of an HTTP/2 stream, to
//!   the response of a request that waits for the same worker. Guarantee: the 99th percentile is at
//!   most 50 ms.

#![allow(clippy::print_stdout, reason = "prints its results")]

use axum::Router;
use axum::routing::post;
use bestmove_scheduler::Engine;
use common::{Client, Promises, config, percentile, serve};
use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

#[allow(dead_code, reason = "each bench uses a part")]
mod common;

const PATH: &str = "/v1/tic-tac-toe/best-move";
const BODY: &str = r#"{"position":"X...O...."}"#;
const CLIENTS: usize = 16;

#[tokio::main]
async fn main() -> ExitCode {
    throughput().await;
    let mut promises = Promises::default();
    cancellation(Protocol::Http1, &mut promises).await;
    cancellation(Protocol::Http2, &mut promises).await;
    promises.exit_code()
}

async fn throughput() {
    let ours = serve(Engine::new(config(2))).await;
    let answer = Client::connect(ours).await.post(PATH, BODY).await;
    let bare = serve_constant(answer).await;
    println!("bestmove/s   bare axum/s   ratio");
    let mut ratios = Vec::new();
    for _ in 0..7 {
        let (ours, bare) = (rate(ours).await, rate(bare).await);
        println!("{ours:10.0} {bare:13.0} {:7.2}", ours / bare);
        ratios.push(ours / bare);
    }
    println!("median ratio {:.2}\n", percentile(&mut ratios, 0.5));
}

/// A plain axum server that reads the body and returns a constant.
async fn serve_constant(answer: String) -> SocketAddr {
    let constant: &'static str = answer.leak();
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let handler = async move |_: axum::body::Bytes| ([("content-type", "application/json")], constant);
    let router = Router::new().route(PATH, post(handler));
    tokio::spawn(async { axum::serve(listener, router).await });
    address
}

/// Requests per second of all clients, over two seconds.
async fn rate(address: SocketAddr) -> f64 {
    const SPAN: Duration = Duration::from_secs(2);
    let mut clients = JoinSet::new();
    for _ in 0..CLIENTS {
        clients.spawn(async move {
            let (mut client, mut answers) = (Client::connect(address).await, 0_u32);
            let end = Instant::now() + SPAN;
            while Instant::now() < end {
                client.post(PATH, BODY).await;
                answers += 1;
            }
            answers
        });
    }
    f64::from(clients.join_all().await.iter().sum::<u32>()) / SPAN.as_secs_f64()
}

#[derive(Clone, Copy, Debug)]
enum Protocol {
    Http1,
    Http2,
}

async fn cancellation(protocol: Protocol, promises: &mut Promises) {
    let address = serve(Engine::new(config(1))).await;
    let url = format!("http://{address}/v1/checkers/best-move");
    let client = match protocol {
        Protocol::Http1 => reqwest::Client::builder().http1_only(),
        Protocol::Http2 => reqwest::Client::builder().http2_prior_knowledge(),
    };
    let client = client.build().expect("a client");
    let mut waits = Vec::new();
    for round in 0..200 {
        let request = client.post(&url).header("content-type", "application/json");
        let abandoned =
            tokio::spawn(request.body(format!(r#"{{"time_ms":{},"book":false}}"#, 50_000 + round)).send());
        tokio::time::sleep(Duration::from_millis(50)).await;
        let mut successor = Client::connect(address).await;
        assert!(!abandoned.is_finished(), "the request is still in progress");
        abandoned.abort();
        let started = Instant::now();
        successor.post("/v1/connect-four/best-move", r#"{"nodes":1,"fresh":true}"#).await;
        waits.push(started.elapsed().as_secs_f64() * 1e3);
    }
    let [p50, p99, max] = [0.5, 0.99, 1.0].map(|share| percentile(&mut waits, share));
    let count = waits.len();
    println!(
        "{protocol:?}: from disconnection to the next answer of the one worker, {count} times: p50 {p50:.2} ms, p99 {p99:.2} ms, max {max:.2} ms"
    );
    promises.expect("a disconnection frees the worker within 50 ms", p99 <= 50.0);
}
