//! Alpha-beta as a rule for Max and one for Min, fail-hard: no score lies outside the window.
//!
//! Edwards and Hart, *The Alpha-Beta Heuristic*, 1961; Brudno, *Bounds and valuations for shortening the search of
//! estimates*, 1963.

use super::walk::Walk;
use crate::record::{Observer, Stopped};
use crate::trees::Tree;
use crate::value::{MINUS_INFINITY, PLUS_INFINITY, Player, Value, Window};

/// Searches a node with a window. Scores never cross its bounds, so [`Ties::Search`](crate::Ties) cuts nothing here.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn alpha_beta_fail_hard<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    node: &T::Node,
    Window { alpha, beta }: Window,
) -> Result<Value, Stopped> {
    match walk.player() {
        Player::Max => maximise(walk, node, alpha, beta),
        Player::Min => minimise(walk, node, alpha, beta),
    }
}

fn maximise<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    node: &T::Node,
    mut alpha: Value,
    beta: Value,
) -> Result<Value, Stopped> {
    walk.enter(Window { alpha, beta })?;
    let children = walk.children(node)?;
    if children.len() == 0 {
        let value = walk.evaluate(node)?;
        return walk.leave(value.clamp(alpha, beta));
    }
    let (mut best, count) = (MINUS_INFINITY, children.len());
    for (searched, (number, child)) in (1..).zip(children) {
        let score = walk.at(number, |walk| minimise(walk, &child, alpha, beta))?;
        if walk.back_up(number, score, &mut best)? {
            alpha = alpha.max(score);
            if walk.cuts(Window { alpha, beta }, searched, count)? {
                alpha = beta;
                break;
            }
        }
    }
    walk.leave(alpha)
}

fn minimise<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    node: &T::Node,
    alpha: Value,
    mut beta: Value,
) -> Result<Value, Stopped> {
    walk.enter(Window { alpha, beta })?;
    let children = walk.children(node)?;
    if children.len() == 0 {
        let value = walk.evaluate(node)?;
        return walk.leave(value.clamp(alpha, beta));
    }
    let (mut best, count) = (PLUS_INFINITY, children.len());
    for (searched, (number, child)) in (1..).zip(children) {
        let score = walk.at(number, |walk| maximise(walk, &child, alpha, beta))?;
        if walk.back_up(number, score, &mut best)? {
            beta = beta.min(score);
            if walk.cuts(Window { alpha, beta }, searched, count)? {
                beta = alpha;
                break;
            }
        }
    }
    walk.leave(beta)
}
