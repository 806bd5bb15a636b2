//! Background tasks: they outlive the request that started them, and are kept for a while after their end.

use super::task_slots::{TaskLife, TaskSlot, TaskSlots};
use crate::EngineError;
use crate::quota::Client;
use dashmap::DashMap;
use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::sleep;

/// A background task.
pub struct BackgroundTask<T> {
    life: Arc<TaskLife>,
    work: T,
}

impl<T> BackgroundTask<T> {
    /// Its id and its times.
    #[must_use]
    pub fn life(&self) -> &TaskLife {
        &self.life
    }

    /// Its input and its results so far.
    #[must_use]
    pub const fn work(&self) -> &T {
        &self.work
    }
}

/// A task with its slot, which is released when the task is removed.
struct Entry<T> {
    task: Arc<BackgroundTask<T>>,
    _slot: TaskSlot,
}

/// The background tasks of a kind, by id.
pub struct BackgroundTasks<T> {
    by_id: DashMap<String, Entry<T>>,
    slots: Arc<TaskSlots>,
}

/// Removes a task from the registry when dropped, by a panic too.
struct RegistryGuard<T> {
    tasks: Arc<BackgroundTasks<T>>,
    task: Arc<BackgroundTask<T>>,
}

impl<T> Drop for RegistryGuard<T> {
    fn drop(&mut self) {
        self.tasks.by_id.remove(self.task.life.id());
    }
}

impl<T: Send + Sync + 'static> BackgroundTasks<T> {
    /// No tasks; those to come share the slots with other kinds.
    pub(crate) fn new(slots: &Arc<TaskSlots>) -> Arc<Self> {
        Arc::new(Self { by_id: DashMap::new(), slots: Arc::clone(slots) })
    }

    /// Starts a task that may spend `time`. `run` publishes its results in its work, and marks its start and
    /// its end.
    ///
    /// # Errors
    ///
    /// If the limits on background analyses are reached.
    pub fn start<F: Future<Output = ()> + Send + 'static>(
        self: &Arc<Self>,
        client: Client,
        time: Duration,
        work: T,
        run: impl FnOnce(Arc<BackgroundTask<T>>) -> F,
    ) -> Result<Arc<BackgroundTask<T>>, EngineError> {
        let slot = self.slots.acquire(client, time)?;
        let life = Arc::clone(slot.life());
        let task = Arc::new(BackgroundTask { life, work });
        self.by_id.insert(task.life.id().to_owned(), Entry { task: Arc::clone(&task), _slot: slot });
        let guard = RegistryGuard { tasks: Arc::clone(self), task: Arc::clone(&task) };
        let running = run(Arc::clone(&task));
        tokio::spawn(async move {
            let RegistryGuard { tasks, task } = &guard;
            let run_and_keep = async {
                running.await;
                sleep(tasks.slots.retention()).await;
            };
            tokio::select! {
                () = task.life.removed().cancelled() => (),
                () = run_and_keep => (),
            }
        });
        Ok(task)
    }

    /// The task with that id, if the caller has access to it.
    #[must_use]
    pub fn find(&self, id: &str, caller: Client) -> Option<Arc<BackgroundTask<T>>> {
        let task = Arc::clone(&self.by_id.get(id)?.task);
        task.life.is_accessible_to(caller).then_some(task)
    }

    /// All tasks of a client, newest first.
    #[must_use]
    pub fn of(&self, client: Client) -> Vec<Arc<BackgroundTask<T>>> {
        let all = self.by_id.iter().map(|entry| Arc::clone(&entry.task));
        let is_own = |task: &Arc<BackgroundTask<T>>| {
            task.life.client() == client && task.life.is_accessible_to(client)
        };
        let mut own: Vec<_> = all.filter(is_own).collect();
        own.sort_by_key(|task| Reverse(task.life.created()));
        own
    }

    /// Stops and removes the task with that id, if the caller has access to it. Returns whether there was
    /// one.
    #[must_use]
    pub fn cancel(&self, id: &str, caller: Client) -> bool {
        let cancelled = self.by_id.remove_if(id, |_, entry| entry.task.life.is_accessible_to(caller));
        cancelled.inspect(|(_, entry)| entry.task.life.removed().cancel()).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TaskLimits;
    use std::future::Ready;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn a_task_that_panics_at_its_start_keeps_no_slot() {
        let limits = TaskLimits { max_total: 1, ..TaskLimits::default() };
        let slots = TaskSlots::new(limits, None);
        let tasks = BackgroundTasks::new(&slots);
        for _ in 0..2 {
            let run = |_| -> Ready<()> { panic!() };
            let start = || tasks.start(Client::Key(0), Duration::ZERO, (), run);
            assert!(catch_unwind(AssertUnwindSafe(start)).is_err());
            assert_eq!((slots.count(), tasks.by_id.len()), (0, 0));
            assert!(slots.acquire(Client::Key(0), Duration::ZERO).is_ok(), "the permits are released");
        }
    }
}
