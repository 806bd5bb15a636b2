//! Slots of background tasks: how many may run or be kept, in all and for each client.

use crate::quota::Client;
use crate::{EngineError, ReplicaName};
use parking_lot::{Mutex, MutexGuard};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// How many background tasks are kept, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskLimits {
    /// Tasks at the same time, running or finished.
    pub max_total: usize,
    /// Tasks of one client at the same time.
    pub max_per_client: usize,
    /// How many of them are reserved for clients with a key.
    pub reserved_for_keys: usize,
    /// How long a finished task is kept at most.
    pub retention: Duration,
}

impl Default for TaskLimits {
    /// The limits of a service without configuration.
    fn default() -> Self {
        Self { max_total: 64, max_per_client: 16, reserved_for_keys: 0, retention: Duration::from_mins(10) }
    }
}

impl TaskLimits {
    /// Tasks of clients without a key.
    const fn max_without_key(&self) -> usize {
        self.max_total.saturating_sub(self.reserved_for_keys)
    }
}

/// The life of a background task.
#[derive(Debug)]
pub struct TaskLife {
    id: String,
    /// The owner. Without a key, whoever knows the id has access.
    client: Client,
    created: Instant,
    /// The search time that it may spend.
    time: Duration,
    /// When its first result came.
    started: OnceLock<Instant>,
    ended: OnceLock<Instant>,
    /// Cancelled when the task is deleted, or has made room for another.
    removed: CancellationToken,
}

impl TaskLife {
    fn new(id: String, client: Client, time: Duration) -> Arc<Self> {
        Arc::new(Self {
            id,
            client,
            created: Instant::now(),
            time,
            started: OnceLock::new(),
            ended: OnceLock::new(),
            removed: CancellationToken::new(),
        })
    }

    /// Its id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The search time that it may spend.
    #[must_use]
    pub const fn time(&self) -> Duration {
        self.time
    }

    /// The time since it was created, or from then to its end.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.ended.get().copied().unwrap_or_else(Instant::now) - self.created
    }

    /// Marks the time of its first result. Later calls change nothing.
    pub fn mark_first_result(&self) {
        self.started.get_or_init(Instant::now);
    }

    /// Marks its end, once its result can be read: from now on it may make room for another.
    pub fn end(&self) {
        self.ended.get_or_init(Instant::now);
    }

    /// Cancelled when the task is deleted, or has made room for another.
    pub(crate) const fn removed(&self) -> &CancellationToken {
        &self.removed
    }

    pub(super) fn is_finished(&self) -> bool {
        self.ended.get().is_some()
    }

    /// The client that began the task.
    pub(crate) const fn client(&self) -> Client {
        self.client
    }

    /// When the task began.
    pub(crate) const fn created(&self) -> Instant {
        self.created
    }

    /// Whether the client may read and delete the task.
    pub(crate) fn is_accessible_to(&self, caller: Client) -> bool {
        match self.client {
            _ if self.removed.is_cancelled() => false,
            Client::Key(_) => self.client == caller,
            Client::Address(_) => true,
        }
    }

    /// When it is removed at the latest; if it still waits for a worker, as if it got one now.
    fn expires_at(&self, keep: Duration) -> Instant {
        let started = || self.started.get().copied().unwrap_or_else(Instant::now);
        self.ended.get().copied().unwrap_or_else(|| started() + self.time) + keep
    }
}

/// The slots of all kinds of background tasks. Finished tasks make room for new ones of clients that have fewer.
pub(crate) struct TaskSlots {
    /// The tasks that hold a slot, oldest first.
    held: Mutex<Vec<Arc<TaskLife>>>,
    limits: TaskLimits,
    /// Begins the ids.
    replica: Option<ReplicaName>,
}

/// A slot of a task, released when dropped.
pub(crate) struct TaskSlot {
    slots: Arc<TaskSlots>,
    life: Arc<TaskLife>,
}

impl TaskSlot {
    pub(crate) const fn life(&self) -> &Arc<TaskLife> {
        &self.life
    }
}

impl Drop for TaskSlot {
    fn drop(&mut self) {
        self.slots.held().retain(|life| !Arc::ptr_eq(life, &self.life));
    }
}

impl TaskSlots {
    pub(crate) fn new(limits: TaskLimits, replica: Option<ReplicaName>) -> Arc<Self> {
        Arc::new(Self { held: Mutex::default(), limits, replica })
    }

    /// A slot for a new task, if the limits allow one more.
    pub(crate) fn acquire(self: &Arc<Self>, client: Client, time: Duration) -> Result<TaskSlot, EngineError> {
        let life = TaskLife::new(task_id(self.replica.as_ref())?, client, time);
        let mut held = self.held();
        self.make_room(&mut held, client)?;
        held.push(Arc::clone(&life));
        drop(held);
        Ok(TaskSlot { slots: Arc::clone(self), life })
    }

    /// The number of tasks.
    pub(crate) fn count(&self) -> usize {
        self.held().len()
    }

    /// How long a finished task is kept at most.
    pub(crate) const fn retention(&self) -> Duration {
        self.limits.retention
    }

    /// Makes room for one more task of a client, by the removal of a finished one where all clients together
    /// have as many as they may.
    fn make_room(&self, held: &mut Vec<Arc<TaskLife>>, client: Client) -> Result<(), EngineError> {
        let TaskLimits { max_total, max_per_client, .. } = self.limits;
        let is_open = matches!(client, Client::Address(_));
        let allowed = if is_open { self.limits.max_without_key() } else { max_total };
        if allowed.min(max_per_client) == 0 {
            return Err(EngineError::AnalysesOff { for_keys: max_total.min(max_per_client) > 0 });
        }
        let is_own = |life: &TaskLife| life.client == client;
        let own = held.iter().filter(|life| is_own(life)).count();
        if own >= max_per_client {
            let retry_after = self.next_expiry(held, is_own);
            return Err(EngineError::TooManyAnalysesOfClient { most: max_per_client, retry_after });
        }
        if is_open {
            self.make_room_within(allowed, held, own, |life| matches!(life.client, Client::Address(_)))?;
        }
        self.make_room_within(max_total, held, own, |_| true)
    }

    /// Removes a finished task if there are `most` of those that share this limit: the oldest one of the client
    /// that has most tasks, and more than the `own` ones of the client that needs room.
    fn make_room_within(
        &self,
        most: usize,
        held: &mut Vec<Arc<TaskLife>>,
        own: usize,
        shares: impl Fn(&TaskLife) -> bool,
    ) -> Result<(), EngineError> {
        if held.iter().filter(|life| shares(life)).count() < most {
            return Ok(());
        }
        let mut counts = HashMap::new();
        held.iter().for_each(|life| *counts.entry(life.client).or_insert(0) += 1);
        let makes_room = |life: &TaskLife| shares(life) && life.is_finished() && counts[&life.client] > own;
        let candidates = held.iter().enumerate().filter(|(_, life)| makes_room(life));
        let oldest_of_largest = candidates.min_by_key(|(age, life)| (Reverse(counts[&life.client]), *age));
        let Some((index, _)) = oldest_of_largest else {
            return Err(EngineError::TooManyAnalyses { most, retry_after: self.next_expiry(held, shares) });
        };
        held.remove(index).removed.cancel();
        Ok(())
    }

    /// The time until the first of these tasks is removed.
    fn next_expiry(&self, held: &[Arc<TaskLife>], filter: impl Fn(&TaskLife) -> bool) -> Duration {
        let those = held.iter().filter(|life| filter(life));
        let first = those.map(|life| life.expires_at(self.limits.retention)).min();
        first.map_or(Duration::ZERO, |at| at.saturating_duration_since(Instant::now()))
    }

    /// Each change is a single operation on the list, so a panic elsewhere breaks none.
    fn held(&self) -> MutexGuard<'_, Vec<Arc<TaskLife>>> {
        self.held.lock()
    }
}

/// An id that can't be guessed: the name of the replica and 128 random bits.
fn task_id(replica: Option<&ReplicaName>) -> Result<String, EngineError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| EngineError::Failed)?;
    let random = u128::from_be_bytes(bytes);
    Ok(replica.map_or_else(|| format!("{random:032x}"), |name| format!("{name}.{random:032x}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: TaskLimits = TaskLimits {
        max_total: 4,
        max_per_client: 3,
        reserved_for_keys: 0,
        retention: Duration::from_mins(1),
    };

    fn acquire(slots: &Arc<TaskSlots>, client: usize, is_finished: bool) -> TaskSlot {
        let slot = slots.acquire(Client::Key(client), Duration::ZERO).unwrap();
        if is_finished {
            slot.life.end();
        }
        slot
    }

    #[test]
    fn the_oldest_finished_task_of_the_client_with_most_makes_room() {
        let slots = TaskSlots::new(LIMITS, None);
        let tasks = [(1, true), (2, false), (2, true), (2, true)]
            .map(|(client, is_finished)| acquire(&slots, client, is_finished));
        let mut new = Vec::new();
        for (client, removed) in [(3, 2), (3, 3), (4, 0)] {
            assert!(!tasks[removed].life.removed.is_cancelled());
            new.push(acquire(&slots, client, false));
            assert!(tasks[removed].life.removed.is_cancelled(), "{removed}");
            assert_eq!(slots.count(), 4);
        }
        assert!(!tasks[1].life.removed.is_cancelled(), "it is running");
    }

    #[test]
    fn a_client_makes_no_room_for_one_that_has_as_much() {
        let slots = TaskSlots::new(LIMITS, None);
        let tasks = [(1, false), (2, false), (2, false), (3, true)]
            .map(|(client, is_finished)| acquire(&slots, client, is_finished));
        for client in [1, 2] {
            let refused = slots.acquire(Client::Key(client), Duration::ZERO).err();
            assert!(matches!(refused, Some(EngineError::TooManyAnalyses { .. })), "{refused:?}");
        }
        assert!(!tasks[3].life.removed.is_cancelled());
        let _new = acquire(&slots, 4, false);
        assert!(tasks[3].life.removed.is_cancelled());
    }

    #[test]
    fn running_tasks_make_no_room() {
        let slots = TaskSlots::new(LIMITS, None);
        let tasks = [(1, false), (1, false), (2, false), (2, true)]
            .map(|(client, is_finished)| acquire(&slots, client, is_finished));
        let _new = acquire(&slots, 3, false);
        assert!(tasks[3].life.removed.is_cancelled());
        let refused = slots.acquire(Client::Key(3), Duration::ZERO).err();
        assert!(matches!(refused, Some(EngineError::TooManyAnalyses { most: 4, .. })), "{refused:?}");
        assert!(tasks[..3].iter().all(|slot| !slot.life.removed.is_cancelled()));
    }
}
