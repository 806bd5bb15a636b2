//! Generates training games by self-play.
//!
//! A game depends on the seed and its number alone, and games are written in the order of their numbers. So the same
//! seed gives the same file with any number of threads, and interrupted work resumes without a difference.

use super::Trainable;
use super::player::{Player, knowledge, name, only_move};
use super::record::{Games, NextMover, Record};
use super::starts::Starts;
use crate::matches::opening;
use crate::move_budget::MoveBudget;
use crate::options::{ThreadOptions, from_to};
use crate::parallel::for_each_ordered;
use crate::progress::progress_bar;
use crate::random::{Random, random_move};
use bestmove_core::game::Side;
use bestmove_core::search::Path;
use clap::Args;
use std::error::Error;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Bytes of the transposition table of a game: enough for a few thousand nodes for each move.
const TABLE_BYTES: usize = 2 << 20;
/// A lead, in hundredths of a piece, that is adjudicated as a win after [`WIN_PLIES`].
const WIN_SCORE: i16 = 250;
const WIN_PLIES: usize = 6;

/// Options of self-play.
#[derive(Args, Clone, Debug)]
pub struct SelfPlayOptions {
    /// Total number of games in the file, including those it has already
    #[arg(long)]
    pub games: u64,
    /// Node limit of each move
    #[arg(long, default_value_t = 1000, value_parser = from_to::<u64>(1..=u64::MAX))]
    pub nodes: u64,
    // Most positions in a search tree do not come from good play.
    /// Play one in this many moves at random [default: none]
    #[arg(long = "stray")]
    pub random_move_rate: Option<NonZeroUsize>,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// File of weights to play with [default: the built-in ones]
    #[arg(long)]
    pub weights: Option<PathBuf>,
    /// File of openings, in the format of crates/core/data/checkers-ballots.json [default: that
    /// file for checkers, else the start]
    #[arg(long)]
    pub ballots: Option<PathBuf>,
    /// File of games: start from undecided positions of these, up to 2.5 pieces ahead, instead of openings
    #[arg(long, value_name = "GAMES", conflicts_with = "ballots")]
    pub endings: Option<PathBuf>,
    /// The most pieces of those positions
    #[arg(long, requires = "endings", default_value_t = 12, value_parser = from_to::<u32>(7..=24))]
    pub max_pieces: u32,
    /// Concurrent games.
    #[command(flatten)]
    pub threads: ThreadOptions,
    /// File of games
    #[arg(long)]
    pub out: PathBuf,
}

impl SelfPlayOptions {
    /// Describes everything that a game depends on besides its number and the program. Part of the file format.
    fn provenance<G: Trainable>(&self, starts: &Starts<G>) -> Result<String, Box<dyn Error>> {
        let Self { nodes, seed, random_move_rate, .. } = self;
        let rate = random_move_rate.map_or("none".to_owned(), |moves| format!("one in {moves}"));
        let (weights, starts) = (name::<G>(self.weights.as_deref())?, &starts.name);
        Ok(format!("seed {seed}, {nodes} nodes, stray moves {rate}, {starts}, {weights}"))
    }
}

/// Plays the games that are not yet in the file, and appends them to it.
///
/// # Errors
///
/// If a file cannot be read or written, is corrupt, or has other contents.
pub fn generate<G: Trainable>(options: &SelfPlayOptions) -> Result<(), Box<dyn Error>> {
    let starts = match &options.endings {
        Some(endings) => Starts::<G>::endings(endings, options.max_pieces)?,
        None => Starts::openings(&opening::source(options.ballots.as_deref(), G::OPENINGS)?)?,
    };
    let knowledge = knowledge::<G>(options.weights.as_deref())?;
    let (mut file, games) = Games::append::<G>(&options.out, &options.provenance(&starts)?)?;
    let bar = progress_bar("games", options.games, games);
    let play = |number| play_game(options, &knowledge, &starts, number);
    for_each_ordered(games..options.games, options.threads.count(), play, |game| {
        bar.inc(1);
        file.add(&game)
    })?;
    bar.finish();
    Ok(())
}

/// Plays game `number`.
fn play_game<G: Trainable>(
    options: &SelfPlayOptions,
    knowledge: &G::Knowledge,
    starts: &Starts<G>,
    number: u64,
) -> Vec<Record<G>> {
    let mut random = Random::new(options.seed, number);
    let path = starts.choose(&mut random);
    let player = Player::new(knowledge, MoveBudget::Nodes(options.nodes), TABLE_BYTES);
    let mut game = SelfPlayGame::<G> {
        path,
        player,
        random,
        random_move_rate: options.random_move_rate,
        searched: Vec::new(),
    };
    let (side, result) = game.play();
    let record = |(number, searched): (usize, &SearchedPosition<G>)| Record {
        position: G::seen_by_mover(&searched.position),
        score: searched.score,
        result: if searched.mover() == side { result } else { -result },
        next: game.searched.get(number + 1).and_then(|next| searched.leads_to(next)),
    };
    game.searched.iter().enumerate().map(record).collect()
}

/// A game in progress.
struct SelfPlayGame<'a, G: Trainable> {
    path: Path<G>,
    player: Player<'a, G>,
    random: Random,
    random_move_rate: Option<NonZeroUsize>,
    /// The positions with more than one legal move.
    searched: Vec<SearchedPosition<G>>,
}

struct SearchedPosition<G: Trainable> {
    position: G::Position,
    score: i16,
    /// Whether the move played was random.
    is_random: bool,
}

impl<G: Trainable> SearchedPosition<G> {
    fn mover(&self) -> Side {
        G::to_move(&self.position)
    }

    /// The side to move in the next searched position, unless a random move led there.
    fn leads_to(&self, next: &Self) -> Option<NextMover> {
        let turn = if next.mover() == self.mover() { NextMover::Same } else { NextMover::Other };
        (!self.is_random).then_some(turn)
    }
}

impl<G: Trainable> SelfPlayGame<'_, G> {
    /// Plays the game until it ends or is adjudicated; where games are scored by margin, to the
    /// end. Returns the result for one side.
    fn play(&mut self) -> (Side, i8) {
        let mut lead = (Side::First, 0);
        loop {
            let position = *self.path.position();
            let mover = G::to_move(&position);
            if let Some(outcome) = self.path.outcome() {
                return match outcome.winner {
                    _ if G::SCORED_BY_MARGIN => (mover, (G::final_margin(&position) / 100) as i8),
                    Some(winner) => (winner, 1),
                    None => (mover, 0),
                };
            }
            if let Some(only) = only_move(&self.path) {
                self.path.play(only);
                continue;
            }
            let found = self.player.judge(&self.path);
            let (score, result) = found.score();
            let is_random = self.random_move_rate.is_some_and(|moves| self.random.below(moves.get()) == 0);
            let random = if is_random { random_move::<G>(&position, &mut self.random) } else { None };
            self.searched.push(SearchedPosition { position, score, is_random });
            if let Some(result) = result.filter(|_| !G::SCORED_BY_MARGIN) {
                return (mover, result);
            }
            let ahead = if score > 0 { mover } else { !mover };
            lead = match lead {
                _ if G::SCORED_BY_MARGIN || score.abs() < WIN_SCORE => (ahead, 0),
                (leader, plies) if leader == ahead => (ahead, plies + 1),
                _ => (ahead, 1),
            };
            if lead.1 >= WIN_PLIES {
                return (ahead, 1);
            }
            match random.or(found.best) {
                Some(played) => self.path.play(played),
                None => return (mover, 0),
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "test helpers may panic")]
mod tests {
    use super::*;
    use bestmove_core::games::{Checkers, Reversi};
    use std::fs;
    use std::path::Path;

    fn file(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("bestmove-generate-{}-{name}", std::process::id()))
    }

    fn options(games: u64, threads: usize, seed: u64, out: &Path) -> SelfPlayOptions {
        SelfPlayOptions {
            games,
            nodes: 50,
            random_move_rate: None,
            seed,
            weights: None,
            ballots: None,
            endings: None,
            max_pieces: 12,
            threads: ThreadOptions { threads: Some(threads) },
            out: out.to_owned(),
        }
    }

    /// The bytes of a file of games, made in two runs.
    fn generated<G: Trainable>(threads: usize, seed: u64, random_move_rate: usize) -> Vec<u8> {
        let out = file(&format!("{}-{threads}-{seed}-{random_move_rate}", G::ID));
        for games in [1, 4] {
            let random_move_rate = NonZeroUsize::new(random_move_rate);
            generate::<G>(&SelfPlayOptions { random_move_rate, ..options(games, threads, seed, &out) })
                .unwrap();
        }
        let bytes = fs::read(&out).unwrap();
        fs::remove_file(&out).unwrap();
        bytes
    }

    #[test]
    fn games_depend_on_the_seed_alone() {
        fn check<G: Trainable>() {
            for random_move_rate in [0, 5] {
                assert_eq!(generated::<G>(1, 7, random_move_rate), generated::<G>(3, 7, random_move_rate));
            }
            assert_ne!(generated::<G>(1, 7, 0), generated::<G>(1, 8, 0));
            assert_ne!(generated::<G>(1, 7, 0), generated::<G>(1, 7, 5));
        }
        check::<Checkers>();
        check::<Reversi>();
    }

    /// Endings are solved, and both sides keep their scores to the end.
    #[test]
    fn games_of_reversi_end_with_exact_scores() {
        let out = file("exact");
        generate::<Reversi>(&options(3, 1, 1, &out)).unwrap();
        let mut solved = 0;
        Games::read::<Reversi>(&out, |game| {
            for record in game.iter().filter(|record| Reversi::is_solved(&record.position)) {
                assert_eq!(record.score, 100 * i16::from(record.result));
                solved += 1;
            }
        })
        .unwrap();
        assert!(solved > 20, "{solved}");
        fs::remove_file(out).unwrap();
    }

    #[test]
    fn games_start_from_endings_of_earlier_games() {
        let [openings, out] = ["openings", "endings"].map(file);
        generate::<Checkers>(&options(6, 2, 7, &openings)).unwrap();
        let from = |max_pieces| SelfPlayOptions {
            endings: Some(openings.clone()),
            max_pieces,
            ..options(20, 2, 7, &out)
        };
        generate::<Checkers>(&from(10)).unwrap();
        let mut games = Vec::new();
        Games::read::<Checkers>(&out, |game| games.push(game)).unwrap();
        assert_eq!(games.len(), 20);
        assert!(games.iter().flatten().all(|record| record.position.count() <= 10));
        let error = generate::<Checkers>(&from(9)).unwrap_err().to_string();
        assert!(error.contains("up to 10 pieces") && error.contains("up to 9 pieces"), "{error}");
        for path in [openings, out] {
            fs::remove_file(path).unwrap();
        }
    }
}
