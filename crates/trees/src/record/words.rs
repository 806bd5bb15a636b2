//! Numbers, nodes and windows in words.

use super::event::NodePath;
use crate::value::{Bound, PLUS_INFINITY, Player, Window};
use std::fmt::{self, Display, Formatter};

/// A value with a minus sign, or an infinity, or what lies just before one; a mean with at most two decimal places.
pub(crate) struct Number<V>(pub(crate) V);

impl<V: Copy + Into<f64>> Display for Number<V> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let value = (self.0.into() * 100.0).round() / 100.0;
        let (is_negative, size) = (value < 0.0, value.abs());
        let less = f64::from(PLUS_INFINITY) - size;
        if less <= 0.0 {
            return out.write_str(if is_negative { "−∞" } else { "+∞" });
        }
        if less <= 1.0 {
            return out.write_str(if is_negative { ">−∞" } else { "<+∞" });
        }
        write!(out, "{}{size}", if is_negative { "−" } else { "" })
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

impl<V: Copy + Into<f64>> Display for Window<V> {
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
