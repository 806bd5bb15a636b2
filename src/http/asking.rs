//! What a request says beside its question: about which game, since when, at whose expense.

use super::error::Problem;
use super::extract::Game;
use super::fair_use::{Account, Paid};
use super::kept::{Keeping, kept};
use super::request_id::RequestId;
use crate::engine::{AnyGame, Engine, Inquiry, Report, Request};
use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::response::Response;
use serde::Serialize;
use std::sync::Arc;
use std::time::Instant;

/// Somebody asks for a search. To be taken before the body is read.
pub(super) struct Asking {
    /// When the request came in.
    pub(super) arrival: Instant,
    pub(super) game: &'static dyn AnyGame,
    pub(super) headers: HeaderMap,
    pub(super) id: RequestId,
    account: Account,
    engine: Arc<Engine>,
}

impl FromRequestParts<Arc<Engine>> for Asking {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, engine: &Arc<Engine>) -> Result<Self, Problem> {
        let arrival = Instant::now();
        let Game(game) = Game::from_request_parts(parts, engine).await?;
        let (headers, engine) = (parts.headers.clone(), Arc::clone(engine));
        let (Some(id), Some(account)) = (parts.extensions.get().cloned(), parts.extensions.get().cloned())
        else {
            return Err(Problem::internal());
        };
        Ok(Self { arrival, game, headers, id, account, engine })
    }
}

impl Asking {
    /// The question as the engine takes it.
    pub(super) fn inquiry(&self, request: &Request<'_>) -> Result<Inquiry, Problem> {
        Ok(self.engine.inquire(request)?)
    }

    /// Starts to answer.
    pub(super) fn think(&self, inquiry: Inquiry) -> Result<Paid, Problem> {
        self.account.think(&self.engine, inquiry)
    }

    /// The answer.
    pub(super) async fn report(&self, inquiry: Inquiry) -> Result<Report, Problem> {
        let (thinking, _reserved) = self.think(inquiry)?;
        Ok(thinking.end().await?)
    }

    /// An answer that may be kept, at its one address.
    pub(super) fn kept(&self, address: &str, report: &Report, body: &impl Serialize) -> Response {
        kept(&self.headers, address, Keeping::of(report), self.account.audience(), body)
    }
}
