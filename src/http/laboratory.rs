//! The laboratory: classic searches of trees, and of the trees of positions.

mod render;

use super::caching::{Cacheability, cacheable_text};
use super::document::{NO_STORE, document, json, json_text};
use super::error::Problem;
use super::extract::{GamePath, Json, PathSegment};
use super::fair_use::{ClientAccess, metered};
use super::negotiation::MediaType;
use super::query_string::Query;
use super::stream::{is_resumed_after_end, no_content, respond};
use super::timing::Timing;
use crate::classic::{NAMED_TREES, NamedTree};
use crate::engine::{Engine, TreeSearch};
use crate::wire::response::{MeasurementAnswer, NamedTreeBody, SearchesAnswer, TreesAnswer};
use crate::wire::tree_request::TreeSearchBody;
use axum::Extension;
use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, VARY};
use axum::http::request::Parts;
use axum::response::{AppendHeaders, IntoResponse, Response};
use form_urlencoded::Serializer;
use futures_util::stream::iter;
use render::{Rendered, refuse_detail, render};
use std::sync::Arc;
use std::time::Duration;

const JSON: &str = MediaType::Json.name();

/// `GET /v1/searches`.
pub(super) async fn searches() -> Response {
    document(JSON, json_text(&SearchesAnswer::all()))
}

/// `GET /v1/trees`.
pub(super) async fn trees() -> Response {
    document(JSON, json_text(&TreesAnswer { trees: NAMED_TREES.iter().map(NamedTreeBody::from).collect() }))
}

/// `GET /v1/trees/{id}`.
pub(super) async fn tree(PathSegment(id): PathSegment) -> Result<Response, Problem> {
    let named = NamedTree::find(&id).map_err(|_| Problem::unknown_tree(&id))?;
    Ok(document(JSON, json_text(&NamedTreeBody::from(named))))
}

/// `POST /v1/trees/search`.
pub(super) async fn post_trees(
    laboratory: Laboratory,
    Json(body, _lease): Json<TreeSearchBody>,
) -> Result<Response, Problem> {
    laboratory.answer(body.of_tree()?, laboratory.time(&body)?, None).await
}

/// `GET /v1/trees/search`.
pub(super) async fn get_trees(
    laboratory: Laboratory,
    Query(body): Query<TreeSearchBody>,
) -> Result<Response, Problem> {
    let canonical_url = canonical_url("/v1/trees/search", &body);
    laboratory.answer(body.of_tree()?, laboratory.time(&body)?, Some(canonical_url)).await
}

/// `POST /v1/{game}/search-tree`.
pub(super) async fn post_game(
    GamePath(game): GamePath,
    laboratory: Laboratory,
    Json(body, _lease): Json<TreeSearchBody>,
) -> Result<Response, Problem> {
    laboratory.answer(body.of_position(game.as_ref())?, laboratory.time(&body)?, None).await
}

/// `GET /v1/{game}/search-tree`.
pub(super) async fn get_game(
    GamePath(game): GamePath,
    laboratory: Laboratory,
    Query(body): Query<TreeSearchBody>,
) -> Result<Response, Problem> {
    let canonical_url = canonical_url(&format!("/v1/{}/search-tree", game.info().id), &body);
    laboratory.answer(body.of_position(game.as_ref())?, laboratory.time(&body)?, Some(canonical_url)).await
}

/// `POST /v1/trees/measure`.
pub(super) async fn measure(
    laboratory: Laboratory,
    Json(body, _lease): Json<TreeSearchBody>,
) -> Result<Response, Problem> {
    let (measurement, time) = (body.measurement()?, laboratory.time(&body)?);
    let work = move |must_stop: &dyn Fn() -> bool| measurement.run(must_stop, &mut |_| {});
    let (measured, timing) = laboratory.compute(time, work).await?;
    Ok((timing, json(&MeasurementAnswer::from(&measured))).into_response())
}

fn canonical_url(path: &str, body: &TreeSearchBody) -> String {
    let query = Serializer::new(String::new()).extend_pairs(body.canonical_fields()).finish();
    format!("{path}?{query}")
}

/// A request for searches of trees, extracted before the body is read.
pub(super) struct Laboratory {
    headers: HeaderMap,
    access: ClientAccess,
    engine: Arc<Engine>,
}

impl FromRequestParts<Arc<Engine>> for Laboratory {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, engine: &Arc<Engine>) -> Result<Self, Problem> {
        let access = parts.extensions.get().cloned().ok_or_else(Problem::internal)?;
        Ok(Self { headers: parts.headers.clone(), access, engine: Arc::clone(engine) })
    }
}

impl Laboratory {
    /// The time that all searches together may take.
    fn time(&self, body: &TreeSearchBody) -> Result<Duration, Problem> {
        Ok(body.time(&self.engine.config().limit_policy)?)
    }

    /// Computes something on a worker, charged to the client.
    async fn compute<T: Send + 'static>(
        &self,
        time: Duration,
        work: impl FnOnce(&dyn Fn() -> bool) -> T + Send + 'static,
    ) -> Result<(T, Extension<Timing>), Problem> {
        let reserved = self.access.reserve(time)?;
        let work = metered(reserved, move |progress| work(&|| progress.must_stop()));
        let (result, spent) = self.engine.compute(self.access.client(), time, work).await?;
        Ok((result, Extension(spent.into())))
    }

    /// The answer in the negotiated media type, cacheable if it has a URL.
    async fn answer(
        &self,
        mut search: TreeSearch,
        time: Duration,
        canonical_url: Option<String>,
    ) -> Result<Response, Problem> {
        let media_type = MediaType::negotiate(&self.headers, MediaType::OF_TREES)?;
        if is_resumed_after_end(&self.headers, media_type) {
            return Ok(no_content());
        }
        refuse_detail(&mut search, media_type)?;
        let work = move |must_stop: &dyn Fn() -> bool| render(&search, media_type, must_stop);
        let (rendered, timing) = self.compute(time, work).await?;
        let Rendered { text, is_complete } = rendered?;
        if MediaType::STREAMS.contains(&media_type) {
            return Ok(respond(media_type, iter([Ok(text.into())])));
        }
        let vary = AppendHeaders([(VARY, "accept")]);
        let Some(canonical_url) = canonical_url else {
            let head = [(CONTENT_TYPE, media_type.content_type()), (CACHE_CONTROL, NO_STORE)];
            return Ok((vary, timing, head, text).into_response());
        };
        let cacheability = if is_complete { Cacheability::Immutable } else { Cacheability::NoStore };
        let scope = self.access.cache_scope();
        let answer = cacheable_text(
            &self.headers,
            &canonical_url,
            cacheability,
            scope,
            media_type.content_type(),
            text,
        );
        Ok((vary, timing, answer).into_response())
    }
}
