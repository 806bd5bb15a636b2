//! Throughput of two replicas against one, behind HAProxy, with one worker each:
//! `cargo bench --bench replicas`.
//!
//! Eight clients send requests without a pause. Each request has the same node limit at checkers,
//! no two are equal, and the shipped configuration spreads their positions over the replicas.
//! Measurements alternate between one and two replicas; the result is the median ratio of the
//! pairs.
//!
//! Clients, proxy and replicas share this machine: on two cores, two replicas get what clients and
//! proxy leave. So the bench also prints answers per second of the replicas' CPU time. A ratio of
//! one there means that only cores are missing.

#![allow(clippy::print_stdout, reason = "prints its results")]

use bestmove_query::{MoveSelection, Registry};
use common::{Client, percentile};
use processes::{Server, cpu_seconds, free_address};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

#[allow(dead_code, reason = "each bench uses a part")]
mod common;
#[path = "../tests/processes.rs"]
#[allow(dead_code, clippy::unwrap_used, reason = "shared with the tests")]
mod processes;

const ROUNDS: usize = 7;
const SPAN: Duration = Duration::from_secs(3);
const CLIENTS: usize = 8;
/// About ten milliseconds of search.
const NODES: usize = 40_000;

/// Replicas behind a proxy.
struct Cluster {
    proxy: Server,
    replicas: Vec<Server>,
}

/// Answers per second of wall-clock time, and per second of the replicas' CPU time.
struct Rate {
    wall: f64,
    cpu: f64,
}

#[tokio::main]
async fn main() {
    let clusters = [1, 2].map(Cluster::start);
    let (openings, counter) = (Arc::new(openings()), Arc::new(AtomicUsize::new(0)));
    println!("one/s   two/s   ratio   one/cpu-s   two/cpu-s   ratio");
    let (mut ratios, mut scaled) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let one = clusters[0].rate(&openings, &counter).await;
        let two = clusters[1].rate(&openings, &counter).await;
        let (ratio, scale) = (two.wall / one.wall, two.cpu / one.cpu);
        println!(
            "{:5.0} {:7.0} {ratio:7.2} {:11.0} {:11.0} {scale:7.2}",
            one.wall, two.wall, one.cpu, two.cpu
        );
        ratios.push(ratio);
        scaled.push(scale);
    }
    let [ratio, scale] = [ratios, scaled].map(|mut ratios| percentile(&mut ratios, 0.5));
    println!("median ratio {ratio:.2}, per second of CPU time {scale:.2}");
}

impl Cluster {
    fn start(count: usize) -> Self {
        let flags = ["--workers", "1", "--log", "error", "--keep-alive-ms", "60000"];
        let replicas: Vec<_> = (0..count).map(|_| Server::bestmove(free_address(), &flags)).collect();
        let addresses: Vec<_> = replicas.iter().map(|replica| replica.address).collect();
        Self { proxy: Server::haproxy(&addresses), replicas }
    }

    async fn rate(&self, openings: &Arc<Vec<String>>, counter: &Arc<AtomicUsize>) -> Rate {
        let (cpu_before, started) = (self.cpu_seconds(), Instant::now());
        let mut clients = JoinSet::new();
        for _ in 0..CLIENTS {
            clients.spawn(send_requests(self.proxy.address, Arc::clone(openings), Arc::clone(counter)));
        }
        let answers: f64 = clients.join_all().await.into_iter().map(f64::from).sum();
        Rate {
            wall: answers / started.elapsed().as_secs_f64(),
            cpu: answers / (self.cpu_seconds() - cpu_before),
        }
    }

    /// The CPU time of all replicas so far.
    fn cpu_seconds(&self) -> f64 {
        self.replicas.iter().map(|replica| cpu_seconds(replica.process.id())).sum()
    }
}

/// Sends requests until the end of the span; returns the number of answers.
async fn send_requests(proxy: SocketAddr, openings: Arc<Vec<String>>, counter: Arc<AtomicUsize>) -> u32 {
    let (mut client, mut answers) = (Client::connect(proxy).await, 0);
    let end = Instant::now() + SPAN;
    while Instant::now() < end {
        let number = counter.fetch_add(1, Ordering::Relaxed);
        let (moves, nodes) = (&openings[number % openings.len()], NODES + number % 10_000);
        let body = format!(r#"{{"moves":{moves},"time_ms":10000,"nodes":{nodes}}}"#);
        client.post("/v1/checkers/best-move", &body).await;
        answers += 1;
    }
    answers
}

/// All sequences of three moves from the start, as JSON.
fn openings() -> Vec<String> {
    let games = Registry::built_in();
    let checkers = games.find("checkers").expect("a game");
    let follow = |moves: Vec<String>| {
        let legal =
            checkers.prepare(None, &moves, MoveSelection::default()).expect("legal moves").legal_moves();
        legal.moves.into_iter().map(move |next| [&moves[..], &[next.text]].concat()).collect::<Vec<_>>()
    };
    let three = (0..3).fold(vec![Vec::new()], |openings, _| openings.into_iter().flat_map(follow).collect());
    three.iter().map(|moves| serde_json::to_string(moves).expect("texts")).collect()
}
