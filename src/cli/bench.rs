//! `bestmove bench`.

use bestmove_core::search::Settings;
use bestmove_query::BenchResult;
use std::error::Error;
use std::io::{self, Write};

/// The size of the table in MiB, which is part of the signature.
const TABLE_MIB: usize = 64;

/// Searches fixed positions and prints nodes, speed and first-move cutoffs for each, then the
/// signature: the sum of all nodes.
///
/// # Errors
///
/// If the output can't be written.
pub fn bench() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    writeln!(out, "game          search      depth       nodes  nodes/s  first-move cutoffs  position")?;
    let mut signature = 0;
    for game in crate::games().games() {
        for (search, settings) in [("full-width", Settings::FULL_WIDTH), ("selective", Settings::STRONGEST)] {
            for measure in bestmove_query::bench(game.as_ref(), settings, TABLE_MIB << 20)? {
                let (id, BenchResult { position, depth, nodes, cutoffs, elapsed }) =
                    (game.info().id, measure);
                let speed = nodes as f64 / elapsed.as_secs_f64() / 1e6;
                let first = match cutoffs.all {
                    0 => "none".to_owned(),
                    all => format!("{:.1} %", 100.0 * cutoffs.first_move as f64 / all as f64),
                };
                let shown = if position.is_empty() { "the start" } else { position };
                writeln!(
                    out,
                    "{id:<13} {search:<10} {depth:>6} {nodes:>11}  {speed:5.2} M {first:>20}  {shown}"
                )?;
                signature += nodes;
            }
        }
    }
    writeln!(out, "signature {signature}")?;
    Ok(())
}
