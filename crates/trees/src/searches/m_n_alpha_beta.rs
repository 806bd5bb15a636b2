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
use crate::value::{MINUS_INFINITY, Player, Value, Window};
use smallvec::{SmallVec, smallvec};

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
    let count = children.len();
    if count == 0 {
        let value = walk.evaluate(node)?;
        return walk.leave(window.clamp(value));
    }
    let player = walk.player();
    let Window { alpha, beta } = window.seen_by(player);
    // What matters, the best first.
    let mut values = SmallVec::<[Value; 8]>::new();
    let (mut score, mut best) = (alpha, player.worst());
    let outside = choice.most_outside(player, alpha);
    for (searched, (number, child)) in (1..).zip(children) {
        let below = choice.most_beside(player, &values).max(outside);
        let asked = Window { alpha: below, beta }.seen_by(player);
        let value = walk.at(number, |walk| m_n_alpha_beta(walk, &child, asked, choice))?;
        walk.back_up(number, value, &mut best)?;
        let value = player.view(value);
        if value > below {
            values.insert(values.partition_point(|&other| other >= value), value);
            if walk.cuts(Window { alpha: value, beta }.seen_by(player), searched, count)? {
                values = smallvec![beta];
                break;
            }
        }
    }
    if !values.is_empty() {
        score = choice.value(player, &values).clamp(alpha, beta);
    }
    walk.leave(player.view(score))
}

impl Choice {
    /// The bonus for a child of a player that is as good as the best.
    fn bonus_of(self, player: Player) -> Value {
        if self.counted(player) > 1 { self.bonus } else { 0 }
    }

    /// A child of no more than this, from the view of the player to move, does not matter where the node is not worth
    /// more than `alpha` without it.
    fn most_outside(self, player: Player, alpha: Value) -> Value {
        let bonus = self.bonus_of(player);
        let all: i64 = (1..self.counted(player).min(32) as u32).map(|rank| i64::from(bonus >> rank)).sum();
        if alpha == MINUS_INFINITY { alpha } else { least(i64::from(alpha) - all - i64::from(bonus)) }
    }

    /// A child of no more than this does not matter beside others of these values.
    fn most_beside(self, player: Player, values: &[Value]) -> Value {
        let Some(&best) = values.first() else { return MINUS_INFINITY };
        let far_below = least(i64::from(best) - i64::from(self.bonus_of(player)));
        values.get(self.counted(player) - 1).map_or(far_below, |&last| far_below.max(last))
    }
}

fn least(value: i64) -> Value {
    value.max(MINUS_INFINITY.into()) as Value
}
