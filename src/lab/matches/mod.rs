//! Matches between engines in processes of their own. Each opening is played twice, with sides
//! exchanged. `player` is an engine, `game` a game, `opening` where it begins; `elo` and `summary` say
//! what it all tells, `pdn` writes it down.

pub(super) mod elo;
mod game;
pub(super) mod opening;
mod pdn;
pub(super) mod player;
mod summary;

use super::parallel::as_done;
use super::protocol::Effort;
use crate::game::Notation;
use elo::Sprt;
use game::{Pair, Reason};
use indicatif::ProgressBar;
use opening::Opening;
use player::Player;
use std::error::Error;
use std::fs::File;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use summary::MatchSummary;

/// What to play.
#[derive(Clone, Copy, Debug)]
pub struct Match<'a> {
    /// Shell commands that start the engines A and B.
    pub engines: [&'a str; 2],
    /// Games, an even number: a pair for each opening.
    pub games: usize,
    /// For each move.
    pub effort: Effort,
    /// The file of openings, if not those of the program.
    pub openings: Option<&'a Path>,
    /// Games at a time.
    pub concurrency: NonZeroUsize,
    /// Where to write the games.
    pub pdn: Option<&'a Path>,
    /// Whether a game goes on that tables call drawn.
    pub plays_draws: bool,
    /// The Elo differences between which a sequential test decides and ends the match.
    pub sprt: Option<[f64; 2]>,
}

/// Plays a match and prints how it goes. Where `knowledge` has the result of an ending, and the rules leave
/// room for it, the game is over, unless draws are to be played.
///
/// # Errors
///
/// If an engine can't be started or a file not be used. An engine that fails during a game loses it.
pub fn play_match<G: Notation>(options: &Match<'_>, knowledge: &G::Knowledge) -> Result<(), Box<dyn Error>> {
    let openings = opening::read::<G>(&opening::given(options.openings)?)?;
    let openings = opening::varied::<G>(&openings, options.games.div_ceil(2));
    let named = |path: &Path| File::create(path).map_err(|error| format!("{}: {error}", path.display()));
    let mut pdn = options.pdn.map(named).transpose()?;
    let mut tally = MatchSummary::new(options.engines, options.sprt.map(|elo| Sprt { elo }));
    let bar = ProgressBar::new(options.games as u64);
    let worker = || {
        let mut seats = None;
        let (knowledge, openings) = (knowledge, &openings);
        move |number| {
            play_pair::<G>(options, knowledge, &mut seats, number as usize, &openings[number as usize])
        }
    };
    as_done(0..openings.len() as u64, options.concurrency, worker, |_, pair| {
        let pair = pair?;
        if let Some(pdn) = &mut pdn {
            pdn.write_all(written(&pair, options.engines).as_bytes())?;
        }
        tally.add(&pair, |fault| bar.suspend(|| writeln!(io::stdout(), "{fault}")))?;
        bar.inc(2);
        if tally.games().is_multiple_of(20) {
            bar.suspend(|| writeln!(io::stdout(), "{}", tally.line()))?;
        }
        Ok(if tally.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    bar.finish_and_clear();
    write!(io::stdout(), "{tally}")?;
    Ok(())
}

/// Both games as PDN.
fn written(pair: &Pair, [a, b]: [&str; 2]) -> String {
    let numbered = pair.games.iter().zip([[a, b], [b, a]]).zip(1..);
    numbered
        .map(|((game, players), number)| pdn::write(game, &format!("{}.{number}", pair.number + 1), players))
        .collect()
}

/// Plays an opening with both colours. The engines stay in `seats` from game to game, but for those that
/// failed.
fn play_pair<G: Notation>(
    options: &Match<'_>,
    knowledge: &G::Knowledge,
    seats: &mut Option<[Player; 2]>,
    number: usize,
    opening: &Opening<G::Move>,
) -> io::Result<Pair> {
    let mut game = |a_is_first: bool| {
        let [a, b] = match seats {
            Some(players) => players,
            None => seats.insert([Player::start(options.engines[0])?, Player::start(options.engines[1])?]),
        };
        let players = if a_is_first { [a, b] } else { [b, a] };
        let played = game::play::<G>(players, &opening.moves, options.effort, knowledge, options.plays_draws);
        if matches!(played.reason, Reason::Fault(_)) {
            *seats = None;
        }
        io::Result::Ok(played)
    };
    let games = [game(true)?, game(false)?];
    Ok(Pair { number, opening: opening.name.clone(), games })
}
