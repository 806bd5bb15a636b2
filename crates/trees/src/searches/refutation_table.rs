//! Refutation tables: iterative deepening that keeps, for each move of the root, the line that refuted it, and
//! follows it first in the next iteration. It needs much less memory than the best child of each node.
//!
//! Akl and Newborn, *The Principal Continuation and the Killer Heuristic*, 1977; Marsland, *Relative Efficiency of
//! Alpha-Beta Implementations*, 1983.

use super::dynamic_order::{DynamicOrder, move_to_front};
use super::iterative_deepening::{Iteration, deepen};
use super::walk::Walk;
use crate::record::{Observer, Stopped};
use crate::trees::Tree;

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
    /// By the number of the move; empty for those that have none.
    lines: Vec<Vec<u16>>,
    /// The best lines found below the nodes of the path by their plies, each from its last move to its first.
    found: Vec<Vec<u16>>,
}

/// Where a node is beside the line of its move of the root.
#[derive(Clone, Copy, Default)]
enum Place {
    /// On it, as the root is.
    #[default]
    On,
    /// Off it.
    Off,
    /// The node is among siblings of which that with this number is on it.
    OnlyOn(u16),
}

impl<T: Tree> DynamicOrder<T> for Refutations {
    type Entry = Place;

    fn arrange<O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        (_, place): (&T::Node, Place),
        children: &mut [(u16, T::Node)],
    ) -> Result<Place, Stopped> {
        if matches!(place, Place::Off) {
            return Ok(Place::Off);
        }
        let (next, of_children) = match walk.path() {
            // Each move of the root has a line of its own.
            [] => (self.best, Place::On),
            [first, replies @ ..] => {
                let line = self.lines.get(usize::from(*first));
                let next = line.and_then(|line| line.get(replies.len()).copied());
                (next, next.map_or(Place::Off, Place::OnlyOn))
            }
        };
        if let Some(next) = next {
            move_to_front(children, next);
        }
        Ok(of_children)
    }

    fn entry_of_child(first: Place, number: u16) -> Place {
        match first {
            Place::OnlyOn(next) if next == number => Place::On,
            Place::OnlyOn(_) => Place::Off,
            all => all,
        }
    }

    fn visit(&mut self, ply: usize) {
        match self.found.get_mut(ply) {
            Some(line) => line.clear(),
            None => self.found.push(Vec::new()),
        }
    }

    fn follow(&mut self, ply: usize, child: u16) {
        let [line, below] = &mut self.found[ply..ply + 2] else { unreachable!("the child has been visited") };
        // What is below begins anew with the next child.
        std::mem::swap(line, below);
        line.push(child);
    }

    fn learn<O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        _: (&T::Node, Place),
        best: u16,
        _: bool,
    ) -> Result<(), Stopped> {
        match walk.path() {
            [] => self.best = Some(best),
            [first] => {
                let first = usize::from(*first);
                self.lines.resize(self.lines.len().max(first + 1), Vec::new());
                self.lines[first] = self.found[1].iter().rev().copied().collect();
            }
            _ => {}
        }
        Ok(())
    }
}
