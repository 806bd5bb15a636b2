//! Behaviour at ten times the capacity: `cargo bench --bench load`.
//!
//! Tests the service, and then a control, a plain axum server that runs the same searches with
//! `spawn_blocking`. Each is a child process and goes through these phases:
//!
//! - *capacity*: four clients send requests without a pause. Each request has the same node limit
//!   at checkers; no two concurrent ones are equal, so none share a search. Measured at the start
//!   and again after the recovery; the result is the mean.
//! - *overload*: ten times the rate, in an open loop. Clients give up after the time limit of half
//!   a second. *Goodput* is the rate of requests answered in time. Meanwhile a probe requests
//!   `/health/live` fifty times a second.
//! - *recovery*: half the capacity, until the latency is back to that of the same rate before the
//!   overload.
//! - *slow connections*: two thousand that are silent or drip their headers, beside half the
//!   capacity.
//!
//! Latencies count from the time a request was due. Server and clients each have half of the cores,
//! so that clients do not take CPU time from the server. On a busy machine, only answers per second
//! of the server's own CPU time show the cost of refusing.
//!
//! `cargo bench --bench load -- SECONDS` sets the duration of the overload.

#![allow(clippy::print_stdout, reason = "prints its results")]

use bestmove::net::raise_descriptor_limit;
use common::Promises;
use server::Server;
use std::env;
use std::process::ExitCode;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tokio::task::LocalSet;
use trial::Trial;

mod clients;
#[path = "../common/mod.rs"]
#[allow(dead_code, reason = "each bench uses a part")]
mod common;
mod control;
mod server;
mod slow;
mod trial;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().collect();
    if arguments.iter().any(|argument| argument == control::FLAG) {
        Runtime::new().expect("a runtime").block_on(control::run());
        ExitCode::SUCCESS
    } else {
        raise_descriptor_limit();
        let seconds = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(10);
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        LocalSet::new().block_on(&runtime, measure(Duration::from_secs(seconds)))
    }
}

async fn measure(span: Duration) -> ExitCode {
    let ours = Trial::of(&Server::bestmove(), span).await;
    let control = Trial::of(&Server::control(), span).await;
    println!("| | bestmove | plain axum |\n|---|---|---|");
    for ((name, ours), (_, control)) in ours.rows().iter().zip(control.rows()) {
        println!("| {name} | {ours} | {control} |");
    }
    let mut promises = Promises::default();
    ours.check(&mut promises);
    promises.exit_code()
}
