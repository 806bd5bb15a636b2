//! Reasons in words: why a search left something out. A reason is data, and says nothing that its events have
//! not proven.

use super::event::{Against, Cutoff};
use super::words::{NodeName, Number, plural};
use crate::value::{Player, Window};
use std::fmt::{self, Display, Formatter};

/// Why a node left out the rest of its children: the player to move there has a score that the opponent never
/// lets happen, or that answers the question of the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutoffReason {
    /// The node.
    pub node: Vec<u16>,
    /// The cutoff.
    pub cutoff: Cutoff,
}

/// Why a node has never been visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut<'a> {
    /// By the cutoff of an ancestor.
    Cutoff(&'a CutoffReason),
    /// The search was done with an ancestor without it.
    Done {
        /// The ply of that ancestor.
        ply: u16,
    },
}

impl Display for CutoffReason {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Cutoff { player, score, against, .. } = self.cutoff;
        let here = NodeName(&self.node);
        let opponent = if player == Player::Max { "Min" } else { "Max" };
        match against {
            Against::Ancestor { ply, sure } => {
                let side = if player == Player::Max { "less" } else { "more" };
                let there = NodeName(&self.node[..ply.into()]);
                write!(out, "{opponent} is already sure of {} or {side} at {there}", Number(sure))?;
            }
            Against::Window(window) => write_question(out, window, player)?,
        }
        match player {
            Player::Max => write!(out, ", and Max can get {} or more at {here}", Number(score)),
            Player::Min => write!(out, ", and Min can hold {here} to {} or less", Number(score)),
        }
    }
}

fn write_question(out: &mut Formatter<'_>, window: Window, player: Player) -> fmt::Result {
    let (bound, side) = match player {
        Player::Max => (window.beta, "least"),
        Player::Min => (window.alpha, "most"),
    };
    match window.alpha.checked_add(1) == Some(window.beta) {
        true => {
            write!(out, "the null window {window} only asks whether the value is at {side} {}", Number(bound))
        }
        false => write!(out, "the window {window} ends at {}", Number(bound)),
    }
}

impl Display for LeftOut<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cutoff(reason) => {
                let Cutoff { searched, skipped, .. } = reason.cutoff;
                let children = searched + skipped;
                let node = NodeName(&reason.node);
                write!(out, "never looked at: {reason}. So {node} was cut after {searched} of {children} ")?;
                out.write_str(plural(children.into(), "child", "children"))
            }
            Self::Done { ply: 0 } => out.write_str("never looked at: the root had its value without it"),
            Self::Done { ply } => {
                write!(out, "never looked at: its ancestor at ply {ply} had its score without it")
            }
        }
    }
}
