//! The HTTP interface, mostly through the router, partly over a socket.

/// Background analyses.
mod analyses;
/// Analyses of several lines (MultiPV), as one document or as a stream.
mod analysis;
/// Ownership of background analyses, and their limits for each client.
mod analysis_ownership;
/// Background reviews.
mod background_reviews;
/// Helpers for all kinds of background tasks.
mod background_tasks;
/// Batches of positions.
mod batch;
/// Positions as pictures.
mod board_picture;
/// Boards and moves in the JSON that frontends have.
mod boards;
/// Claims of texts on the classic searches.
mod claims;
/// The router, checked against `openapi.yaml`.
mod contract;
/// Conversion between notations.
mod convert;
mod convert_archives;
/// A store of jobs whose every operation fails.
mod failing_store;
/// API keys and quotas.
mod fair_use;
/// Invariants of all answers, on arbitrary requests.
mod fuzz;
/// HTTP caching: `Cache-Control`, entity tags, canonical URLs.
mod http_caching;
/// Invalid input and its problem documents.
mod inputs;
/// Events of jobs.
mod job_events;
/// What a client may hold and spend by jobs.
mod job_limits;
/// Archives that come in parts.
mod job_parts;
/// Jobs over archives.
pub(crate) mod jobs;
/// Results of earlier searches.
mod known;
/// Classic searches of trees.
mod laboratory;
/// Levels of play, and expected points.
mod levels;
/// The engine for browsers, the service worker and the manifest.
mod local_engine;
/// The tools at `/mcp`: keys, quotas, refusals.
mod mcp;
/// The opening books of checkers and Reversi.
mod opening_book;
/// The page, the board to frame and the modules to import: headers, references, weight.
mod page;
/// German for errors.
mod phrases;
/// Positions set up piece by piece.
mod pieces;
/// Whole games, played through the service.
mod play;
/// Charging of search time to quotas.
mod quotas;
/// Reversi: passes, flips, margins, records.
mod reversi;
/// Reviews of games.
mod review;
/// Reviews whose searches are refused, stopped or cancelled.
mod review_interruptions;
/// Background analyses in a store.
/// Links that chats preview.
mod shared_link;
/// The service over a socket: drain, disconnect, health check.
pub(crate) mod socket;
/// A toy game whose scores depend on the parity of the depth.
mod tempo;
/// Answers of the laboratory: what they take, and how they are written.
mod tree_answers;
mod tree_fields;
mod tree_pictures;
/// Uniform trees without stored values.
mod uniform_trees;
/// Headers: request IDs, CORS, compression, timing; refusals under overload.
mod wire;

use crate::router;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_TYPE, HOST};
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode};
use bestmove_query::{LimitPolicy, SessionConfig};
use bestmove_scheduler::{Engine, EngineConfig};
use http_body_util::BodyExt;
use serde_json::Value;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;
use tower::ServiceExt;

pub(crate) fn engine() -> Arc<Engine> {
    Engine::new(config())
}

pub(crate) fn config() -> EngineConfig {
    EngineConfig {
        workers: NonZeroUsize::MIN,
        queue: 4,
        cache_entries: 1000,
        session: SessionConfig {
            table_bytes: 1 << 20,
            fresh_table_bytes: 1 << 20,
            solver_bytes: 1 << 20,
            limit_policy: LimitPolicy {
                default_time: Duration::from_secs(1),
                max_time: Duration::from_secs(10),
                max_nodes: 1_000_000,
            },
            ..SessionConfig::default()
        },
        batch: 20,
        background_limit_policy: LimitPolicy {
            default_time: Duration::from_millis(500),
            max_time: Duration::from_mins(1),
            max_nodes: u64::MAX,
        },
    }
}

fn service() -> Router {
    router(engine())
}

/// A response with its whole body.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {:?}", self.body))
    }

    /// The body of a problem document, after the checks that all problems pass.
    fn problem(&self) -> Value {
        assert_eq!(self.header("content-type"), "application/problem+json");
        assert_eq!(self.header("cache-control"), "no-store");
        let problem = self.json();
        assert_eq!(problem["status"], self.status.as_u16());
        assert_eq!(problem["request_id"], self.header("x-request-id"));
        assert!(!problem["title"].as_str().unwrap().is_empty());
        assert!(!problem["detail"].as_str().unwrap().is_empty());
        problem
    }
}

pub(crate) async fn send(service: &Router, mut request: Request<Body>) -> Answer {
    request.headers_mut().entry(HOST).or_insert(HeaderValue::from_static("bestmove.test"));
    let response = service.clone().oneshot(request).await.unwrap();
    let (head, body) = response.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    Answer { status: head.status, headers: head.headers, body }
}

pub(crate) fn request(method: Method, path: &str) -> Request<Body> {
    Request::builder().method(method).uri(path).body(Body::empty()).unwrap()
}

pub(crate) async fn get(service: &Router, path: &str) -> Answer {
    send(service, request(Method::GET, path)).await
}

pub(crate) async fn post(service: &Router, path: &str, body: impl Into<Body>) -> Answer {
    let request = Request::post(path).header(CONTENT_TYPE, "application/json").body(body.into()).unwrap();
    send(service, request).await
}
