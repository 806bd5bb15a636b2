//! Services and workers whose clocks are an hour apart: the store's clock is the only one.

use super::fleet::{
    SMALL, Worker, accepted, assert_complete, database, front_end_flags, get, lines, postgres,
};
use crate::processes::{Server, free_address, with_clock};
use bestmove_jobs::JobId;
use reqwest::{Client, StatusCode};
use serde_json::json;
use std::process::Command;
use std::time::Duration;
use tokio::time::sleep;

const HOUR: [&str; 2] = ["-1h", "+1h"];
const LINES: usize = 60;

/// A service with that clock, which keeps what is finished for ten minutes.
fn front_end(shift: &str, store: &str) -> Server {
    let keep = ["--job-keep-ms", "600000", "--analysis-keep-ms", "600000"];
    let flags: Vec<_> = front_end_flags(store).into_iter().chain(keep).collect();
    Server::with_clock(shift, free_address(), &flags)
}

/// Leases that no worker loses because the machine is busy.
fn worker(program: Command, store: &str) -> Worker {
    let flags = SMALL.replace("--job-lease-ms 1000", "--job-lease-ms 60000");
    Worker::of(program, store, &flags.split(' ').collect::<Vec<_>>())
}

/// The hour of the day by the clock of a service.
async fn hour(client: &Client, service: &Server) -> u8 {
    let answer = client.get(format!("http://{}/v1/games", service.address)).send().await.unwrap();
    let date = answer.headers()["date"].to_str().unwrap().to_owned();
    date.split(' ').nth(4).unwrap()[..2].parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_an_hour_apart_steal_and_expire_nothing() {
    let store = database(postgres::shared());
    let (_, name) = store.rsplit_once('/').unwrap();
    let sql = |sql: &str| postgres::shared().sql(name, sql);
    let (client, [behind, ahead]) = (Client::new(), HOUR.map(|shift| front_end(shift, &store)));
    let hours = (hour(&client, &behind).await, hour(&client, &ahead).await);
    assert!([2, 3].contains(&((hours.1 + 24 - hours.0) % 24)), "{hours:?}");

    let program = || Command::new(env!("CARGO_BIN_EXE_bestmove"));
    let _workers = [program(), with_clock("-1h"), with_clock("+1h")].map(|program| worker(program, &store));
    let path = accepted(&client, &behind, 30_000, lines(LINES)).await;
    let url = format!("http://{}/v1/analyses", ahead.address);
    let started = client.post(url).json(&json!({ "game": "checkers", "time_ms": 100 })).send().await.unwrap();
    assert_eq!(started.status(), StatusCode::ACCEPTED);
    let task = started.headers()["location"].to_str().unwrap().to_owned();
    assert_complete(&client, &ahead, &path, LINES).await;
    while get(&client, &behind, &task).await["state"] != "finished" {
        sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(sql("select max(fence) from bestmove.chunk"), "1", "no lease was stolen");

    // Each removes at its start what has expired.
    let again = HOUR.map(|shift| front_end(shift, &store));
    // Expiry removes this one, which a service must have done before the rest is worth anything.
    let expired = JobId::random().unwrap();
    sql(&format!(
        "insert into bestmove.job (id, owner, kind, spec, needs, state, retention, ended)
         values ('{expired}', 'nobody', 'analysis', '', 1, 'finished', 0, now() - interval '1 second')"
    ));
    let third = front_end("+1h", &store);
    while sql(&format!("select count(*) from bestmove.job where id = '{expired}'")) != "0" {
        sleep(Duration::from_millis(20)).await;
    }
    for service in [&behind, &ahead, &again[0], &again[1], &third] {
        assert_eq!(get(&client, service, &path).await["state"], "finished");
        assert_eq!(get(&client, service, &task).await["state"], "finished");
    }
    let waited = "select bool_and(oldest_seconds between 0 and 600) from bestmove.backlog";
    accepted(&client, &ahead, 1_000, lines(1)).await;
    assert_eq!(sql(waited), "t");
    let ages = "select bool_and(created between now() - interval '10 minutes' and now()) from bestmove.job";
    assert_eq!(sql(ages), "t");
}
