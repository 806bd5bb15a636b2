//! Room for background tasks in a store: finished ones make room for new ones of owners that have fewer.

use super::super::error::Problem;
use crate::jobs::TaskLimits;
use bestmove_jobs::{JobId, Owner};
use bestmove_query::wire::problem;
use bestmove_query::wire::problems::ProblemKind;
use std::collections::HashMap;
use std::time::Duration;

/// A task in the store.
pub(super) struct Held<'a> {
    pub(super) id: &'a JobId,
    pub(super) owner: &'a Owner,
    /// The time since its end.
    pub(super) since_end: Option<Duration>,
    /// The search time that it may spend.
    pub(super) time: Duration,
}

impl Held<'_> {
    /// When it is removed at the latest, if it got a worker now.
    fn expires_in(&self, keep: Duration) -> Duration {
        self.since_end.map_or(self.time + keep, |since| keep.saturating_sub(since))
    }
}

fn is_open(owner: &Owner) -> bool {
    !owner.0.starts_with("key ")
}

/// The finished task, among those of the store, oldest first, that has to make room for one more of
/// this owner, if there must be one.
///
/// # Errors
///
/// If the limits allow no more.
pub(super) fn make_room<'a>(
    limits: &TaskLimits,
    held: &[Held<'a>],
    owner: &Owner,
) -> Result<Option<&'a JobId>, Problem> {
    let TaskLimits { max_total, max_per_client, reserved_for_keys, retention } = *limits;
    let allowed = if is_open(owner) { max_total.saturating_sub(reserved_for_keys) } else { max_total };
    if allowed.min(max_per_client) == 0 {
        return Err(if max_total.min(max_per_client) > 0 {
            Problem::unauthorized("background analyses require a key: Authorization: Bearer KEY")
        } else {
            let detail = "this instance does not run background analyses";
            problem::Problem::new(ProblemKind::AnalysesOff, detail).into()
        });
    }
    let retry_after = |shares: &dyn Fn(&Owner) -> bool| {
        let those = held.iter().filter(|task| shares(task.owner));
        those.map(|task| task.expires_in(retention)).min().unwrap_or_default()
    };
    let own = held.iter().filter(|task| task.owner == owner).count();
    if own >= max_per_client {
        let retry_after = retry_after(&|of| of == owner);
        let detail = format!("this client has reached its limit of {max_per_client} background analyses");
        let kind = ProblemKind::TooManyAnalysesOfClient;
        return Err(problem::Problem::new(kind, detail).retrying_after(retry_after).into());
    }
    let within = |most: usize, shares: &dyn Fn(&Owner) -> bool| {
        if held.iter().filter(|task| shares(task.owner)).count() < most {
            return Ok(None);
        }
        let oldest = oldest_of_largest(held, own, shares);
        oldest.map(Some).ok_or_else(|| {
            let detail =
                format!("the limit of {most} background analyses is reached, and no finished one makes room");
            let kind = ProblemKind::TooManyAnalyses;
            problem::Problem::new(kind, detail).retrying_after(retry_after(shares)).into()
        })
    };
    match if is_open(owner) { within(allowed, &is_open)? } else { None } {
        Some(removed) => Ok(Some(removed)),
        None => within(max_total, &|_| true),
    }
}

/// The oldest finished task of the owner that has most tasks, and more than `own`.
fn oldest_of_largest<'a>(
    held: &[Held<'a>],
    own: usize,
    shares: &dyn Fn(&Owner) -> bool,
) -> Option<&'a JobId> {
    let mut counts: HashMap<&Owner, usize> = HashMap::new();
    held.iter().for_each(|task| *counts.entry(task.owner).or_default() += 1);
    let makes_room =
        |task: &&Held<'a>| shares(task.owner) && task.since_end.is_some() && counts[task.owner] > own;
    let largest = held.iter().filter(makes_room).map(|task| counts[task.owner]).max()?;
    held.iter().filter(makes_room).find(|task| counts[task.owner] == largest).map(|task| task.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: TaskLimits = TaskLimits {
        max_total: 4,
        max_per_client: 3,
        reserved_for_keys: 1,
        retention: Duration::from_mins(1),
    };

    /// The place of the task that makes room, among those of these owners, each finished or not.
    fn room(tasks: &[(&str, bool)], owner: &str) -> Result<Option<usize>, Problem> {
        let ids: Vec<_> = tasks.iter().map(|_| JobId::random().unwrap()).collect();
        let owners: Vec<_> = tasks.iter().map(|(owner, _)| Owner((*owner).to_owned())).collect();
        let held: Vec<_> = (0..tasks.len())
            .map(|n| Held {
                id: &ids[n],
                owner: &owners[n],
                since_end: tasks[n].1.then_some(Duration::from_secs(n as u64)),
                time: Duration::from_secs(5),
            })
            .collect();
        let removed = make_room(&LIMITS, &held, &Owner(owner.to_owned()))?;
        Ok(removed.and_then(|removed| ids.iter().position(|id| id == removed)))
    }

    fn retry_after(tasks: &[(&str, bool)], owner: &str) -> (u16, Option<Duration>) {
        let refused = room(tasks, owner).err().unwrap();
        (refused.status(), refused.retry_after())
    }

    #[test]
    fn the_oldest_finished_task_of_the_owner_with_most_makes_room() {
        let tasks = [("key 1", true), ("key 2", false), ("key 2", true), ("key 2", true)];
        assert_eq!(room(&tasks[..3], "key 3").unwrap(), None);
        assert_eq!(room(&tasks, "key 3").unwrap(), Some(2));
        let tasks = [("key 1", true), ("key 2", false), ("key 2", false), ("key 3", true)];
        assert_eq!(retry_after(&tasks, "key 2"), (503, Some(Duration::from_secs(57))));
        assert_eq!(room(&tasks, "key 4").unwrap(), Some(0));
    }

    #[test]
    fn an_owner_has_no_more_than_its_share() {
        let tasks = [("key 1", true), ("key 1", false), ("key 1", false)];
        assert_eq!(retry_after(&tasks, "key 1"), (429, Some(Duration::from_mins(1))));
        let tasks = [("address a", false), ("address b", false), ("address c", false)];
        assert_eq!(retry_after(&tasks, "address d"), (503, Some(Duration::from_secs(65))));
        assert_eq!(room(&tasks, "key 1").unwrap(), None, "room is reserved for keys");
    }
}
