//! Connections: limits, timeouts, graceful shutdown.
//!
//! A connection is closed when it sends no request for too long or does not read its answer, a stream
//! of HTTP/2 when that answer is not read; how long an answer takes is up to the router. See
//! `timeouts` and `streams`.

mod accept;
mod config;
mod connection;
mod connections;
mod instrumented;
mod serve;
mod streams;
mod timeouts;

pub use accept::raise_descriptor_limit;
pub use config::ServerConfig;
pub use connections::Connections;
pub use serve::serve;
