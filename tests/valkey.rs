//! Proofs shared through a real server: found, damaged, out of reach.

use crate::servers::{Server, free_address};
use crate::sharing::{on, replica};
use bestmove::engine::{Choice, Engine, Proof, Report, SharedProofs, Source, StoppedBy, Topic, find};
use bestmove::types::Verdict;
use bestmove::valkey::Valkey;
use futures_util::FutureExt;
use redis::AsyncTypedCommands;
use redis::aio::MultiplexedConnection;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

fn valkey(address: SocketAddr, patience: Duration) -> Valkey {
    Valkey::new(format!("redis://{address}").parse().unwrap(), patience).unwrap()
}

/// Patient, as what is tested is not how fast a busy machine is.
fn patient(address: SocketAddr) -> Valkey {
    valkey(address, Duration::from_secs(5))
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
    let first = replica(Arc::new(patient(server.address)));
    for position in POSITIONS {
        assert_eq!(answer(&first, position).await.source, Source::Search);
    }
    let keys = keys(&mut redis, POSITIONS.len()).await;
    for key in &keys {
        assert!(redis.ttl(key).await.unwrap().raw() > 6 * 24 * 60 * 60);
    }
    let second = replica(Arc::new(patient(server.address)));
    for position in POSITIONS {
        assert_eq!(answer(&second, position).await.source, Source::Cache);
    }

    let value = redis.get(&keys[0]).await.unwrap().unwrap();
    redis.set(&keys[0], "nonsense").await.unwrap();
    redis.set(&keys[1], &value).await.unwrap();
    redis.set(&keys[2], [0xff_u8; 100].as_slice()).await.unwrap();
    redis.del(&keys[3]).await.unwrap();
    redis.lpush(&keys[3], "a list").await.unwrap();
    let third = replica(Arc::new(patient(server.address)));
    for position in POSITIONS {
        assert_eq!(answer(&third, position).await.source, Source::Search);
    }
}

const PROOF: Proof = Proof { lines: Vec::new(), depth: 9, selective_depth: 9 };

fn topic() -> Topic {
    find("tic-tac-toe").unwrap().prepare(None, &[], Choice::default()).unwrap().topic().clone()
}

#[tokio::test]
async fn a_server_may_come_and_go() {
    let address = free_address();
    let valkey = patient(address);
    let topic = topic();
    for _ in 0..2 {
        for _ in 0..5 {
            assert_eq!(valkey.find(&topic).await, None);
        }
        let _server = Server::redis(address);
        while valkey.find(&topic).await.is_none() {
            valkey.keep(&topic, &PROOF).await;
            sleep(Duration::from_millis(10)).await;
        }
        assert_eq!(valkey.find(&topic).await.as_ref(), Some(&PROOF));
    }
}

/// A way to a server that can be lost: from then on, what is on its way on a connection that was there before is
/// swallowed, and nobody is told.
async fn way_to(server: SocketAddr) -> (SocketAddr, Arc<AtomicBool>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let is_lost = Arc::<AtomicBool>::default();
    let lost = Arc::clone(&is_lost);
    tokio::spawn(async move {
        while let Ok((near, _)) = listener.accept().await {
            let lost = if lost.load(Ordering::SeqCst) { Arc::default() } else { Arc::clone(&lost) };
            let Ok(far) = TcpStream::connect(server).await else { continue };
            let ((near_in, near_out), (far_in, far_out)) = (near.into_split(), far.into_split());
            tokio::spawn(forward(near_in, far_out, Arc::clone(&lost)));
            tokio::spawn(forward(far_in, near_out, lost));
        }
    });
    (address, is_lost)
}

async fn forward(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, is_lost: Arc<AtomicBool>) {
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        if !is_lost.load(Ordering::SeqCst) && to.write_all(&bytes[..count]).await.is_err() {
            break;
        }
    }
}

#[tokio::test]
async fn a_connection_that_falls_silent_is_made_anew() {
    let server = Server::redis(free_address());
    let (address, is_lost) = way_to(server.address).await;
    let (valkey, topic) = (valkey(address, Duration::from_millis(200)), topic());
    while valkey.find(&topic).await.is_none() {
        valkey.keep(&topic, &PROOF).await;
    }
    is_lost.store(true, Ordering::SeqCst);
    let found = async {
        while valkey.find(&topic).await.is_none() {
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(Duration::from_secs(60), found).await.unwrap();
}

/// A server that is silent is left alone, also if nobody waits for as long as it takes to be sure.
#[tokio::test]
async fn those_in_a_hurry_learn_of_a_silent_server() {
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (valkey, topic) = (valkey(silent.local_addr().unwrap(), Duration::from_millis(50)), topic());
    let left_alone = async {
        while valkey.find(&topic).now_or_never().is_none() {
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(Duration::from_secs(60), left_alone).await.unwrap();
}
