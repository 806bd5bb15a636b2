//! Background analyses.

use super::background_tasks::BackgroundTask;
use super::pending::{AnswerSource, PendingAnswer};
use super::single_flight::AnalysisEvent;
use crate::engine::PositionInfo;
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
        PendingAnswer { arrival, opponent: None, source: AnswerSource::Subscribed(events) }
    }

    /// Publishes all events of `pending`. Drops `held` at the end.
    pub(crate) async fn publish(self: Arc<Self>, mut pending: PendingAnswer, _held: impl Send) {
        loop {
            let event = pending.next().await;
            self.life().mark_first_result();
            let is_done = matches!(event, AnalysisEvent::Done(_));
            if is_done {
                self.life().end();
            }
            self.work().events.send_replace(Some(event));
            if is_done {
                break;
            }
        }
    }
}
