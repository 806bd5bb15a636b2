//! Paths as numbers, so that a set of them or a list of events stays small.

use super::Path;
use std::iter::successors;

/// Nodes of a tree that a search has named, each with a number: the root is 0, others are numbered in the order
/// in which they are first named. A node takes 20 bytes, however deep it is.
#[derive(Clone, Debug)]
pub struct Paths {
    nodes: Vec<Named>,
}

/// A named node. Siblings are linked in ascending order; 0 stands for none, as the root is nobody's child.
#[derive(Clone, Copy, Debug, Default)]
struct Named {
    parent: u32,
    first_child: u32,
    /// The child named last, where the next look-up begins.
    last_child: u32,
    next_sibling: u32,
    number: u16,
}

impl Default for Paths {
    fn default() -> Self {
        Self { nodes: vec![Named::default()] }
    }
}

impl Paths {
    /// The number of named nodes: those on the way to each named node, and the root, are among them.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.nodes.len()
    }

    /// The number of a node, which is named if it was not.
    pub fn name(&mut self, path: &Path) -> u32 {
        path.iter().fold(0, |node, &number| match self.seek(node, number) {
            Ok(child) => {
                self.nodes[node as usize].last_child = child;
                child
            }
            Err(before) => self.insert(node, number, before),
        })
    }

    /// The number of a node that has been named.
    #[must_use]
    pub fn find(&self, path: &Path) -> Option<u32> {
        path.iter().try_fold(0, |node, &number| self.seek(node, number).ok())
    }

    /// The path of a number.
    #[must_use]
    pub fn path(&self, mut node: u32) -> Vec<u16> {
        let mut path = Vec::new();
        while node != 0 {
            let Named { parent, number, .. } = self.nodes[node as usize];
            path.push(number);
            node = parent;
        }
        path.reverse();
        path
    }

    /// The children of a node in ascending order, each with its number among all children.
    fn children(&self, node: u32) -> impl Iterator<Item = (u32, u16)> {
        let link = |node: u32| (node != 0).then_some(node);
        let first = link(self.nodes[node as usize].first_child);
        let siblings = successors(first, move |&child| link(self.nodes[child as usize].next_sibling));
        siblings.map(|child| (child, self.nodes[child as usize].number))
    }

    /// The child with a number, or the sibling after which it belongs, 0 if it comes first.
    fn seek(&self, parent: u32, number: u16) -> Result<u32, u32> {
        let Named { first_child, last_child, .. } = self.nodes[parent as usize];
        let starts_late = last_child != 0 && self.nodes[last_child as usize].number <= number;
        let (mut child, mut before) = (if starts_late { last_child } else { first_child }, 0);
        while child != 0 {
            let named = self.nodes[child as usize];
            if named.number >= number {
                return if named.number == number { Ok(child) } else { Err(before) };
            }
            (before, child) = (child, named.next_sibling);
        }
        Err(before)
    }

    fn insert(&mut self, parent: u32, number: u16, before: u32) -> u32 {
        let child = self.nodes.len() as u32;
        let link = match before {
            0 => &mut self.nodes[parent as usize].first_child,
            before => &mut self.nodes[before as usize].next_sibling,
        };
        let next_sibling = std::mem::replace(link, child);
        self.nodes.push(Named { parent, next_sibling, number, ..Named::default() });
        self.nodes[parent as usize].last_child = child;
        child
    }
}

/// A set of nodes.
#[derive(Clone, Debug, Default)]
pub struct PathSet {
    paths: Paths,
    /// Whether the node with this number is in the set.
    members: Vec<bool>,
    count: usize,
}

impl PathSet {
    /// Adds a node.
    pub fn insert(&mut self, path: &Path) {
        let node = self.paths.name(path) as usize;
        if node >= self.members.len() {
            self.members.resize(self.paths.count(), false);
        }
        self.count += usize::from(!std::mem::replace(&mut self.members[node], true));
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

    /// The number of nodes that the set keeps in memory: its own and those on the way to them.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.paths.count()
    }

    /// Whether a node is in the set.
    #[must_use]
    pub fn contains(&self, path: &Path) -> bool {
        self.paths.find(path).is_some_and(|node| self.is_member(node))
    }

    fn is_member(&self, node: u32) -> bool {
        self.members.get(node as usize) == Some(&true)
    }

    /// The nodes, in the order in which they were first named.
    pub fn iter(&self) -> impl Iterator<Item = Vec<u16>> {
        let members = (0..).zip(&self.members).filter(|(_, is_member)| **is_member);
        members.map(|(node, _)| self.paths.path(node))
    }

    /// The first node that another set lacks, parents before children and siblings in their order; none if this
    /// is a subset of it. It takes as many steps as the two sets have nodes: siblings are merged.
    #[must_use]
    pub fn first_missing(&self, other: &Self) -> Option<Vec<u16>> {
        self.missing_below(0, Some((other, 0))).map(|node| self.paths.path(node))
    }

    /// The first node at or below one that another set lacks; `other` is the same node there, if it is named.
    fn missing_below(&self, node: u32, other: Option<(&Self, u32)>) -> Option<u32> {
        let is_in_other = other.is_some_and(|(set, node)| set.is_member(node));
        if self.is_member(node) && !is_in_other {
            return Some(node);
        }
        let mut others = other.into_iter().flat_map(|(set, node)| set.paths.children(node)).peekable();
        self.paths.children(node).find_map(|(child, number)| {
            while others.next_if(|&(_, other)| other < number).is_some() {}
            let same = others.next_if(|&(_, other)| other == number);
            self.missing_below(child, other.zip(same).map(|((set, _), (node, _))| (set, node)))
        })
    }

    /// Whether all nodes are in another set too.
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.first_missing(other).is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::{PathSet, Paths};
    use crate::classic::SplitMix64;

    #[test]
    fn paths_keep_their_numbers_in_any_order_of_naming() {
        let paths: Vec<Vec<u16>> =
            vec![vec![], vec![2], vec![0], vec![2, 1], vec![1], vec![2, 0], vec![0, 7], vec![2, 1, 3]];
        let mut named = Paths::default();
        let numbers: Vec<_> = paths.iter().map(|path| named.name(path)).collect();
        for (path, number) in paths.iter().zip(&numbers) {
            assert_eq!(named.name(path), *number);
            assert_eq!(named.find(path), Some(*number));
            assert_eq!(named.path(*number), *path);
        }
        assert_eq!(named.count(), paths.len());
        assert_eq!(named.find(&[3]), None);
        assert_eq!(named.find(&[0, 6]), None);
    }

    #[test]
    fn a_set_has_what_was_inserted_alone() {
        let (mut all, mut some) = (PathSet::default(), PathSet::default());
        for path in [[0, 1], [0, 0], [1, 1], [0, 1]] {
            all.insert(&path);
        }
        some.insert(&[1, 1]);
        assert_eq!((all.len(), some.len()), (3, 1));
        assert!(some.is_subset(&all) && all.contains(&[0, 0]));
        assert!(!all.contains(&[0]) && !all.contains(&[]));
        assert_eq!(all.first_missing(&some), Some(vec![0, 0]));
    }

    #[test]
    fn sets_are_compared_as_node_by_node() {
        let mut random = SplitMix64::new(1);
        for _ in 0..2_000 {
            let mut sets = [PathSet::default(), PathSet::default()];
            for set in &mut sets {
                for _ in 0..random.below(8) {
                    let path: Vec<_> = (0..random.below(4)).map(|_| random.below(3) as u16).collect();
                    set.insert(&path);
                }
            }
            let [one, other] = &sets;
            let missing = one.iter().filter(|path| !other.contains(path)).min();
            assert_eq!(one.first_missing(other), missing);
            assert_eq!(one.is_subset(other), missing.is_none());
        }
    }
}
