//! `bestmove bench`.

use crate::engine::{self, GAMES};
use crate::search::Settings;
use std::error::Error;
use std::io::{self, Write};

/// Mebibytes of the table, fixed as it takes part in the signature.
const TABLE_MIB: usize = 64;

/// Searches fixed positions and prints, per game and way of searching, the nodes, the speed and
/// how often the first move refuted; in the end the signature: all nodes together.
///
/// # Errors
///
/// If nothing can be written.
pub fn bench() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    writeln!(out, "game          search          nodes  nodes/s  first-move cutoffs")?;
    let mut signature = 0;
    for game in GAMES {
        for (search, settings) in [("full-width", Settings::FULL_WIDTH), ("selective", Settings::STRONGEST)] {
            let measure = engine::bench(*game, settings, TABLE_MIB << 20)?;
            let speed = measure.nodes as f64 / measure.elapsed.as_secs_f64() / 1e6;
            let first = 100.0 * measure.cutoffs.first_move as f64 / measure.cutoffs.all as f64;
            let (id, nodes) = (game.info().id, measure.nodes);
            writeln!(out, "{id:<13} {search:<10} {nodes:>10}  {speed:5.2} M  {first:5.1} %")?;
            signature += nodes;
        }
    }
    writeln!(out, "signature {signature}")?;
    Ok(())
}
