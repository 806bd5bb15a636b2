//! Start-time fair queueing between owners (Goyal, Vin, Cheng, 1996): what the stores have in common.

use super::job::Class;
use std::borrow::Cow;
use std::time::Duration;

/// The least cost that a chunk counts for, so that free ones can't all come first.
pub(crate) const LEAST_COST: Duration = Duration::from_millis(1);

/// What a chunk adds to the tag of its owner's next one.
pub(crate) fn tag_cost(cost: Duration) -> Duration {
    cost.max(LEAST_COST)
}

/// The name under which an owner pays for chunks of a class.
pub(crate) fn account(owner: &str, class: Class) -> Cow<'_, str> {
    match class {
        Class::Archive => owner.into(),
        Class::Task => format!("task {owner}").into(),
    }
}
