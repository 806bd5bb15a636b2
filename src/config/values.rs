//! Parsers of flag values. Their errors say what was expected, in words.

use clap::builder::TypedValueParser;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

/// A number from 1.
pub(super) fn up_to(max: u64) -> impl TypedValueParser<Value = NonZeroUsize> {
    from_to::<usize>(1..=max).map(|count| NonZeroUsize::new(count).expect("the range starts at 1"))
}

/// A number within the range.
pub(super) fn from_to<T: TryFrom<u64> + Clone + Send + Sync + 'static>(
    range: RangeInclusive<u64>,
) -> impl TypedValueParser<Value = T> {
    let expected = match (*range.start(), *range.end()) {
        (start, u64::MAX) => format!("expected a whole number from {start}"),
        (start, end) => format!("expected a whole number from {start} to {end}"),
    };
    move |text: &str| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| expected.clone())
    }
}

/// A value of another type in the form that `expected` describes.
pub(super) fn form<T: std::str::FromStr + Clone + Send + Sync + 'static>(
    expected: &'static str,
) -> impl TypedValueParser<Value = T> {
    move |text: &str| text.parse().map_err(|_| format!("expected {expected}"))
}
