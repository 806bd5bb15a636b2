//! Extractors for handlers, which reject with problem details instead of plain text.

pub(super) use bestmove_query::wire::parse::{
    duplicate_field, find_game, game_from_body, read, read_list, read_text,
};

use super::error::{Mismatch, Problem};
use super::memory::MemoryAccount;
use super::receive::BODY_LIMIT;
use axum::extract::{FromRef, FromRequest, FromRequestParts, Path, Request};
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE, TRANSFER_ENCODING};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Uri};
use bestmove_query::AnyGame;
use bestmove_query::wire::parse::{field_mismatch, parse};
use bestmove_query::wire::text::decode;
use bestmove_query::wire::truncated::truncated;
use bestmove_scheduler::Engine;
use bestmove_scheduler::quota::ByteLease;
use serde::de::DeserializeOwned;
use std::sync::Arc;

const JSON: &str = "application/json";
const TEXT: &str = "text/plain";

/// A segment of the path.
pub(super) struct PathSegment(pub(super) String);

impl<S: Send + Sync> FromRequestParts<S> for PathSegment {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let segment = Path::<String>::from_request_parts(parts, state).await;
        let Path(segment) = segment.map_err(|rejection| Problem::malformed_path(rejection.body_text()))?;
        Ok(Self(segment))
    }
}

/// The game in the path.
pub(super) struct GamePath(pub(super) Arc<dyn AnyGame>);

impl<S: Send + Sync> FromRequestParts<S> for GamePath
where
    Arc<Engine>: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let PathSegment(id) = PathSegment::from_request_parts(parts, state).await?;
        Ok(Self(find_game(Arc::from_ref(state).games(), &id)?))
    }
}

/// A JSON body of at most `LIMIT` bytes, with the lease on its memory.
pub(super) struct Json<T, const LIMIT: usize = BODY_LIMIT>(pub(super) T, pub(super) ByteLease);

impl<T: DeserializeOwned, S: Send + Sync, const LIMIT: usize> FromRequest<S> for Json<T, LIMIT> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        require_json(request.headers())?;
        let (body, lease) = receive(request, LIMIT).await?;
        Ok(Self(parse(&body)?, lease))
    }
}

/// A body of text, or one of JSON, of at most `LIMIT` bytes, with the lease on its memory.
pub(super) struct TextOrJson<T, const LIMIT: usize>(pub(super) T, pub(super) ByteLease);

impl<T, S, const LIMIT: usize> FromRequest<S> for TextOrJson<T, LIMIT>
where
    T: DeserializeOwned + From<String>,
    S: Send + Sync,
{
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let is_text = |essence: String| essence.eq_ignore_ascii_case(TEXT);
        if !essence(request.headers()).is_some_and(is_text) {
            refuse_others(request.headers(), &format!("Content-Type: {JSON} or {TEXT}"))?;
            let Json(body, lease) = Json::<T, LIMIT>::from_request(request, state).await?;
            return Ok(Self(body, lease));
        }
        let (body, lease) = receive(request, LIMIT).await?;
        Ok(Self(decode(body).into(), lease))
    }
}

/// Receives the body of a POST.
async fn receive(request: Request, limit: usize) -> Result<(Vec<u8>, ByteLease), Problem> {
    require_no_query(request.uri())?;
    refuse_codings(request.headers())?;
    let account = request.extensions().get::<MemoryAccount>().cloned().ok_or_else(Problem::internal)?;
    account.receive(request.into_body(), limit).await
}

/// Refuses query parameters, which a POST would ignore.
fn require_no_query(uri: &Uri) -> Result<(), Problem> {
    match form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()).next() {
        None => Ok(()),
        Some((name, _)) => Err(Problem::invalid_field(field_mismatch(
            &name,
            "all fields of a POST in its body",
            "a query parameter",
        ))),
    }
}

/// The media type of a body, without its parameters.
fn essence(headers: &HeaderMap) -> Option<String> {
    let declared = String::from_utf8_lossy(headers.get(CONTENT_TYPE)?.as_bytes());
    Some(declared.split(';').next().unwrap_or_default().trim().to_owned())
}

pub(super) fn require_json(headers: &HeaderMap) -> Result<(), Problem> {
    refuse_others(headers, &format!("Content-Type: {JSON}"))
}

/// Refuses a body that is not declared as JSON.
fn refuse_others(headers: &HeaderMap, expected: &str) -> Result<(), Problem> {
    let essence = essence(headers).unwrap_or_else(|| "nothing".to_owned());
    if essence.eq_ignore_ascii_case(JSON) {
        Ok(())
    } else {
        Err(Problem::unsupported_media_type(Mismatch {
            field: None,
            expected: expected.to_owned(),
            got: truncated(essence),
        }))
    }
}

pub(super) const IDENTITY: &str = "identity";
pub(super) const GZIP: &str = "gzip";

/// Whether a header names that coding.
pub(super) fn is_coding(value: &HeaderValue, coding: &str) -> bool {
    value.as_bytes().eq_ignore_ascii_case(coding.as_bytes())
}

/// Refuses compressed bodies, and transfer codings besides `chunked`.
pub(super) fn refuse_codings(headers: &HeaderMap) -> Result<(), Problem> {
    refuse_codings_but(&[IDENTITY], headers)
}

/// The same, but for these content codings.
pub(super) fn refuse_codings_but(accepted: &[&str], headers: &HeaderMap) -> Result<(), Problem> {
    let content = match accepted {
        [IDENTITY] => "no Content-Encoding".to_owned(),
        _ => format!("Content-Encoding: {}", accepted.join(" or ")),
    };
    for (header, accepted, expected) in [
        (CONTENT_ENCODING, accepted, content),
        (TRANSFER_ENCODING, &["chunked"], "no Transfer-Encoding but chunked".to_owned()),
    ] {
        let is_refused = |value: &&HeaderValue| !accepted.iter().any(|coding| is_coding(value, coding));
        if let Some(coding) = headers.get_all(header).iter().find(is_refused) {
            return Err(Problem::unsupported_media_type(Mismatch {
                field: None,
                expected,
                got: truncated(String::from_utf8_lossy(coding.as_bytes()).into_owned()),
            }));
        }
    }
    Ok(())
}
