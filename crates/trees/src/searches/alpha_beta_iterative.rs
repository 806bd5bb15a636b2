//! Alpha-beta without recursion: an array holds one bound a ply, for the player who moves there.
//!
//! Knuth and Moore, *An Analysis of Alpha-Beta Pruning*, 1975, section 3.

use super::order::Children;
use super::walk::Walk;
use crate::record::{Observer, Stopped};
use crate::trees::Tree;
use crate::value::{Bound, Player, Value, Window};

/// Searches the root with a window.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn alpha_beta_iterative<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    root: &T::Node,
    window: Window,
) -> Result<Value, Stopped> {
    let player = walk.player();
    let mut bounds =
        Bounds(vec![player.view(window.bound_of(player)), (!player).view(window.bound_of(!player))]);
    let (mut children, mut plies) = (Vec::new(), Vec::new());
    enter(walk, root, &mut bounds, &mut children, &mut plies)?;
    loop {
        let Ply { next, end, .. } = plies.last_mut().expect("the loop ends at the root");
        if next < end {
            let (number, child) = children[*next].clone();
            walk.descend(number);
            enter(walk, &child, &mut bounds, &mut children, &mut plies)?;
            continue;
        }
        let ply = plies.pop().expect("the loop ends at the root");
        children.truncate(ply.first);
        let score = leave(walk, &ply, &mut bounds)?;
        let Some(parent) = plies.last_mut() else { return Ok(walk.player().view(score)) };
        walk.ascend();
        walk.back_up(children[parent.next].0, walk.player().view(-score), &mut parent.best)?;
        let own = bounds.own_mut();
        *own = (*own).max(-score);
        parent.next += 1;
        let (searched, count) = (parent.next - parent.first, parent.end - parent.first);
        if walk.cuts(bounds.window(walk.player()), searched, count)? {
            parent.next = parent.end;
        }
    }
}

/// A node of the path: the places of its children among those of the whole path, and that of the next one to search.
struct Ply {
    first: usize,
    next: usize,
    end: usize,
    /// The best score of the searched children.
    best: Value,
}

fn enter<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    node: &T::Node,
    bounds: &mut Bounds,
    children: &mut Children<T::Node>,
    plies: &mut Vec<Ply>,
) -> Result<(), Stopped> {
    bounds.push();
    walk.enter(bounds.window(walk.player()))?;
    let first = children.len();
    children.extend(walk.children(node)?);
    if children.len() == first {
        *bounds.own_mut() = walk.player().view(walk.evaluate(node)?);
    }
    plies.push(Ply { first, next: first, end: children.len(), best: walk.player().worst() });
    Ok(())
}

/// Ends a visit: the score is the bound of the ply.
fn leave<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    ply: &Ply,
    bounds: &mut Bounds,
) -> Result<Value, Stopped> {
    let score = bounds.0.pop().expect("each ply has a bound");
    let score_for_max = walk.player().view(score);
    if ply.first == ply.end {
        walk.leave_with(score_for_max, Bound::Exact)?;
    } else {
        walk.leave(score_for_max)?;
    }
    Ok(score)
}

/// The bounds of all plies, from the view of the player who moves there, after those of two plies above the root.
struct Bounds(Vec<Value>);

impl Bounds {
    /// Enters a ply: the bound of the player to move is the one two plies up.
    fn push(&mut self) {
        self.0.push(self.0[self.0.len() - 2]);
    }

    fn own_mut(&mut self) -> &mut Value {
        self.0.last_mut().expect("there are bounds above the root")
    }

    /// It is closed when the bound of the ply reaches the negation of the one above.
    fn window(&self, player: Player) -> Window {
        let [.., above, own] = self.0[..] else { return Window::FULL };
        Window::FULL.narrowed(player, player.view(own)).narrowed(!player, (!player).view(above))
    }
}
