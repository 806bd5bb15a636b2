//! `POST /v1/batch`.

use super::context::prepare_any_game;
use super::document::json;
use super::error::{Mismatch, Problem, ProblemBody, ProblemTypes};
use super::extract::{Json, read_list, read_text};
use super::fair_use::ClientAccess;
use super::request_id::RequestId;
use super::routes;
use super::state::AppState;
use axum::Extension;
use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use bestmove_query::wire::raw_field::RawField;
use bestmove_query::wire::request::BatchBody;
use bestmove_query::wire::response::AnalysisAnswer;
use bestmove_query::{Analysis, Priority};
use bestmove_scheduler::Engine;
use futures_util::future::join_all;
use serde::Serialize;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// The largest body of a batch, in bytes.
const BATCH_LIMIT: usize = 256 * 1024;

pub(super) fn routes() -> Router<AppState> {
    routes::json(Router::new().route("/v1/batch", post(batch)))
}

/// `POST /v1/batch`: analyses many positions of any game, on at most half of the workers at a time, so
/// that a batch leaves room for others. The time of each position counts from the start of its search.
async fn batch(
    State(engine): State<Arc<Engine>>,
    Extension(id): Extension<RequestId>,
    Extension(access): Extension<ClientAccess>,
    Json(BatchBody { positions }, _lease): Json<BatchBody, BATCH_LIMIT>,
) -> Result<Response, Problem> {
    let most = engine.config().batch;
    let positions = positions.ok_or_else(|| {
        let (expected, got) = (format!("from 1 to {most} positions"), "nothing".to_owned());
        Problem::invalid_field(Mismatch { field: Some("positions".to_owned()), expected, got })
    })?;
    let positions = read_list("positions", &positions, most)?;
    let share = Semaphore::new(engine.config().workers.get().div_ceil(2));
    let answers = positions.into_iter().map(async |position| {
        let _worker = share.acquire().await;
        answer(&engine, &access, position).await
    });
    let answers = join_all(answers).await;
    let results = answers.iter().map(|answer| BatchResult::new(answer, &id)).collect();
    let problems =
        answers.iter().filter_map(|answer| answer.as_ref().err().map(|problem| problem.slug())).collect();
    Ok((Extension(ProblemTypes(problems)), json(&BatchAnswer { results })).into_response())
}

async fn answer(
    engine: &Arc<Engine>,
    access: &ClientAccess,
    position: RawField,
) -> Result<Analysis, Problem> {
    let prepared = prepare_any_game(engine, &read_text(position.text())?, Priority::Batch)?;
    let (pending, _reserved) = access.answer(engine, prepared).await?;
    Ok(pending.result().await?)
}

#[derive(Serialize)]
struct BatchAnswer<'a> {
    results: Vec<BatchResult<'a>>,
}

/// The answer that the position would have got on its own.
#[derive(Serialize)]
struct BatchResult<'a> {
    status: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    analysis: Option<AnalysisAnswer<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<ProblemBody<'a>>,
}

impl<'a> BatchResult<'a> {
    fn new(answer: &'a Result<Analysis, Problem>, id: &'a RequestId) -> Self {
        match answer {
            Ok(report) => Self { status: 200, analysis: Some(report.into()), problem: None },
            Err(problem) => {
                Self { status: problem.status(), analysis: None, problem: Some(problem.body(Some(id))) }
            }
        }
    }
}
