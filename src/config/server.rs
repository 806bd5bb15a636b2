//! Options of connections.

use super::values::{from_to, up_to};
use crate::net::ServerConfig;
use clap::Args;
use std::num::NonZeroUsize;
use std::time::Duration;

/// Options of connections.
#[derive(Args)]
#[command(next_help_heading = "Connections")]
pub struct ServerOptions {
    /// Connections at the same time, idle ones included; more wait until one is closed
    ///
    /// Each takes a file descriptor and, while in use, some tens of KiB
    #[arg(long, env = "BESTMOVE_CONNECTIONS", hide_short_help = true, value_name = "N", default_value = "4096", value_parser = up_to(1_000_000))]
    connections: NonZeroUsize,
    /// Connections of one address, for IPv6 of a network of 64 bits; more are closed at once
    ///
    /// Behind proxies all come from theirs [default: a quarter of --connections; all for loopback
    /// addresses, and for all with --trusted-proxies]
    #[arg(long, env = "BESTMOVE_CONNECTIONS_PER_ADDRESS", hide_short_help = true, value_name = "N", value_parser = up_to(1_000_000))]
    connections_per_address: Option<NonZeroUsize>,
    /// Milliseconds from the start of a connection, or from the first byte of a later request, to the
    /// end of the request's headers
    ///
    /// The body may take 5000 more
    #[arg(long, env = "BESTMOVE_HEAD_MS", hide_short_help = true, value_name = "MS", default_value = "5000", value_parser = from_to::<u64>(1..=600_000))]
    head_ms: u64,
    /// Milliseconds from an answer to the next request on the same connection
    ///
    /// Behind a proxy that keeps its connections, use a longer time than the proxy does
    #[arg(long, env = "BESTMOVE_KEEP_ALIVE_MS", hide_short_help = true, value_name = "MS", default_value = "10000", value_parser = from_to::<u64>(1..=3_600_000))]
    keep_alive_ms: u64,
    /// Milliseconds for a client to read more of an answer
    #[arg(long, env = "BESTMOVE_STALL_MS", hide_short_help = true, value_name = "MS", default_value = "5000", value_parser = from_to::<u64>(1..=600_000))]
    stall_ms: u64,
    /// Milliseconds from SIGTERM, SIGINT or SIGHUP, after --drain-delay-ms, to the end at the latest
    ///
    /// Running searches answer at once with their best so far, so this is for slow readers; stay below
    /// the timeout of whatever sends the signal (Docker kills after 10000)
    #[arg(long, env = "BESTMOVE_DRAIN_MS", hide_short_help = true, value_name = "MS", default_value = "5000", value_parser = from_to::<u64>(0..=600_000))]
    drain_ms: u64,
    /// Milliseconds from SIGTERM, SIGINT or SIGHUP to the start of the drain
    ///
    /// Meanwhile /ready returns 503 and requests are answered, so that load balancers send none when
    /// the listener closes
    #[arg(long, env = "BESTMOVE_DRAIN_DELAY_MS", hide_short_help = true, value_name = "MS", default_value = "0", value_parser = from_to::<u64>(0..=600_000))]
    drain_delay_ms: u64,
}

impl ServerOptions {
    /// How long the service keeps answering after it is asked to stop.
    #[must_use]
    pub const fn drain_delay(&self) -> Duration {
        Duration::from_millis(self.drain_delay_ms)
    }

    /// The configuration that these options describe, behind that many proxies.
    #[must_use]
    pub fn config(&self, trusted_proxies: usize) -> ServerConfig {
        let of_a_proxy = (trusted_proxies > 0).then_some(self.connections);
        ServerConfig {
            connections: self.connections,
            connections_per_address: self.connections_per_address.or(of_a_proxy),
            head: Duration::from_millis(self.head_ms),
            keep_alive: Duration::from_millis(self.keep_alive_ms),
            stall: Duration::from_millis(self.stall_ms),
            drain: Duration::from_millis(self.drain_ms),
        }
    }
}
