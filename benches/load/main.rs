//! Ten times more requests than can be answered: `cargo bench --bench load`.
//!
//! The service, and after it the control, a plain axum server that hands the same searches to
//! `spawn_blocking`, each run as a process of their own and meet, one after the other:
//!
//! - *capacity*: four clients that ask again as soon as they are answered. Each request costs the same nodes
//!   of checkers; no two at a time are equal, so none share a search. Measured at first and again after the
//!   recovery, as machines and tables are not always equally fast; what counts is the mean.
//! - *overload*: ten times as many requests a second, sent on time whatever becomes of the earlier ones.
//!   Clients give up after the half second that each request allows. *Goodput* are the requests a second that are
//!   answered in that time. A probe asks for `/health/live` fifty times a second meanwhile.
//! - *recovery*: half the capacity, until the latency is again what it was at that rate before the overload.
//! - *slow connections*: two thousand that say nothing, or a byte a second, beside half the capacity.
//!
//! Latencies count from when a request was due. The server has half of the cores and the clients the others, so
//! that what the clients cost is not taken for the server's. Where other work takes a part that varies, only what
//! the server answers for each second of its own processor time tells what refusing costs.
//!
//! `cargo bench --bench load -- SECONDS` sets how long the overload lasts.

#![allow(clippy::print_stdout, reason = "its results")]

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
#[allow(dead_code, reason = "each bench uses its part")]
mod common;
mod control;
mod server;
mod slow;
mod trial;

/// What each request allows, and after which its client gives up.
const PATIENCE: Duration = Duration::from_millis(500);

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
