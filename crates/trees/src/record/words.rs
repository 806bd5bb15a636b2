//! Numbers, nodes and windows in words.

use super::event::NodePath;
use crate::value::{Bound, MAX_VALUE, PLUS_INFINITY, Player, Value, Window};
use std::fmt::{self, Display, Formatter};

/// A value with a minus sign, or an infinity, or a bound next to one.
pub(crate) struct Number(pub(crate) Value);

impl Display for Number {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let (sign, size) = (if self.0 < 0 { "−" } else { "" }, self.0.unsigned_abs());
        match PLUS_INFINITY.unsigned_abs().saturating_sub(size) {
            0 => write!(out, "{}∞", if self.0 < 0 { "−" } else { "+" }),
            less if size > MAX_VALUE.unsigned_abs() => match self.0 {
                1.. => write!(out, "+∞−{less}"),
                _ => write!(out, "−∞+{less}"),
            },
            _ => write!(out, "{sign}{size}"),
        }
    }
}

/// The numbers of a path joined by dots; "the root" for the empty one.
pub struct NodeName<'a>(pub &'a NodePath);

impl Display for NodeName<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Some((first, rest)) = self.0.split_first() else { return out.write_str("the root") };
        write!(out, "{first}")?;
        rest.iter().try_for_each(|number| write!(out, ".{number}"))
    }
}

impl Display for Window {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "({}, {})", Number(self.alpha), Number(self.beta))
    }
}

impl Display for Player {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Max => "Max",
            Self::Min => "Min",
        })
    }
}

impl Bound {
    /// The sign between a value and its bound.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Exact => "=",
            Self::Lower => "≥",
            Self::Upper => "≤",
        }
    }
}

pub(crate) const fn plural(count: u64, one: &'static str, many: &'static str) -> &'static str {
    if count == 1 { one } else { many }
}
