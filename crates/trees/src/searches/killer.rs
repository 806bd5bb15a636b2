//! The killer heuristic: at each ply, the last move that made a cutoff there is tried first.
//!
//! Huberman, *A Program to Play Chess End Games*, 1968; Akl and Newborn, *The Principal Continuation and the Killer
//! Heuristic*, 1977.

use super::dynamic_order::{DynamicOrder, alpha_beta_in_order, move_to_front};
use super::order::Children;
use super::walk::Walk;
use crate::record::{Observer, Stopped};
use crate::trees::Tree;
use crate::value::{Value, Window};

/// Searches the root with a window.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn killer<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    root: &T::Node,
    window: Window,
) -> Result<Value, Stopped> {
    alpha_beta_in_order(walk, root, window, &mut Killers::default())
}

/// One move for each ply.
#[derive(Default)]
struct Killers(Vec<Option<usize>>);

impl<T: Tree> DynamicOrder<T> for Killers {
    fn arrange<O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        node: &T::Node,
        children: &mut Children<T::Node>,
    ) -> Result<(), Stopped> {
        let Some(Some(killer)) = self.0.get(walk.path().len()) else { return Ok(()) };
        let is_killer = |number: &u16| walk.tree().move_to(node, usize::from(*number)) == *killer;
        if let Some(number) = children.iter().map(|(number, _)| *number).find(is_killer) {
            move_to_front(children, number);
        }
        Ok(())
    }

    fn learn<O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        node: &T::Node,
        best: u16,
        cuts: bool,
    ) -> Result<(), Stopped> {
        if cuts {
            let ply = walk.path().len();
            self.0.resize(self.0.len().max(ply + 1), None);
            self.0[ply] = Some(walk.tree().move_to(node, best.into()));
        }
        Ok(())
    }
}
