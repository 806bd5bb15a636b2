//! Throughput at middle-game positions of connect-four: `cargo bench --bench throughput`.
//!
//! Compares a service with two workers, which answers over HTTP with best move and line, with the
//! crate `connect-four-ai` in two processes, which computes scores only. Both get the same random
//! positions of 14 to 20 plies, keep their tables between positions, and take turns at being first.

#![allow(clippy::print_stdout, reason = "prints its results")]

use bestmove_scheduler::Engine;
use common::peer::{Peer, connect_four_ai};
use common::{Client, config, percentile, serve};
use positions::Rng;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;
use tokio::task::JoinSet;

#[path = "common/boards.rs"]
mod boards;
#[allow(dead_code, reason = "each bench uses a part")]
mod common;
#[allow(dead_code, reason = "shared with the tests")]
#[path = "../crates/core/tests/positions.rs"]
mod positions;

const ROUNDS: usize = 7;
const POSITIONS: usize = 300;
const CLIENTS: usize = 8;
const CORES: usize = 2;

#[tokio::main]
async fn main() {
    let service = serve(Engine::new(config(CORES))).await;
    let command = format!("{} --keep", connect_four_ai());
    let mut peers: Vec<Peer> = (0..CORES).map(|_| Peer::start(&command)).collect();
    let mut rng = Rng(14);
    println!("bestmove/s   connect-four-ai/s   ratio");
    let mut ratios = Vec::new();
    for round in 0..ROUNDS {
        let plies_14_to_20 = |rng: &mut Rng| 14 + rng.below(7);
        let random = std::iter::repeat_with(|| {
            let plies = plies_14_to_20(&mut rng);
            boards::random(&mut rng, plies)
        });
        let positions: Vec<String> = random.flatten().map(|(columns, _)| columns).take(POSITIONS).collect();
        let positions = Arc::new(positions);
        let (ours, theirs) = if round % 2 == 0 {
            let theirs = rate_of_peers(&mut peers, &positions);
            (rate(service, &positions).await, theirs)
        } else {
            (rate(service, &positions).await, rate_of_peers(&mut peers, &positions))
        };
        println!("{ours:10.0} {theirs:19.0} {:7.2}", ours / theirs);
        ratios.push(ours / theirs);
    }
    println!("median ratio {:.2}", percentile(&mut ratios, 0.5));
}

/// Answers per second of the service.
async fn rate(service: SocketAddr, positions: &Arc<Vec<String>>) -> f64 {
    let next = Arc::new(AtomicUsize::new(0));
    let start = Instant::now();
    let mut clients = JoinSet::new();
    for _ in 0..CLIENTS {
        let (positions, next) = (positions.clone(), next.clone());
        clients.spawn(async move {
            let mut client = Client::connect(service).await;
            while let Some(position) = positions.get(next.fetch_add(1, Ordering::Relaxed)) {
                let body = format!(r#"{{"position":"{position}","time_ms":30000}}"#);
                let answer = client.post("/v1/connect-four/best-move", &body).await;
                assert!(answer.contains(r#""stopped_by":"proven""#), "{answer}");
            }
        });
    }
    clients.join_all().await;
    POSITIONS as f64 / start.elapsed().as_secs_f64()
}

/// Scores per second of the peers, which share the positions.
fn rate_of_peers(peers: &mut [Peer], positions: &[String]) -> f64 {
    let (next, start) = (AtomicUsize::new(0), Instant::now());
    thread::scope(|scope| {
        for peer in peers {
            scope.spawn(|| {
                while let Some(position) = positions.get(next.fetch_add(1, Ordering::Relaxed)) {
                    peer.solve_all(&[position]);
                }
            });
        }
    });
    POSITIONS as f64 / start.elapsed().as_secs_f64()
}
