//! Paths as numbers, so that a set of them or a list of events stays small.

use super::event::NodePath;
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

    /// The bytes of memory that the nodes take, with the room for more.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Named>()
    }

    /// The number of a node, which is named if it was not.
    pub fn name(&mut self, path: &NodePath) -> u32 {
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
    pub fn find(&self, path: &NodePath) -> Option<u32> {
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
    pub(super) fn children(&self, node: u32) -> impl Iterator<Item = (u32, u16)> {
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

/// Paths in their order.
#[derive(Clone, Debug, Default)]
pub struct PathList {
    numbers: Vec<u16>,
    ends: Vec<usize>,
}

impl PathList {
    /// Adds a path.
    pub fn push(&mut self, path: &NodePath) {
        self.numbers.extend_from_slice(path);
        self.ends.push(self.numbers.len());
    }

    /// The number of paths.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no path.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The bytes of memory that they take, with the room for more.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.numbers.capacity() * size_of::<u16>() + self.ends.capacity() * size_of::<usize>()
    }

    /// The paths.
    pub fn iter(&self) -> impl Iterator<Item = &NodePath> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        self.ends.iter().zip(starts).map(|(&end, start)| &self.numbers[start..end])
    }
}

#[cfg(test)]
mod tests {
    use super::{PathList, Paths};

    #[test]
    fn room_for_more_paths_is_counted() {
        let mut list = PathList::default();
        (0..1025).for_each(|number| list.push(&[number]));
        assert_eq!(list.bytes(), 2048 * (size_of::<u16>() + size_of::<usize>()));
    }

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
}
