//! Scout: values the first child and only tests of the others whether they are better, which is cheaper.
//!
//! Pearl, *Asymptotic Properties of Minimax Trees and Game-Searching Procedures*, 1980.

use super::walk::{Visit, Walk};
use crate::record::{Event, Observer, Stopped};
use crate::trees::Tree;
use crate::value::{Value, Window};

/// The value of a node (Pearl's EVAL).
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn scout<T: Tree, O: Observer>(walk: &mut Walk<'_, T, O>, node: &T::Node) -> Result<Value, Stopped> {
    let mut children = match walk.visit(node, Window::FULL)? {
        Visit::Leaf(value) => return Ok(value),
        Visit::Inner(children) => children,
    };
    let (first, first_child) = children.next().expect("an inner node has children");
    let player = walk.player();
    let value = walk.at(first, |walk| scout(walk, &first_child))?;
    walk.improve(first, value)?;
    let mut best = value;
    for (number, child) in children {
        let question = Window::FULL.narrowed(player, best).null(player);
        let score = walk.at(number, |walk| test(walk, &child, question))?;
        if player.prefers(score, best) {
            best = walk.at(number, |walk| {
                walk.emit(Event::Research { window: Window::FULL })?;
                scout(walk, &child)
            })?;
            walk.improve(number, best)?;
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
    let children = match walk.visit(node, question)? {
        Visit::Leaf(value) => return Ok(value),
        Visit::Inner(children) => children,
    };
    let player = walk.player();
    let (mut answer, mut best) = (question.bound_of(player), player.worst());
    let count = children.len();
    for (searched, (number, child)) in (1..).zip(children) {
        let score = question.clamp(walk.at(number, |walk| test(walk, &child, question))?);
        walk.back_up(number, score, &mut best)?;
        answer = player.best(answer, score);
        if walk.cuts(question.narrowed(player, answer), searched, count)? {
            break;
        }
    }
    walk.leave(answer)
}
