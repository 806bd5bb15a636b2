//! Prepared queries and pending answers.

use super::single_flight::{AnalysisEvent, Subscriber, UsageMeter};
use crate::EngineError;
use crate::quota::Client;
use bestmove_core::opponent::Opponent;
use bestmove_query::{Analysis, AnyQuery, Budget, PositionInfo, Priority, QueryKey};
use std::time::Instant;

/// A valid query with its budget.
pub struct PreparedQuery {
    pub(crate) query: Box<dyn AnyQuery>,
    pub(crate) budget: Budget,
    pub(crate) arrival: Instant,
    pub(crate) priority: Priority,
    /// The client, with which others take turns.
    pub(crate) client: Option<Client>,
}

impl PreparedQuery {
    /// The query, attributed to a client.
    #[must_use]
    pub fn for_client(self, client: Client) -> Self {
        Self { client: Some(client), ..self }
    }

    /// What the query asks.
    #[must_use]
    pub fn key(&self) -> &QueryKey {
        self.query.key()
    }

    /// The position.
    #[must_use]
    pub fn position_info(&self) -> PositionInfo {
        self.query.position_info()
    }

    /// Who chooses the best move, if the request says so.
    #[must_use]
    pub fn opponent(&self) -> Option<Opponent> {
        self.key().opponent
    }

    /// What the search may spend.
    #[must_use]
    pub const fn budget(&self) -> &Budget {
        &self.budget
    }
}

/// An answer that is being computed. Dropping it cancels the search, unless another query waits for it.
pub struct PendingAnswer {
    pub(crate) arrival: Instant,
    pub(crate) source: AnswerSource,
}

/// Where a pending answer comes from.
pub(crate) enum AnswerSource {
    /// No search is needed.
    Immediate(Analysis),
    /// A search in flight, shared with equal queries.
    Shared(Subscriber),
}

impl PendingAnswer {
    /// The latest event, once there is a new one. Don't call this again after [`AnalysisEvent::Done`].
    /// Cancel safe.
    pub async fn next(&mut self) -> AnalysisEvent {
        let event = match &mut self.source {
            AnswerSource::Immediate(analysis) => AnalysisEvent::Done(Ok(analysis.clone())),
            AnswerSource::Shared(subscriber) => subscriber.next().await,
        };
        match event {
            AnalysisEvent::Progress(analysis) => AnalysisEvent::Progress(self.own(analysis)),
            AnalysisEvent::Done(answer) => AnalysisEvent::Done(answer.map(|analysis| self.own(analysis))),
        }
    }

    /// A shared analysis with the time of this request.
    fn own(&self, mut analysis: Analysis) -> Analysis {
        analysis.timing.elapsed = self.arrival.elapsed();
        analysis
    }

    /// Measures what the search uses, if there is one for this query.
    #[must_use]
    pub fn usage_meter(&self) -> Option<UsageMeter> {
        match &self.source {
            AnswerSource::Shared(subscriber) => Some(subscriber.usage_meter()),
            AnswerSource::Immediate(_) => None,
        }
    }

    /// The final answer.
    ///
    /// # Errors
    ///
    /// See [`EngineError`].
    pub async fn result(mut self) -> Result<Analysis, EngineError> {
        if let AnswerSource::Shared(subscriber) = &mut self.source {
            let analysis = subscriber.answer().await?;
            return Ok(self.own(analysis));
        }
        loop {
            if let AnalysisEvent::Done(answer) = self.next().await {
                return answer;
            }
        }
    }

    /// The final answer, or the last finished iteration if that alone gives all moves scores of the same depth.
    ///
    /// # Errors
    ///
    /// See [`EngineError`].
    pub async fn finished_iteration(mut self) -> Result<Analysis, EngineError> {
        let AnswerSource::Shared(subscriber) = &mut self.source else { return self.result().await };
        let last = subscriber.answer().await?;
        let analysis = last.or_finished(subscriber.finished_iteration());
        Ok(self.own(analysis))
    }
}
