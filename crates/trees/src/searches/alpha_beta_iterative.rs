//! Alpha-beta without recursion: an array holds one bound a ply, for the player who moves there.
//!
//! Knuth and Moore, *An Analysis of Alpha-Beta Pruning*, 1975, section 3.

use super::order::Children;
use super::walk::{Visit, Walk};
use crate::record::{Observer, Stopped};
use crate::trees::Tree;
use crate::value::{Value, Window};

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
    let Window { alpha, beta } = window.seen_by(player);
    let mut path = Path { bounds: vec![alpha, -beta], children: Vec::new(), plies: Vec::new() };
    if let Some(score) = path.enter(walk, root)? {
        return Ok(player.view(score));
    }
    loop {
        let score = match path.next_child() {
            Some((number, child)) => {
                walk.descend(number);
                match path.enter(walk, &child)? {
                    Some(score) => score,
                    None => continue,
                }
            }
            None => path.leave(walk)?,
        };
        if path.plies.is_empty() {
            return Ok(player.view(score));
        }
        walk.ascend();
        path.back_up(walk, -score)?;
    }
}

/// The inner nodes from the root to the current one.
struct Path<N> {
    /// The bounds of two plies above the root and of all plies, from the view of the player who moves there.
    bounds: Vec<Value>,
    /// The children of all nodes.
    children: Children<N>,
    plies: Vec<Ply>,
}

/// A node of the path: the places of its children among those of the whole path, and that of the next one to search.
struct Ply {
    first: usize,
    next: usize,
    /// The best score of the searched children.
    best: Value,
}

impl<N: Clone> Path<N> {
    /// Begins the visit of a node, with the bound of two plies above. A leaf ends it with its score.
    #[inline]
    fn enter<T: Tree<Node = N>, O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        node: &N,
    ) -> Result<Option<Value>, Stopped> {
        let [.., own, above] = self.bounds[..] else { unreachable!("two plies are above the root") };
        let player = walk.player();
        match walk.visit(node, Window { alpha: own, beta: -above }.seen_by(player))? {
            Visit::Leaf(value) => Ok(Some(player.view(value))),
            Visit::Inner(children) => {
                let first = self.children.len();
                self.children.extend(children);
                self.bounds.push(own);
                self.plies.push(Ply { first, next: first, best: player.worst() });
                Ok(None)
            }
        }
    }

    /// The child of the current node to search next, with its number.
    fn next_child(&self) -> Option<(u16, N)> {
        self.children.get(self.plies.last()?.next).cloned()
    }

    /// Backs up the score of a child to the current node.
    #[inline]
    fn back_up<T: Tree<Node = N>, O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        score: Value,
    ) -> Result<(), Stopped> {
        let ([.., above, own], Some(ply)) = (&mut self.bounds[..], self.plies.last_mut()) else {
            unreachable!("the child has a parent")
        };
        let player = walk.player();
        let (number, _) = self.children[ply.next];
        ply.next += 1;
        if walk.back_up(number, player.view(score), &mut ply.best)? {
            *own = (*own).max(score);
            let window = Window { alpha: *own, beta: -*above }.seen_by(player);
            if walk.cuts(window, ply.next - ply.first, self.children.len() - ply.first)? {
                self.children.truncate(ply.next);
            }
        }
        Ok(())
    }

    /// Ends the visit of the current node: its score is the bound of its ply.
    fn leave<T: Tree<Node = N>, O: Observer>(&mut self, walk: &mut Walk<'_, T, O>) -> Result<Value, Stopped> {
        let (Some(score), Some(ply)) = (self.bounds.pop(), self.plies.pop()) else {
            unreachable!("the path has a node")
        };
        self.children.truncate(ply.first);
        walk.leave(walk.player().view(score))?;
        Ok(score)
    }
}
