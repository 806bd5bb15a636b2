//! Services and workers that share a PostgreSQL server, as real processes that are killed and stopped.

#[path = "../crates/jobs/tests/server/mod.rs"]
#[allow(dead_code, reason = "the tests of the store use more of it")]
pub(crate) mod postgres;

use crate::processes::{Server, free_address};
use bestmove_jobs::JobId;
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;
use tokio::time::sleep;

pub(crate) const SMALL: &str =
    "--workers 1 --table-mib 8 --solver-mib 8 --job-lease-ms 1000 --job-chunk-ms 50";

/// A process that only runs chunks, killed when dropped.
pub(crate) struct Worker(Child);

impl Worker {
    pub(crate) fn start(store: &str) -> Self {
        Self::with(store, &[])
    }

    /// The same with more flags.
    fn with(store: &str, flags: &[&str]) -> Self {
        let flags: Vec<_> = SMALL.split(' ').chain(flags.iter().copied()).collect();
        Self::of(Command::new(env!("CARGO_BIN_EXE_bestmove")), store, &flags)
    }

    /// One of this program, with these flags alone.
    pub(crate) fn of(mut program: Command, store: &str, flags: &[&str]) -> Self {
        program.args(["worker", "--store", store]).args(flags).stderr(Stdio::null());
        Self(program.spawn().unwrap())
    }

    pub(crate) fn id(&self) -> u32 {
        self.0.id()
    }

    /// How it has ended, if it has.
    pub(crate) fn end(&mut self) -> Option<ExitStatus> {
        self.0.try_wait().unwrap()
    }

    pub(crate) fn kill(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    fn terminate(&mut self) {
        assert!(self.stop().success());
    }

    /// Asks it to stop, which ends it at once if it has not begun.
    pub(crate) fn stop(&mut self) -> ExitStatus {
        kill_process(Pid::from_child(&self.0), Signal::TERM).unwrap();
        self.0.wait().unwrap()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// A database of its own in the server that tests share.
pub(crate) fn database(server: &postgres::Server) -> String {
    let name = JobId::random().unwrap();
    server.create_database(name.as_str());
    server.url(name.as_str())
}

/// A service with that store, which runs no chunks.
pub(crate) fn front_end(store: &str) -> Server {
    Server::bestmove(free_address(), &front_end_flags(store))
}

pub(crate) fn front_end_flags(store: &str) -> Vec<&str> {
    SMALL.split(' ').chain(["--store", store, "--job-workers", "0"]).collect()
}

/// Lines that ask for searches in checkers, each something else.
pub(crate) fn lines(count: usize) -> String {
    let first = ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"];
    let second = ["21-17", "22-17", "22-18", "23-18", "23-19", "24-19", "24-20"];
    let line = |number: usize| {
        let moves = [first[number % 7], second[number / 7 % 7]];
        json!({ "custom_id": number, "moves": moves[..1 + number / 49 % 2], "lines": 1 + number / 98 })
            .to_string()
            + "\n"
    };
    (0..count).map(line).collect()
}

async fn submit(client: &Client, service: &Server, nodes: u64, lines: String) -> Response {
    submit_to(client, service, &format!("nodes={nodes}"), lines).await
}

async fn submit_to(client: &Client, service: &Server, query: &str, lines: String) -> Response {
    client.post(job_url(service, query)).body(lines).send().await.unwrap()
}

fn job_url(service: &Server, query: &str) -> String {
    format!("http://{}/v1/jobs?kind=analysis&game=checkers&{query}", service.address)
}

/// The answer to a request, repeated while the store of a busy machine answers too late.
pub(crate) async fn in_time(request: impl Fn() -> RequestBuilder) -> Response {
    loop {
        let answer = request().send().await.unwrap();
        if answer.status() != StatusCode::SERVICE_UNAVAILABLE {
            return answer;
        }
        sleep(Duration::from_secs(1)).await;
    }
}

/// The path of a job that has been accepted.
pub(crate) async fn accepted(client: &Client, service: &Server, nodes: u64, lines: String) -> String {
    let url = job_url(service, &format!("nodes={nodes}"));
    let answer = in_time(|| client.post(&url).body(lines.clone())).await;
    assert_eq!(answer.status(), StatusCode::ACCEPTED);
    answer.headers()["location"].to_str().unwrap().to_owned()
}

pub(crate) async fn get(client: &Client, service: &Server, path: &str) -> Value {
    let url = format!("http://{}{path}", service.address);
    in_time(|| client.get(&url)).await.json().await.unwrap()
}

/// Waits until so many lines are answered.
async fn wait_for(client: &Client, service: &Server, path: &str, items: u64) {
    while get(client, service, path).await["finished_items"].as_u64().unwrap() < items {
        sleep(Duration::from_millis(20)).await;
    }
}

/// Checks that a job has one answer for each line, in order, which names its release, and none is a problem.
pub(crate) async fn assert_complete(client: &Client, service: &Server, path: &str, count: usize) {
    wait_for(client, service, path, count as u64).await;
    let url = format!("http://{}{path}/results", service.address);
    let text = in_time(|| client.get(&url)).await.text().await.unwrap();
    let answers: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), count);
    for (index, answer) in answers.iter().enumerate() {
        assert_eq!((&answer["index"], &answer["custom_id"]), (&json!(index), &json!(index)), "{answer}");
        assert_eq!(
            (&answer["problem"], &answer["release"]),
            (&Value::Null, &json!(env!("CARGO_PKG_VERSION")))
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_survives_the_front_end_that_took_it() {
    let store = database(postgres::shared());
    let (client, mut first, other) = (Client::new(), front_end(&store), front_end(&store));
    let path = accepted(&client, &first, 2_000, lines(60)).await;
    first.process.kill().unwrap();
    let _worker = Worker::start(&store);
    assert_complete(&client, &other, &path, 60).await;
}

/// The events of a job to the end of their stream, whose ids and order are checked.
async fn events(client: &Client, service: &Server, path: &str) -> Vec<Value> {
    let url = format!("http://{}{path}/events", service.address);
    let answer = client.get(url).header("accept", "text/event-stream").send().await.unwrap();
    let text = answer.text().await.unwrap();
    let data = text.lines().filter_map(|line| line.strip_prefix("data: "));
    let jobs: Vec<Value> = data.map(|data| serde_json::from_str(data).unwrap()).collect();
    assert!(jobs.is_sorted_by_key(|job| job["finished_items"].as_u64().unwrap()), "{text}");
    jobs
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_is_followed_through_any_front_end_while_workers_die() {
    let store = database(postgres::shared());
    let (client, mut first, other) = (Client::new(), front_end(&store), front_end(&store));
    let path = accepted(&client, &first, 30_000, lines(60)).await;
    let kill = async {
        let mut worker = Worker::start(&store);
        wait_for(&client, &other, &path, 1).await;
        worker.kill();
        first.process.kill().unwrap();
        Worker::start(&store)
    };
    let (jobs, _worker) = tokio::join!(events(&client, &other, &path), kill);
    assert!(jobs.len() > 2, "{jobs:?}");
    let last = jobs.last().unwrap();
    assert_eq!((&last["state"], &last["finished_items"]), (&json!("finished"), &json!(60)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_in_a_file_is_followed_across_a_restart() {
    let file = std::env::temp_dir().join(format!("bestmove-{}.redb", JobId::random().unwrap()));
    let flags: Vec<&str> = SMALL.split(' ').chain(["--store", file.to_str().unwrap()]).collect();
    let client = Client::new();
    let service = Server::bestmove(free_address(), &flags);
    let path = accepted(&client, &service, 100_000, lines(40)).await;
    let stop = async {
        wait_for(&client, &service, &path, 2).await;
        kill_process(Pid::from_child(&service.process), Signal::TERM).unwrap();
    };
    let (before, ()) = tokio::join!(events(&client, &service, &path), stop);
    assert!(before.iter().all(|job| job["state"] != "finished"), "{before:?}");
    drop(service);
    let service = Server::bestmove(free_address(), &flags);
    let after = events(&client, &service, &path).await;
    let finished = |jobs: &[Value], index: usize| jobs[index]["finished_items"].as_u64().unwrap();
    assert!(finished(&after, 0) >= finished(&before, before.len() - 1), "{before:?} {after:?}");
    assert_eq!(after.last().unwrap()["state"], "finished");
    drop(service);
    std::fs::remove_file(file).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_or_done_twice_when_workers_are_killed() {
    const LINES: usize = 120;
    let store = database(postgres::shared());
    let (client, service) = (Client::new(), front_end(&store));
    let path = accepted(&client, &service, 30_000, lines(LINES)).await;
    let _steady = Worker::start(&store);
    let mut seen = HashSet::new();
    loop {
        let mut victim = Worker::start(&store);
        sleep(Duration::from_millis(700)).await;
        victim.kill();
        let job = get(&client, &service, &path).await;
        let finished = job["finished_items"].as_u64().unwrap();
        assert!(finished <= LINES as u64, "{job}");
        seen.insert(finished);
        if job["state"] == "finished" {
            break;
        }
    }
    assert!(seen.len() > 2, "no worker was killed in the middle: {seen:?}");
    assert_complete(&client, &service, &path, LINES).await;
}

/// The lease is longer than the test.
#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_is_asked_to_stop_hands_its_chunk_back() {
    let store = database(postgres::shared());
    let (client, service) = (Client::new(), front_end(&store));
    let path = accepted(&client, &service, 50_000_000, lines(1)).await;
    let mut worker = Worker::start(&store);
    while get(&client, &service, &path).await["state"] == "waiting" && !is_claimed(&store) {
        sleep(Duration::from_millis(10)).await;
    }
    worker.terminate();
    assert!(!is_claimed(&store));
}

/// A file with a secret, removed at the end.
pub(crate) struct SecretFile(std::path::PathBuf);

impl SecretFile {
    pub(crate) fn new() -> Self {
        let path = std::env::temp_dir().join(format!("bestmove-{}.secret", JobId::random().unwrap()));
        std::fs::write(&path, "0123456789abcdef0123456789abcdef\n").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
        Self(path)
    }

    pub(crate) fn flags(&self) -> [&str; 4] {
        ["--store-secret-file", self.0.to_str().unwrap(), "--known-min-nodes", "1000"]
    }
}

impl Drop for SecretFile {
    fn drop(&mut self) {
        drop(std::fs::remove_file(&self.0));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_rows_of_the_database_are_refused_and_searched_again() {
    let (store, secret) = (database(postgres::shared()), SecretFile::new());
    let (_, database) = store.rsplit_once('/').unwrap();
    let sql = |sql: &str| postgres::shared().sql(database, sql);
    let flags: Vec<_> = front_end_flags(&store).into_iter().chain(secret.flags()).collect();
    let (client, service) = (Client::new(), Server::bestmove(free_address(), &flags));
    let _worker = Worker::with(&store, &secret.flags());
    let path = accepted(&client, &service, 2_000, lines(60)).await;
    assert_complete(&client, &service, &path, 60).await;
    let known = async || {
        let answer = submit_to(&client, &service, "nodes=2000&dry_run=true", lines(60)).await;
        let price: Value = serde_json::from_str(&answer.text().await.unwrap()).unwrap();
        price["known"].as_u64().unwrap()
    };
    assert_eq!((known().await, sql("select count(*) from bestmove.known").as_str()), (18, "18"));
    sql(
        "update bestmove.known set effort = effort + 7, content = overlay(content placing '\\x31' from 60 for 1)",
    );
    assert_eq!((known().await, sql("select count(*) from bestmove.known").as_str()), (0, "0"));
    let path = accepted(&client, &service, 2_000, lines(60)).await;
    assert_complete(&client, &service, &path, 60).await;
    assert_eq!(known().await, 18);
    // Another release has written them, or somebody without the secret.
    sql("update bestmove.known set key = sha256(key)");
    assert_eq!((known().await, sql("select count(*) from bestmove.known").as_str()), (0, "18"));
}

/// Whether a chunk is under a lease.
fn is_claimed(store: &str) -> bool {
    let (_, database) = store.rsplit_once('/').unwrap();
    postgres::shared().sql(database, "select count(*) from bestmove.chunk where state = 'running'") != "0"
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_go_on_while_the_store_is_away() {
    let mut server = postgres::Server::start();
    let store = database(&server);
    let (client, service, _worker) = (Client::new(), front_end(&store), Worker::start(&store));
    let path = accepted(&client, &service, 20_000, lines(40)).await;
    wait_for(&client, &service, &path, 1).await;
    server.kill();
    let refused = submit(&client, &service, 1_000, lines(1)).await;
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert!(refused.headers().contains_key("retry-after"));
    let problem: Value = serde_json::from_str(&refused.text().await.unwrap()).unwrap();
    assert_eq!(problem["type"], "/problems/store-unavailable");
    let url = format!("http://{}/v1/connect-four/best-move?position=44", service.address);
    for _ in 0..20 {
        assert_eq!(client.get(&url).send().await.unwrap().status(), StatusCode::OK);
    }
    server.restart();
    assert_complete(&client, &service, &path, 40).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_to_the_store_are_encrypted_and_its_certificate_is_checked() {
    let server = postgres::Server::start();
    let authority = server.encrypt();
    let (client, store) = (Client::new(), format!("{}?sslmode=verify-full", database(&server)));
    let service = Server::trusting(&authority, free_address(), &front_end_flags(&store));
    accepted(&client, &service, 1_000, lines(1)).await;
    let connections = "pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'bestmove'";
    assert_eq!(server.sql("postgres", &format!("select bool_and(ssl) from {connections}")), "t");
    let refused = submit(&client, &front_end(&store), 1_000, lines(1)).await;
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE, "no authority of the system has signed it");
}

/// The ports of all sockets of a process that have one.
fn ports(process: u32) -> HashSet<u16> {
    let open = std::fs::read_dir(format!("/proc/{process}/fd")).unwrap();
    let open: HashSet<_> = open
        .filter_map(|file| Some(std::fs::read_link(file.ok()?.path()).ok()?.to_str()?.to_owned()))
        .collect();
    let table = |name| std::fs::read_to_string(format!("/proc/{process}/net/{name}")).unwrap_or_default();
    let tables: String = ["tcp", "tcp6", "udp", "udp6"].map(table).concat();
    let port = |line: &str| {
        let fields: Vec<_> = line.split_whitespace().collect();
        let is_own = open.contains(&format!("socket:[{}]", fields.get(9)?));
        let (_, port) = fields[1].split_once(':')?;
        is_own.then(|| u16::from_str_radix(port, 16).unwrap())
    };
    tables.lines().filter_map(port).collect()
}

#[test]
fn a_service_without_a_shared_store_has_no_port_but_its_own() {
    let file = std::env::temp_dir().join(format!("bestmove-{}.redb", JobId::random().unwrap()));
    for store in [&[] as &[_], &["--store", file.to_str().unwrap()]] {
        let flags: Vec<&str> = SMALL.split(' ').chain(store.iter().copied()).collect();
        let service = Server::bestmove(free_address(), &flags);
        assert_eq!(ports(service.process.id()), HashSet::from([service.address.port()]));
    }
    // A store that was never written to may have no file.
    drop(std::fs::remove_file(file));
}
