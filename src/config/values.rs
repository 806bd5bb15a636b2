//! Parsers of flag values.

use clap::builder::{RangedU64ValueParser, TypedValueParser};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

/// A number from 1.
pub(super) fn up_to(max: u64) -> impl TypedValueParser<Value = NonZeroUsize> {
    from_to::<usize>(1..=max).map(|count| NonZeroUsize::new(count).expect("the range starts at 1"))
}

/// A number within the range.
pub(super) fn from_to<T: TryFrom<u64> + Clone + Send + Sync>(
    range: RangeInclusive<u64>,
) -> RangedU64ValueParser<T> {
    RangedU64ValueParser::new().range(range)
}
