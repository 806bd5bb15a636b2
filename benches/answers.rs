//! Latency of connect-four answers: `cargo bench --bench answers`, a few minutes.
//!
//! Requests exact scores with lines over HTTP, one after another, from a service with one worker:
//! 1,000 random unfinished positions for each number of discs, with all tables cleared before each
//! request. Times are in milliseconds from sending the request to the end of the response; *proven*
//! counts the exact answers.

#![allow(clippy::print_stdout, reason = "prints its results")]

use bestmove_core::game::Notation;
use bestmove_core::games::ConnectFour;
use bestmove_scheduler::Engine;
use common::{Client, config, percentile, serve};
use positions::{Rng, random_path};
use std::time::Instant;

#[allow(dead_code, reason = "each bench uses a part")]
mod common;
#[allow(dead_code, reason = "shared with the tests")]
#[path = "../crates/core/tests/positions.rs"]
mod positions;

const POSITIONS: usize = 1_000;

#[tokio::main]
async fn main() {
    println!(
        "{:>5} {:>9} {:>10} {:>10} {:>10} {:>7}",
        "discs", "positions", "median ms", "p99", "max", "proven"
    );
    let mut config = config(1);
    config.session.table_bytes = 1 << 20;
    let engine = Engine::new(config);
    let mut client = Client::connect(serve(engine.clone()).await).await;
    let mut all = (Vec::new(), 0);
    for discs in 0..42 {
        let (mut times, mut proven) = (Vec::new(), 0);
        for position in random_positions(discs) {
            let body = format!(r#"{{"position":"{position}","time_ms":10000}}"#);
            engine.clear_caches_blocking();
            let start = Instant::now();
            let answer = client.post("/v1/connect-four/best-move", &body).await;
            times.push(start.elapsed().as_secs_f64() * 1e3);
            proven += usize::from(answer.contains(r#""stopped_by":"proven""#));
        }
        report(&discs.to_string(), &mut times, proven);
        all.0.append(&mut times);
        all.1 += proven;
    }
    report("all", &mut all.0, all.1);
}

/// Prints a row.
fn report(discs: &str, times: &mut [f64], proven: usize) {
    let [median, high, max] = [0.5, 0.99, 1.0].map(|share| percentile(times, share));
    println!("{discs:>5} {:>9} {median:>10.2} {high:>10.2} {max:>10.2} {proven:>7}", times.len());
}

/// Random positions with `discs` discs, possibly with repetitions.
fn random_positions(discs: usize) -> Vec<String> {
    let mut rng = Rng(discs as u64);
    let texts = std::iter::repeat_with(|| {
        let path = random_path::<ConnectFour>(&mut rng, ConnectFour::parse("").expect("the start"), discs);
        ConnectFour::print(path.position())
    });
    let has_all_discs = |text: &String| text.chars().filter(|cell| "XO".contains(*cell)).count() == discs;
    texts.filter(has_all_discs).take(POSITIONS).collect()
}
