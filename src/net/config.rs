//! Limits and timeouts of connections.

use std::num::NonZeroUsize;
use std::time::Duration;

/// Limits and timeouts of connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServerConfig {
    /// Connections at the same time; more wait until one is closed.
    pub connections: NonZeroUsize,
    /// Connections of one address at the same time; further ones are closed at once. If `None`, a
    /// quarter of all, and all for loopback addresses, which may be a proxy's.
    pub connections_per_address: Option<NonZeroUsize>,
    /// From the start of a connection, or from the first byte of a later request, to the end of the
    /// request's head.
    pub head: Duration,
    /// From an answer to the first byte of the next request.
    pub keep_alive: Duration,
    /// For the client to read more of an answer.
    pub stall: Duration,
    /// From the shutdown to the end of all connections.
    pub drain: Duration,
}

impl Default for ServerConfig {
    /// The configuration of a service without flags.
    fn default() -> Self {
        Self {
            connections: NonZeroUsize::new(4096).expect("4096 is not zero"),
            connections_per_address: None,
            head: Duration::from_secs(5),
            keep_alive: Duration::from_secs(10),
            stall: Duration::from_secs(5),
            drain: Duration::from_secs(5),
        }
    }
}
