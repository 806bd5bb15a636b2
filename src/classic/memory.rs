//! A memory of the nodes that a search has visited.

use super::Path;

/// A value for each node, in a tree of its own that grows with the visits.
pub(super) struct Memory<V> {
    entries: Vec<Entry<V>>,
    /// The entries of the path to the node visited last.
    path: Vec<usize>,
}

struct Entry<V> {
    value: V,
    /// The entries of the children; none before the node is expanded.
    first_child: usize,
    children: usize,
}

impl<V: Copy> Memory<V> {
    /// An empty one, where each node has the value `unknown`.
    pub(super) fn new(unknown: V) -> Self {
        Self { entries: vec![Entry { value: unknown, first_child: 0, children: 0 }], path: vec![0] }
    }

    /// Visits a node, whose parent has been visited and expanded before; then come its descendants.
    pub(super) fn visit(&mut self, path: &Path) -> &mut V {
        self.path.truncate(path.len().max(1));
        if let Some(child) = path.last() {
            let parent = &self.entries[self.path[path.len() - 1]];
            debug_assert!(usize::from(*child) < parent.children, "the parent has not been expanded");
            self.path.push(parent.first_child + usize::from(*child));
        }
        self.at(path.len())
    }

    /// The value of the node of the path at this ply.
    pub(super) fn at(&mut self, ply: usize) -> &mut V {
        &mut self.entries[self.path[ply]].value
    }

    /// Makes room for the children of the node visited last.
    pub(super) fn expand(&mut self, children: usize, unknown: V) {
        let end = self.entries.len();
        let node = &mut self.entries[*self.path.last().expect("a node has been visited")];
        if node.children == 0 {
            (node.first_child, node.children) = (end, children);
            self.entries.extend((0..children).map(|_| Entry { value: unknown, first_child: 0, children: 0 }));
        }
    }

    /// The path from the root that always goes to the first child for which `is_next` holds.
    pub(super) fn line(&self, is_next: impl Fn(V) -> bool) -> Vec<u16> {
        let (mut line, mut node) = (Vec::new(), &self.entries[0]);
        while let Some(child) =
            (0..node.children).find(|child| is_next(self.entries[node.first_child + child].value))
        {
            line.push(child as u16);
            node = &self.entries[node.first_child + child];
        }
        line
    }
}
