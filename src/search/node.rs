//! A position on a path through the tree.

use crate::game::Game;
use crate::types::{Depth, Key, Ply};
use std::iter;

/// Keys of positions that are searched full-width live apart from the others.
const FULL_WIDTH: u64 = 1;

/// The shortest cycle, in plies: both sides move a piece there and back.
const CYCLE: u16 = 4;

/// A position and how the search came to it.
pub(super) struct Node<'a, G: Game> {
    pub(super) position: G::Position,
    pub(super) ply: Ply,
    key: Key,
    /// Plies since the last irreversible move, those before the root included.
    quiet_plies: u16,
    parent: Option<&'a Node<'a, G>>,
    /// Keys from before the root, oldest first.
    before: &'a [Key],
}

impl<'a, G: Game> Node<'a, G> {
    /// The node where the search starts; `before` are the positions that could occur again.
    pub(super) fn root(position: G::Position, before: &'a [Key]) -> Self {
        let quiet_plies = before.len() as u16;
        Self { position, ply: Ply::ROOT, key: G::key(&position), quiet_plies, parent: None, before }
    }

    /// The node after a legal move.
    pub(super) fn child(&'a self, played: G::Move) -> Self {
        let position = G::play(&self.position, played);
        let quiet_plies = if G::is_irreversible(&self.position, played) { 0 } else { self.quiet_plies + 1 };
        let (key, ply) = (G::key(&position), self.ply.next());
        Self { position, ply, key, quiet_plies, parent: Some(self), before: self.before }
    }

    /// Whether the position occurred before on the path. Once is enough: a side that can force it
    /// once can force it again. Tells the ply of that occurrence, the root's if it was earlier.
    pub(super) fn recurs(&self) -> Option<Ply> {
        if self.quiet_plies < CYCLE {
            return None;
        }
        let same_side = self.earlier().skip(1).step_by(2);
        same_side.skip(1).find(|&(key, _)| key == self.key).map(|(_, ply)| ply)
    }

    /// Whether the rules draw the game for want of progress here, if it is not over otherwise.
    pub(super) fn lacks_progress(&self) -> bool {
        G::QUIET_PLIES.is_some_and(|limit| self.quiet_plies >= limit)
    }

    /// The name under which the result of a search to `depth` is kept. Whatever the result
    /// depends on besides the position is part of it.
    ///
    /// A full-width result depends on the path as soon as the remaining depth allows a return to
    /// an earlier position; a selective search shares entries between paths for the sake of
    /// speed.
    pub(super) fn table_key(&self, depth: Depth, selective: bool) -> Key {
        let reach = self.quiet_plies + u16::from(depth.plies());
        let mut key = self.key;
        if !selective {
            key = key.salted(FULL_WIDTH);
            if self.quiet_plies > 0 && reach >= CYCLE {
                key =
                    key.salted(self.earlier().fold(FULL_WIDTH, |sum, (key, _)| sum.wrapping_add(key.bits())));
            }
        }
        if G::QUIET_PLIES.is_some_and(|limit| reach >= limit) {
            key = key.salted(u64::from(self.quiet_plies));
        }
        key
    }

    /// Keys and plies of the positions since the last irreversible move, latest first.
    fn earlier(&self) -> impl Iterator<Item = (Key, Ply)> {
        let on_path = iter::successors(self.parent, |node| node.parent).map(|node| (node.key, node.ply));
        let before = self.before.iter().rev().map(|&key| (key, Ply::ROOT));
        on_path.chain(before).take(usize::from(self.quiet_plies))
    }
}
