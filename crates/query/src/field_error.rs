//! Errors in requests.

use bestmove_core::game::{Invalid, Phrase};
use std::fmt::{self, Display};

/// An invalid field of a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct FieldError {
    /// The field's name; an element of a list by its index from 0: `moves[2]`.
    pub field: String,
    /// What was expected there and what came.
    pub invalid: Invalid,
}

impl FieldError {
    /// An error in a whole field, where `got` stood instead of `expected`.
    pub fn new(field: impl Into<String>, expected: impl Into<Phrase>, got: impl Into<Phrase>) -> Self {
        let field = field.into();
        Self { invalid: Invalid::new(&field, expected, got), field }
    }

    /// Makes an error in a part of a field.
    pub(crate) fn within(field: impl Into<String>) -> impl FnOnce(Invalid) -> Self {
        |invalid| Self { field: field.into(), invalid }
    }
}

impl Display for FieldError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.invalid.part != self.field.as_str() {
            write!(out, "{}: ", self.field)?;
        }
        self.invalid.fmt(out)
    }
}
