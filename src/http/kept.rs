//! Answers to GET, which browsers and the caches between may keep.

use super::response::{NO_STORE, json_text};
use crate::engine::{Budget, Report, StoppedBy, Topic};
use axum::http::header::{CACHE_CONTROL, CONTENT_LOCATION, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use form_urlencoded::Serializer;
use serde::Serialize;
use std::hash::{DefaultHasher, Hash, Hasher};

/// How long an answer may be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keeping {
    /// A week, without asking: it is true for ever, and only a release may tell it in other words.
    Truth,
    /// A minute: another search may find better.
    Estimate,
    /// Not at all: the search did not get the time that was asked for.
    Poor,
}

impl Keeping {
    /// What a search found is true for ever if it was proven.
    pub(super) const fn of(report: &Report) -> Self {
        match report.stopped_by {
            StoppedBy::Proven | StoppedBy::GameOver => Self::Truth,
            StoppedBy::Cancelled => Self::Poor,
            _ if report.degraded => Self::Poor,
            StoppedBy::Depth | StoppedBy::Nodes | StoppedBy::Time => Self::Estimate,
        }
    }

    const fn cache_control(self, audience: Audience) -> &'static str {
        match (self, audience) {
            (Self::Truth, Audience::Anybody) => "public, max-age=604800, immutable",
            (Self::Truth, Audience::KeyHolder) => "private, max-age=604800, immutable",
            (Self::Estimate, Audience::Anybody) => "public, max-age=60",
            (Self::Estimate, Audience::KeyHolder) => "private, max-age=60",
            (Self::Poor, _) => NO_STORE,
        }
    }
}

/// To whom a kept answer may be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Audience {
    /// Whoever asks for it.
    Anybody,
    /// Who got it with a key, as long as that is the key.
    KeyHolder,
}

/// An answer in JSON that may be kept; to a client that has it already, its name alone.
pub(super) fn kept(
    request: &HeaderMap,
    address: &str,
    keeping: Keeping,
    audience: Audience,
    body: &impl Serialize,
) -> Response {
    let body = json_text(body);
    let tag = tag(&body);
    let about = [(CACHE_CONTROL, keeping.cache_control(audience)), (ETAG, &tag), (CONTENT_LOCATION, address)];
    let mut response = if is_known(request, &tag) {
        (StatusCode::NOT_MODIFIED, about).into_response()
    } else {
        (about, [(CONTENT_TYPE, "application/json")], body).into_response()
    };
    if audience == Audience::KeyHolder {
        response.headers_mut().append(VARY, HeaderValue::from_static("authorization"));
    }
    response
}

/// The name of a text; strong, as such answers are not compressed.
fn tag(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}

/// Whether `If-None-Match` names the tag, weakly as it may be (RFC 9110, 13.1.2).
fn is_known(request: &HeaderMap, tag: &str) -> bool {
    let values = request.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let mut known = values.flat_map(|value| value.split(',')).map(str::trim);
    known.any(|name| name == "*" || name.strip_prefix("W/").unwrap_or(name) == tag)
}

/// Whether caches may give an answer to whoever asks for it.
pub(super) fn is_public(headers: &HeaderMap) -> bool {
    headers.get(CACHE_CONTROL).is_some_and(|control| control.as_bytes().starts_with(b"public"))
}

/// Whether the name of an answer promises the same bytes each time.
pub(super) fn is_strongly_named(headers: &HeaderMap) -> bool {
    headers.get(ETAG).map(HeaderValue::as_bytes).is_some_and(|tag| !tag.starts_with(b"W/"))
}

/// The one address of all requests that ask the same, in whatever words.
pub(super) fn address(resource: &str, topic: &Topic, budget: Option<&Budget>) -> String {
    let Topic { game, position, moves, lines, only } = topic;
    let mut parameters = vec![("position", position.clone())];
    if !moves.is_empty() {
        parameters.push(("moves", moves.join(",")));
    }
    if let Some(only) = only {
        parameters.push(("only", only.join(",")));
    }
    if let Some(Budget { time, depth, nodes, fresh }) = budget {
        if *lines > 1 {
            parameters.push(("lines", lines.to_string()));
        }
        parameters.push(("time_ms", time.as_millis().to_string()));
        parameters.extend(depth.map(|depth| ("depth", depth.plies().to_string())));
        parameters.extend(nodes.map(|nodes| ("nodes", nodes.to_string())));
        parameters.extend(fresh.then(|| ("fresh", true.to_string())));
    }
    let query = Serializer::new(String::new()).extend_pairs(parameters).finish();
    format!("/v1/{game}/{resource}?{query}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_known_by_any_of_its_spellings() {
        for (sent, known) in [
            ("\"a\"", true),
            ("W/\"a\"", true),
            ("*", true),
            ("\"b\", \"a\"", true),
            ("\"b\"", false),
            ("a", false),
            ("", false),
        ] {
            let headers = HeaderMap::from_iter([(IF_NONE_MATCH, sent.parse().unwrap())]);
            assert_eq!(is_known(&headers, "\"a\""), known, "{sent}");
        }
    }
}
