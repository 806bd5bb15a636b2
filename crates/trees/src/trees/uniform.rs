//! Uniform trees in the best or the worst order of children, whose values follow from the way to a node: nothing is
//! stored, so that they may have more leaves than a memory holds.
//!
//! Knuth and Moore, *An analysis of alpha-beta pruning*, 1975 (§6: the best and the worst case); Saks and Wigderson,
//! *Probabilistic Boolean decision trees and the complexity of evaluating game trees*, 1986 (binary leaves).

use super::arguments::{Arguments, check_branching, expect};
use super::given::{GivenTree, MAX_DEPTH, UniformSize, Values};
use super::tree::Tree;
use crate::phrases;
use crate::value::{Player, Value};
use bestmove_core::game::{Invalid, Parameter, phrases as core_phrases, quoted};
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// The most leaves of a uniform tree: few enough that counts of its nodes are exact in JSON.
const MAX_UNIFORM_LEAVES: u64 = 1_000_000_000_000_000;

/// The arguments of a uniform tree without stored values. The root is worth 0, or won for the player who moves there
/// if leaves are binary; the static value of each node is its exact one.
///
/// ```
/// use bestmove_trees::{Player, UniformTree};
///
/// let tree: UniformTree = "branching=2,depth=2,order=best".parse()?;
/// assert_eq!(tree.with_root(Player::Max).to_given().unwrap().to_string(), "[[0, 1], -1: [-1, 0]]");
/// # Ok::<(), bestmove_core::game::Invalid>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UniformTree {
    /// Children of a node.
    pub branching: usize,
    /// Plies from the root to the leaves.
    pub depth: usize,
    /// The order of the children of each node.
    pub order: UniformOrder,
    /// The values of leaves.
    pub leaves: UniformLeaves,
    /// The player to move at the root.
    pub root: Player,
    /// Each ply whose number, from 1, is a multiple of this is one of chance nodes, whose children
    /// are equally likely; none if 0. They bring -(b - 1), -(b - 3), …, b - 1 in turn, so that
    /// their mean is what the node is worth without them.
    pub chance: usize,
}

/// The order of the children of each node by their exact values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UniformOrder {
    /// The best for the player to move first: alpha-beta evaluates the minimal tree.
    #[default]
    Best,
    /// The best last: alpha-beta evaluates all leaves.
    Worst,
}

impl UniformOrder {
    /// All with their names.
    pub const ALL: &[(&str, Self)] = &[("best", Self::Best), ("worst", Self::Worst)];
}

/// The values of the leaves of a uniform tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UniformLeaves {
    /// No two children of a node are equal. The choices of Max and of Min along the path, 0 the
    /// best, are the digits of a number each, with the number of children as base; a leaf is worth
    /// Min's less Max's. In the worst order each choice outweighs all later ones of the same
    /// player, so that no bound cuts.
    #[default]
    Distinct,
    /// 1 or 0. A node that is won for the player to move has one such child, a node that is lost none.
    Binary,
}

impl UniformLeaves {
    /// All with their names.
    pub const ALL: &[(&str, Self)] = &[("distinct", Self::Distinct), ("binary", Self::Binary)];
}

/// A node: its exact value, and its plies from the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UniformNode {
    value: Value,
    ply: u8,
}

impl UniformTree {
    /// The same tree with this player to move at the root.
    #[must_use]
    pub const fn with_root(self, root: Player) -> Self {
        Self { root, ..self }
    }

    /// Checks the arguments.
    ///
    /// # Errors
    ///
    /// [`Invalid`] naming the first that is out of range.
    pub fn check(&self) -> Result<(), Invalid> {
        let Self { branching, depth, leaves: kind, chance, .. } = *self;
        check_branching(branching)?;
        expect(depth <= MAX_DEPTH, "depth", phrases::at_most_plies(MAX_DEPTH), core_phrases::number(depth))?;
        expect(
            chance <= MAX_DEPTH,
            "chance",
            phrases::at_most_plies(MAX_DEPTH),
            core_phrases::number(chance),
        )?;
        let is_mean = kind == UniformLeaves::Distinct || chance == 0;
        expect(is_mean, "chance", phrases::zero_with_binary_leaves(), core_phrases::number(chance))?;
        let leaves = (branching as u64).checked_pow(depth as u32);
        expect(
            leaves.is_some_and(|leaves| leaves <= MAX_UNIFORM_LEAVES),
            "depth",
            phrases::at_most_leaves_of_power(MAX_UNIFORM_LEAVES),
            phrases::power(branching, depth),
        )
    }

    /// The number of nodes.
    #[must_use]
    pub fn size(&self) -> UniformSize {
        UniformSize::new(self.branching, self.depth)
    }

    /// The same tree in memory, with the static values of its inner nodes.
    ///
    /// # Errors
    ///
    /// [`Invalid`] if it has more leaves than a tree in memory may have.
    pub fn to_given(&self) -> Result<GivenTree, Invalid> {
        let size = self.size();
        let most = super::given::MAX_LEAVES;
        let expected = format!("at most {most} leaves in memory");
        expect(size.leaves <= most, "depth", expected.into(), format!("{} leaves", size.leaves).into())?;
        let mut nodes = Vec::with_capacity(size.nodes());
        nodes.push(self.root());
        for at in 0..size.inner {
            let node = nodes[at];
            nodes.extend(self.children(&node));
        }
        let values = Values::Nodes(nodes.into_iter().map(|node| node.value).collect());
        Ok(GivenTree::uniform(size, self.depth, self.chance, values, self.root))
    }

    /// The plies before this one, from 0, where a player moves.
    fn moves_before(&self, ply: usize) -> usize {
        ply - ply.checked_div(self.chance).unwrap_or(0)
    }

    fn is_chance_ply(&self, ply: usize) -> bool {
        self.chance > 0 && (ply + 1).is_multiple_of(self.chance)
    }

    /// The player to move at a ply, or after chance.
    fn player(&self, ply: usize) -> Player {
        if self.moves_before(ply).is_multiple_of(2) { self.root } else { !self.root }
    }

    /// The value of the digit of a ply where a player moves: larger than all later digits of the same player together.
    fn weight(&self, ply: usize) -> Value {
        let later = (self.moves_before(self.depth) - 1 - self.moves_before(ply)) / 2;
        (self.branching as Value).pow(later as u32)
    }
}

impl Tree for UniformTree {
    type Node = UniformNode;

    fn root(&self) -> UniformNode {
        let won = match self.root {
            Player::Max => 1,
            Player::Min => 0,
        };
        let value = if self.leaves == UniformLeaves::Binary { won } else { 0 };
        UniformNode { value, ply: 0 }
    }

    fn root_player(&self) -> Player {
        self.root
    }

    fn children(&self, node: &UniformNode) -> impl ExactSizeIterator<Item = UniformNode> {
        let Self { branching, order, leaves, .. } = *self;
        let UniformNode { value, ply } = *node;
        let at = usize::from(ply);
        let (is_leaf, is_chance, player) = (at == self.depth, self.is_chance_ply(at), self.player(at));
        let weight = if is_leaf || is_chance { 0 } else { self.weight(at) };
        let (won, lost) = match player {
            Player::Max => (1, 0),
            Player::Min => (0, 1),
        };
        let count = if is_leaf { 0 } else { branching as u16 };
        (0..count).map(move |number| {
            let digit = match order {
                UniformOrder::Best => number,
                UniformOrder::Worst => count - 1 - number,
            };
            let value = match leaves {
                _ if is_chance => value + 2 * Value::from(number) - Value::from(count - 1),
                UniformLeaves::Distinct => value - player.view(Value::from(digit) * weight),
                UniformLeaves::Binary if value == won && digit == 0 => won,
                UniformLeaves::Binary => lost,
            };
            UniformNode { value, ply: ply + 1 }
        })
    }

    fn value(&self, node: &UniformNode) -> Value {
        node.value
    }

    fn max_depth(&self) -> Option<usize> {
        Some(self.depth)
    }

    fn has_chance(&self) -> bool {
        (1..=self.depth).contains(&self.chance)
    }

    fn is_chance(&self, node: &UniformNode) -> bool {
        let ply = usize::from(node.ply);
        ply < self.depth && self.is_chance_ply(ply)
    }

    fn leaf_range(&self) -> Option<(Value, Value)> {
        if self.leaves == UniformLeaves::Binary {
            return None;
        }
        let (mut least, mut most) = (0, 0);
        for ply in 0..self.depth {
            let weight = if self.is_chance_ply(ply) { 1 } else { self.weight(ply) };
            let reach = (self.branching as Value - 1) * weight;
            if self.is_chance_ply(ply) || self.player(ply) == Player::Max {
                least -= reach;
            }
            if self.is_chance_ply(ply) || self.player(ply) == Player::Min {
                most += reach;
            }
        }
        Some((least, most))
    }
}

/// From its arguments in any order, as `branching=40,depth=8,order=worst`. The order is the best, the leaves are
/// distinct, there is no chance and Max moves at the root unless told otherwise.
impl FromStr for UniformTree {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let arguments = Arguments::parse(
            phrases::uniform_tree,
            text,
            &["branching", "depth", "order", "leaves", "chance"],
        )?;
        let uniform = Self {
            branching: arguments.required("branching")?,
            depth: arguments.required("depth")?,
            order: named(&arguments, "order", UniformOrder::ALL)?,
            leaves: named(&arguments, "leaves", UniformLeaves::ALL)?,
            root: Player::Max,
            chance: arguments.number("chance")?.unwrap_or(0),
        };
        uniform.check()?;
        Ok(uniform)
    }
}

fn named<T: Copy + Default>(arguments: &Arguments<'_>, name: &str, all: &[(&str, T)]) -> Result<T, Invalid> {
    let Some(text) = arguments.find(name) else { return Ok(T::default()) };
    let found = all.iter().find(|(name, _)| *name == text).map(|&(_, value)| value);
    let names = || all.iter().map(|(name, _)| *name).collect::<Parameter>();
    let expected = || phrases::one_of_names(names());
    found.ok_or_else(|| Invalid::new(phrases::argument(name), expected(), quoted(text)))
}

/// As [`FromStr`] reads it.
impl Display for UniformTree {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let (order, leaves) =
            (UniformOrder::ALL[self.order as usize].0, UniformLeaves::ALL[self.leaves as usize].0);
        write!(out, "branching={},depth={},order={order},leaves={leaves}", self.branching, self.depth)?;
        if self.chance == 0 { Ok(()) } else { write!(out, ",chance={}", self.chance) }
    }
}
