//! Arguments of trees by name, as `branching=3,depth=4`.

use crate::value::Value;
use bestmove_core::game::{Invalid, quoted};
use std::fmt::Display;
use std::str::FromStr;

/// The most children of a node of a tree that is made from arguments: as many as two plies of a tree in memory can
/// have.
const MAX_BRANCHING: Value = 1_000;

/// Arguments by name.
pub(super) struct Arguments<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Arguments<'a> {
    /// Reads the arguments of a kind of tree, which has these names alone.
    pub(super) fn parse(kind: &str, text: &'a str, names: &[&str]) -> Result<Self, Invalid> {
        let mut arguments = Self(Vec::new());
        for argument in text.split(',').map(str::trim) {
            let (name, value) = argument
                .split_once('=')
                .ok_or_else(|| Invalid::new(kind, "name=value, separated by commas", quoted(argument)))?;
            if !names.contains(&name) {
                return Err(Invalid::new(kind, format!("one of {}", names.join(", ")), quoted(name)));
            }
            if arguments.find(name).is_some() {
                return Err(Invalid::new(name, "the argument only once", "it twice"));
            }
            arguments.0.push((name, value));
        }
        Ok(arguments)
    }

    pub(super) fn find(&self, wanted: &str) -> Option<&'a str> {
        self.0.iter().find(|(name, _)| *name == wanted).map(|(_, value)| *value)
    }

    pub(super) fn number<T: FromStr>(&self, name: &str) -> Result<Option<T>, Invalid> {
        let parse = |text: &str| text.parse().map_err(|_| Invalid::new(name, "a number", quoted(text)));
        self.find(name).map(parse).transpose()
    }

    pub(super) fn required<T: FromStr>(&self, name: &str) -> Result<T, Invalid> {
        self.number(name)?.ok_or_else(|| Invalid::new(name, "an integer", "nothing"))
    }
}

/// Refuses a value that is out of range.
pub(super) fn expect(holds: bool, part: &str, expected: String, got: &dyn Display) -> Result<(), Invalid> {
    if holds { Ok(()) } else { Err(Invalid::new(part, expected, got.to_string())) }
}

/// Refuses an integer that is out of range.
pub(super) fn expect_integer(part: &str, value: i64, low: Value, high: Value) -> Result<(), Invalid> {
    let is_within = (low.into()..=high.into()).contains(&value);
    expect(is_within, part, format!("an integer from {low} to {high}"), &value)
}

/// Refuses a node without children, and one with too many.
pub(super) fn check_branching(branching: usize) -> Result<(), Invalid> {
    expect_integer("branching", branching.try_into().unwrap_or(i64::MAX), 1, MAX_BRANCHING)
}
