//! A memory of the nodes that a search has visited.

use crate::record::{NodePath, Stopped};

/// A value for each node, in a tree of its own that grows with the visits.
pub(super) struct Memory<V> {
    entries: Vec<Entry<V>>,
    /// The entries of the path to the node visited last.
    path: Vec<u32>,
}

#[derive(Clone)]
struct Entry<V> {
    value: V,
    /// The entries of the children; none before the node is expanded.
    first_child: u32,
    children: u16,
}

impl<V: Copy> Memory<V> {
    /// An empty one, where each node has the value `unknown`.
    pub(super) fn new(unknown: V) -> Self {
        Self { entries: vec![Entry { value: unknown, first_child: 0, children: 0 }], path: Vec::new() }
    }

    /// The entry of a node that is visited, whose parent has been visited and expanded before; then come its descendants.
    #[inline]
    pub(super) fn visit(&mut self, path: &NodePath) -> u32 {
        let entry = path.last().map_or(0, |&child| {
            let parent = &self.entries[self.path[path.len() - 1] as usize];
            debug_assert!(child < parent.children, "the parent has not been expanded");
            parent.first_child + u32::from(child)
        });
        self.path.truncate(path.len());
        self.path.push(entry);
        entry
    }

    /// The value of an entry.
    #[inline]
    pub(super) fn at(&mut self, entry: u32) -> &mut V {
        &mut self.entries[entry as usize].value
    }

    /// The entry of the node of the path at this ply.
    pub(super) fn on_path(&self, ply: usize) -> u32 {
        self.path[ply]
    }

    /// Makes room for the children of an entry. Takes the memory that this needs by `hold` before.
    #[inline]
    pub(super) fn expand(
        &mut self,
        entry: u32,
        children: usize,
        unknown: V,
        hold: impl FnOnce(usize) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        if self.entries[entry as usize].children > 0 {
            return Ok(());
        }
        let end = self.entries.len();
        if end + children > self.entries.capacity() {
            self.grow(end + children, hold)?;
        }
        let entry = &mut self.entries[entry as usize];
        (entry.first_child, entry.children) = (end as u32, children as u16);
        self.entries.resize(end + children, Entry { value: unknown, first_child: 0, children: 0 });
        Ok(())
    }

    /// Makes room for so many entries, which there was not, at least twice as many as before.
    #[cold]
    fn grow(
        &mut self,
        entries: usize,
        hold: impl FnOnce(usize) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let capacity = self.entries.capacity();
        let larger = entries.max(2 * capacity);
        hold((larger - capacity) * size_of::<Entry<V>>())?;
        self.entries.reserve_exact(larger - self.entries.len());
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
            let entry = memory.visit(&vec![0; plies]);
            let hold = |bytes| {
                held += bytes;
                Ok(())
            };
            memory.expand(entry, 7, 0, hold).unwrap();
            assert_eq!(held, memory.entries.capacity() * size_of::<Entry<u64>>());
        }
        let entry = memory.visit(&[0; 100]);
        let capacity = memory.entries.capacity();
        assert_eq!(memory.expand(entry, capacity, 0, |_| Err(Stopped)), Err(Stopped));
        assert_eq!(memory.entries.capacity(), capacity);
    }
}
