//! Errors in texts.

use super::{Phrase, phrases};
use thiserror::Error;

/// Why a text is no valid position, move or file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{part}: expected {expected}, got {got}{}", suggestion(.meant.as_deref()))]
pub struct Invalid {
    /// The part of the input at fault, in words: "turn", "square 33", "row 2".
    pub part: Phrase,
    /// What was expected there.
    pub expected: Phrase,
    /// What was there.
    pub got: Phrase,
    /// The whole text as it was probably meant, if there is such a guess.
    pub meant: Option<String>,
}

impl Invalid {
    /// An error in `part`, where `got` stood instead of `expected`.
    pub fn new(part: impl Into<Phrase>, expected: impl Into<Phrase>, got: impl Into<Phrase>) -> Self {
        Self { part: part.into(), expected: expected.into(), got: got.into(), meant: None }
    }

    /// The same error in a part of `place`.
    #[must_use]
    pub fn within(self, place: impl Into<Phrase>) -> Self {
        Self { part: phrases::within(place.into(), self.part), ..self }
    }

    /// Suggests `text` in upper or lower case, if that is valid.
    #[must_use]
    pub fn suggesting_case(self, text: &str, is_valid: impl Fn(&str) -> bool) -> Self {
        if text.len() > MAX_SUGGESTED_BYTES {
            return self;
        }
        let cases = [text.to_ascii_uppercase(), text.to_ascii_lowercase()];
        Self { meant: cases.into_iter().find(|other| other != text && is_valid(other)), ..self }
    }
}

/// The longest text to suggest: longer than any position of the games.
const MAX_SUGGESTED_BYTES: usize = 200;

fn suggestion(meant: Option<&str>) -> String {
    meant.map_or_else(String::new, |meant| format!("; did you mean {meant:?}?"))
}

/// Input quoted for an error message, truncated to 40 characters.
#[must_use]
pub fn quoted(text: &str) -> Phrase {
    phrases::verbatim(match text.char_indices().nth(40) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    })
}
