//! Refutation tables: iterative deepening that keeps, for each move of the root, the line that refuted it, and
//! follows it first in the next iteration. It needs much less memory than the best child of each node.
//!
//! Akl and Newborn, *The Principal Continuation and the Killer Heuristic*, 1977; Marsland, *Relative Efficiency of
//! Alpha-Beta Implementations*, 1983.

use super::dynamic_order::{DynamicOrder, move_to_front};
use super::iterative_deepening::{Iteration, deepen};
use super::walk::Walk;
use crate::record::{NodePath, Observer, Stopped};
use crate::trees::Tree;
use std::collections::HashMap;

/// Deepens until the search sees all leaves that it needs, or is stopped after an iteration.
///
/// # Errors
///
/// [`Stopped`] by the observer in the first iteration.
pub fn refutation_table<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    root: &T::Node,
) -> Result<Iteration, Stopped> {
    deepen(walk, root, &mut Refutations::default())
}

/// The best move of the root, and for each move the line that answers it.
#[derive(Default)]
struct Refutations {
    best: Option<u16>,
    lines: HashMap<u16, Vec<u16>>,
}

impl Refutations {
    /// The next move where the path follows a line.
    fn next(&self, path: &NodePath) -> Option<u16> {
        let Some((first, replies)) = path.split_first() else { return self.best };
        self.lines.get(first)?.strip_prefix(replies)?.first().copied()
    }
}

impl<T: Tree> DynamicOrder<T> for Refutations {
    type Entry = ();

    fn arrange<O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        _: (&T::Node, ()),
        children: &mut [(u16, T::Node)],
    ) -> Result<(), Stopped> {
        if let Some(next) = self.next(walk.path()) {
            move_to_front(children, next);
        }
        Ok(())
    }

    fn entry_of_child((): (), _: u16) {}

    fn learn<O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        _: (&T::Node, ()),
        best: u16,
        _: bool,
    ) -> Result<(), Stopped> {
        match walk.path() {
            [] => self.best = Some(best),
            [first] => {
                self.lines.insert(*first, walk.line());
            }
            _ => {}
        }
        Ok(())
    }
}
