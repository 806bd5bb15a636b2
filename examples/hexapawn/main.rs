//! `bestmove` with a game of one's own: `cargo run --example hexapawn -- play hexapawn`, or without
//! arguments the service.

mod hexapawn;

use bestmove_query::Registry;
use hexapawn::Hexapawn;
use std::process::ExitCode;
use std::sync::Arc;

fn main() -> ExitCode {
    let own = Registry::of::<Hexapawn>();
    let games = Registry::built_in().games().chain(own.games()).cloned().collect();
    bestmove::run(Arc::new(Registry::new(games)))
}
