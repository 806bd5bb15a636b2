//! A million requests: `cargo bench --bench soak`; `-- COUNT` for more or fewer.
//!
//! Clients ask for positions of random games of every game, with every kind of limit; some ask what can't be,
//! and some leave before they are answered. Every answer is checked: the move and the whole line are legal. At
//! the end nothing may be in flight and no worker busy, and memory must not have grown by more than a MiB since
//! the second tenth. What counts is the least in each tenth: tables that searches have to themselves come and go.

#![allow(clippy::print_stdout, reason = "its results")]

use bestmove::engine::{Choice, Engine, EngineConfig, GAMES};
use common::{Client, Promises, config, posted, serve};
use serde_json::{Value, json};
use std::cell::Cell;
use std::env;
use std::fs;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::{LocalSet, spawn_local};
use tokio::time::{sleep, timeout};

#[allow(dead_code, reason = "each bench uses its part")]
mod common;

const CLIENTS: u64 = 16;
const WORKERS: usize = 2;
/// By how much memory may grow, in KiB.
const MAX_GROWTH: i64 = 1024;

fn main() -> ExitCode {
    let count = env::args().find_map(|argument| argument.parse().ok()).unwrap_or(1_000_000);
    // As many threads as searches: each keeps what one has needed, some MiB, so that another in the end would look like
    // growth.
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.enable_all().max_blocking_threads(WORKERS).build().expect("a runtime");
    LocalSet::new().block_on(&runtime, soak(count))
}

async fn soak(count: u64) -> ExitCode {
    // Small, so that all of it is in use long before the first tenth is over.
    let (table_bytes, solver_bytes, cache_entries) = (1 << 24, 1 << 22, 1000);
    let engine = Engine::new(EngineConfig { table_bytes, solver_bytes, cache_entries, ..config(WORKERS) });
    let address = serve(Arc::clone(&engine)).await;
    let tally = Rc::new(Tally::default());
    let clients: Vec<_> =
        (0..CLIENTS).map(|seed| spawn_local(client(address, seed, count, Rc::clone(&tally)))).collect();
    println!("requests   answered   refused   invalid   abandoned   least KiB   seconds");
    let (started, mut residents) = (Instant::now(), Vec::new());
    for tenth in 1..=10 {
        let mut least = resident_kib();
        while tally.sent.get() < count * tenth / 10 {
            sleep(Duration::from_millis(20)).await;
            least = least.min(resident_kib());
        }
        residents.push(least);
        tally.print(least, started.elapsed());
    }
    for client in clients {
        client.await.expect("every answer is good");
    }
    let quiet = async {
        while engine.in_flight() > 0 || engine.busy_workers() > 0 {
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(Duration::from_secs(20), quiet).await.expect("no search is stuck and no worker lost");
    let grown = residents[9] as i64 - residents[1] as i64;
    println!(
        "nothing is in flight, no worker is busy; resident memory since the second tenth: {grown:+} KiB"
    );
    let mut promises = Promises::default();
    promises.expect("memory grows by at most a MiB", grown <= MAX_GROWTH);
    promises.exit_code()
}

#[derive(Default)]
struct Tally {
    sent: Cell<u64>,
    answered: Cell<u64>,
    refused: Cell<u64>,
    invalid: Cell<u64>,
    abandoned: Cell<u64>,
}

impl Tally {
    fn print(&self, least: u64, elapsed: Duration) {
        let [sent, answered, refused, invalid, abandoned] =
            [&self.sent, &self.answered, &self.refused, &self.invalid, &self.abandoned].map(Cell::get);
        let seconds = elapsed.as_secs();
        println!("{sent:8} {answered:10} {refused:9} {invalid:9} {abandoned:11} {least:11} {seconds:9}");
    }
}

fn count_one(cell: &Cell<u64>) {
    cell.set(cell.get() + 1);
}

async fn client(address: SocketAddr, seed: u64, count: u64, tally: Rc<Tally>) {
    let mut random = Random(seed);
    let mut client = Client::connect(address).await;
    while tally.sent.get() < count {
        count_one(&tally.sent);
        let game = GAMES[random.below(3) as usize].info().id;
        let body = question(game, &mut random);
        let request = posted(&format!("/v1/{game}/best-move"), &body.to_string());
        if random.below(20) == 0 {
            drop(timeout(Duration::from_millis(random.below(4)), client.exchange(&request)).await);
            client = Client::connect(address).await;
            count_one(&tally.abandoned);
            continue;
        }
        let (status, answer) = client.exchange(&request).await.expect("an open connection");
        match status {
            200 => {
                check(game, &body, &answer);
                count_one(&tally.answered);
            }
            422 => count_one(&tally.invalid),
            503 => count_one(&tally.refused),
            _ => panic!("{status} {answer} to {body}"),
        }
    }
}

/// A position of a random game, seldom an impossible one, and some limit.
fn question(game: &str, random: &mut Random) -> Value {
    let mut moves: Vec<String> = Vec::new();
    for _ in 0..random.below(30) {
        let listing = prepared(game, &moves).listing();
        if listing.moves.is_empty() {
            break;
        }
        moves.push(listing.moves[random.below(listing.moves.len() as u64) as usize].text.clone());
    }
    if random.below(50) == 0 {
        moves.push("0".to_owned());
    }
    let mut body = json!({ "moves": moves });
    match random.below(4) {
        0 => body["time_ms"] = json!(1 + random.below(3)),
        1 => body["nodes"] = json!(1 + random.below(2000)),
        2 => body["depth"] = json!(1 + random.below(3)),
        _ => {
            body["nodes"] = json!(1 + random.below(500));
            body["fresh"] = json!(true);
        }
    }
    body
}

fn prepared(game: &str, moves: &[String]) -> Box<dyn bestmove::engine::Job> {
    let game = bestmove::engine::find(game).expect("a game");
    game.prepare(None, moves, Choice::default()).expect("legal moves")
}

/// The line is legal, and the move is its first.
fn check(game: &str, body: &Value, answer: &str) {
    let answer: Value = serde_json::from_str(answer).expect("JSON");
    let words = |list: &Value| serde_json::from_value::<Vec<String>>(list.clone()).expect("words");
    let (mut moves, line) = (words(&body["moves"]), words(&answer["principal_variation"]));
    assert_eq!(answer["best_move"].as_str(), line.first().map(String::as_str), "{body}: {answer}");
    assert_eq!(answer["best_move"].is_null(), !answer["outcome"].is_null(), "{body}: {answer}");
    moves.extend(line);
    prepared(game, &moves);
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits ^ (bits >> 31)) % bound
    }
}

fn resident_kib() -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("a process");
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("a known line");
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number")
}
