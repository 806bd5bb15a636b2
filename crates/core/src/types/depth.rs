//! Depth and ply, kept apart by type.

use std::ops::{Add, Sub};

/// The remaining depth, in plies. It falls towards [`Depth::ZERO`], where quiescence begins, and
/// may be reduced or extended on the way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Depth(u8);

impl Depth {
    /// The horizon.
    pub const ZERO: Self = Self(0);
    /// One ply.
    pub const ONE: Self = Self(1);
    /// The deepest iteration: 100 plies.
    pub const MAX: Self = Self(100);

    /// A depth of `plies`, at most [`Depth::MAX`].
    #[must_use]
    pub const fn new(plies: u8) -> Self {
        if plies > Self::MAX.0 { Self::MAX } else { Self(plies) }
    }

    /// The number of plies.
    #[must_use]
    pub const fn plies(self) -> u8 {
        self.0
    }
}

impl Add for Depth {
    type Output = Self;
    fn add(self, more: Self) -> Self {
        Self(self.0.saturating_add(more.0))
    }
}

/// Subtraction saturates at the horizon.
impl Sub for Depth {
    type Output = Self;
    fn sub(self, less: Self) -> Self {
        Self(self.0.saturating_sub(less.0))
    }
}

/// The distance from the root in plies: moves by either side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ply(u16);

impl Ply {
    /// The root.
    pub const ROOT: Self = Self(0);
    /// The longest path of the search; the frames of so many plies must fit the thread's stack.
    pub const MAX: Self = Self(240);

    /// The ply `moves` moves from the root.
    #[must_use]
    pub const fn new(moves: u16) -> Self {
        Self(moves)
    }

    /// The number of moves from the root.
    #[must_use]
    pub const fn moves(self) -> u16 {
        self.0
    }

    /// The next ply.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}
