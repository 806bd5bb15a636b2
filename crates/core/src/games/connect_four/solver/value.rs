//! Values of finished games.

/// The value for the winner of a win with the disc of that number, counted from 1.
pub(in super::super) const fn value_of_win(disc: u32) -> i32 {
    if disc > 42 { 0 } else { (44 - disc as i32) / 2 }
}
