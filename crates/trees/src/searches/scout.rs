//! Scout: values the first child and only tests of the others whether they are better, which is cheaper.
//!
//! Pearl, *Asymptotic Properties of Minimax Trees and Game-Searching Procedures*, 1980.

use super::walk::Walk;
use crate::record::{Event, Observer, Stopped};
use crate::trees::Tree;
use crate::value::{Value, Window};

/// The value of a node (Pearl's EVAL).
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn scout<T: Tree, O: Observer>(walk: &mut Walk<'_, T, O>, node: &T::Node) -> Result<Value, Stopped> {
    walk.enter(Window::FULL)?;
    let mut children = walk.children(node)?;
    let Some((first, first_child)) = children.next() else {
        return walk.leaf(node);
    };
    let player = walk.player();
    let value = walk.at(first, |walk| scout(walk, &first_child))?;
    let mut best = walk.back_up(first, value)?;
    for (number, child) in children {
        let question = Window::FULL.narrowed(player, best).null(player);
        let score = walk.at(number, |walk| test(walk, &child, question))?;
        if player.prefers(score, best) {
            let value = walk.at(number, |walk| {
                walk.emit(Event::Research { window: Window::FULL })?;
                scout(walk, &child)
            })?;
            best = walk.back_up(number, value)?;
        }
    }
    walk.leave(best)
}

/// Whether the value of a node is at least beta (then the score is that) or at most alpha (Pearl's TEST).
fn test<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    node: &T::Node,
    question: Window,
) -> Result<Value, Stopped> {
    walk.enter(question)?;
    let children = walk.children(node)?;
    if children.len() == 0 {
        return walk.leaf(node);
    }
    let player = walk.player();
    let mut answer = question.bound_of(player);
    let count = children.len();
    for (searched, (number, child)) in (1..).zip(children) {
        let score = question.clamp(walk.at(number, |walk| test(walk, &child, question))?);
        walk.back_up(number, score)?;
        answer = player.best(answer, score);
        if walk.cuts(question.narrowed(player, answer), searched, count)? {
            break;
        }
    }
    walk.leave(answer)
}
