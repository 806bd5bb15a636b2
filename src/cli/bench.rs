//! `bestmove bench`.

use crate::config::EngineOptions;
use std::io;

/// Searches fixed positions; prints nodes, speed, the quality of move ordering and the signature.
///
/// # Errors
///
/// If nothing can be written.
pub fn bench(_options: &EngineOptions) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
