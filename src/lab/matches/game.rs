//! A single game.

use super::player::{Fault, Player, Reply};
use crate::game::{Ending, Notation, Outcome, Side};
use crate::lab::protocol::{Effort, Order};
use crate::search::{Path, adjudicate};
use std::fmt::{self, Display};
use std::ops::AddAssign;
use std::time::Duration;

/// Plies after which a game is called drawn.
const PLIES_MOST: usize = 300;

/// Why a game was over.
#[derive(Debug)]
pub(super) enum Reason {
    /// The rules of the game.
    Rules(Ending),
    /// What endgame tables say.
    Tables,
    /// It took too long.
    Length,
    /// The side to move failed.
    Fault(Fault),
}

impl Display for Reason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(ending) => write!(out, "{}", ending.label),
            Self::Tables => write!(out, "endgame tables"),
            Self::Length => write!(out, "{PLIES_MOST} plies"),
            Self::Fault(fault) => write!(out, "the side to move {fault}"),
        }
    }
}

/// A finished pair of games, in the first of which A moved first.
pub(super) struct Pair {
    pub(super) number: usize,
    pub(super) opening: String,
    pub(super) games: [Played; 2],
}

/// What a player spent.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spent {
    pub(super) moves: u32,
    pub(super) elapsed: Duration,
    /// The sum over its moves, where it told them.
    pub(super) depth: u64,
    /// Positions visited, where it told them.
    pub(super) nodes: u64,
}

impl AddAssign for Spent {
    fn add_assign(&mut self, more: Self) {
        self.moves += more.moves;
        self.elapsed += more.elapsed;
        self.depth += more.depth;
        self.nodes += more.nodes;
    }
}

impl AddAssign<&Reply> for Spent {
    fn add_assign(&mut self, reply: &Reply) {
        *self += Self {
            moves: 1,
            elapsed: reply.elapsed,
            depth: reply.depth.unwrap_or(0).into(),
            nodes: reply.nodes.unwrap_or(0),
        };
    }
}

/// A finished game.
#[derive(Debug)]
pub(super) struct Played {
    /// In the game's notation, those of the opening first.
    pub(super) moves: Vec<String>,
    pub(super) winner: Option<Side>,
    pub(super) reason: Reason,
    /// By the first and the second side.
    pub(super) spent: [Spent; 2],
}

/// Plays a game from an opening between the player of the first and that of the second side.
pub(super) fn play<G: Notation>(
    players: [&mut Player; 2],
    opening: &[G::Move],
    effort: Effort,
    knowledge: &G::Knowledge,
    plays_draws: bool,
) -> Played {
    let mut game = Playing::<G> {
        players,
        knowledge,
        plays_draws,
        path: Path::from(G::start()),
        moves: Vec::new(),
        spent: [Spent::default(); 2],
    };
    let (winner, reason) = match game.run(opening, effort) {
        Ok(end) => end,
        Err((side, fault)) => (Some(!side), Reason::Fault(fault)),
    };
    Played { moves: game.moves, winner, reason, spent: game.spent }
}

struct Playing<'a, G: Notation> {
    players: [&'a mut Player; 2],
    knowledge: &'a G::Knowledge,
    plays_draws: bool,
    path: Path<G>,
    moves: Vec<String>,
    spent: [Spent; 2],
}

impl<G: Notation> Playing<'_, G> {
    fn run(&mut self, opening: &[G::Move], effort: Effort) -> Result<(Option<Side>, Reason), (Side, Fault)> {
        let start = G::print(&G::start());
        self.tell(Order::NewGame)?;
        self.tell(Order::Position(&start))?;
        for &played in opening {
            self.play(played)?;
        }
        loop {
            if let Some(Outcome { winner, ending }) = self.path.outcome() {
                return Ok((winner, Reason::Rules(ending)));
            }
            if let Some(winner) = adjudicate(&self.path, self.knowledge)
                && (winner.is_some() || !self.plays_draws)
            {
                return Ok((winner, Reason::Tables));
            }
            if self.moves.len() >= PLIES_MOST {
                return Ok((None, Reason::Length));
            }
            let side = G::to_move(self.path.position());
            let played = self.ask(side, effort).map_err(|fault| (side, fault))?;
            self.play(played)?;
        }
    }

    /// The move that a side chooses.
    fn ask(&mut self, side: Side, effort: Effort) -> Result<G::Move, Fault> {
        let position = self.path.position();
        let reply = self.players[side as usize].answer(effort, effort.patience())?;
        self.spent[side as usize] += &reply;
        Ok(G::parse_move(position, &reply.played)?)
    }

    /// Plays a move and tells both of it.
    fn play(&mut self, played: G::Move) -> Result<(), (Side, Fault)> {
        let text = G::print_move(self.path.position(), played);
        self.path.play(played);
        self.moves.push(text.clone());
        self.tell(Order::Move(&text))
    }

    fn tell(&mut self, order: Order<'_>) -> Result<(), (Side, Fault)> {
        for side in [Side::First, Side::Second] {
            self.players[side as usize].order(order).map_err(|fault| (side, fault))?;
        }
        Ok(())
    }
}
