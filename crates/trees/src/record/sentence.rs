//! Events in words, by the convention of their search.

use super::event::{Event, NodePath};
use super::presentation::{Convention, Presentation};
use super::words::{NodeName, Number, plural};
use crate::value::{Bound, Player, Value};
use std::fmt::{self, Display, Formatter};

/// An event at a node, as a sentence.
pub(super) struct Sentence<'a> {
    pub(super) path: &'a NodePath,
    pub(super) event: Event<f64>,
    pub(super) presentation: Presentation,
    /// The single values that the nodes of the path hold.
    pub(super) values: &'a [Value],
}

impl Display for Sentence<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let is_written = match self.presentation.convention {
            Convention::Max => false,
            Convention::Mover => self.write_of_mover(out)?,
            Convention::Stored => self.write_stored(out)?,
            Convention::Stack => self.write_of_stack(out)?,
        };
        if is_written { Ok(()) } else { self.write(out) }
    }
}

impl Sentence<'_> {
    /// The sentence that all conventions share, which differ in the view of the values.
    fn write(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let node = NodeName(self.path);
        match self.presentation.event(self.path, self.event) {
            Event::Pass { window, depth: None } => write!(out, "a pass with the window {window}"),
            Event::Pass { window, depth: Some(depth) } => {
                let plies = plural(depth.into(), "ply", "plies");
                write!(out, "a pass of {depth} {plies} with the window {window}")
            }
            Event::Bounds { lower, upper } if lower == upper => {
                write!(out, "the bounds meet: the value is {}", Number(lower))
            }
            Event::Bounds { lower, upper } => {
                write!(out, "so far the value is from {} to {}", Number(lower), Number(upper))
            }
            Event::Enter { window } => write!(out, "enters {node} with the window {window}"),
            Event::Leaf { value, is_horizon } => {
                let place = if is_horizon { " at the horizon" } else { "" };
                write!(out, "evaluates {node}{place}: {}", Number(value))
            }
            Event::Improve { score, child } => {
                write!(out, "child {child} is the best so far at {node}: {}", Number(score))
            }
            Event::Cut(cutoff) => {
                let children = plural(cutoff.skipped.into(), "child", "children");
                write!(out, "cuts {} {children} of {node}", cutoff.skipped)
            }
            Event::Research { window } => write!(out, "searches {node} again with the window {window}"),
            Event::Reduce { plies } => {
                let noun = plural(plies.into(), "ply", "plies");
                write!(out, "tries {node}, a late move, with {plies} {noun} less")
            }
            Event::ProbeChild => write!(out, "probes {node}: searches its first child alone"),
            Event::Fail { score, bound } => {
                let (side, more) = if bound == Bound::Lower { ("high", "more") } else { ("low", "less") };
                write!(out, "the pass fails {side}: the value is {} or {more}", Number(score))
            }
            Event::Probe { lower, upper, hit } => {
                let answer = if hit { "which is enough" } else { "which is not enough" };
                let (lower, upper) = (Number(lower), Number(upper));
                write!(out, "remembers that {node} is worth {lower} to {upper}, {answer}")
            }
            Event::Leave { score, bound } => {
                write!(out, "leaves {node}: value {} {}", bound.sign(), Number(score))
            }
            Event::Insert { merit, is_solved } => {
                let state = if is_solved { "solved" } else { "live" };
                write!(out, "puts {node} into the list, {state} with merit {}", Number(merit))
            }
            Event::Drop => write!(out, "drops {node} from the list"),
            Event::Solved { merit } => write!(out, "takes {node} from the list, solved: {}", Number(merit)),
            Event::List { states } => {
                write!(out, "{states} {} in the list", plural(states as u64, "state", "states"))
            }
        }
    }

    fn player(&self) -> Player {
        self.presentation.player(self.path.len())
    }

    /// Values of a node are those for the player to move, so that a parent negates them.
    fn write_of_mover(&self, out: &mut Formatter<'_>) -> Result<bool, fmt::Error> {
        let (node, player) = (NodeName(self.path), self.player());
        match self.presentation.event(self.path, self.event) {
            Event::Enter { .. } | Event::Leaf { .. } | Event::Leave { .. } => {
                self.write(out)?;
                write!(out, " for {player}")?;
            }
            Event::Improve { score, child } => {
                let (score, negated) = (Number(score), Number(-score));
                write!(
                    out,
                    "child {child} is the best so far at {node}: −({negated}) = {score} for {player}"
                )?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A node holds one value, which its children change.
    fn write_stored(&self, out: &mut Formatter<'_>) -> Result<bool, fmt::Error> {
        let (node, player) = (NodeName(self.path), self.player());
        let own = bound_name(player);
        match self.event {
            Event::Enter { .. } => {
                write!(out, "enters {node}: its {own} begins at {}", Number(player.worst()))?;
            }
            Event::Improve { score, child } => {
                let moves = if player == Player::Max { "rises" } else { "falls" };
                write!(out, "the {own} of {node} {moves} to {}, by child {child}", Number(score))?;
            }
            Event::Leave { score, bound } => {
                write!(out, "leaves {node}: its {own} is final, {}", Number(score))?;
                if bound != Bound::Exact {
                    let side = if bound == Bound::Lower { "more" } else { "less" };
                    write!(out, ", and its value that or {side}")?;
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A loop pushes and pops what recursion enters and leaves.
    fn write_of_stack(&self, out: &mut Formatter<'_>) -> Result<bool, fmt::Error> {
        let (node, player, ply) = (NodeName(self.path), self.player(), self.path.len());
        match self.presentation.event(self.path, self.event) {
            Event::Enter { .. } => {
                let own = Number(self.values.last().copied().unwrap_or_default());
                write!(out, "pushes {node}: bound {ply} begins at {own} for {player}, ")?;
                match ply.checked_sub(2) {
                    Some(above) => write!(out, "as bound {above}")?,
                    None => out.write_str("as the window")?,
                }
            }
            Event::Leaf { value, .. } => {
                write!(out, "evaluates {node}: bound {ply} is {} for {player}", Number(value))?;
            }
            Event::Improve { score, child } => {
                let own = Number(self.values.last().map_or(score, |&own| own.into()));
                let (score, negated) = (Number(score), Number(-score));
                write!(out, "child {child} is the best so far at {node}: −({negated}) = {score}, ")?;
                write!(out, "and bound {ply} is {own} for {player}")?;
            }
            Event::Leave { score, .. } => {
                write!(out, "pops {node}: bound {ply} has become {} for {player}", Number(score))?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// The bound that a node of this player holds.
pub(crate) const fn bound_name(player: Player) -> char {
    match player {
        Player::Max => 'α',
        Player::Min => 'β',
    }
}
