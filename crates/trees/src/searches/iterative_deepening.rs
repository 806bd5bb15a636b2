//! Iterative deepening: alpha-beta one ply deep, then two, and so on, each time with the best children of the last
//! time first. Where it is stopped, the last finished iteration stands.
//!
//! Slate and Atkin, *CHESS 4.5: The Northwestern University Chess Program*, 1977.

use super::dynamic_order::{DynamicOrder, alpha_beta_in_order, move_to_front};
use super::memory::Memory;
use super::walk::Walk;
use crate::record::{Observer, Stopped};
use crate::trees::Tree;
use crate::value::{Value, Window};

/// The last finished iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// The plies that it looked ahead.
    pub depth: u16,
    /// The value at this depth.
    pub value: Value,
    /// The line of best play.
    pub line: Vec<u16>,
    /// Whether the next iteration could not see more: this one met no horizon.
    pub is_complete: bool,
}

/// Deepens until the search sees all leaves that it needs, or is stopped after an iteration.
///
/// # Errors
///
/// [`Stopped`] by the observer in the first iteration.
pub fn iterative_deepening<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    root: &T::Node,
) -> Result<Iteration, Stopped> {
    deepen(walk, root, &mut BestChildren(Memory::new(None)))
}

pub(super) fn deepen<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    root: &T::Node,
    order: &mut impl DynamicOrder<T>,
) -> Result<Iteration, Stopped> {
    let mut last = iterate(walk, root, order, 1)?;
    while !last.is_complete && last.depth < u16::MAX {
        match iterate(walk, root, order, last.depth + 1) {
            Ok(next) => last = next,
            Err(Stopped) => break,
        }
    }
    Ok(last)
}

fn iterate<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    root: &T::Node,
    order: &mut impl DynamicOrder<T>,
    depth: u16,
) -> Result<Iteration, Stopped> {
    walk.pass(Window::FULL, Some(depth))?;
    let value = alpha_beta_in_order(walk, root, Window::FULL, order)?;
    Ok(Iteration { depth, value, line: walk.line(), is_complete: !walk.is_cut_short() })
}

/// The child of each node that was best in the last iteration that visited it.
struct BestChildren(Memory<Option<u16>>);

impl<T: Tree> DynamicOrder<T> for BestChildren {
    type Entry = u32;

    fn arrange<O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        (_, entry): (&T::Node, u32),
        children: &mut [(u16, T::Node)],
    ) -> Result<u32, Stopped> {
        if let Some(best) = self.0.at(entry) {
            move_to_front(children, best);
        }
        self.0.expand(entry, children.len(), None, |bytes| walk.hold(bytes))
    }

    fn entry_of_child(first: u32, number: u16) -> u32 {
        first + u32::from(number)
    }

    fn learn<O: Observer>(
        &mut self,
        _: &mut Walk<'_, T, O>,
        (_, entry): (&T::Node, u32),
        best: u16,
        _: bool,
    ) -> Result<(), Stopped> {
        self.0.set(entry, Some(best));
        Ok(())
    }
}
