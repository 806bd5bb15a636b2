//! A JSON input: a file, or a default that is built into the program.

use serde::de::DeserializeOwned;
use std::borrow::Cow;
use std::error::Error;
use std::fmt::Display;
use std::fs;
use std::path::Path;

/// A text, and a name of its source for error messages.
pub(super) struct SourceText {
    name: String,
    pub(super) text: Cow<'static, str>,
}

impl SourceText {
    /// Reads `file`, or takes `built_in` if that is `None`.
    pub(super) fn read(file: Option<&Path>, built_in: &'static str) -> Result<Self, Box<dyn Error>> {
        let Some(file) = file else {
            return Ok(Self { name: "the built-in file".to_owned(), text: built_in.into() });
        };
        let name = file.display().to_string();
        let text = fs::read_to_string(file).map_err(|error| format!("{name}: {error}"))?;
        Ok(Self { name, text: text.into() })
    }

    /// Parses the text as JSON.
    pub(super) fn parse<T: DeserializeOwned>(&self) -> Result<T, String> {
        serde_json::from_str(&self.text).map_err(|error| self.error(&error))
    }

    /// The message of an error in the text, with the name of its source.
    pub(super) fn error(&self, error: &dyn Display) -> String {
        format!("{}: {error}", self.name)
    }
}
