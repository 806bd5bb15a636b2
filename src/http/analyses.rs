//! `/v1/analyses`: long work, which goes on when the request that began it is answered.

use super::accept::Form;
use super::asking::named_inquiry;
use super::error::{Document, Problem};
use super::extract::{Json, Segment};
use super::fair_use::Account;
use super::request::AnalysisBody;
use super::request_id::RequestId;
use super::response::{NO_STORE, json};
use super::stream::{has_been_heard, no_more, stream};
use super::variations::Analysis as Lines;
use crate::clients::Client;
use crate::engine::{Analysis, Engine, News, Priority};
use axum::Extension;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, LOCATION};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::sync::Arc;

/// `POST /v1/analyses`.
pub(super) async fn begin(
    State(engine): State<Arc<Engine>>,
    Extension(request): Extension<RequestId>,
    Extension(account): Extension<Account>,
    Json(body, _lease): Json<AnalysisBody>,
) -> Result<Response, Problem> {
    let inquiry = named_inquiry(&engine, &body, Priority::Long)?;
    let reserved = account.reserve(inquiry.budget().time)?;
    let analysis =
        engine.begin(inquiry, account.client(), |thinking| reserved.map(|time| time.metered(thinking)))?;
    let location = [(LOCATION, location(&analysis))];
    Ok((StatusCode::ACCEPTED, location, told(&analysis, &request)).into_response())
}

/// `GET /v1/analyses`.
pub(super) async fn list(
    State(engine): State<Arc<Engine>>,
    Extension(account): Extension<Account>,
) -> Result<Response, Problem> {
    let caller = account.client();
    if matches!(caller, Client::Address(_)) {
        return Err(Problem::unauthorized("analyses are listed by key: Authorization: Bearer KEY"));
    }
    let own = engine.analyses_of(caller);
    Ok(json(&Own { analyses: own.iter().map(|analysis| summary(analysis, &analysis.latest())).collect() }))
}

/// `GET /v1/analyses/{id}`.
pub(super) async fn show(
    State(engine): State<Arc<Engine>>,
    Extension(request): Extension<RequestId>,
    Extension(account): Extension<Account>,
    Segment(id): Segment,
) -> Result<Response, Problem> {
    Ok(told(&*find(&engine, &id, &account)?, &request))
}

/// `GET /v1/analyses/{id}/events`.
pub(super) async fn events(
    State(engine): State<Arc<Engine>>,
    Extension(request): Extension<RequestId>,
    Extension(account): Extension<Account>,
    headers: HeaderMap,
    Segment(id): Segment,
) -> Result<Response, Problem> {
    let form = Form::wanted(&headers, Form::STREAMS)?;
    let analysis = find(&engine, &id, &account)?;
    if has_been_heard(&headers, form) {
        return Ok(no_more());
    }
    stream(analysis.follow(), None, form, request).await
}

/// `DELETE /v1/analyses/{id}`.
pub(super) async fn cancel(
    State(engine): State<Arc<Engine>>,
    Extension(account): Extension<Account>,
    Segment(id): Segment,
) -> Result<Response, Problem> {
    if !engine.cancel(&id, account.client()) {
        return Err(Problem::unknown_analysis());
    }
    Ok((StatusCode::NO_CONTENT, [(CACHE_CONTROL, NO_STORE)]).into_response())
}

/// What is another's is told as what is not there.
fn find(engine: &Engine, id: &str, account: &Account) -> Result<Arc<Analysis>, Problem> {
    engine.analysis(id, account.client()).ok_or_else(Problem::unknown_analysis)
}

/// The analyses of one key, the newest first.
#[derive(Serialize)]
struct Own<'a> {
    analyses: Vec<Summary<'a>>,
}

/// An analysis without what it has found.
#[derive(Serialize)]
struct Summary<'a> {
    id: &'a str,
    location: String,
    state: &'static str,
    game: &'static str,
    position: &'a str,
    time_ms: u64,
    elapsed_ms: f64,
}

/// How an analysis stands.
#[derive(Serialize)]
struct Standing<'a> {
    #[serde(flatten)]
    summary: Summary<'a>,
    analysis: Option<Lines<'a>>,
    problem: Option<Document<'a>>,
}

fn location(analysis: &Analysis) -> String {
    format!("/v1/analyses/{}", analysis.id())
}

fn summary<'a>(analysis: &'a Analysis, latest: &Option<News>) -> Summary<'a> {
    let subject = analysis.subject();
    Summary {
        id: analysis.id(),
        location: location(analysis),
        state: match latest {
            None => "waiting",
            Some(News::Update(_)) => "running",
            Some(News::End(Ok(_))) => "finished",
            Some(News::End(Err(_))) => "failed",
        },
        game: subject.game,
        position: &subject.position,
        time_ms: analysis.time().as_millis() as u64,
        elapsed_ms: analysis.elapsed().as_micros() as f64 / 1000.0,
    }
}

/// An analysis with the best so far.
fn told(analysis: &Analysis, request: &RequestId) -> Response {
    let latest = analysis.latest();
    let failed = match &latest {
        Some(News::End(Err(error))) => Some(Problem::from(error.clone())),
        _ => None,
    };
    json(&Standing {
        summary: summary(analysis, &latest),
        analysis: match &latest {
            Some(News::Update(report)) => Some(Lines::so_far(report)),
            Some(News::End(Ok(report))) => Some(Lines::from(report)),
            None | Some(News::End(Err(_))) => None,
        },
        problem: failed.as_ref().map(|problem| problem.document(request)),
    })
}
