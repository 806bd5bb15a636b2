//! Answers of the proof cache as they are sent, by URL: a GET of one that is asked for again is neither parsed nor
//! written down again.

use super::caching::{Cacheability, cacheable_as, etag};
use super::document::json_text;
use super::error::Problem;
use super::fair_use::ClientAccess;
use super::timing::{Timing, timing};
use axum::Extension;
use axum::body::Bytes;
use axum::extract::Request;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Response};
use bestmove_query::Analysis;
use bestmove_query::wire::response::BestMove;
use bestmove_scheduler::Engine;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use std::sync::Arc;
use std::time::Duration;

/// The memory for all of them, and for a typical one, in bytes.
const BYTES: usize = 4 << 20;
const TYPICAL_BYTES: usize = 1024;

/// A proven answer.
pub(super) struct EncodedAnswer {
    game: &'static str,
    /// The time that the request reserves, as if it searched.
    time: Duration,
    timing: Timing,
    canonical_url: String,
    tag: String,
    body: Bytes,
    /// The number of clears when it was made.
    cleared: u64,
}

impl EncodedAnswer {
    pub(super) fn new(analysis: &Analysis, canonical_url: String, time: Duration, cleared: u64) -> Self {
        let body = json_text(&BestMove::with_cost(analysis, None));
        let Extension(timing) = timing(analysis);
        let (game, tag) = (analysis.position_info.game, etag([body.as_bytes()]));
        Self { game, time, timing, canonical_url, tag, body: body.into(), cleared }
    }

    /// The answer to a client, counted and charged as one of the proof cache.
    pub(super) async fn answer(
        &self,
        engine: &Engine,
        headers: &HeaderMap,
        access: &ClientAccess,
    ) -> Result<Response, Problem> {
        drop(access.reserve(self.time).await?);
        engine.count_cached(self.game);
        let body = ([(CONTENT_TYPE, "application/json")], self.body.clone());
        let (scope, cacheability) = (access.cache_scope(), Cacheability::Immutable);
        let answer = cacheable_as(headers, &self.canonical_url, cacheability, scope, &self.tag, body);
        Ok((Extension(self.timing), answer).into_response())
    }
}

/// The encoded answers; the least used are evicted first.
pub(super) struct EncodedAnswers(Cache<String, Arc<EncodedAnswer>, BySize>);

impl Default for EncodedAnswers {
    fn default() -> Self {
        Self(Cache::with_weighter(BYTES / TYPICAL_BYTES, BYTES as u64, BySize))
    }
}

impl EncodedAnswers {
    /// The answer to this request, unless the caches have been cleared since.
    pub(super) fn find(&self, request: &Request, engine: &Engine) -> Option<Arc<EncodedAnswer>> {
        let url = request.uri().path_and_query()?.as_str();
        let answer = self.0.get(url)?;
        if answer.cleared != engine.times_cleared() {
            self.0.remove(url);
            return None;
        }
        Some(answer)
    }

    pub(super) fn insert(&self, uri: &Uri, answer: EncodedAnswer) {
        if let Some(url) = uri.path_and_query() {
            self.0.insert(url.as_str().to_owned(), Arc::new(answer));
        }
    }
}

#[derive(Clone)]
struct BySize;

impl Weighter<String, Arc<EncodedAnswer>> for BySize {
    fn weight(&self, url: &String, known: &Arc<EncodedAnswer>) -> u64 {
        let texts = url.len() + known.canonical_url.len() + known.tag.len() + known.body.len();
        (texts + size_of::<(String, EncodedAnswer)>()) as u64
    }
}
