//! Compares two sets of weights by a match within this process.

use super::Trainable;
use super::player::{Player, knowledge, only_move};
use crate::matches::opening::{self, Opening};
use crate::matches::statistics::Pentanomial;
use crate::move_budget::MoveBudget;
use crate::options::{ThreadOptions, from_to};
use crate::parallel::for_each_ordered;
use bestmove_core::game::Side;
use bestmove_core::search::Path;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::error::Error;
use std::path::PathBuf;
use std::time::Duration;

/// Bytes of the transposition table of each player.
const TABLE_BYTES: usize = 8 << 20;

/// Options of the match.
#[derive(Args, Clone, Debug)]
pub struct CompareOptions {
    /// File of weights [default: the built-in ones]
    #[arg(long)]
    pub weights: Option<PathBuf>,
    /// File of weights to play against [default: the built-in ones]
    #[arg(long)]
    pub against: Option<PathBuf>,
    /// Number of games, rounded up to an even one. Once all openings have been played, they repeat
    /// with two random moves each
    #[arg(long, default_value_t = 1000, value_parser = from_to::<u64>(1..=u64::MAX))]
    pub games: u64,
    /// Node limit of each move
    #[arg(long, default_value_t = 5000)]
    pub nodes: u64,
    /// Seconds for each move, instead of a node limit
    #[arg(long, value_parser = MoveBudget::parse_seconds)]
    pub time: Option<Duration>,
    /// File of openings, in the format of crates/core/data/checkers-ballots.json [default: those of matches]
    #[arg(long)]
    pub ballots: Option<PathBuf>,
    /// Concurrent games.
    #[command(flatten)]
    pub threads: ThreadOptions,
}

/// Plays the match and prints the result and the Elo difference.
///
/// # Errors
///
/// If a file cannot be read or is invalid.
#[expect(clippy::print_stdout, reason = "output of a command")]
pub fn compare<G: Trainable>(options: &CompareOptions) -> Result<(), Box<dyn Error>> {
    let pairs = options.games.div_ceil(2);
    let openings =
        opening::parse_all::<G>(&opening::source(options.ballots.as_deref(), opening::built_in::<G>())?)?;
    let openings = opening::extend::<G>(&openings, pairs as usize);
    let players = [knowledge::<G>(options.weights.as_deref())?, knowledge::<G>(options.against.as_deref())?];
    let budget = options.time.map_or(MoveBudget::Nodes(options.nodes), MoveBudget::Time);
    let bar = ProgressBar::new(2 * pairs);
    bar.set_style(ProgressStyle::with_template("{wide_bar} {pos} of {len} games, {msg}, {eta} to go")?);
    let (mut results, mut pairs_by_score) = ([0; 3], Pentanomial::default());
    let play = |number| play_pair::<G>(&players, budget, &openings[number as usize]);
    for_each_ordered(0..pairs, options.threads.count(), play, |pair| {
        pair.iter().for_each(|&points| results[points] += 1);
        pairs_by_score.add(pair.iter().sum());
        let [losses, draws, wins] = results;
        bar.inc(2);
        bar.set_message(format!("+{wins} ={draws} -{losses}"));
        Ok(())
    })?;
    bar.finish_and_clear();
    let [losses, draws, wins] = results;
    let (score, elo) = (100.0 * pairs_by_score.score(), pairs_by_score.elo());
    println!("+{wins} ={draws} -{losses}, score {score:.1} %, Elo {elo}");
    Ok(())
}

/// Plays an opening with both colours; returns the half points of the first player in each game.
fn play_pair<G: Trainable>(
    knowledge: &[G::Knowledge; 2],
    budget: MoveBudget,
    opening: &Opening<G::Move>,
) -> [usize; 2] {
    let mut path = Path::<G>::from(G::start());
    opening.moves.iter().for_each(|&played| path.play(played));
    [Side::First, Side::Second].map(|first| {
        let players = knowledge.each_ref().map(|knowledge| Player::new(knowledge, budget, TABLE_BYTES));
        match play_game(&players, path.clone(), first) {
            Some(winner) if winner == first => 2,
            Some(_) => 0,
            None => 1,
        }
    })
}

/// Plays a game, until its result is proven; `first` is the side of the first player. Returns the winner.
fn play_game<G: Trainable>(players: &[Player<'_, G>; 2], mut path: Path<G>, first: Side) -> Option<Side> {
    loop {
        if let Some(outcome) = path.outcome() {
            return outcome.winner;
        }
        if let Some(only) = only_move(&path) {
            path.play(only);
            continue;
        }
        let mover = G::to_move(path.position());
        let found = players[usize::from(mover != first)].judge(&path);
        match found.score().1 {
            Some(1..) => return Some(mover),
            Some(0) => return None,
            Some(_) => return Some(!mover),
            None => path.play(found.best?),
        }
    }
}
