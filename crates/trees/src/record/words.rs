//! Numbers, nodes, windows and events in words.

use super::event::{Cutoff, Event, NodePath};
use crate::value::{Bound, MAX_VALUE, PLUS_INFINITY, Player, Value, Window};
use std::fmt::{self, Display, Formatter};

/// A value with a minus sign, or an infinity, or a bound next to one.
pub(crate) struct Number(pub(crate) Value);

impl Display for Number {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let (sign, size) = (if self.0 < 0 { "−" } else { "" }, self.0.unsigned_abs());
        match PLUS_INFINITY.unsigned_abs().saturating_sub(size) {
            0 => write!(out, "{}∞", if self.0 < 0 { "−" } else { "+" }),
            less if size > MAX_VALUE.unsigned_abs() => match self.0 {
                1.. => write!(out, "+∞−{less}"),
                _ => write!(out, "−∞+{less}"),
            },
            _ => write!(out, "{sign}{size}"),
        }
    }
}

/// The numbers of a path joined by dots; "the root" for the empty one.
pub struct NodeName<'a>(pub &'a NodePath);

impl Display for NodeName<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Some((first, rest)) = self.0.split_first() else { return out.write_str("the root") };
        write!(out, "{first}")?;
        rest.iter().try_for_each(|number| write!(out, ".{number}"))
    }
}

impl Display for Window {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "({}, {})", Number(self.alpha), Number(self.beta))
    }
}

impl Display for Player {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Max => "Max",
            Self::Min => "Min",
        })
    }
}

impl Bound {
    /// The sign between a value and its bound.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Exact => "=",
            Self::Lower => "≥",
            Self::Upper => "≤",
        }
    }
}

impl Cutoff {
    /// The two bounds that have met or crossed, β ≤ α, in numbers.
    #[must_use]
    pub fn bounds(&self) -> String {
        let (alpha, beta) = match self.player {
            Player::Max => (self.score, self.bound),
            Player::Min => (self.bound, self.score),
        };
        format!("{} ≤ {}", Number(beta), Number(alpha))
    }
}

pub(crate) const fn plural(count: u64, one: &'static str, many: &'static str) -> &'static str {
    if count == 1 { one } else { many }
}

/// An event at a node, as a sentence.
pub(super) struct Sentence<'a>(pub(super) &'a NodePath, pub(super) Event);

impl Display for Sentence<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Self(path, event) = self;
        let node = NodeName(path);
        match event {
            Event::Pass { window, depth: None } => write!(out, "a pass with the window {window}"),
            Event::Pass { window, depth: Some(depth) } => {
                let plies = plural((*depth).into(), "ply", "plies");
                write!(out, "a pass of {depth} {plies} with the window {window}")
            }
            Event::Bounds { lower, upper } if lower == upper => {
                write!(out, "the bounds meet: the value is {}", Number(*lower))
            }
            Event::Bounds { lower, upper } => {
                write!(out, "so far the value is from {} to {}", Number(*lower), Number(*upper))
            }
            Event::Enter { window } => write!(out, "enters {node} with the window {window}"),
            Event::Leaf { value, is_horizon } => {
                let place = if *is_horizon { " at the horizon" } else { "" };
                write!(out, "evaluates {node}{place}: {}", Number(*value))
            }
            Event::Improve { score, child } => {
                write!(out, "child {child} is the best so far at {node}: {}", Number(*score))
            }
            Event::Cut(cutoff) => {
                let children = plural(cutoff.skipped.into(), "child", "children");
                write!(out, "cuts {} {children} of {node}", cutoff.skipped)
            }
            Event::Research { window } => write!(out, "searches {node} again with the window {window}"),
            Event::Probe { lower, upper, hit } => {
                let answer = if *hit { "which is enough" } else { "which is not enough" };
                let (lower, upper) = (Number(*lower), Number(*upper));
                write!(out, "remembers that {node} is worth {lower} to {upper}, {answer}")
            }
            Event::Leave { score, bound } => {
                write!(out, "leaves {node}: value {} {}", bound.sign(), Number(*score))
            }
            Event::Insert { merit, is_solved } => {
                let state = if *is_solved { "solved" } else { "live" };
                write!(out, "puts {node} into the list, {state} with merit {}", Number(*merit))
            }
            Event::Drop => write!(out, "drops {node} from the list"),
            Event::Solved { merit } => write!(out, "takes {node} from the list, solved: {}", Number(*merit)),
            Event::List { states } => write!(out, "{states} states in the list"),
        }
    }
}
