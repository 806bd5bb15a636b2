//! Three replicas behind HAProxy, as configured in `deploy`, on this machine.

/// Background tasks of a shared store.
mod background_tasks;
/// HAProxy in front of stub replicas.
mod proxy;
/// TLS that ends at HAProxy.
mod tls;

use crate::processes::{Server, free_address};
use reqwest::{Client, Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::sleep;

/// A successful answer.
struct Answer {
    json: Value,
    /// The name of the replica in the proxy.
    replica: String,
}

/// A proxy and its replicas.
struct Cluster {
    proxy: Server,
    replicas: Vec<Server>,
    client: Client,
}

const KEY: &str = "0123456789abcdef";

fn replica(address: SocketAddr, more: &[&str]) -> Server {
    let flags = "--workers 1 --table-mib 8 --solver-mib 8 --trusted-proxies 1 --keep-alive-ms 60000";
    let flags: Vec<&str> = flags.split(' ').chain(["--api-keys", KEY]).chain(more.iter().copied()).collect();
    Server::bestmove(address, &flags)
}

/// Three replicas with these flags, and their addresses.
fn replicas(more: &[&str]) -> (Vec<Server>, Vec<SocketAddr>) {
    let replicas: Vec<_> = (0..3).map(|_| replica(free_address(), more)).collect();
    let addresses = replicas.iter().map(|replica| replica.address).collect();
    (replicas, addresses)
}

impl Cluster {
    fn start() -> Self {
        let (replicas, addresses) = replicas(&[]);
        let proxy = Server::haproxy(&addresses);
        Self { proxy, replicas, client: Client::new() }
    }

    /// Sends a request and reads from the proxy's log which replica answered. Only one request may run.
    async fn ask(&self, method: Method, path: &str, body: Option<&Value>) -> Answer {
        self.send(self.client.request(method, format!("http://{}{path}", self.proxy.address)), body).await
    }

    async fn send(&self, request: RequestBuilder, body: Option<&Value>) -> Answer {
        let count = self.answering_replicas().len();
        let request = body.into_iter().fold(request, RequestBuilder::json);
        let answer = request.send().await.unwrap();
        let (status, text) = (answer.status(), answer.text().await.unwrap());
        assert!(status.is_success(), "{text}");
        while self.answering_replicas().len() == count {
            sleep(Duration::from_millis(1)).await;
        }
        let json = serde_json::from_str(&text).unwrap_or_default();
        Answer { json, replica: self.answering_replicas().swap_remove(count) }
    }

    /// The replica of each answer, by the proxy's log.
    fn answering_replicas(&self) -> Vec<String> {
        let log = self.proxy.log();
        let lines = log.iter().filter_map(|line| line.split_once(" replicas/"));
        let lines = lines.filter(|(before, _)| before.ends_with(" http"));
        lines.map(|(_, rest)| rest.split(' ').next().unwrap().to_owned()).collect()
    }

    /// Waits until each replica has answered: on a busy machine the proxy may find one late.
    async fn wait_for_all(&self) {
        let deadline = Instant::now() + Duration::from_secs(60);
        let mut seen = HashSet::new();
        for number in (0..49).cycle() {
            let moves = format!("{}%2C{}", 1 + number / 7, 1 + number % 7);
            let path = format!("/v1/connect-four/best-move?position=4&moves={moves}&time_ms=5000");
            seen.insert(self.ask(Method::GET, &path, None).await.replica);
            if seen.len() == 3 {
                return;
            }
            assert!(Instant::now() < deadline, "only {seen:?} answer");
        }
    }

    /// The number of requests that the proxy redispatched to another replica.
    fn redispatched(&self) -> usize {
        self.proxy.log().iter().filter(|line| line.contains("/+")).count()
    }

    /// Waits for more redispatches than that; the proxy logs them after it answers.
    async fn wait_for_redispatch(&self, more_than: usize) {
        let deadline = Instant::now() + Duration::from_secs(10);
        while self.redispatched() <= more_than {
            assert!(Instant::now() < deadline, "{:#?}", self.proxy.log());
            sleep(Duration::from_millis(10)).await;
        }
    }
}

#[tokio::test]
async fn equal_requests_go_to_the_same_replica() {
    let cluster = Cluster::start();
    // The book answers at once; with long time limits, the proxy never tries another replica.
    let (get, post) = (Method::GET, Method::POST);
    cluster.wait_for_all().await;
    let mut requests = HashMap::new();
    for first in 1..=7 {
        for second in 1..=7 {
            let best_move = "/v1/connect-four/best-move";
            let moves = [first.to_string(), second.to_string()];
            let body = json!({ "position": "4", "moves": moves, "time_ms": 5000 });
            let one = cluster.ask(post.clone(), best_move, Some(&body)).await.replica;
            let body = json!({ "lines": 2, "moves": moves, "only": null, "position": "4", "time_ms": 5010 });
            let two = cluster.ask(post.clone(), "/v1/connect-four/analysis", Some(&body)).await.replica;
            let path = format!("{best_move}?time_ms=5020&moves={first}%2C{second}&position=4");
            let three = cluster.ask(get.clone(), &path, None).await.replica;
            assert_eq!([&two, &three], [&one; 2], "{moves:?}");
            *requests.entry(one).or_insert(0) += 1;
        }
    }
    assert!(requests.len() == 3 && requests.values().all(|&count| count >= 8), "{requests:?}");

    let batches =
        (1..=9).map(|cell| json!({ "positions": [{ "game": "tic-tac-toe", "moves": [cell.to_string()] }] }));
    let mut replicas = HashSet::new();
    for batch in batches {
        replicas.insert(cluster.ask(post.clone(), "/v1/batch", Some(&batch)).await.replica);
    }
    assert!(replicas.len() > 1);

    let mut replicas = HashSet::new();
    for leaf in 1..=9 {
        let path = format!("/v1/trees/search?tree=[3,{leaf}]");
        let body = json!({ "tree": [3, leaf] });
        for (method, path, body) in
            [(get.clone(), &*path, None), (post.clone(), "/v1/trees/search", Some(&body))]
        {
            let first = cluster.ask(method.clone(), path, body).await.replica;
            assert_eq!(cluster.ask(method, path, body).await.replica, first, "{leaf}");
            replicas.insert(first);
        }
    }
    assert!(replicas.len() > 1);
}

/// Requests with reproducible scores: proven ones, or of a full depth.
fn requests() -> Vec<(&'static str, Value)> {
    let cells = (1..=9).map(|cell| ("tic-tac-toe", json!({ "moves": [cell.to_string()] })));
    let columns = [1, 2, 3, 5, 6, 7].map(|column| {
        let moves = [column.to_string()];
        ("connect-four", json!({ "position": "44444432233225", "moves": moves, "time_ms": 10_000 }))
    });
    let openings =
        ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"].into_iter().flat_map(|opening| {
            (5..9).map(move |depth| {
                ("checkers", json!({ "moves": [opening], "depth": depth, "time_ms": 10_000 }))
            })
        });
    cells.chain(columns).chain(openings).collect()
}

/// Whether the search ended on its own, not by a drain or the load.
fn is_finished(answer: &Value) -> bool {
    answer["stopped_by"] == "proven" || answer["stopped_by"] == "depth"
}

/// Clients that send requests until they are stopped.
struct Load {
    stop: Arc<AtomicBool>,
    answers: Arc<AtomicUsize>,
    clients: Vec<JoinHandle<()>>,
}

impl Load {
    /// Starts clients that check each answer: a success with the expected score.
    fn start(proxy: SocketAddr, expected: &Arc<Vec<(String, Value, Value)>>) -> Self {
        let (stop, answers) = (Arc::<AtomicBool>::default(), Arc::<AtomicUsize>::default());
        let clients = (0..6).map(|offset| {
            let (stop, answers, expected) = (Arc::clone(&stop), Arc::clone(&answers), Arc::clone(expected));
            tokio::spawn(async move {
                let client = Client::new();
                for (game, body, score) in expected.iter().cycle().skip(offset * 7) {
                    if stop.load(Ordering::SeqCst) {
                        break;
                    }
                    let url = format!("http://{proxy}/v1/{game}/best-move");
                    let answer = client.post(url).json(body).send().await.unwrap();
                    let (status, text) = (answer.status(), answer.text().await.unwrap());
                    assert_eq!(status, StatusCode::OK, "{game} {body}: {text}");
                    let answer: Value = serde_json::from_str(&text).unwrap();
                    if is_finished(&answer) {
                        assert_eq!(&answer["score"], score, "{game} {body}");
                    }
                    answers.fetch_add(1, Ordering::SeqCst);
                }
            })
        });
        let clients = clients.collect();
        Self { stop, answers, clients }
    }

    /// Waits for that many more answers, or a failed client.
    async fn wait_for_answers(&self, more: usize) {
        let enough = self.answers.load(Ordering::SeqCst) + more;
        while self.answers.load(Ordering::SeqCst) < enough
            && !self.clients.iter().any(JoinHandle::is_finished)
        {
            sleep(Duration::from_millis(1)).await;
        }
    }

    async fn stop(self) {
        self.stop.store(true, Ordering::SeqCst);
        for client in self.clients {
            client.await.unwrap();
        }
    }
}

/// Long searches, several on each replica.
fn long_searches(cluster: &Cluster) -> Vec<JoinHandle<Value>> {
    let ask = |opening: &str| {
        let request = cluster.client.post(format!("http://{}/v1/checkers/best-move", cluster.proxy.address));
        let request = request.json(&json!({ "moves": [opening, "22-18"], "time_ms": 2500, "book": false }));
        tokio::spawn(async move {
            let answer = request.send().await.unwrap();
            assert_eq!(answer.status(), StatusCode::OK);
            answer.json().await.unwrap()
        })
    };
    ["9-13", "10-14", "11-16", "12-16", "10-15", "9-14"].map(ask).into()
}

#[tokio::test]
async fn no_request_is_lost_when_a_replica_dies() {
    let mut cluster = Cluster::start();
    let mut expected = Vec::new();
    for (game, body) in requests() {
        let path = format!("/v1/{game}/best-move");
        let mut answer = Value::Null;
        while !is_finished(&answer) {
            answer = cluster.ask(Method::POST, &path, Some(&body)).await.json;
        }
        expected.push((game.to_owned(), body, answer["score"].clone()));
    }
    let load = Load::start(cluster.proxy.address, &Arc::new(expected));
    load.wait_for_answers(50).await;

    // One replica drains and restarts.
    let mut draining = cluster.replicas.pop().unwrap();
    let address = draining.address;
    assert!(spawn_blocking(move || draining.exits_successfully()).await.unwrap());
    load.wait_for_answers(50).await;
    cluster.replicas.push(replica(address, &[]));

    // One is killed while it searches.
    let searches = long_searches(&cluster);
    sleep(Duration::from_millis(700)).await;
    let redispatched = cluster.redispatched();
    drop(cluster.replicas.remove(0));
    for search in searches {
        assert!(search.await.unwrap()["best_move"].is_string());
    }
    cluster.wait_for_redispatch(redispatched).await;
    load.wait_for_answers(50).await;

    load.stop().await;
}

#[tokio::test]
async fn requests_leave_a_hanging_replica() {
    let cluster = Cluster::start();
    let searches = long_searches(&cluster);
    sleep(Duration::from_millis(700)).await;
    cluster.replicas[0].suspend();
    for search in searches {
        assert!(search.await.unwrap()["best_move"].is_string());
    }
    cluster.wait_for_redispatch(0).await;
}
