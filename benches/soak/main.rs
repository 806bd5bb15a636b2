//! A million random requests, checked for wrong answers and leaks: `cargo bench --bench soak`;
//! `-- COUNT` for more or fewer.
//!
//! Clients use all of the API on positions of random games: documents and streams, by POST and GET,
//! batches, and analyses that are polled, followed, cancelled or abandoned. Some requests are
//! invalid, and some clients disconnect. Every response is checked: its lines are legal and start
//! with their moves.
//!
//! At the end nothing may be running, waiting, retained or connected; all workers and slots must be
//! free again; and memory must not have grown by more than a MiB since the second tenth of the
//! requests. Each tenth counts with its minimum, as private tables of searches come and go.

#![allow(clippy::print_stdout, reason = "prints its results")]

use common::Promises;
use counters::Counters;
use service::Service;
use std::env;
use std::process::ExitCode;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tokio::runtime::Builder;
use tokio::task::{JoinHandle, LocalSet, spawn_local};
use tokio::time::sleep;
use visitor::Visitor;

mod checks;
#[path = "../common/mod.rs"]
#[allow(dead_code, reason = "each bench uses a part")]
mod common;
mod counters;
mod positions_and_bodies;
#[path = "../../tests/processes.rs"]
#[allow(dead_code, clippy::unwrap_used, reason = "shared with the tests")]
mod processes;
mod service;
mod visitor;

const CLIENTS: u64 = 16;
/// Maximum growth of resident memory, in KiB.
const MAX_GROWTH: i64 = 1024;

fn main() -> ExitCode {
    let count = env::args().find_map(|argument| argument.parse().ok()).unwrap_or(1_000_000);
    let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    LocalSet::new().block_on(&runtime, soak(count))
}

async fn soak(count: u64) -> ExitCode {
    let (service, counters, mut promises) =
        (Service::start(), Rc::new(Counters::default()), Promises::default());
    // Starts all threads, each of which keeps some MiB of a search.
    promises.expect("all workers and slots are available", service.has_all_slots().await);
    let visitor = |seed| Visitor::new(service.address(), seed, Rc::clone(&counters)).visit(count);
    let visitors: Vec<_> = (0..CLIENTS).map(|seed| spawn_local(visitor(seed))).collect();
    println!("requests   answered   refused   invalid   abandoned   minimum KiB   threads   seconds");
    let (started, mut residents) = (Instant::now(), Vec::new());
    for tenth in 1..=10 {
        let mut minimum = service.resident_kib();
        while counters.sent.get() < count * tenth / 10 {
            assert!(!visitors.iter().any(JoinHandle::is_finished), "all responses are correct");
            sleep(Duration::from_millis(20)).await;
            minimum = minimum.min(service.resident_kib());
        }
        residents.push(minimum);
        counters.print(minimum, service.threads(), started.elapsed());
    }
    for visitor in visitors {
        visitor.await.expect("all responses are correct");
    }
    println!("{}", counters.kinds());
    promises.expect(
        "at the end nothing is running, waiting, retained or connected",
        service.becomes_idle().await,
    );
    promises.expect("all workers and slots are free again", service.has_all_slots().await);
    promises.expect("nothing is left after that check either", service.becomes_idle().await);
    let grown = residents[9] as i64 - residents[1] as i64;
    println!("resident memory since the second tenth: {grown:+} KiB");
    promises.expect("memory grows by at most a MiB", grown <= MAX_GROWTH);
    promises.exit_code()
}
