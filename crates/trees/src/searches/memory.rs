//! A memory of the nodes that a search has visited.

use crate::record::Stopped;

/// A value for each node, in a tree of its own that grows with the visits. The entry of the root is 0.
pub(super) struct Memory<V> {
    entries: Vec<Entry<V>>,
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
        Self { entries: vec![Entry { value: unknown, first_child: 0, children: 0 }] }
    }

    /// The value of an entry.
    #[inline]
    pub(super) fn at(&self, entry: u32) -> V {
        self.entries[entry as usize].value
    }

    /// Gives an entry another value.
    #[inline]
    pub(super) fn set(&mut self, entry: u32, value: V) {
        self.entries[entry as usize].value = value;
    }

    /// The entry of the first child of an entry; those of the others follow. Makes room for them where there is none,
    /// and takes the memory that this needs by `hold` before.
    #[inline]
    pub(super) fn expand(
        &mut self,
        entry: u32,
        children: usize,
        unknown: V,
        hold: impl FnOnce(usize) -> Result<(), Stopped>,
    ) -> Result<u32, Stopped> {
        let known = &self.entries[entry as usize];
        if known.children > 0 {
            return Ok(known.first_child);
        }
        let end = self.entries.len();
        if end + children > self.entries.capacity() {
            self.grow(end + children, hold)?;
        }
        let entry = &mut self.entries[entry as usize];
        (entry.first_child, entry.children) = (end as u32, children as u16);
        self.entries.resize(end + children, Entry { value: unknown, first_child: 0, children: 0 });
        Ok(end as u32)
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
        let mut entry = 0;
        for _ in 0..100 {
            let hold = |bytes| {
                held += bytes;
                Ok(())
            };
            entry = memory.expand(entry, 7, 0, hold).unwrap();
            assert_eq!(held, memory.entries.capacity() * size_of::<Entry<u64>>());
        }
        let capacity = memory.entries.capacity();
        assert_eq!(memory.expand(entry, capacity, 0, |_| Err(Stopped)), Err(Stopped));
        assert_eq!(memory.entries.capacity(), capacity);
    }
}
