//! The context of a request: game, arrival, client.

use super::caching::{Cacheability, cacheable};
use super::error::Problem;
use super::extract::{GamePath, game_from_body};
use super::fair_use::{ClientAccess, MeteredAnswer};
use super::request_id::RequestId;
use crate::engine::{Analysis, AnyGame, Engine, PreparedQuery, Priority};
use crate::wire::parse::refuse_game;
use crate::wire::request::AnalysisBody;
use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::response::Response;
use serde::Serialize;
use std::sync::Arc;
use std::time::Instant;

/// A request for a search, extracted before the body is read.
pub(super) struct RequestContext {
    /// When the request arrived.
    arrival: Instant,
    game: Arc<dyn AnyGame>,
    pub(super) headers: HeaderMap,
    pub(super) id: RequestId,
    access: ClientAccess,
    engine: Arc<Engine>,
}

impl FromRequestParts<Arc<Engine>> for RequestContext {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, engine: &Arc<Engine>) -> Result<Self, Problem> {
        let arrival = Instant::now();
        let GamePath(game) = GamePath::from_request_parts(parts, engine).await?;
        let (headers, engine) = (parts.headers.clone(), Arc::clone(engine));
        let (Some(id), Some(access)) = (parts.extensions.get().cloned(), parts.extensions.get().cloned())
        else {
            return Err(Problem::internal());
        };
        Ok(Self { arrival, game, headers, id, access, engine })
    }
}

impl RequestContext {
    /// Validates the body.
    pub(super) fn prepare(&self, body: &AnalysisBody) -> Result<PreparedQuery, Problem> {
        refuse_game(body.game.as_ref())?;
        prepare_for(&self.engine, self.game.as_ref(), body, Priority::Interactive, self.arrival)
    }

    /// Starts to answer a query.
    pub(super) fn answer(&self, prepared: PreparedQuery) -> Result<MeteredAnswer, Problem> {
        self.access.answer(&self.engine, prepared)
    }

    /// The answer to a query.
    pub(super) async fn analyse(&self, prepared: PreparedQuery) -> Result<Analysis, Problem> {
        let (pending, _reserved) = self.answer(prepared)?;
        Ok(pending.result().await?)
    }

    /// An answer that may not be cached, as the next to an equal request may differ.
    pub(super) fn uncacheable(&self, canonical_url: &str, body: &impl Serialize) -> Response {
        cacheable(&self.headers, canonical_url, Cacheability::NoStore, self.access.cache_scope(), body)
    }

    /// An answer that may be cached, at its canonical URL.
    pub(super) fn cacheable(
        &self,
        canonical_url: &str,
        analysis: &Analysis,
        body: &impl Serialize,
    ) -> Response {
        cacheable(&self.headers, canonical_url, Cacheability::of(analysis), self.access.cache_scope(), body)
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
