//! Reasons as data, and their English text.

use crate::game::Ending;
use std::fmt::{self, Display, Formatter};
use std::slice;

/// Why a move is good or bad. Moves are in the game's notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The move wins the game.
    WinsAtOnce {
        /// Why the game is over then.
        ending: Ending,
    },
    /// The move ends the game as a draw.
    DrawsAtOnce {
        /// Why the game is over then.
        ending: Ending,
    },
    /// No other move is legal.
    OnlyLegalMove,
    /// A move of the line makes two threats at once, and wins.
    DoubleThreat(Box<DoubleThreat>),
    /// A move of the other side in the line makes two threats at once, and wins.
    AllowsDoubleThreat(Box<DoubleThreat>),
    /// Every reply allows a win at once.
    WinsAgainstEveryReply {
        /// Plies to the end of the game.
        plies: u16,
    },
    /// Every other move allows a win at once.
    PreventsWin {
        /// The reply that wins after every other move; `None` if different ones do.
        threat: Option<String>,
    },
    /// The move allows a win at once.
    AllowsWinAtOnce {
        /// The replies that win, at least one.
        replies: Vec<String>,
    },
    /// The move wins, and no other does.
    OnlyWinningMove,
    /// The move draws, and every other loses.
    OnlyDrawingMove,
    /// Every other move loses. The result of this one is not known.
    OthersLose,
    /// Every move loses, and none holds out longer than this one.
    ResistsLongest {
        /// Plies to the end of the game.
        plies: u16,
    },
    /// The line wins material.
    WinsMaterial(Box<Exchange>),
    /// The line loses material.
    LosesMaterial(Box<Exchange>),
    /// A piece changes its kind in the line.
    Promotes {
        /// What it becomes: the [kind](crate::game::Piece::kind) of a piece.
        piece: &'static str,
        /// Plies to there.
        plies: u16,
    },
    /// The other side has no move but the pass.
    ForcesPass,
    /// The move takes a corner.
    TakesCorner,
    /// The move allows the other side to take corners that another move would have kept from it.
    AllowsCorner {
        /// The replies that take them, at least one.
        replies: Vec<String>,
    },
    /// The mover moves last in the region of empty cells that the move was made in.
    KeepsParity {
        /// The replies there, at least one, each of which it can answer there.
        replies: Vec<String>,
    },
    /// The other side has few replies, fewer than after every other move.
    LimitsMobility {
        /// The replies, at least one.
        replies: Vec<String>,
    },
    /// The line draws by leading to a position that occurred before.
    RepeatsPosition {
        /// Plies to there.
        plies: u16,
    },
    /// An endgame tablebase has the win, but not its length.
    TablebaseWin,
    /// An endgame tablebase has the loss, but not its length.
    TablebaseLoss,
}

/// A move that makes two threats to win at once: each wins after every reply but one, and no reply stops
/// both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoubleThreat {
    /// The place of the move in the line, from 1.
    pub ply: u16,
    /// The move.
    pub played: String,
    /// The moves that it threatens.
    pub threats: [String; 2],
    /// Plies from the beginning of the line to the end of the game.
    pub plies: u16,
    /// Whether the winner can't win sooner.
    pub is_exact: bool,
}

/// Captures in a line after which one side is ahead, and stays ahead to the end of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// What the side that moves first in the line captures.
    pub won: Vec<Pieces>,
    /// What the other side captures.
    pub lost: Vec<Pieces>,
    /// The moves that capture.
    pub captures: Vec<String>,
    /// Plies from the beginning of the line to the end of the exchange, where no capture is left.
    pub plies: u16,
}

/// Pieces of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// Their number.
    pub count: u32,
    /// Their [kind](crate::game::Piece::kind).
    pub kind: &'static str,
}

impl Reason {
    /// The moves that it names, those of [`DoubleThreat::threats`] among them.
    #[must_use]
    pub fn moves(&self) -> &[String] {
        match self {
            Self::DoubleThreat(threat) | Self::AllowsDoubleThreat(threat) => &threat.threats,
            Self::PreventsWin { threat: Some(threat) } => slice::from_ref(threat),
            Self::AllowsWinAtOnce { replies }
            | Self::AllowsCorner { replies }
            | Self::KeepsParity { replies }
            | Self::LimitsMobility { replies } => replies,
            Self::WinsMaterial(exchange) | Self::LosesMaterial(exchange) => &exchange.captures,
            _ => &[],
        }
    }
}

impl Display for Reason {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::WinsAtOnce { ending: Ending::LINE } => out.write_str("wins at once: completes a row"),
            Self::WinsAtOnce { ending: Ending::NO_MOVES } => {
                out.write_str("wins at once: leaves the other side no moves")
            }
            Self::WinsAtOnce { ending } => write!(out, "wins at once by {}", ending.label),
            Self::DrawsAtOnce { ending } => write!(out, "draws at once by {}", ending.label),
            Self::OnlyLegalMove => out.write_str("the only legal move"),
            Self::DoubleThreat(threat) => threat.write(out, "wins", ""),
            Self::AllowsDoubleThreat(threat) => threat.write(out, "loses", "allows "),
            Self::WinsAgainstEveryReply { plies } => {
                write!(out, "wins in {plies} plies: every reply allows a win at once")
            }
            Self::PreventsWin { threat: Some(threat) } => {
                write!(out, "the only move that prevents {threat}, which wins at once")
            }
            Self::PreventsWin { threat: None } => out.write_str("the only move that prevents a win at once"),
            Self::AllowsWinAtOnce { replies } => match &replies[..] {
                [reply] => write!(out, "allows {reply}, which wins at once"),
                replies => write!(out, "allows {}, which win at once", enumerated(replies)),
            },
            Self::OnlyWinningMove => out.write_str("the only move that wins"),
            Self::OnlyDrawingMove => out.write_str("the only move that keeps the draw"),
            Self::OthersLose => out.write_str("every other move loses"),
            Self::ResistsLongest { plies } => {
                write!(out, "resists longest: loses in {plies} plies")
            }
            Self::WinsMaterial(exchange) => exchange.write(out, "wins", [&exchange.won, &exchange.lost]),
            Self::LosesMaterial(exchange) => exchange.write(out, "loses", [&exchange.lost, &exchange.won]),
            Self::Promotes { piece, plies: 1 } => write!(out, "gets a {piece}"),
            Self::Promotes { piece, plies } => {
                write!(out, "gets a {piece} in {plies} plies in the best line")
            }
            Self::ForcesPass => out.write_str("leaves the other side no move: it must pass"),
            Self::TakesCorner => out.write_str("takes a corner"),
            Self::AllowsCorner { replies } => {
                let corners = if replies.len() == 1 { "corner" } else { "corners" };
                write!(out, "gives up the {corners} {}", enumerated(replies))
            }
            Self::KeepsParity { replies } => {
                write!(out, "moves last in its region: can answer {} there", enumerated(replies))
            }
            Self::LimitsMobility { replies } => match &replies[..] {
                [reply] => write!(out, "leaves the other side one move, {reply}"),
                replies => {
                    write!(out, "leaves the other side {} moves, {}", replies.len(), enumerated(replies))
                }
            },
            Self::RepeatsPosition { plies: 1 } => out.write_str("repeats an earlier position"),
            Self::RepeatsPosition { plies } => {
                write!(out, "repeats an earlier position in {plies} plies in the best line")
            }
            Self::TablebaseWin => out.write_str("wins by the endgame tables"),
            Self::TablebaseLoss => out.write_str("loses by the endgame tables"),
        }
    }
}

impl DoubleThreat {
    /// `allows` precedes the move where the other side plays it.
    fn write(&self, out: &mut Formatter<'_>, result: &str, allows: &str) -> fmt::Result {
        let Self { ply, played, threats: [one, other], plies, is_exact } = self;
        let at_most = if *is_exact { "" } else { "at most " };
        write!(out, "{result} in {at_most}{plies} plies: ")?;
        match ply {
            1 => write!(out, "makes two threats at once, {one} and {other}"),
            2 => write!(out, "{allows}{played}, which makes two threats at once, {one} and {other}"),
            _ => write!(out, "in the best line {played} makes two threats at once, {one} and {other}"),
        }
    }
}

impl Exchange {
    /// `more` are the pieces of the side that is behind, `fewer` what it gets for them.
    fn write(&self, out: &mut Formatter<'_>, verb: &str, [more, fewer]: [&[Pieces]; 2]) -> fmt::Result {
        write!(out, "{verb} {}", in_words(more))?;
        if !fewer.is_empty() {
            write!(out, " for {}", in_words(fewer))?;
        }
        write!(out, " in the best line: {}", self.captures.join(" "))
    }
}

fn in_words(pieces: &[Pieces]) -> String {
    let texts: Vec<_> = pieces.iter().map(ToString::to_string).collect();
    enumerated(&texts)
}

impl Display for Pieces {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match (self.count, self.kind.strip_suffix("man")) {
            (1, _) => write!(out, "a {}", self.kind),
            (count, Some(stem)) => write!(out, "{count} {stem}men"),
            (count, None) => write!(out, "{count} {}s", self.kind),
        }
    }
}

/// "a, b and c".
fn enumerated(texts: &[String]) -> String {
    match texts {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        texts => texts.concat(),
    }
}
