//! How the events of a search are presented: by the convention of its paper.

use super::event::{Cutoff, Event, NodePath};
use crate::value::{Player, Value, Window};
use std::ops::Neg;

/// The convention in which a paper writes the values of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Convention {
    /// Values are for Max, and a window is what Max and Min are sure of.
    #[default]
    Max,
    /// Values are for the player to move at their node, and the window (α, β) of a node is (−β, −α) for the other
    /// player.
    Mover,
    /// Values are for Max. Each node holds a single one, its α if Max moves there and its β if Min does, which is
    /// compared with those of its ancestors.
    Stored,
    /// Values are for the player to move at their node. A stack holds a single one for each ply,
    /// which is compared with the negation of the one above.
    Stack,
}

impl Convention {
    /// All with their names.
    pub const ALL: &[(&str, Self)] =
        &[("max", Self::Max), ("mover", Self::Mover), ("stored", Self::Stored), ("stack", Self::Stack)];

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// Whether a node holds a single value in place of a window.
    #[must_use]
    pub const fn has_single_values(self) -> bool {
        matches!(self, Self::Stored | Self::Stack)
    }
}

/// A convention, on a tree where this player moves at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Presentation {
    /// The convention.
    pub convention: Convention,
    /// The player to move at the root.
    pub root: Player,
    /// Whether values may be means, so that no window is a null one.
    pub has_means: bool,
}

impl Default for Presentation {
    fn default() -> Self {
        Self { convention: Convention::Max, root: Player::Max, has_means: false }
    }
}

impl Presentation {
    /// The player to move at a ply.
    #[must_use]
    pub fn player(self, ply: usize) -> Player {
        if ply.is_multiple_of(2) { self.root } else { !self.root }
    }

    /// Whether values are those for the player to move.
    #[must_use]
    pub const fn is_of_mover(self) -> bool {
        matches!(self.convention, Convention::Mover | Convention::Stack)
    }

    /// The player whose values are shown at a ply.
    #[must_use]
    pub fn viewer(self, ply: usize) -> Player {
        if self.is_of_mover() { self.player(ply) } else { Player::Max }
    }

    /// The value that a node at a ply holds, if a node holds a single one: it has been entered with
    /// a window, and `best` is its best score so far.
    #[must_use]
    pub fn single_value(self, ply: usize, window: Window, best: Option<Value>) -> Option<Value> {
        let (player, best) = (self.player(ply), best.unwrap_or_else(|| self.player(ply).worst()));
        match self.convention {
            Convention::Max | Convention::Mover => None,
            Convention::Stored => Some(best),
            Convention::Stack => Some(player.view(window.narrowed(player, best).bound_of(player))),
        }
    }

    /// An event at a node, which has its values for Max, with the values of this convention.
    #[must_use]
    pub fn event<V: Copy + Neg<Output = V>>(self, path: &NodePath, event: Event<V>) -> Event<V> {
        match self.viewer(path.len()) {
            Player::Max => event,
            Player::Min => for_min(event),
        }
    }
}

/// The same event with its values for Min.
fn for_min<V: Copy + Neg<Output = V>>(event: Event<V>) -> Event<V> {
    match event {
        Event::Pass { window, depth } => Event::Pass { window: window.negated(), depth },
        Event::Bounds { lower, upper } => Event::Bounds { lower: -upper, upper: -lower },
        Event::Enter { window } => Event::Enter { window: window.negated() },
        Event::Leaf { value, is_horizon } => Event::Leaf { value: -value, is_horizon },
        Event::Improve { score, child } => Event::Improve { score: -score, child },
        Event::Cut(cutoff) => Event::Cut(Cutoff { score: -cutoff.score, bound: -cutoff.bound, ..cutoff }),
        Event::Research { window } => Event::Research { window: window.negated() },
        Event::Probe { lower, upper, hit } => Event::Probe { lower: -upper, upper: -lower, hit },
        Event::Leave { score, bound } => Event::Leave { score: -score, bound: bound.negated() },
        Event::Insert { merit, is_solved } => Event::Insert { merit: -merit, is_solved },
        Event::Solved { merit } => Event::Solved { merit: -merit },
        Event::Fail { score, bound } => Event::Fail { score: -score, bound: bound.negated() },
        Event::Drop | Event::Reduce { .. } | Event::ProbeChild | Event::List { .. } => event,
    }
}

/// The values that a search holds for the nodes of its path, where a node holds a single one: a fold of the events.
#[derive(Clone, Debug, Default)]
pub(crate) struct PathValues {
    presentation: Presentation,
    /// The window on entry and the best score of each node.
    frames: Vec<(Window, Option<Value>)>,
}

impl PathValues {
    pub(crate) const fn new(presentation: Presentation) -> Self {
        Self { presentation, frames: Vec::new() }
    }

    pub(crate) const fn presentation(&self) -> Presentation {
        self.presentation
    }

    /// Takes the next event.
    pub(super) fn apply(&mut self, path: &NodePath, event: Event) {
        match event {
            Event::Enter { window } => {
                self.frames.truncate(path.len());
                self.frames.push((window, None));
            }
            Event::Leaf { value, .. } => {
                if let Some(frame) = self.frames.last_mut() {
                    *frame = (Window::FULL, Some(value));
                }
            }
            Event::Improve { score, .. } => {
                if let Some((_, best)) = self.frames.last_mut() {
                    *best = Some(score);
                }
            }
            Event::Leave { .. } => self.frames.truncate(path.len()),
            _ => {}
        }
    }

    /// The values from the root down; none if a node does not hold a single one.
    pub(super) fn values(&self) -> Vec<Value> {
        let value = |(ply, &(window, best))| self.presentation.single_value(ply, window, best);
        self.frames.iter().enumerate().filter_map(value).collect()
    }
}
