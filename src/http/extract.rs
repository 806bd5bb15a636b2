//! Extractors for handlers, which reject with problem details instead of plain text.

pub(super) use crate::wire::parse::{duplicate_field, game_from_body, read, read_list, read_text};

use super::error::{Mismatch, Problem};
use super::receive::{BODY_LIMIT, Receiver};
use crate::clients::ByteLease;
use crate::engine::{AnyGame, Engine};
use crate::wire::parse::{field_mismatch, find_game, parse};
use crate::wire::truncated::truncated;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE, TRANSFER_ENCODING};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Uri};
use serde::de::DeserializeOwned;
use std::sync::Arc;

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

impl FromRequestParts<Arc<Engine>> for GamePath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, engine: &Arc<Engine>) -> Result<Self, Problem> {
        let PathSegment(id) = PathSegment::from_request_parts(parts, engine).await?;
        find_game(engine.games(), &id).map(Self)
    }
}

/// A JSON body of at most `LIMIT` bytes, with the lease on its memory.
pub(super) struct Json<T, const LIMIT: usize = BODY_LIMIT>(pub(super) T, pub(super) ByteLease);

impl<T: DeserializeOwned, S: Send + Sync, const LIMIT: usize> FromRequest<S> for Json<T, LIMIT> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        require_no_query(request.uri())?;
        require_json(request.headers())?;
        refuse_codings(request.headers())?;
        let receiver = request.extensions().get::<Receiver>().cloned().ok_or_else(Problem::internal)?;
        let (body, lease) = receiver.receive(request.into_body(), LIMIT).await?;
        Ok(Self(parse(&body)?, lease))
    }
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

pub(super) fn require_json(headers: &HeaderMap) -> Result<(), Problem> {
    let declared = headers.get(CONTENT_TYPE).map(|value| String::from_utf8_lossy(value.as_bytes()));
    let essence = declared.as_deref().unwrap_or("nothing").split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/json") {
        Ok(())
    } else {
        Err(Problem::unsupported_media_type(Mismatch {
            field: None,
            expected: "Content-Type: application/json".to_owned(),
            got: truncated(essence.to_owned()),
        }))
    }
}

/// Refuses compressed bodies, and transfer codings besides `chunked`.
pub(super) fn refuse_codings(headers: &HeaderMap) -> Result<(), Problem> {
    for (header, plain, expected) in [
        (CONTENT_ENCODING, "identity", "no Content-Encoding"),
        (TRANSFER_ENCODING, "chunked", "no Transfer-Encoding but chunked"),
    ] {
        let is_plain = |value: &&HeaderValue| value.as_bytes().eq_ignore_ascii_case(plain.as_bytes());
        if let Some(coding) = headers.get_all(header).iter().find(|value| !is_plain(value)) {
            return Err(Problem::unsupported_media_type(Mismatch {
                field: None,
                expected: expected.to_owned(),
                got: truncated(String::from_utf8_lossy(coding.as_bytes()).into_owned()),
            }));
        }
    }
    Ok(())
}
