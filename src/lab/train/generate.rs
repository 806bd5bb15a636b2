//! Games of the engine against itself.
//!
//! A game follows from the seed and its number alone, and games are written in the order of their
//! numbers: the same seed gives the same file, whatever the threads, and unfinished work goes on
//! where it stopped.

use super::player::{Player, knowledge, name, only_move};
use super::random::Random;
use super::record::{Games, Next, Record};
use crate::game::{Moves, Rules, Side};
use crate::games::Checkers;
use crate::games::checkers::{Board, Knowledge};
use crate::lab::given::Given;
use crate::lab::matches::opening::{self, Opening};
use crate::lab::parallel::in_order;
use crate::lab::progress::progress_bar;
use crate::lab::protocol::Effort;
use crate::search::Path;
use crate::types::{Score, Verdict};
use std::error::Error;
use std::num::NonZeroUsize;
use std::path;

/// Memory of a game: what a few thousand nodes a move fill.
const TABLE_BYTES: usize = 2 << 20;
/// Up to so many random plies follow the opening.
const RANDOM_PLIES: usize = 8;
/// A side that is ahead by so much, for as long as [`CLEAR_PLIES`], has won.
const CLEAR_LEAD: i16 = 250;
const CLEAR_PLIES: usize = 6;
/// A draw, where neither side has made progress for so long.
const NO_PROGRESS_LIMIT: u16 = 30;

/// Which games are to be played.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// How many.
    pub games: u64,
    /// Nodes for each move.
    pub nodes: u64,
    /// One in so many moves is drawn at random: what a search looks at is mostly no position of a good game.
    pub stray: Option<NonZeroUsize>,
    /// Decides the openings.
    pub seed: u64,
    /// Games at the same time.
    pub threads: NonZeroUsize,
    /// The file of openings, if not those of the program.
    pub openings: Option<&'a path::Path>,
    /// The file of weights to play with, if not those of the program.
    pub weights: Option<&'a path::Path>,
}

impl Plan<'_> {
    /// All that a game depends on besides its number and the program.
    fn work(&self, openings: &Given) -> Result<String, Box<dyn Error>> {
        let Self { nodes, seed, stray, .. } = self;
        let stray = stray.map_or("none".to_owned(), |stray| format!("one in {stray}"));
        let (weights, openings) = (name(self.weights)?, crc32fast::hash(openings.text.as_bytes()));
        Ok(format!("seed {seed}, {nodes} nodes, stray moves {stray}, openings {openings:08x}, {weights}"))
    }
}

/// Plays the games and writes them to the file, as far as they are not in it.
///
/// # Errors
///
/// If a file can't be used or holds something else.
pub fn generate(plan: &Plan<'_>, out: &path::Path) -> Result<(), Box<dyn Error>> {
    let given = opening::given(plan.openings)?;
    let openings = opening::read::<Checkers>(&given)?;
    let knowledge = knowledge(plan.weights)?;
    let (mut file, games) = Games::append(out, &plan.work(&given)?)?;
    let bar = progress_bar("games", plan.games, games);
    let play = |number| played(plan, &knowledge, &openings, number);
    in_order(games..plan.games, plan.threads, play, |game| {
        bar.inc(1);
        file.add(&game)
    })?;
    bar.finish();
    Ok(())
}

/// The game of that number.
fn played(
    plan: &Plan<'_>,
    knowledge: &Knowledge,
    openings: &[Opening<<Checkers as Rules>::Move>],
    number: u64,
) -> Vec<Record> {
    let mut random = Random::new(plan.seed, number);
    let path = start(&openings[random.below(openings.len())], &mut random);
    let player = Player::new(knowledge, Effort::Nodes(plan.nodes), TABLE_BYTES);
    let mut game = SelfPlay { path, player, random, stray: plan.stray, searched: Vec::new() };
    let winner = game.winner();
    let result = |mover| match winner {
        Some(winner) if winner == mover => 1,
        Some(_) => -1,
        None => 0,
    };
    let record = |(number, searched): (usize, &Searched)| Record {
        board: searched.board.seen_by_mover(),
        score: searched.score.units(),
        result: result(searched.mover()),
        next: game.searched.get(number + 1).and_then(|next| searched.leads_to(next)),
    };
    game.searched.iter().enumerate().map(record).collect()
}

/// The end of an opening and some random moves after it.
fn start(opening: &Opening<<Checkers as Rules>::Move>, random: &mut Random) -> Path<Checkers> {
    let mut path = Path::from(Checkers::start());
    opening.moves.iter().for_each(|&played| path.play(played));
    for _ in 0..random.below(RANDOM_PLIES + 1) {
        if let Some(played) = any_move(path.position(), random) {
            path.play(played);
        }
    }
    path
}

/// A legal move drawn at random, if there is one.
fn any_move(board: &Board, random: &mut Random) -> Option<<Checkers as Rules>::Move> {
    let mut moves = Moves::new();
    Checkers::moves(board, &mut moves);
    (!moves.is_empty()).then(|| moves[random.below(moves.len())])
}

/// A game in progress.
struct SelfPlay<'a> {
    path: Path<Checkers>,
    player: Player<'a>,
    random: Random,
    stray: Option<NonZeroUsize>,
    /// Positions that left a choice.
    searched: Vec<Searched>,
}

struct Searched {
    board: Board,
    score: Score,
    /// Whether the move was drawn at random.
    strays: bool,
}

impl Searched {
    fn mover(&self) -> Side {
        Checkers::to_move(&self.board)
    }

    /// How it goes on, if not by a move drawn at random.
    fn leads_to(&self, next: &Self) -> Option<Next> {
        let turn = if next.mover() == self.mover() { Next::Same } else { Next::Other };
        (!self.strays).then_some(turn)
    }
}

impl SelfPlay<'_> {
    /// Plays on until the game is over, or as good as that.
    fn winner(&mut self) -> Option<Side> {
        let mut clear = (Side::First, 0);
        loop {
            if let Some(outcome) = self.path.outcome() {
                return outcome.winner;
            }
            if self.path.no_progress_plies() >= NO_PROGRESS_LIMIT {
                return None;
            }
            if let Some(only) = only_move(&self.path) {
                self.path.play(only);
                continue;
            }
            let board = *self.path.position();
            let mover = Checkers::to_move(&board);
            let found = self.player.search(&self.path);
            let (score, over) = match found.verdict {
                Verdict::Win { .. } => (Score::INFINITE, Some(Some(mover))),
                Verdict::Loss { .. } => (-Score::INFINITE, Some(Some(!mover))),
                Verdict::Draw => (Score::DRAW, Some(None)),
                Verdict::Estimate(units) => (Score::from_units(units), None),
            };
            let strays = self.stray.is_some_and(|moves| self.random.below(moves.get()) == 0);
            let stray = if strays { any_move(&board, &mut self.random) } else { None };
            self.searched.push(Searched { board, score, strays });
            if let Some(winner) = over {
                return winner;
            }
            let ahead = if score > Score::DRAW { mover } else { !mover };
            clear = match clear {
                _ if score.units().abs() < CLEAR_LEAD => (ahead, 0),
                (leader, plies) if leader == ahead => (ahead, plies + 1),
                _ => (ahead, 1),
            };
            if clear.1 >= CLEAR_PLIES {
                return Some(ahead);
            }
            self.path.play(stray.or(found.best_move())?);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]
mod tests {
    use super::*;
    use std::fs;

    /// The bytes of a file of games, made on so many threads, with a pause after the first.
    fn made(threads: usize, seed: u64, stray: usize) -> Vec<u8> {
        let name = format!("bestmove-generate-{}-{threads}-{seed}-{stray}", std::process::id());
        let out = std::env::temp_dir().join(name);
        let threads = NonZeroUsize::new(threads).unwrap();
        for games in [1, 4] {
            let stray = NonZeroUsize::new(stray);
            let plan = Plan { games, nodes: 50, stray, seed, threads, openings: None, weights: None };
            generate(&plan, &out).unwrap();
        }
        let bytes = fs::read(&out).unwrap();
        fs::remove_file(&out).unwrap();
        bytes
    }

    #[test]
    fn games_depend_on_the_seed_alone() {
        for stray in [0, 5] {
            assert_eq!(made(1, 7, stray), made(3, 7, stray));
        }
        assert_ne!(made(1, 7, 0), made(1, 8, 0));
        assert_ne!(made(1, 7, 0), made(1, 7, 5));
    }
}
