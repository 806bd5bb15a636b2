//! Codes of errors, from which programs word them in other languages.

use bestmove_core::game::{Invalid, Parameter, Phrase};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// The codes of an error.
#[derive(Serialize)]
pub(crate) struct Codes<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<PhraseBody<'a>>,
    expected: PhraseBody<'a>,
    got: PhraseBody<'a>,
}

impl<'a> Codes<'a> {
    /// The codes, with that of the part if it `has_part`; `None` if a text is English alone.
    pub(crate) fn of(invalid: &'a Invalid, has_part: bool) -> Option<Self> {
        let Invalid { part, expected, got, .. } = invalid;
        let part = if has_part { Some(PhraseBody::of(part)?) } else { None };
        Some(Self { part, expected: PhraseBody::of(expected)?, got: PhraseBody::of(got)? })
    }
}

/// A phrase: its code and its parameters.
struct PhraseBody<'a>(String, &'a Phrase);

impl<'a> PhraseBody<'a> {
    fn of(phrase: &'a Phrase) -> Option<Self> {
        phrase.code().map(|code| Self(code, phrase))
    }
}

impl Serialize for PhraseBody<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(code, phrase) = self;
        let mut body = serializer.serialize_map(None)?;
        body.serialize_entry("code", code)?;
        for (name, value) in phrase.parameters() {
            match value {
                Parameter::Number(number) => body.serialize_entry(name, number)?,
                Parameter::Text(text) => body.serialize_entry(name, text)?,
                Parameter::List(texts) => body.serialize_entry(name, texts)?,
                Parameter::Phrase(inner) => body.serialize_entry(name, &PhraseBody::of(inner))?,
            }
        }
        body.end()
    }
}
