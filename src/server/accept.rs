//! Taking connections, whatever happens.

use super::ServerConfig;
use crate::clients::{Client, PerClientLimit, Permit};
use crate::tally::{INTERVAL, Tally};
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

/// Between attempts to take a connection while the system can't give one, as it does not tell when
/// it can again.
const PAUSE: Duration = Duration::from_millis(50);

/// A connection that has just been made.
pub(super) struct Accepted {
    pub(super) stream: TcpStream,
    pub(super) peer: SocketAddr,
    /// Given back when the connection is closed.
    pub(super) place: Place,
}

/// One of the places for connections, and of those of its address, unless that may have all.
pub(super) struct Place {
    _of_all: OwnedSemaphorePermit,
    _own: Option<Permit>,
}

/// A listener that takes so many connections at a time, and so many of each address.
pub(super) struct Acceptor {
    listener: TcpListener,
    places: Arc<Semaphore>,
    shares: Arc<PerClientLimit>,
    /// Whether this machine's own may have all.
    spares_loopback: bool,
    /// Counts those of addresses that had as many as they may.
    turned_away: Arc<AtomicU64>,
    troubles: Arc<Tally>,
}

/// What may happen to connection after connection.
const CROWDED: &str = "an address has as many connections as it may";
const EXHAUSTED: &str = "no connections can be taken";

impl Acceptor {
    pub(super) fn new(listener: TcpListener, config: ServerConfig, turned_away: Arc<AtomicU64>) -> Self {
        let ServerConfig { connections, connections_per_address, .. } = config;
        let quarter = connections.get().div_ceil(4);
        Self {
            listener,
            places: Arc::new(Semaphore::new(connections.get())),
            shares: PerClientLimit::new(connections_per_address.map_or(quarter, NonZeroUsize::get)),
            spares_loopback: connections_per_address.is_none(),
            turned_away,
            troubles: Tally::new(|what, count| {
                warn!(what, count, seconds = INTERVAL.as_secs(), "the same again");
            }),
        }
    }

    /// The next connection. Lasts through anything that may go wrong, running out of file
    /// descriptors included.
    pub(super) async fn accept(&self) -> Accepted {
        let of_all = Arc::clone(&self.places).acquire_owned().await.expect("the semaphore is never closed");
        loop {
            match self.listener.accept().await {
                Ok((stream, peer)) => {
                    let Ok(own) = self.share(peer.ip()) else {
                        self.turned_away.fetch_add(1, Ordering::Relaxed);
                        if self.troubles.is_first(CROWDED) {
                            warn!(%peer, "{CROWDED}");
                        }
                        continue;
                    };
                    // Small answers must not wait for the acknowledgement of earlier ones (Nagle).
                    drop(stream.set_nodelay(true));
                    return Accepted { stream, peer, place: Place { _of_all: of_all, _own: own } };
                }
                Err(error) if is_of_the_connection(&error) => debug!(%error, "a connection came to nothing"),
                Err(error) => {
                    if self.troubles.is_first(EXHAUSTED) {
                        warn!(%error, "{EXHAUSTED}");
                    }
                    sleep(PAUSE).await;
                }
            }
        }
    }

    /// A place of those of that address, if it has not all there are.
    fn share(&self, address: IpAddr) -> Result<Option<Permit>, NoShare> {
        if self.spares_loopback && address.to_canonical().is_loopback() {
            return Ok(None);
        }
        self.shares.try_acquire(Client::at(address)).map(Some).ok_or(NoShare)
    }
}

/// The address has as many connections as it may.
#[derive(Debug)]
struct NoShare;

/// Whether the connection failed that was to be taken, not the taking.
fn is_of_the_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::ConnectionAborted | ErrorKind::ConnectionRefused | ErrorKind::ConnectionReset
    )
}

/// Has the system allow this process as many open files, and so connections, as it may ask for: the
/// limit at the start is often 1024, for the sake of programs that use `select`.
pub fn raise_descriptor_limit() {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) {
        warn!(%error, "the limit of open files stays as it is");
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

    /// How many connections that address gets beside each other, up to ten.
    fn taken(acceptor: &Acceptor, address: &str) -> usize {
        let address: IpAddr = address.parse().unwrap();
        let taken: Vec<_> = (0..10).map_while(|_| acceptor.share(address).ok()).collect();
        taken.len()
    }

    #[tokio::test]
    async fn an_address_has_a_quarter_of_all_connections_but_this_machine_all() {
        let acceptor = acceptor(None).await;
        let taken = ["192.0.2.1", "2001:db8::1", "127.0.0.1", "::1", "::ffff:127.0.0.1"]
            .map(|address| taken(&acceptor, address));
        assert_eq!(taken, [2, 2, 10, 10, 10]);
    }

    #[tokio::test]
    async fn what_an_address_may_have_can_be_said() {
        let acceptor = acceptor(Some(3)).await;
        assert_eq!(["192.0.2.1", "127.0.0.1"].map(|address| taken(&acceptor, address)), [3, 3]);
    }
}
