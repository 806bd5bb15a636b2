//! `/v1/analyses`: background analyses, which go on after their request is answered.

use super::background_tasks::{PositionSubject, Summary, TaskWork, accepted, find};
use super::context::prepare_any_game;
use super::document::json;
use super::error::{Problem, ProblemBody};
use super::extract::{Json, PathSegment};
use super::fair_use::ClientAccess;
use super::negotiation::MediaType;
use super::request_id::RequestId;
use super::stream::{is_resumed_after_end, no_content, stream};
use crate::engine::{AnalysisEvent, AnalysisWork, BackgroundAnalysis, Engine, PositionInfo, Priority};
use crate::wire::request::AnalysisBody;
use crate::wire::response::AnalysisAnswer;
use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use std::sync::Arc;

/// `POST /v1/analyses`.
pub(super) async fn start(
    State(engine): State<Arc<Engine>>,
    Extension(request): Extension<RequestId>,
    Extension(access): Extension<ClientAccess>,
    Json(body, _lease): Json<AnalysisBody>,
) -> Result<Response, Problem> {
    body.refuse_level()?;
    let prepared = prepare_any_game(&engine, &body, Priority::Background)?;
    let reserved = access.reserve(prepared.budget().time)?;
    let analysis = engine
        .start_analysis(prepared, access.client(), |pending| reserved.map(|time| time.charged_by(pending)))?;
    Ok(accepted(&analysis, &request))
}

/// `GET /v1/analyses/{id}/events`.
pub(super) async fn events(
    State(engine): State<Arc<Engine>>,
    Extension(request): Extension<RequestId>,
    Extension(access): Extension<ClientAccess>,
    headers: HeaderMap,
    PathSegment(id): PathSegment,
) -> Result<Response, Problem> {
    let media_type = MediaType::negotiate(&headers, MediaType::STREAMS)?;
    let analysis = find(engine.analyses(), &id, &access)?;
    if is_resumed_after_end(&headers, media_type) {
        return Ok(no_content());
    }
    stream(analysis.follow(), None, media_type, request).await
}

impl TaskWork for AnalysisWork {
    const KIND: &'static str = "analyses";

    fn unknown() -> Problem {
        Problem::unknown_analysis()
    }

    fn summary(analysis: &BackgroundAnalysis) -> impl Serialize {
        summary(analysis, &analysis.work().latest())
    }

    fn status(analysis: &BackgroundAnalysis, request: &RequestId) -> Response {
        let latest = analysis.work().latest();
        let failed = match &latest {
            Some(AnalysisEvent::Done(Err(error))) => Some(Problem::from(error.clone())),
            _ => None,
        };
        json(&AnalysisStatus {
            summary: summary(analysis, &latest),
            analysis: match &latest {
                Some(AnalysisEvent::Progress(found)) => Some(AnalysisAnswer::so_far(found)),
                Some(AnalysisEvent::Done(Ok(found))) => Some(AnalysisAnswer::from(found)),
                None | Some(AnalysisEvent::Done(Err(_))) => None,
            },
            problem: failed.as_ref().map(|problem| problem.body(request)),
        })
    }
}

/// An analysis with its findings so far.
#[derive(Serialize)]
struct AnalysisStatus<'a> {
    #[serde(flatten)]
    summary: Summary<'a, PositionSubject<'a>>,
    analysis: Option<AnalysisAnswer<'a>>,
    problem: Option<ProblemBody<'a>>,
}

fn summary<'a>(
    analysis: &'a BackgroundAnalysis,
    latest: &Option<AnalysisEvent>,
) -> Summary<'a, PositionSubject<'a>> {
    let state = match latest {
        None => "waiting",
        Some(AnalysisEvent::Progress(_)) => "running",
        Some(AnalysisEvent::Done(Ok(_))) => "finished",
        Some(AnalysisEvent::Done(Err(_))) => "failed",
    };
    let PositionInfo { game, position, .. } = analysis.work().position_info();
    Summary::new(analysis, state, PositionSubject { game, position })
}
