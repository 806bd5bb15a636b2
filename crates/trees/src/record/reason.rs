//! Reasons in words: why a search left something out. A reason is data, and says nothing that its events have
//! not proven.

use super::event::{Cutoff, Event, NodePath};
use super::words::{NodeName, Number, plural};
use crate::value::{Bound, MINUS_INFINITY, PLUS_INFINITY, Player, Value, Window};
use std::fmt::{self, Display, Formatter};

/// Why a node left out the rest of its children: the player to move there has a score that the opponent never
/// lets happen, or that answers the question of the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutoffReason {
    /// The node.
    pub node: Vec<u16>,
    /// The cutoff.
    pub cutoff: Cutoff,
    /// What the score of the node is up against.
    pub against: Against,
}

/// What makes the score of a node sufficient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// An ancestor where the opponent is to move and is already sure of a score that is as good or better.
    Ancestor {
        /// Its ply; the nearest such ancestor.
        ply: u16,
        /// The opponent's score there.
        sure: Value,
    },
    /// The window with which the search came to the node.
    Window(Window),
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
        let Cutoff { player, score, .. } = self.cutoff;
        let here = NodeName(&self.node);
        let opponent = if player == Player::Max { "Min" } else { "Max" };
        match self.against {
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

/// Follows a search to find the reasons of its cutoffs: for each node on the current path, the score of which the
/// player to move is sure.
#[derive(Clone, Debug)]
pub struct Reasons {
    root_player: Player,
    frames: Vec<Frame>,
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    window: Window,
    /// The best proven score of the finished children; the worst without one.
    sure: Value,
}

impl Reasons {
    /// Before the first event.
    #[must_use]
    pub const fn new(root_player: Player) -> Self {
        Self { root_player, frames: Vec::new() }
    }

    /// Takes the next event. Returns the reason if it is a cutoff.
    pub fn apply(&mut self, path: &NodePath, event: Event) -> Option<CutoffReason> {
        let ply = path.len();
        match event {
            Event::Enter { window } => {
                self.frames.resize(ply, Frame { window, sure: self.player(ply).worst() });
                self.frames.push(Frame { window, sure: self.player(ply).worst() });
            }
            Event::Probe { lower, upper, .. } => {
                let sure = if self.player(ply) == Player::Max { lower } else { upper };
                self.improve(ply, sure);
            }
            Event::Leave { score, bound } => self.leave(ply, score, bound),
            Event::Cut(cutoff) => return Some(self.reason(path, cutoff)),
            _ => {}
        }
        None
    }

    fn player(&self, ply: usize) -> Player {
        if ply.is_multiple_of(2) { self.root_player } else { !self.root_player }
    }

    /// The parent's player is sure of the score of a child, unless it is a bound on the wrong side.
    fn leave(&mut self, ply: usize, score: Value, bound: Bound) {
        self.frames.truncate(ply);
        let Some(parent) = ply.checked_sub(1) else { return };
        let wrong = if self.player(parent) == Player::Max { Bound::Upper } else { Bound::Lower };
        if bound != wrong {
            self.improve(parent, score);
        }
    }

    fn improve(&mut self, ply: usize, score: Value) {
        let player = self.player(ply);
        if let Some(frame) = self.frames.get_mut(ply) {
            frame.sure = player.best(frame.sure, score);
        }
    }

    fn reason(&self, path: &NodePath, cutoff: Cutoff) -> CutoffReason {
        let window = self.frames.get(path.len()).map_or(Window::FULL, |frame| frame.window);
        let is_enough = |sure: Value| match cutoff.player {
            Player::Max => cutoff.score >= sure && sure != PLUS_INFINITY,
            Player::Min => cutoff.score <= sure && sure != MINUS_INFINITY,
        };
        let opponents = (0..path.len()).rev().step_by(2);
        let ancestor = opponents
            .filter_map(|ply| Some((ply, self.frames.get(ply)?.sure)))
            .map(|(ply, sure)| Against::Ancestor { ply: ply as u16, sure })
            .find(|against| matches!(against, Against::Ancestor { sure, .. } if is_enough(*sure)));
        let against = ancestor.unwrap_or(Against::Window(window));
        CutoffReason { node: path.to_vec(), cutoff, against }
    }
}
