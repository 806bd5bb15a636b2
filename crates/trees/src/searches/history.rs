//! The history heuristic: moves that made cutoffs anywhere come first, those near the root weigh more.
//!
//! Schaeffer, *The History Heuristic*, 1983; *The History Heuristic and Alpha-Beta Search Enhancements in Practice*,
//! 1989.

use super::dynamic_order::{DynamicOrder, alpha_beta_in_order};
use super::walk::Walk;
use crate::record::{Observer, Stopped};
use crate::trees::Tree;
use crate::value::{PerPlayer, Value, Window};
use std::cmp::Reverse;

/// Searches the root with a window.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn history<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    root: &T::Node,
    window: Window,
) -> Result<Value, Stopped> {
    alpha_beta_in_order(walk, root, window, &mut History::default())
}

/// A score for each player's moves: the sum of two to the power of the height, over all nodes that the move cut.
#[derive(Default)]
struct History(PerPlayer<Vec<u64>>);

impl<T: Tree> DynamicOrder<T> for History {
    type Entry = ();

    fn arrange<O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        (node, ()): (&T::Node, ()),
        children: &mut [(u16, T::Node)],
    ) -> Result<(), Stopped> {
        let scores = self.0.of(walk.player());
        let score = |number: u16| scores.get(walk.tree().move_to(node, number.into())).copied();
        children.sort_by_cached_key(|(number, _)| Reverse(score(*number).unwrap_or(0)));
        Ok(())
    }

    fn entry_of_child((): (), _: u16) {}

    fn learn<O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        (node, ()): (&T::Node, ()),
        best: u16,
        cuts: bool,
    ) -> Result<(), Stopped> {
        if cuts {
            let height = walk.height(node)?;
            let weight = u32::try_from(height).ok().and_then(|height| 1_u64.checked_shl(height));
            let (scores, played) = (self.0.of(walk.player()), walk.tree().move_to(node, best.into()));
            scores.resize(scores.len().max(played + 1), 0);
            scores[played] = scores[played].saturating_add(weight.unwrap_or(u64::MAX));
        }
        Ok(())
    }
}
