//! What a command takes from a file of JSON, or has with it where none is named.

use serde::de::DeserializeOwned;
use std::borrow::Cow;
use std::error::Error;
use std::fmt::Display;
use std::fs;
use std::path::Path;

/// A text, and where it is from.
pub(super) struct Given {
    name: String,
    pub(super) text: Cow<'static, str>,
}

impl Given {
    /// The text in a file, or `own`, if there is none.
    pub(super) fn read(file: Option<&Path>, own: &'static str) -> Result<Self, Box<dyn Error>> {
        let Some(file) = file else {
            return Ok(Self { name: "the program's own".to_owned(), text: own.into() });
        };
        let name = file.display().to_string();
        let text = fs::read_to_string(file).map_err(|error| format!("{name}: {error}"))?;
        Ok(Self { name, text: text.into() })
    }

    /// What is written in it.
    pub(super) fn parse<T: DeserializeOwned>(&self) -> Result<T, String> {
        serde_json::from_str(&self.text).map_err(|error| self.wrong(&error))
    }

    /// The error that something is wrong with it.
    pub(super) fn wrong(&self, error: &dyn Display) -> String {
        format!("{}: {error}", self.name)
    }
}
