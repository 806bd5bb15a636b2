//! Errors in requests.

use crate::game::Invalid;
use std::fmt::{self, Display};

/// An invalid field of a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct FieldError {
    /// The field's name; an element of a list by its index from 0: `moves[2]`.
    pub field: String,
    /// What was expected there and what came.
    pub invalid: Invalid,
}

impl Display for FieldError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.field != self.invalid.part {
            write!(out, "{}: ", self.field)?;
        }
        self.invalid.fmt(out)
    }
}
