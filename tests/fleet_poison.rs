//! A position whose search ends the process.

use super::fleet::{Worker, accepted, assert_complete, database, front_end_flags, lines, postgres};
use crate::processes::{Server, fatal, free_address};
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use std::os::unix::process::ExitStatusExt;
use std::time::Duration;
use tokio::time::sleep;

const FLAGS: &str = "--workers 1 --table-mib 8 --solver-mib 8 --job-lease-ms 300 --job-chunk-ms 600000";
/// Lines of one chunk, each a heap, of which the last one ends the process.
const LINES: u64 = 16;
const FATAL: u64 = 16;

/// Keeps a worker until there are so many answers, and returns how many were aborted.
async fn deaths_until_answered(client: &Client, store: &str, job: &str, answers: u64) -> u64 {
    let flags: Vec<_> = FLAGS.split(' ').collect();
    let (mut worker, mut deaths) = (Worker::of(fatal(), store, &flags), 0);
    loop {
        let job: Value = client.get(job).send().await.unwrap().json().await.unwrap();
        if job["finished_items"].as_u64() == Some(answers) {
            return deaths;
        }
        if let Some(end) = worker.end() {
            assert_eq!(end.signal(), Some(rustix::process::Signal::ABORT.as_raw()), "{end}");
            (worker, deaths) = (Worker::of(fatal(), store, &flags), deaths + 1);
        }
        sleep(Duration::from_millis(20)).await;
    }
}

/// It gets a problem after at most five deaths of each chunk that it is in.
#[tokio::test(flavor = "multi_thread")]
async fn a_position_that_aborts_its_worker_is_a_problem_in_its_line() {
    let store = database(postgres::shared());
    let flags = [FLAGS, "--job-workers", "0", "--store", &store].join(" ");
    let flags: Vec<_> = flags.split(' ').collect();
    let (client, service) = (Client::new(), Server::fatal(free_address(), &flags));
    let url = |path: &str| format!("http://{}{path}", service.address);
    let line = |heap: u64| json!({ "position": heap.to_string() }).to_string() + "\n";
    let body: String = (1..=LINES).map(line).collect();
    let submitted = client.post(url("/v1/jobs?kind=analysis&game=fatal&nodes=1000")).body(body).send();
    let submitted = submitted.await.unwrap();
    assert_eq!(submitted.status(), StatusCode::ACCEPTED);
    let job = url(submitted.headers()["location"].to_str().unwrap());
    let (_, name) = store.rsplit_once('/').unwrap();
    assert_eq!(postgres::shared().sql(name, "select count(*) from bestmove.chunk"), "1");

    let deaths = deaths_until_answered(&client, &store, &job, LINES).await;
    let most = 5 + 5 * u64::from(LINES.ilog2());
    assert!((5..=most).contains(&deaths), "{deaths} of {most}");
    let results = client.get(format!("{job}/results")).send().await.unwrap().text().await.unwrap();
    let answers: Vec<Value> = results.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len() as u64, LINES);
    for (heap, answer) in (1..).zip(&answers) {
        assert_eq!(answer["problem"]["type"] == "/problems/internal", heap == FATAL, "{answer}");
        assert_eq!(answer["analysis"].is_object(), heap != FATAL, "{answer}");
    }

    // The fleet goes on as before.
    let _worker = Worker::start(&store);
    let checkers = Server::bestmove(free_address(), &front_end_flags(&store));
    let path = accepted(&client, &checkers, 1_000, lines(20)).await;
    assert_complete(&client, &checkers, &path, 20).await;
}
