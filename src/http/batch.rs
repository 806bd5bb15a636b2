//! `POST /v1/batch`.

use super::context::prepare_any_game;
use super::document::json;
use super::error::{Mismatch, Problem, ProblemBody, ProblemTypes};
use super::extract::{Json, read_list, read_text};
use super::fair_use::ClientAccess;
use super::request_id::RequestId;
use crate::engine::{Analysis, Engine, Priority};
use crate::wire::raw_field::RawField;
use crate::wire::request::BatchBody;
use crate::wire::response::AnalysisAnswer;
use axum::Extension;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use futures_util::future::join_all;
use serde::Serialize;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// The largest body of a batch, in bytes.
const BATCH_LIMIT: usize = 256 * 1024;

/// `POST /v1/batch`: analyses many positions of any game, on at most half of the workers at a time, so
/// that a batch leaves room for others. The time of each position counts from the start of its search.
pub(super) async fn batch(
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
    let problems = answers.iter().filter_map(|answer| answer.as_ref().err().map(Problem::slug)).collect();
    Ok((Extension(ProblemTypes(problems)), json(&BatchAnswer { results })).into_response())
}

async fn answer(
    engine: &Arc<Engine>,
    access: &ClientAccess,
    position: RawField,
) -> Result<Analysis, Problem> {
    let prepared = prepare_any_game(engine, &read_text(position.text())?, Priority::Batch)?;
    let (pending, _reserved) = access.answer(engine, prepared)?;
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
                Self { status: problem.status(), analysis: None, problem: Some(problem.body(id)) }
            }
        }
    }
}
