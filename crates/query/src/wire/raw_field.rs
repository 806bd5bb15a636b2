//! JSON fields as sent.

use super::truncated::truncated;
use bestmove_core::game::{Phrase, phrases};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A field of any JSON type, as sent, so that errors can quote it.
#[derive(Debug, Deserialize, Serialize)]
#[serde(transparent)]
pub struct RawField(Box<RawValue>);

impl RawField {
    /// The JSON.
    pub fn text(&self) -> &str {
        self.0.get()
    }

    /// The field as quoted in an answer.
    pub(crate) fn quoted(&self) -> String {
        truncated(self.text().to_owned())
    }

    /// The field as quoted in an answer, in any language.
    pub(crate) fn verbatim(&self) -> Phrase {
        phrases::verbatim(self.quoted())
    }

    /// Whether the field counts as absent.
    pub(crate) fn is_null(&self) -> bool {
        self.text() == "null"
    }

    /// The field as a string.
    pub(crate) fn string(&self) -> Option<String> {
        serde_json::from_str(self.text()).ok()
    }

    /// The field as a whole number, in any notation of JSON: `1000`, `1000.0`, `1e3`. Numbers beyond the
    /// largest count as that one.
    pub(crate) fn whole_number(&self) -> Option<u64> {
        let parsed = |number: f64| (number >= 0.0 && number.trunc() == number).then_some(number as u64);
        self.text().parse().ok().or_else(|| parsed(self.text().parse().ok()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_parsed_in_any_notation() {
        for (text, number) in [
            ("0", Some(0)),
            ("1000", Some(1000)),
            ("1000.0", Some(1000)),
            ("1e3", Some(1000)),
            ("-0.0", Some(0)),
            ("18446744073709551615", Some(u64::MAX)),
            ("18446744073709551616", Some(u64::MAX)),
            ("1e400", Some(u64::MAX)),
            ("-1", None),
            ("-1e400", None),
            ("0.5", None),
            ("\"1\"", None),
            ("\"inf\"", None),
            ("true", None),
            ("[1]", None),
        ] {
            assert_eq!(serde_json::from_str::<RawField>(text).unwrap().whole_number(), number, "{text}");
        }
    }
}
