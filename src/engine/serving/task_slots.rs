//! Slots of background tasks: how many may run or be kept, in all and for each client.

use crate::clients::{Client, PerClientLimit, Permit};
use crate::engine::EngineError;
use dashmap::DashMap;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many background analyses, reviews among them, are kept, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnalysisLimits {
    /// Analyses at the same time, running or finished.
    pub max_total: usize,
    /// Analyses of one client at the same time.
    pub max_per_client: usize,
    /// How many of them are reserved for clients with a key.
    pub reserved_for_keys: usize,
    /// How long a finished analysis is kept.
    pub retention: Duration,
}

impl Default for AnalysisLimits {
    /// The limits of a service without configuration.
    fn default() -> Self {
        Self { max_total: 64, max_per_client: 16, reserved_for_keys: 0, retention: Duration::from_mins(10) }
    }
}

impl AnalysisLimits {
    /// Analyses of clients without a key.
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
}

impl TaskLife {
    fn new(client: Client, time: Duration) -> Result<Arc<Self>, EngineError> {
        Ok(Arc::new(Self {
            id: random_id()?,
            client,
            created: Instant::now(),
            time,
            started: OnceLock::new(),
            ended: OnceLock::new(),
        }))
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

    /// Marks its end.
    pub fn end(&self) {
        self.ended.get_or_init(Instant::now);
    }

    pub(crate) const fn client(&self) -> Client {
        self.client
    }

    pub(crate) const fn created(&self) -> Instant {
        self.created
    }

    pub(crate) fn is_accessible_to(&self, caller: Client) -> bool {
        match self.client {
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

/// The slots of all kinds of background tasks.
pub(crate) struct TaskSlots {
    /// The tasks that hold a slot, by id.
    held: DashMap<String, Arc<TaskLife>>,
    all: Arc<Semaphore>,
    /// Permits for clients without a key.
    open: Arc<Semaphore>,
    per_client: Arc<PerClientLimit>,
    limits: AnalysisLimits,
}

/// A slot of a task, released when dropped.
pub(crate) struct TaskSlot {
    slots: Arc<TaskSlots>,
    life: Arc<TaskLife>,
    _permits: Permits,
}

/// A permit for a task, one of its client's and, without a key, one that is not reserved.
struct Permits {
    _all: OwnedSemaphorePermit,
    _open: Option<OwnedSemaphorePermit>,
    _own: Permit,
}

impl TaskSlot {
    pub(crate) const fn life(&self) -> &Arc<TaskLife> {
        &self.life
    }
}

impl Drop for TaskSlot {
    fn drop(&mut self) {
        self.slots.held.remove(&self.life.id);
    }
}

impl TaskSlots {
    pub(crate) fn new(limits: AnalysisLimits) -> Arc<Self> {
        let [all, open] =
            [limits.max_total, limits.max_without_key()].map(|permits| Arc::new(Semaphore::new(permits)));
        let per_client = PerClientLimit::new(limits.max_per_client);
        Arc::new(Self { held: DashMap::new(), all, open, per_client, limits })
    }

    /// A slot for a new task, if the limits allow one more.
    pub(crate) fn acquire(self: &Arc<Self>, client: Client, time: Duration) -> Result<TaskSlot, EngineError> {
        let permits = self.permits_for(client)?;
        let life = TaskLife::new(client, time)?;
        self.held.insert(life.id.clone(), Arc::clone(&life));
        Ok(TaskSlot { slots: Arc::clone(self), life, _permits: permits })
    }

    /// The number of tasks.
    pub(crate) fn count(&self) -> usize {
        self.held.len()
    }

    /// How long a finished task is kept.
    pub(crate) const fn retention(&self) -> Duration {
        self.limits.retention
    }

    /// The permits for one more task of a client.
    fn permits_for(&self, client: Client) -> Result<Permits, EngineError> {
        let AnalysisLimits { max_total: most, max_per_client, .. } = self.limits;
        let is_open = matches!(client, Client::Address(_));
        let allowed = if is_open { self.limits.max_without_key() } else { most };
        if allowed.min(max_per_client) == 0 {
            return Err(EngineError::AnalysesOff { for_keys: most.min(max_per_client) > 0 });
        }
        let own =
            self.per_client.try_acquire(client).ok_or_else(|| EngineError::TooManyAnalysesOfClient {
                most: max_per_client,
                retry_after: self.next_expiry(|life| life.client == client),
            })?;
        let without_key = |life: &TaskLife| matches!(life.client, Client::Address(_));
        let open = is_open.then(|| self.permit(&self.open, allowed, without_key)).transpose()?;
        let all = self.permit(&self.all, most, |_| true)?;
        Ok(Permits { _all: all, _open: open, _own: own })
    }

    /// A permit of the semaphore that these tasks share.
    fn permit(
        &self,
        semaphore: &Arc<Semaphore>,
        most: usize,
        shared_by: impl Fn(&TaskLife) -> bool,
    ) -> Result<OwnedSemaphorePermit, EngineError> {
        let full = |_| EngineError::TooManyAnalyses { most, retry_after: self.next_expiry(shared_by) };
        Arc::clone(semaphore).try_acquire_owned().map_err(full)
    }

    /// The time until the first of these tasks is removed.
    fn next_expiry(&self, filter: impl Fn(&TaskLife) -> bool) -> Duration {
        let those = self.held.iter().filter(|life| filter(life));
        let first = those.map(|life| life.expires_at(self.limits.retention)).min();
        first.map_or(Duration::ZERO, |at| at.saturating_duration_since(Instant::now()))
    }
}

/// An id that can't be guessed: 128 random bits.
fn random_id() -> Result<String, EngineError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| EngineError::Failed)?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}
