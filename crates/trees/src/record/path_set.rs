//! Sets of nodes.

use super::event::{NodePath, Stopped};
use super::paths::Paths;
use std::iter::successors;

/// A set of nodes. In any tree a member takes 21 bytes, as do the nodes on the way to it; in a uniform tree each
/// node takes a bit, whether it is a member or not.
#[derive(Clone, Debug)]
pub struct PathSet {
    members: Members,
    count: usize,
}

#[derive(Clone, Debug)]
enum Members {
    Named {
        paths: Paths,
        /// Whether the node with this number is in the set.
        is_member: Vec<bool>,
    },
    /// The nodes of a uniform tree, numbered breadth first from 0.
    Numbered {
        branching: usize,
        /// Its powers from 1 on, as many as there are plies.
        powers: Vec<u32>,
        /// A bit for each node.
        bits: Vec<u64>,
    },
}

impl Default for PathSet {
    fn default() -> Self {
        Self { members: Members::Named { paths: Paths::default(), is_member: Vec::new() }, count: 0 }
    }
}

impl PathSet {
    /// An empty set of nodes of a tree where each inner node has `branching` children and all leaves are equally
    /// deep, `nodes` in all.
    #[must_use]
    pub fn of_uniform(branching: usize, nodes: usize) -> Self {
        let bits = vec![0; nodes.div_ceil(u64::BITS as usize)];
        let powers = successors(Some(1), |power| u32::checked_mul(*power, branching as u32));
        let powers = powers.take(nodes).take_while(|&power| (power as usize) < nodes).collect();
        Self { members: Members::Numbered { branching, powers, bits }, count: 0 }
    }

    /// Whether it is of a uniform tree, where nodes have numbers.
    #[inline]
    pub(super) const fn is_numbered(&self) -> bool {
        matches!(self.members, Members::Numbered { .. })
    }

    /// Adds the node of a uniform tree with this number, breadth first from 0.
    #[inline]
    pub(super) fn insert_number(&mut self, number: u32) {
        if let Members::Numbered { bits, .. } = &mut self.members {
            self.count += usize::from(set_bit(bits, number as usize));
        }
    }

    /// Adds a node.
    pub fn insert(&mut self, path: &NodePath) {
        let is_new = match &mut self.members {
            Members::Named { paths, is_member } => {
                let node = paths.name(path) as usize;
                if node >= is_member.len() {
                    is_member.resize(paths.count(), false);
                }
                !std::mem::replace(&mut is_member[node], true)
            }
            Members::Numbered { powers, bits, .. } => set_bit(bits, number(path, powers)),
        };
        self.count += usize::from(is_new);
    }

    /// The number of nodes in the set.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Whether no node is in the set.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The number of nodes that the set has named: its own and those on the way to them; none in a uniform tree.
    #[must_use]
    pub const fn named(&self) -> usize {
        match &self.members {
            Members::Named { paths, .. } => paths.count(),
            Members::Numbered { .. } => 0,
        }
    }

    /// The bytes of memory that the set takes, with the room that it keeps for more.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        match &self.members {
            Members::Named { paths, is_member } => paths.bytes() + is_member.capacity(),
            Members::Numbered { bits, .. } => bits.capacity() * size_of::<u64>(),
        }
    }

    /// Whether a node is in the set.
    #[must_use]
    pub fn contains(&self, path: &NodePath) -> bool {
        match &self.members {
            Members::Named { paths, .. } => paths.find(path).is_some_and(|node| self.has(node)),
            Members::Numbered { powers, .. } => self.has(number(path, powers) as u32),
        }
    }

    /// Whether the node with this number is in the set.
    fn has(&self, node: u32) -> bool {
        match &self.members {
            Members::Named { is_member, .. } => is_member.get(node as usize) == Some(&true),
            Members::Numbered { bits, .. } => {
                let (word, bit) = place(node as usize);
                bits.get(word).is_some_and(|bits| bits & bit != 0)
            }
        }
    }

    /// The path of the node with this number.
    fn path(&self, node: u32) -> Vec<u16> {
        match &self.members {
            Members::Named { paths, .. } => paths.path(node),
            Members::Numbered { branching, .. } => numbered_path(node as usize, *branching),
        }
    }

    /// The nodes, in the order in which they were first named; in a uniform tree ply by ply.
    pub fn iter(&self) -> impl Iterator<Item = Vec<u16>> {
        (0..self.numbers()).filter(|&node| self.has(node)).map(|node| self.path(node))
    }

    /// The numbers that the nodes in the set may have.
    const fn numbers(&self) -> u32 {
        match &self.members {
            Members::Named { is_member, .. } => is_member.len() as u32,
            Members::Numbered { bits, .. } => bits.len() as u32 * u64::BITS,
        }
    }

    /// The first node that another set lacks; none if this is a subset of it. Parents come before children and
    /// siblings in their order; in a uniform tree the nodes come ply by ply. It takes as many steps as the two sets
    /// have nodes: siblings are merged.
    #[must_use]
    pub fn first_missing(&self, other: &Self) -> Option<Vec<u16>> {
        self.missing(other, &mut || Ok(())).ok().flatten().map(|node| self.path(node))
    }

    /// Whether all nodes are in another set too.
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.first_missing(other).is_none()
    }

    /// The same, unless `poll` stops the comparison, which is called for each named node.
    ///
    /// # Errors
    ///
    /// [`Stopped`] by `poll`.
    pub fn is_subset_unless_stopped(
        &self,
        other: &Self,
        poll: &mut dyn FnMut() -> Result<(), Stopped>,
    ) -> Result<bool, Stopped> {
        Ok(self.missing(other, poll)?.is_none())
    }

    fn missing(
        &self,
        other: &Self,
        poll: &mut dyn FnMut() -> Result<(), Stopped>,
    ) -> Result<Option<u32>, Stopped> {
        match (&self.members, &other.members) {
            (Members::Numbered { bits: own, .. }, Members::Numbered { bits: others, .. }) => {
                let missing = own.iter().zip(others).map(|(own, others)| own & !others);
                let first = missing.enumerate().find(|(_, missing)| *missing != 0);
                Ok(first.map(|(word, missing)| word as u32 * u64::BITS + missing.trailing_zeros()))
            }
            (Members::Named { paths, .. }, Members::Named { paths: others, .. }) => {
                self.missing_below((paths, 0), Some((other, others, 0)), poll)
            }
            // A set of each kind: node by node.
            _ => {
                for node in 0..self.numbers() {
                    poll()?;
                    if self.has(node) && !other.contains(&self.path(node)) {
                        return Ok(Some(node));
                    }
                }
                Ok(None)
            }
        }
    }

    /// The first node at or below one that another set lacks; `other` is the same node there, if it is named.
    fn missing_below(
        &self,
        (paths, node): (&Paths, u32),
        other: Option<(&Self, &Paths, u32)>,
        poll: &mut dyn FnMut() -> Result<(), Stopped>,
    ) -> Result<Option<u32>, Stopped> {
        poll()?;
        let is_in_other = other.is_some_and(|(set, _, node)| set.has(node));
        if self.has(node) && !is_in_other {
            return Ok(Some(node));
        }
        let mut others = other.into_iter().flat_map(|(_, paths, node)| paths.children(node)).peekable();
        for (child, number) in paths.children(node) {
            while others.next_if(|&(_, other)| other < number).is_some() {}
            let same = others.next_if(|&(_, other)| other == number);
            let same = other.zip(same).map(|((set, paths, _), (node, _))| (set, paths, node));
            if let missing @ Some(_) = self.missing_below((paths, child), same, poll)? {
                return Ok(missing);
            }
        }
        Ok(None)
    }
}

/// Whether it was not set yet.
#[inline]
fn set_bit(bits: &mut [u64], node: usize) -> bool {
    let (word, bit) = place(node);
    let before = bits[word];
    bits[word] |= bit;
    before & bit == 0
}

/// The number of a node of a uniform tree: child c of node n is b·n + 1 + c.
fn number(path: &NodePath, powers: &[u32]) -> usize {
    let number: u32 =
        path.iter().rev().zip(powers).map(|(&child, power)| (1 + u32::from(child)) * power).sum();
    number as usize
}

/// The path of a number.
fn numbered_path(mut node: usize, branching: usize) -> Vec<u16> {
    let mut path = Vec::new();
    while node > 0 {
        path.push(((node - 1) % branching) as u16);
        node = (node - 1) / branching;
    }
    path.reverse();
    path
}

/// The word and the bit of a number.
const fn place(node: usize) -> (usize, u64) {
    (node / u64::BITS as usize, 1 << (node % u64::BITS as usize))
}

#[cfg(test)]
mod tests {
    use super::PathSet;
    use crate::trees::SplitMix64;

    #[test]
    fn a_set_has_what_was_inserted_alone() {
        for empty in [PathSet::default(), PathSet::of_uniform(2, 7)] {
            let (mut all, mut some) = (empty.clone(), empty);
            for path in [[0, 1], [0, 0], [1, 1], [0, 1]] {
                all.insert(&path);
            }
            some.insert(&[1, 1]);
            assert_eq!((all.len(), some.len()), (3, 1));
            assert!(some.is_subset(&all) && all.contains(&[0, 0]));
            assert!(!all.contains(&[0]) && !all.contains(&[]));
            assert_eq!(all.first_missing(&some), Some(vec![0, 0]));
        }
    }

    #[test]
    fn room_for_more_nodes_is_counted() {
        let mut set = PathSet::default();
        (0..1024).for_each(|number| set.insert(&[number]));
        assert_eq!(set.named(), 1025);
        assert!(set.bytes() >= 2048 * 20 + 1025, "its vectors double: {}", set.bytes());
    }

    /// Up to eight nodes of a tree with three children and three plies, in a set of each kind.
    fn random_sets(random: &mut SplitMix64) -> [PathSet; 2] {
        let mut sets = [PathSet::default(), PathSet::of_uniform(3, 40)];
        for _ in 0..random.below(8) {
            let path: Vec<_> = (0..random.below(4)).map(|_| random.below(3) as u16).collect();
            sets.iter_mut().for_each(|set| set.insert(&path));
        }
        sets
    }

    #[test]
    fn sets_are_compared_as_node_by_node() {
        let mut random = SplitMix64::new(1);
        for _ in 0..2_000 {
            let ([one, one_of_uniform], [other, other_of_uniform]) =
                (random_sets(&mut random), random_sets(&mut random));
            let missing = one.iter().filter(|path| !other.contains(path)).min();
            assert_eq!(one.first_missing(&other), missing);
            assert_eq!(one.is_subset(&other), missing.is_none());
            assert_eq!(one_of_uniform.is_subset(&other_of_uniform), missing.is_none());
            assert_eq!(one_of_uniform.is_subset(&other), missing.is_none());
            assert_eq!(one.is_subset(&other_of_uniform), missing.is_none());
            assert_eq!(one_of_uniform.len(), one.len());
            let [mut named, mut numbered] = [&one, &one_of_uniform].map(|set| set.iter().collect::<Vec<_>>());
            named.sort();
            numbered.sort();
            assert_eq!(named, numbered);
        }
    }
}
