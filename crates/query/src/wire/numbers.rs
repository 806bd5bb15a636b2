//! Numbers and names in fields of requests of the laboratory.

use super::raw_field::RawField;
use crate::{FieldError, phrases};
use bestmove_core::game::Parameter;
use bestmove_trees::{MAX_VALUE, Value, phrases as tree_phrases};

/// A whole number in a range.
pub(super) fn number(
    field: &str,
    raw: Option<&RawField>,
    low: u64,
    high: u64,
) -> Result<Option<u64>, FieldError> {
    let parse = |raw: &RawField| {
        let number = raw.whole_number().filter(|number| (low..=high).contains(number));
        number.ok_or_else(|| FieldError::new(field, phrases::whole_number_between(low, high), raw.verbatim()))
    };
    raw.map(parse).transpose()
}

/// A value of a tree.
pub(super) fn value(field: &str, raw: Option<&RawField>) -> Result<Option<Value>, FieldError> {
    let parse = |raw: &RawField| {
        let number = raw.text().parse().ok().filter(|number: &f64| number.trunc() == *number);
        let number =
            number.filter(|number| number.abs() <= f64::from(MAX_VALUE)).map(|number| number as Value);
        let expected = || phrases::whole_number_between(-MAX_VALUE, MAX_VALUE);
        number.ok_or_else(|| FieldError::new(field, expected(), raw.verbatim()))
    };
    raw.map(parse).transpose()
}

/// A number.
pub(super) fn real(field: &str, raw: Option<&RawField>) -> Result<Option<f64>, FieldError> {
    let parse = |raw: &RawField| {
        raw.text()
            .parse()
            .map_err(|_| FieldError::new(field, tree_phrases::number_from_0_to_1(), raw.verbatim()))
    };
    raw.map(parse).transpose()
}

/// One of the values with a name.
pub(super) fn name<T: Copy>(
    field: &str,
    raw: Option<&RawField>,
    all: &[(&str, T)],
) -> Result<Option<T>, FieldError> {
    let parse = |raw: &RawField| {
        let given = raw.string();
        let found = all.iter().find(|(name, _)| Some(*name) == given.as_deref());
        found.map(|&(_, value)| value).ok_or_else(|| {
            let names = all.iter().map(|(name, _)| *name).collect::<Parameter>();
            FieldError::new(field, tree_phrases::one_of_names(names), raw.verbatim())
        })
    };
    raw.map(parse).transpose()
}
