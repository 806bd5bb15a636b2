//! The HTTP interface: thin, typed adapters to the [`engine`](bestmove_scheduler).
//!
//! `openapi.yaml` is the contract. Every failure is a problem document (`error`), and every answer has the
//! ID of its request.

mod analysis;
mod asset;
mod background;
mod batch;
mod best_move;
mod board_picture;
mod caching;
mod check;
mod chunks;
mod coding;
mod compression;
mod context;
mod convert;
mod document;
mod encoded_answers;
mod error;
mod extract;
mod fair_use;
mod follow;
mod games;
mod health;
mod host;
mod jobs;
mod known;
mod laboratory;
mod layers;
mod legal_moves;
mod mcp;
mod memory;
mod meter;
mod negotiation;
mod page;
mod problem_pages;
mod public_url;
mod query_string;
mod receive;
mod request_id;
mod review;
mod review_stream;
mod routes;
mod state;
mod stream;
mod timing;
mod trace;
#[cfg(feature = "otel")]
mod traceparent;

pub use bestmove_query::wire::BestMove;
pub use bestmove_query::wire::problems::problem_types;
pub use bestmove_query::wire::response::{source_name, stopped_by_name};
pub use error::ProblemTypes;
pub use fair_use::{FairUse, Keys};
pub use public_url::{PUBLIC_URL, PublicUrl};

use crate::jobs::Jobs;
use axum::Router;
use bestmove_scheduler::Engine;
use state::AppState;
use std::sync::Arc;

/// The options of the interface.
#[derive(Clone, Default)]
pub struct HttpConfig {
    /// Keys, quotas and memory.
    pub fair_use: FairUse,
    /// Whether there are tools for language models at `/mcp`.
    pub mcp: bool,
    /// Jobs over archives, background analyses and background reviews, if they are served; whoever
    /// serves them also has to [run](Jobs::run) them.
    pub jobs: Option<Arc<Jobs>>,
    /// The address at which clients reach the service, if it is known.
    pub public_url: Option<PublicUrl>,
}

/// The service.
pub fn router(engine: Arc<Engine>, config: HttpConfig) -> Router {
    let mcp = config.mcp;
    layers::layered(routes::routes(AppState::new(engine, config), mcp))
}
