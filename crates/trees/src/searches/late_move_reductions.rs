//! Late move reductions: the children after the first few are searched with less depth, and once more with all of it
//! where they turn out better. What less depth does not see is lost, so the value may be wrong.
//!
//! Romstad, *An Introduction to Late Move Reductions*, 2006; before that Letouzey's *Fruit*, 2004 (history pruning).

use super::walk::{Visit, Walk};
use crate::record::{Event, Observer, Stopped};
use crate::trees::Tree;
use crate::value::{Value, Window};

/// What is reduced, and by how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reductions {
    /// The first children of a node, which have the full depth.
    pub full_depth_moves: usize,
    /// The plies by which the others are searched less deep, if at least one is left.
    pub plies: usize,
}

impl Default for Reductions {
    fn default() -> Self {
        Self { full_depth_moves: 2, plies: 1 }
    }
}

/// Searches the root with a window.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn late_move_reductions<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    root: &T::Node,
    window: Window,
    reductions: Reductions,
) -> Result<Value, Stopped> {
    let depth = walk.height(root)?;
    search(walk, root, window, (depth, reductions))
}

/// Searches a node of a tree of this depth.
fn search<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    node: &T::Node,
    mut window: Window,
    reduced: (usize, Reductions),
) -> Result<Value, Stopped> {
    let (depth, Reductions { full_depth_moves, plies }) = reduced;
    let children = match walk.visit(node, window)? {
        Visit::Leaf(value) => return Ok(value),
        Visit::Inner(children) => children,
    };
    let player = walk.player();
    let mut best = player.worst();
    let horizon = walk.horizon().unwrap_or(depth);
    let may_reduce = horizon > walk.path().len() + 1 + plies;
    let count = children.len();
    for (searched, (number, child)) in (1..).zip(children) {
        let tried = match may_reduce && searched > full_depth_moves {
            true => Some(walk.at(number, |walk| {
                walk.emit(Event::Reduce { plies: plies as u16 })?;
                let test = |walk: &mut Walk<'_, T, O>| search(walk, &child, window.null(player), reduced);
                walk.within(horizon - plies, test)
            })?),
            false => None,
        };
        let score = match tried {
            Some(score) if !player.prefers(score, window.bound_of(player)) => score,
            _ => walk.at(number, |walk| {
                if tried.is_some() {
                    walk.emit(Event::Research { window })?;
                }
                search(walk, &child, window, reduced)
            })?,
        };
        if walk.back_up(number, score, &mut best)? {
            window = window.narrowed(player, best);
            if walk.cuts(window, searched, count)? {
                break;
            }
        }
    }
    walk.leave(best)
}
