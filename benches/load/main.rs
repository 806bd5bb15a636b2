//! Ten times more requests than can be answered: `cargo bench --bench load`.
//!
//! The service, and after it the control, a plain axum server that hands the same searches to
//! `spawn_blocking`, each run as a process of their own and meet, one after the other:
//!
//! - *capacity*: four clients that ask again as soon as they are answered. Each request costs the same nodes
//!   of checkers; no two are equal, so none share a search.
//! - *overload*: ten times as many requests a second, sent on time whatever becomes of the earlier ones.
//!   Clients give up after the half second that each request allows. *Goodput* are the requests a second that are
//!   answered in that time. A probe asks for `/health/live` fifty times a second meanwhile.
//! - *recovery*: half the capacity, until the latency is again what it was at that rate before the overload.
//! - *slow connections*: two thousand that say nothing, or a byte a second, beside half the capacity.
//!
//! Latencies count from when a request was due. Client and server share the machine: where it has few cores,
//! the client takes a part of the capacity at overload, and the goodput is so much lower than it could be; the
//! client's processor time is reported. `cargo bench --bench load -- SECONDS` sets how long the overload lasts.

#![allow(clippy::print_stdout, reason = "its results")]

use bestmove::server::raise_descriptor_limit;
use clients::{Outcome, capacity, load, probe, recovery};
use common::percentile;
use server::{Server, peak, processor_seconds};
use slow::waste;
use std::cell::RefCell;
use std::env;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};
use tokio::task::{LocalSet, spawn_local};

mod clients;
#[path = "../common/mod.rs"]
#[allow(dead_code, reason = "each bench uses its part")]
mod common;
mod control;
mod server;
mod slow;

/// What each request allows, and after which its client gives up.
const PATIENCE: Duration = Duration::from_millis(500);
const OVERLOAD: f64 = 10.0;

fn main() {
    let arguments: Vec<String> = env::args().collect();
    if arguments.iter().any(|argument| argument == control::FLAG) {
        Runtime::new().expect("a runtime").block_on(control::run());
    } else {
        raise_descriptor_limit();
        let seconds = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(10);
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        LocalSet::new().block_on(&runtime, measure(Duration::from_secs(seconds)));
    }
}

async fn measure(span: Duration) {
    println!("| | bestmove | plain axum |\n|---|---|---|");
    let columns = [Server::bestmove(), Server::control()];
    let mut results = Vec::new();
    for server in columns {
        results.push(trial(&server, span).await);
    }
    for ((name, ours), (_, control)) in results[0].iter().zip(&results[1]) {
        println!("| {name} | {ours} | {control} |");
    }
}

type Row = (&'static str, String);

async fn trial(server: &Server, span: Duration) -> Vec<Row> {
    let questions = Rc::new(RefCell::new(0));
    let capacity = capacity(server.address, &questions).await;
    let calm = load(server.address, capacity / 2.0, Duration::from_secs(3), &questions).await;
    let normal = percentile(&mut calm.good(), 0.99);
    let (before, spent) = (server.usage(), processor_seconds());
    let probe = spawn_local(probe(server.address, Instant::now() + span));
    let peak = spawn_local(peak(server.process.id(), Instant::now() + span));
    let storm = load(server.address, capacity * OVERLOAD, span, &questions).await;
    let spent = processor_seconds() - spent;
    let recovered = recovery(server.address, capacity / 2.0, normal, &questions).await;
    let (mut health, peak, after) =
        (probe.await.expect("a probe"), peak.await.expect("a peak"), server.usage());
    let wasted = spawn_local(waste(server.address));
    let beside = load(server.address, capacity / 2.0, slow::SPAN, &questions).await;
    let lasted = wasted.await.expect("slow connections");
    let closed: Vec<f64> = lasted.iter().flatten().copied().collect();
    let goodput = storm.good().len() as f64 / span.as_secs_f64();
    let ms = |seconds: f64| format!("{:.1} ms", seconds * 1e3);
    let percent = |samples: &mut [f64], share| {
        if samples.is_empty() { "–".to_owned() } else { ms(percentile(samples, share)) }
    };
    vec![
        ("capacity, requests/s", format!("{capacity:.0}")),
        ("latency p99 at half of it", ms(normal)),
        ("offered, requests/s", format!("{:.0}", storm.0.len() as f64 / span.as_secs_f64())),
        ("goodput, requests/s", format!("{goodput:.0} = {:.0} %", 100.0 * goodput / capacity)),
        ("answers, latency p50", percent(&mut storm.good(), 0.5)),
        ("answers, latency p99", percent(&mut storm.good(), 0.99)),
        ("refusals (503)", storm.refused().len().to_string()),
        ("refusals, latency p99", percent(&mut storm.refused(), 0.99)),
        ("answers cut by time", storm.count(|outcome| matches!(outcome, Outcome::Cut)).to_string()),
        ("given up by the client", storm.count(|outcome| matches!(outcome, Outcome::Silence)).to_string()),
        ("health, latency p99", percent(&mut health, 0.99)),
        ("memory before, peak, after, MiB", format!("{}, {}, {}", before.mib, peak.mib, after.mib)),
        ("threads before, peak, after", format!("{}, {}, {}", before.threads, peak.threads, after.threads)),
        (
            "back to normal after",
            recovered.map_or_else(|| "never".to_owned(), |took| format!("{:.1} s", took.as_secs_f64())),
        ),
        ("slow connections closed", format!("{} of {}", closed.len(), lasted.len())),
        (
            "the last of them after",
            closed
                .iter()
                .copied()
                .reduce(f64::max)
                .map_or_else(|| "–".to_owned(), |seconds| format!("{seconds:.1} s")),
        ),
        ("latency p99 beside them, at half the capacity", percent(&mut beside.good(), 0.99)),
        ("not answered beside them", (beside.0.len() - beside.good().len()).to_string()),
        ("processor time of the client", format!("{:.0} % of a core", 100.0 * spent / span.as_secs_f64())),
    ]
}
