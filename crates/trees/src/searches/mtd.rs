//! MTD: null windows alone, with a memory of bounds, drive the search to the value. MTD(f) starts from a first guess;
//! from plus infinity it does what SSS* does, from minus infinity what DUAL* does. C* bisects a range.
//!
//! Plaat, Schaeffer, Pijls and de Bruin, *Best-First Fixed-Depth Minimax Algorithms*, 1996; Coplan, *A
//! Special-Purpose Machine for an Improved Search Algorithm for Deep Chess Combinations*, 1982 (C*).

use super::alpha_beta_with_memory::{BoundsMemory, search};
use super::bounds::Bounds;
use super::memory::Memory;
use super::walk::Walk;
use crate::record::{Event, Observer, Stopped};
use crate::trees::Tree;
use crate::value::{MAX_VALUE, Value, Window};

/// The value of the root and the line of best play, found from a first guess, which may be infinite.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn mtd_f<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    root: &T::Node,
    mut guess: Value,
) -> Result<(Value, Vec<u16>), Stopped> {
    drive(walk, root, Bounds::UNKNOWN, |bounds, score| {
        guess = score.unwrap_or(guess);
        if guess == bounds.lower { guess + 1 } else { guess }
    })
}

/// The value of the root and the line of best play, found by bisection of a range. The score is no more than a bound
/// where the value is outside.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn mtd_bisect<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    root: &T::Node,
    Window { alpha, beta }: Window,
) -> Result<(Value, Vec<u16>), Stopped> {
    drive(walk, root, Bounds { lower: alpha, upper: beta }, |Bounds { lower, upper }, _| {
        // Leaves have a range too.
        let ends = i64::from(lower.max(-MAX_VALUE)) + i64::from(upper.min(MAX_VALUE));
        ((ends + 1).div_euclid(2) as Value).max(lower + 1)
    })
}

/// Null windows at the values that `next` chooses, given the bounds and the last score, until the bounds meet.
fn drive<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    root: &T::Node,
    range: Bounds,
    mut next: impl FnMut(Bounds, Option<Value>) -> Value,
) -> Result<(Value, Vec<u16>), Stopped> {
    let mut memory = Memory::new(Bounds::UNKNOWN);
    let (mut bounds, mut score) = (range, None);
    while bounds.lower < bounds.upper {
        let gamma = next(bounds, score);
        let window = Window::at_least(gamma);
        walk.pass(window, None)?;
        let proven = search(walk, (root, 0), window, &mut memory, true)?;
        if proven < gamma {
            bounds.upper = proven;
        } else {
            bounds.lower = proven;
        }
        score = Some(proven);
        // They cross where the value is outside the given range.
        if bounds.lower <= bounds.upper {
            walk.emit(Event::Bounds { lower: bounds.lower, upper: bounds.upper })?;
        }
    }
    let value = score.unwrap_or(bounds.lower);
    let is_best =
        |known: Bounds| known.lower.max(range.lower) == value && known.upper.min(range.upper) == value;
    Ok((value, memory.line(is_best)))
}

/// Bounds by node.
impl<T: Tree> BoundsMemory<T> for Memory<Bounds> {
    /// An entry.
    type Key = u32;
    /// The entry of the first of them.
    type Siblings = u32;

    fn recall(&self, entry: u32) -> Bounds {
        self.at(entry)
    }

    fn expand<O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        entry: u32,
        children: usize,
    ) -> Result<u32, Stopped> {
        Self::expand(self, entry, children, Bounds::UNKNOWN, |bytes| walk.hold(bytes))
    }

    fn key_of_child(first: u32, _: &T, (number, _): (u16, &T::Node)) -> u32 {
        first + u32::from(number)
    }

    fn keep<O: Observer>(
        &mut self,
        _: &mut Walk<'_, T, O>,
        entry: u32,
        bounds: Bounds,
        _: (Option<u16>, bool),
    ) -> Result<(), Stopped> {
        self.set(entry, bounds);
        Ok(())
    }
}
