//! The killer heuristic: at each ply, the last move that made a cutoff there is tried first; or the
//! last two, and after them those of two plies above, where the same player moves.
//!
//! Huberman, *A Program to Play Chess End Games*, 1968; Akl and Newborn, *The Principal
//! Continuation and the Killer Heuristic*, 1977; two a ply: Slate and Atkin, *CHESS 4.5: The
//! Northwestern University Chess Program*, 1977.

use super::dynamic_order::{DynamicOrder, alpha_beta_in_order, move_to_front};
use super::walk::Walk;
use crate::record::{Observer, Stopped};
use crate::trees::Tree;
use crate::value::{Value, Window};

/// Searches the root with a window, and with one or two killers a ply.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn killer<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    root: &T::Node,
    window: Window,
    killers: usize,
) -> Result<Value, Stopped> {
    alpha_beta_in_order(walk, root, window, &mut Killers { a_ply: killers, moves: Vec::new() })
}

struct Killers {
    /// How many a ply has.
    a_ply: usize,
    /// Those of each ply, the last first.
    moves: Vec<Vec<usize>>,
}

impl Killers {
    /// The moves to try first at a ply, in this order.
    fn candidates(&self, ply: usize) -> impl DoubleEndedIterator<Item = usize> {
        let two_above = if self.a_ply > 1 { ply.checked_sub(2) } else { None };
        let plies = [Some(ply), two_above].into_iter().flatten();
        plies.filter_map(|ply| self.moves.get(ply)).flatten().copied()
    }
}

impl<T: Tree> DynamicOrder<T> for Killers {
    type Entry = ();

    fn arrange<O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        (node, ()): (&T::Node, ()),
        children: &mut [(u16, T::Node)],
    ) -> Result<(), Stopped> {
        for killer in self.candidates(walk.path().len()).rev() {
            let is_killer = |number: &u16| walk.tree().move_to(node, usize::from(*number)) == killer;
            if let Some(number) = children.iter().map(|(number, _)| *number).find(is_killer) {
                move_to_front(children, number);
            }
        }
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
            let ply = walk.path().len();
            self.moves.resize(self.moves.len().max(ply + 1), Vec::new());
            let (killer, moves) = (walk.tree().move_to(node, best.into()), &mut self.moves[ply]);
            moves.retain(|&other| other != killer);
            moves.insert(0, killer);
            moves.truncate(self.a_ply);
        }
        Ok(())
    }
}
