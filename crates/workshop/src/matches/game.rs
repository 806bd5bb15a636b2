//! A single game between two engine processes.

use super::engine_process::{EngineFailure, EngineProcess, Reply};
use crate::move_budget::MoveBudget;
use bestmove_core::game::{Ending, Notation, Outcome, Side};
use bestmove_core::search::{Path, adjudicate};
use std::fmt::{self, Display};
use std::ops::AddAssign;
use std::time::Duration;

/// Plies after which a game is adjudicated as a draw.
const MAX_PLIES: usize = 300;

/// The reason a game ended.
#[derive(Debug)]
pub(super) enum EndReason {
    /// The rules of the game.
    Rules(Ending),
    /// Adjudication by the endgame tables.
    Tables,
    /// Adjudication after [`MAX_PLIES`].
    Length,
    /// A failure of the side to move.
    EngineFailure(EngineFailure),
}

impl Display for EndReason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(ending) => write!(out, "{}", ending.label),
            Self::Tables => write!(out, "endgame tables"),
            Self::Length => write!(out, "{MAX_PLIES} plies"),
            Self::EngineFailure(error) => write!(out, "the side to move {error}"),
        }
    }
}

/// A finished pair of games, in the first of which A moved first.
pub(super) struct GamePair {
    pub(super) number: usize,
    pub(super) opening: String,
    pub(super) games: [GameRecord; 2],
}

/// The resources that an engine used.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usage {
    pub(super) moves: u32,
    pub(super) elapsed: Duration,
    /// Zero where the system does not tell, and below the resolution of its clock.
    pub(super) cpu_time: Duration,
    /// The sum of the depths it reported.
    pub(super) depth: u64,
    /// The sum of the nodes it reported.
    pub(super) nodes: u64,
}

/// The means by move.
impl Display for Usage {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = f64::from(self.moves);
        let elapsed = self.elapsed.as_secs_f64();
        write!(out, "{:.3} s a move", elapsed / moves)?;
        if !self.cpu_time.is_zero() {
            write!(out, " ({:.3} s of processor time)", self.cpu_time.as_secs_f64() / moves)?;
        }
        let (speed, depth) = (self.nodes as f64 / elapsed / 1e6, self.depth as f64 / moves);
        write!(out, ", {speed:.2} M nodes/s, depth {depth:.1}")
    }
}

impl AddAssign for Usage {
    fn add_assign(&mut self, other: Self) {
        self.moves += other.moves;
        self.elapsed += other.elapsed;
        self.cpu_time += other.cpu_time;
        self.depth += other.depth;
        self.nodes += other.nodes;
    }
}

impl AddAssign<&Reply> for Usage {
    fn add_assign(&mut self, reply: &Reply) {
        *self += Self {
            moves: 1,
            elapsed: reply.elapsed,
            cpu_time: reply.cpu_time,
            depth: reply.depth.unwrap_or(0).into(),
            nodes: reply.nodes.unwrap_or(0),
        };
    }
}

/// A finished game.
#[derive(Debug)]
pub(super) struct GameRecord {
    /// All moves in the game's notation, from the start of the opening.
    pub(super) moves: Vec<String>,
    pub(super) winner: Option<Side>,
    pub(super) reason: EndReason,
    /// The usage of the first and the second side.
    pub(super) usage: [Usage; 2],
}

/// Plays a game from an opening; `players` are the engines of the first and the second side.
pub(super) fn play<G: Notation>(
    players: [&mut EngineProcess; 2],
    opening: &[G::Move],
    budget: MoveBudget,
    knowledge: &G::Knowledge,
    plays_draws: bool,
) -> GameRecord {
    let mut game = RunningGame::<G> {
        players,
        knowledge,
        plays_draws,
        path: Path::from(G::start()),
        moves: Vec::new(),
        usage: [Usage::default(); 2],
    };
    let (winner, reason) = match game.run(opening, budget) {
        Ok(end) => end,
        Err((side, error)) => (Some(!side), EndReason::EngineFailure(error)),
    };
    GameRecord { moves: game.moves, winner, reason, usage: game.usage }
}

struct RunningGame<'a, G: Notation> {
    players: [&'a mut EngineProcess; 2],
    knowledge: &'a G::Knowledge,
    plays_draws: bool,
    path: Path<G>,
    moves: Vec<String>,
    usage: [Usage; 2],
}

impl<G: Notation> RunningGame<'_, G> {
    fn run(
        &mut self,
        opening: &[G::Move],
        budget: MoveBudget,
    ) -> Result<(Option<Side>, EndReason), (Side, EngineFailure)> {
        for side in [Side::First, Side::Second] {
            self.players[side as usize].new_game().map_err(|error| (side, error))?;
        }
        opening.iter().for_each(|&played| self.play(played));
        loop {
            if let Some(Outcome { winner, ending }) = self.path.outcome() {
                return Ok((winner, EndReason::Rules(ending)));
            }
            if let Some(winner) = adjudicate(&self.path, self.knowledge)
                && (winner.is_some() || !self.plays_draws)
            {
                return Ok((winner, EndReason::Tables));
            }
            if self.moves.len() >= MAX_PLIES {
                return Ok((None, EndReason::Length));
            }
            let side = G::to_move(self.path.position());
            let played = self.request_move(side, budget).map_err(|error| (side, error))?;
            self.play(played);
        }
    }

    /// Asks the engine of a side for its move.
    fn request_move(&mut self, side: Side, budget: MoveBudget) -> Result<G::Move, EngineFailure> {
        let position = self.path.position();
        let moves = format!("startpos moves {}", self.moves.join(" "));
        let reply = self.players[side as usize].search(&moves, budget, budget.timeout())?;
        self.usage[side as usize] += &reply;
        Ok(G::parse_move(position, &reply.played)?)
    }

    fn play(&mut self, played: G::Move) {
        self.moves.push(G::print_move(self.path.position(), played));
        self.path.play(played);
    }
}
