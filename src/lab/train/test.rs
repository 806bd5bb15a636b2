//! A match of one set of weights against another, in this process.

use super::player::{Player, knowledge, only_move};
use crate::game::{Rules, Side};
use crate::games::Checkers;
use crate::games::checkers::Knowledge;
use crate::lab::matches::elo::Pairs;
use crate::lab::matches::opening::{self, Opening};
use crate::lab::parallel::in_order;
use crate::lab::protocol::Effort;
use crate::search::Path;
use crate::types::Verdict;
use indicatif::{ProgressBar, ProgressStyle};
use std::error::Error;
use std::num::NonZeroUsize;
use std::path;

/// Memory of a player.
const TABLE_BYTES: usize = 8 << 20;

/// What to play.
#[derive(Clone, Copy, Debug)]
pub struct Test<'a> {
    /// The files of weights that the two players use, if not those of the program.
    pub weights: [Option<&'a path::Path>; 2],
    /// Games, an even number: a pair for each opening.
    pub games: u64,
    /// For each move.
    pub effort: Effort,
    /// Games at the same time.
    pub threads: NonZeroUsize,
    /// The file of openings, if not those of the program.
    pub openings: Option<&'a path::Path>,
}

/// Plays the match and prints what it tells.
///
/// # Errors
///
/// If a file can't be used.
#[expect(clippy::print_stdout, reason = "the answer of a command")]
pub fn test(test: &Test<'_>) -> Result<(), Box<dyn Error>> {
    let pairs = test.games.div_ceil(2);
    let openings = opening::read::<Checkers>(&opening::given(test.openings)?)?;
    let openings = opening::varied::<Checkers>(&openings, pairs as usize);
    let [first, second] = test.weights.map(knowledge);
    let players = [first?, second?];
    let bar = ProgressBar::new(2 * pairs);
    bar.set_style(ProgressStyle::with_template("{wide_bar} {pos} of {len} games, {msg}, {eta} to go")?);
    let (mut results, mut sums) = ([0; 3], Pairs::default());
    let play = |number| pair(&players, test.effort, &openings[number as usize]);
    in_order(0..pairs, test.threads, play, |pair| {
        pair.iter().for_each(|&points| results[points] += 1);
        sums.add(pair.iter().sum());
        let [losses, draws, wins] = results;
        bar.inc(2);
        bar.set_message(format!("+{wins} ={draws} -{losses}"));
        Ok(())
    })?;
    bar.finish_and_clear();
    let [losses, draws, wins] = results;
    println!("+{wins} ={draws} -{losses}, score {:.1} %, Elo {}", 100.0 * sums.score(), sums.elo());
    Ok(())
}

/// The half points of the first player in both games of an opening.
fn pair(
    knowledge: &[Knowledge; 2],
    effort: Effort,
    opening: &Opening<<Checkers as Rules>::Move>,
) -> [usize; 2] {
    let mut path = Path::from(Checkers::start());
    opening.moves.iter().for_each(|&played| path.play(played));
    [Side::First, Side::Second].map(|first| {
        let players = knowledge.each_ref().map(|knowledge| Player::new(knowledge, effort, TABLE_BYTES));
        match winner(&players, path.clone(), first) {
            Some(winner) if winner == first => 2,
            Some(_) => 0,
            None => 1,
        }
    })
}

/// Plays a game in which the first player has that side, until its result is proven.
fn winner(players: &[Player<'_>; 2], mut path: Path<Checkers>, first: Side) -> Option<Side> {
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
            Verdict::Win { .. } => return Some(mover),
            Verdict::Loss { .. } => return Some(!mover),
            Verdict::Draw => return None,
            Verdict::Estimate(_) => path.play(found.best_move()?),
        }
    }
}
