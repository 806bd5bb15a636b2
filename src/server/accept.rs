//! Taking connections, whatever happens.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::sync::Arc;
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
    pub(super) place: OwnedSemaphorePermit,
}

/// A listener that takes so many connections at a time.
pub(super) struct Acceptor {
    listener: TcpListener,
    places: Arc<Semaphore>,
}

impl Acceptor {
    pub(super) fn new(listener: TcpListener, connections: NonZeroUsize) -> Self {
        Self { listener, places: Arc::new(Semaphore::new(connections.get())) }
    }

    /// The next connection. Lasts through anything that may go wrong, running out of file
    /// descriptors included.
    pub(super) async fn accept(&self) -> Accepted {
        let place = Arc::clone(&self.places).acquire_owned().await.expect("the semaphore is never closed");
        let mut troubled = false;
        loop {
            match self.listener.accept().await {
                Ok((stream, peer)) => {
                    // Small answers must not wait for the acknowledgement of earlier ones (Nagle).
                    drop(stream.set_nodelay(true));
                    return Accepted { stream, peer, place };
                }
                Err(error) if is_of_the_connection(&error) => debug!(%error, "a connection came to nothing"),
                Err(error) => {
                    if !troubled {
                        warn!(%error, "no connections can be taken");
                    }
                    troubled = true;
                    sleep(PAUSE).await;
                }
            }
        }
    }
}

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
