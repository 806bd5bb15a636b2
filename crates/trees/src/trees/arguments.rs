//! Arguments of trees by name, as `branching=3,depth=4`.

use crate::phrases;
use crate::value::Value;
use bestmove_core::game::{Invalid, Parameter, Phrase, phrases as core_phrases, quoted};
use std::str::FromStr;

/// The most children of a node of a tree that is made from arguments: as many as two plies of a tree in memory can
/// have.
const MAX_BRANCHING: Value = 1_000;

/// Arguments by name.
pub(super) struct Arguments<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Arguments<'a> {
    /// Reads the arguments of a kind of tree, which has these names alone.
    pub(super) fn parse(kind: fn() -> Phrase, text: &'a str, names: &[&str]) -> Result<Self, Invalid> {
        let mut arguments = Self(Vec::new());
        for argument in text.split(',').map(str::trim) {
            let (name, value) = argument
                .split_once('=')
                .ok_or_else(|| Invalid::new(kind(), phrases::arguments(), quoted(argument)))?;
            if !names.contains(&name) {
                return Err(Invalid::new(kind(), one_of(names), quoted(name)));
            }
            if arguments.find(name).is_some() {
                return Err(Invalid::new(
                    phrases::argument(name),
                    phrases::argument_once(),
                    phrases::argument_twice(),
                ));
            }
            arguments.0.push((name, value));
        }
        Ok(arguments)
    }

    pub(super) fn find(&self, wanted: &str) -> Option<&'a str> {
        self.0.iter().find(|(name, _)| *name == wanted).map(|(_, value)| *value)
    }

    pub(super) fn number<T: FromStr>(&self, name: &str) -> Result<Option<T>, Invalid> {
        let no_number = |text: &str| Invalid::new(phrases::argument(name), phrases::a_number(), quoted(text));
        let parse = |text: &str| text.parse().map_err(|_| no_number(text));
        self.find(name).map(parse).transpose()
    }

    pub(super) fn required<T: FromStr>(&self, name: &str) -> Result<T, Invalid> {
        let missing =
            || Invalid::new(phrases::argument(name), phrases::an_integer(), core_phrases::nothing());
        self.number(name)?.ok_or_else(missing)
    }
}

/// One of several names.
pub(super) fn one_of(names: &[&str]) -> Phrase {
    phrases::one_of_names(names.iter().copied().collect::<Parameter>())
}

/// Refuses a value that is out of range.
pub(super) fn expect(holds: bool, part: &str, expected: Phrase, got: Phrase) -> Result<(), Invalid> {
    if holds { Ok(()) } else { Err(Invalid::new(phrases::argument(part), expected, got)) }
}

/// Refuses an integer that is out of range.
pub(super) fn expect_integer(part: &str, value: i64, low: Value, high: Value) -> Result<(), Invalid> {
    let is_within = (low.into()..=high.into()).contains(&value);
    expect(is_within, part, phrases::integer_between(low, high), core_phrases::number(value))
}

/// Refuses a node without children, and one with too many.
pub(super) fn check_branching(branching: usize) -> Result<(), Invalid> {
    expect_integer("branching", branching.try_into().unwrap_or(i64::MAX), 1, MAX_BRANCHING)
}
