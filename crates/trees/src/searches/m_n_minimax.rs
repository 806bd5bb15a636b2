//! M & N minimaxing: it is good to have a choice. The value of a Max node depends on its M best
//! children, that of a Min node on its N best.
//!
//! Slagle, *Game Trees, M & N Minimaxing, and the M & N Alpha-Beta Procedure*, 1963; Slagle and
//! Dixon, *Experiments with the M & N Tree-Searching Program*, 1970.
//!
//! The papers leave the function open. Here, a Max node whose children have the values v₁ ≥ v₂ ≥ …
//! is worth v₁, and for each vᵢ of the M best but the first, (c − (v₁ − vᵢ)) / 2ⁱ⁻¹ more, rounded
//! down, if that is positive. A Min node mirrors that with N. So M = N = 1 is minimax. Values stay
//! within those that leaves may have.

use super::walk::{Visit, Walk};
use crate::record::{Observer, Stopped};
use crate::trees::Tree;
use crate::value::{MAX_VALUE, Player, Value, Window};
use smallvec::SmallVec;

/// What a choice is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The best children of a Max node that count: M.
    pub max_children: usize,
    /// The best children of a Min node that count: N.
    pub min_children: usize,
    /// The bonus for equal children, c, which is less by the difference where they differ.
    pub bonus: Value,
}

impl Choice {
    /// The children that count at a node of a player.
    pub(super) const fn counted(self, player: Player) -> usize {
        match player {
            Player::Max => self.max_children,
            Player::Min => self.min_children,
        }
    }

    /// The value of a node with children of these values, the best first, from the view of the player to move.
    pub(super) fn value(self, player: Player, values: &[Value]) -> Value {
        let counted = self.counted(player);
        let best = values[0];
        let bonus = |(rank, value): (u32, &Value)| (self.bonus - (best - value)).max(0) >> rank.min(31);
        let total: i64 =
            (1..).zip(&values[1..]).take(counted.saturating_sub(1)).map(bonus).map(i64::from).sum();
        (i64::from(best) + total).min(MAX_VALUE.into()) as Value
    }
}

/// The M & N value of a node: in general not that of minimax.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn m_n_minimax<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    node: &T::Node,
    choice: Choice,
) -> Result<Value, Stopped> {
    let children = match walk.visit(node, Window::FULL)? {
        Visit::Leaf(value) => return Ok(value),
        Visit::Inner(children) => children,
    };
    let player = walk.player();
    let (mut values, mut best) = (SmallVec::<[Value; 8]>::new(), player.worst());
    for (number, child) in children {
        let value = walk.at(number, |walk| m_n_minimax(walk, &child, choice))?;
        walk.back_up(number, value, &mut best)?;
        values.push(player.view(value));
    }
    values.sort_unstable_by(|a, b| b.cmp(a));
    walk.leave(player.view(choice.value(player, &values)))
}
