//! The size of a tree.

use super::tree::Tree;
use crate::record::{Observer, Stopped};

/// The nodes and leaves of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeSize {
    /// The number of leaves.
    pub leaves: u64,
    /// The number of nodes, leaves included.
    pub nodes: u64,
}

impl TreeSize {
    /// Counts the nodes without valuing a leaf. At the last ply that the tree may have, children are counted and not
    /// visited, as perft does.
    ///
    /// # Errors
    ///
    /// [`Stopped`] by the observer, which is polled at each node that is visited.
    pub fn count<T: Tree>(tree: &T, observer: &mut dyn Observer) -> Result<Self, Stopped> {
        let mut size = Self::default();
        size.add(tree, &tree.root(), tree.max_depth(), observer)?;
        Ok(size)
    }

    fn add<T: Tree>(
        &mut self,
        tree: &T,
        node: &T::Node,
        plies: Option<usize>,
        observer: &mut dyn Observer,
    ) -> Result<(), Stopped> {
        observer.poll()?;
        self.nodes += 1;
        let children = tree.children(node);
        let count = children.len() as u64;
        match (count, plies) {
            (0, _) => self.leaves += 1,
            (_, Some(1)) => {
                self.nodes += count;
                self.leaves += count;
            }
            _ => {
                for child in children {
                    self.add(tree, &child, plies.map(|plies| plies - 1), observer)?;
                }
            }
        }
        Ok(())
    }
}
