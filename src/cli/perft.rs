//! `bestmove perft`.

use crate::config::PerftOptions;
use crate::game::Counting;
use std::error::Error;
use std::io::{self, Write};

/// Prints the number of move sequences.
///
/// # Errors
///
/// If the position can't be, or nothing can be written.
pub fn perft(options: &PerftOptions) -> Result<(), Box<dyn Error>> {
    let counting = if options.results { Counting::Results } else { Counting::Paths };
    let count = options.game.perft(options.position.as_deref(), options.depth, counting)?;
    Ok(writeln!(io::stdout(), "{count}")?)
}
