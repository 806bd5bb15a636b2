//! Aspiration: alpha-beta with a window around a guess, and once more with an open one where the value is outside.
//!
//! Brudno, *Bounds and valuations for shortening the search of estimates*, 1963; Baudet, *The Design and Analysis of
//! Algorithms for Asynchronous Multiprocessors*, 1978.

use super::alpha_beta::alpha_beta;
use super::walk::Walk;
use crate::record::{Event, Observer, Stopped};
use crate::trees::Tree;
use crate::value::{Bound, MINUS_INFINITY, PLUS_INFINITY, Value, Window};

/// The value of the root, which is guessed to be less than `margin` away from `guess`.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn aspiration<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    root: &T::Node,
    guess: Value,
    margin: Value,
) -> Result<Value, Stopped> {
    let alpha = guess.saturating_sub(margin).max(MINUS_INFINITY);
    let window = Window { alpha, beta: guess.saturating_add(margin) };
    walk.pass(window, None)?;
    let score = alpha_beta(walk, root, window)?;
    let bound = window.bound(score);
    if bound == Bound::Exact {
        return Ok(score);
    }
    walk.emit(Event::Fail { score, bound })?;
    // The score may be the value itself.
    let wider = match bound {
        Bound::Upper => Window { alpha: MINUS_INFINITY, beta: score + 1 },
        Bound::Exact | Bound::Lower => Window { alpha: score - 1, beta: PLUS_INFINITY },
    };
    walk.pass(wider, None)?;
    alpha_beta(walk, root, wider)
}
