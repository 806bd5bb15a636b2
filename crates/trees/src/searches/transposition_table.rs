//! The transposition table: a position that has been searched before, on another way, is not
//! searched again.
//!
//! Greenblatt, Eastlake and Crocker, *The Greenblatt Chess Program*, 1967; Zobrist, *A New Hashing
//! Method with Application for Game Playing*, 1970; Slate and Atkin, *CHESS 4.5: The Northwestern
//! University Chess Program*, 1977.
//!
//! Nothing is ever replaced, and positions are equal only if the trees below them are: so no value
//! differs from that of the search without a table.

use super::alpha_beta_with_memory::{BoundsMemory, search};
use super::bounds::Bounds;
use super::walk::Walk;
use crate::record::{Observer, Stopped};
use crate::trees::Tree;
use crate::value::{Value, Window};
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
    let key = walk.tree().position_key(root);
    let value = search(walk, (root, key), Window::FULL, &mut table, false)?;
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
    let key = walk.tree().position_key(root);
    let value = search(walk, (root, key), window, &mut table, true)?;
    Ok((value, table.line(walk, root)))
}

/// The bounds and the best child of each position.
#[derive(Default)]
struct Table(HashMap<u64, Entry>);

#[derive(Clone, Copy)]
struct Entry {
    bounds: Bounds,
    /// The child that has proven the bound of the player to move.
    best: Option<u16>,
}

/// Bounds by position; nothing is kept where the tree has none.
impl<T: Tree> BoundsMemory<T> for Table {
    type Key = Option<u64>;
    type Siblings = ();

    fn recall(&self, position: Option<u64>) -> Bounds {
        let entry = position.and_then(|key| self.0.get(&key));
        entry.map_or(Bounds::UNKNOWN, |entry| entry.bounds)
    }

    fn expand<O: Observer>(
        &mut self,
        _: &mut Walk<'_, T, O>,
        _: Option<u64>,
        _: usize,
    ) -> Result<(), Stopped> {
        Ok(())
    }

    fn key_of_child((): (), tree: &T, (_, child): (u16, &T::Node)) -> Option<u64> {
        tree.position_key(child)
    }

    fn keep<O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        position: Option<u64>,
        bounds: Bounds,
        (child, is_proven): (Option<u16>, bool),
    ) -> Result<(), Stopped> {
        let Some(position) = position else { return Ok(()) };
        if self.0.len() == self.0.capacity() {
            let more = self.0.len().max(1024);
            walk.hold(more * size_of::<(u64, Entry)>())?;
            self.0.reserve(more);
        }
        let before = self.0.get(&position).and_then(|entry| entry.best).filter(|_| !is_proven);
        self.0.insert(position, Entry { bounds, best: before.or(child) });
        Ok(())
    }
}

impl Table {
    /// The line of best play, from position to position as far as their values are known. Where the tree has no
    /// positions, the search itself has found it.
    fn line<T: Tree, O: Observer>(&self, walk: &Walk<'_, T, O>, root: &T::Node) -> Vec<u16> {
        let tree = walk.tree();
        let exact = |node: &T::Node| {
            let entry = self.0.get(&tree.position_key(node)?)?;
            (entry.bounds.lower == entry.bounds.upper).then_some(*entry)
        };
        let Some(mut entry) = exact(root) else { return walk.line() };
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
