//! `POST /v1/batch`.

use super::asking::named_inquiry;
use super::error::{Blame, Document, Problem, ProblemTypes};
use super::extract::{Json, read_list, read_text};
use super::fair_use::Account;
use super::request::{BatchBody, Raw};
use super::request_id::RequestId;
use super::response::json;
use super::variations::Analysis;
use crate::engine::{Engine, Priority, Report};
use axum::Extension;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use futures_util::stream::iter;
use serde::Serialize;
use std::sync::Arc;

/// Bytes of the largest batch that is read.
const BATCH_LIMIT: usize = 256 * 1024;

/// Analyses many positions of any game. Half the workers do so at a time, so that a batch leaves
/// room for others, and each position's time counts from its turn on.
pub(super) async fn batch(
    State(engine): State<Arc<Engine>>,
    Extension(id): Extension<RequestId>,
    Extension(account): Extension<Account>,
    Json(BatchBody { positions }, _lease): Json<BatchBody, BATCH_LIMIT>,
) -> Result<Response, Problem> {
    let most = engine.config().batch;
    let positions = positions.ok_or_else(|| {
        let (expected, got) = (format!("from 1 to {most} positions"), "nothing".to_owned());
        Problem::invalid_field(Blame { field: Some("positions".to_owned()), expected, got })
    })?;
    let positions = read_list("positions", &positions, most)?;
    let share = engine.config().workers.get().div_ceil(2);
    let answers = iter(positions).map(|position| answer(&engine, &account, position)).buffered(share);
    let answers: Vec<_> = answers.collect().await;
    let results = answers.iter().map(|answer| BatchResult::new(answer, &id)).collect();
    let problems = answers.iter().filter_map(|answer| answer.as_ref().err().map(Problem::slug)).collect();
    Ok((Extension(ProblemTypes(problems)), json(&BatchAnswer { results })).into_response())
}

async fn answer(engine: &Arc<Engine>, account: &Account, position: Raw) -> Result<Report, Problem> {
    let inquiry = named_inquiry(engine, &read_text(position.text())?, Priority::Batch)?;
    let (thinking, _reserved) = account.think(engine, inquiry)?;
    Ok(thinking.end().await?)
}

#[derive(Serialize)]
struct BatchAnswer<'a> {
    results: Vec<BatchResult<'a>>,
}

/// What the position on its own would have been answered.
#[derive(Serialize)]
struct BatchResult<'a> {
    status: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    analysis: Option<Analysis<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<Document<'a>>,
}

impl<'a> BatchResult<'a> {
    fn new(answer: &'a Result<Report, Problem>, id: &'a RequestId) -> Self {
        match answer {
            Ok(report) => Self { status: 200, analysis: Some(report.into()), problem: None },
            Err(problem) => {
                Self { status: problem.status(), analysis: None, problem: Some(problem.document(id)) }
            }
        }
    }
}
