//! Mean numbers of leaves by formula, for comparison with what the searches measure.
//!
//! Knuth and Moore, *An analysis of alpha-beta pruning*, 1975; Pearl, *The solution for the branching factor of
//! the alpha-beta pruning algorithm and its optimality*, 1982; Saks and Wigderson, *Probabilistic Boolean decision
//! trees and the complexity of evaluating game trees*, 1986.

use crate::trees::minimal_leaves;
use std::iter::successors;

/// The leaves and nodes of a uniform tree that alpha-beta visits in the worst and in the best order.
///
/// The table for 40 moves that is widely copied has 65,569 leaves in the best order at depth 5. That is a
/// misprint: the formula gives 40³ + 40² − 1 = 65,599.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extremes {
    /// All leaves.
    pub worst_leaves: u64,
    /// The leaves of the minimal tree.
    pub best_leaves: u64,
    /// All nodes.
    pub worst_nodes: u64,
    /// The nodes of the minimal tree.
    pub best_nodes: u64,
}

impl Extremes {
    /// The extremes of trees with that many children and plies; `None` if a number is too large.
    #[must_use]
    pub fn of(branching: u64, depth: u32) -> Option<Self> {
        let at = |ply| Some((branching.checked_pow(ply)?, minimal_leaves(branching, ply)?));
        let (worst_leaves, best_leaves) = at(depth)?;
        let (worst_nodes, best_nodes) = (0..=depth).try_fold((0_u64, 0_u64), |(worst, best), ply| {
            let (more_worst, more_best) = at(ply)?;
            Some((worst.checked_add(more_worst)?, best.checked_add(more_best)?))
        })?;
        Some(Self { worst_leaves, best_leaves, worst_nodes, best_nodes })
    }
}

/// The positive root ξ of x^b + x = 1. If each leaf is won for the player who moves to it with probability 1 − ξ,
/// so is each node of every level.
#[must_use]
pub fn xi(branching: u32) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    // As many halvings as a number below 1 has digits.
    for _ in 0..f64::MANTISSA_DIGITS {
        let middle = f64::midpoint(low, high);
        if power(middle, branching) + middle < 1.0 { low = middle } else { high = middle }
    }
    low
}

/// The growth of alpha-beta's leaves by one ply on uniform trees in random order with independent leaves:
/// ξ/(1 − ξ) (Pearl). No search does with less.
#[must_use]
pub fn random_order_growth(branching: u32) -> f64 {
    let xi = xi(branching);
    xi / (1.0 - xi)
}

/// Pearl's approximation of [`random_order_growth`], 0.925 b^0.747: 4 % too small for b = 2, 3 % too large for
/// b = 20.
#[must_use]
pub fn random_order_growth_fit(branching: u32) -> f64 {
    0.925 * f64::from(branching).powf(0.747)
}

/// The growth in perfect order: √b. On leaves that are won or lost by the toss of a coin, a random order does as
/// well.
#[must_use]
pub fn perfect_order_growth(branching: u32) -> f64 {
    f64::from(branching).sqrt()
}

/// The growth of alpha-beta with a random order of children on the win–loss trees that hold it up longest:
/// (b − 1 + √(b² + 14b + 1))/4 (Saks and Wigderson).
#[must_use]
pub fn randomised_growth(branching: u32) -> f64 {
    let b = f64::from(branching);
    (b - 1.0 + (b * b + 14.0 * b + 1.0).sqrt()) / 4.0
}

/// The mean leaves of alpha-beta on uniform trees of two plies in random order, exactly: the sum over i and j
/// from 1 to b of the products of k/(k + (j − 1)/b) for k below i (Knuth and Moore).
#[must_use]
pub fn mean_leaves_of_two_plies(branching: u32) -> f64 {
    let b = f64::from(branching);
    let of_reply = |j: u32| -> f64 {
        let growth = |(i, product): &(u32, f64)| {
            let k = f64::from(*i);
            Some((i + 1, product * k / (k + f64::from(j - 1) / b)))
        };
        let products = successors(Some((1, 1.0)), growth).take(branching as usize);
        products.map(|(_, product)| product).sum()
    };
    (1..=branching).map(of_reply).sum()
}

/// Mean leaves of win–loss trees of growing depth, for nodes that the player to move wins and loses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinLoss {
    /// The chance that the player to move wins.
    pub wins: f64,
    /// Leaves of a tree that is won.
    pub if_won: f64,
    /// Leaves of a tree that is lost.
    pub if_lost: f64,
}

impl WinLoss {
    /// The mean leaves.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.wins * self.if_won + (1.0 - self.wins) * self.if_lost
    }
}

/// Alpha-beta with the window from loss to win, from left to right, for depths 0, 1, 2, … . The leaves are
/// independent, each with the chance `p` to be won for the player who moves to it.
pub fn coin_leaves(branching: u32, p: f64) -> impl Iterator<Item = WinLoss> {
    let b = f64::from(branching);
    let leaf = WinLoss { wins: 1.0 - p, if_won: 1.0, if_lost: 1.0 };
    successors(Some(leaf), move |child| {
        // A child that its own player loses cuts.
        let (cuts, fails) = (1.0 - child.wins, child.wins);
        let wins = 1.0 - power(fails, branching);
        let before_cut: f64 =
            (0..branching).map(|failed| f64::from(failed) * power(fails, failed) * cuts).sum();
        Some(WinLoss {
            wins,
            if_won: child.if_lost + before_cut / wins.max(f64::MIN_POSITIVE) * child.if_won,
            if_lost: b * child.if_won,
        })
    })
}

/// Alpha-beta with the window from loss to win, each order of children equally likely, for depths 0, 1, 2, … .
/// The leaves hold it up as long as they can: a node that wins has one losing child, one that loses none.
pub fn reluctant_leaves(branching: u32) -> impl Iterator<Item = WinLoss> {
    let b = f64::from(branching);
    let leaf = WinLoss { wins: 1.0, if_won: 1.0, if_lost: 1.0 };
    successors(Some(leaf), move |child| {
        let before_cut = (b - 1.0) / 2.0;
        Some(WinLoss {
            wins: 1.0,
            if_won: child.if_lost + before_cut * child.if_won,
            if_lost: b * child.if_won,
        })
    })
}

fn power(base: f64, exponent: u32) -> f64 {
    base.powi(exponent as i32)
}
