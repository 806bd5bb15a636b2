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

use super::move_budget::MoveBudget;
use super::options::knowledge;
use super::parallel::for_each_completed;
use bestmove_core::game::Notation;
use clap::Args;
use engine_process::EngineProcess;
use game::{EndReason, GamePair, GameRecord};
use indicatif::ProgressBar;
use opening::Opening;
use standings::Standings;
use statistics::Sprt;
use std::error::Error;
use std::fs::File;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

/// Options of a match.
#[derive(Args, Clone, Debug)]
pub struct MatchOptions {
    /// Number of games, rounded up to an even one. Once all openings have been played, they repeat
    /// with two random moves each
    #[arg(long, default_value = "100")]
    pub games: NonZeroUsize,
    /// Seconds for each move
    #[arg(long, default_value = "0.1", value_parser = MoveBudget::parse_seconds)]
    pub time: Duration,
    /// Node limit of each move, instead of a time
    #[arg(long)]
    pub nodes: Option<u64>,
    /// File of openings, in the format of crates/core/data/checkers-ballots.json [default: that file, or
    /// crates/core/data/reversi-openings.json, built in]
    #[arg(long)]
    pub ballots: Option<PathBuf>,
    /// Number of concurrent games
    #[arg(long, default_value = "1")]
    pub concurrency: NonZeroUsize,
    /// File to write the games to, in PDN; of checkers only. 1-0 is a win of Black, who moves first
    #[arg(long)]
    pub pdn: Option<PathBuf>,
    /// End the match when a sequential probability ratio test decides between these two Elo
    /// differences, with error rates of 5 %
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    pub sprt: Option<Vec<f64>>,
    /// Directory of endgame tables. Games are adjudicated by these and the built-in ones, where the
    /// no-progress rule leaves room for the result
    #[arg(long)]
    pub tables: Option<PathBuf>,
    /// Play on in positions that the tables call drawn, as an engine may still lose them
    #[arg(long)]
    pub play_draws: bool,
}

impl MatchOptions {
    /// The limit of each move.
    fn budget(&self) -> MoveBudget {
        self.nodes.map_or(MoveBudget::Time(self.time), MoveBudget::Nodes)
    }

    fn sprt(&self) -> Result<Option<Sprt>, String> {
        let Some(&[zero, one]) = self.sprt.as_deref() else { return Ok(None) };
        let sprt = (zero < one).then_some(Some(Sprt { elo: [zero, one] }));
        sprt.ok_or_else(|| format!("--sprt: expected two differences, the smaller first, got {zero} {one}"))
    }
}

/// Plays a match between two UGI engines, each started by a shell command, and prints its
/// standings.
///
/// # Errors
///
/// If the options are invalid, an engine cannot be started, or a file cannot be read or written. An
/// engine that fails during a game loses it.
pub fn play_match<G: Notation>(engines: [&str; 2], options: &MatchOptions) -> Result<(), Box<dyn Error>> {
    let mut standings = Standings::new(engines, options.sprt()?);
    let knowledge = &knowledge::<G>(options.tables.as_deref())?;
    let openings =
        opening::parse_all::<G>(&opening::source(options.ballots.as_deref(), opening::built_in::<G>())?)?;
    let openings = &opening::extend::<G>(&openings, options.games.get().div_ceil(2));
    let create = |path: &PathBuf| File::create(path).map_err(|error| format!("{}: {error}", path.display()));
    let mut pdn = options.pdn.as_ref().map(create).transpose()?;
    let bar = ProgressBar::new(options.games.get() as u64);
    let worker = || {
        let mut players = PairPlayer::<G> { engines, options, knowledge, processes: None };
        move |number| players.play(number as usize, &openings[number as usize])
    };
    for_each_completed(0..openings.len() as u64, options.concurrency, worker, |_, pair| {
        let pair = pair?;
        if let Some(pdn) = &mut pdn {
            pdn.write_all(pdn_text(&pair, engines).as_bytes())?;
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

/// Plays pairs of games. The engines stay from game to game; after a failure both are restarted.
struct PairPlayer<'a, G: Notation> {
    engines: [&'a str; 2],
    options: &'a MatchOptions,
    knowledge: &'a G::Knowledge,
    processes: Option<[EngineProcess; 2]>,
}

impl<G: Notation> PairPlayer<'_, G> {
    /// Plays an opening with both colours.
    fn play(&mut self, number: usize, opening: &Opening<G::Move>) -> io::Result<GamePair> {
        let games = [self.play_game(true, opening)?, self.play_game(false, opening)?];
        Ok(GamePair { number, opening: opening.name.clone(), games })
    }

    fn play_game(&mut self, a_is_first: bool, opening: &Opening<G::Move>) -> io::Result<GameRecord> {
        let [a, b] = match &mut self.processes {
            Some(players) => players,
            None => {
                let [a, b] = self.engines.map(EngineProcess::start);
                self.processes.insert([a?, b?])
            }
        };
        let players = if a_is_first { [a, b] } else { [b, a] };
        let (budget, plays_draws) = (self.options.budget(), self.options.play_draws);
        let played = game::play::<G>(players, &opening.moves, budget, self.knowledge, plays_draws);
        if matches!(played.reason, EndReason::EngineFailure(_)) {
            self.processes = None;
        }
        Ok(played)
    }
}
