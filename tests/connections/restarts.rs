//! Repeated restarts under load.

use crate::processes::{Server, free_address};
use reqwest::Client;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::sleep;

const RESTARTS: usize = 20;
/// Searches that run at once; the other clients wait.
const WORKERS: usize = 2;
const CLIENTS: usize = 8;

/// The number of running and waiting searches, by the metrics.
async fn searches(admin: SocketAddr) -> usize {
    let metrics = reqwest::get(format!("http://{admin}/metrics")).await.unwrap().text().await.unwrap();
    let gauge = |name: &str| -> usize {
        let line = metrics.lines().find_map(|line| line.strip_prefix(name));
        line.map_or(0, |value| value.trim().parse().unwrap())
    };
    gauge("bestmove_workers_busy ") + gauge("bestmove_waiting{priority=\"interactive\"} ")
}

/// Requests a search of ten seconds, reads the whole answer and returns its status.
async fn search(address: SocketAddr, client: usize) -> u16 {
    let url = format!("http://{address}/v1/checkers/best-move?book=false&time_ms={}", 10_000 - client);
    let answer = Client::new().get(url).send().await.unwrap();
    let status = answer.status().as_u16();
    answer.json::<serde_json::Value>().await.unwrap();
    status
}

#[tokio::test]
async fn no_answer_is_cut_by_twenty_restarts() {
    for _ in 0..RESTARTS {
        let [address, admin] = [(); 2].map(|()| free_address());
        let flags = format!("--admin-listen {admin} --workers {WORKERS} --log error --table-mib 1");
        let mut service = Server::bestmove(address, &flags.split(' ').collect::<Vec<_>>());
        let mut clients: JoinSet<u16> = (0..CLIENTS).map(|client| search(address, client)).collect();
        while searches(admin).await < CLIENTS && clients.try_join_next().is_none() {
            sleep(Duration::from_millis(1)).await;
        }
        let exits_successfully = tokio::task::spawn_blocking(move || service.exits_successfully());
        let mut answers = Vec::new();
        while let Some(status) = clients.join_next().await {
            answers.push(status.unwrap());
        }
        // A worker that becomes free may still take a waiting request.
        let successes = answers.iter().filter(|&&status| status == 200).count();
        assert!(successes >= WORKERS, "{answers:?}");
        assert!(answers.iter().all(|status| [200, 503].contains(status)), "{answers:?}");
        assert!(exits_successfully.await.unwrap());
    }
}
