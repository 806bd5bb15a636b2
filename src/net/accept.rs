//! Accepts connections, and survives errors of `accept`.

use super::config::ServerConfig;
use crate::log_summary::{INTERVAL, LogSummary};
use bestmove_scheduler::quota::{Client, PerClientLimit, Permit};
use rustix::net::sockopt::set_socket_send_buffer_size;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::io::{self, ErrorKind};
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::sleep;
use tracing::{debug, warn};

/// The pause before the next attempt when the system can't give a connection; it does not say when
/// it can again.
const RETRY_PAUSE: Duration = Duration::from_millis(50);
/// What the system buffers for a client. It reports progress once a third of it has been read: with its
/// default of megabytes, a slow client would look like one that reads nothing.
const SEND_BUFFER_BYTES: usize = 128 * 1024;

/// An accepted connection.
pub(super) struct Accepted {
    pub(super) stream: TcpStream,
    pub(super) peer: SocketAddr,
    /// Released when the connection is closed.
    pub(super) permit: ConnectionPermit,
}

/// A permit for a connection, with one of its address unless that is unlimited.
pub(super) struct ConnectionPermit {
    _of_all: OwnedSemaphorePermit,
    _own: Option<Permit>,
}

/// A listener with a limit on connections, and one on those of each address.
pub(super) struct Acceptor {
    listener: TcpListener,
    permits: Arc<Semaphore>,
    per_address: Arc<PerClientLimit>,
    /// Whether loopback addresses are unlimited.
    exempts_loopback: bool,
    /// Counts connections refused by the limit of their address.
    refused: Arc<AtomicU64>,
    log_summary: Arc<LogSummary>,
}

/// Events that may repeat for connection after connection.
const ADDRESS_LIMIT: &str = "an address has reached its limit of connections";
const ACCEPT_FAILED: &str = "connections cannot be accepted";

impl Acceptor {
    pub(super) fn new(listener: TcpListener, config: ServerConfig, refused: Arc<AtomicU64>) -> Self {
        let ServerConfig { connections, connections_per_address, .. } = config;
        let quarter = connections.get().div_ceil(4);
        Self {
            listener,
            permits: Arc::new(Semaphore::new(connections.get())),
            per_address: PerClientLimit::new(connections_per_address.map_or(quarter, NonZeroUsize::get)),
            exempts_loopback: connections_per_address.is_none(),
            refused,
            log_summary: LogSummary::new(|what, count| {
                warn!(what, count, seconds = INTERVAL.as_secs(), "repeated");
            }),
        }
    }

    /// The next connection. Survives every failure, running out of file descriptors included.
    pub(super) async fn accept(&self) -> Accepted {
        let of_all = Arc::clone(&self.permits).acquire_owned().await.expect("the semaphore is never closed");
        loop {
            match self.listener.accept().await {
                Ok((stream, peer)) => {
                    let Ok(own) = self.try_acquire_for(peer.ip()) else {
                        self.refused.fetch_add(1, Ordering::Relaxed);
                        if self.log_summary.is_first(ADDRESS_LIMIT) {
                            warn!(%peer, "{ADDRESS_LIMIT}");
                        }
                        continue;
                    };
                    // Small answers must not wait for the acknowledgement of earlier ones (Nagle's
                    // algorithm).
                    drop(stream.set_nodelay(true));
                    if let Err(error) = set_socket_send_buffer_size(&stream, SEND_BUFFER_BYTES) {
                        debug!(%error, "the send buffer keeps its size");
                    }
                    return Accepted {
                        stream,
                        peer,
                        permit: ConnectionPermit { _of_all: of_all, _own: own },
                    };
                }
                Err(error) if is_of_the_connection(&error) => {
                    debug!(%error, "a connection failed before it was accepted");
                }
                Err(error) => {
                    if self.log_summary.is_first(ACCEPT_FAILED) {
                        warn!(%error, "{ACCEPT_FAILED}");
                    }
                    sleep(RETRY_PAUSE).await;
                }
            }
        }
    }

    /// A permit of that address, unless it is unlimited.
    fn try_acquire_for(&self, address: IpAddr) -> Result<Option<Permit>, AddressLimitReached> {
        if self.exempts_loopback && address.to_canonical().is_loopback() {
            return Ok(None);
        }
        self.per_address.try_acquire(Client::at(address)).map(Some).ok_or(AddressLimitReached)
    }
}

/// The address has reached its limit.
#[derive(Debug)]
struct AddressLimitReached;

/// Whether the error is that of a single connection and not of the listener.
fn is_of_the_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::ConnectionAborted | ErrorKind::ConnectionRefused | ErrorKind::ConnectionReset
    )
}

/// Raises the limit of open files, and so of connections, to the hard limit; the soft limit is
/// often 1024 for the sake of programs that use `select`.
pub fn raise_descriptor_limit() {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) {
        warn!(%error, "the limit of open files cannot be raised");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn acceptor(connections_per_address: Option<usize>) -> Acceptor {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let connections_per_address = connections_per_address.and_then(NonZeroUsize::new);
        let connections = NonZeroUsize::new(8).unwrap();
        Acceptor::new(
            listener,
            ServerConfig { connections, connections_per_address, ..ServerConfig::default() },
            Arc::default(),
        )
    }

    /// The number of connections that the address gets at the same time, at most ten.
    fn acquired(acceptor: &Acceptor, address: &str) -> usize {
        let address: IpAddr = address.parse().unwrap();
        let permits: Vec<_> = (0..10).map_while(|_| acceptor.try_acquire_for(address).ok()).collect();
        permits.len()
    }

    #[tokio::test]
    async fn only_loopback_may_exceed_a_quarter_of_all_connections() {
        let acceptor = acceptor(None).await;
        let acquired = ["192.0.2.1", "2001:db8::1", "127.0.0.1", "::1", "::ffff:127.0.0.1"]
            .map(|address| acquired(&acceptor, address));
        assert_eq!(acquired, [2, 2, 10, 10, 10]);
    }

    #[tokio::test]
    async fn the_limit_of_an_address_is_configurable() {
        let acceptor = acceptor(Some(3)).await;
        assert_eq!(["192.0.2.1", "127.0.0.1"].map(|address| acquired(&acceptor, address)), [3, 3]);
    }
}
