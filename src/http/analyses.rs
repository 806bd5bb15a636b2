//! `/v1/analyses`: long work, which goes on when the request that began it is answered.

use super::accept::Form;
use super::error::{Document, Problem};
use super::extract::{Json, Segment, asked};
use super::fair_use::Account;
use super::request_id::RequestId;
use super::response::{NO_STORE, json_text};
use super::stream::stream;
use super::variations::Analysis as Lines;
use crate::engine::{Analysis, Engine, News, Priority};
use axum::Extension;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, LOCATION};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Map, Value};
use std::sync::Arc;
use std::time::Instant;

/// `POST /v1/analyses`.
pub(super) async fn begin(
    State(engine): State<Arc<Engine>>,
    Extension(request): Extension<RequestId>,
    account: Account,
    Json(body): Json<Map<String, Value>>,
) -> Result<Response, Problem> {
    let (game, body) = asked(Value::Object(body))?;
    let inquiry = engine.inquire(&body.request(game, Priority::Long, Instant::now()))?;
    let reserved = account.reserve(inquiry.budget().time)?;
    let (id, analysis) = engine.begin(inquiry, reserved)?;
    let headers = [
        (LOCATION, format!("/v1/analyses/{id}")),
        (CACHE_CONTROL, NO_STORE.to_owned()),
        (CONTENT_TYPE, "application/json".to_owned()),
    ];
    Ok((StatusCode::ACCEPTED, headers, told(&id, &analysis, &request)).into_response())
}

/// `GET /v1/analyses/{id}`.
pub(super) async fn show(
    State(engine): State<Arc<Engine>>,
    Extension(request): Extension<RequestId>,
    Segment(id): Segment,
) -> Result<Response, Problem> {
    let analysis = engine.analysis(&id).ok_or_else(Problem::unknown_analysis)?;
    let headers = [(CACHE_CONTROL, NO_STORE), (CONTENT_TYPE, "application/json")];
    Ok((headers, told(&id, &analysis, &request)).into_response())
}

/// `GET /v1/analyses/{id}/events`.
pub(super) async fn events(
    State(engine): State<Arc<Engine>>,
    Extension(request): Extension<RequestId>,
    headers: HeaderMap,
    Segment(id): Segment,
) -> Result<Response, Problem> {
    let form = Form::wanted(&headers, Form::STREAMS)?;
    let analysis = engine.analysis(&id).ok_or_else(Problem::unknown_analysis)?;
    stream(analysis.follow(), None, form, request).await
}

/// `DELETE /v1/analyses/{id}`.
pub(super) async fn cancel(
    State(engine): State<Arc<Engine>>,
    Segment(id): Segment,
) -> Result<Response, Problem> {
    if !engine.cancel(&id) {
        return Err(Problem::unknown_analysis());
    }
    Ok((StatusCode::NO_CONTENT, [(CACHE_CONTROL, NO_STORE)]).into_response())
}

/// How an analysis stands.
#[derive(Serialize)]
struct Standing<'a> {
    id: &'a str,
    state: &'static str,
    time_ms: u64,
    elapsed_ms: f64,
    analysis: Option<Lines<'a>>,
    problem: Option<Document<'a>>,
}

/// An analysis as it is written.
fn told(id: &str, analysis: &Analysis, request: &RequestId) -> String {
    let latest = analysis.latest();
    let failed = match &latest {
        Some(News::End(Err(error))) => Some(Problem::from(error.clone())),
        _ => None,
    };
    let (state, lines) = match &latest {
        None => ("waiting", None),
        Some(News::Update(report)) => ("running", Some(Lines::so_far(report))),
        Some(News::End(Ok(report))) => ("finished", Some(Lines::from(report))),
        Some(News::End(Err(_))) => ("failed", None),
    };
    json_text(&Standing {
        id,
        state,
        time_ms: analysis.time().as_millis() as u64,
        elapsed_ms: analysis.elapsed().as_micros() as f64 / 1000.0,
        analysis: lines,
        problem: failed.as_ref().map(|problem| problem.document(request)),
    })
}
