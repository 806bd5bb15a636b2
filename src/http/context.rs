//! The context of a request: the client, its arrival, the game.

use super::caching::{Cacheability, cacheable};
use super::error::Problem;
use super::extract::GamePath;
use super::fair_use::{ClientAccess, MeteredAnswer};
use super::state::AppState;
use super::stream::StreamRequest;
use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::response::Response;
use bestmove_query::wire::parse::{game_from_body, refuse_game};
use bestmove_query::wire::request::AnalysisBody;
use bestmove_query::{Analysis, AnyGame, Priority};
use bestmove_scheduler::{Engine, PreparedQuery};
use serde::Serialize;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Instant;

/// The client and the arrival of a request: what an operation needs besides a game and a body.
pub(super) struct Context {
    pub(super) engine: Arc<Engine>,
    pub(super) access: ClientAccess,
    /// When the request arrived.
    arrival: Instant,
}

impl Context {
    /// A request that arrives now.
    pub(super) fn new(engine: &Arc<Engine>, access: ClientAccess) -> Self {
        Self { engine: Arc::clone(engine), access, arrival: Instant::now() }
    }

    /// Validates the body.
    pub(super) fn prepare(&self, game: &dyn AnyGame, body: &AnalysisBody) -> Result<PreparedQuery, Problem> {
        refuse_game(body.game.as_ref())?;
        prepare_for(&self.engine, game, body, Priority::Interactive, self.arrival)
    }

    /// Starts to answer a query.
    pub(super) async fn answer(&self, prepared: PreparedQuery) -> Result<MeteredAnswer, Problem> {
        self.access.answer(&self.engine, prepared).await
    }

    /// The answer to a query.
    pub(super) async fn analyse(&self, prepared: PreparedQuery) -> Result<Analysis, Problem> {
        let (pending, _reserved) = self.answer(prepared).await?;
        Ok(pending.result().await?)
    }
}

/// A request about the game in its path, extracted before the body is read.
pub(super) struct RequestContext {
    context: Context,
    pub(super) game: Arc<dyn AnyGame>,
    pub(super) stream: StreamRequest,
}

impl FromRequestParts<AppState> for RequestContext {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let access = parts.extensions.get::<ClientAccess>().cloned().ok_or_else(Problem::internal)?;
        let context = Context::new(&state.engine, access);
        let GamePath(game) = GamePath::from_request_parts(parts, state).await?;
        let stream = StreamRequest::from_request_parts(parts, state).await?;
        Ok(Self { context, game, stream })
    }
}

impl Deref for RequestContext {
    type Target = Context;

    fn deref(&self) -> &Context {
        &self.context
    }
}

impl RequestContext {
    pub(super) const fn headers(&self) -> &HeaderMap {
        &self.stream.headers
    }

    /// An answer that may not be cached, as the next to an equal request may differ.
    pub(super) fn uncacheable(&self, canonical_url: &str, body: &impl Serialize) -> Response {
        cacheable(self.headers(), canonical_url, Cacheability::NoStore, self.access.cache_scope(), body)
    }

    /// An answer that may be cached, at its canonical URL.
    pub(super) fn cacheable(
        &self,
        canonical_url: &str,
        analysis: &Analysis,
        body: &impl Serialize,
    ) -> Response {
        let cacheability = Cacheability::of(analysis);
        cacheable(self.headers(), canonical_url, cacheability, self.access.cache_scope(), body)
    }
}

/// Validates a body that names its game itself.
pub(super) fn prepare_any_game(
    engine: &Engine,
    body: &AnalysisBody,
    priority: Priority,
) -> Result<PreparedQuery, Problem> {
    let game = game_from_body(engine.games(), body.game.as_ref())?;
    prepare_for(engine, game.as_ref(), body, priority, Instant::now())
}

fn prepare_for(
    engine: &Engine,
    game: &dyn AnyGame,
    body: &AnalysisBody,
    priority: Priority,
    arrival: Instant,
) -> Result<PreparedQuery, Problem> {
    let limit_policy = engine.config().limit_policy_of(priority);
    Ok(engine.prepare(&body.request(game, priority, arrival, limit_policy)?)?)
}
