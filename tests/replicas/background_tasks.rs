//! Background tasks: found by their id, those of a key on one replica.

use super::{Cluster, KEY, replicas};
use crate::processes::Server;
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::io::{self, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// The entries of a stick table of the proxy.
fn table(proxy: &Server, name: &str) -> Vec<String> {
    let mut runtime_api = TcpStream::connect(proxy.runtime_api.unwrap()).unwrap();
    writeln!(runtime_api, "show table {name}").unwrap();
    let table = io::read_to_string(runtime_api).unwrap();
    assert!(table.starts_with(&format!("# table: {name}")), "{table}");
    table.lines().filter_map(|line| line.split_once("key=")).map(|(_, entry)| entry.to_owned()).collect()
}

#[tokio::test]
async fn requests_for_an_analysis_go_to_its_replica() {
    let cluster = Cluster::start();
    let mut replicas = HashSet::new();
    for (column, path) in (1..=9).zip(["/v1/analyses", "/v1/reviews"].into_iter().cycle()) {
        let body = json!({ "game": "tic-tac-toe", "moves": [column.to_string()] });
        let started = cluster.ask(Method::POST, path, Some(&body)).await;
        let location = started.location.unwrap();
        for method in [Method::GET, Method::DELETE] {
            assert_eq!(cluster.ask(method, &location, None).await.replica, started.replica);
        }
        replicas.insert(started.replica);
    }
    assert!(replicas.len() > 1);
}

/// Neither the number of other tasks matters nor whether the proxy has seen this one start.
#[tokio::test]
async fn a_task_is_found_after_many_others_and_through_a_later_proxy() {
    const OTHERS: usize = 50;
    let (_replicas, addresses) = replicas();
    let (one, client) = (Server::haproxy(&addresses), Client::new());
    let start = async |column: usize| {
        let body = json!({ "game": "connect-four", "moves": [column.to_string()], "depth": 42 });
        let url = format!("http://{}/v1/analyses", one.address);
        let started = client.post(url).json(&body).send().await.unwrap();
        assert_eq!(started.status(), StatusCode::ACCEPTED);
        started.headers()["location"].to_str().unwrap().to_owned()
    };
    let mut locations = Vec::new();
    for column in 1..=7 {
        locations.push(start(column).await);
    }
    for number in 0..OTHERS {
        let url = format!("http://{}{}", one.address, start(1 + number % 7).await);
        assert_eq!(client.delete(url).send().await.unwrap().status(), StatusCode::NO_CONTENT);
    }
    let later = Server::haproxy(&addresses);
    for proxy in [one.address, later.address] {
        for location in &locations {
            let found = client.get(format!("http://{proxy}{location}")).send().await.unwrap();
            assert_eq!(found.status(), StatusCode::OK, "{location} of {locations:?}");
        }
    }
}

#[tokio::test]
async fn a_forged_or_unknown_replica_is_not_found() {
    let cluster = Cluster::start();
    let body = json!({ "game": "connect-four", "depth": 42 });
    let started = cluster.ask(Method::POST, "/v1/analyses", Some(&body)).await.location.unwrap();
    let (path, random) = started.split_once('.').unwrap();
    let own = path.rsplit('/').next().unwrap();
    let others = (0..3).map(|number| format!("bestmove-{number}")).filter(|name| name != own);
    for name in others.chain(["bestmove-7", "keys", "%[src]", "..", ""].map(str::to_owned)) {
        let url = format!("http://{}/v1/analyses/{name}.{random}", cluster.proxy.address);
        let answer = cluster.client.get(url).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{name}");
        let problem: Value = answer.json().await.unwrap();
        assert_eq!(problem["type"], "/problems/unknown-analysis", "{name}");
    }
    cluster.ask(Method::DELETE, &started, None).await;
}

#[tokio::test]
async fn the_other_proxy_lists_the_analyses_of_a_key() {
    let (_replicas, addresses) = replicas();
    let ([one, other], client) = (Server::two_haproxies(&addresses), Client::new());
    let url = |proxy: &Server| format!("http://{}/v1/analyses", proxy.address);
    let body = json!({ "game": "connect-four", "depth": 42 });
    let started = client.post(url(&one)).bearer_auth(KEY).json(&body).send().await.unwrap();
    assert_eq!(started.status(), StatusCode::ACCEPTED);
    let deadline = Instant::now() + Duration::from_secs(20);
    while table(&other, "keys").is_empty() {
        assert!(Instant::now() < deadline);
        sleep(Duration::from_millis(20)).await;
    }
    let listed: Value = client.get(url(&other)).bearer_auth(KEY).send().await.unwrap().json().await.unwrap();
    assert_eq!(listed["analyses"].as_array().unwrap().len(), 1, "{listed}");
}

#[tokio::test]
async fn the_analyses_of_a_key_are_on_one_replica() {
    let cluster = Cluster::start();
    let (mut replicas, mut locations) = (HashSet::new(), Vec::new());
    for (column, scheme) in (1..=7).zip(["Bearer ", "bearer ", "BEARER  "].into_iter().cycle()) {
        let body = json!({ "game": "connect-four", "moves": [column.to_string()], "depth": 42 });
        let started = cluster.ask_with_key(scheme, Method::POST, "/v1/analyses", Some(&body)).await;
        locations.push(started.location.unwrap());
        replicas.insert(started.replica);
    }
    for scheme in ["Bearer ", "bearer   "] {
        let listed = cluster.ask_with_key(scheme, Method::GET, "/v1/analyses", None).await.json;
        let listed = listed["analyses"].as_array().unwrap().iter().rev();
        assert!(listed.map(|analysis| analysis["location"].as_str().unwrap()).eq(&locations));
    }
    assert_eq!(replicas.len(), 1, "{replicas:?}");
}

/// Otherwise requests with invented keys could evict the entries of real ones.
#[tokio::test]
async fn unknown_keys_are_not_stored() {
    let cluster = Cluster::start();
    let body = json!({ "game": "tic-tac-toe" });
    for number in 0..3 {
        for method in [Method::GET, Method::POST] {
            let request =
                cluster.client.request(method, format!("http://{}/v1/analyses", cluster.proxy.address));
            let refused = request.bearer_auth(format!("unknown-{number}")).json(&body).send().await.unwrap();
            assert_eq!(refused.status(), StatusCode::UNAUTHORIZED);
        }
    }
    assert!(table(&cluster.proxy, "keys").is_empty(), "{:?}", table(&cluster.proxy, "keys"));
    cluster.ask_with_key("Bearer ", Method::POST, "/v1/analyses", Some(&body)).await;
    let keys = table(&cluster.proxy, "keys");
    assert!(keys.len() == 1 && keys[0].starts_with(KEY), "{keys:?}");
}
