//! What a million answers cost, by kind of request: `cargo bench --bench cost`.
//!
//! One client asks a service with one worker over one connection. CPU seconds are those of the service, so they hold on a
//! busy machine, except for searches that the clock ends. Positions come from random play; those of connect-four can't be
//! won by the next move.

#![allow(clippy::print_stdout, reason = "prints its results")]

use bestmove_core::game::{Notation, Rules};
use bestmove_core::games::{Checkers, TicTacToe};
use common::{Client, bodyless_request, post_request};
use positions::{Rng, random_path};
use processes::{Server, cpu_seconds, free_address};
use std::iter::repeat_with;

#[path = "common/boards.rs"]
mod boards;
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
    kind("connect-four, random ply, in batches", 50, BATCH, |rng| batch(|| connect_four(rng, ""))),
    kind("connect-four, all columns, in batches", 20, BATCH, |rng| {
        batch(|| connect_four(rng, r#","lines":"all""#))
    }),
    kind("connect-four, 8 plies", 1_000, 1, |rng| best_move("connect-four", &columns(rng, 8), "")),
    kind("connect-four, 12 plies", 300, 1, |rng| best_move("connect-four", &columns(rng, 12), "")),
    kind("connect-four, 16 plies", 300, 1, |rng| best_move("connect-four", &columns(rng, 16), "")),
    kind("connect-four, 20 plies", 500, 1, |rng| best_move("connect-four", &columns(rng, 20), "")),
    kind("connect-four, review of 20 plies, a ply", 20, 20, |rng| {
        let moves: Vec<_> = columns(rng, 20).chars().map(String::from).collect();
        post_request("/v1/connect-four/review", &format!(r#"{{"moves":{moves:?}}}"#))
    }),
    kind("checkers, level 3", 500, 1, |rng| checkers(rng, r#","level":3"#)),
    kind("checkers, level 5", 500, 1, |rng| checkers(rng, r#","level":5"#)),
    kind("checkers, level 8", 200, 1, |rng| checkers(rng, r#","level":8"#)),
    kind("checkers, 20,000 nodes", 200, 1, |rng| checkers(rng, r#","nodes":20000"#)),
    kind("checkers, the default second", 10, 1, |rng| checkers(rng, "")),
];

#[tokio::main]
async fn main() {
    let service = Server::bestmove(free_address(), &["--workers", "1", "--log", "error"]);
    let mut client = Client::connect(service.address).await;
    // The first requests also pay for the start.
    KINDS[0].ask(&service, &mut client).await;
    println!("| kind | CPU seconds | MB |\n|---|---|---|");
    for kind in KINDS {
        let (seconds, megabytes) = kind.ask(&service, &mut client).await;
        println!("| {} | {seconds:.0} | {megabytes:.0} |", kind.name);
    }
}

impl Kind {
    /// The CPU seconds and the megabytes of a million answers.
    async fn ask(&self, service: &Server, client: &mut Client) -> (f64, f64) {
        let mut rng = Rng(42);
        let requests: Vec<_> = (0..self.count).map(|_| (self.request)(&mut rng)).collect();
        let (before, mut bytes) = (cpu_seconds(service.process.id()), 0);
        for request in &requests {
            let (status, answer) = client.exchange(request).await.expect("an open connection");
            assert_eq!(status, 200, "{}: {answer}", self.name);
            bytes += answer.len();
        }
        let millions = (self.count * self.answers) as f64 / 1e6;
        ((cpu_seconds(service.process.id()) - before) / millions, bytes as f64 / 1e6 / millions)
    }
}

fn get(path: &str) -> String {
    bodyless_request("GET", "*/*", path)
}

fn best_move(game: &str, position: &str, more: &str) -> String {
    post_request(&format!("/v1/{game}/best-move"), &format!(r#"{{"position":"{position}"{more}}}"#))
}

fn batch(position: impl FnMut() -> String) -> String {
    let positions: Vec<_> = repeat_with(position).take(BATCH).collect();
    post_request("/v1/batch", &format!(r#"{{"positions":[{}]}}"#, positions.join(",")))
}

fn tic_tac_toe(rng: &mut Rng) -> String {
    let plies = rng.below(9);
    let path = random_path::<TicTacToe>(rng, TicTacToe::start(), plies);
    format!(r#"{{"game":"tic-tac-toe","position":"{}"}}"#, TicTacToe::print(path.position()))
}

/// A position after a random number of plies.
fn connect_four(rng: &mut Rng, more: &str) -> String {
    let columns = loop {
        let plies = rng.below(42);
        if let Some((columns, _)) = boards::random(rng, plies) {
            break columns;
        }
    };
    format!(r#"{{"game":"connect-four","position":"{columns}"{more}}}"#)
}

/// The columns of so many plies of connect-four.
fn columns(rng: &mut Rng, plies: usize) -> String {
    repeat_with(|| boards::random(rng, plies))
        .find_map(|found| Some(found?.0))
        .expect("positions without end")
}

/// A best move ten to thirty plies into checkers.
fn checkers(rng: &mut Rng, more: &str) -> String {
    let plies = 10 + rng.below(20);
    let path = random_path::<Checkers>(rng, Checkers::start(), plies);
    best_move("checkers", &Checkers::print(path.position()), more)
}
