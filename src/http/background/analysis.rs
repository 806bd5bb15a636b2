//! `/v1/analyses`: background analyses.

use super::super::context::prepare_any_game;
use super::super::error::Problem;
use super::super::fair_use::ClientAccess;
use super::super::request_id::RequestId;
use super::super::state::AppState;
use super::super::stream::{StreamContext, stream};
use super::{TaskKind, TaskState, Tasks};
use axum::response::Response;
use bestmove_query::wire::request::AnalysisBody;
use bestmove_query::wire::response::AnalysisAnswer;
use bestmove_query::{PositionInfo, Priority};
use bestmove_scheduler::quota::ByteLease;
use bestmove_scheduler::{AnalysisEvent, AnalysisWork, BackgroundAnalysis};
use serde::Serialize;
use std::sync::Arc;

impl TaskKind for AnalysisWork {
    type Body = AnalysisBody;
    /// The latest event.
    type Progress = Option<AnalysisEvent>;
    const NAME: &'static str = "analysis";
    const PLURAL: &'static str = "analyses";

    fn tasks(state: &AppState) -> &Tasks<Self> {
        state.engine.analyses()
    }

    fn start(
        state: &AppState,
        access: ClientAccess,
        (body, _lease): (AnalysisBody, ByteLease),
    ) -> Result<Arc<BackgroundAnalysis>, Problem> {
        body.refuse_level()?;
        let prepared = prepare_any_game(&state.engine, &body, Priority::Background)?;
        let reserved = access.reserve(prepared.budget().time)?;
        let hold = |pending: &_| reserved.map(|time| time.charged_by(pending));
        Ok(state.engine.start_analysis(prepared, access.client(), hold)?)
    }

    fn subject(&self) -> (&'static str, &str) {
        let PositionInfo { game, position, .. } = self.position_info();
        (game, position)
    }

    fn progress(&self) -> Option<AnalysisEvent> {
        self.latest()
    }

    fn state(latest: &Option<AnalysisEvent>) -> TaskState {
        match latest {
            None => TaskState::Waiting,
            Some(AnalysisEvent::Progress(_)) => TaskState::Running,
            Some(AnalysisEvent::Done(Ok(_))) => TaskState::Finished,
            Some(AnalysisEvent::Done(Err(error))) => TaskState::Failed(error.clone().into()),
        }
    }

    fn results<'a>(
        &'a self,
        latest: &'a Option<AnalysisEvent>,
        _: &'a RequestId,
    ) -> Option<impl Serialize + 'a> {
        match latest {
            Some(AnalysisEvent::Progress(found)) => Some(AnalysisAnswer::so_far(found)),
            Some(AnalysisEvent::Done(Ok(found))) => Some(AnalysisAnswer::from(found)),
            None | Some(AnalysisEvent::Done(Err(_))) => None,
        }
    }

    async fn follow(analysis: Arc<BackgroundAnalysis>, context: StreamContext) -> Result<Response, Problem> {
        let pending = analysis.follow();
        drop(analysis);
        stream(pending, None, context).await
    }
}
