//! Proofs shared through a real server: found, damaged, out of reach.

use crate::servers::{Server, free_address};
use crate::sharing::{on, replica};
use bestmove::engine::{Choice, Engine, Proof, Report, SharedProofs, Source, StoppedBy, find};
use bestmove::types::Verdict;
use bestmove::valkey::Valkey;
use redis::AsyncTypedCommands;
use redis::aio::MultiplexedConnection;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::sleep;

/// Patient, as what is tested is not how fast a busy machine is.
fn valkey(address: SocketAddr) -> Valkey {
    let url = format!("redis://{address}").parse().unwrap();
    Valkey::new(url, Duration::from_secs(5)).unwrap()
}

async fn connected(address: SocketAddr) -> MultiplexedConnection {
    let client = redis::Client::open(format!("redis://{address}")).unwrap();
    client.get_multiplexed_async_connection().await.unwrap()
}

/// Some answers that take a search.
const POSITIONS: [&str; 4] = ["X........", "X...O....", "....X....", "XOX.O...."];

async fn answer(engine: &Arc<Engine>, position: &str) -> Report {
    let report = engine.best_move(on("tic-tac-toe", position)).await.unwrap();
    assert_eq!((report.verdict, report.stopped_by), (Verdict::Draw, StoppedBy::Proven), "{position}");
    report
}

/// The keys that are kept, once there are so many.
async fn keys(server: &mut MultiplexedConnection, count: usize) -> Vec<String> {
    loop {
        let keys = server.keys("bestmove:*").await.unwrap();
        if keys.len() >= count {
            return keys;
        }
        sleep(Duration::from_millis(1)).await;
    }
}

#[tokio::test]
async fn a_proof_is_found_whole_for_a_week_or_not_at_all() {
    let server = Server::redis(free_address());
    let mut redis = connected(server.address).await;
    let first = replica(Arc::new(valkey(server.address)));
    for position in POSITIONS {
        assert_eq!(answer(&first, position).await.source, Source::Search);
    }
    let keys = keys(&mut redis, POSITIONS.len()).await;
    for key in &keys {
        assert!(redis.ttl(key).await.unwrap().raw() > 6 * 24 * 60 * 60);
    }
    let second = replica(Arc::new(valkey(server.address)));
    for position in POSITIONS {
        assert_eq!(answer(&second, position).await.source, Source::Cache);
    }

    let value = redis.get(&keys[0]).await.unwrap().unwrap();
    redis.set(&keys[0], "nonsense").await.unwrap();
    redis.set(&keys[1], &value).await.unwrap();
    redis.set(&keys[2], [0xff_u8; 100].as_slice()).await.unwrap();
    redis.del(&keys[3]).await.unwrap();
    redis.lpush(&keys[3], "a list").await.unwrap();
    let third = replica(Arc::new(valkey(server.address)));
    for position in POSITIONS {
        assert_eq!(answer(&third, position).await.source, Source::Search);
    }
}

#[tokio::test]
async fn a_server_may_come_and_go() {
    let address = free_address();
    let valkey = valkey(address);
    let topic = find("tic-tac-toe").unwrap().prepare(None, &[], Choice::default()).unwrap().topic().clone();
    let proof = Proof { lines: Vec::new(), depth: 9, selective_depth: 9 };
    for _ in 0..2 {
        for _ in 0..5 {
            assert_eq!(valkey.find(&topic).await, None);
        }
        let _server = Server::redis(address);
        while valkey.find(&topic).await.is_none() {
            valkey.keep(&topic, &proof).await;
            sleep(Duration::from_millis(10)).await;
        }
        assert_eq!(valkey.find(&topic).await.as_ref(), Some(&proof));
    }
}
