//! Slow connections, as in a Slowloris attack.

use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::{JoinSet, spawn_local};
use tokio::time::{sleep, timeout};

pub(crate) const CONNECTIONS: usize = 2000;
/// How long each connection tries to stay open.
pub(crate) const SPAN: Duration = Duration::from_secs(15);

/// Opens slow connections, half of them silent and half with dripping headers. Returns the lifetime
/// of each in seconds; `None` for those that were not closed.
pub(crate) async fn open_slow_connections(address: SocketAddr) -> Vec<Option<f64>> {
    let (mut lasted, mut connections) = (Vec::new(), Vec::new());
    for number in 0..CONNECTIONS {
        connections.push(spawn_local(hold_open(address, number % 2 == 0)));
        // Leaves time to accept, as connections in the system's backlog have no timeout.
        sleep(Duration::from_millis(1)).await;
    }
    for connection in connections {
        lasted.push(connection.await.expect("an outcome"));
    }
    lasted
}

async fn hold_open(address: SocketAddr, is_silent: bool) -> Option<f64> {
    let (mut reader, mut writer) = TcpStream::connect(address).await.ok()?.into_split();
    let started = Instant::now();
    let mut dripping = JoinSet::new();
    dripping.spawn_local(async move {
        while !is_silent && writer.write_all(b"GET / HTTP/1.1").await.is_ok() {
            sleep(Duration::from_secs(1)).await;
        }
        std::future::pending::<()>().await;
    });
    let closed = timeout(SPAN, reader.read_to_end(&mut Vec::new())).await;
    closed.ok().map(|_| started.elapsed().as_secs_f64())
}
