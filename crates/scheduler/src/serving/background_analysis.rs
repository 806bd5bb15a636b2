//! Background analyses.

use super::background_tasks::BackgroundTask;
use super::pending::{AnswerSource, PendingAnswer};
use super::single_flight::AnalysisEvent;
use bestmove_query::PositionInfo;
use std::sync::Arc;
use tokio::sync::watch;

/// A background analysis.
pub type BackgroundAnalysis = BackgroundTask<AnalysisWork>;

/// A position under analysis, and the latest event.
pub struct AnalysisWork {
    position_info: PositionInfo,
    events: watch::Sender<Option<AnalysisEvent>>,
}

impl AnalysisWork {
    /// An analysis of that position, without results yet.
    pub(crate) fn of(position_info: PositionInfo) -> Self {
        Self { position_info, events: watch::Sender::new(None) }
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
}

impl BackgroundAnalysis {
    /// Subscribes to its events. Dropping the answer does not stop the analysis.
    #[must_use]
    pub fn follow(&self) -> PendingAnswer {
        let mut events = self.work().events.subscribe();
        events.mark_changed();
        let arrival = self.life().created();
        PendingAnswer { arrival, source: AnswerSource::Subscribed(events) }
    }

    /// Publishes all events of `pending`. Drops `held` at the end.
    pub(crate) async fn publish(self: Arc<Self>, mut pending: PendingAnswer, _held: impl Send) {
        loop {
            let event = pending.next().await;
            self.life().mark_first_result();
            let is_done = matches!(event, AnalysisEvent::Done(_));
            self.work().events.send_modify(|latest| {
                *latest = Some(event);
                if is_done {
                    self.life().end();
                }
            });
            if is_done {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quota::Client;
    use crate::serving::background_tasks::BackgroundTasks;
    use crate::serving::task_slots::TaskSlots;
    use crate::{EngineError, TaskLimits};
    use std::thread;
    use std::time::{Duration, Instant};

    /// While a reader holds the result, none can be published.
    #[tokio::test(flavor = "multi_thread")]
    async fn a_finished_analysis_has_its_result() {
        let tasks = BackgroundTasks::new(&TaskSlots::new(TaskLimits::default(), None));
        let (search, events) = watch::channel(None);
        let pending = PendingAnswer { arrival: Instant::now(), source: AnswerSource::Subscribed(events) };
        let position = String::new();
        let work = AnalysisWork::of(PositionInfo { game: "", position, to_move: "", outcome: None });
        let start = |task: Arc<BackgroundAnalysis>| task.publish(pending, ());
        let task = tasks.start(Client::Key(0), Duration::ZERO, work, start).unwrap();
        let latest = task.work().events.borrow();
        search.send_replace(Some(AnalysisEvent::Done(Err(EngineError::Failed))));
        thread::sleep(Duration::from_millis(50));
        assert!(latest.is_none() && !task.life().is_finished());
        drop(latest);
        while task.work().latest().is_none() {
            thread::yield_now();
        }
        assert!(task.life().is_finished());
    }
}
