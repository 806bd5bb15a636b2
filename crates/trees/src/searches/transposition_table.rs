//! The transposition table: a position that has been searched before, on another way, is not searched again.
//!
//! Greenblatt, Eastlake and Crocker, *The Greenblatt Chess Program*, 1967; Zobrist, *A New Hashing Method with
//! Application for Game Playing*, 1970; Slate and Atkin, *CHESS 4.5: The Northwestern University Chess Program*, 1977.
//!
//! Nothing is ever replaced, and positions are equal only if the trees below them are: so no value differs from that of
//! the search without a table.

use super::bounds::Bounds;
use super::walk::Walk;
use crate::record::{Observer, Stopped};
use crate::trees::Tree;
use crate::value::{Bound, Value, Window};
use std::collections::HashMap;

/// Minimax with a table: visits every position once. The line of best play comes with the value.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn minimax_with_table<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    root: &T::Node,
) -> Result<(Value, Vec<u16>), Stopped> {
    let mut table = Table::default();
    let value = table.search(walk, root, Window::FULL, false)?;
    Ok((value, table.line(walk, root)))
}

/// Alpha-beta, fail-soft, with a table. The line of best play comes with the score.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn alpha_beta_with_table<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    root: &T::Node,
    window: Window,
) -> Result<(Value, Vec<u16>), Stopped> {
    let mut table = Table::default();
    let value = table.search(walk, root, window, true)?;
    Ok((value, table.line(walk, root)))
}

/// What is known of each position.
#[derive(Default)]
struct Table(HashMap<u64, Entry>);

#[derive(Clone, Copy)]
struct Entry {
    bounds: Bounds,
    /// The child that has proven the bound of the player to move.
    best: Option<u16>,
}

impl Entry {
    const UNKNOWN: Self = Self { bounds: Bounds::UNKNOWN, best: None };
}

impl Table {
    /// Searches a node; `cuts` makes it alpha-beta.
    fn search<T: Tree, O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        node: &T::Node,
        entry: Window,
        cuts: bool,
    ) -> Result<Value, Stopped> {
        walk.enter(entry)?;
        let position = walk.tree().position_key(node);
        let mut stored = position.and_then(|key| self.0.get(&key)).copied().unwrap_or(Entry::UNKNOWN);
        let known = stored.bounds;
        if known != Bounds::UNKNOWN {
            let answer = known.answer(entry);
            walk.remember(known.lower, known.upper, answer.is_some())?;
            if let Some(score) = answer {
                let exact = (known.lower == known.upper).then_some(Bound::Exact);
                return walk.leave_with(score, exact.unwrap_or_else(|| entry.bound(score)));
            }
        }
        let children = walk.children(node)?;
        if children.is_empty() {
            let value = walk.leaf(node)?;
            let bounds = Bounds { lower: value, upper: value };
            self.store(walk, position, Entry { bounds, best: None })?;
            return Ok(value);
        }
        let player = walk.player();
        let asked = known.within(entry);
        let (mut window, mut best, mut best_child) = (asked, player.worst(), None);
        for (searched, (number, child)) in (1..).zip(&children) {
            let score = walk.at(*number, |walk| self.search(walk, child, window, cuts))?;
            if player.prefers(score, best) {
                best_child = Some(*number);
            }
            best = walk.back_up(*number, score)?;
            if cuts {
                window = window.narrowed(player, best);
                if walk.cuts(window, searched, children.len())? {
                    break;
                }
            }
        }
        walk.recycle(children);
        let bound = asked.bound(best);
        stored.bounds.learn(bound, best);
        if bound != Bound::beyond(player) || stored.best.is_none() {
            stored.best = best_child;
        }
        self.store(walk, position, stored)?;
        walk.leave(best)
    }

    fn store<T: Tree, O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        position: Option<u64>,
        entry: Entry,
    ) -> Result<(), Stopped> {
        let Some(position) = position else { return Ok(()) };
        if self.0.len() == self.0.capacity() {
            let more = self.0.len().max(1024);
            walk.hold(more * size_of::<(u64, Entry)>())?;
            self.0.reserve(more);
        }
        self.0.insert(position, entry);
        Ok(())
    }

    /// The line of best play, from position to position as far as their values are known. Where the tree has no
    /// positions, the search itself has found it.
    fn line<T: Tree, O: Observer>(&self, walk: &Walk<'_, T, O>, root: &T::Node) -> Vec<u16> {
        let tree = walk.tree();
        let exact = |node: &T::Node| {
            let entry = self.0.get(&tree.position_key(node)?)?;
            (entry.bounds.lower == entry.bounds.upper).then_some(*entry)
        };
        let Some(mut entry) = exact(root) else { return walk.line().to_vec() };
        let child_of = |node: &T::Node, child: u16| tree.children(node).nth(child.into());
        let (mut node, mut line) = (root.clone(), Vec::new());
        while let Some(best) = entry.best {
            let Some(child) = child_of(&node, best) else { break };
            let Some(next) = exact(&child) else { break };
            line.push(best);
            (node, entry) = (child, next);
        }
        line
    }
}
