//! A memory of the nodes that a search has visited.

use crate::record::{NodePath, Stopped};

/// A value for each node, in a tree of its own that grows with the visits.
pub(super) struct Memory<V> {
    entries: Vec<Entry<V>>,
    /// The entries of the path to the node visited last.
    path: Vec<u32>,
}

struct Entry<V> {
    value: V,
    /// The entries of the children; none before the node is expanded.
    first_child: u32,
    children: u16,
}

impl<V: Copy> Memory<V> {
    /// An empty one, where each node has the value `unknown`.
    pub(super) fn new(unknown: V) -> Self {
        Self { entries: vec![Entry { value: unknown, first_child: 0, children: 0 }], path: vec![0] }
    }

    /// Visits a node, whose parent has been visited and expanded before; then come its descendants.
    pub(super) fn visit(&mut self, path: &NodePath) -> &mut V {
        self.path.truncate(path.len().max(1));
        if let Some(child) = path.last() {
            let parent = &self.entries[self.path[path.len() - 1] as usize];
            debug_assert!(*child < parent.children, "the parent has not been expanded");
            self.path.push(parent.first_child + u32::from(*child));
        }
        self.at(path.len())
    }

    /// The value of the node of the path at this ply.
    pub(super) fn at(&mut self, ply: usize) -> &mut V {
        &mut self.entries[self.path[ply] as usize].value
    }

    /// Makes room for the children of the node visited last. Takes the memory that this needs by `hold` before.
    pub(super) fn expand(
        &mut self,
        children: usize,
        unknown: V,
        hold: impl FnOnce(usize) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let node = *self.path.last().expect("a node has been visited") as usize;
        if self.entries[node].children == 0 {
            let end = self.entries.len();
            self.grow(end + children, hold)?;
            let node = &mut self.entries[node];
            (node.first_child, node.children) = (end as u32, children as u16);
            self.entries.extend((0..children).map(|_| Entry { value: unknown, first_child: 0, children: 0 }));
        }
        Ok(())
    }

    /// Makes room for so many entries, at least twice as many as before.
    fn grow(
        &mut self,
        entries: usize,
        hold: impl FnOnce(usize) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let capacity = self.entries.capacity();
        if entries > capacity {
            let larger = entries.max(2 * capacity);
            hold((larger - capacity) * size_of::<Entry<V>>())?;
            self.entries.reserve_exact(larger - self.entries.len());
        }
        Ok(())
    }

    /// The path from the root that always goes to the first child for which `is_next` holds.
    pub(super) fn line(&self, is_next: impl Fn(V) -> bool) -> Vec<u16> {
        let (mut line, mut node) = (Vec::new(), &self.entries[0]);
        let child_of = |node: &Entry<V>, child| &self.entries[(node.first_child + u32::from(child)) as usize];
        while let Some(child) = (0..node.children).find(|child| is_next(child_of(node, *child).value)) {
            line.push(child);
            node = child_of(node, child);
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::{Entry, Memory};
    use crate::record::Stopped;

    #[test]
    fn all_room_is_held_before_it_is_made() {
        let mut memory = Memory::new(0_u64);
        let mut held = memory.entries.capacity() * size_of::<Entry<u64>>();
        for plies in 0..100 {
            memory.visit(&vec![0; plies]);
            let hold = |bytes| {
                held += bytes;
                Ok(())
            };
            memory.expand(7, 0, hold).unwrap();
            assert_eq!(held, memory.entries.capacity() * size_of::<Entry<u64>>());
        }
        memory.visit(&[0; 100]);
        let capacity = memory.entries.capacity();
        assert_eq!(memory.expand(capacity, 0, |_| Err(Stopped)), Err(Stopped));
        assert_eq!(memory.entries.capacity(), capacity);
    }
}
