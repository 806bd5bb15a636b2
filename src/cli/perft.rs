//! `bestmove perft`.

use crate::config::PerftOptions;
use bestmove_core::game::PerftMode;
use bestmove_query::MoveSelection;
use std::error::Error;
use std::io::{self, Write};

/// Prints the number of move sequences, or that of each first move before it.
///
/// # Errors
///
/// If the position is malformed, or the output can't be written.
pub fn perft(options: &PerftOptions) -> Result<(), Box<dyn Error>> {
    let mode = if options.results { PerftMode::Distinct } else { PerftMode::Paths };
    let PerftOptions { game, position, depth, .. } = options;
    let count = |position: Option<&str>, depth| game.perft(position, depth, mode);
    let mut out = io::stdout().lock();
    if let Some(rest) = depth.checked_sub(1).filter(|_| options.divide) {
        for first in game.prepare(position.as_deref(), &[], MoveSelection::default())?.legal_moves().moves {
            writeln!(out, "{}: {}", first.text, count(Some(&first.position), rest)?)?;
        }
        writeln!(out)?;
    }
    Ok(writeln!(out, "{}", count(position.as_deref(), *depth)?)?)
}
