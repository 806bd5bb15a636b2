//! Reasons in words: why a search left something out. A reason is data, and says nothing that its events have
//! not proven.

use super::event::{Against, Cutoff};
use super::presentation::{Convention, Presentation};
use super::sentence::bound_name;
use super::words::{NodeName, Number, plural};
use crate::value::{Player, Value, Window};
use std::fmt::{self, Display, Formatter};

/// Why a node left out the rest of its children: the player to move there has a score that the opponent never
/// lets happen, or that answers the question of the window.
#[derive(Clone, Debug, PartialEq)]
pub struct CutoffReason {
    /// The node.
    pub node: Vec<u16>,
    /// The cutoff, with its values for Max.
    pub cutoff: Cutoff,
    /// The same with unrounded means.
    pub(super) exact: Cutoff<f64>,
    pub(super) presentation: Presentation,
    /// The single values that the nodes of the path hold.
    pub(super) values: Vec<Value>,
}

/// Why a node has never been visited.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LeftOut<'a> {
    /// By the cutoff of an ancestor.
    Cutoff(&'a CutoffReason),
    /// The search was done with an ancestor without it.
    Done {
        /// The ply of that ancestor.
        ply: u16,
    },
}

impl CutoffReason {
    /// The two bounds that have met or crossed, β ≤ α, in numbers.
    #[must_use]
    pub fn bounds(&self) -> String {
        let Cutoff { player, score, bound, .. } = self.exact;
        let (beta, alpha) = match player {
            _ if self.presentation.is_of_mover() => (player.view(bound), player.view(score)),
            Player::Max => (bound, score),
            Player::Min => (score, bound),
        };
        format!("{} ≤ {}", Number(beta), Number(alpha))
    }

    fn write_for_max(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Cutoff { player, score, against, .. } = self.exact;
        let here = NodeName(&self.node);
        match against {
            Against::Ancestor { ply, sure } => {
                let side = if player == Player::Max { "less" } else { "more" };
                let there = NodeName(&self.node[..ply.into()]);
                write!(out, "{} is already sure of {} or {side} at {there}", !player, Number(sure))?;
            }
            Against::Window(window) => self.write_question(out, window, player)?,
            Against::Chance { window, rest, is_probed } => {
                write!(out, "the window {window} ends at {}", Number(window.bound_of(!player)))?;
                let (most, side) = if player == Player::Max { ("least", "more") } else { ("most", "less") };
                let (rest, score) = (Number(rest), Number(score));
                write!(
                    out,
                    ", and the mean of {here} is {score} or {side}, even if the rest brings the {most}"
                )?;
                return if is_probed {
                    out.write_str(" that its probes allow")
                } else {
                    write!(out, ", {rest}")
                };
            }
        }
        match player {
            Player::Max => write!(out, ", and Max can get {} or more at {here}", Number(score)),
            Player::Min => write!(out, ", and Min can hold {here} to {} or less", Number(score)),
        }
    }

    fn write_for_mover(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Cutoff { player, score, against, .. } = self.exact;
        match against {
            Against::Ancestor { ply, sure } => {
                let (own, negated) = (Number((!player).view(sure)), Number(player.view(sure)));
                let there = NodeName(&self.node[..ply.into()]);
                write!(out, "{} is already sure of {own} or more at {there}, ", !player)?;
                write!(out, "which is {negated} or less for {player}")?;
            }
            Against::Window(window) | Against::Chance { window, .. } => {
                self.write_question(out, window.seen_by(player), Player::Max)?;
            }
        }
        write!(
            out,
            ", and {player} can get {} or more at {}",
            Number(player.view(score)),
            NodeName(&self.node)
        )
    }

    /// What a window asks at a node of this player.
    fn write_question(&self, out: &mut Formatter<'_>, window: Window<f64>, player: Player) -> fmt::Result {
        let (bound, side) = match player {
            Player::Max => (window.beta, "least"),
            Player::Min => (window.alpha, "most"),
        };
        match window.alpha + 1.0 == window.beta && !self.presentation.has_means {
            true => {
                write!(
                    out,
                    "the null window {window} only asks whether the value is at {side} {}",
                    Number(bound)
                )
            }
            false => write!(out, "the window {window} ends at {}", Number(bound)),
        }
    }

    fn write_stored(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Cutoff { player, score, against, .. } = self.exact;
        let (own, other) = (bound_name(player), bound_name(!player));
        let side = if player == Player::Max { "below" } else { "above" };
        write!(
            out,
            "the {own} of {}, {}, is not {side} the {other} of ",
            NodeName(&self.node),
            Number(score)
        )?;
        match against {
            Against::Ancestor { ply, sure } => {
                let held = self.values.get(usize::from(ply)).map_or(sure, |&held| held.into());
                write!(out, "{}, {}", NodeName(&self.node[..ply.into()]), Number(held))
            }
            Against::Window(window) | Against::Chance { window, .. } => {
                write!(out, "the window, {}", Number(window.bound_of(!player)))
            }
        }
    }

    fn write_of_stack(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Cutoff { player, score, bound, against, .. } = self.exact;
        let (ply, above) = (self.node.len(), Number((!player).view(bound)));
        write!(out, "bound {ply}, {}, has reached −({above}), the negation of ", Number(player.view(score)))?;
        match ply.checked_sub(1) {
            Some(ply) => write!(out, "bound {ply}")?,
            None => out.write_str("the other bound of the window")?,
        }
        let Against::Ancestor { ply, .. } = against else { return Ok(()) };
        write!(out, ", which {} is sure of at {}", !player, NodeName(&self.node[..ply.into()]))
    }
}

impl Display for CutoffReason {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self.presentation.convention {
            Convention::Max => self.write_for_max(out),
            Convention::Mover => self.write_for_mover(out),
            Convention::Stored => self.write_stored(out),
            Convention::Stack => self.write_of_stack(out),
        }
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
