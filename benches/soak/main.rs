//! A million requests and what they leave behind: `cargo bench --bench soak`; `-- COUNT` for more or fewer.
//!
//! The service runs as a process of its own, with as many threads as it chooses. Clients ask about positions of
//! random games in every way there is: for the best move and for many lines, whole and as streams, by POST and
//! GET, in batches and as analyses that are polled, followed, cancelled or abandoned; some ask what can't be, and
//! some leave before they are answered or before they have asked. Every answer is checked: each line is legal and
//! begins with its move.
//!
//! At the end nothing may run, wait, be kept or be connected; every place must be free again; and memory must not
//! have grown by more than a MiB since the second tenth. What counts is the least in each tenth: tables that
//! searches have to themselves come and go.

#![allow(clippy::print_stdout, reason = "its results")]

use common::Promises;
use service::Service;
use std::cell::Cell;
use std::collections::BTreeMap;
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
#[allow(dead_code, reason = "each bench uses its part")]
mod common;
mod questions;
#[path = "../../tests/servers.rs"]
#[allow(dead_code, clippy::unwrap_used, reason = "made for tests")]
mod servers;
mod service;
mod visitor;

const CLIENTS: u64 = 16;
/// By how much memory may grow, in KiB.
const MAX_GROWTH: i64 = 1024;

fn main() -> ExitCode {
    let count = env::args().find_map(|argument| argument.parse().ok()).unwrap_or(1_000_000);
    let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    LocalSet::new().block_on(&runtime, soak(count))
}

async fn soak(count: u64) -> ExitCode {
    let (service, tally, mut promises) = (Service::start(), Rc::new(Tally::default()), Promises::default());
    // So that all threads are there from the beginning: each keeps what a search has needed, some MiB.
    promises.expect("every worker and every place can be had", service.has_all_its_places().await);
    let visitor = |seed| Visitor::new(service.address(), seed, Rc::clone(&tally)).visit(count);
    let visitors: Vec<_> = (0..CLIENTS).map(|seed| spawn_local(visitor(seed))).collect();
    println!("requests   answered   refused   invalid   abandoned   least KiB   threads   seconds");
    let (started, mut residents) = (Instant::now(), Vec::new());
    for tenth in 1..=10 {
        let mut least = service.resident_kib();
        while tally.sent.get() < count * tenth / 10 {
            assert!(!visitors.iter().any(JoinHandle::is_finished), "every answer is good");
            sleep(Duration::from_millis(20)).await;
            least = least.min(service.resident_kib());
        }
        residents.push(least);
        tally.print(least, service.threads(), started.elapsed());
    }
    for visitor in visitors {
        visitor.await.expect("every answer is good");
    }
    println!("{}", tally.kinds());
    promises.expect("in the end nothing runs, waits, is kept or is connected", service.comes_to_rest().await);
    promises.expect("every worker and every place is free again", service.has_all_its_places().await);
    promises.expect("after that too nothing is left", service.comes_to_rest().await);
    let grown = residents[9] as i64 - residents[1] as i64;
    println!("resident memory since the second tenth: {grown:+} KiB");
    promises.expect("memory grows by at most a MiB", grown <= MAX_GROWTH);
    promises.exit_code()
}

/// What has been asked, and what came of it.
#[derive(Default)]
struct Tally {
    sent: Cell<u64>,
    answered: Cell<u64>,
    refused: Cell<u64>,
    invalid: Cell<u64>,
    abandoned: Cell<u64>,
    kinds: Cell<BTreeMap<&'static str, u64>>,
}

impl Tally {
    fn print(&self, least: u64, threads: u64, elapsed: Duration) {
        let [sent, answered, refused, invalid, abandoned] =
            [&self.sent, &self.answered, &self.refused, &self.invalid, &self.abandoned].map(Cell::get);
        let seconds = elapsed.as_secs();
        println!(
            "{sent:8} {answered:10} {refused:9} {invalid:9} {abandoned:11} {least:11} {threads:9} {seconds:9}"
        );
    }

    /// One more visit of that kind.
    fn count(&self, kind: &'static str) {
        let mut kinds = self.kinds.take();
        *kinds.entry(kind).or_default() += 1;
        self.kinds.set(kinds);
    }

    fn kinds(&self) -> String {
        let kinds = self.kinds.take();
        kinds.iter().map(|(kind, count)| format!("{kind} {count}")).collect::<Vec<_>>().join(", ")
    }
}

fn count_one(cell: &Cell<u64>) {
    cell.set(cell.get() + 1);
}
