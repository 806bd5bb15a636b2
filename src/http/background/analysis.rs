//! `/v1/analyses`: background analyses.

use super::super::context::prepare_any_game;
use super::super::error::Problem;
use super::super::fair_use::ClientAccess;
use super::super::follow::News;
use super::super::state::AppState;
use super::{Accepted, TaskKind};
use crate::jobs::{ANALYSIS_TASK, Jobs, StoredAnalysis, TaskSpec};
use bestmove_jobs::{JobState, JobStatus, NewChunk, StoreError};
use bestmove_query::wire::json_text;
use bestmove_query::wire::request::AnalysisBody;
use bestmove_query::{PositionInfo, Priority, Registry};
use serde::Serialize;
use serde_json::value::RawValue;
use std::time::Duration;

/// Background analyses: the latest state of one.
pub(in crate::http) struct Analyses(Option<StoredAnalysis>);

impl Analyses {
    fn analysis(&self) -> Option<&RawValue> {
        self.0.as_ref()?.analysis.as_deref()
    }
}

impl TaskKind for Analyses {
    type Body = AnalysisBody;
    /// The analysis that was sent last.
    type Sent = Option<String>;
    const STORED: &'static str = ANALYSIS_TASK;
    const NAME: &'static str = "analysis";
    const PLURAL: &'static str = "analyses";

    async fn accept(
        state: &AppState,
        access: &ClientAccess,
        body: &AnalysisBody,
    ) -> Result<Accepted, Problem> {
        body.refuse_level()?;
        let prepared = prepare_any_game(&state.engine, body, Priority::Background)?;
        let time = prepared.budget().time;
        let PositionInfo { game, position, .. } = prepared.position_info();
        Ok(Accepted {
            spec: TaskSpec {
                game: game.to_owned(),
                position,
                time_ms: time.as_millis() as u64,
                review: None,
            },
            chunks: vec![NewChunk { first: 0, items: 1, cost: time, input: json_text(body).into_bytes() }],
            reserved: access.reserve(time).await?,
        })
    }

    async fn read(jobs: &Jobs, _: &Registry, status: &JobStatus, _: &TaskSpec) -> Result<Self, StoreError> {
        Ok(Self(latest(jobs, status).await?))
    }

    fn problem(&self) -> Option<Problem> {
        self.0.as_ref()?.problem().map(Into::into)
    }

    fn results(&self) -> Option<impl Serialize> {
        self.analysis()
    }

    async fn spent(jobs: &Jobs, status: &JobStatus) -> Result<Duration, StoreError> {
        let found = latest(jobs, status).await?;
        Ok(Duration::from_millis(found.map_or(0, |found| found.spent_ms)))
    }

    fn news(&self, sent: &mut Option<String>, is_over: bool) -> Vec<News> {
        let is_new = |analysis: &&RawValue| is_over || sent.as_deref() != Some(analysis.get());
        let Some(analysis) = self.analysis().filter(is_new) else { return Vec::new() };
        *sent = Some(analysis.get().to_owned());
        let event = if is_over { "final" } else { "update" };
        vec![News { event, name: Self::NAME, id: None, content: analysis.to_owned() }]
    }
}

/// The latest state of an analysis.
async fn latest(jobs: &Jobs, status: &JobStatus) -> Result<Option<StoredAnalysis>, StoreError> {
    let progress = jobs.store.progress(&status.id, 0).await?;
    let stored = match progress.filter(|_| status.state != JobState::Finished) {
        None => jobs.store.results(&status.id, 0, 1).await?.pop().map(|chunk| chunk.result),
        progress => progress,
    };
    Ok(stored.as_deref().and_then(StoredAnalysis::read))
}
