//! Alpha-beta for M & N minimaxing: a child is left out only where neither its value nor the choice
//! that it adds can matter.
//!
//! Slagle, *Game Trees, M & N Minimaxing, and the M & N Alpha-Beta Procedure*, 1963; Slagle and
//! Dixon, *Experiments with the M & N Tree-Searching Program*, 1970.
//!
//! At a node with the window (α, β) for the player to move, who gets c for a second move as good as
//! the first and B for all that count together, a child of value x does not matter
//!
//! - if as many children as count are as good: x ≤ the last of these,
//! - if the best is better by c or more: x ≤ v₁ − c,
//! - if the node is worth more than α only by children that are better than x by c or more: x ≤ α −
//!   B − c.
//!
//! So its window begins at the largest of the three, below α, and ends at β: a child that reaches
//! it cuts. With M = N = 1 it is alpha-beta, fail-hard.

use super::m_n_minimax::Choice;
use super::walk::Walk;
use crate::record::{Observer, Stopped};
use crate::trees::Tree;
use crate::value::{MINUS_INFINITY, Value, Window};

/// The M & N value of a node, within a window.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn m_n_alpha_beta<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    node: &T::Node,
    window: Window,
    choice: Choice,
) -> Result<Value, Stopped> {
    walk.enter(window)?;
    let children = walk.children(node)?;
    if children.len() == 0 {
        let value = walk.evaluate(node)?;
        return walk.leave(window.clamp(value));
    }
    let player = walk.player();
    let Window { alpha, beta } = window.seen_by(player);
    // What matters, the best first.
    let mut values: Vec<Value> = Vec::new();
    let (mut score, mut best) = (alpha, player.worst());
    let count = children.len();
    for (searched, (number, child)) in (1..).zip(children) {
        let below = choice.least_that_matters(player, &values, alpha);
        let asked = Window { alpha: below, beta }.seen_by(player);
        let value = walk.at(number, |walk| m_n_alpha_beta(walk, &child, asked, choice))?;
        walk.back_up(number, value, &mut best)?;
        let value = player.view(value);
        if value > below {
            values.insert(values.partition_point(|&other| other >= value), value);
        }
        if walk.cuts(Window { alpha: value.max(alpha), beta }.seen_by(player), searched, count)? {
            values = vec![beta];
            break;
        }
    }
    if !values.is_empty() {
        score = choice.value(player, &values).clamp(alpha, beta);
    }
    walk.leave(player.view(score))
}

impl Choice {
    /// A child of no more than this, from the view of the player to move, does not matter beside others of these
    /// values, where the node is not worth more than `alpha` without them.
    fn least_that_matters(self, player: crate::value::Player, values: &[Value], alpha: Value) -> Value {
        let counted = self.counted(player);
        let bonus = if counted > 1 { self.bonus } else { 0 };
        let all: i64 = (1..counted.min(32) as u32).map(|rank| i64::from(bonus >> rank)).sum();
        let least = |value: i64| value.max(MINUS_INFINITY.into()) as Value;
        let outside = match alpha {
            MINUS_INFINITY => alpha,
            _ => least(i64::from(alpha) - all - i64::from(bonus)),
        };
        let far_below = values.first().map_or(outside, |&best| least(i64::from(best) - i64::from(bonus)));
        let last = values.get(counted - 1).copied().unwrap_or(outside);
        outside.max(far_below).max(last)
    }
}
