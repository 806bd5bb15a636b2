//! `bestmove perft`.

use crate::config::PerftOptions;
use bestmove_core::game::PerftMode;
use std::error::Error;
use std::io::{self, Write};

/// Prints the number of move sequences.
///
/// # Errors
///
/// If the position is malformed, or the output can't be written.
pub fn perft(options: &PerftOptions) -> Result<(), Box<dyn Error>> {
    let mode = if options.results { PerftMode::Distinct } else { PerftMode::Paths };
    let count = options.game.perft(options.position.as_deref(), options.depth, mode)?;
    Ok(writeln!(io::stdout(), "{count}")?)
}
