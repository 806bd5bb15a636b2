//! Start-time fair queueing between owners (Goyal, Vin, Cheng, 1996): what the stores have in common.

use std::time::Duration;

/// The least cost that a chunk counts for, so that free ones can't all come first.
pub(crate) const LEAST_COST: Duration = Duration::from_millis(1);

/// What a chunk adds to the tag of its owner's next one.
pub(crate) fn tag_cost(cost: Duration) -> Duration {
    cost.max(LEAST_COST)
}
