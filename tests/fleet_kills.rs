//! A hundred killed workers and a hundred killed services. `scripts/promises fleet` runs them.
#![expect(clippy::print_stdout, reason = "figures of the promises")]

use super::fleet::{Worker, accepted, assert_complete, database, front_end, get, lines, postgres};
use crate::processes::Server;
use reqwest::{Client, StatusCode};
use serde_json::json;
use std::time::{Duration, Instant};
use tokio::time::sleep;

const KILLS: usize = 100;
/// As the workers of these tests have it, and how long a redelivery may take beyond it.
const LEASE: Duration = Duration::from_secs(1);

/// What a query in this database has.
fn text(store: &str, query: &str) -> String {
    let (_, database) = store.rsplit_once('/').unwrap();
    postgres::shared().sql(database, query)
}

fn number(store: &str, query: &str) -> u64 {
    text(store, query).parse().unwrap()
}

async fn until(mut condition: impl FnMut() -> bool) -> Instant {
    while !condition() {
        sleep(Duration::from_millis(5)).await;
    }
    Instant::now()
}

/// The next worker has the chunk within the lease and a second, and its result is stored once.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes"]
async fn a_hundred_killed_workers_lose_nothing() {
    let store = database(postgres::shared());
    let (client, service) = (Client::new(), front_end(&store));
    let url = format!("http://{}/v1/jobs?kind=analysis&game=checkers&nodes=20000000", service.address);
    let submitted = client.post(url).body(lines(1)).send().await.unwrap();
    assert_eq!(submitted.status(), StatusCode::ACCEPTED);
    let path = submitted.headers()["location"].to_str().unwrap().to_owned();
    let claims = || number(&store, "select coalesce(sum(fence), 0) from bestmove.chunk");
    let mut worker = Worker::start(&store);
    let mut delays = Vec::new();
    for kill in 1..=KILLS {
        until(|| claims() >= kill as u64).await;
        let now = text(&store, "select now()");
        let next = Worker::start(&store);
        // On a busy machine the start takes longer than the lease.
        let connected = format!(
            "select count(*) from pg_stat_activity where backend_start > '{now}' and datname = current_database() and application_name = 'bestmove'"
        );
        until(|| number(&store, &connected) > 0).await;
        // It has nothing to do until the lease is over. Five deaths would be the end of the line.
        number(
            &store,
            "with a as (update bestmove.chunk set attempt = 1 returning 1) select count(*) from a",
        );
        sleep(Duration::from_millis(500)).await;
        worker.kill();
        let killed = Instant::now();
        delays.push(until(|| claims() > kill as u64).await - killed);
        worker = next;
    }
    delays.sort();
    println!("redelivered after {:?} (median), {:?} (last)", delays[KILLS / 2], delays[KILLS - 1]);
    assert!(delays[KILLS - 1] <= LEASE + Duration::from_secs(1), "{delays:?}");
    assert_eq!(get(&client, &service, &path).await["items"], 1);
    let chunks = number(&store, "select count(*) from bestmove.chunk");
    assert_eq!(chunks, 1);
}

/// From no worker at all: the first chunk is claimed soon after the start of a worker, and the
/// backlog by which an autoscaler starts it is read at once.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes a minute"]
async fn workers_are_scaled_to_none_and_back() {
    let store = database(postgres::shared());
    let (client, service) = (Client::new(), front_end(&store));
    let mut delays = Vec::new();
    for start in 1..=10 {
        let path = accepted(&client, &service, 1_000, lines(10)).await;
        let started = Instant::now();
        let _worker = Worker::start(&store);
        delays.push(
            until(|| number(&store, "select count(*) from bestmove.chunk where fence > 0") >= start).await
                - started,
        );
        assert_complete(&client, &service, &path, 10).await;
    }
    delays.sort();
    println!("claimed after {:?} (median), {:?} (last)", delays[5], delays[9]);
    assert!(delays[9] <= Duration::from_secs(10), "{delays:?}");

    let rows = "insert into bestmove.chunk (job, first, items, cost, state, tag, needs, since, input)
        select gen_random_uuid(), 0, 1, 2000000, 'ready', n, 99, now(), '' from generate_series(1, 10000) n";
    text(&store, rows);
    let explain = "explain (analyze, costs off, timing off) select * from bestmove.backlog";
    let plan = text(&store, explain);
    let time = plan.split("Execution Time: ").nth(1).unwrap().split(' ').next().unwrap();
    println!("the backlog of 10,000 chunks is read in {time} ms");
    assert!(time.parse::<f64>().unwrap() < 100.0, "{plan}");
}

/// Any other service shows, follows and cancels the task of one that was killed.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes"]
async fn a_hundred_killed_services_lose_no_task() {
    let store = database(postgres::shared());
    let (client, other, _worker) = (Client::new(), front_end(&store), Worker::start(&store));
    for kill in 0..KILLS {
        let mut service: Server = front_end(&store);
        let url = format!("http://{}/v1/analyses", service.address);
        let body = json!({ "game": "checkers", "time_ms": 100 });
        let started = client.post(url).json(&body).send().await.unwrap();
        assert_eq!(started.status(), StatusCode::ACCEPTED, "{kill}");
        service.process.kill().unwrap();
        let path = started.headers()["location"].to_str().unwrap().to_owned();
        let url = format!("http://{}{path}", other.address);
        let events = client.get(format!("{url}/events")).header("accept", "text/event-stream");
        let events = events.send().await.unwrap().text().await.unwrap();
        assert_eq!(events.matches("event: final\n").count(), 1, "{kill}: {events}");
        assert_eq!(get(&client, &other, &path).await["state"], "finished", "{kill}");
        assert_eq!(client.delete(&url).send().await.unwrap().status(), StatusCode::NO_CONTENT, "{kill}");
        assert_eq!(client.get(&url).send().await.unwrap().status(), StatusCode::NOT_FOUND, "{kill}");
    }
}
