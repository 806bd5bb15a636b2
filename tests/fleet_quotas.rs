//! Quotas that three services with one store grant together.
#![expect(clippy::print_stdout, reason = "figures of the promises")]

use super::fleet::{SMALL, postgres};
use crate::processes::{Server, free_address};
use bestmove_jobs::Store;
use futures_util::future::join_all;
use reqwest::{Client, StatusCode};
use serde_json::json;
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// Milliseconds of search a minute.
const QUOTA: f64 = 1_000.0;
/// Of a request.
const SEARCH: u32 = 20;
/// Moves with which the games of the clients begin.
const FIRST: [&str; 7] = ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"];

/// Three services that lease quotas from this store.
struct Fleet {
    keys: Vec<String>,
    replicas: Vec<Server>,
    client: Client,
}

impl Fleet {
    fn start(store: &str, clients: usize) -> Self {
        let keys: Vec<_> = (0..clients).map(|number| format!("a-key-of-the-tests-{number}")).collect();
        let (all, quota) = (keys.join(","), QUOTA.to_string());
        let times = "--default-time-ms 100 --max-time-ms 500 --analysis-default-time-ms 500";
        let flags = ["--store", store, "--job-workers", "0", "--api-keys", &all, "--key-quota-ms", &quota];
        let flags: Vec<&str> = SMALL.split(' ').chain(times.split(' ')).chain(flags).collect();
        let replicas = (0..3).map(|_| Server::bestmove(free_address(), &flags)).collect();
        Self { keys, replicas, client: Client::new() }
    }

    /// The milliseconds of a search in checkers, if the quota of this client has as many. Each asks
    /// something else: who joins the search of another pays for the rest of it alone.
    async fn search(&self, replica: usize, client: usize) -> Option<f64> {
        let url = format!("http://{}/v1/checkers/best-move", self.replicas[replica].address);
        let moves = [FIRST[client % 7], "23-19", "24-20"];
        let moves = &moves[..1 + client / 7];
        let body = json!({ "moves": moves, "time_ms": SEARCH, "fresh": true, "book": false });
        let request = self.client.post(url).bearer_auth(&self.keys[client]);
        let answer = request.json(&body).send().await.unwrap();
        // A busy machine may have no worker in time, which grants nothing.
        if [StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE].contains(&answer.status()) {
            return None;
        }
        assert_eq!(answer.status(), StatusCode::OK);
        let timing = answer.headers()["server-timing"].to_str().unwrap().to_owned();
        let search = timing.split("search;dur=").nth(1).unwrap().split(',').next().unwrap();
        Some(search.parse().unwrap())
    }

    /// What each client is granted that asks all of these replicas again and again.
    async fn granted(&self, replicas: std::ops::Range<usize>, time: Duration) -> Vec<Granted> {
        let end = Instant::now() + time;
        let ask = async |replica: usize, client: usize| {
            let mut granted = Granted::default();
            while Instant::now() < end {
                match self.search(replica, client).await {
                    Some(time) => granted.add(time),
                    None => sleep(Duration::from_millis(100)).await,
                }
            }
            granted
        };
        let client = |client| {
            let replicas = replicas.clone();
            async move {
                let parts = join_all(replicas.map(|replica| ask(replica, client))).await;
                let sum = |part: fn(&Granted) -> f64| parts.iter().map(part).sum();
                Granted { time: sum(|part| part.time), overrun: sum(|part| part.overrun) }
            }
        };
        join_all((0..self.keys.len()).map(client)).await
    }
}

/// What a client is granted, in milliseconds.
#[derive(Clone, Copy, Debug, Default)]
struct Granted {
    time: f64,
    /// How much longer than it reserved the longest search of each replica took: the last of each may not be paid yet.
    overrun: f64,
}

impl Granted {
    fn add(&mut self, time: f64) {
        self.time += time;
        self.overrun = self.overrun.max(time - f64::from(SEARCH));
    }
}

/// Checks what clients are granted who ask for much more than their quota, with the store and
/// without it: never more than the quota, and that divided by `tolerance` at least. On a busy
/// machine answers of the store may be lost.
async fn check(clients: usize, time: Duration, tolerance: f64) {
    let mut server = postgres::Server::start();
    server.store("quotas").backlog().await.unwrap();
    let fleet = Fleet::start(&server.url("quotas"), clients);
    while server.sql("quotas", "select count(*) from bestmove.grantor") != "3" {
        sleep(Duration::from_millis(100)).await;
    }
    // Until then each would grant a whole one.
    sleep(Duration::from_secs(1)).await;
    let began = Instant::now();
    let granted = fleet.granted(0..3, time).await;
    // One quota at once, and what is replenished.
    let least = QUOTA * (1.0 + time.as_secs_f64() / 60.0) / tolerance;
    let most = QUOTA * (1.0 + began.elapsed().as_secs_f64() / 60.0);
    println!("granted of {most:.0} ms: {granted:.0?}");
    assert!(granted.iter().all(|granted| granted.time >= least), "{granted:?} of {least}");
    assert!(granted.iter().all(|granted| granted.time <= most + granted.overrun), "{granted:?} of {most}");

    server.kill();
    // Beyond the leases they grant only what is replenished since the store is away, after ten
    // seconds without an answer.
    sleep(Duration::from_secs(15)).await;
    for replica in 0..3 {
        let began = Instant::now();
        let granted = fleet.granted(replica..replica + 1, time / 4).await;
        let share = QUOTA / 3.0 * (1.0 + began.elapsed().as_secs_f64() / 60.0);
        println!("granted by replica {replica} alone of {share:.0} ms: {granted:.0?}");
        let is_share = |granted: &Granted| granted.time > 0.0 && granted.time <= share + granted.overrun;
        assert!(granted.iter().all(is_share), "{granted:?} of {share}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn three_replicas_grant_one_quota() {
    check(2, Duration::from_secs(12), 1.5).await;
}

/// As the other, but longer and exact.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes two minutes"]
async fn three_replicas_grant_ten_quotas() {
    check(10, Duration::from_secs(60), 1.1).await;
}
