//! What a million answers cost, by kind of request: `cargo bench --bench cost`.
//!
//! One client asks a service with one worker over one connection. CPU seconds are those of the service, so they hold on a
//! busy machine, except for searches that the clock ends. No two requests are equal but where the table says so.

#![allow(clippy::print_stdout, reason = "prints its results")]

use bestmove_core::game::{Notation, Rules};
use bestmove_core::games::{Checkers, ConnectFour, TicTacToe};
use common::{Client, bodyless_request, post_request};
use positions::{Rng, moves};
use processes::{Server, free_address};
use std::fs;

#[allow(dead_code, reason = "each bench uses a part")]
mod common;
#[allow(dead_code, reason = "shared with the tests")]
#[path = "../crates/core/tests/positions.rs"]
mod positions;
#[path = "../tests/processes.rs"]
#[allow(dead_code, clippy::unwrap_used, reason = "shared with the tests")]
mod processes;

/// Positions of a batch.
const BATCH: usize = 100;

/// A kind of request, and so many of them.
struct Kind {
    name: &'static str,
    count: usize,
    /// The answers in each.
    answers: usize,
    request: fn(&mut Rng) -> String,
}

const fn kind(name: &'static str, count: usize, answers: usize, request: fn(&mut Rng) -> String) -> Kind {
    Kind { name, count, answers, request }
}

const KINDS: [Kind; 16] = [
    kind("health", 20_000, 1, |_| get("/health/live")),
    kind("legal moves", 10_000, 1, |rng| {
        get(&format!("/v1/connect-four/legal-moves?position={}", columns(rng, 12)))
    }),
    kind("the same cached best move", 20_000, 1, |_| get("/v1/connect-four/best-move?position=44")),
    kind("tic-tac-toe in batches", 100, BATCH, |rng| batch(|| tic_tac_toe(rng))),
    kind("connect-four, random ply, in batches", 50, BATCH, |rng| {
        batch(|| {
            let plies = rng.below(42);
            connect_four(&columns(rng, plies), "")
        })
    }),
    kind("connect-four, all columns, in batches", 20, BATCH, |rng| {
        batch(|| {
            let plies = rng.below(42);
            connect_four(&columns(rng, plies), r#","lines":"all""#)
        })
    }),
    kind("connect-four, 8 plies", 1_000, 1, |rng| best_move("connect-four", &columns_list(rng, 8), "")),
    kind("connect-four, 12 plies", 300, 1, |rng| best_move("connect-four", &columns_list(rng, 12), "")),
    kind("connect-four, 16 plies", 300, 1, |rng| best_move("connect-four", &columns_list(rng, 16), "")),
    kind("connect-four, 20 plies", 500, 1, |rng| best_move("connect-four", &columns_list(rng, 20), "")),
    kind("connect-four, review of 20 plies, a ply", 20, 20, |rng| {
        post_request("/v1/connect-four/review", &format!(r#"{{"moves":{}}}"#, columns_list(rng, 20)))
    }),
    kind("checkers, level 3", 500, 1, |rng| best_move("checkers", &squares(rng), r#","level":3"#)),
    kind("checkers, level 5", 500, 1, |rng| best_move("checkers", &squares(rng), r#","level":5"#)),
    kind("checkers, level 8", 200, 1, |rng| best_move("checkers", &squares(rng), r#","level":8"#)),
    kind("checkers, 20,000 nodes", 200, 1, |rng| best_move("checkers", &squares(rng), r#","nodes":20000"#)),
    kind("checkers, the default second", 10, 1, |rng| best_move("checkers", &squares(rng), "")),
];

#[tokio::main]
async fn main() {
    let service = Server::bestmove(free_address(), &["--workers", "1", "--log", "error"]);
    let mut client = Client::connect(service.address).await;
    println!("| kind | CPU seconds | MB |\n|---|---|---|");
    for Kind { name, count, answers, request } in KINDS {
        let mut rng = Rng(42);
        let requests: Vec<_> = (0..count).map(|_| request(&mut rng)).collect();
        let (before, mut bytes) = (cpu_seconds(&service), 0);
        for request in &requests {
            let (status, answer) = client.exchange(request).await.expect("an open connection");
            assert_eq!(status, 200, "{name}: {answer}");
            bytes += answer.len();
        }
        let millions = (count * answers) as f64 / 1e6;
        let seconds = (cpu_seconds(&service) - before) / millions;
        println!("| {name} | {seconds:.0} | {:.0} |", bytes as f64 / 1e6 / millions);
    }
}

/// The CPU time of a service so far, which Linux reports in hundredths of a second.
fn cpu_seconds(service: &Server) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{}/stat", service.process.id())).expect("a process");
    let (_, fields) = stat.rsplit_once(')').expect("a name in brackets");
    let ticks = |at: usize| fields.split_whitespace().nth(at).and_then(|field| field.parse::<f64>().ok());
    (ticks(11).expect("user time") + ticks(12).expect("kernel time")) / 100.0
}

fn get(path: &str) -> String {
    bodyless_request("GET", "*/*", path)
}

fn best_move(game: &str, moves: &str, more: &str) -> String {
    post_request(&format!("/v1/{game}/best-move"), &format!(r#"{{"moves":{moves}{more}}}"#))
}

fn batch(position: impl FnMut() -> String) -> String {
    let positions: Vec<_> = std::iter::repeat_with(position).take(BATCH).collect();
    post_request("/v1/batch", &format!(r#"{{"positions":[{}]}}"#, positions.join(",")))
}

fn connect_four(columns: &str, more: &str) -> String {
    format!(r#"{{"game":"connect-four","position":"{columns}"{more}}}"#)
}

fn tic_tac_toe(rng: &mut Rng) -> String {
    let plies = rng.below(9);
    format!(r#"{{"game":"tic-tac-toe","moves":{}}}"#, list(&line::<TicTacToe>(rng, plies)))
}

fn columns(rng: &mut Rng, plies: usize) -> String {
    line::<ConnectFour>(rng, plies).concat()
}

fn columns_list(rng: &mut Rng, plies: usize) -> String {
    list(&line::<ConnectFour>(rng, plies))
}

/// Ten to thirty random moves.
fn squares(rng: &mut Rng) -> String {
    let plies = 10 + rng.below(20);
    list(&line::<Checkers>(rng, plies))
}

fn list(moves: &[String]) -> String {
    serde_json::to_string(moves).expect("texts")
}

/// Random moves after which the game goes on: so many, or fewer where every move would end it.
fn line<G: Notation>(rng: &mut Rng, plies: usize) -> Vec<String> {
    let (mut position, mut line) = (G::start(), Vec::new());
    for _ in 0..plies {
        let mut moves = moves::<G>(&position);
        moves.retain(|played| <G as Rules>::outcome(&G::play(&position, *played)).is_none());
        let Some(&played) = moves.get(rng.below(moves.len().max(1))) else { break };
        line.push(G::print_move(&position, played));
        position = G::play(&position, played);
    }
    line
}
