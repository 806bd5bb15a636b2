//! Matches between two engine processes. Each opening is played twice, with sides exchanged.
//!
//! `engine_process` runs an engine, `game` plays a game from an `opening`, `standings` and `statistics` evaluate the
//! results, and `pdn` writes the games.

pub(super) mod engine_process;
mod game;
pub(super) mod opening;
mod pdn;
mod standings;
pub(super) mod statistics;

use super::parallel::for_each_completed;
use super::protocol::MoveBudget;
use crate::game::Notation;
use engine_process::EngineProcess;
use game::{EndReason, GamePair};
use indicatif::ProgressBar;
use opening::Opening;
use standings::Standings;
use statistics::Sprt;
use std::error::Error;
use std::fs::File;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;

/// Options of a match.
#[derive(Clone, Copy, Debug)]
pub struct MatchOptions<'a> {
    /// Shell commands that start the engines A and B.
    pub engines: [&'a str; 2],
    /// The number of games, rounded up to pairs.
    pub games: usize,
    /// The limit of each move.
    pub budget: MoveBudget,
    /// The file of openings; `None` for the built-in ones.
    pub openings: Option<&'a Path>,
    /// The number of concurrent games.
    pub concurrency: NonZeroUsize,
    /// The file to write the games to.
    pub pdn: Option<&'a Path>,
    /// Whether games continue in positions that the tables call drawn.
    pub plays_draws: bool,
    /// The Elo differences H0 and H1 of a sequential test, which ends the match once decided.
    pub sprt: Option<[f64; 2]>,
}

/// Plays a match and prints its standings. Adjudicates games whose result is in the tables of `knowledge` and within
/// reach of the no-progress rule, except draws with [`MatchOptions::plays_draws`].
///
/// # Errors
///
/// If an engine cannot be started, or a file cannot be read or written. An engine that fails during a game loses it.
pub fn play_match<G: Notation>(
    options: &MatchOptions<'_>,
    knowledge: &G::Knowledge,
) -> Result<(), Box<dyn Error>> {
    let openings = opening::parse_all::<G>(&opening::source(options.openings)?)?;
    let openings = opening::extend::<G>(&openings, options.games.div_ceil(2));
    let create = |path: &Path| File::create(path).map_err(|error| format!("{}: {error}", path.display()));
    let mut pdn = options.pdn.map(create).transpose()?;
    let mut standings = Standings::new(options.engines, options.sprt.map(|elo| Sprt { elo }));
    let bar = ProgressBar::new(options.games as u64);
    let worker = || {
        let mut processes = None;
        let (knowledge, openings) = (knowledge, &openings);
        move |number| {
            play_pair::<G>(options, knowledge, &mut processes, number as usize, &openings[number as usize])
        }
    };
    for_each_completed(0..openings.len() as u64, options.concurrency, worker, |_, pair| {
        let pair = pair?;
        if let Some(pdn) = &mut pdn {
            pdn.write_all(pdn_text(&pair, options.engines).as_bytes())?;
        }
        standings.add(&pair, |error| bar.suspend(|| writeln!(io::stdout(), "{error}")))?;
        bar.inc(2);
        if standings.games().is_multiple_of(20) {
            bar.suspend(|| writeln!(io::stdout(), "{}", standings.line()))?;
        }
        Ok(if standings.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    bar.finish_and_clear();
    write!(io::stdout(), "{standings}")?;
    Ok(())
}

/// Both games as PDN.
fn pdn_text(pair: &GamePair, [a, b]: [&str; 2]) -> String {
    let numbered = pair.games.iter().zip([[a, b], [b, a]]).zip(1..);
    numbered
        .map(|((game, players), number)| pdn::write(game, &format!("{}.{number}", pair.number + 1), players))
        .collect()
}

/// Plays an opening with both colours. The engines stay in `processes` from game to game; after a failure both are
/// restarted.
fn play_pair<G: Notation>(
    options: &MatchOptions<'_>,
    knowledge: &G::Knowledge,
    processes: &mut Option<[EngineProcess; 2]>,
    number: usize,
    opening: &Opening<G::Move>,
) -> io::Result<GamePair> {
    let mut game = |a_is_first: bool| {
        let [a, b] = match processes {
            Some(players) => players,
            None => processes.insert([
                EngineProcess::start(options.engines[0])?,
                EngineProcess::start(options.engines[1])?,
            ]),
        };
        let players = if a_is_first { [a, b] } else { [b, a] };
        let played = game::play::<G>(players, &opening.moves, options.budget, knowledge, options.plays_draws);
        if matches!(played.reason, EndReason::EngineFailure(_)) {
            *processes = None;
        }
        io::Result::Ok(played)
    };
    let games = [game(true)?, game(false)?];
    Ok(GamePair { number, opening: opening.name.clone(), games })
}
