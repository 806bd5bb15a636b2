//! Compares two sets of weights by a match within this process.

use super::player::{Player, knowledge, only_move};
use crate::game::{Rules, Side};
use crate::games::Checkers;
use crate::games::checkers::Knowledge;
use crate::lab::matches::opening::{self, Opening};
use crate::lab::matches::statistics::Pentanomial;
use crate::lab::parallel::for_each_ordered;
use crate::lab::protocol::MoveBudget;
use crate::search::Path;
use crate::types::Verdict;
use indicatif::{ProgressBar, ProgressStyle};
use std::error::Error;
use std::num::NonZeroUsize;
use std::path;

/// Bytes of the transposition table of each player.
const TABLE_BYTES: usize = 8 << 20;

/// Options of the match.
#[derive(Clone, Copy, Debug)]
pub struct CompareOptions<'a> {
    /// The files of weights of the two players; `None` for the built-in ones.
    pub weights: [Option<&'a path::Path>; 2],
    /// The number of games, rounded up to pairs.
    pub games: u64,
    /// The limit of each move.
    pub budget: MoveBudget,
    /// The number of concurrent games.
    pub threads: NonZeroUsize,
    /// The file of openings; `None` for the built-in ones.
    pub openings: Option<&'a path::Path>,
}

/// Plays the match and prints the result and the Elo difference.
///
/// # Errors
///
/// If a file cannot be read or is invalid.
#[expect(clippy::print_stdout, reason = "output of a command")]
pub fn compare(options: &CompareOptions<'_>) -> Result<(), Box<dyn Error>> {
    let pairs = options.games.div_ceil(2);
    let openings = opening::parse_all::<Checkers>(&opening::source(options.openings)?)?;
    let openings = opening::extend::<Checkers>(&openings, pairs as usize);
    let [first, second] = options.weights.map(knowledge);
    let players = [first?, second?];
    let bar = ProgressBar::new(2 * pairs);
    bar.set_style(ProgressStyle::with_template("{wide_bar} {pos} of {len} games, {msg}, {eta} to go")?);
    let (mut results, mut pairs_by_score) = ([0; 3], Pentanomial::default());
    let play = |number| play_pair(&players, options.budget, &openings[number as usize]);
    for_each_ordered(0..pairs, options.threads, play, |pair| {
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
fn play_pair(
    knowledge: &[Knowledge; 2],
    budget: MoveBudget,
    opening: &Opening<<Checkers as Rules>::Move>,
) -> [usize; 2] {
    let mut path = Path::from(Checkers::start());
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
fn play_game(players: &[Player<'_>; 2], mut path: Path<Checkers>, first: Side) -> Option<Side> {
    loop {
        if let Some(outcome) = path.outcome() {
            return outcome.winner;
        }
        if let Some(only) = only_move(&path) {
            path.play(only);
            continue;
        }
        let mover = Checkers::to_move(path.position());
        let found = players[usize::from(mover != first)].search(&path);
        match found.verdict {
            Verdict::Win { .. } | Verdict::Margin(1..) => return Some(mover),
            Verdict::Loss { .. } | Verdict::Margin(_) => return Some(!mover),
            Verdict::Draw => return None,
            Verdict::Estimate(_) => path.play(found.best_move()?),
        }
    }
}
