//! Connections: limits, timeouts, graceful shutdown.
//!
//! A connection is closed when it sends no request for too long or does not read its answer; how
//! long an answer takes is up to the router. See `timeouts`.

mod accept;
mod config;
mod connection;
mod connections;
mod instrumented;
mod serve;
mod timeouts;

pub use accept::raise_descriptor_limit;
pub use config::ServerConfig;
pub use connections::Connections;
pub use serve::serve;
