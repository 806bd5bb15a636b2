//! Background analyses: they outlive the request that started them, and are kept for a while after
//! their end.

use super::pending::{AnswerSource, PendingAnswer};
use super::single_flight::AnalysisEvent;
use crate::clients::{Client, PerClientLimit, Permit};
use crate::engine::{EngineError, PositionInfo};
use dashmap::DashMap;
use std::cmp::Reverse;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::sleep;

/// How many background analyses are kept, and for how long.
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

/// A background analysis.
pub struct BackgroundAnalysis {
    id: String,
    /// The owner. Without a key, whoever knows the id has access.
    client: Client,
    position_info: PositionInfo,
    created: Instant,
    /// The time it may spend.
    time: Duration,
    /// When the first event came.
    started: OnceLock<Instant>,
    ended: OnceLock<Instant>,
    events: watch::Sender<Option<AnalysisEvent>>,
    cancelled: Notify,
}

impl BackgroundAnalysis {
    fn new(client: Client, position_info: PositionInfo, time: Duration) -> Result<Arc<Self>, EngineError> {
        Ok(Arc::new(Self {
            id: random_id()?,
            client,
            position_info,
            created: Instant::now(),
            time,
            started: OnceLock::new(),
            ended: OnceLock::new(),
            events: watch::Sender::new(None),
            cancelled: Notify::new(),
        }))
    }

    /// Its id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The position.
    #[must_use]
    pub const fn position_info(&self) -> &PositionInfo {
        &self.position_info
    }

    /// The latest event; `None` before the first iteration has finished.
    #[must_use]
    pub fn latest(&self) -> Option<AnalysisEvent> {
        self.events.borrow().clone()
    }

    /// The time it may spend.
    #[must_use]
    pub const fn time(&self) -> Duration {
        self.time
    }

    /// The time from its start until now, or until its end.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.ended.get().copied().unwrap_or_else(Instant::now) - self.created
    }

    /// Subscribes to its events. Dropping the answer does not stop the analysis.
    #[must_use]
    pub fn follow(&self) -> PendingAnswer {
        let mut events = self.events.subscribe();
        events.mark_changed();
        PendingAnswer { arrival: self.created, opponent: None, source: AnswerSource::Subscribed(events) }
    }

    fn is_accessible_to(&self, caller: Client) -> bool {
        match self.client {
            Client::Key(_) => self.client == caller,
            Client::Address(_) => true,
        }
    }

    /// Publishes all events of `pending`, then keeps the last one for a while.
    async fn drive(&self, mut pending: PendingAnswer, held: impl Send, keep: Duration) {
        loop {
            let event = pending.next().await;
            self.started.get_or_init(Instant::now);
            let is_done = matches!(event, AnalysisEvent::Done(_));
            if is_done {
                self.ended.get_or_init(Instant::now);
            }
            self.events.send_replace(Some(event));
            if is_done {
                break;
            }
        }
        drop((pending, held));
        sleep(keep).await;
    }

    /// When it is removed at the latest; if it still waits for a worker, as if it got one now.
    fn expires_at(&self, keep: Duration) -> Instant {
        let started = || self.started.get().copied().unwrap_or_else(Instant::now);
        self.ended.get().copied().unwrap_or_else(|| started() + self.time) + keep
    }
}

/// An analysis with its permits, which are released when it is removed.
struct Slot {
    analysis: Arc<BackgroundAnalysis>,
    _permits: Permits,
}

/// Removes an analysis from the registry when dropped, by a panic too.
struct RegistryGuard {
    analyses: Arc<Analyses>,
    analysis: Arc<BackgroundAnalysis>,
}

impl Drop for RegistryGuard {
    fn drop(&mut self) {
        self.analyses.by_id.remove(&self.analysis.id);
    }
}

/// A permit for an analysis, one of its client's and, without a key, one that is not reserved.
struct Permits {
    _all: OwnedSemaphorePermit,
    _open: Option<OwnedSemaphorePermit>,
    _own: Permit,
}

/// The background analyses by id.
pub(crate) struct Analyses {
    by_id: DashMap<String, Slot>,
    all: Arc<Semaphore>,
    /// Permits for clients without a key.
    open: Arc<Semaphore>,
    per_client: Arc<PerClientLimit>,
    limits: AnalysisLimits,
}

impl Analyses {
    pub(crate) fn new(limits: AnalysisLimits) -> Arc<Self> {
        let [all, open] =
            [limits.max_total, limits.max_without_key()].map(|permits| Arc::new(Semaphore::new(permits)));
        let per_client = PerClientLimit::new(limits.max_per_client);
        Arc::new(Self { by_id: DashMap::new(), all, open, per_client, limits })
    }

    /// Starts an analysis, if the limits allow it. `time` is what it may spend; the second value that
    /// `answer` returns is dropped at its end.
    pub(crate) fn start<H: Send + 'static>(
        self: &Arc<Self>,
        client: Client,
        position_info: PositionInfo,
        time: Duration,
        answer: impl FnOnce() -> (PendingAnswer, H),
    ) -> Result<Arc<BackgroundAnalysis>, EngineError> {
        let permits = self.permits_for(client)?;
        let analysis = BackgroundAnalysis::new(client, position_info, time)?;
        let slot = Slot { analysis: Arc::clone(&analysis), _permits: permits };
        self.by_id.insert(analysis.id.clone(), slot);
        let guard = RegistryGuard { analyses: Arc::clone(self), analysis: Arc::clone(&analysis) };
        let (pending, held) = answer();
        tokio::spawn(async move {
            let RegistryGuard { analyses, analysis } = &guard;
            tokio::select! {
                () = analysis.cancelled.notified() => (),
                () = analysis.drive(pending, held, analyses.limits.retention) => (),
            }
        });
        Ok(analysis)
    }

    /// The analysis with that id, if the caller has access to it.
    pub(crate) fn find(&self, id: &str, caller: Client) -> Option<Arc<BackgroundAnalysis>> {
        let analysis = Arc::clone(&self.by_id.get(id)?.analysis);
        analysis.is_accessible_to(caller).then_some(analysis)
    }

    /// All analyses of a client, newest first.
    pub(crate) fn of(&self, client: Client) -> Vec<Arc<BackgroundAnalysis>> {
        let mut own = self.filtered(|analysis| analysis.client == client);
        own.sort_by_key(|analysis| Reverse(analysis.created));
        own
    }

    /// Stops and removes the analysis with that id, if the caller has access to it. Returns whether there
    /// was one.
    pub(crate) fn cancel(&self, id: &str, caller: Client) -> bool {
        let cancelled = self.by_id.remove_if(id, |_, slot| slot.analysis.is_accessible_to(caller));
        cancelled.inspect(|(_, slot)| slot.analysis.cancelled.notify_one()).is_some()
    }

    /// The number of analyses.
    pub(crate) fn count(&self) -> usize {
        self.by_id.len()
    }

    /// The permits for one more analysis of a client.
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
                retry_after: self.next_expiry(&self.of(client)),
            })?;
        let without_key = |analysis: &BackgroundAnalysis| matches!(analysis.client, Client::Address(_));
        let open = is_open.then(|| self.permit(&self.open, allowed, without_key)).transpose()?;
        let all = self.permit(&self.all, most, |_| true)?;
        Ok(Permits { _all: all, _open: open, _own: own })
    }

    /// A permit of the semaphore that these analyses share.
    fn permit(
        &self,
        semaphore: &Arc<Semaphore>,
        most: usize,
        shared_by: impl Fn(&BackgroundAnalysis) -> bool,
    ) -> Result<OwnedSemaphorePermit, EngineError> {
        let full = |_| EngineError::TooManyAnalyses {
            most,
            retry_after: self.next_expiry(&self.filtered(shared_by)),
        };
        Arc::clone(semaphore).try_acquire_owned().map_err(full)
    }

    fn filtered(&self, filter: impl Fn(&BackgroundAnalysis) -> bool) -> Vec<Arc<BackgroundAnalysis>> {
        let all = self.by_id.iter().map(|slot| Arc::clone(&slot.analysis));
        all.filter(|analysis| filter(analysis)).collect()
    }

    /// The time until the first of these analyses is removed.
    fn next_expiry(&self, analyses: &[Arc<BackgroundAnalysis>]) -> Duration {
        let first = analyses.iter().map(|analysis| analysis.expires_at(self.limits.retention)).min();
        first.map_or(Duration::ZERO, |at| at.saturating_duration_since(Instant::now()))
    }
}

/// An id that can't be guessed: 128 random bits.
fn random_id() -> Result<String, EngineError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| EngineError::Failed)?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn an_analysis_that_panics_at_its_start_keeps_no_permit() {
        let analyses = Analyses::new(AnalysisLimits { max_total: 1, ..AnalysisLimits::default() });
        let position_info = PositionInfo { game: "", position: String::new(), to_move: "", outcome: None };
        for _ in 0..2 {
            let start = || {
                let answer = || -> (PendingAnswer, ()) { panic!() };
                analyses.start(Client::Key(0), position_info.clone(), Duration::ZERO, answer)
            };
            assert!(catch_unwind(AssertUnwindSafe(start)).is_err());
            assert_eq!((analyses.count(), analyses.all.available_permits()), (0, 1));
        }
    }
}
