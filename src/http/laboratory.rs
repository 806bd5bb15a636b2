//! The laboratory: classic searches of trees, and of the trees of positions.

mod render;
mod text_writer;

use super::asset::Asset;
use super::caching::{Cacheability, cacheable_as, vary_by};
use super::chunks::ChunkBody;
use super::document::{CACHE_BRIEFLY, NO_STORE, document, json, json_text};
use super::error::Problem;
use super::extract::{GamePath, Json, PathSegment};
use super::fair_use::{ClientAccess, metered};
use super::memory::MemoryAccount;
use super::negotiation::{ContentCoding, MediaType};
use super::query_string::QueryString;
use super::stream::{UNBUFFERED, is_resumed_after_end, no_content};
use super::timing::Timing;
use axum::Extension;
use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use bestmove_query::TreeSearch;
use bestmove_query::wire::response::{
    ClaimsAnswer, MeasurementAnswer, NamedTreeBody, SearchesAnswer, TreesAnswer,
};
use bestmove_query::wire::tree_request::{
    MeasurementBody, PositionBody, SettingFields, TreeBody, canonical_fields,
};
use bestmove_scheduler::quota::ByteLease;
use bestmove_scheduler::{Abandoned, Engine, Progress};
use bestmove_trees::{NAMED_TREES, NamedTree, OutOfMemory, ResourceLimiter, Stopped};
use form_urlencoded::Serializer;
use render::{Form, Rendered, refuse_detail, render};
use serde::Serialize;
use std::cell::RefCell;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

const JSON: &str = MediaType::Json.name();

static SEARCHES: LazyLock<Asset> = LazyLock::new(|| asset(&SearchesAnswer::all()));
static CLAIMS: LazyLock<Asset> = LazyLock::new(|| asset(&ClaimsAnswer::all()));
static TREES: LazyLock<Asset> =
    LazyLock::new(|| asset(&TreesAnswer { trees: NAMED_TREES.iter().map(NamedTreeBody::from).collect() }));

fn asset(body: &impl Serialize) -> Asset {
    Asset::of(JSON, json_text(body).into())
}

/// `GET /v1/searches`.
pub(super) async fn searches(headers: HeaderMap) -> Response {
    ([(CACHE_CONTROL, CACHE_BRIEFLY)], SEARCHES.answer(&headers).await).into_response()
}

/// `GET /v1/claims`.
pub(super) async fn claims(headers: HeaderMap) -> Response {
    ([(CACHE_CONTROL, CACHE_BRIEFLY)], CLAIMS.answer(&headers).await).into_response()
}

/// `GET /v1/trees`.
pub(super) async fn trees(headers: HeaderMap) -> Response {
    ([(CACHE_CONTROL, CACHE_BRIEFLY)], TREES.answer(&headers).await).into_response()
}

/// `GET /v1/trees/{id}`.
pub(super) async fn tree(PathSegment(id): PathSegment) -> Result<Response, Problem> {
    let named = NamedTree::find(&id).map_err(|_| Problem::unknown_tree(&id))?;
    Ok(document(JSON, json_text(&NamedTreeBody::from(named))))
}

/// `POST /v1/trees/search`.
pub(super) async fn post_trees(
    laboratory: Laboratory,
    Json(body, _lease): Json<TreeBody>,
) -> Result<Response, Problem> {
    laboratory.answer(body.search()?, laboratory.time(body.settings())?, None).await
}

/// `GET /v1/trees/search`.
pub(super) async fn get_trees(
    laboratory: Laboratory,
    QueryString(body): QueryString<TreeBody>,
) -> Result<Response, Problem> {
    let canonical_url = canonical_url("/v1/trees/search", &body);
    laboratory.answer(body.search()?, laboratory.time(body.settings())?, Some(canonical_url)).await
}

/// `POST /v1/{game}/search-tree`.
pub(super) async fn post_game(
    GamePath(game): GamePath,
    laboratory: Laboratory,
    Json(body, _lease): Json<PositionBody>,
) -> Result<Response, Problem> {
    laboratory.answer(body.search(game.as_ref())?, laboratory.time(body.settings())?, None).await
}

/// `GET /v1/{game}/search-tree`.
pub(super) async fn get_game(
    GamePath(game): GamePath,
    laboratory: Laboratory,
    QueryString(body): QueryString<PositionBody>,
) -> Result<Response, Problem> {
    let canonical_url = canonical_url(&format!("/v1/{}/search-tree", game.info().id), &body);
    laboratory
        .answer(body.search(game.as_ref())?, laboratory.time(body.settings())?, Some(canonical_url))
        .await
}

/// `POST /v1/trees/measure`.
pub(super) async fn measure(
    laboratory: Laboratory,
    Json(body, _lease): Json<MeasurementBody>,
) -> Result<Response, Problem> {
    let (measurement, time) = (body.measurement()?, laboratory.time(body.settings())?);
    let work = move |limiter: &dyn ResourceLimiter| {
        limiter.take_memory(measurement.bytes())?;
        Ok::<_, OutOfMemory>(measurement.run(limiter))
    };
    let (measured, timing) = laboratory.compute(time, work).await?;
    Ok((timing, json(&MeasurementAnswer::from(&measured?))).into_response())
}

fn canonical_url(path: &str, body: &impl Serialize) -> String {
    let query = Serializer::new(String::new()).extend_pairs(canonical_fields(body)).finish();
    format!("{path}?{query}")
}

/// A request for searches of trees, extracted before the body is read.
pub(super) struct Laboratory {
    headers: HeaderMap,
    access: ClientAccess,
    account: MemoryAccount,
    engine: Arc<Engine>,
}

impl FromRequestParts<Arc<Engine>> for Laboratory {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, engine: &Arc<Engine>) -> Result<Self, Problem> {
        let (Some(access), Some(account)) =
            (parts.extensions.get().cloned(), parts.extensions.get().cloned())
        else {
            return Err(Problem::internal());
        };
        Ok(Self { headers: parts.headers.clone(), access, account, engine: Arc::clone(engine) })
    }
}

impl Laboratory {
    /// The time that all searches together may take.
    fn time(&self, settings: SettingFields<'_>) -> Result<Duration, Problem> {
        Ok(settings.time(&self.engine.config().session.limit_policy)?)
    }

    /// Computes something on a worker, charged to the client with the memory that it takes.
    async fn compute<T: Send + 'static>(
        &self,
        time: Duration,
        work: impl FnOnce(&dyn ResourceLimiter) -> T + Send + 'static,
    ) -> Result<(T, Extension<Timing>), Problem> {
        let (reserved, lease) = (self.access.reserve(time).await?, self.account.lease());
        let work = metered(reserved, move |progress| work(&WorkerLimiter::new(progress, lease)));
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
        let is_stream = MediaType::STREAMS.contains(&media_type);
        let canonical_url = canonical_url.filter(|_| !is_stream);
        let has_tag = canonical_url.is_some();
        // A strong entity tag names the bytes of one coding.
        let coding = ContentCoding::negotiate(&self.headers).filter(|_| !has_tag);
        let form = Form { media_type, coding: coding.unwrap_or(ContentCoding::Identity), has_tag };
        let lease = self.account.lease();
        let work = move |limiter: &dyn ResourceLimiter| render(&mut search, form, lease, limiter);
        let (rendered, timing) = self.compute(time, work).await?;
        let Rendered { chunks, coding, tag, is_complete } = rendered?;
        let body = ChunkBody::response(chunks);
        let content_type = [(CONTENT_TYPE, media_type.content_type())];
        let (Some(canonical_url), Some(tag)) = (canonical_url, tag) else {
            let encoding = (coding != ContentCoding::Identity).then(|| [(CONTENT_ENCODING, coding.name())]);
            let head = [(CACHE_CONTROL, NO_STORE), (VARY, "accept, accept-encoding")];
            let unbuffered = is_stream.then_some(UNBUFFERED);
            return Ok((timing, content_type, head, unbuffered, encoding, body).into_response());
        };
        let cacheability = if is_complete { Cacheability::Immutable } else { Cacheability::NoStore };
        let (scope, body) = (self.access.cache_scope(), (content_type, body));
        let mut answer = cacheable_as(&self.headers, &canonical_url, cacheability, scope, &tag, body);
        vary_by(&mut answer, "accept");
        Ok((timing, answer).into_response())
    }
}

/// The resources of work on a worker: its time, and memory leased by the client.
pub(super) struct WorkerLimiter<'a> {
    progress: &'a Progress<'a>,
    lease: RefCell<ByteLease>,
}

impl<'a> WorkerLimiter<'a> {
    pub(super) const fn new(progress: &'a Progress<'a>, lease: ByteLease) -> Self {
        Self { progress, lease: RefCell::new(lease) }
    }
}

impl ResourceLimiter for WorkerLimiter<'_> {
    fn must_stop(&self) -> bool {
        self.progress.must_stop()
    }

    fn pause(&self) -> Result<(), Stopped> {
        self.progress.pause().map_err(|Abandoned| Stopped)
    }

    fn time_left(&self) -> Option<Duration> {
        Some(self.progress.time_left())
    }

    fn take_memory(&self, bytes: usize) -> Result<(), OutOfMemory> {
        if self.lease.borrow_mut().grow_by(bytes) { Ok(()) } else { Err(OutOfMemory) }
    }

    fn return_memory(&self, bytes: usize) {
        self.lease.borrow_mut().shrink_by(bytes);
    }
}
