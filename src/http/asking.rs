//! What a request says beside its question: about which game, since when, at whose expense.

use super::error::{Blame, Problem};
use super::extract::{Game, named_game};
use super::fair_use::{Account, Paid};
use super::kept::{Keeping, kept};
use super::request::AnalysisBody;
use super::request_id::RequestId;
use crate::engine::{AnyGame, Engine, Inquiry, Priority, Report};
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
    arrival: Instant,
    game: &'static dyn AnyGame,
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
    pub(super) fn inquiry(&self, body: &AnalysisBody) -> Result<Inquiry, Problem> {
        if let Some(game) = &body.game {
            return Err(Problem::invalid_field(Blame {
                field: Some("game".to_owned()),
                expected: "the game in the path alone".to_owned(),
                got: game.shown(),
            }));
        }
        inquiry(&self.engine, self.game, body, Priority::Interactive, self.arrival)
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

/// A question that names its game itself, as no path does, as the engine takes it.
pub(super) fn named_inquiry(
    engine: &Engine,
    body: &AnalysisBody,
    priority: Priority,
) -> Result<Inquiry, Problem> {
    inquiry(engine, named_game(body.game.as_ref())?, body, priority, Instant::now())
}

fn inquiry(
    engine: &Engine,
    game: &'static dyn AnyGame,
    body: &AnalysisBody,
    priority: Priority,
    arrival: Instant,
) -> Result<Inquiry, Problem> {
    Ok(engine.inquire(&body.request(game, priority, arrival, engine.config())?)?)
}
