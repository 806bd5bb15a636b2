//! HTTP caching of answers to GET (RFC 9111): lifetimes, entity tags, canonical URLs.

use super::document::{NO_STORE, json_text};
use axum::http::header::{CACHE_CONTROL, CONTENT_LOCATION, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use bestmove_core::opponent::Opponent;
use bestmove_core::search::StoppedBy;
use bestmove_query::wire::response::Cost;
use bestmove_query::{Analysis, Budget, QueryKey};
use fnv::FnvHasher;
use form_urlencoded::Serializer;
use serde::Serialize;
use std::hash::Hasher;

/// How long an answer may be cached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cacheability {
    /// A week, without revalidation: the answer is proven, and only a release may change its form.
    Immutable,
    /// A minute: another search may find a better answer.
    Brief,
    /// Not at all: the search did not get the time that the request asked for.
    NoStore,
}

impl Cacheability {
    /// The cacheability of an analysis: proven ones stay true.
    pub(super) const fn of(analysis: &Analysis) -> Self {
        match analysis.stopped_by {
            StoppedBy::Proven | StoppedBy::GameOver => Self::Immutable,
            StoppedBy::Cancelled => Self::NoStore,
            _ if analysis.degraded => Self::NoStore,
            StoppedBy::Depth | StoppedBy::Nodes | StoppedBy::Time => Self::Brief,
        }
    }

    const fn cache_control(self, cache_scope: CacheScope) -> &'static str {
        match (self, cache_scope) {
            (Self::Immutable, CacheScope::Public) => "public, max-age=604800, immutable",
            (Self::Immutable, CacheScope::Private) => "private, max-age=604800, immutable",
            (Self::Brief, CacheScope::Public) => "public, max-age=60",
            (Self::Brief, CacheScope::Private) => "private, max-age=60",
            (Self::NoStore, _) => NO_STORE,
        }
    }
}

/// The cost of an analysis, if the answer to a GET may not be cached.
pub(super) fn cost_unless_cacheable(analysis: &Analysis) -> Option<Cost> {
    (Cacheability::of(analysis) == Cacheability::NoStore).then(|| analysis.into())
}

/// Which clients may share a cached answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CacheScope {
    /// All clients.
    Public,
    /// The client with the key that the answer was for.
    Private,
}

/// A JSON answer that may be cached; 304 without the body if the client has it already.
pub(super) fn cacheable(
    request: &HeaderMap,
    canonical_url: &str,
    cacheability: Cacheability,
    cache_scope: CacheScope,
    body: &impl Serialize,
) -> Response {
    let text = json_text(body);
    let tag = etag([text.as_bytes()]);
    let body = ([(CONTENT_TYPE, "application/json")], text);
    cacheable_as(request, canonical_url, cacheability, cache_scope, &tag, body)
}

/// The longest canonical URL that an answer names: proxies have room for a few kilobytes of headers.
const MAX_LOCATION_BYTES: usize = 2048;

/// The same for any body with its media type and its entity tag.
pub(super) fn cacheable_as(
    request: &HeaderMap,
    canonical_url: &str,
    cacheability: Cacheability,
    cache_scope: CacheScope,
    tag: &str,
    body: impl IntoResponse,
) -> Response {
    let about = [(CACHE_CONTROL, cacheability.cache_control(cache_scope)), (ETAG, tag)];
    let location = Some(canonical_url).filter(|url| url.len() <= MAX_LOCATION_BYTES);
    let location = location.map(|url| [(CONTENT_LOCATION, url)]);
    let mut response = if matches_if_none_match(request, tag) {
        (StatusCode::NOT_MODIFIED, about, location, ()).into_response()
    } else {
        (about, location, body).into_response()
    };
    if cache_scope == CacheScope::Private {
        vary_by(&mut response, "authorization");
    }
    response
}

/// Adds a request header on which the answer depends. All are in one line, as some caches and checkers read only the
/// first.
pub(super) fn vary_by(response: &mut Response, name: &str) {
    let headers = response.headers_mut();
    let others = headers.get(VARY).and_then(|names| names.to_str().ok());
    let names = others.map_or_else(|| name.to_owned(), |others| format!("{others}, {name}"));
    if let Ok(names) = HeaderValue::from_str(&names) {
        headers.insert(VARY, names);
    }
}

/// The entity tag of a text in parts: its FNV-1a hash of 64 bits. It is strong, because such answers are not
/// compressed.
pub(super) fn etag<'a>(text: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hasher = FnvHasher::default();
    text.into_iter().for_each(|part| hasher.write(part));
    format!("\"{:016x}\"", hasher.finish())
}

/// Whether `If-None-Match` lists the tag, by weak comparison (RFC 9110, section 13.1.2).
pub(super) fn matches_if_none_match(request: &HeaderMap, tag: &str) -> bool {
    let values = request.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let mut known = values.flat_map(|value| value.split(',')).map(str::trim);
    known.any(|name| name == "*" || name.strip_prefix("W/").unwrap_or(name) == tag)
}

/// Whether shared caches may store the answer.
pub(super) fn is_public(headers: &HeaderMap) -> bool {
    headers.get(CACHE_CONTROL).is_some_and(|control| control.as_bytes().starts_with(b"public"))
}

/// Whether the answer has a strong entity tag, which promises the same bytes each time.
pub(super) fn has_strong_etag(headers: &HeaderMap) -> bool {
    headers.get(ETAG).map(HeaderValue::as_bytes).is_some_and(|tag| !tag.starts_with(b"W/"))
}

/// What the canonical URL says about a search.
#[derive(Clone, Copy)]
pub(super) struct SearchParameters<'a> {
    pub(super) budget: &'a Budget,
    pub(super) opponent: Option<Opponent>,
    /// Whether the request excludes the opening book.
    pub(super) without_book: bool,
}

/// The canonical URL of a query and its search, if there is one: equal for all requests that ask the same.
pub(super) fn canonical_url(
    resource: &str,
    query_key: &QueryKey,
    search: Option<SearchParameters<'_>>,
) -> String {
    let QueryKey { game, position, moves, lines, only, .. } = query_key;
    let mut parameters = vec![("position", position.clone())];
    if !moves.is_empty() {
        parameters.push(("moves", moves.join(",")));
    }
    if let Some(only) = only {
        parameters.push(("only", only.join(",")));
    }
    if let Some(SearchParameters { budget, opponent, without_book }) = search {
        let Budget { time, depth, nodes, fresh } = budget;
        if let Some(Opponent { level, seed }) = opponent {
            // A level goes with no limit but the time.
            let limited = (!level.is_full_strength()).then(|| ("level", level.number().to_string()));
            parameters.extend(limited.into_iter().chain([("seed", seed.to_string())]));
        }
        if *lines > 1 {
            parameters.push(("lines", lines.to_string()));
        }
        parameters.push(("time_ms", time.as_millis().to_string()));
        parameters.extend(depth.map(|depth| ("depth", depth.plies().to_string())));
        parameters.extend(nodes.map(|nodes| ("nodes", nodes.to_string())));
        parameters.extend(fresh.then(|| ("fresh", true.to_string())));
        parameters.extend(without_book.then(|| ("book", false.to_string())));
    }
    let query = Serializer::new(String::new()).extend_pairs(parameters).finish();
    format!("/v1/{game}/{resource}?{query}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn if_none_match_accepts_all_forms_of_a_tag() {
        for (sent, matches) in [
            ("\"a\"", true),
            ("W/\"a\"", true),
            ("*", true),
            ("\"b\", \"a\"", true),
            ("\"b\"", false),
            ("a", false),
            ("", false),
        ] {
            let headers = HeaderMap::from_iter([(IF_NONE_MATCH, sent.parse().unwrap())]);
            assert_eq!(matches_if_none_match(&headers, "\"a\""), matches, "{sent}");
        }
    }
}
